// A finished game (lingo_bot/assistant/review.py): each guess beside the best one, with figures for skill and luck.
import { advise, bookMove, valueOf } from "./advice.js";
import { begin, binsOf, guessesLeftAt, hear, isOver, isSolved, whyIllegal } from "./game.js";
import { SCALE, searchAt } from "./search.js";
import { replyFor, rounded } from "./words.js";
/** @import {Game, Position, Pause, Reviewed, Step} from "./types" */

/** The highest skill and the highest luck. */
const HIGHEST = 99;
/** The best guesses that are named for each guess. */
const ALTERNATIVES = 5;

/** The guesses of a finished game with their figures, and the game of lingo-bot for the same word.
 * @param {Game} game @param {string | null} letter @param {string} secret @param {string[]} guesses
 * @param {Pause} pause */
export async function review(game, letter, secret, guesses, pause) {
  const isAnswer = game.answers.includes(game.index.get(secret) ?? -1);
  // Every word can be the secret if this one is no answer.
  const start = begin(game, letter, !isAnswer);
  const reviewed = [];
  let position = start;
  for (const guess of guesses) {
    const step = { guess, reply: replyFor(guess, secret) };
    reviewed.push(await reviewedStep(position, step, pause));
    position = hear(position, step);
  }
  return { reviewed, own: await ownGame(start, secret, pause) };
}

/** A guess with its figures. @param {Position} position before it @param {Step} step @param {Pause} pause
 * @returns {Promise<Reviewed>} */
async function reviewedStep(position, step, pause) {
  const { game } = position;
  const { guess } = step;
  const advice = await advise(position, ALTERNATIVES, [guess], pause);
  const own = advice.best.find(({ word }) => word === guess) ?? advice.best[0];
  const isBeaten = advice.best[0].points > own.points;
  const best = isBeaten ? advice.best : [...new Set([own, ...advice.best])];

  const next = hear(position, step);
  const before = position.secrets.length;
  const after = next.secrets.length;
  return {
    ...step,
    before,
    after,
    own,
    best: best.slice(0, ALTERNATIVES),
    candidates: Array.from(next.secrets, (index) => game.words[index]),
    // With one candidate left nothing was to be decided.
    skill: before > 1 ? skillOf(position, own.points, best[0].points) : null,
    luck: luckOf(position, guess, isSolved(next.steps) ? 0 : after),
    remark: whyIllegal(position, guess),
  };
}

/** The game of lingo-bot: by the book where it has one, else by its advice.
 * @param {Position} start @param {string} secret @param {Pause} pause @returns {Promise<Step[]>} */
async function ownGame(start, secret, pause) {
  let position = start;
  while (!isOver(position)) {
    const booked = bookMove(position);
    const { word } = booked ?? (await advise(position, 1, [], pause)).best[0];
    position = hear(position, { guess: word, reply: replyFor(word, secret) });
  }
  return position.steps;
}

/** 99 · (points − least) / (best − least), from 0 to 99, where a guess that tells nothing brings the least points.
 * @param {Position} position @param {number} points @param {number} best */
function skillOf(position, points, best) {
  const least = pointsWithoutInformation(position);
  const share = best > least ? (points - least) / (best - least) : 1;
  return rounded(HIGHEST * Math.min(1, Math.max(0, share)));
}

/** Expected points after a guess that tells nothing: the same candidates, one attempt fewer.
 * @param {Position} position */
function pointsWithoutInformation(position) {
  const { game, secrets } = position;
  const size = secrets.length;
  const guessesLater = guessesLeftAt(position) - 1;
  if (guessesLater === 0) return 0;

  const search = searchAt(position, guessesLater);
  const expected = game.expected[guessesLater][size] / SCALE;
  const cost = search ? search.costOfPlay(search.places, guessesLater) : expected;
  const isExact = search !== null || guessesLater === 1;
  const correction = bookMove(position)?.correction;
  return valueOf(cost, size, guessesLater, isExact, correction).points;
}

/** 99 times the share of candidates that would have left more words, counting half of those that leave as many.
 * @param {Position} position @param {string} guess @param {number} left words left after the reply, 0 after a hit */
function luckOf({ game, secrets }, guess, left) {
  let sum = 0;
  for (const bin of binsOf(game, guess, secrets).values()) {
    const isHit = game.words[bin[0]] === guess;
    const leaves = isHit ? 0 : bin.length;
    if (leaves > left) sum += bin.length;
    if (leaves === left) sum += bin.length / 2;
  }
  return rounded((HIGHEST * sum) / secrets.length);
}
