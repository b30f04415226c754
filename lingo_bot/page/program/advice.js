// Advice: the best guesses at a point of a game, and what any word is worth (lingo_bot/assistant/advice.py).
import { binsOf } from "./bins.js";
import { won } from "./reply.js";
import { bestGuesses, bestTotal, gainOfHit, SCALE, searchOver } from "./search.js";
import { attemptOf, nodeAfter } from "./tree.js";
import { upTo } from "./words.js";
/** @import {Step, Game, Place, Proposal, Advice, TreeSearch} from "./types" */

/** The proposals at a place: first estimates, in the end the values of trees. It pauses by yielding null.
 * @param {Game} game @param {Place} place @param {number} count
 * @param {string[]} also words that are valued too @returns {Generator<Advice | null, Advice>} */
export function* advise(game, place, count, also = []) {
  const book = bookMove(game, place);
  const { words } = game.lists;
  const work = bestGuesses(game, place, count);
  /** @param {number[]} guesses @param {TreeSearch | null} search @param {boolean} final
   * @returns {Generator<null, Advice>} */
  const advice = function* (guesses, search, final) {
    const [own, ...others] = guesses.slice(0, count).map((guess) => words[guess]);
    const first = book?.word ?? own;
    const proposals = [];
    for (const word of new Set([first, own, ...others, ...also])) {
      proposals.push(evaluate(game, place, word, book, final ? search : null, final));
      yield null;
    }
    const listed = game.worst ? proposals : inOrder(proposals, first);
    return {
      best: listed.filter(({ word }, index) => index < count || also.includes(word)),
      final,
    };
  };
  for (;;) {
    const { value, done } = work.next();
    if (done) return yield* advice(value.guesses, value.search, true);
    yield value && (yield* advice(value, null, false));
  }
}

/** Proposals, best first; that of lingo-bot comes before all. @param {Proposal[]} proposals
 * @param {string} own */
function inOrder(proposals, own) {
  const rank = (/** @type {Proposal} */ p) =>
    p.word === own ? Infinity : p.points - 10_000 * (1 - (p.chance ?? 1));
  return proposals.sort(
    (a, b) =>
      Number(rank(b) > rank(a)) - Number(rank(a) > rank(b)) ||
      Number(b.exact) - Number(a.exact) ||
      Number(b.candidate) - Number(a.candidate) ||
      (a.word < b.word ? -1 : 1),
  );
}

/** The proposal of the book's guess, null where the steps have left its tree. @param {Game} game
 * @param {Place} place @returns {Proposal | null} */
export function bookMove(game, { steps, secrets }) {
  const { tree, lists, solved, missed, attempts } = game;
  const node = nodeAfter(tree, lists, steps);
  if (!tree || node < 0) return null;
  let total = 0;
  for (const secret of secrets) {
    const attempt = attemptOf(tree, lists, node, secret, steps.length, attempts);
    total += attempt < 0 ? missed : solved[attempt];
  }
  const word = lists.words[tree.guesses[node]];
  return {
    ...proposalOf(game, secrets, word),
    ...figures(game, total, secrets.length),
    book: true,
  };
}

/** What a word is worth at a place; the list need not hold it. @param {Game} game
 * @param {Place} place @param {string} word @param {Proposal | null} book the book's guess here
 * @param {TreeSearch | null} search @param {boolean} final whether few attempts give exact totals
 * @returns {Proposal} */
export function evaluate(game, place, word, book, search, final = true) {
  if (book?.word === word) return book;
  const { secrets, steps } = place;
  const proposal = proposalOf(game, secrets, word);
  if (final && (search || steps.length >= game.attempts - 2)) {
    const total = playedOut(game, place, word, search);
    return { ...proposal, ...figures(game, total, secrets.length) };
  }
  return { ...proposal, points: estimate(game, place, word) + correction(game, place, book) };
}

/** A word's bins over the candidates, in figures. @param {Game} game @param {Int32Array} secrets
 * @param {string} word @returns {Proposal} */
function proposalOf({ lists }, secrets, word) {
  const sizes = Array.from(binsOf(lists, word, secrets).values(), ({ length }) => length);
  const left = sizes.reduce((sum, size) => sum + size * size, 0) / secrets.length;
  const candidate = secrets.includes(lists.places.get(word) ?? -1);
  const bins = { bins: sizes.length, largest: Math.max(...sizes) };
  return { word, left, candidate, ...bins, points: 0, chance: null, exact: false, book: false };
}

/** The mean points, 0 for a miss, and the chance to solve (null where a miss costs nothing), of a total payoff.
 * @param {Game} game @param {number} total @param {number} size */
function figures({ missed }, total, size) {
  if (missed === 0) return { points: total / size, chance: null, exact: true };
  const misses = Math.ceil(total / missed); // the points of all candidates are less than one miss costs
  return { points: (total - misses * missed) / size, chance: 1 - misses / size, exact: true };
}

/** Expected points of a word, estimated from its bin sizes. @param {Game} game
 * @param {Place} place @param {string} word */
function estimate(game, { secrets, steps }, word) {
  const { lists, values } = game;
  const totals = values(steps.length + 1, secrets.length);
  let sum = secrets.includes(lists.places.get(word) ?? -1) ? gainOfHit(game, steps.length) : 0;
  for (const bin of binsOf(lists, word, secrets).values()) sum += totals[bin.length];
  return sum / SCALE / secrets.length;
}

/** Points added to estimates: the value of the book's guess less its estimate, so that both are on one level.
 * @param {Game} game @param {Place} place @param {Proposal | null} book */
function correction(game, place, book) {
  if (!book || place.steps.length + 1 === game.attempts) return 0;
  return book.points - estimate(game, place, book.word);
}

/** The total payoff if lingo-bot plays on after a word. @param {Game} game @param {Place} place
 * @param {string} word @param {TreeSearch | null} search */
function playedOut(game, { secrets, steps }, word, search) {
  const { solved, missed, attempts, lists } = game;
  const attempt = steps.length;
  const own = lists.places.get(word);
  const places = new Map(Array.from(secrets, (secret, place) => [secret, place]));
  let total = 0;
  for (const bin of binsOf(lists, word, secrets).values()) {
    if (bin[0] === own) total += solved[attempt];
    else if (attempt + 1 === attempts) total += missed * bin.length;
    else if (!search) total += solved[attempt + 1] + missed * (bin.length - 1);
    else {
      const members = Int32Array.from(bin, (secret) => places.get(secret) ?? 0);
      total += bestTotal(search, members, attempt + 1);
    }
  }
  return total;
}

/** Expected points after a guess that tells nothing: the same candidates, one attempt fewer.
 * @param {Game} game @param {Place} place @param {Proposal | null} book */
export function wasted(game, place, book) {
  const { solved, missed, attempts, values } = game;
  const size = place.secrets.length;
  const next = place.steps.length + 1;
  if (next === attempts) return 0;
  if (next === attempts - 1 || size === 1)
    return figures(game, solved[next] + missed * (size - 1), size).points;
  const search = searchOver(game, place.secrets, next);
  if (!search) return values(next, size)[size] / SCALE / size + correction(game, place, book);
  return figures(game, bestTotal(search, upTo(size), next), size).points;
}

/** Whether the game is over after the steps. @param {Game} game @param {Step[]} steps */
export function isOver({ attempts }, steps) {
  return steps.length >= attempts || steps.some(({ reply }) => won(reply));
}
