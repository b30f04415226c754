// Figures and words of a game as text.
import { content, write } from "./content.js";
import { isSolved } from "./position.js";
import { mean } from "./review.js";
/** @import {Step, Proposal, Reviewed} from "./types" */

/** @type {Record<string, string>} */
const SQUARES = { O: "🟩", "?": "🟨", X: "⬜" };

/** Whether a game is played for guesses, not points. */
const forGuesses = () => content.objective !== "points";

/** A number with commas and so many decimals. @param {number} value @param {number} decimals */
export function figure(value, decimals = 0) {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return value.toLocaleString("en", digits);
}

/** @param {number} count @param {string} noun */
export function counted(count, noun) {
  return `${figure(count)} ${noun}${count === 1 ? "" : noun.endsWith("s") ? "es" : "s"}`;
}

/** @param {number} points */
function guessesOf(points) {
  return content.attempts + 1 - points / 100;
}

/** The expected points of a proposal, or its expected guesses where these count; `~` before an estimate.
 * @param {Proposal} proposal */
export function valueText({ points, exact }) {
  const value = forGuesses() ? figure(guessesOf(points), 3) : figure(points, 1);
  return `${exact ? "" : "~"}${value}`;
}

/** Points that were lost, or guesses where these count. @param {number} points */
function lossText(points) {
  return forGuesses() ? `${figure(points / 100, 3)} guesses` : `${figure(points, 1)} points`;
}

/** Why a word is proposed, in a sentence or two. @param {Proposal} proposal @param {Proposal} best
 * @param {number} count candidates */
export function why(proposal, best, count) {
  const { candidate, largest, bins, left, book } = proposal;
  const word = write(proposal.word);
  if (count === 1) return `${word} ${candidate ? "is the only word left" : "cannot be the word"}.`;
  const most = largest === 1 ? "one word each" : `the largest of ${counted(largest, "word")}`;
  const parts = `parts ${figure(count)} candidates into ${counted(bins, "bin")}, ${most}`;
  const fits = `it ${candidate ? "can" : "cannot"} be the word itself`;
  const played = book ? " The book plays it here." : "";
  const better = ` ${write(best.word)} has ${valueText(best)}.`;
  const rest = played + (proposal.word === best.word ? "" : better);
  return `${word} ${parts}; ${figure(left, 1)} are left on average, and ${fits}.${rest}`;
}

/** How a game ended. @param {Step[]} steps @param {string} otherwise of a game that was not solved */
export function ending(steps, otherwise = "Not solved") {
  if (!isSolved(steps)) return otherwise;
  if (forGuesses()) return `Solved in ${counted(steps.length, "guess")}`;
  const points = 100 * (content.attempts + 1 - steps.length);
  return `Solved at attempt ${steps.length} of ${content.attempts}: ${points} points`;
}

/** A game as squares, with an asterisk for hard mode. @param {string} name @param {Step[]} steps */
export function shared(name, steps) {
  const rows = steps.map(({ reply }) => Array.from(reply, (mark) => SQUARES[mark]).join(""));
  const attempts = `${isSolved(steps) ? steps.length : "X"}/${content.attempts}`;
  return [`${name}: ${attempts}${content.hard ? "*" : ""}`, ...rows];
}

/** What a reviewed guess was worth. @param {Reviewed} reviewed */
export function worth({ best, own, skill }) {
  if (skill === null) return "Only one word was left: a forced guess.";
  const lost = best[0].points - own.points;
  const better = `${write(best[0].word)} with ${valueText(best[0])}, lost ${lossText(lost)}`;
  const unit = forGuesses() ? "guesses" : "points";
  return `${valueText(own)} ${unit} expected; ${lost > 0 ? `best ${better}` : "nothing is better"}.`;
}

/** The sums and means of a review. @param {Reviewed[]} reviewed */
function totalsOf(reviewed) {
  return {
    lost: reviewed.reduce((sum, { best, own }) => sum + best[0].points - own.points, 0),
    skill: mean(reviewed.map(({ skill }) => skill)),
    luck: mean(reviewed.map(({ luck }) => luck)),
  };
}

/** The line below a review. @param {Reviewed[]} reviewed */
export function summaryOf(reviewed) {
  const { lost, skill, luck } = totalsOf(reviewed);
  const skilled = skill === null ? "" : `Skill ${skill}, luck ${luck}.`;
  return `${ending(reviewed)}. Lost: ${lossText(lost)}. ${skilled}`;
}

/** A review as JSON, with the keys of `lingo-bot --review --json`.
 * @param {string} secret @param {Reviewed[]} reviewed @param {Step[]} own the game of lingo-bot */
export function reviewJson(secret, reviewed, own) {
  const { attempts, hard, objective } = content;
  const solved = isSolved(reviewed);
  const value = {
    ...{ word: write(secret), attempts, hard, objective, solved },
    points: solved ? 100 * (attempts + 1 - reviewed.length) : 0,
    ...totalsOf(reviewed),
    guesses: reviewed.map(({ guess, reply, before, after, own, best, skill, luck, remark }) => ({
      ...{ guess: write(guess), reply, before: before.length, after: after.length },
      ...{ candidates: after.map(write), own: proposalJson(own), best: best.map(proposalJson) },
      ...{ skill, luck, remark },
    })),
    lingo_bot: own.map(({ guess, reply }) => ({ guess: write(guess), reply })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** @param {Proposal} proposal */
function proposalJson({ word, points, exact, left, candidate, chance }) {
  const guesses = forGuesses() ? guessesOf(points) : null;
  return { word: write(word), points, guesses, chance, exact, left, candidate };
}
