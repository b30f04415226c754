// The search for good trees that lingo-bot makes without a book (lingo_bot/strategy.py), guess for guess.
import { clueOf, commonLetters, unusedLetter } from "./clues.js";
import { binsOf } from "./game.js";
import { content, replyCode } from "./words.js";
/** @import {Game, Position, Required} from "./types" */

/** Tables of expected totals are in 1/1024 of a point. */
export const SCALE = 1024;
/** Candidates × guesses that are played out for one move, and for the first one. */
const TREES = 10_000;
const FIRST_TREES = 1_000;
/** The fewest and the most guesses that are played out now, and the most at the next attempt. */
const FEWEST_TREES = 4;
const MOST_TREES = 24;
const MOST_LATER = 8;
/** Replies that are computed at each later attempt. */
const LATER = 400_000;
/** Replies that are computed to rank the guesses of one move. */
const BUDGET = 2_000_000;
/** The fewest guesses that are ranked, and the candidates of a sample that tells which. */
const FEWEST_GUESSES = 40;
const SMALL_SAMPLE = 400;
/** The most candidates among which a guess is sought that tells all of them apart. */
const MOST_SEPARATED = 48;

/** Guesses with their bins over some secrets, both ascending indices of words. Secrets are known by their places here. */
export class Search {
  /** @param {Game} game @param {Int32Array} guesses @param {Int32Array} secrets */
  constructor(game, guesses, secrets) {
    const count = secrets.length;
    this.game = game;
    this.guesses = guesses;
    this.secrets = secrets;
    this.all = [...secrets.keys()];
    /** guesses × secrets: bins, numbered from 0 in each row. */
    this.bins = binNumbers(game, guesses, secrets);

    const places = new Map(Array.from(secrets, (secret, place) => [secret, place]));
    /** The place of each guess among the secrets; their number for a guess that is none of them. */
    this.own = Int32Array.from(guesses, (guess) => places.get(guess) ?? count);
    /** How many guesses are played out, by attempt. */
    this.keep = content.solved.map(() => 1);
    /** Total payoffs by attempt and places. @type {Map<string, number>} */
    this.totals = new Map();
  }

  /** The rows of the most promising guesses: by the product of expected total and number of bins; by the total alone
   * where it is exact; by the largest bin for the worst case. @param {number[]} members places @param {number} attempt
   * @param {number} count @param {Required[] | null} required letters that a guess must use */
  rank(members, attempt, count, isWorst = false, required = null) {
    const { game, guesses, own } = this;
    const inside = new Uint8Array(this.secrets.length + 1);
    for (const member of members) inside[member] = 1;

    const worth = this.worthOfRows(members, attempt, inside, isWorst);
    if (required) {
      guesses.forEach((guess, row) => {
        if (unusedLetter(game.words[guess], required)) worth[row] = -Infinity;
      });
    }

    const before = (/** @type {number} */ a, /** @type {number} */ b) =>
      worth[b] - worth[a] || inside[own[b]] - inside[own[a]] || a - b;
    const rows = [...guesses.keys()];
    if (count === 1) return [rows.reduce((best, row) => (before(row, best) < 0 ? row : best))];
    return rows.sort(before).slice(0, count);
  }

  /** The promise of each row. The plain loops are what most of a move's time goes to.
   * @param {number[]} members places @param {number} attempt @param {Uint8Array} inside by place: 1 for a member
   * @param {boolean} isWorst */
  worthOfRows(members, attempt, inside, isWorst) {
    const { guesses, own, bins, secrets } = this;
    const totals = this.game.totals[attempt + 1];
    const isDecided = attempt === content.attempts - 2;
    const gain = content.solved[attempt] * SCALE - totals[1];
    const sizes = new Uint16Array(secrets.length);
    return new Float64Array(guesses.length).map((_, row) => {
      const start = row * secrets.length;
      for (let m = 0; m < members.length; m++) sizes[bins[start + members[m]]]++;

      let sum = inside[own[row]] ? gain : 0;
      let parts = 0;
      let most = 0;
      for (let m = 0; m < members.length; m++) {
        const bin = bins[start + members[m]];
        const size = sizes[bin];
        if (!size) continue;
        sum += totals[size];
        if (size > most) most = size;
        parts++;
        // The next row begins with empty bins, and this one counts each bin once.
        sizes[bin] = 0;
      }

      if (isWorst) return -most;
      return isDecided ? sum : sum * parts;
    });
  }

  /** The rows that are tried; in hard mode those that use all that the candidates have in common.
   * @param {number[]} members @param {number} attempt */
  promising(members, attempt) {
    const count = attempt < content.attempts - 2 ? this.keep[attempt] : 1;
    if (!content.hard) return this.rank(members, attempt, count);
    const words = members.map((place) => this.game.words[this.secrets[place]]);
    return this.rank(members, attempt, count, false, [commonLetters(words)]);
  }

  /** The bins of a row. @param {number} row @param {number[]} members */
  parts(row, members) {
    const start = row * this.secrets.length;
    return [...Map.groupBy(members, (place) => this.bins[start + place]).values()];
  }

  /** The total payoff of a row's guess and of the best play after it.
   * @param {number} row @param {number[]} members @param {number} attempt */
  after(row, members, attempt) {
    let total = 0;
    for (const bin of this.parts(row, members)) {
      const isHit = bin[0] === this.own[row];
      total += isHit ? content.solved[attempt] : this.best(bin, attempt + 1);
    }
    return total;
  }

  /** The total payoff over candidates if lingo-bot plays on.
   * @param {number[]} members @param {number} attempt @returns {number} */
  best(members, attempt) {
    const { solved, missed, attempts } = content;
    const size = members.length;
    if (size === 1 || attempt === attempts - 1) return solved[attempt] + missed * (size - 1);

    const key = `${attempt}:${members}`;
    let best = this.totals.get(key);
    // Two candidates, and those that one of them tells apart, are solved at this attempt and the next.
    const isTwo = size === 2;
    if (isTwo || (best === undefined && this.separating(members) !== undefined))
      best = solved[attempt] + solved[attempt + 1] * (size - 1);
    if (best === undefined) {
      const [first, ...alternatives] = this.promising(members, attempt);
      // A guess that parts nothing would be tried again at the next attempt, and so on.
      const rows = alternatives.filter((row) => this.parts(row, members).length > 1);
      best = Math.max(...[first, ...rows].map((row) => this.after(row, members, attempt)));
    }
    this.totals.set(key, best);
    return best;
  }

  /** The first candidate that tells all the others apart, which no guess beats. @param {number[]} members */
  separating(members) {
    if (members.length > MOST_SEPARATED) return undefined;
    const bins = (/** @type {number} */ place) => this.parts(this.own.indexOf(place), members);
    return members.find((place) => bins(place).length === members.length);
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
    for (let s = 0; s < count; s++) {
      const code = replyCode(word, letters, secrets[s] * length);
      const number = numbers.get(code) ?? numbers.size;
      numbers.set(code, number);
      bins[row * count + s] = number;
    }
  });
  return bins;
}

/** The search at a position, or an attempt later; null where bins alone rank the guesses, for many candidates or few
 * attempts. @param {Position} position @param {number} attempt */
export function searchAt(position, attempt = position.steps.length) {
  const { game, secrets } = position;
  const size = secrets.length;
  const trees = Math.min(MOST_TREES, Math.floor((attempt ? TREES : FIRST_TREES) / size));
  if (attempt >= content.attempts - 2 || trees < FEWEST_TREES) return null;

  const isNow = attempt === position.steps.length;
  const legal = isNow ? legalGuesses(position) : game.guesses;
  const search = new Search(game, promisingGuesses(position, attempt, legal), secrets);
  const later = Math.floor(TREES / (trees * size));
  search.keep[attempt] = trees;
  search.keep[attempt + 1] = Math.max(1, Math.min(MOST_LATER, later));
  return search;
}

/** The guesses of a search: all, or as many as can be computed at each later attempt, and the candidates.
 * @param {Position} position @param {number} attempt @param {Int32Array} guesses */
function promisingGuesses({ game, secrets }, attempt, guesses) {
  const count = Math.floor(LATER / secrets.length);
  if (count >= guesses.length) return guesses;
  const short = shortlist(game, secrets, guesses);
  const promising = short.rank(short.all, attempt, count).map((row) => short.guesses[row]);
  return Int32Array.from(new Set([...secrets, ...promising])).sort();
}

/** The words that may be guessed at a position. @param {Position} position */
export function legalGuesses({ game, steps }) {
  if (!content.hard) return game.guesses;
  const clues = steps.map(clueOf);
  return game.guesses.filter((word) => !unusedLetter(game.words[word], clues));
}

/** The guesses that are worth trying, with their bins (lingo_bot/shortlist.py): over the budget those whose groups would
 * tell the secrets apart best if they were independent. A group is the places of one letter of a guess.
 * @param {Game} game @param {Int32Array} secrets @param {Int32Array} guesses */
export function shortlist(game, secrets, guesses) {
  if (secrets.length * guesses.length <= BUDGET) return new Search(game, guesses, secrets);
  const few = spaced(secrets, SMALL_SAMPLE);
  const sample = spaced(secrets, BUDGET / FEWEST_GUESSES);

  /** By group, the logarithm of the chance that two secrets get the same marks there. @type {Map<string, number>} */
  const chances = new Map();
  const shared = Array.from(guesses, (guess) => {
    let sum = 0;
    for (const group of groupsOf(game.words[guess])) {
      const chance = chances.get(group) ?? chanceOf(game, group, few);
      chances.set(group, chance);
      sum += chance;
    }
    return { guess, sum };
  });
  shared.sort((a, b) => a.sum - b.sum || a.guess - b.guess);

  const count = Math.floor(BUDGET / sample.length);
  const best = shared.slice(0, count).map(({ guess }) => guess);
  return new Search(game, Int32Array.from(best).sort(), sample);
}

/** At most so many of the secrets, at equal distances. @param {Int32Array} secrets @param {number} most */
function spaced(secrets, most) {
  const step = Math.ceil(secrets.length / most);
  return secrets.filter((_, place) => place % step === 0);
}

/** For each letter of a word, the word with all other letters blotted out. @param {string} word */
function groupsOf(word) {
  const letters = [...new Set(word)];
  return letters.map((letter) => word.replaceAll(new RegExp(`[^${letter}]`, "gu"), "\0"));
}

/** The logarithm of the chance that two secrets get the same marks for a group, times SCALE, as a whole number.
 * @param {Game} game @param {string} group @param {Int32Array} secrets */
function chanceOf(game, group, secrets) {
  let pairs = 0;
  for (const bin of binsOf(game, group, secrets).values()) pairs += bin.length * bin.length;
  return Math.round(SCALE * Math.log(pairs / secrets.length ** 2));
}
