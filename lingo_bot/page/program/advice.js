// Advice: the best guesses at a position, and what any word is worth (lingo_bot/assistant/advice.py).
import { content } from "./content.js";
import { binsOf } from "./game.js";
import { bookGuess } from "./position.js";
import { legalGuesses, SCALE, searchAt, shortlist } from "./search.js";
/** @import {Search} from "./search.js" */
/** @import {Position, Proposal, Advice, Pause} from "./types" */

/** The proposals at a position, with some words more, from trees where there are few candidates.
 * @param {Position} position @param {number} count @param {string[]} also @param {Pause} pause
 * @param {(advice: Advice) => void} show takes the proposals by bins alone, before the trees are searched
 * @returns {Promise<Advice>} */
export async function advise(position, count, also, pause, show = () => {}) {
  const { game, secrets, steps } = position;
  const attempt = steps.length;
  const worst = content.objective === "worst";
  const book = bookMove(position);
  const search = searchAt(position);
  const advice = (/** @type {Iterable<number>} */ guesses, final = true) => {
    const [own, ...others] = Array.from(guesses, (guess) => game.words[guess]).slice(0, count);
    const first = book?.word ?? own;
    const words = [...new Set([first, own, ...others, ...also])];
    const best = words.map((word) => evaluate(position, word, book, search, final));
    if (!worst)
      best.sort((a, b) => Number(b.word === first) - Number(a.word === first) || order(a, b));
    return { best: best.filter(({ word }, index) => index < count || also.includes(word)), final };
  };
  if (attempt === content.attempts - 1 || secrets.length <= 2) return advice(secrets);
  const apart = search?.separating(search.all);
  const separating = apart === undefined ? [] : [secrets[apart]];
  if (!search || worst) {
    const short = shortlist(game, secrets, legalGuesses(position));
    const rows = short.rank(short.all, attempt, count, worst);
    return advice(new Set([...separating, ...rows.map((row) => short.guesses[row])]));
  }
  const rows = search.promising(search.all, attempt);
  show(
    advice(
      rows.map((row) => search.guesses[row]),
      false,
    ),
  );
  const trees = [];
  for (const row of rows) {
    trees.push({ guess: search.guesses[row], total: search.after(row, search.all, attempt) });
    await pause();
  }
  trees.sort((a, b) => b.total - a.total);
  return advice(new Set([...separating, ...trees.map(({ guess }) => guess)]));
}

/** Proposals in order, the best first. @param {Proposal} a @param {Proposal} b */
function order(a, b) {
  const rank = (/** @type {Proposal} */ { points, chance }) =>
    points - 10_000 * (1 - (chance ?? 1));
  return (
    rank(b) - rank(a) ||
    Number(b.exact) - Number(a.exact) ||
    Number(b.candidate) - Number(a.candidate) ||
    (a.word < b.word ? -1 : 1)
  );
}

/** The proposal of the book's guess, null where the steps have left its tree.
 * @param {Position} position @returns {Proposal | null} */
export function bookMove(position) {
  const { game, steps, secrets } = position;
  const guesses = [...steps.keys(), steps.length].map((at) => bookGuess(game, secrets[0], at));
  const guess = guesses[steps.length];
  if (guess < 0 || steps.some((step, at) => game.words[guesses[at]] !== step.guess)) return null;
  const payoffs = Array.from(secrets, (secret) => {
    const solved = content.solved.findIndex((_, at) => bookGuess(game, secret, at) === secret);
    return solved < 0 ? content.missed : content.solved[solved];
  });
  const total = payoffs.reduce((sum, payoff) => sum + payoff);
  return {
    ...proposalOf(position, game.words[guess]),
    ...figures(total, secrets.length),
    book: true,
  };
}

/** What a word is worth; the list need not hold it. @param {Position} position @param {string} word
 * @param {Proposal | null} book the book's guess here @param {Search | null} search
 * @param {boolean} final whether a search or few attempts give exact totals @returns {Proposal} */
function evaluate(position, word, book, search, final) {
  if (book?.word === word) return book;
  const { game, secrets, steps } = position;
  const { solved, missed, attempts } = content;
  const [next, size] = [steps.length + 1, secrets.length];
  const proposal = proposalOf(position, word);
  if (!final || (!search && next < attempts - 1))
    return { ...proposal, points: estimate(position, word) + correction(position, book) };
  const places = new Map(Array.from(secrets, (secret, place) => [secret, place]));
  let total = 0;
  for (const bin of binsOf(game, word, secrets).values()) {
    if (game.words[bin[0]] === word) total += solved[next - 1];
    else if (next === attempts) total += missed * bin.length;
    else if (!search) total += solved[next] + missed * (bin.length - 1);
    else
      total += search.best(
        bin.map((secret) => places.get(secret) ?? 0),
        next,
      );
  }
  return { ...proposal, ...figures(total, size) };
}

/** A word's bins over the candidates, in figures. @param {Position} position @param {string} word
 * @returns {Proposal} */
function proposalOf({ game, secrets }, word) {
  const sizes = Array.from(binsOf(game, word, secrets).values(), ({ length }) => length);
  const left = sizes.reduce((sum, size) => sum + size * size, 0) / secrets.length;
  const candidate = secrets.includes(game.index.get(word) ?? -1);
  const bins = { bins: sizes.length, largest: Math.max(...sizes) };
  return { word, left, candidate, ...bins, points: 0, chance: null, exact: false, book: false };
}

/** The mean points, 0 for a miss, and the chance to solve (null where a miss costs nothing), of a total payoff.
 * @param {number} total @param {number} size */
function figures(total, size) {
  const { missed } = content;
  if (missed === 0) return { points: total / size, chance: null, exact: true };
  const misses = Math.ceil(total / missed); // the points of all candidates are less than one miss costs
  return { points: (total - misses * missed) / size, chance: 1 - misses / size, exact: true };
}

/** Expected points of a word, estimated from its bin sizes. @param {Position} position @param {string} word */
function estimate({ game, secrets, steps }, word) {
  let sum = 0;
  for (const bin of binsOf(game, word, secrets).values()) {
    const hit = game.words[bin[0]] === word;
    sum += hit ? content.solved[steps.length] * SCALE : game.totals[steps.length + 1][bin.length];
  }
  return sum / SCALE / secrets.length;
}

/** Points added to estimates: the value of the book's guess less its estimate, so that both are on one level.
 * @param {Position} position @param {Proposal | null} book */
function correction(position, book) {
  return book ? book.points - estimate(position, book.word) : 0;
}

/** Expected points after a guess that tells nothing: the same candidates, one attempt fewer. @param {Position} position */
export function wasted(position) {
  const { game, secrets, steps } = position;
  const { solved, missed, attempts } = content;
  const [size, next] = [secrets.length, steps.length + 1];
  if (next === attempts) return 0;
  if (next === attempts - 1 || size === 1)
    return figures(solved[next] + missed * (size - 1), size).points;
  const search = searchAt(position, next);
  if (search) return figures(search.best(search.all, next), size).points;
  return game.totals[next][size] / SCALE / size + correction(position, bookMove(position));
}
