// The search for good trees, guess for guess that of lingo-bot without a book (lingo_bot/strategy.py). Which guesses
// it searches at a position is in shortlist.js.
import { leastCost, openCharge, pointsOf } from "./objective.js";
import { content, replyCode } from "./words.js";
/** @import {Game} from "./types" */

/** Tables of expected costs are whole numbers of 1/1024 of a point, as in lingo_bot/expected_costs.py. */
export const SCALE = 1024;

/** The most candidates among which a guess is sought that separates all of them (codebreaker/candidates.py). Each is
 * compared with each: 48 · 48 = 2,304 replies. */
const MOST_SEPARATED = 48;

/** The search for a good tree among some guesses, over some secrets. It has a table with a row for each guess and a
 * column for each secret, which says in which of the guess's bins the secret is. Guesses are given by their rows and
 * candidates by their columns. Costs and points are those of all candidates together (objective.js). */
export class Search {
  /** @param {Game} game @param {Int32Array} guesses ascending indices of words
   * @param {Int32Array} secrets ascending indices of words
   * @param {Record<number, number>} widths by guesses left: how many guesses the recursion evaluates, one where it is not
   * said. A search that only ranks guesses needs none. */
  constructor(game, guesses, secrets, widths = {}) {
    this.game = game;
    this.guesses = guesses;
    this.secrets = secrets;
    /** All columns. */
    this.columns = [...secrets.keys()];
    /** The table, row by row: the number of the secret's bin, from 0 in each row. */
    this.bins = binNumbers(game, guesses, secrets);

    const columnBySecret = new Map(Array.from(secrets, (secret, column) => [secret, column]));
    /** By row: the column of the guess. A guess that is no secret has secrets.length, one more than the last column. */
    this.columnOf = Int32Array.from(
      guesses,
      (guess) => columnBySecret.get(guess) ?? secrets.length,
    );
    this.widths = widths;
    /** The guesses left at the first guess of the search: the largest key of `widths`. It is -Infinity without widths, as
     * in a search that only ranks guesses, where nothing reads it. */
    this.firstGuessesLeft = Math.max(...Object.keys(widths).map(Number));
    /** The results of costOfPlay, by guesses left and columns. @type {Map<string, number>} */
    this.costs = new Map();
  }

  /** The rows of the guesses with the largest promise (see valuesOfRows), largest first; of equal ones a candidate comes
   * first.
   * @param {number[]} candidates columns @param {number} guessesLeft @param {number} count
   * @param {{byLargestBin?: boolean, onlyCandidates?: boolean}} options byLargestBin: the guesses whose largest bin is
   * smallest instead, as lingo-bot ranks them for the best worst case; onlyCandidates: no other guesses */
  rank(candidates, guessesLeft, count, { byLargestBin = false, onlyCandidates = false } = {}) {
    const { guesses, columnOf } = this;
    // By column: 1 for a candidate. The value at secrets.length stays 0, for guesses that are no secrets.
    const isCandidate = new Uint8Array(this.secrets.length + 1);
    for (const column of candidates) isCandidate[column] = 1;

    const values = this.valuesOfRows(candidates, guessesLeft, isCandidate, byLargestBin);
    const rows = [...guesses.keys()].filter((row) => !onlyCandidates || isCandidate[columnOf[row]]);

    const compare = (/** @type {number} */ a, /** @type {number} */ b) =>
      values[b] - values[a] || isCandidate[columnOf[b]] - isCandidate[columnOf[a]] || a - b;
    // The first row is found faster than all rows are sorted.
    if (count === 1) return [rows.reduce((best, row) => (compare(row, best) < 0 ? row : best))];
    return rows.sort(compare).slice(0, count);
  }

  /** By row: the value by which it is ranked, its promise. That is its expected points by bin sizes times its number of
   * bins, or the points alone where they are exact. Most of a move's time is spent here, so the loops are plain.
   * @param {number[]} candidates columns @param {number} guessesLeft @param {Uint8Array} isCandidate by column
   * @param {boolean} byLargestBin whether the value is minus the size of the largest bin instead */
  valuesOfRows(candidates, guessesLeft, isCandidate, byLargestBin) {
    const { guesses, columnOf, bins, secrets } = this;
    // By bin size: the expected cost with the guesses that are left after this one.
    const expected = this.game.expected[guessesLeft - 1];
    // With two guesses left the next one is the last, and bin sizes tell its exact cost.
    const isExact = guessesLeft === 2;

    // The points of all candidates if none had to pay for a later guess. The `cost` below, what they are expected to pay,
    // is subtracted from it.
    const mostPoints = pointsOf(0, candidates.length, guessesLeft - 1) * SCALE;

    // A guess that is a candidate hits itself and so does not pay this charge. Its bin has no other candidate, and the
    // expected cost of one candidate is 0.
    const gainOfHit = openCharge(guessesLeft) * SCALE;

    const values = new Float64Array(guesses.length);
    // By bin: how many candidates it has. It is all 0 between two rows.
    const sizes = new Uint16Array(secrets.length);
    for (let row = 0; row < guesses.length; row++) {
      const start = row * secrets.length;
      for (let index = 0; index < candidates.length; index++) {
        sizes[bins[start + candidates[index]]]++;
      }

      let cost = isCandidate[columnOf[row]] ? -gainOfHit : 0;
      let count = 0;
      let largest = 0;
      for (let index = 0; index < candidates.length; index++) {
        const bin = bins[start + candidates[index]];
        const size = sizes[bin];
        // An earlier candidate of the bin has counted it.
        if (size === 0) continue;

        sizes[bin] = 0;
        cost += expected[size];
        if (size > largest) largest = size;
        count++;
      }

      const points = mostPoints - cost;
      if (byLargestBin) values[row] = -largest;
      else values[row] = isExact ? points : points * count;
    }
    return values;
  }

  /** The rows that the recursion evaluates. In hard mode those after the first guess are candidates, which are legal whatever
   * was guessed before. @param {number[]} candidates columns @param {number} guessesLeft */
  promisingRows(candidates, guessesLeft) {
    // With two guesses left the ranking is by exact costs, so its first row is the best.
    const count = guessesLeft > 2 ? (this.widths[guessesLeft] ?? 1) : 1;
    const onlyCandidates = content.hard && guessesLeft < this.firstGuessesLeft;
    return this.rank(candidates, guessesLeft, count, { onlyCandidates });
  }

  /** The bins of a row: the columns in each of them. @param {number} row @param {number[]} candidates columns */
  binsOfRow(row, candidates) {
    const start = row * this.secrets.length;
    return [...Map.groupBy(candidates, (column) => this.bins[start + column]).values()];
  }

  /** The cost of candidates after a row's guess, with lingo-bot's play after it.
   * @param {number} row @param {number[]} candidates columns @param {number} guessesLeft */
  costOfGuess(row, candidates, guessesLeft) {
    let cost = 0;
    for (const bin of this.binsOfRow(row, candidates)) {
      // A guess that is a candidate is alone in its bin.
      const isHit = bin[0] === this.columnOf[row];
      if (isHit) continue;
      cost += openCharge(guessesLeft) * bin.length;
      cost += this.costOfPlay(bin, guessesLeft - 1);
    }
    return cost;
  }

  /** The cost of candidates if lingo-bot plays on, with the best of the guesses that it evaluates at each position. That
   * is V(S, k) of codebreaker/objective.py with these guesses alone.
   * @param {number[]} candidates columns @param {number} guessesLeft @returns {number} */
  costOfPlay(candidates, guessesLeft) {
    const size = candidates.length;
    // There is nothing to choose: no guess is better than a candidate.
    if (size <= 2 || guessesLeft === 1) return leastCost(size, guessesLeft);

    const key = `${guessesLeft}:${candidates}`;
    const cost = this.costs.get(key) ?? this.searchedCost(candidates, guessesLeft);
    this.costs.set(key, cost);
    return cost;
  }

  /** The result of costOfPlay for three candidates or more and two guesses or more.
   * @param {number[]} candidates columns @param {number} guessesLeft */
  searchedCost(candidates, guessesLeft) {
    if (this.separatingColumn(candidates) !== undefined)
      return leastCost(candidates.length, guessesLeft);

    const [first, ...alternatives] = this.promisingRows(candidates, guessesLeft);
    // A guess that leaves all candidates in one bin costs an attempt and tells nothing, and it would be evaluated again at
    // each later attempt. The first guess is evaluated in any case, so that there is a cost.
    const useful = alternatives.filter((row) => this.binsOfRow(row, candidates).length > 1);
    const costs = [first, ...useful].map((row) => this.costOfGuess(row, candidates, guessesLeft));
    return Math.min(...costs);
  }

  /** The column of the first candidate that separates all the others, which no guess beats; undefined for none.
   * @param {number[]} candidates columns */
  separatingColumn(candidates) {
    if (candidates.length > MOST_SEPARATED) return undefined;
    return candidates.find((column) => {
      // All candidates are among the guesses of a search.
      const row = this.columnOf.indexOf(column);
      // A bin for each candidate.
      return this.binsOfRow(row, candidates).length === candidates.length;
    });
  }
}

/** The table of a Search. In each row the bins are numbered in the order in which they occur.
 * @param {Game} game @param {Int32Array} guesses @param {Int32Array} secrets */
function binNumbers({ letters }, guesses, secrets) {
  const { length } = content;
  const bins = new Uint16Array(guesses.length * secrets.length);

  guesses.forEach((guess, row) => {
    const word = letters.slice(guess * length, (guess + 1) * length);
    /** The bins' numbers by reply code. */
    const numbers = new Map();
    for (let column = 0; column < secrets.length; column++) {
      const code = replyCode(word, letters, secrets[column] * length);
      const number = numbers.get(code) ?? numbers.size;
      numbers.set(code, number);
      bins[row * secrets.length + column] = number;
    }
  });

  return bins;
}
