// Review: a finished game, typed or just played.
import { drawBoard, playedRow } from "./board.js";
import { byId, copy, el, listWords, save } from "./dom.js";
import { counted, figure, forGuesses, lossText } from "./phrases.js";
import { reviewJson, shared, summaryOf, valueText } from "./phrases.js";
import { read, writer } from "./words.js";
/** @import {Content, Step, Games, Reviewed, Ask} from "./types" */

const MOST_WORDS = 500;

/** Start the part of the page, and return the function that shows the review of a game.
 * @param {Games} games @param {Ask} ask */
export function lookback(games, ask) {
  const { content } = games;
  const text = writer(content);
  const state = {
    secret: "",
    reviewed: /** @type {Reviewed[]} */ ([]),
    own: /** @type {Step[]} */ ([]),
  };
  const say = (/** @type {string} */ line) => (byId("review-status").textContent = line);

  /** @param {string} secret @param {string[]} guesses */
  const show = (secret, guesses) => {
    byId("review-word").value = text(secret);
    byId("review-guesses").value = guesses.map(text).join(" ");
    byId("review-result").hidden = true;
    const why = whyNot(games, secret, guesses);
    if (why) return say(text(why));
    say("Reviewing …");
    const letter = content.shown ? [...secret][0] : null;
    ask({ kind: "own", letter, secret }, (own) => {
      ask({ kind: "review", letter, secret, guesses }, (reviewed) => {
        Object.assign(state, { secret, reviewed, own });
        const items = state.reviewed.map((guess) => guessItem(content, guess));
        byId("review-list").replaceChildren(...items);
        drawBoard("review-own", content, own, null);
        byId("review-result").hidden = false;
        say(summaryOf(content, reviewed, guesses.includes(secret)));
      });
    });
  };

  byId("review-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const words = read(byId("review-guesses").value, content).split(/[\s,]+/);
    show(read(byId("review-word").value.trim(), content), words.filter(Boolean));
  });
  byId("review-share").addEventListener("click", () => {
    const [line, ...rows] = shared(content, content.title, state.reviewed);
    const figures = state.reviewed.map(({ skill, luck }, index) => {
      return `${rows[index]}${skill === null ? "" : ` skill ${skill},`} luck ${luck}`;
    });
    copy([line, ...figures].join("\n"), byId("review-status"));
  });
  byId("review-save").addEventListener("click", () => {
    save("review.json", reviewJson(content, state.secret, state.reviewed, state.own));
  });
  return show;
}

/** Why these words are no game, null if they are. @param {Games} games @param {string} secret
 * @param {string[]} guesses */
function whyNot({ content: { length, letter, attempts }, lists }, secret, guesses) {
  const long = [secret, ...guesses].find((word) => [...word].length !== length);
  if (long !== undefined) return `Not a word of ${length} letters: ${long || "(none)"}.`;
  if (!lists.places.has(secret)) return `The word ${secret} is not in the list.`;
  if (letter && !secret.startsWith(letter)) return `The word does not begin with ${letter}.`;
  if (!guesses.length) return "Type the guesses of the game.";
  if (guesses.length > attempts)
    return `${guesses.length} guesses are more than ${attempts} attempts.`;
  const over = guesses.slice(0, -1).includes(secret);
  return over ? `The guesses go on after ${secret} was found.` : null;
}

/** @param {Content} content @param {Reviewed} reviewed */
function guessItem(content, reviewed) {
  const { before, after, own, best, skill, luck, remark } = reviewed;
  const text = writer(content);
  const lost = best[0].points - own.points;
  const named = best.map((proposal) => `${text(proposal.word)} ${valueText(content, proposal)}`);
  const unit = forGuesses(content) ? "guesses" : "points";
  const loss = `best ${named[0].replace(" ", " with ")}, lost ${lossText(content, lost)}`;
  const worth = `${valueText(content, own)} ${unit} expected; ${lost > 0 ? loss : "nothing is better"}.`;
  const forced = skill === null ? "Only one word was left: a forced guess." : "";
  const scores = forced ? [] : ["Skill ", el("b", {}, `${skill}`), ", luck "];
  const list = el("ul", { class: "words" });
  const others = listWords(list, after.map(text), MOST_WORDS);
  if (others) list.append(el("li", {}, `and ${figure(others)} more`));
  const counts = `${figure(before.length)} → ${counted(after.length, "candidate")}`;
  return el(
    "li",
    {},
    playedRow(content, reviewed),
    el("p", {}, ...scores, ...(forced ? ["Luck "] : []), el("b", {}, `${luck}`)),
    el("p", {}, forced || worth, remark ? ` Remark: ${text(remark)}.` : ""),
    el("p", { class: "quiet" }, forced ? "" : `Best here: ${named.slice(0, 4).join(", ")}.`),
    el("details", {}, el("summary", {}, counts), list),
  );
}
