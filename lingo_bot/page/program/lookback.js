// Review: a finished game, typed or just played.
import { byId, copy, drawBoard, element, playedRow } from "./board.js";
import { counted, figure, reviewJson, shared, summaryOf, valueText, worth } from "./phrases.js";
import { content, read, write } from "./words.js";
/** @import {Game, Reviewed, Ask} from "./types" */

/** Start the part of the page, and return the function that shows the review of a game.
 * @param {Game} game @param {Ask} ask */
export function lookback(game, ask) {
  /** @param {string} secret @param {string[]} guesses */
  const show = (secret, guesses) => {
    byId("review-word", { value: write(secret) });
    byId("review-guesses", { value: guesses.map(write).join(" ") });
    byId("review-result", { hidden: true });
    const why = whyNot(game, secret, guesses);
    byId("review-status", { textContent: write(why ?? "Reviewing …") });
    if (why) return;
    const letter = content.shown ? [...secret][0] : null;
    ask({ kind: "review", letter, secret, guesses }, ({ own, reviewed }) => {
      byId("review-list").replaceChildren(...reviewed.map(guessItem));
      drawBoard("review-own", own, null, 0);
      byId("review-result", { hidden: false });
      byId("review-status", { textContent: summaryOf(reviewed) });
      byId("review-share").onclick = () => copy(squares(reviewed), "review-status");
      const json = new Blob([reviewJson(secret, reviewed, own)], { type: "application/json" });
      byId("review-save", { href: URL.createObjectURL(json) });
    });
  };

  byId("review-form").onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const guesses = read(byId("review-guesses").value).split(/[\s,]+/);
    show(read(byId("review-word").value.trim()), guesses.filter(Boolean));
  };
  return show;
}

/** Why these words are no game, null if they are.
 * @param {Game} game @param {string} secret @param {string[]} guesses */
function whyNot(game, secret, guesses) {
  const { length, letter, attempts } = content;
  const long = [secret, ...guesses].find((word) => [...word].length !== length);
  if (long !== undefined) return `Not a word of ${length} letters: ${long || "(none)"}.`;
  if (!game.index.has(secret)) return `The word ${secret} is not in the list.`;
  if (letter && !secret.startsWith(letter)) return `The word does not begin with ${letter}.`;
  if (!guesses.length) return "Type the guesses of the game.";
  if (guesses.length > attempts)
    return `${guesses.length} guesses are more than ${attempts} attempts.`;
  const over = guesses.slice(0, -1).includes(secret);
  return over ? `The guesses go on after ${secret} was found.` : null;
}

/** A review as squares with figures. @param {Reviewed[]} reviewed */
function squares(reviewed) {
  const figures = reviewed.map(({ skill, luck }) => {
    return `${skill === null ? "" : ` skill ${skill},`} luck ${luck}`;
  });
  return shared(content.title, reviewed).map((line, index) => line + ["", ...figures][index]);
}

/** @param {Reviewed} reviewed */
function guessItem(reviewed) {
  const { before, after, best, skill, luck, remark } = reviewed;
  const named = best
    .slice(0, 4)
    .map((proposal) => `${write(proposal.word)} ${valueText(proposal)}`);
  const scores = skill === null ? ["Luck "] : ["Skill ", element("b", {}, `${skill}`), ", luck "];
  const counts = `${figure(before.length)} → ${counted(after.length, "candidate")}`;
  const words = element("p", { dir: "auto" }, write(after.join(" ")));
  return element(
    "li",
    { className: "box stack" },
    playedRow(reviewed),
    element("p", {}, ...scores, element("b", {}, `${luck}`)),
    element("p", {}, worth(reviewed), remark ? ` Remark: ${write(remark)}.` : ""),
    element("p", { className: "quiet" }, skill === null ? "" : `Best here: ${named.join(", ")}.`),
    element("details", {}, element("summary", {}, counts), words),
  );
}
