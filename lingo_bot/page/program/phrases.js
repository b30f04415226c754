// Figures, values and games as texts.
import { isSolved } from "./game.js";
import { POINTS_A_GUESS } from "./objective.js";
import { asWritten, content, MARKS, wordLength } from "./words.js";
/** @import {Proposal, Reviewed, Step} from "./types" */

/** The squares of shared games, in the order of MARKS. */
const SQUARES = ["⬜", "🟨", "🟩"];

/** With this many decimals toFixed shows every number of the page exactly. A number has 53 binary digits. If it is at least
 * 1/256, the last of them is at most the 60th binary place, and so it has at most 60 decimals. */
const ALL_DIGITS = 60;

/** Characters of a bad text that an error quotes, as many as in the terminal (lingo_common/errors.py). */
const LONGEST_EXCERPT = 40;

/** Whether guesses count in the game, not points. */
export function countsGuesses() {
  return content.objective !== "points";
}

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
  // The index of the first digit that is not shown.
  const end = digits.length - (ALL_DIGITS - decimals);
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

/** The error for a text that cannot be a word, as one of another length. @param {string} text */
export function noWord(text) {
  return `Not a word of ${countText(wordLength, "letter")}: ${excerpt(text)}.`;
}

/** The text as errors quote it: its beginning where it is long, such as an article that was pasted.
 * @param {string} text */
export function excerpt(text) {
  const characters = [...text];
  if (characters.length <= LONGEST_EXCERPT) return text;
  return `${characters.slice(0, LONGEST_EXCERPT).join("")}…`;
}

/** The expected points of a proposal, or its expected guesses where these count; `~` before an estimate.
 * @param {Proposal} proposal */
export function valueText({ points, guesses, exact }) {
  const value = guesses === null ? figure(points, 1) : figure(guesses, 3);
  return exact ? value : `~${value}`;
}

/** Why a guess is good or not, in a sentence or two: how it parts the candidates, and whether there is a better one.
 * @param {Proposal} proposal @param {Proposal} best the best proposal
 * @param {number} count how many candidates there are */
export function why({ word, candidate, largest, bins, left, book }, best, count) {
  const written = asWritten(word);
  if (count === 1)
    return `${written} ${candidate ? "is the only word left" : "cannot be the word"}.`;

  const most = largest === 1 ? "one word each" : `the largest of ${countText(largest, "word")}`;
  const parts = `parts ${figure(count)} candidates into ${countText(bins, "bin")}, ${most}`;
  const fits = `it ${candidate ? "can" : "cannot"} be the word itself`;
  const played = book ? " The book plays it here." : "";
  const better = word === best.word ? "" : ` ${asWritten(best.word)} has ${valueText(best)}.`;
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
export function pointsWon(steps) {
  return isSolved(steps) ? POINTS_A_GUESS * (content.attempts + 1 - steps.length) : 0;
}

/** The skill and luck of a guess; a forced guess has no skill. @param {{skill?: number | null, luck: number}} reviewed */
function skillAndLuck({ skill, luck }) {
  return skill === null ? `Luck ${luck}` : `Skill ${skill}, luck ${luck}`;
}

/** A game as squares, after a title with its attempts and an asterisk for hard mode. Guesses that were reviewed have their
 * figures too.
 * @param {string} name @param {(Step & Partial<Reviewed>)[]} steps */
export function squaresOf(name, steps) {
  const rows = steps.map(({ reply, skill, luck }) => {
    const squares = Array.from(reply, (mark) => SQUARES[MARKS.indexOf(mark)]).join("");
    return luck === undefined ? squares : `${squares} ${skillAndLuck({ skill, luck })}`;
  });
  const attempts = `${isSolved(steps) ? steps.length : "X"}/${content.attempts}`;
  return [`${name}: ${attempts}${content.hard ? "*" : ""}`, ...rows].join("\n");
}
