// A finished game: each guess beside the best one, with figures for skill and luck (lingo_bot/assistant/review.py).
import { advise, bookMove, isOver, wasted } from "./advice.js";
import { binsOf } from "./bins.js";
import { candidatesOf, hear, newGame, whyIllegal, widened } from "./game.js";
import { replyFor, won } from "./reply.js";
/** @import {Step, Game, Place, Played, Proposal, Advice, Reviewed} from "./types" */

const MOST = 99;
const ALTERNATIVES = 5;

/** The game of lingo-bot for a secret: by the book where it has one, else by its advice. It pauses by yielding null.
 * @param {Game} game @param {string | null} letter @param {string} secret
 * @returns {Generator<null, Step[]>} */
export function* ownGame(game, letter, secret) {
  let played = gameFor(game, letter, secret);
  while (!isOver(played.game, played.steps)) {
    const place = { steps: played.steps, secrets: candidatesOf(played) };
    const move = bookMove(played.game, place) ?? (yield* refined(played.game, place, 1)).best[0];
    const next = hear(played, { guess: move.word, reply: replyFor(move.word, secret) });
    if (typeof next === "string") break;
    played = next;
  }
  return played.steps;
}

/** The final advice. It pauses by yielding null. @param {Game} game @param {Place} place
 * @param {number} count @param {string[]} also @returns {Generator<null, Advice>} */
function* refined(game, place, count, also = []) {
  const work = advise(game, place, count, also);
  for (;;) {
    const { value, done } = work.next();
    if (done) return value;
    yield null;
  }
}

/** A new game, where every word can be the secret if this one is no answer.
 * @param {Game} game @param {string | null} letter @param {string} secret */
function gameFor(game, letter, secret) {
  const played = newGame(game, letter);
  return game.lists.answers.includes(game.lists.places.get(secret) ?? -1)
    ? played
    : widened(played);
}

/** Every guess of a game with its figures. It pauses by yielding null. @param {Game} game
 * @param {string | null} letter @param {string} secret @param {string[]} guesses
 * @returns {Generator<null, Reviewed[]>} */
export function* review(game, letter, secret, guesses) {
  let played = gameFor(game, letter, secret);
  const reviewed = [];
  for (const guess of guesses) {
    const step = { guess, reply: replyFor(guess, secret) };
    const next = hear(played, step);
    if (typeof next === "string") break;
    reviewed.push(yield* reviewedGuess(played, step, candidatesOf(next)));
    played = next;
  }
  return reviewed;
}

/** @param {Played} played @param {Step} step @param {Int32Array} after
 * @returns {Generator<null, Reviewed>} */
function* reviewedGuess({ game, letter, steps, candidates }, { guess, reply }, after) {
  const secrets = candidates[candidates.length - 1];
  const place = { steps, secrets };
  const advice = (yield* refined(game, place, ALTERNATIVES, [guess])).best;
  const own = /** @type {Proposal} */ (advice.find(({ word }) => word === guess));
  const others = advice.filter(({ word }) => word !== guess);
  const best = advice[0].points > own.points ? advice : [own, ...others];
  const lowest = wasted(game, place, bookMove(game, place));
  const sizes = Array.from(binsOf(game.lists, guess, secrets).values(), (bin) => bin.length);
  const words = (/** @type {Int32Array} */ some) =>
    Array.from(some, (index) => game.lists.words[index]);
  return {
    ...{ guess, reply, own, best: best.slice(0, ALTERNATIVES) },
    ...{ before: words(secrets), after: words(after) },
    skill: secrets.length === 1 ? null : skill(own.points, best[0].points, lowest),
    luck: luck(sizes, own.candidate, won(reply) ? 0 : after.length),
    remark: whyIllegal(game, letter, steps, guess),
  };
}

/** 99 · (points − wasted) / (best − wasted), from 0 to 99; wasted is worth a guess that tells nothing.
 * @param {number} points @param {number} best @param {number} wasted */
export function skill(points, best, wasted) {
  if (best <= wasted) return MOST;
  return Math.round(MOST * Math.min(1, Math.max(0, (points - wasted) / (best - wasted))));
}

/** 99 times the share of candidates that would have left more words, counting half of those that leave as many.
 * @param {number[]} sizes bin sizes by ascending reply code
 * @param {boolean} hit whether the last bin is the guess itself
 * @param {number} left words left after the reply, 0 after a hit */
export function luck(sizes, hit, left) {
  let sum = 0;
  let all = 0;
  sizes.forEach((size, index) => {
    const leaves = hit && index === sizes.length - 1 ? 0 : size;
    sum += leaves > left ? size : leaves === left ? size / 2 : 0;
    all += size;
  });
  return Math.round((MOST * sum) / all);
}

/** The mean of figures, null if there is none. @param {(number | null)[]} figures */
export function mean(figures) {
  const known = figures.filter((figure) => figure !== null);
  return known.length
    ? Math.round(known.reduce((sum, figure) => sum + figure, 0) / known.length)
    : null;
}
