// Figures and words of a game as text.
import { isSolved } from "./game.js";
import { content, write } from "./words.js";
/** @import {Step, Proposal, Reviewed} from "./types" */

/** @type {Record<string, string>} */
const SQUARES = { O: "🟩", "?": "🟨", X: "⬜" };
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

/** The expected points of a proposal, or its expected guesses where these count; `~` before an estimate.
 * @param {Proposal} proposal */
export function valueText({ points, exact }) {
  const guesses = content.attempts + 1 - points / 100;
  return `${exact ? "" : "~"}${forGuesses() ? figure(guesses, 3) : figure(points, 1)}`;
}

/** Points that were lost, or guesses where these count. @param {number} points */
function lossText(points) {
  return forGuesses() ? `${figure(points / 100, 3)} guesses` : `${figure(points, 1)} points`;
}

/** Why a word is proposed, in a sentence or two. @param {Proposal} proposal @param {Proposal} best
 * @param {number} count candidates */
export function why({ word, candidate, largest, bins, left, book }, best, count) {
  const written = write(word);
  if (count === 1)
    return `${written} ${candidate ? "is the only word left" : "cannot be the word"}.`;
  const most = largest === 1 ? "one word each" : `the largest of ${counted(largest, "word")}`;
  const parts = `parts ${figure(count)} candidates into ${counted(bins, "bin")}, ${most}`;
  const fits = `it ${candidate ? "can" : "cannot"} be the word itself`;
  const played = book ? " The book plays it here." : "";
  const better = word === best.word ? "" : ` ${write(best.word)} has ${valueText(best)}.`;
  return `${written} ${parts}; ${figure(left, 1)} are left on average, and ${fits}.${played}${better}`;
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

/** The sums and means of a review; a forced guess has no skill. @param {Reviewed[]} reviewed */
function totalsOf(reviewed) {
  const mean = (/** @type {(number | null)[]} */ figures) => {
    const known = figures.filter((figure) => figure !== null);
    return known.length ? Math.round(known.reduce((a, b) => a + b) / known.length) : null;
  };
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
  const proposal = (/** @type {Proposal} */ { word, points, exact, left, candidate, chance }) => {
    const guesses = forGuesses() ? attempts + 1 - points / 100 : null;
    return { word: write(word), points, guesses, chance, exact, left, candidate };
  };
  const value = {
    ...{ word: write(secret), attempts, hard, objective, solved },
    points: solved ? 100 * (attempts + 1 - reviewed.length) : 0,
    ...totalsOf(reviewed),
    guesses: reviewed.map(({ guess, reply, before, after, own, best, ...figures }) => ({
      ...{ guess: write(guess), reply, before: before.length, after: after.length },
      ...{ candidates: after.map(write), own: proposal(own), best: best.map(proposal) },
      ...figures,
    })),
    lingo_bot: own.map(({ guess, reply }) => ({ guess: write(guess), reply })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}
