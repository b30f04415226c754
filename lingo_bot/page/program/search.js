// The search for good trees that lingo-bot makes without a book (lingo_bot/strategy.py), guess for guess.
import { clueOf, commonLetters, unusedLetter } from "./clues.js";
import { binsOf, guessesLeftAt, pairsInBins } from "./game.js";
import { leastCost, openCharge, pointsOf } from "./objective.js";
import { content, replyCode } from "./words.js";
/** @import {Game, Position, Required} from "./types" */

/** Tables of expected costs are whole numbers of 1/1024 of a point, as in lingo_bot/strategy.py. */
export const SCALE = 1024;

// The limits are those of lingo_bot/strategy.py and lingo_bot/shortlist.py, under their names.
/** The work of one move: candidates × guesses that the recursion evaluates, each with the tree that follows it. */
const MAX_TREE_WORK = 10_000;
/** That work for the first guess, which must be fast. */
const MAX_FIRST_TREE_WORK = 1_000;
/** The fewest guesses that the recursion evaluates now; where there is work for fewer, bins alone rank the guesses. */
const MIN_TREES = 4;
/** The most guesses that it evaluates now. */
const MAX_LIVE_TREES = 24;
/** The most guesses that it evaluates at the next attempt; at later ones it evaluates one. */
const MAX_LATER_TREES = 8;
/** Replies that are computed at each later attempt. */
const MAX_LATER_REPLIES = 400_000;
/** Replies that are computed to rank the guesses of one move. */
const MAX_REPLIES = 2_000_000;
/** The fewest guesses that are ranked. */
const MIN_GUESSES = 40;
/** The candidates of the sample on which letter groups are compared. */
const SMALL_SAMPLE = 400;
/** The most candidates among which a guess is sought that separates all of them (codebreaker/game.py). */
const MOST_SEPARATED = 48;

/** The search for a good tree among some guesses, over some secrets. It has a table with a row for each guess and a
 * column for each secret, which says in which of the guess's bins the secret is. Guesses are given by their rows and
 * candidates by their columns. */
export class Search {
  /** @param {Game} game @param {Int32Array} guesses ascending indices of words
   * @param {Int32Array} secrets ascending indices of words */
  constructor(game, guesses, secrets) {
    this.game = game;
    this.guesses = guesses;
    this.secrets = secrets;
    /** All columns. */
    this.columns = [...secrets.keys()];
    /** The table, row by row: the number of the secret's bin, from 0 in each row. */
    this.bins = binNumbers(game, guesses, secrets);

    const columnBySecret = new Map(Array.from(secrets, (secret, column) => [secret, column]));
    /** By row: the column of the guess; for a guess that is no secret, the column behind the last one. */
    this.columnOf = Int32Array.from(
      guesses,
      (guess) => columnBySecret.get(guess) ?? secrets.length,
    );
    /** By guesses left: how many guesses the recursion evaluates; searchAt sets it. */
    this.widths = Array(content.attempts + 1).fill(1);
    /** The results of costOfPlay, by guesses left and columns. @type {Map<string, number>} */
    this.costs = new Map();
  }

  /** The rows of the guesses with the largest promise, largest first; of equal promises a candidate comes first.
   * @param {number[]} candidates columns @param {number} guessesLeft @param {number} count
   * @param {{isWorst?: boolean, required?: Required | null}} options isWorst: the guesses with the smallest largest bin
   * instead; required: letters that a guess must use */
  rank(candidates, guessesLeft, count, { isWorst = false, required = null } = {}) {
    const { game, guesses, columnOf } = this;
    // By column: 1 for a candidate. It has the column behind the last one too, which `columnOf` gives to other guesses.
    const isCandidate = new Uint8Array(this.secrets.length + 1);
    for (const column of candidates) isCandidate[column] = 1;

    const promises = this.promisesOfRows(candidates, guessesLeft, isCandidate, isWorst);
    if (required) {
      guesses.forEach((guess, row) => {
        if (unusedLetter(game.words[guess], [required])) promises[row] = -Infinity;
      });
    }

    const compare = (/** @type {number} */ a, /** @type {number} */ b) =>
      promises[b] - promises[a] || isCandidate[columnOf[b]] - isCandidate[columnOf[a]] || a - b;
    const rows = [...guesses.keys()];
    // The first row is found faster than all rows are sorted.
    if (count === 1) return [rows.reduce((best, row) => (compare(row, best) < 0 ? row : best))];
    return rows.sort(compare).slice(0, count);
  }

  /** The promise of each row: expected points times number of bins, or the points alone where they are exact. Most of a
   * move's time is spent here, so the loops are plain.
   * @param {number[]} candidates columns @param {number} guessesLeft @param {Uint8Array} isCandidate by column
   * @param {boolean} isWorst whether the promise is the size of the largest bin instead, negative */
  promisesOfRows(candidates, guessesLeft, isCandidate, isWorst) {
    const { guesses, columnOf, bins, secrets } = this;
    // By bin size: the expected cost with the guesses that are left after this one.
    const expected = this.game.expected[guessesLeft - 1];
    // With two guesses left the next one is the last, and bin sizes tell its exact cost.
    const isExact = guessesLeft === 2;

    // A guess charges every candidate that it leaves open. The charge of all candidates is the same for every row and left
    // out. A guess that is a candidate does not leave itself open: its charge is taken off, and so is the cost that the
    // loop below adds for its bin of one.
    const gainOfHit = openCharge(guessesLeft) * SCALE + expected[1];
    // The points if the guesses after this one charged nothing.
    const mostPoints = pointsOf(0, candidates.length, guessesLeft - 1) * SCALE;

    const promises = new Float64Array(guesses.length);
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
      if (isWorst) promises[row] = -largest;
      else promises[row] = isExact ? points : points * count;
    }
    return promises;
  }

  /** The rows that the recursion evaluates. In hard mode they use all that the candidates have in common, so that they are
   * legal whatever was guessed before. @param {number[]} candidates columns @param {number} guessesLeft */
  promisingRows(candidates, guessesLeft) {
    // With two guesses left the ranking is by exact costs, so its first row is the best.
    const count = guessesLeft > 2 ? this.widths[guessesLeft] : 1;
    if (!content.hard) return this.rank(candidates, guessesLeft, count);

    const words = candidates.map((column) => this.game.words[this.secrets[column]]);
    return this.rank(candidates, guessesLeft, count, { required: commonLetters(words) });
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
      const isHit = bin[0] === this.columnOf[row];
      if (isHit) continue;
      cost += openCharge(guessesLeft) * bin.length;
      cost += this.costOfPlay(bin, guessesLeft - 1);
    }
    return cost;
  }

  /** The cost of candidates if lingo-bot plays on: V(S, k) of codebreaker/objective.py over the rows that are evaluated.
   * @param {number[]} candidates columns @param {number} guessesLeft @returns {number} */
  costOfPlay(candidates, guessesLeft) {
    const size = candidates.length;
    if (size <= 2 || guessesLeft === 1) return leastCost(size, guessesLeft);

    const key = `${guessesLeft}:${candidates}`;
    const cost = this.costs.get(key) ?? this.searchedCost(candidates, guessesLeft);
    this.costs.set(key, cost);
    return cost;
  }

  /** The result of costOfPlay for three candidates or more and two guesses or more.
   * @param {number[]} candidates columns @param {number} guessesLeft */
  searchedCost(candidates, guessesLeft) {
    if (this.separating(candidates) !== undefined) return leastCost(candidates.length, guessesLeft);

    const [first, ...alternatives] = this.promisingRows(candidates, guessesLeft);
    // The first is evaluated in any case, so that there is a cost. A guess that parts nothing is left out of the others:
    // what is played after it costs no more without it, and it would be evaluated again at the next attempt, and so on.
    const parting = alternatives.filter((row) => this.binsOfRow(row, candidates).length > 1);
    const costs = [first, ...parting].map((row) => this.costOfGuess(row, candidates, guessesLeft));
    return Math.min(...costs);
  }

  /** The column of the first candidate that separates all the others, which no guess beats; undefined for none.
   * @param {number[]} candidates columns */
  separating(candidates) {
    if (candidates.length > MOST_SEPARATED) return undefined;
    return candidates.find((column) => {
      const row = this.columnOf.indexOf(column);
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

/** The search at a position, or with fewer guesses left; null where bins alone rank the guesses, for many candidates or
 * few guesses. @param {Position} position @param {number} guessesLeft */
export function searchAt(position, guessesLeft = guessesLeftAt(position)) {
  const { game, secrets } = position;
  const size = secrets.length;
  const work = guessesLeft === content.attempts ? MAX_FIRST_TREE_WORK : MAX_TREE_WORK;
  // How many guesses are evaluated now, each with the tree that follows it.
  const trees = Math.min(MAX_LIVE_TREES, Math.floor(work / size));
  if (guessesLeft <= 2 || trees < MIN_TREES) return null;

  // If fewer guesses are left than at the position, another guess comes before this one. It is not known, and neither is
  // what hard mode forbids after it, so all guesses are taken.
  const isNow = guessesLeft === guessesLeftAt(position);
  const legal = isNow ? legalGuesses(position) : game.guesses;
  const search = new Search(game, guessesOfSearch(position, guessesLeft, legal), secrets);

  // The guesses that each of these trees tries next: candidates × trees × these guesses are at most MAX_TREE_WORK.
  const laterTrees = Math.floor(MAX_TREE_WORK / (trees * size));
  search.widths[guessesLeft] = trees;
  search.widths[guessesLeft - 1] = Math.max(1, Math.min(MAX_LATER_TREES, laterTrees));
  return search;
}

/** The guesses of a search: all, or the candidates and as many of the most promising as MAX_LATER_REPLIES allows.
 * @param {Position} position @param {number} guessesLeft @param {Int32Array} guesses */
function guessesOfSearch({ game, secrets }, guessesLeft, guesses) {
  const count = Math.floor(MAX_LATER_REPLIES / secrets.length);
  if (count >= guesses.length) return guesses;

  const search = shortlist(game, secrets, guesses);
  const rows = search.rank(search.columns, guessesLeft, count);
  const promising = rows.map((row) => search.guesses[row]);
  return Int32Array.from(new Set([...secrets, ...promising])).sort();
}

/** The words that may be guessed at a position. @param {Position} position */
export function legalGuesses({ game, steps }) {
  if (!content.hard) return game.guesses;
  const clues = steps.map(clueOf);
  return game.guesses.filter((word) => !unusedLetter(game.words[word], clues));
}

/** The guesses that are worth trying, with their bins (lingo_bot/shortlist.py). If the replies of all guesses to all
 * secrets are more than MAX_REPLIES, they are the guesses that would have the fewest pairs of secrets in the same bin if
 * the marks of their letter groups did not depend on each other, with their bins over a sample of the secrets.
 * @param {Game} game @param {Int32Array} secrets @param {Int32Array} guesses */
export function shortlist(game, secrets, guesses) {
  if (secrets.length * guesses.length <= MAX_REPLIES) return new Search(game, guesses, secrets);

  const few = evenlySpaced(secrets, SMALL_SAMPLE);
  /** The results of logChanceOf by letter group. @type {Map<string, number>} */
  const logChances = new Map();
  const ranked = Array.from(guesses, (guess) => {
    // The chances of independent groups are multiplied.
    let sum = 0;
    for (const group of letterGroupsOf(game.words[guess])) {
      const logChance = logChances.get(group) ?? logChanceOf(game, group, few);
      logChances.set(group, logChance);
      sum += logChance;
    }
    return { guess, sum };
  });
  // Of equal sums the first word of the list comes first.
  ranked.sort((a, b) => a.sum - b.sum || a.guess - b.guess);

  // The largest sample over which MIN_GUESSES guesses have at most MAX_REPLIES replies.
  const sample = evenlySpaced(secrets, MAX_REPLIES / MIN_GUESSES);
  const count = Math.floor(MAX_REPLIES / sample.length);
  const best = ranked.slice(0, count).map(({ guess }) => guess);
  return new Search(game, Int32Array.from(best).sort(), sample);
}

/** At most that many of the secrets, at equal distances. @param {Int32Array} secrets @param {number} most */
function evenlySpaced(secrets, most) {
  const step = Math.ceil(secrets.length / most);
  return secrets.filter((_, index) => index % step === 0);
}

/** The letter groups of a word: for each of its letters the word with "\0" in place of all other letters.
 * @param {string} word */
function letterGroupsOf(word) {
  const letters = [...word];
  return Array.from(new Set(letters), (letter) =>
    letters.map((sign) => (sign === letter ? letter : "\0")).join(""),
  );
}

/** The logarithm of the chance that two secrets get the same marks for a letter group, times SCALE. It is a whole number,
 * so that sums do not depend on their order. @param {Game} game @param {string} group @param {Int32Array} secrets */
function logChanceOf(game, group, secrets) {
  const pairs = pairsInBins(binsOf(game, group, secrets).values());
  return Math.round(SCALE * Math.log(pairs / secrets.length ** 2));
}
