// Figures and words of a game as text.
import { won } from "./reply.js";
import { mean } from "./review.js";
import { write, writer } from "./words.js";
/** @import {Content, Step, Proposal, Reviewed} from "./types" */

/** @type {Record<string, string>} */
const SQUARES = { O: "🟩", "?": "🟨", X: "⬜" };

/** A number with commas and so many decimals. @param {number} value @param {number} decimals */
export function figure(value, decimals = 0) {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return value.toLocaleString("en", digits);
}

/** @param {number} count @param {string} noun */
export function counted(count, noun) {
  return `${figure(count)} ${noun}${count === 1 ? "" : noun.endsWith("s") ? "es" : "s"}`;
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
  const { candidate, largest, bins, left, book } = proposal;
  if (count === 1)
    return candidate ? `${word} is the only word left.` : `${word} cannot be the word.`;
  const most = largest === 1 ? "one word each" : `the largest of ${counted(largest, "word")}`;
  const parts = `parts ${figure(count)} candidates into ${counted(bins, "bin")}, ${most}`;
  const fits = `it ${candidate ? "can" : "cannot"} be the word itself`;
  const better = `${write(best.word, content)} has ${valueText(content, best)}.`;
  return [
    `${word} ${parts}; ${figure(left, 1)} are left on average, and ${fits}.`,
    ...(book ? ["The book plays it here."] : []),
    ...(proposal.word === best.word ? [] : [better]),
  ].join(" ");
}

/** How a game ended. @param {Content} content @param {Step[]} steps @param {boolean} solved */
export function ending(content, steps, solved) {
  if (!solved) return "Not solved";
  if (forGuesses(content)) return `Solved in ${counted(steps.length, "guess")}`;
  const points = 100 * (content.attempts + 1 - steps.length);
  return `Solved at attempt ${steps.length} of ${content.attempts}: ${points} points`;
}

/** A game as squares, with an asterisk for hard mode. @param {Content} content
 * @param {string} name @param {Step[]} steps */
export function shared({ attempts, hard }, name, steps) {
  const solved = steps.some(({ reply }) => won(reply));
  const rows = steps.map(({ reply }) => Array.from(reply, (mark) => SQUARES[mark]).join(""));
  return [`${name}: ${solved ? steps.length : "X"}/${attempts}${hard ? "*" : ""}`, ...rows];
}

/** The sums and means of a review. @param {Reviewed[]} reviewed */
function totalsOf(reviewed) {
  return {
    lost: reviewed.reduce((sum, { best, own }) => sum + best[0].points - own.points, 0),
    skill: mean(reviewed.map(({ skill }) => skill)),
    luck: mean(reviewed.map(({ luck }) => luck)),
  };
}

/** The line below a review. @param {Content} content @param {Reviewed[]} reviewed
 * @param {boolean} solved */
export function summaryOf(content, reviewed, solved) {
  const { lost, skill, luck } = totalsOf(reviewed);
  const skilled = skill === null ? "" : `Skill ${skill}, luck ${luck}.`;
  return `${ending(content, reviewed, solved)}. Lost: ${lossText(content, lost)}. ${skilled}`;
}

/** A review as JSON, with the keys of `lingo-bot --review --json`. @param {Content} content
 * @param {string} secret @param {Reviewed[]} reviewed @param {Step[]} own the game of lingo-bot */
export function reviewJson(content, secret, reviewed, own) {
  const { attempts, hard, objective } = content;
  const text = writer(content);
  const solved = reviewed.some(({ guess }) => guess === secret);
  const value = {
    ...{ word: text(secret), attempts, hard, objective, solved },
    points: solved ? 100 * (attempts + 1 - reviewed.length) : 0,
    ...totalsOf(reviewed),
    guesses: reviewed.map((one) => ({
      ...{ guess: text(one.guess), reply: one.reply },
      ...{ before: one.before.length, after: one.after.length },
      ...{ candidates: one.after.map(text), own: proposalJson(content, one.own) },
      best: one.best.map((proposal) => proposalJson(content, proposal)),
      ...{ skill: one.skill, luck: one.luck, remark: one.remark },
    })),
    lingo_bot: own.map(({ guess, reply }) => ({ guess: text(guess), reply })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** @param {Content} content @param {Proposal} proposal */
function proposalJson(content, { word, points, exact, left, candidate, chance }) {
  const guesses = forGuesses(content) ? guessesOf(content, points) : null;
  return { word: write(word, content), points, guesses, chance, exact, left, candidate };
}
