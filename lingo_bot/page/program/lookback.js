// Review: a finished game, typed or just played.
import { playedRow } from "./board.js";
import { byId, copy, el, save } from "./dom.js";
import {
  counted,
  figure,
  forGuesses,
  lossText,
  reviewJson,
  shared,
  summaryOf,
  valueText,
} from "./phrases.js";
import { read, write } from "./words.js";
/** @import {Content, Step, Games, Reviewed, Ask} from "./types" */

/** The part of the page; it returns the function that shows the review of a game.
 * @param {Games} games @param {Ask} ask */
export function lookback(games, ask) {
  const { content } = games;
  const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byId(id));
  /** @type {{secret: string, reviewed: Reviewed[], own: Step[]}} */
  const state = { secret: "", reviewed: [], own: [] };
  const say = (/** @type {string} */ said) => (byId("review-status").textContent = said);

  /** @param {string} secret @param {string[]} guesses */
  const show = (secret, guesses) => {
    const text = (/** @type {string} */ word) => write(word, content);
    input("review-word").value = text(secret);
    input("review-guesses").value = guesses.map(text).join(" ");
    const why = whyNot(games, secret, guesses);
    byId("review-result").hidden = true;
    if (why) return say(text(why));
    say("Reviewing …");
    const letter = content.shown ? [...secret][0] : null;
    ask({ kind: "own", letter, secret }, (own) => {
      ask({ kind: "review", letter, secret, guesses }, (reviewed) => {
        Object.assign(state, { secret, reviewed, own });
        drawReview(content, state);
        say(summaryOf(content, reviewed, guesses.includes(secret)));
      });
    });
  };

  byId("review-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const words = read(input("review-guesses").value, content)
      .split(/[\s,]+/)
      .filter(Boolean);
    show(read(input("review-word").value.trim(), content), words);
  });
  byId("review-share").addEventListener("click", () => {
    const solved = state.reviewed.some(({ guess }) => guess === state.secret);
    const [line, ...rows] = shared(content, content.title, state.reviewed, solved).split("\n");
    const figures = (/** @type {Reviewed} */ each) =>
      `${each.skill === null ? "" : ` skill ${each.skill},`} luck ${each.luck}`;
    copy(
      [line, ...rows.map((row, at) => row + figures(state.reviewed[at]))].join("\n"),
      byId("review-status"),
    );
  });
  byId("review-save").addEventListener("click", () => {
    save("review.json", reviewJson(content, state.secret, state.reviewed, state.own));
  });
  return show;
}

/** Why these words are no game, null if they are. @param {Games} games @param {string} secret
 * @param {string[]} guesses */
function whyNot({ content, lists }, secret, guesses) {
  const long = [secret, ...guesses].find((word) => [...word].length !== content.length);
  if (long !== undefined) return `Not a word of ${content.length} letters: ${long || "(none)"}.`;
  if (!lists.places.has(secret)) return `The word ${secret} is not in the list.`;
  if (content.letter && !secret.startsWith(content.letter))
    return `The word does not begin with ${content.letter}.`;
  if (!guesses.length) return "Type the guesses of the game.";
  if (guesses.length > content.attempts)
    return `${guesses.length} guesses are more than ${content.attempts} attempts.`;
  return guesses.slice(0, -1).includes(secret)
    ? `The guesses go on after ${secret} was found.`
    : null;
}

/** @param {Content} content @param {{secret: string, reviewed: Reviewed[], own: Step[]}} state */
function drawReview(content, { reviewed, own }) {
  byId("review-list").replaceChildren(...reviewed.map((each) => guessItem(content, each)));
  byId("review-own").replaceChildren(...own.map((step) => playedRow(content, step)));
  byId("review-result").hidden = false;
}

/** @param {Content} content @param {Reviewed} each */
function guessItem(content, each) {
  const { before, after, own, best, skill, luck, remark } = each;
  const text = (/** @type {string} */ word) => write(word, content);
  const lost = best[0].points - own.points;
  const unit = forGuesses(content) ? "guesses" : "points";
  const worth = `${valueText(content, own)} ${unit} expected`;
  const better =
    lost > 0
      ? `best ${text(best[0].word)} with ${valueText(content, best[0])}, lost ${lossText(content, lost)}`
      : "nothing is better";
  const others = best.slice(0, 4).map((one) => `${text(one.word)} ${valueText(content, one)}`);
  const forced = skill === null ? "Only one word was left: a forced guess." : "";
  return el(
    "li",
    {},
    playedRow(content, each),
    el(
      "div",
      { class: "figures" },
      el("p", { class: "scores" }, meter("Skill", skill), meter("Luck", luck)),
      el("p", {}, forced || `${worth}; ${better}.`, remark ? ` Remark: ${text(remark)}.` : ""),
      forced ? "" : el("p", { class: "quiet" }, `Best here: ${others.join(", ")}.`),
      wordsOf(content, `${figure(before.length)} → ${counted(after.length, "candidate")}`, after),
    ),
  );
}

/** @param {string} name @param {number | null} value */
function meter(name, value) {
  if (value === null) return "";
  return el("span", {}, `${name} `, el("b", {}, String(value)));
}

/** The candidates that were left, folded away. @param {Content} content @param {string} title
 * @param {string[]} words */
function wordsOf(content, title, words) {
  const items = words
    .slice(0, 500)
    .map((word) => el("li", {}, el("bdi", {}, write(word, content))));
  if (words.length > items.length)
    items.push(el("li", {}, `and ${figure(words.length - items.length)} more`));
  return el("details", {}, el("summary", {}, title), el("ul", { class: "words" }, ...items));
}
