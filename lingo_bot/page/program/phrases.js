// Figures and words of a game as text.
import { mean } from "./review.js";
import { write } from "./words.js";
/** @import {Content, Step, Proposal, Reviewed} from "./types" */

const SQUARES = new Map(Object.entries({ O: "🟩", "?": "🟨", X: "⬜" }));

/** A number with commas and so many decimals. @param {number} value @param {number} decimals */
export function figure(value, decimals = 0) {
  const digits = {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  };
  return value.toLocaleString("en", digits);
}

/** @param {number} count @param {string} noun */
export function counted(count, noun) {
  return `${figure(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Whether a game is played for guesses, not points. @param {Content} content */
export function forGuesses({ objective }) {
  return objective !== "points";
}

/** The expected points of a proposal, or its expected guesses where these count; `~` before an estimate.
 * @param {Content} content @param {Proposal} proposal */
export function valueText(content, { points, exact }) {
  const value = forGuesses(content) ? figure(guessesOf(content, points), 3) : figure(points, 1);
  return `${exact ? "" : "~"}${value}`;
}

/** @param {Content} content @param {number} points */
function guessesOf({ attempts }, points) {
  return attempts + 1 - points / 100;
}

/** Points that were lost, or guesses where these count. @param {Content} content
 * @param {number} points */
export function lossText(content, points) {
  return forGuesses(content) ? `${figure(points / 100, 3)} guesses` : `${figure(points, 1)} points`;
}

/** Why a word is proposed, in a sentence or two. @param {Content} content
 * @param {Proposal} proposal @param {Proposal} best @param {number} count candidates */
export function why(content, proposal, best, count) {
  const word = write(proposal.word, content);
  if (count === 1)
    return proposal.candidate ? `${word} is the only word left.` : `${word} cannot be the word.`;
  const most =
    proposal.largest === 1
      ? "one word each"
      : `the largest of ${counted(proposal.largest, "word")}`;
  const parts = `${word} parts ${figure(count)} candidates into ${counted(proposal.bins, "bin")}, ${most}`;
  const fits = proposal.candidate ? "it can be the word itself" : "it cannot be the word itself";
  const other =
    proposal.word === best.word
      ? ""
      : ` ${write(best.word, content)} has ${valueText(content, best)}.`;
  const book = proposal.book ? " The book plays it here." : "";
  return `${parts}; ${figure(proposal.left, 1)} are left on average, and ${fits}.${book}${other}`;
}

/** How a game ended. @param {Content} content @param {Step[]} steps @param {boolean} solved */
export function ending(content, steps, solved) {
  if (!solved) return "Not solved";
  if (forGuesses(content))
    return `Solved in ${counted(steps.length, "guess").replace(/guesss$/, "guesses")}`;
  return `Solved at attempt ${steps.length} of ${content.attempts}: ${100 * (content.attempts + 1 - steps.length)} points`;
}

/** A game as squares, with an asterisk for hard mode. @param {Content} content
 * @param {string} name @param {Step[]} steps @param {boolean} solved */
export function shared(content, name, steps, solved) {
  const count = `${solved ? steps.length : "X"}/${content.attempts}${content.hard ? "*" : ""}`;
  const rows = steps.map(({ reply }) => [...reply].map((mark) => SQUARES.get(mark)).join(""));
  return [`${name}: ${count}`, ...rows].join("\n");
}

/** The line below a review. @param {Content} content @param {Reviewed[]} reviewed
 * @param {boolean} solved */
export function summaryOf(content, reviewed, solved) {
  const lost = reviewed.reduce((sum, each) => sum + each.best[0].points - each.own.points, 0);
  const skill = mean(reviewed.map((each) => each.skill));
  const luck = mean(reviewed.map((each) => each.luck));
  const skilled = skill === null ? "" : `Skill ${skill}, luck ${luck}.`;
  return `${ending(content, reviewed, solved)}. Lost: ${lossText(content, lost)}. ${skilled}`;
}

/** A review as JSON, with the keys of `lingo-bot --review --json`. @param {Content} content
 * @param {string} secret @param {Reviewed[]} reviewed @param {Step[]} own the game of lingo-bot */
export function reviewJson(content, secret, reviewed, own) {
  const text = (/** @type {string} */ word) => write(word, content);
  const solved = reviewed.some((each) => each.guess === secret);
  const value = {
    word: text(secret),
    attempts: content.attempts,
    hard: content.hard,
    objective: content.objective,
    solved,
    points: solved ? 100 * (content.attempts + 1 - reviewed.length) : 0,
    lost: reviewed.reduce((sum, each) => sum + each.best[0].points - each.own.points, 0),
    skill: mean(reviewed.map((each) => each.skill)),
    luck: mean(reviewed.map((each) => each.luck)),
    guesses: reviewed.map(
      ({ guess, reply, before, after, own: ours, best, skill, luck, remark }) => ({
        ...{
          guess: text(guess),
          reply,
          before: before.length,
          after: after.length,
        },
        ...{ candidates: after.map(text), own: proposalJson(content, ours) },
        ...{
          best: best.map((proposal) => proposalJson(content, proposal)),
          skill,
          luck,
          remark,
        },
      }),
    ),
    lingo_bot: own.map(({ guess, reply }) => ({ guess: text(guess), reply })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** @param {Content} content @param {Proposal} proposal */
function proposalJson(content, { word, points, exact, left, candidate, chance }) {
  const guesses = forGuesses(content) ? guessesOf(content, points) : null;
  return {
    word: write(word, content),
    points,
    guesses,
    chance,
    exact,
    left,
    candidate,
  };
}
