// A finished game: each guess beside the best one, with figures for skill and luck (lingo_bot/assistant/review.py).
import { advise, bookMove, wasted } from "./advice.js";
import { binsOf } from "./game.js";
import { begin, hear, isOver, whyIllegal } from "./position.js";
import { replyFor, won } from "./reply.js";
/** @import {Game, Position, Reviewed, Pause} from "./types" */

const MOST = 99;
const ALTERNATIVES = 5;

/** The beginning of a secret's game: every word can be the secret if this one is no answer.
 * @param {Game} game @param {string | null} letter @param {string} secret */
function beginFor(game, letter, secret) {
  return begin(game, letter, !game.answers.includes(game.index.get(secret) ?? -1));
}

/** The game of lingo-bot for a secret: by the book where it has one, else by its advice. @param {Game} game
 * @param {string | null} letter @param {string} secret @param {Pause} pause */
export async function ownGame(game, letter, secret, pause) {
  let position = beginFor(game, letter, secret);
  while (!isOver(position)) {
    const { word } = bookMove(position) ?? (await advise(position, 1, [], pause)).best[0];
    const next = hear(position, { guess: word, reply: replyFor(word, secret) });
    if (typeof next === "string") break;
    position = next;
  }
  return position.steps;
}

/** Every guess of a game with its figures. @param {Game} game @param {string | null} letter
 * @param {string} secret @param {string[]} guesses @param {Pause} pause */
export async function review(game, letter, secret, guesses, pause) {
  let position = beginFor(game, letter, secret);
  const reviewed = [];
  for (const guess of guesses) {
    const next = hear(position, { guess, reply: replyFor(guess, secret) });
    if (typeof next === "string") break;
    reviewed.push(await reviewStep(position, next, pause));
    position = next;
  }
  return reviewed;
}

/** @param {Position} before @param {Position} after @param {Pause} pause @returns {Promise<Reviewed>} */
async function reviewStep(before, after, pause) {
  const { game, secrets } = before;
  const [{ guess, reply }] = after.steps.slice(-1);
  const advice = (await advise(before, ALTERNATIVES, [guess], pause)).best;
  const [own] = advice.filter(({ word }) => word === guess);
  const best = advice[0].points > own.points ? advice : [...new Set([own, ...advice])];
  const words = (/** @type {Int32Array} */ some) => Array.from(some, (word) => game.words[word]);
  return {
    ...{ guess, reply, own, best: best.slice(0, ALTERNATIVES) },
    ...{ before: words(secrets), after: words(after.secrets) },
    skill: secrets.length === 1 ? null : skill(own.points, best[0].points, wasted(before)),
    luck: luck(before, guess, won(reply) ? 0 : after.secrets.length),
    remark: whyIllegal(before, guess),
  };
}

/** 99 · (points − wasted) / (best − wasted), from 0 to 99; wasted is worth a guess that tells nothing.
 * @param {number} points @param {number} best @param {number} wasted */
function skill(points, best, wasted) {
  if (best <= wasted) return MOST;
  return Math.round(MOST * Math.min(1, Math.max(0, (points - wasted) / (best - wasted))));
}

/** 99 times the share of candidates that would have left more words, counting half of those that leave as many.
 * @param {Position} position @param {string} guess @param {number} left words left after the reply, 0 after a hit */
function luck({ game, secrets }, guess, left) {
  let sum = 0;
  for (const bin of binsOf(game, guess, secrets).values()) {
    const leaves = game.words[bin[0]] === guess ? 0 : bin.length;
    sum += leaves > left ? bin.length : leaves === left ? bin.length / 2 : 0;
  }
  return Math.round((MOST * sum) / secrets.length);
}

/** The mean of figures, null if there is none. @param {(number | null)[]} figures */
export function mean(figures) {
  const known = figures.filter((figure) => figure !== null);
  const sum = known.reduce((sum, figure) => sum + figure, 0);
  return known.length ? Math.round(sum / known.length) : null;
}
