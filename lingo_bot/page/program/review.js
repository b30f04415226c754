// Review: figures for a finished game, which is typed, comes in a link, or was just played in another part of the page.
// `read` turns a text as people write it into one with a character for each letter, and `asWritten` turns it back.
import { byId, drawBoard, element, isVisible, playedRow } from "./board.js";
import { countText, figure, noWord, squaresOf } from "./phrases.js";
import { HIGHEST } from "./review_game.js";
import { reviewJson, summaryOf, verdictOf, worth } from "./review_text.js";
import { reviewLink, share } from "./share.js";
import { keepByTab, keptByTab, ofThisPage } from "./store.js";
import { asWritten, content, read, wordLength } from "./words.js";
/** @import {Game, Linked, Reviewed, Step, Ask} from "./types" */

/** The ids of the fields of the form; each has an element for its error, `review-word-error` for the first. */
const WORD_FIELD = "review-word";
const GUESSES_FIELD = "review-guesses";

/** The part of the page that reviews a game. */
export class Review {
  /** @param {Game} game @param {Ask} ask */
  constructor(game, ask) {
    this.game = game;
    this.ask = ask;
    /** The guesses whose review is awaited or shown, null after a refusal. @type {string[] | null} */
    this.asked = null;
    byId("review-form").onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.reviewForm();
    };
    byId("review-form").oninput = () => this.save(false);
    this.restore();
  }

  /** Review a game, or ask for its word if that is not known.
   * @param {string} secret "" if it is not known @param {string[]} guesses */
  show(secret, guesses) {
    // On a wide screen the review stands beside the game; else its part is opened.
    if (!isVisible("review")) {
      location.hash = "#review";
      // The browser reports the new address later. The part opens now, because a hidden field cannot have the focus.
      byId("parts").dataset.part = "review";
    }

    byId(WORD_FIELD, { value: asWritten(secret) });
    byId(GUESSES_FIELD, { value: guesses.map(asWritten).join(" ") });
    if (secret) this.reviewForm();
    else this.refuse(WORD_FIELD, "Which word was it?");
  }

  /** Show the game of a link; it has no secret if the link cannot be read. @param {Linked} linked */
  showLinked({ secret, guesses }) {
    if (secret) this.show(secret, guesses);
    else this.refuse(WORD_FIELD, "This link cannot be read.");
  }

  /** Review the game in the fields of the form. */
  reviewForm() {
    const secret = read(byId(WORD_FIELD).value.trim());
    const guessesText = read(byId(GUESSES_FIELD).value);
    const guesses = guessesText.split(/[\s,;]+/).filter(Boolean);
    byId("review-result", { hidden: true });

    const wordError = whyNoSecret(this.game, secret);
    const guessesError = whyNoGuesses(secret, guesses);
    if (wordError) {
      this.refuse(WORD_FIELD, wordError);
      return;
    }
    if (guessesError) {
      this.refuse(GUESSES_FIELD, guessesError);
      return;
    }

    this.say("Reviewing …");
    this.save(true);
    // If the game shows the first letter, the player knew that of the secret.
    const shownLetter = content.showsLetter ? [...secret][0] : null;
    this.asked = guesses;
    this.ask(
      { kind: "review", letter: shownLetter, secret, guesses },
      ({ reviewed, rivalSteps }) => {
        // A text that was refused meanwhile keeps its error.
        if (this.asked === guesses) this.draw(secret, reviewed, rivalSteps);
      },
    );
  }

  /** Show a review, and let its buttons share it. @param {string} secret @param {Reviewed[]} reviewed
   * @param {Step[]} rivalSteps the game of lingo-bot with the same word */
  draw(secret, reviewed, rivalSteps) {
    this.say("");
    byId("review-verdict", { textContent: verdictOf(reviewed, rivalSteps) });
    byId("review-summary", { textContent: summaryOf(reviewed) });
    byId("review-list").replaceChildren(...reviewed.map(guessItem));
    // drawBoard turns the tiles of a row that it adds to others. Here no tile is to turn, so the board is emptied first.
    byId("review-rival").replaceChildren();
    drawBoard("review-rival", rivalSteps);
    byId("review-result", { hidden: false });
    byId("review-shared", { textContent: "" });

    const text = squaresOf(content.title, reviewed);
    byId("review-share").onclick = () => share(text, "review-shared");
    const guesses = reviewed.map(({ guess }) => guess);
    const link = reviewLink(secret, guesses);
    byId("review-link").onclick = () => share(link, "review-shared");
    offerFile("review-save", reviewJson(secret, reviewed, rivalSteps));
  }

  /** Show below a field what is wrong with it, with words as people write them.
   * @param {string} field @param {string} error */
  refuse(field, error) {
    this.asked = null;
    this.say("");
    byId(`${field}-error`, { textContent: asWritten(error) });
    byId(field, { ariaInvalid: "true" }).focus();
  }

  /** Show how far the review is, in place of any error. @param {string} status */
  say(status) {
    byId("review-status", { textContent: status });
    for (const field of [WORD_FIELD, GUESSES_FIELD]) {
      byId(`${field}-error`, { textContent: "" });
      byId(field, { ariaInvalid: null });
    }
  }

  /** Keep the texts of the form for a reload of a page with these words and rules.
   * @param {boolean} isReviewed whether their review comes back too */
  save(isReviewed) {
    const word = byId(WORD_FIELD).value;
    const guesses = byId(GUESSES_FIELD).value;
    keepByTab(ofThisPage("review"), { word, guesses, isReviewed });
  }

  /** Fill the form with the texts that were kept. */
  restore() {
    const stored = keptByTab(ofThisPage("review"));
    byId(WORD_FIELD, { value: stored?.word ?? "" });
    byId(GUESSES_FIELD, { value: stored?.guesses ?? "" });
    if (stored?.isReviewed) this.reviewForm();
  }
}

/** Why a text cannot be the word of a game, "" if it can. @param {Game} game @param {string} secret */
function whyNoSecret(game, secret) {
  // The letter that all words of the game begin with, null if there is none.
  const { letter } = content;
  if (!secret) return "Type the word.";
  if (!hasLength(secret)) return noWord(secret);
  if (!game.index.has(secret)) return `The word ${secret} is not in the list.`;
  if (letter && !secret.startsWith(letter)) return `The word does not begin with ${letter}.`;
  return "";
}

/** Why texts cannot be the guesses of a game, "" if they can. @param {string} secret @param {string[]} guesses */
function whyNoGuesses(secret, guesses) {
  const { attempts } = content;
  const strange = guesses.find((guess) => !hasLength(guess));
  if (!guesses.length) return "Type the guesses of the game.";
  if (strange) return noWord(strange);
  if (guesses.length > attempts)
    return `${guesses.length} guesses are more than ${countText(attempts, "attempt")}.`;
  if (guesses.slice(0, -1).includes(secret)) return `The guesses go on after ${secret} was found.`;
  return "";
}

/** Whether a text has as many letters as the words of the game. @param {string} text */
function hasLength(text) {
  return [...text].length === wordLength;
}

/** A guess of the review: its row, its figures as bars, and what it was worth. @param {Reviewed} reviewed */
function guessItem(reviewed) {
  const { before, after, candidates, remark, skill, luck } = reviewed;
  const bars = [bar("Luck", luck)];
  // A forced guess needed no skill.
  if (skill !== null) bars.unshift(bar("Skill", skill));
  const remarkText = remark ? ` Remark: ${asWritten(remark)}.` : "";

  // The candidates before the guess, and after its reply.
  const counts = `${figure(before)} → ${countText(after, "candidate")}`;
  const words = element("p", { dir: "auto" }, asWritten(candidates.join(" ")));
  return element(
    "li",
    { className: "box stack" },
    element("div", { className: "line" }, playedRow(reviewed), element("div", {}, ...bars)),
    element("p", {}, worth(reviewed), remarkText),
    element("details", {}, element("summary", {}, counts), words),
  );
}

/** A figure from 0 to HIGHEST as a bar. @param {string} name @param {number} value */
function bar(name, value) {
  const ariaLabel = `${name} ${value} of ${HIGHEST}`;
  const meter = element("meter", { max: HIGHEST, value, ariaLabel });
  return element("label", { className: "figure" }, `${name} ${value}`, meter);
}

/** Let a link save a text as a file, in place of the one that it saved before. @param {string} id @param {string} json */
function offerFile(id, json) {
  const link = byId(id);
  // The browser keeps each text until its address is revoked; the first time there is none.
  URL.revokeObjectURL(link.href);
  link.href = URL.createObjectURL(new Blob([json], { type: "application/json" }));
}
