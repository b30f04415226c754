// Review: a finished game, typed, pasted in a link, or just played.
import { byId, drawBoard, element, playedRow } from "./board.js";
import { counted, figure, reviewJson, shared, summaryOf, verdictOf, worth } from "./phrases.js";
import { reviewLink, share } from "./share.js";
import { keepByTab, keptByTab, ofThisPage } from "./store.js";
import { content, read, write } from "./words.js";
/** @import {Game, Linked, Reviewed, Step, Ask} from "./types" */

const FIELDS = ["review-word", "review-guesses"];

/** The part of the page that looks back on a game. */
export class Lookback {
  /** @param {Game} game @param {Ask} ask */
  constructor(game, ask) {
    this.game = game;
    this.ask = ask;
    byId("review-form").onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.reviewTyped();
    };
    byId("review-form").oninput = () => this.save(false);
    this.restore();
  }

  /** Show the review of a game, or what is missing; the part is opened unless it stands beside the game.
   * @param {string} secret "" if it is not known @param {string[]} guesses */
  show(secret, guesses) {
    if (byId("review").offsetParent === null) {
      location.hash = "#review";
      // The address tells of its change later; the fields can have the focus now.
      byId("parts").dataset.part = "review";
    }
    byId("review-word", { value: write(secret) });
    byId("review-guesses", { value: guesses.map(write).join(" ") });
    if (secret) this.reviewTyped();
    else this.fail("Which word was it?", "review-word");
  }

  /** Show the game of a link. @param {Linked} linked */
  showLinked({ secret, guesses }) {
    if (secret) this.show(secret, guesses);
    else this.fail("This link cannot be read.", "review-word");
  }

  /** Review the game of the form. */
  reviewTyped() {
    const secret = read(byId("review-word").value.trim());
    const typed = read(byId("review-guesses").value);
    const guesses = typed.split(/[\s,;]+/).filter(Boolean);
    byId("review-result", { hidden: true });

    const mistake = mistakeIn(this.game, secret, guesses);
    if (mistake) {
      this.fail(mistake.why, mistake.field);
      return;
    }

    this.say("Reviewing …");
    this.save(true);
    const letter = content.shown ? [...secret][0] : null;
    this.ask({ kind: "review", letter, secret, guesses }, ({ own, reviewed }) =>
      this.draw(secret, guesses, reviewed, own),
    );
  }

  /** Show a review, and let its buttons share it. @param {string} secret @param {string[]} guesses
   * @param {Reviewed[]} reviewed @param {Step[]} own the game of lingo-bot */
  draw(secret, guesses, reviewed, own) {
    this.say("");
    byId("review-verdict", { textContent: verdictOf(reviewed, own) });
    byId("review-summary", { textContent: summaryOf(reviewed) });
    byId("review-list").replaceChildren(...reviewed.map(guessItem));
    // A board that was empty shows its rows at once, without turning tiles.
    byId("review-own").replaceChildren();
    drawBoard("review-own", own);
    byId("review-result", { hidden: false });
    byId("review-shared", { textContent: "" });

    const text = shared(content.title, reviewed);
    byId("review-share").onclick = () => share(text, "review-shared");
    const link = reviewLink(secret, guesses);
    byId("review-link").onclick = () => share(link, "review-shared");
    const json = new Blob([reviewJson(secret, reviewed, own)], { type: "application/json" });
    byId("review-save", { href: URL.createObjectURL(json) });
  }

  /** Say below a field what is wrong with it. @param {string} why @param {string} field */
  fail(why, field) {
    this.say("");
    byId(`${field}-error`, { textContent: write(why) });
    byId(field, { ariaInvalid: "true" }).focus();
  }

  /** Say how far the review is, in place of any mistake. @param {string} text */
  say(text) {
    byId("review-status", { textContent: text });
    for (const field of FIELDS) {
      byId(`${field}-error`, { textContent: "" });
      byId(field, { ariaInvalid: null });
    }
  }

  /** Keep the game of the form for a reload. @param {boolean} isReviewed whether its review comes back too */
  save(isReviewed) {
    const [word, guesses] = FIELDS.map((field) => byId(field).value);
    keepByTab(ofThisPage("review"), { word, guesses, isReviewed });
  }

  /** Take up the game that was kept. */
  restore() {
    const stored = keptByTab(ofThisPage("review"));
    byId("review-word", { value: stored?.word ?? "" });
    byId("review-guesses", { value: stored?.guesses ?? "" });
    if (stored?.isReviewed) this.reviewTyped();
  }
}

/** Why these words are no game, and the field that is wrong; null if they are one.
 * @param {Game} game @param {string} secret @param {string[]} guesses */
function mistakeIn(game, secret, guesses) {
  const { length, letter, attempts } = content;
  const isWord = (/** @type {string} */ word) => [...word].length === length;
  const inWord = (/** @type {string} */ why) => ({ why, field: "review-word" });
  const inGuesses = (/** @type {string} */ why) => ({ why, field: "review-guesses" });

  if (!secret) return inWord("Type the word.");
  if (!isWord(secret)) return inWord(`Not a word of ${length} letters: ${secret}.`);
  if (!game.index.has(secret)) return inWord(`The word ${secret} is not in the list.`);
  if (letter && !secret.startsWith(letter))
    return inWord(`The word does not begin with ${letter}.`);

  const strange = guesses.find((guess) => !isWord(guess));
  if (!guesses.length) return inGuesses("Type the guesses of the game.");
  if (strange) return inGuesses(`Not a word of ${length} letters: ${strange}.`);
  if (guesses.length > attempts)
    return inGuesses(`${guesses.length} guesses are more than ${attempts} attempts.`);
  const isFoundBefore = guesses.slice(0, -1).includes(secret);
  return isFoundBefore ? inGuesses(`The guesses go on after ${secret} was found.`) : null;
}

/** A guess with its figures as bars. @param {Reviewed} reviewed */
function guessItem(reviewed) {
  const { before, after, candidates, remark, skill, luck } = reviewed;
  const counts = `${figure(before)} → ${counted(after, "candidate")}`;
  const words = element("p", { dir: "auto" }, write(candidates.join(" ")));
  const bars = skill === null ? [bar("Luck", luck)] : [bar("Skill", skill), bar("Luck", luck)];
  return element(
    "li",
    { className: "box stack" },
    element("div", { className: "line" }, playedRow(reviewed), element("div", {}, ...bars)),
    element("p", {}, worth(reviewed), remark ? ` Remark: ${write(remark)}.` : ""),
    element("details", {}, element("summary", {}, counts), words),
  );
}

/** A figure from 0 to 99 as a bar. @param {string} name @param {number} value */
function bar(name, value) {
  const meter = element("meter", { max: 99, value, ariaLabel: `${name} ${value} of 99` });
  return element("label", { className: "figure" }, `${name} ${value}`, meter);
}
