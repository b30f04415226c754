// A finished game (lingo_bot/assistant/review.py): each guess beside the best one, with figures for skill and luck.
import { advise, pointsLessMisses } from "./advice.js";
import {
  binsOf,
  guessesLeftAt,
  isOver,
  isSolved,
  positionAfter,
  startPosition,
  whyIllegal,
} from "./game.js";
import { bookProposal, estimateWithoutInformation, exactValue } from "./guess_values.js";
import { leastCost } from "./objective.js";
import { searchAt } from "./shortlist.js";
import { nearestWhole, replyFor } from "./words.js";
/** @import {Game, Position, Pause, Proposal, Reviewed, Step} from "./types" */

/** The highest skill and the highest luck: figures of two digits. */
export const HIGHEST = 99;
/** How many of the best guesses are named for each guess. */
const ALTERNATIVES = 5;

/** The guesses of a finished game with their figures, and the game of lingo-bot with the same word.
 * @param {Game} game @param {string | null} letter the first letter that is shown @param {string} secret
 * @param {string[]} guesses @param {Pause} pause is called between two guesses whose trees are searched */
export async function reviewGame(game, letter, secret, guesses, pause) {
  const isAnswer = game.answers.includes(game.index.get(secret) ?? -1);
  // Every word can be the secret if this one is no answer.
  const start = startPosition(game, letter, !isAnswer);

  const reviewed = [];
  let position = start;
  for (const guess of guesses) {
    const step = { guess, reply: replyFor(guess, secret) };
    reviewed.push(await reviewedStep(position, step, pause));
    position = positionAfter(position, step);
  }
  return { reviewed, rivalSteps: await gameOfBot(start, secret, pause) };
}

/** A guess with its figures. @param {Position} position before it @param {Step} step @param {Pause} pause
 * @returns {Promise<Reviewed>} */
async function reviewedStep(position, step, pause) {
  const { game } = position;
  const { guess } = step;
  const { best: proposals } = await advise(position, ALTERNATIVES, [guess], pause);
  // The guess is among them, because it was asked about.
  const own = proposals.find(({ word }) => word === guess) ?? proposals[0];
  // The best guess need not be the first proposal, which is lingo-bot's own guess: for the best worst case that is chosen by
  // its largest bin. The person's guess is the best one unless a proposal is better.
  let best = own;
  for (const proposal of proposals) {
    if (isBetter(proposal, best)) best = proposal;
  }
  const worse = proposals.filter((proposal) => proposal !== best);

  const next = positionAfter(position, step);
  const before = position.secrets.length;
  const after = next.secrets.length;
  const isForced = before === 1 && own.candidate;
  return {
    ...step,
    before,
    after,
    own,
    best: [best, ...worse].slice(0, ALTERNATIVES),
    candidates: Array.from(next.secrets, (index) => game.words[index]),
    skill: isForced ? null : skillOf(position, own.points, best.points),
    luck: luckOf(position, guess, isSolved(next.steps) ? 0 : after),
    remark: whyIllegal(position, guess),
  };
}

/** Whether the first proposal is better than the second one, by the points less what the chance to miss costs.
 * @param {Proposal} proposal @param {Proposal} other */
function isBetter(proposal, other) {
  // An estimate has no chance to compare. Where one proposal is exact and the other one an estimate, the exact one is the
  // book's guess, and no estimate has more points than that.
  if (proposal.exact !== other.exact) return proposal.points > other.points;
  return pointsLessMisses(proposal) > pointsLessMisses(other);
}

/** The game of lingo-bot: by the book where it has one, else by its advice.
 * @param {Position} start @param {string} secret @param {Pause} pause @returns {Promise<Step[]>} */
async function gameOfBot(start, secret, pause) {
  let position = start;
  while (!isOver(position)) {
    let proposal = bookProposal(position);
    if (!proposal) {
      const { best } = await advise(position, 1, [], pause);
      proposal = best[0];
    }
    const guess = proposal.word;
    position = positionAfter(position, { guess, reply: replyFor(guess, secret) });
  }
  return position.steps;
}

/** 99 · (points − least) / (best − least), from 0 to 99, where `least` are the points of a guess that gives no information.
 * A guess of 190 points has skill 74 where the best has 200 and one without information 160.
 * @param {Position} position @param {number} points of the guess @param {number} best points of the best guess */
function skillOf(position, points, best) {
  const least = pointsWithoutInformation(position);
  // Where even the best guess gains nothing, no guess is a mistake.
  if (best <= least) return HIGHEST;
  const share = (points - least) / (best - least);
  return nearestWhole(HIGHEST * Math.min(1, Math.max(0, share)));
}

/** Expected points after a guess that gives no information: the same candidates, one attempt fewer.
 * @param {Position} position */
function pointsWithoutInformation(position) {
  const size = position.secrets.length;
  const guessesLater = guessesLeftAt(position) - 1;
  if (guessesLater === 0) return 0;
  if (guessesLater === 1) return exactValue(leastCost(size, 1), size, 1).points;

  // Null for many candidates.
  const search = searchAt(position, guessesLater);
  if (!search) return estimateWithoutInformation(position, bookProposal(position));
  const cost = search.costOfPlay(search.columns, guessesLater);
  return exactValue(cost, size, guessesLater).points;
}

/** 99 times the share of candidates that would have left more words, counting half of those that leave as many. With bins
 * of 6, 3 and 1 and 3 words left it is 99 · (6 + 3 / 2) / 10 = 74.
 * @param {Position} position @param {string} guess @param {number} left words left after the reply, 0 after a hit */
function luckOf({ game, secrets }, guess, left) {
  let sum = 0;
  for (const bin of binsOf(game, guess, secrets).values()) {
    const isHit = game.words[bin[0]] === guess;
    const leaves = isHit ? 0 : bin.length;
    if (leaves > left) sum += bin.length;
    if (leaves === left) sum += bin.length / 2;
  }
  return nearestWhole((HIGHEST * sum) / secrets.length);
}
