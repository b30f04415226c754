// The table of the best guesses in Assist, with the reason for the one that is on the board.
import { byId, element } from "./board.js";
import { countsGuesses, figure, valueText, why } from "./phrases.js";
import { asWritten } from "./words.js";
/** @import {Advice, Position, Proposal} from "./types" */

/** How many rows of the table are visible on every telephone without scrolling. */
const VISIBLE_ROWS = 2;
/** What the order of the rows goes by where the figures do not show it, "" where they do: a guess with fewer misses stands
 * above one with a lower mean of guesses. */
const ORDER = countsGuesses() ? "Guesses that miss the fewest words come first." : "";

/** The proposal of a word, if the advice has valued it. @param {Advice | null} advice @param {string} word */
function proposalOf(advice, word) {
  return advice?.best.find((proposal) => proposal.word === word);
}

/** Whether the advice is there, with a value for the word on the board. @param {Advice | null} advice
 * @param {string} word on the board, "" for none, which needs no value */
export function isReady(advice, word) {
  return advice !== null && (!word || proposalOf(advice, word) !== undefined);
}

/** Show the best guesses. One of them is marked and explained: the word on the board, or the best guess while that word
 * has no value yet.
 * @param {Advice | null} advice null while there is none @param {string} word on the board, "" for none
 * @param {Position} position @param {(word: string) => void} choose puts a word on the board */
export function drawProposals(advice, word, { secrets }, choose) {
  const best = advice?.best ?? [];
  const current = proposalOf(advice, word) ?? best[0];
  // The current word stands first, unless it is among the rows that every screen shows.
  const isInSight = best.indexOf(current) < VISIBLE_ROWS;
  const others = best.filter((proposal) => proposal !== current);
  const proposals = isInSight ? best : [current, ...others];
  const rows = proposals.map((proposal) => proposalRow(proposal, proposal === current, choose));

  byId("assist-best").replaceChildren(...rows);
  byId("assist-why", { textContent: current ? why(current, best[0], secrets.length) : "" });
  byId("assist-progress", { textContent: progressOf(advice, word) });
}

/** How good the figures of the advice are by now. @param {Advice | null} advice @param {string} word on the board */
function progressOf(advice, word) {
  if (!advice || !isReady(advice, word)) return "Thinking …";
  if (!advice.final) return "A first look; refining …";
  const isExact = advice.best.every((proposal) => proposal.exact);
  return `${isExact ? "All exact." : "~ marks an estimate."} ${ORDER}`.trim();
}

/** A row of the table; its word is a button. @param {Proposal} proposal @param {boolean} isCurrent whether it is marked
 * @param {(word: string) => void} choose */
function proposalRow(proposal, isCurrent, choose) {
  const word = asWritten(proposal.word);
  const ariaLabel = `${word}: put it on the board`;
  const onclick = () => choose(proposal.word);
  const button = element("button", { ariaLabel, onclick }, word);
  return element(
    "tr",
    { ariaCurrent: isCurrent ? "true" : null },
    element("th", { scope: "row" }, element("bdi", {}, button)),
    element("td", {}, element("b", {}, valueText(proposal))),
    element("td", {}, figure(proposal.left, 1)),
    element("td", {}, proposal.candidate ? "yes" : "no"),
  );
}
