// The search for good trees that lingo-bot makes without a book (lingo_bot/strategy.py), guess for guess.
import { clueOf, commonLetters, unusedLetter } from "./clues.js";
import { content } from "./content.js";
import { grouped, Replies } from "./game.js";
/** @import {Game, Position} from "./types" */

export const SCALE = 1024; // tables of expected totals are in 1/1024 of a point
const TREES = 10_000; // candidates × guesses played out for one move
const FIRST_TREES = 1_000; // and for the first guess
const [FEWEST_TREES, MOST_TREES, MOST_LATER] = [4, 24, 8]; // guesses played out, now and at the next attempt
const LATER = 400_000; // replies computed at each later attempt
const BUDGET = 2_000_000; // replies computed to rank the guesses of one move
const [FEWEST_GUESSES, SMALL_SAMPLE] = [40, 400];
const MOST_SEPARATED = 48;
const MOST_CODED = 13; // letters up to which numbers of bins are kept by code in a typed array

/** Guesses with their bins over some secrets, both indices of words, ascending. Secrets are known by their places here. */
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
    const replies = new Replies(game, secrets);
    /** @type {Record<number, number>} */
    const numbers = content.length > MOST_CODED ? {} : new Uint16Array(3 ** content.length);
    guesses.forEach((guess, row) => {
      const codes = replies.of(guess);
      for (let s = 0, used = 0; s < count; s++)
        this.bins[row * count + s] = (numbers[codes[s]] ||= ++used) - 1;
      for (let s = 0; s < count; s++) numbers[codes[s]] = 0;
    });
    const places = new Map(Array.from(secrets, (secret, place) => [secret, place]));
    /** The place of each guess among the secrets; their number for a guess that is none of them. */
    this.own = Int32Array.from(guesses, (guess) => places.get(guess) ?? count);
    /** The row of each secret that may be guessed. */
    this.rows = new Int32Array(count);
    this.own.forEach((place, row) => (this.rows[place] = row));
    /** How many guesses are played out, by attempt. */
    this.keep = content.solved.map(() => 1);
    /** Total payoffs by attempt and places. @type {Map<string, number>} */
    this.totals = new Map();
  }

  /** The rows of the most promising guesses: by the product of expected total and number of bins; by the total alone
   * where it is exact; by the largest bin for the worst case. @param {number[]} members places @param {number} attempt
   * @param {number} count @param {boolean} worst @param {((word: string) => boolean) | null} allowed */
  rank(members, attempt, count, worst = false, allowed = null) {
    const { game, guesses, own, bins, secrets } = this;
    const totals = game.totals[attempt + 1];
    const decided = attempt === content.attempts - 2;
    const gain = content.solved[attempt] * SCALE - totals[1];
    const inside = new Uint8Array(secrets.length + 1);
    for (const member of members) inside[member] = 1;
    const sizes = new Uint16Array(secrets.length);
    const worth = new Float64Array(guesses.length).map((_, row) => {
      if (allowed && !allowed(game.words[guesses[row]])) return -Infinity;
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
    const { game, secrets, keep } = this;
    const decided = attempt === content.attempts - 2;
    if (!content.hard) return this.rank(members, attempt, decided ? 1 : keep[attempt]);
    const words = Array.from(members, (place) => game.words[secrets[place]]);
    const common = [commonLetters(words)];
    const allowed = (/** @type {string} */ word) => !unusedLetter(word, common);
    return this.rank(members, attempt, decided ? 1 : keep[attempt], false, allowed);
  }

  /** The bins of a row. @param {number} row @param {number[]} members */
  parts(row, members) {
    const start = row * this.secrets.length;
    return [...grouped(members, (place) => this.bins[start + place]).values()];
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

  /** The total payoff over candidates if lingo-bot plays on. @param {number[]} members
   * @param {number} attempt @returns {number} */
  best(members, attempt) {
    const { solved, missed, attempts } = content;
    const size = members.length;
    if (size === 1 || attempt === attempts - 1) return solved[attempt] + missed * (size - 1);
    if (size === 2) return solved[attempt] + solved[attempt + 1];
    const key = `${attempt}:${members}`;
    let best = this.totals.get(key);
    if (best === undefined) {
      if (this.separating(members) !== undefined)
        best = solved[attempt] + solved[attempt + 1] * (size - 1);
      else {
        const [first, ...others] = this.promising(members, attempt);
        const rows = others.filter((row) => this.parts(row, members).length > 1);
        best = Math.max(...[first, ...rows].map((row) => this.after(row, members, attempt)));
      }
      this.totals.set(key, best);
    }
    return best;
  }

  /** The first candidate that tells all the others apart, which no guess beats.
   * @param {number[]} members */
  separating(members) {
    if (members.length > MOST_SEPARATED) return undefined;
    return members.find((place) => this.parts(this.rows[place], members).length === members.length);
  }
}

/** The search at a position, an attempt later if that one is wasted; null where bins alone rank the guesses, for many
 * candidates or few attempts. @param {Position} position @param {number} attempt */
export function searchAt(position, attempt = position.steps.length) {
  const { game, secrets } = position;
  const size = secrets.length;
  const trees = Math.min(MOST_TREES, Math.floor((attempt ? TREES : FIRST_TREES) / size));
  if (attempt >= content.attempts - 2 || trees < FEWEST_TREES) return null;
  const count = Math.floor(LATER / size);
  let guesses = attempt === position.steps.length ? legalGuesses(position) : game.guesses;
  if (count < guesses.length) {
    const first = shortlist(game, secrets, guesses);
    const rows = first.rank(first.all, attempt, count);
    const promising = rows.map((row) => first.guesses[row]);
    guesses = Int32Array.from(new Set([...secrets, ...promising])).sort();
  }
  const search = new Search(game, guesses, secrets);
  search.keep[attempt] = trees;
  const later = Math.floor(TREES / (trees * size));
  search.keep[attempt + 1] = Math.max(1, Math.min(MOST_LATER, later));
  return search;
}

/** The words that may be guessed at a position. @param {Position} position */
export function legalGuesses({ game, steps }) {
  if (!content.hard) return game.guesses;
  const clues = steps.map(clueOf);
  return game.guesses.filter((word) => !unusedLetter(game.words[word], clues));
}

/** The guesses that are worth trying, with their bins (lingo_bot/shortlist.py).
 * @param {Game} game @param {Int32Array} secrets @param {Int32Array} guesses */
export function shortlist(game, secrets, guesses) {
  if (secrets.length * guesses.length <= BUDGET) return new Search(game, guesses, secrets);
  const sample = spaced(secrets, BUDGET / FEWEST_GUESSES);
  const shared = sharedReplies(game, spaced(secrets, SMALL_SAMPLE));
  const order = Array.from(guesses, (guess) => ({ guess, shared: shared(guess) }));
  order.sort((a, b) => a.shared - b.shared || a.guess - b.guess);
  const best = order.slice(0, Math.floor(BUDGET / sample.length)).map(({ guess }) => guess);
  return new Search(game, Int32Array.from(best).sort(), sample);
}

/** At most that many of the secrets, evenly spaced. @param {Int32Array} secrets @param {number} most */
function spaced(secrets, most) {
  const step = Math.ceil(secrets.length / most);
  return secrets.filter((_, index) => index % step === 0);
}

/** A function that gives a guess's logarithm of the chance that two secrets have the same reply, were its groups
 * independent. @param {Game} game @param {Int32Array} secrets */
function sharedReplies(game, secrets) {
  const replies = new Replies(game, secrets);
  /** @type {Map<number, number>} */
  const chances = new Map();
  const chance = (/** @type {number} */ group) => {
    const sizes = [...grouped(replies.added(group), (added) => added).values()];
    const pairs = sizes.reduce((sum, { length }) => sum + length ** 2, 0);
    chances.set(group, Math.round(1024 * Math.log(pairs / secrets.length ** 2)));
    return chances.get(group) ?? 0;
  };
  return (/** @type {number} */ guess) =>
    replies.groupsOf(guess).reduce((sum, group) => sum + (chances.get(group) ?? chance(group)), 0);
}
