// Review: a finished game, typed or just played.
import { drawBoard, playedRow } from "./board.js";
import { content, read, write } from "./content.js";
import { byId, copy, element, save, wordItems } from "./dom.js";
import { counted, figure, reviewJson, shared, summaryOf, valueText, worth } from "./phrases.js";
/** @import {Step, Game, Reviewed, Ask} from "./types" */

const MOST_WORDS = 500;

/** Start the part of the page, and return the function that shows the review of a game.
 * @param {Game} game @param {Ask} ask */
export function lookback(game, ask) {
  let secret = "";
  /** @type {Reviewed[]} */
  let reviewed = [];
  /** @type {Step[]} */
  let own = [];
  const say = (/** @type {string} */ line) => byId("review-status", { textContent: line });

  /** @param {string} word @param {string[]} guesses */
  const show = (word, guesses) => {
    byId("review-word", { value: write(word) });
    byId("review-guesses", { value: guesses.map(write).join(" ") });
    byId("review-result", { hidden: true });
    const why = whyNot(game, word, guesses);
    if (why) return say(write(why));
    say("Reviewing …");
    const letter = content.shown ? [...word][0] : null;
    ask({ kind: "review", letter, secret: word, guesses }, (value) => {
      [secret, { reviewed, own }] = [word, value];
      byId("review-list").replaceChildren(...reviewed.map(guessItem));
      drawBoard("review-own", own, null);
      byId("review-result", { hidden: false });
      say(summaryOf(reviewed));
    });
  };

  byId("review-form").onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const words = read(byId("review-guesses").value).split(/[\s,]+/);
    show(read(byId("review-word").value.trim()), words.filter(Boolean));
  };
  byId("review-share").onclick = () => {
    const [line, ...rows] = shared(content.title, reviewed);
    const figures = reviewed.map(({ skill, luck }, index) => {
      return `${rows[index]}${skill === null ? "" : ` skill ${skill},`} luck ${luck}`;
    });
    copy([line, ...figures], "review-status");
  };
  byId("review-save").onclick = () => save("review.json", reviewJson(secret, reviewed, own));
  return show;
}

/** Why these words are no game, null if they are. @param {Game} game @param {string} secret @param {string[]} guesses */
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
  const { before, after, best, skill, luck, remark } = reviewed;
  const named = best
    .slice(0, 4)
    .map((proposal) => `${write(proposal.word)} ${valueText(proposal)}`);
  const scores = skill === null ? ["Luck "] : ["Skill ", element("b", {}, `${skill}`), ", luck "];
  const items = wordItems(after.slice(0, MOST_WORDS).map(write));
  if (after.length > MOST_WORDS)
    items.push(element("li", {}, `and ${figure(after.length - MOST_WORDS)} more`));
  const counts = `${figure(before.length)} → ${counted(after.length, "candidate")}`;
  return element(
    "li",
    {},
    playedRow(reviewed),
    element("p", {}, ...scores, element("b", {}, `${luck}`)),
    element("p", {}, worth(reviewed), remark ? ` Remark: ${write(remark)}.` : ""),
    element("p", { className: "quiet" }, skill === null ? "" : `Best here: ${named.join(", ")}.`),
    element(
      "details",
      {},
      element("summary", {}, counts),
      element("ul", { className: "words" }, ...items),
    ),
  );
}
