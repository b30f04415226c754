// A review as text: the worth of each guess, the verdict on the game, and all of it as JSON.
import { isSolved } from "./game.js";
import { POINTS_A_GUESS } from "./objective.js";
import { countsGuesses, ending, figure, pointsWon, valueText } from "./phrases.js";
import { asWritten, content, nearestWhole } from "./words.js";
/** @import {Reviewed, Step} from "./types" */

/** Keys of a proposal that are left out of a review as JSON, because that of `lingo-bot --review --json` has none. */
const KEYS_OF_PAGE = ["bins", "largest", "book", "correction"];
/** Words for numbers from two on, for the beginning of a sentence; larger ones are written in digits. */
const NUMBERS_FROM_TWO = ["Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

/** The worth of a reviewed guess in a sentence or two. @param {Reviewed} reviewed */
export function worth({ best, own, skill }) {
  if (skill === null) return "Only one word was left: a forced guess.";

  const unit = countsGuesses() ? "guesses" : "points";

  // The two signs isolate a word, so that one that is written from right to left does not reorder the figures.
  const proposals = best.map((proposal) => {
    const word = `\u2068${asWritten(proposal.word)}\u2069`;
    return `${word} ${valueText(proposal)}`;
  });
  return `${valueText(own)} ${unit} expected; ${lossOf({ best, own })}. Best here: ${proposals.join(", ")}.`;
}

/** What a guess has lost, in words. @param {Pick<Reviewed, "best" | "own">} reviewed */
function lossOf({ best, own }) {
  if (best[0].word === own.word) return "nothing is better";
  const lost = pointsLost({ best, own });
  return lost > 0 ? `lost ${lossText(lost)}` : "the best guess misses fewer words";
}

/** The expected points of the best guess minus those of this one; 0 if this one has more points, and the best guess is
 * better because it misses fewer words. @param {Pick<Reviewed, "best" | "own">} reviewed */
function pointsLost({ best, own }) {
  return Math.max(0, best[0].points - own.points);
}

/** The points that all guesses of a review have lost, and the means of their skill and luck.
 * @param {Reviewed[]} reviewed */
function totalsOf(reviewed) {
  return {
    lost: reviewed.reduce((sum, guess) => sum + pointsLost(guess), 0),
    skill: meanOf(reviewed.map(({ skill }) => skill)),
    luck: meanOf(reviewed.map(({ luck }) => luck)),
  };
}

/** The mean of the figures that are not null, null if there is none: a forced guess has no skill.
 * @param {(number | null)[]} figures */
function meanOf(figures) {
  const numbers = figures.filter((number) => number !== null);
  if (!numbers.length) return null;
  const sum = numbers.reduce((total, number) => total + number, 0);
  return nearestWhole(sum / numbers.length);
}

/** The verdict on a game in plain words: "You needed 4, lingo-bot 3. One guess cost 25.3 points: colin."
 * @param {Reviewed[]} reviewed @param {Step[]} rivalSteps the game of lingo-bot */
export function verdictOf(reviewed, rivalSteps) {
  const you = isSolved(reviewed) ? `You needed ${reviewed.length}` : "You did not find it";
  const rival = isSolved(rivalSteps)
    ? `lingo-bot ${rivalSteps.length}`
    : "lingo-bot did not find it";
  return `${you}, ${rival}. ${costSentence(reviewed)}`;
}

/** The cost of the guesses that were not the best, in a sentence. @param {Reviewed[]} reviewed */
function costSentence(reviewed) {
  // A loss that is shown as 0.0 is none.
  const isShown = (/** @type {Reviewed} */ guess) => /[1-9]/.test(lossText(pointsLost(guess)));
  const costly = reviewed.filter(isShown);
  if (!costly.length) return "No guess cost anything.";

  const total = lossText(totalsOf(costly).lost);
  if (costly.length === 1) return `One guess cost ${total}: ${asWritten(costly[0].guess)}.`;

  const number = NUMBERS_FROM_TWO[costly.length - 2] ?? String(costly.length);
  const worst = costly.reduce((most, guess) =>
    pointsLost(guess) > pointsLost(most) ? guess : most,
  );
  return `${number} guesses cost ${total}; ${asWritten(worst.guess)} cost most.`;
}

/** The line below a review. @param {Reviewed[]} reviewed */
export function summaryOf(reviewed) {
  const { lost, skill, luck } = totalsOf(reviewed);
  const skilled = skill === null ? "" : ` Skill ${skill}, luck ${luck}.`;
  return `${ending(reviewed)}. Lost: ${lossText(lost)}.${skilled}`;
}

/** A review as JSON, with the keys of `lingo-bot --review --json`.
 * @param {string} secret @param {Reviewed[]} guesses @param {Step[]} rivalSteps the game of lingo-bot */
export function reviewJson(secret, guesses, rivalSteps) {
  const { attempts, hard, objective } = content;
  const solved = isSolved(guesses);
  const points = pointsWon(guesses);
  const game = { word: secret, attempts, hard, objective, solved, points, ...totalsOf(guesses) };

  // JSON.stringify leaves out keys whose value is undefined. Every string is written as people write words: replies and the
  // objective have no characters that asWritten replaces.
  const replacement = (/** @type {string} */ key, /** @type {unknown} */ value) => {
    if (KEYS_OF_PAGE.includes(key)) return undefined;
    return typeof value === "string" ? asWritten(value) : value;
  };
  return `${JSON.stringify({ ...game, guesses, lingo_bot: rivalSteps }, replacement, 2)}\n`;
}

/** Points that were lost, or guesses where these count. @param {number} points */
function lossText(points) {
  if (countsGuesses()) return `${figure(points / POINTS_A_GUESS, 3)} guesses`;
  return `${figure(points, 1)} points`;
}
