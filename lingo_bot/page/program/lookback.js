// Review: a finished game, typed or just played.
import { byId, copy, drawBoard, element, playedRow } from "./board.js";
import { counted, figure, reviewJson, scores, shared, summaryOf, worth } from "./phrases.js";
import { content, read, write } from "./words.js";
/** @import {Game, Reviewed, Ask} from "./types" */

/** Start the part of the page, and return the function that shows the review of a game.
 * @param {Game} game @param {Ask} ask */
export function lookback(game, ask) {
  /** @param {string} secret @param {string[]} guesses */
  const show = (secret, guesses) => {
    location.hash = "#review";
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
      byId("review-share").onclick = () => copy(shared(content.title, reviewed), "review-status");
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

/** @param {Reviewed} reviewed */
function guessItem(reviewed) {
  const { before, after, candidates, remark } = reviewed;
  const counts = `${figure(before)} → ${counted(after, "candidate")}`;
  const words = element("p", { dir: "auto" }, write(candidates.join(" ")));
  return element(
    "li",
    { className: "box stack" },
    playedRow(reviewed),
    element("b", {}, scores(reviewed)),
    element("p", {}, worth(reviewed), remark ? ` Remark: ${write(remark)}.` : ""),
    element("details", {}, element("summary", {}, counts), words),
  );
}
