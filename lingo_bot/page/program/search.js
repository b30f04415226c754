// The search for good trees that lingo-bot makes without a book (lingo_bot/strategy.py), guess for guess.
import { binTable, sharedReplies } from "./bins.js";
import { breaksHardMode, holdingCommon } from "./rules.js";
import { upTo } from "./words.js";
/** @import {Content, Step, Game, Place, BinTable, TreeSearch} from "./types" */

export const SCALE = 1024; // tables of expected totals are in 1/1024 of a point
const TREES = 10_000; // candidates × guesses played out for one move
const FIRST_TREES = 1_000; // and for the first guess
const [FEWEST_TREES, MOST_TREES, MOST_LATER] = [4, 24, 8]; // guesses played out, now and at the next attempt
const LATER = 400_000; // replies computed at each later attempt
const BUDGET = 2_000_000; // replies computed to rank the guesses of one move
const [FEWEST_GUESSES, SMALL_SAMPLE] = [40, 400];
const MOST_SEPARATED = 48;

/** A function that gives the expected totals of bins of 0 … size secrets with that attempt next
 * (codebreaker/search/learned_values.py). @param {Content} content */
export function valuesOf({ attempts, solved, missed, breakpoints }) {
  /** @type {Float64Array[]} */
  const tables = [];
  return (/** @type {number} */ attempt, /** @type {number} */ size) => {
    if (!(tables[attempt]?.length > size)) {
      const mean = attempt < attempts - 1 && meanOf(breakpoints[attempt], solved, attempt);
      tables[attempt] = Float64Array.from({ length: Math.max(size, 4096) + 1 }, (_, n) => {
        if (n === 0) return 0;
        if (n === 1) return solved[attempt] * SCALE;
        return mean
          ? Math.round(mean(n) * n * SCALE)
          : (solved[attempt] + missed * (n - 1)) * SCALE;
      });
    }
    return tables[attempt];
  };
}

/** The mean payoff of a secret by the size of its bin: linear in the logarithm of the size, never rising.
 * @param {[number, number][]} breakpoints @param {number[]} solved @param {number} attempt */
function meanOf(breakpoints, solved, attempt) {
  const pair = (solved[attempt] + solved[attempt + 1]) / 2;
  const sizes = [2, ...breakpoints.map(([size]) => size)];
  const means = [pair, ...breakpoints.map(([, mean]) => mean)];
  means.forEach((_, at) => (means[at] = Math.min(means[at], means[at - 1] ?? pair)));
  let at = 0;
  return (/** @type {number} */ size) => {
    while (at < sizes.length - 1 && sizes[at + 1] <= size) at++; // sizes are asked for ascending
    if (at === sizes.length - 1) return means[at];
    const slope = (means[at + 1] - means[at]) / (Math.log(sizes[at + 1]) - Math.log(sizes[at]));
    return slope * (Math.log(size) - Math.log(sizes[at])) + means[at];
  };
}

/** What a hit now adds to a guess's expected total. @param {Game} game @param {number} attempt */
export function gainOfHit({ solved, values }, attempt) {
  return solved[attempt] * SCALE - values(attempt + 1, 1)[1];
}

/** The guesses (indices of words) at a place, best first, and the search that ranks them; null where bins alone do, for
 * many candidates or few attempts. It yields the guesses that are searched. @param {Game} game
 * @param {Place} place @param {number} count
 * @returns {Generator<number[] | null, {guesses: number[], search: TreeSearch | null}>} */
export function* bestGuesses(game, { steps, secrets }, count) {
  const attempt = steps.length;
  if (attempt === game.attempts - 1 || secrets.length <= 2)
    return { guesses: [...secrets.subarray(0, count)], search: searchOver(game, secrets, attempt) };
  const allowed = legalGuesses(game, steps);
  const search = searchOver(game, secrets, attempt, allowed);
  const separating = separatingCandidate(game, secrets);
  const first = separating === null ? [] : [separating];
  if (!search || game.worst) {
    const table = shortTable(game, secrets, allowed);
    const rows = rankedRows(game, table, upTo(table.count), attempt, count, game.worst);
    return { guesses: wordsOfRows(table, rows, first).slice(0, count), search };
  }
  const { table, keep } = search;
  const all = upTo(table.count);
  const rows = promisingRows(search, all, attempt, keep[0]);
  yield wordsOfRows(table, rows);
  const totals = new Map();
  for (const row of rows) {
    totals.set(row, totalAfter(search, row, all, attempt));
    yield null;
  }
  rows.sort((a, b) => totals.get(b) - totals.get(a));
  return { guesses: wordsOfRows(table, rows, first).slice(0, count), search };
}

/** The guesses of a table's rows after some others, each once. @param {BinTable} table
 * @param {number[]} rows @param {Iterable<number>} first */
function wordsOfRows({ guesses }, rows, first = []) {
  return [...new Set([...first, ...rows.map((row) => guesses[row])])];
}

/** The search over these candidates; null where bins alone rank the guesses. @param {Game} game
 * @param {Int32Array} secrets @param {number} attempt
 * @param {Int32Array} allowed the guesses that the rules allow, ascending indices of words
 * @returns {TreeSearch | null} */
export function searchOver(game, secrets, attempt, allowed = upTo(game.lists.words.length)) {
  const trees = Math.min(MOST_TREES, Math.floor((attempt ? TREES : FIRST_TREES) / secrets.length));
  if (attempt >= game.attempts - 2 || trees < FEWEST_TREES) return null;
  const later = Math.floor(TREES / (trees * secrets.length));
  const count = Math.floor(LATER / secrets.length);
  let guesses = allowed;
  if (count < allowed.length) {
    const table = shortTable(game, secrets, allowed);
    const rows = rankedRows(game, table, upTo(table.count), attempt, count);
    guesses = Int32Array.from(wordsOfRows(table, rows, secrets)).sort();
  }
  const table = binTable(game.lists, guesses, secrets);
  const rows = new Map(Array.from(table.own, (place, row) => [place, row]));
  const keep = [trees, Math.max(1, Math.min(MOST_LATER, later))];
  return { game, table, secrets, rows, attempt, keep, totals: new Map() };
}

/** The words that may be guessed after the steps. @param {Game} game @param {Step[]} steps */
function legalGuesses(game, steps) {
  const { words } = game.lists;
  return upTo(words.length).filter((word) => !game.hard || !breaksHardMode(words[word], steps));
}

/** The table of the guesses that are worth trying (lingo_bot/shortlist.py). @param {Game} game
 * @param {Int32Array} secrets @param {Int32Array} allowed */
function shortTable({ lists }, secrets, allowed) {
  if (secrets.length * allowed.length <= BUDGET) return binTable(lists, allowed, secrets);
  const sample = spaced(secrets, BUDGET / FEWEST_GUESSES);
  const shared = sharedReplies(lists, spaced(secrets, SMALL_SAMPLE));
  const order = allowed.slice().sort((a, b) => shared[a] - shared[b] || a - b);
  const guesses = order.slice(0, Math.floor(BUDGET / sample.length)).sort();
  return binTable(lists, guesses, sample);
}

/** At most that many of the secrets, evenly spaced. @param {Int32Array} secrets
 * @param {number} most */
function spaced(secrets, most) {
  const step = Math.ceil(secrets.length / most);
  return step > 1 ? secrets.filter((_, index) => index % step === 0) : secrets;
}

/** The rows of a table whose guesses are the most promising: by the product of expected total and number of bins; by
 * the total alone where it is exact; by the largest bin for the worst case. @param {Game} game
 * @param {BinTable} table @param {Int32Array} members places of secrets @param {number} attempt
 * @param {number} count @param {boolean} worst @param {((guess: number) => boolean) | null} allowed */
function rankedRows(game, table, members, attempt, count, worst = false, allowed = null) {
  const { guesses, own, bins } = table;
  const totals = game.values(attempt + 1, members.length);
  const decided = attempt === game.attempts - 2;
  const gain = gainOfHit(game, attempt);
  const inside = new Uint8Array(table.count + 1);
  for (const member of members) inside[member] = 1;
  const sizes = new Uint16Array(table.count);
  const worth = new Float64Array(guesses.length);
  for (let row = 0; row < guesses.length; row++) {
    const start = row * table.count;
    let [sum, parts, most] = [inside[own[row]] ? gain : 0, 0, 0];
    for (let m = 0; m < members.length; m++) sizes[bins[start + members[m]]]++;
    for (let m = 0; m < members.length; m++) {
      const bin = bins[start + members[m]];
      if (!sizes[bin]) continue;
      sum += totals[sizes[bin]];
      if (sizes[bin] > most) most = sizes[bin];
      sizes[bin] = 0;
      parts++;
    }
    worth[row] = worst ? -most : decided ? sum : sum * parts;
    if (allowed && !allowed(guesses[row])) worth[row] = -Infinity;
  }
  const before = (/** @type {number} */ a, /** @type {number} */ b) =>
    worth[b] - worth[a] || inside[own[b]] - inside[own[a]] || a - b;
  const rows = Array.from(guesses.keys());
  if (count === 1) return [rows.reduce((best, row) => (before(row, best) < 0 ? row : best))];
  return rows.sort(before).slice(0, count);
}

/** The rows of a search that are tried; in hard mode those that use all that the candidates have in common.
 * @param {TreeSearch} search @param {Int32Array} members @param {number} attempt @param {number} count */
function promisingRows({ game, table, secrets }, members, attempt, count) {
  const held = members.map((place) => secrets[place]);
  const allowed = game.hard ? holdingCommon(game.lists, held) : null;
  const decided = attempt === game.attempts - 2;
  return rankedRows(game, table, members, attempt, decided ? 1 : count, false, allowed);
}

/** The total payoff of a row's guess and of the best play after it. @param {TreeSearch} search
 * @param {number} row @param {Int32Array} members @param {number} attempt */
function totalAfter(search, row, members, attempt) {
  const { table, game } = search;
  let total = 0;
  for (const bin of partsOf(table, row, members)) {
    total += bin[0] === table.own[row] ? game.solved[attempt] : bestTotal(search, bin, attempt + 1);
  }
  return total;
}

/** The bins of a row. @param {BinTable} table @param {number} row @param {Int32Array} members */
function partsOf({ bins, count }, row, members) {
  /** @type {Map<number, number[]>} */
  const parts = new Map();
  for (const place of members) {
    const bin = bins[row * count + place];
    const part = parts.get(bin);
    if (part) part.push(place);
    else parts.set(bin, [place]);
  }
  return Array.from(parts.values(), (part) => Int32Array.from(part));
}

/** The total payoff over candidates, given by their places, if lingo-bot plays on. @param {TreeSearch} search
 * @param {Int32Array} members @param {number} attempt @returns {number} */
export function bestTotal(search, members, attempt) {
  const { game, table, rows, keep, totals } = search;
  const { solved, missed, attempts } = game;
  const size = members.length;
  if (size === 1 || attempt === attempts - 1) return solved[attempt] + missed * (size - 1);
  if (size === 2) return solved[attempt] + solved[attempt + 1];
  const key = `${attempt}:${members}`;
  const known = totals.get(key);
  if (known !== undefined) return known;
  const separates = (/** @type {number} */ place) =>
    partsOf(table, rows.get(place) ?? 0, members).length === size;
  let best = solved[attempt] + solved[attempt + 1] * (size - 1);
  if (size > MOST_SEPARATED || !members.some(separates)) {
    const count = keep[attempt - search.attempt] ?? 1;
    const [first, ...others] = promisingRows(search, members, attempt, count);
    best = totalAfter(search, first, members, attempt);
    for (const row of others) {
      if (partsOf(table, row, members).length > 1)
        best = Math.max(best, totalAfter(search, row, members, attempt));
    }
  }
  totals.set(key, best);
  return best;
}

/** The first candidate that tells all the others apart, which no guess beats; null if there is none.
 * @param {Game} game @param {Int32Array} secrets */
function separatingCandidate({ lists }, secrets) {
  if (secrets.length > Math.min(MOST_SEPARATED, 3 ** lists.length)) return null;
  const table = binTable(lists, secrets, secrets);
  const row = secrets.findIndex((_, row) => {
    return (
      new Set(table.bins.subarray(row * table.count, (row + 1) * table.count)).size === table.count
    );
  });
  return row < 0 ? null : secrets[row];
}
