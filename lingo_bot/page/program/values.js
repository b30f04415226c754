// What a game pays, and the expected totals of bins by their size, in 1/1024 of a point (see the file's `values`).
/** @import {Content, Values} from "./types" */

export const SCALE = 1024;

/** @param {Content} content @returns {Values} */
export function valuesOf(content) {
  const { attempts, solved, missed } = content;
  /** @type {Map<number, Float64Array>} */
  const tables = new Map();
  const table = (/** @type {number} */ attempt, /** @type {number} */ size) => {
    const before = tables.get(attempt);
    if (before && before.length > size) return before;
    const made =
      attempt === attempts - 1 ? lastTable(content, size) : tableOf(content, attempt, size);
    tables.set(attempt, made);
    return made;
  };
  return { attempts, solved, missed, table };
}

/** The totals at the last attempt: one hit, the others missed. @param {Content} content
 * @param {number} size */
function lastTable({ solved, missed, attempts }, size) {
  return Float64Array.from({ length: size + 1 }, (_, n) => {
    return n && (solved[attempts - 1] + missed * (n - 1)) * SCALE;
  });
}

/** The totals of an earlier attempt: those of the file; between its sizes the mean is linear in the logarithm of the size.
 * @param {Content} content @param {number} attempt @param {number} size */
function tableOf({ sizes, values }, attempt, size) {
  const known = values[attempt];
  const table = new Float64Array(size + 1);
  for (let n = 1, at = 0; n <= size; n++) {
    while (at < sizes.length - 1 && sizes[at + 1] <= n) at++;
    const [low, high] = [sizes[at], sizes[at + 1] ?? sizes[at]];
    const share = low === high ? 0 : Math.log(n / low) / Math.log(high / low);
    const mean = (known[at] / low) * (1 - share) + ((known[at + 1] ?? known[at]) / high) * share;
    table[n] = low === n ? known[at] : Math.round(mean * n);
  }
  return table;
}

/** What a hit now adds to a guess's expected total, in 1/1024. @param {Values} values
 * @param {number} attempt */
export function gainOfHit(values, attempt) {
  return values.solved[attempt] * SCALE - values.table(attempt + 1, 1)[1];
}

/** The mean points, 0 for a miss, and the chance to solve (null where a miss costs nothing), of a total payoff.
 * @param {Values} values @param {number} total @param {number} size
 * @returns {[number, number | null]} */
export function figures({ missed }, total, size) {
  if (missed === 0) return [total / size, null];
  const misses = Math.ceil(total / missed); // the points of all candidates are less than one miss costs
  return [(total - misses * missed) / size, 1 - misses / size];
}
