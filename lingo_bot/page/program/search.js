// The search for good trees that lingo-bot makes without a book (lingo_bot/strategy.py), guess for guess.
import { clueOf, commonLetters, unusedLetter } from "./clues.js";
import { binsOf, guessesLeftAt, pairsInBins } from "./game.js";
import { leastCost, openCharge, pointsOf } from "./objective.js";
import { content, replyCode } from "./words.js";
/** @import {Game, Position, Required} from "./types" */

/** Tables of expected costs are in 1/1024 of a point. */
export const SCALE = 1024;

// The limits are those of lingo_bot/strategy.py and lingo_bot/shortlist.py, under their names.
/** The work of one move: candidates × guesses that the recursion evaluates, each with the tree that follows it. */
const MAX_TREE_WORK = 10_000;
/** That work for the first guess, which must be fast. */
const MAX_FIRST_TREE_WORK = 1_000;
/** The fewest and the most guesses that it evaluates now, and the most at the next attempt. */
const MIN_TREES = 4;
const MAX_LIVE_TREES = 24;
const MAX_LATER_TREES = 8;
/** Replies that are computed at each later attempt. */
const MAX_LATER_REPLIES = 400_000;
/** Replies that are computed to rank the guesses of one move. */
const MAX_REPLIES = 2_000_000;
/** The fewest guesses that are ranked, and the candidates of a sample that tells which. */
const MIN_GUESSES = 40;
const SMALL_SAMPLE = 400;
/** The most candidates among which a guess is sought that separates all of them (codebreaker/game.py). */
const MOST_SEPARATED = 48;

/** Guesses with their bins over some secrets, both ascending indices of words. A guess is known by its row, a secret by
 * its place among these secrets. */
export class Search {
  /** @param {Game} game @param {Int32Array} guesses @param {Int32Array} secrets */
  constructor(game, guesses, secrets) {
    this.game = game;
    this.guesses = guesses;
    this.secrets = secrets;
    /** The places of all secrets. */
    this.places = [...secrets.keys()];
    /** guesses × secrets: bins, numbered from 0 in each row. */
    this.bins = binNumbers(game, guesses, secrets);

    const places = new Map(Array.from(secrets, (secret, place) => [secret, place]));
    /** By row: the place of the guess among the secrets; the number of secrets for a guess that is none of them. */
    this.placeOf = Int32Array.from(guesses, (guess) => places.get(guess) ?? secrets.length);
    /** How many guesses are evaluated by recursion, by the number of guesses left. */
    this.keep = Array(content.attempts + 1).fill(1);
    /** The costs of play that are known, by guesses left and places. @type {Map<string, number>} */
    this.costs = new Map();
  }

  /** The rows of the most promising guesses: by the product of expected points and number of bins; by the points alone
   * where they are exact; by the largest bin for the worst case. @param {number[]} members places of the candidates
   * @param {number} guessesLeft @param {number} count
   * @param {{isWorst?: boolean, required?: Required | null}} options required: letters that a guess must use */
  rank(members, guessesLeft, count, { isWorst = false, required = null } = {}) {
    const { game, guesses, placeOf } = this;
    // By place: 1 for a candidate. The place behind the last one is that of guesses that are no secrets.
    const isMember = new Uint8Array(this.secrets.length + 1);
    for (const member of members) isMember[member] = 1;

    const promises = this.promisesOfRows(members, guessesLeft, isMember, isWorst);
    if (required) {
      guesses.forEach((guess, row) => {
        if (unusedLetter(game.words[guess], [required])) promises[row] = -Infinity;
      });
    }

    // Of equal promises a candidate comes first.
    const compare = (/** @type {number} */ a, /** @type {number} */ b) =>
      promises[b] - promises[a] || isMember[placeOf[b]] - isMember[placeOf[a]] || a - b;
    const rows = [...guesses.keys()];
    if (count === 1) return [rows.reduce((best, row) => (compare(row, best) < 0 ? row : best))];
    return rows.sort(compare).slice(0, count);
  }

  /** The promise of each row. The plain loops are what most of a move's time goes to.
   * @param {number[]} members @param {number} guessesLeft
   * @param {Uint8Array} isMember by place @param {boolean} isWorst */
  promisesOfRows(members, guessesLeft, isMember, isWorst) {
    const { guesses, placeOf, bins, secrets } = this;
    const expected = this.game.expected[guessesLeft - 1];
    const mostPoints = pointsOf(0, members.length, guessesLeft - 1) * SCALE;
    // A candidate does not stay open.
    const gainOfHit = openCharge(guessesLeft) * SCALE + expected[1];
    const isExact = guessesLeft === 2;

    const sizes = new Uint16Array(secrets.length);
    return new Float64Array(guesses.length).map((_, row) => {
      const start = row * secrets.length;
      for (let index = 0; index < members.length; index++) sizes[bins[start + members[index]]]++;

      let cost = isMember[placeOf[row]] ? -gainOfHit : 0;
      let parts = 0;
      let largest = 0;
      for (let index = 0; index < members.length; index++) {
        const bin = bins[start + members[index]];
        const size = sizes[bin];
        if (!size) continue;

        cost += expected[size];
        if (size > largest) largest = size;
        parts++;
        // The next row begins with empty bins, and this one counts each bin once.
        sizes[bin] = 0;
      }

      if (isWorst) return -largest;
      const points = mostPoints - cost;
      return isExact ? points : points * parts;
    });
  }

  /** The rows that are tried; in hard mode those that use all that the candidates have in common, so that they are
   * legal whatever was guessed before. @param {number[]} members @param {number} guessesLeft */
  promising(members, guessesLeft) {
    const count = guessesLeft > 2 ? this.keep[guessesLeft] : 1;
    if (!content.hard) return this.rank(members, guessesLeft, count);

    const words = members.map((place) => this.game.words[this.secrets[place]]);
    return this.rank(members, guessesLeft, count, { required: commonLetters(words) });
  }

  /** The bins of a row. @param {number} row @param {number[]} members */
  parts(row, members) {
    const start = row * this.secrets.length;
    return [...Map.groupBy(members, (place) => this.bins[start + place]).values()];
  }

  /** The cost of a row's guess and of lingo-bot's play after it.
   * @param {number} row @param {number[]} members @param {number} guessesLeft */
  costOfGuess(row, members, guessesLeft) {
    let cost = 0;
    for (const bin of this.parts(row, members)) {
      const isHit = bin[0] === this.placeOf[row];
      if (isHit) continue;
      cost += openCharge(guessesLeft) * bin.length;
      cost += this.costOfPlay(bin, guessesLeft - 1);
    }
    return cost;
  }

  /** The cost of candidates if lingo-bot plays on: V(S, k) of codebreaker/objective.py over the rows that are tried.
   * @param {number[]} members @param {number} guessesLeft @returns {number} */
  costOfPlay(members, guessesLeft) {
    const size = members.length;
    if (size <= 2 || guessesLeft === 1) return leastCost(size, guessesLeft);

    const key = `${guessesLeft}:${members}`;
    const known = this.costs.get(key);
    if (known !== undefined) return known;

    const cost = this.searchedCost(members, guessesLeft);
    this.costs.set(key, cost);
    return cost;
  }

  /** The cost of three candidates or more with two guesses or more.
   * @param {number[]} members @param {number} guessesLeft */
  searchedCost(members, guessesLeft) {
    if (this.separating(members) !== undefined) return leastCost(members.length, guessesLeft);

    const [first, ...alternatives] = this.promising(members, guessesLeft);
    // A guess that parts nothing would be tried again at the next attempt, and so on.
    const parting = alternatives.filter((row) => this.parts(row, members).length > 1);
    const costs = [first, ...parting].map((row) => this.costOfGuess(row, members, guessesLeft));
    return Math.min(...costs);
  }

  /** The place of the first candidate that separates all the others, which no guess beats; undefined for none.
   * @param {number[]} members */
  separating(members) {
    if (members.length > MOST_SEPARATED) return undefined;
    return members.find((place) => {
      const row = this.placeOf.indexOf(place);
      return this.parts(row, members).length === members.length;
    });
  }
}

/** guesses × secrets: the number of the secret's bin, in each row in the order in which bins occur.
 * @param {Game} game @param {Int32Array} guesses @param {Int32Array} secrets */
function binNumbers({ letters }, guesses, secrets) {
  const { length } = content;
  const count = secrets.length;
  const bins = new Uint16Array(guesses.length * count);

  guesses.forEach((guess, row) => {
    const word = letters.slice(guess * length, (guess + 1) * length);
    /** The bins' numbers by reply code. */
    const numbers = new Map();
    for (let place = 0; place < count; place++) {
      const code = replyCode(word, letters, secrets[place] * length);
      const number = numbers.get(code) ?? numbers.size;
      numbers.set(code, number);
      bins[row * count + place] = number;
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
  const trees = Math.min(MAX_LIVE_TREES, Math.floor(work / size));
  if (guessesLeft <= 2 || trees < MIN_TREES) return null;

  // The guess after one that tells nothing is searched among all, because that one could be any.
  const isNow = guessesLeft === guessesLeftAt(position);
  const legal = isNow ? legalGuesses(position) : game.guesses;
  const search = new Search(game, promisingGuesses(position, guessesLeft, legal), secrets);

  // What is left of the work is for the next attempt.
  const laterTrees = Math.floor(MAX_TREE_WORK / (trees * size));
  search.keep[guessesLeft] = trees;
  search.keep[guessesLeft - 1] = Math.max(1, Math.min(MAX_LATER_TREES, laterTrees));
  return search;
}

/** The guesses of a search: all, or as many as can be computed at each later attempt, and the candidates.
 * @param {Position} position @param {number} guessesLeft @param {Int32Array} guesses */
function promisingGuesses({ game, secrets }, guessesLeft, guesses) {
  const count = Math.floor(MAX_LATER_REPLIES / secrets.length);
  if (count >= guesses.length) return guesses;

  const search = shortlist(game, secrets, guesses);
  const rows = search.rank(search.places, guessesLeft, count);
  const promising = rows.map((row) => search.guesses[row]);
  return Int32Array.from(new Set([...secrets, ...promising])).sort();
}

/** The words that may be guessed at a position. @param {Position} position */
export function legalGuesses({ game, steps }) {
  if (!content.hard) return game.guesses;
  const clues = steps.map(clueOf);
  return game.guesses.filter((word) => !unusedLetter(game.words[word], clues));
}

/** The guesses that are worth trying, with their bins (lingo_bot/shortlist.py): above MAX_REPLIES those that would part the
 * secrets best if their letter groups were independent. A letter group is a letter with its places in a guess.
 * @param {Game} game @param {Int32Array} secrets @param {Int32Array} guesses */
export function shortlist(game, secrets, guesses) {
  if (secrets.length * guesses.length <= MAX_REPLIES) return new Search(game, guesses, secrets);

  const few = evenlySpaced(secrets, SMALL_SAMPLE);
  const sample = evenlySpaced(secrets, MAX_REPLIES / MIN_GUESSES);

  /** For each letter group the logarithm of the chance that two secrets get the same marks there.
   * @type {Map<string, number>} */
  const logChances = new Map();
  const ranked = Array.from(guesses, (guess) => {
    let sum = 0;
    for (const group of groupsOf(game.words[guess])) {
      const logChance = logChances.get(group) ?? logChanceOf(game, group, few);
      logChances.set(group, logChance);
      sum += logChance;
    }
    return { guess, sum };
  });
  // Of equal sums the first word of the list comes first.
  ranked.sort((a, b) => a.sum - b.sum || a.guess - b.guess);

  const count = Math.floor(MAX_REPLIES / sample.length);
  const best = ranked.slice(0, count).map(({ guess }) => guess);
  return new Search(game, Int32Array.from(best).sort(), sample);
}

/** At most that many of the secrets, at equal distances. @param {Int32Array} secrets @param {number} most */
function evenlySpaced(secrets, most) {
  const step = Math.ceil(secrets.length / most);
  return secrets.filter((_, place) => place % step === 0);
}

/** The letter groups of a word: for each letter the word with a 0 byte in place of all others. @param {string} word */
function groupsOf(word) {
  const letters = [...word];
  return Array.from(new Set(letters), (letter) =>
    letters.map((sign) => (sign === letter ? letter : "\0")).join(""),
  );
}

/** The logarithm of the chance that two secrets get the same marks for a letter group, times SCALE, as a whole number.
 * @param {Game} game @param {string} group @param {Int32Array} secrets */
function logChanceOf(game, group, secrets) {
  const pairs = pairsInBins(binsOf(game, group, secrets).values());
  return Math.round(SCALE * Math.log(pairs / secrets.length ** 2));
}
