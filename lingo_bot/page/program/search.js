// The search for good trees that lingo-bot makes without a book (lingo_bot/strategy.py), guess for guess.
import { clueOf, commonLetters, unusedLetter } from "./clues.js";
import { binsOf } from "./game.js";
import { content, replyCode } from "./words.js";
/** @import {Game, Position, Required} from "./types" */

export const SCALE = 1024; // tables of expected totals are in 1/1024 of a point
const TREES = 10_000; // candidates × guesses played out for one move
const FIRST_TREES = 1_000; // and for the first guess
const [FEWEST_TREES, MOST_TREES, MOST_LATER] = [4, 24, 8]; // guesses played out, now and at the next attempt
const LATER = 400_000; // replies computed at each later attempt
const BUDGET = 2_000_000; // replies computed to rank the guesses of one move
const [FEWEST_GUESSES, SMALL_SAMPLE] = [40, 400];
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
    this.bins = new Uint16Array(guesses.length * count);
    const [{ letters }, { length }] = [game, content];
    guesses.forEach((guess, row) => {
      const word = letters.slice(guess * length, (guess + 1) * length);
      const numbers = new Map();
      for (let s = 0; s < count; s++) {
        const code = replyCode(word, letters, secrets[s] * length);
        const number = numbers.get(code) ?? numbers.size;
        numbers.set(code, number);
        this.bins[row * count + s] = number;
      }
    });
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
  rank(members, attempt, count, worst = false, required = null) {
    const { game, guesses, own, bins, secrets } = this;
    const totals = game.totals[attempt + 1];
    const decided = attempt === content.attempts - 2;
    const gain = content.solved[attempt] * SCALE - totals[1];
    const inside = new Uint8Array(secrets.length + 1);
    for (const member of members) inside[member] = 1;
    const sizes = new Uint16Array(secrets.length);
    const worth = new Float64Array(guesses.length).map((_, row) => {
      const start = row * secrets.length;
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
      if (required && unusedLetter(game.words[guesses[row]], required)) return -Infinity;
      return worst ? -most : decided ? sum : sum * parts;
    });
    const before = (/** @type {number} */ a, /** @type {number} */ b) =>
      worth[b] - worth[a] || inside[own[b]] - inside[own[a]] || a - b;
    const rows = [...guesses.keys()];
    if (count === 1) return [rows.reduce((best, row) => (before(row, best) < 0 ? row : best))];
    return rows.sort(before).slice(0, count);
  }

  /** The rows that are tried; in hard mode those that use all that the candidates have in common.
   * @param {number[]} members @param {number} attempt */
  promising(members, attempt) {
    const count = attempt < content.attempts - 2 ? this.keep[attempt] : 1;
    const words = content.hard && members.map((place) => this.game.words[this.secrets[place]]);
    return this.rank(members, attempt, count, false, words ? [commonLetters(words)] : null);
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
      const hit = bin[0] === this.own[row];
      total += hit ? content.solved[attempt] : this.best(bin, attempt + 1);
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
    if (size === 2 || (best === undefined && this.separating(members) !== undefined))
      best = solved[attempt] + solved[attempt + 1] * (size - 1);
    if (best === undefined) {
      const [first, ...others] = this.promising(members, attempt);
      const rows = others.filter((row) => this.parts(row, members).length > 1);
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

/** The search at a position, or an attempt later; null where bins alone rank the guesses, for many candidates or few
 * attempts. @param {Position} position @param {number} attempt */
export function searchAt(position, attempt = position.steps.length) {
  const { game, secrets } = position;
  const size = secrets.length;
  const trees = Math.min(MOST_TREES, Math.floor((attempt ? TREES : FIRST_TREES) / size));
  if (attempt >= content.attempts - 2 || trees < FEWEST_TREES) return null;
  const count = Math.floor(LATER / size);
  let guesses = attempt === position.steps.length ? legalGuesses(position) : game.guesses;
  if (count < guesses.length) {
    const first = shortlist(game, secrets, guesses);
    const promising = first.rank(first.all, attempt, count).map((row) => first.guesses[row]);
    guesses = Int32Array.from(new Set([...secrets, ...promising])).sort();
  }
  const search = new Search(game, guesses, secrets);
  const later = Math.floor(TREES / (trees * size));
  search.keep.splice(attempt, 2, trees, Math.max(1, Math.min(MOST_LATER, later)));
  return search;
}

/** The words that may be guessed at a position. @param {Position} position */
export function legalGuesses({ game, steps }) {
  if (!content.hard) return game.guesses;
  const clues = steps.map(clueOf);
  return game.guesses.filter((word) => !unusedLetter(game.words[word], clues));
}

/** The guesses that are worth trying, with their bins (lingo_bot/shortlist.py): over the budget those whose groups would
 * tell the secrets apart best if they were independent. @param {Game} game @param {Int32Array} secrets
 * @param {Int32Array} guesses */
export function shortlist(game, secrets, guesses) {
  if (secrets.length * guesses.length <= BUDGET) return new Search(game, guesses, secrets);
  const spaced = (/** @type {number} */ most) =>
    secrets.filter((_, index) => index % Math.ceil(secrets.length / most) === 0);
  const [few, sample] = [spaced(SMALL_SAMPLE), spaced(BUDGET / FEWEST_GUESSES)];
  /** The logarithm of the chance that two secrets get the same marks for a letter at some places. @type {Map<string, number>} */
  const chances = new Map();
  const chance = (/** @type {string} */ group) => {
    const sizes = Array.from(binsOf(game, group, few).values(), (bin) => bin.length);
    const pairs = sizes.reduce((sum, size) => sum + size * size, 0);
    chances.set(group, Math.round(SCALE * Math.log(pairs / few.length ** 2)));
    return chances.get(group) ?? 0;
  };
  const shared = Array.from(guesses, (guess) => {
    const word = game.words[guess];
    let sum = 0;
    for (const letter of new Set(word)) {
      const group = word.replaceAll(new RegExp(`[^${letter}]`, "gu"), "\0");
      sum += chances.get(group) ?? chance(group);
    }
    return { guess, sum };
  });
  shared.sort((a, b) => a.sum - b.sum || a.guess - b.guess);
  const best = shared.slice(0, Math.floor(BUDGET / sample.length)).map(({ guess }) => guess);
  return new Search(game, Int32Array.from(best).sort(), sample);
}
