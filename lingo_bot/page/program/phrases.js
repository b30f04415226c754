// Figures and words of a game as text.
import { isSolved } from "./game.js";
import { POINTS_A_GUESS } from "./objective.js";
import { content, MARKS, nearestWhole, write } from "./words.js";
/** @import {Step, Proposal, Reviewed} from "./types" */

/** The squares of shared games, in the order of MARKS. */
const SQUARES = ["⬜", "🟨", "🟩"];
/** Keys of a proposal that are left out of a review as JSON, because that of `lingo-bot --review --json` has none. */
const KEYS_OF_PAGE = ["bins", "largest", "book", "correction"];
/** Words for 0, 1, … at the beginning of a sentence. */
const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

/** Whether guesses count in the game, not points. */
function countsGuesses() {
  return content.objective !== "points";
}

/** Decimals with which toFixed shows the exact value of every number of the page. */
const ALL_DIGITS = 60;

/** A number with commas and that many decimals: 1,234.5. @param {number} value @param {number} decimals */
export function figure(value, decimals = 0) {
  const [whole, fraction] = withDecimals(value, decimals).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction ? `${grouped}.${fraction}` : grouped;
}

/** A number with that many decimals. An exact half goes to the even digit as Python's does: 176.25 has 176.2, and 176.35,
 * which is a little less in binary, has 176.3. @param {number} value @param {number} decimals */
function withDecimals(value, decimals) {
  const nearest = value.toFixed(decimals);
  const digits = value.toFixed(ALL_DIGITS);
  const end = digits.length - ALL_DIGITS + decimals;
  const isHalf = /^50*$/.test(digits.slice(end));
  const isOdd = /[13579]$/.test(nearest);
  if (!isHalf || !isOdd) return nearest;

  // toFixed has rounded the half away from zero; the even digit is the one before. Without decimals the point goes too.
  return decimals ? digits.slice(0, end) : digits.slice(0, end - 1);
}

/** A number with its noun: "1 guess", "2 guesses". @param {number} count @param {string} noun */
export function countText(count, noun) {
  const ending = noun.endsWith("s") ? "es" : "s";
  return `${figure(count)} ${noun}${count === 1 ? "" : ending}`;
}

/** The expected points of a proposal, or its expected guesses where these count; `~` before an estimate.
 * @param {Proposal} proposal */
export function valueText({ points, guesses, exact }) {
  const value = guesses === null ? figure(points, 1) : figure(guesses, 3);
  return exact ? value : `~${value}`;
}

/** Points that were lost, or guesses where these count. @param {number} points */
function lossText(points) {
  if (countsGuesses()) return `${figure(points / POINTS_A_GUESS, 3)} guesses`;
  return `${figure(points, 1)} points`;
}

/** What a guess does with the candidates, in a sentence or two, and whether there is a better one.
 * @param {Proposal} proposal @param {Proposal} best the best proposal
 * @param {number} count how many candidates there are */
export function why({ word, candidate, largest, bins, left, book }, best, count) {
  const written = write(word);
  if (count === 1)
    return `${written} ${candidate ? "is the only word left" : "cannot be the word"}.`;

  const most = largest === 1 ? "one word each" : `the largest of ${countText(largest, "word")}`;
  const parts = `parts ${figure(count)} candidates into ${countText(bins, "bin")}, ${most}`;
  const fits = `it ${candidate ? "can" : "cannot"} be the word itself`;
  const played = book ? " The book plays it here." : "";
  const better = word === best.word ? "" : ` ${write(best.word)} has ${valueText(best)}.`;
  return `${written} ${parts}; ${figure(left, 1)} are left on average, and ${fits}.${played}${better}`;
}

/** How a game ended. @param {Step[]} steps @param {string} unsolved the text for a game that was not solved */
export function ending(steps, unsolved = "Not solved") {
  if (!isSolved(steps)) return unsolved;
  if (countsGuesses()) return `Solved in ${countText(steps.length, "guess")}`;
  const points = pointsWon(steps);
  return `Solved at attempt ${steps.length} of ${content.attempts}: ${points} points`;
}

/** The points of a finished game. @param {Step[]} steps */
function pointsWon(steps) {
  return isSolved(steps) ? POINTS_A_GUESS * (content.attempts + 1 - steps.length) : 0;
}

/** The figures of a guess. @param {{skill?: number | null, luck: number}} reviewed */
function scores({ skill, luck }) {
  return skill === null ? `Luck ${luck}` : `Skill ${skill}, luck ${luck}`;
}

/** A game as squares with the figures of its review, and an asterisk for hard mode.
 * @param {string} name @param {(Step & Partial<Reviewed>)[]} steps */
export function squaresOf(name, steps) {
  const rows = steps.map(({ reply, skill, luck }) => {
    // A game that was not reviewed has no figures.
    const squares = Array.from(reply, (mark) => SQUARES[MARKS.indexOf(mark)]).join("");
    return luck === undefined ? squares : `${squares} ${scores({ skill, luck })}`;
  });
  const attempts = `${isSolved(steps) ? steps.length : "X"}/${content.attempts}`;
  return [`${name}: ${attempts}${content.hard ? "*" : ""}`, ...rows].join("\n");
}

/** The worth of a reviewed guess in a sentence or two. @param {Reviewed} reviewed */
export function worth({ best, own, skill }) {
  if (skill === null) return "Only one word was left: a forced guess.";
  const lost = pointsLost({ best, own });
  const loss = lost > 0 ? `lost ${lossText(lost)}` : "nothing is better";
  const unit = countsGuesses() ? "guesses" : "points";
  // The two signs isolate a word, so that one that is written from right to left does not reorder the figures.
  const proposals = best.map((proposal) => {
    const word = `\u2068${write(proposal.word)}\u2069`;
    return `${word} ${valueText(proposal)}`;
  });
  return `${valueText(own)} ${unit} expected; ${loss}. Best here: ${proposals.join(", ")}.`;
}

/** The expected points of the best guess minus those of this one. @param {Pick<Reviewed, "best" | "own">} reviewed */
function pointsLost({ best, own }) {
  return best[0].points - own.points;
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

/** The mean of the figures that are not null, null if there is none: a forced guess has no skill. @param {(number | null)[]} figures */
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
  if (costly.length === 1) return `One guess cost ${total}: ${write(costly[0].guess)}.`;

  const number = NUMBERS[costly.length] ?? String(costly.length);
  const worst = costly.reduce((most, guess) =>
    pointsLost(guess) > pointsLost(most) ? guess : most,
  );
  return `${number} guesses cost ${total}; ${write(worst.guess)} cost most.`;
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

  const written = (/** @type {string} */ key, /** @type {unknown} */ value) => {
    if (KEYS_OF_PAGE.includes(key)) return undefined;
    // Groups that count as one letter are spelled out.
    return typeof value === "string" ? write(value) : value;
  };
  return `${JSON.stringify({ ...game, guesses, lingo_bot: rivalSteps }, written, 2)}\n`;
}
