// Assist: advice during a game that is played elsewhere. Here are its elements, and what keys, buttons and texts do with
// them; draft.js says what follows on the board.
import { byId, drawBoard, drawKeys, isVisible, shake } from "./board.js";
import {
  afterEntries,
  afterFirstLetter,
  afterNew,
  afterText,
  afterUndo,
  canAdvise,
  draftOfKept,
  firstLetters,
  gameToKeep,
  needsLetter,
  newDraft,
  statusOf,
} from "./draft.js";
import { isOver, isSolved, knownSecret, repeatsShownLetter } from "./game.js";
import { leaveIfPointed } from "./keys.js";
import { countText } from "./phrases.js";
import { drawProposals, isReady } from "./proposals.js";
import { afterKey, rowOf, wordOf } from "./row.js";
import { keepByTab, keptByTab, ofThisPage } from "./store.js";
import { asWritten, content, read, wordLength } from "./words.js";
/** @import {Review} from "./review.js" */
/** @import {Advice, Ask, Draft, DraftChange, Game, Row} from "./types" */

/** Up to this many candidates their list is open; a longer one is too long to read. */
const LONGEST_OPEN_LIST = 500;
const WIDENED = "No answer fits these replies: from here on every word of the list counts.";
const ASKS_FOR_MARKS =
  "Are all letters not there? Then Enter again; else tap the tiles to set the reply.";

/** The part of the page that advises. */
export class Assist {
  /** @param {Game} game @param {Ask} ask @param {Review} review shows the review of a game */
  constructor(game, ask, review) {
    this.game = game;
    this.ask = ask;
    this.review = review;
    /** What is on the board. */
    this.draft = newDraft(game);
    /** The advice at the draft's position, null until it comes. @type {Advice | null} */
    this.advice = null;

    byId("assist-undo").onclick = () => this.change(afterUndo(this.draft));
    byId("assist-new").onclick = () => this.show(afterNew(this.game, this.draft.position));
    byId("assist-review").onclick = () => this.reviewGame();
    byId("assist-letter").onchange = () => this.chooseLetter();
    byId("assist-form").onsubmit = (/** @type {Event} */ event) => this.takeTyped(event);
    byId("assist-text").onkeydown = (/** @type {KeyboardEvent} */ event) => submitOnEnter(event);
    addEventListener("paste", (event) => this.takePasted(event));
    this.restore();
  }

  /** Do what a key asks for, and return whether it asks for anything. @param {string} key */
  press(key) {
    if (needsLetter(this.draft.position)) return this.pressFirstLetter(key);
    if (isOver(this.draft.position)) return false;
    if (key === "Enter") {
      this.enter();
      return true;
    }

    if (repeatsShownLetter(this.game, this.draft.position.letter, this.draft.row, key)) return true;
    const { row, message } = afterKey(this.draft.row, key, { withMarks: true });
    const isTaken = row !== this.draft.row;
    this.changeRow(row, message);
    if (message && !isTaken) shake("assist-board");
    // A blank that the row does not take scrolls the page, as browsers do.
    return isTaken || key !== " ";
  }

  /** Choose the first letter by its key, and return whether the key is one. @param {string} key */
  pressFirstLetter(key) {
    // As the words are read: in Turkish I is ı, and without accents é is e.
    const letter = read(key);
    if (!firstLetters(this.game).has(letter)) return false;
    byId("assist-letter", { value: letter });
    this.chooseLetter();
    return true;
  }

  /** Take the row that is typed, if its marks were set or Enter is pressed a second time. */
  enter() {
    const { row } = this.draft;
    const word = wordOf(row);
    if (!word) {
      this.refuse(`A guess has ${countText(wordLength, "letter")}.`);
      return;
    }
    if (!row.isMarked && !row.isQuestioned) {
      // Without marks a row says that no letter is in the secret, which is rare and may be a slip.
      this.draft = { ...this.draft, row: { ...row, isQuestioned: true } };
      this.refuse(ASKS_FOR_MARKS);
      return;
    }

    const reply = row.marks.join("");
    this.change(afterEntries(this.game, this.draft, [{ word, reply }]));
  }

  /** Play on with the first letter that is chosen in the field, if the steps fit it. */
  chooseLetter() {
    const select = byId("assist-letter");
    // After a click the next letters go to the row, and not to the field.
    leaveIfPointed(select);
    this.change(afterFirstLetter(this.game, this.draft, select.value));
    // If the change was refused, the field shows the letter of the game again.
    select.value = this.draft.position.letter ?? "";
  }

  /** Take the text of the field. @param {Event} event */
  takeTyped(event) {
    event.preventDefault();
    const field = byId("assist-text");
    if (this.takeText(field.value, "assist-text-error")) field.value = "";
  }

  /** Take a text that is pasted while no field has the focus. @param {ClipboardEvent} event */
  takePasted(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const isInField = target.closest?.("input, textarea");
    if (isInField || !isVisible("assist")) return;
    this.takeText(event.clipboardData?.getData("text") ?? "", "assist-error");
  }

  /** Take the entries of a text, and return whether they could be taken. @param {string} text
   * @param {string} id of the element that says why not */
  takeText(text, id) {
    // A reply without a word belongs to the best guess, if there is no word on the board either.
    const bestGuess = this.advice?.best[0]?.word ?? "";
    return this.change(afterText(this.game, this.draft, text, bestGuess), id);
  }

  /** Show a changed draft, or why the change is refused; return whether it was made. @param {DraftChange} change
   * @param {string} id of the element that says why not */
  change({ draft, error }, id = "assist-error") {
    if (error) this.refuse(error, id);
    else this.show(draft);
    return !error;
  }

  /** Show a draft, keep it, and ask for advice on it. @param {Draft} draft */
  show(draft) {
    const { position } = draft;
    // The person is told at the step that has widened the game, and not again after later ones.
    const isNewlyWidened = position.isWidened && !this.draft.position.isWidened;
    const remark = isNewlyWidened ? `${draft.remark} ${WIDENED}` : draft.remark;
    this.draft = { ...draft, remark };
    this.advice = null;
    this.say("");

    const words = Array.from(position.secrets, (index) => this.game.words[index]);
    byId("assist-words", { textContent: asWritten(words.join(" ")) });
    byId("assist-candidates", { open: words.length <= LONGEST_OPEN_LIST });
    byId("assist-letter", { value: position.letter ?? "" });
    this.save();
    this.drawAndAsk();
  }

  /** Put a row on the board; a new word in it is valued. @param {Row} row @param {string} message about the row */
  changeRow(row, message) {
    const hasNewWord = wordOf(row) !== wordOf(this.draft.row);
    this.draft = { ...this.draft, row };
    this.say(message);
    this.save();
    // Marks change no advice.
    if (hasNewWord) this.drawAndAsk();
    else this.draw();
  }

  /** Draw what is known, and ask for advice, in which the word of the row is valued too. */
  drawAndAsk() {
    const { position, row } = this.draft;
    const { steps, letter, isWidened } = position;
    const { openers } = content;
    // The file has the advice on the first guess.
    const hasOpeners = steps.length === 0 && openers.length > 0;
    if (hasOpeners && !this.advice) this.advice = { best: openers, final: true };
    this.draw();

    // "" until the row has all letters.
    const word = wordOf(row);
    if (!canAdvise(position) || isReady(this.advice, word)) return;
    const also = word ? [word] : [];
    this.ask({ kind: "advise", letter, isWidened, steps, also }, (advice) => {
      // The board may have another game by now. New sends no request that would end this one.
      if (position !== this.draft.position) return;
      this.advice = advice;
      this.draw();
    });
  }

  /** Review the game on the board. */
  reviewGame() {
    const { position } = this.draft;
    const guesses = position.steps.map(({ guess }) => guess);
    // The review asks for a secret that is not known yet.
    this.review.show(knownSecret(position), guesses);
  }

  /** Show why something cannot be taken. @param {string} error @param {string} id of the element that shows it */
  refuse(error, id = "assist-error") {
    this.say("");
    byId(id, { textContent: error }).classList.add("error");
    shake("assist-board");
  }

  /** Show a message about the row below the board, in place of any error; "" for none. @param {string} text */
  say(text) {
    byId("assist-error", { textContent: text }).classList.remove("error");
    byId("assist-text-error", { textContent: "" });
  }

  /** Draw the board and all that stands around it. */
  draw() {
    const { position, row } = this.draft;
    const { steps, secrets } = position;
    const takesGuess = canAdvise(position);
    // Before the first letter is chosen there is neither a played row nor one that is typed. Then drawBoard adds an empty
    // row, because the total is 1, and the board keeps its height.
    drawBoard("assist-board", steps, { row: takesGuess ? row : null, withMarks: true, total: 1 });
    drawKeys("assist-keys", steps);
    byId("assist-board").classList.toggle("won", isSolved(steps));
    // Undo takes a step back, or brings the game before New back.
    byId("assist-undo", { hidden: !position.before && !position.replaced });
    byId("assist-review", { hidden: steps.length === 0 });
    byId("assist-status", { textContent: statusOf(this.draft) });
    byId("assist-candidates", { hidden: needsLetter(position) });
    byId("assist-count", { textContent: countText(secrets.length, "candidate") });

    byId("assist-advice", { hidden: !takesGuess });
    drawProposals(this.advice, wordOf(row), position, (word) => this.changeRow(rowOf(word), ""));
  }

  /** Keep the game on the board, and the one that New has replaced, for a reload. */
  save() {
    keepByTab(ofThisPage("assist"), gameToKeep(this.draft));
  }

  /** Show the game that was kept, else a new one. A new one must be shown too: a browser that reloads a page may leave the
   * former text in its fields. */
  restore() {
    const stored = keptByTab(ofThisPage("assist"));
    let draft = this.draft;
    try {
      if (stored) draft = draftOfKept(this.game, stored);
    } catch {
      // An older page has kept the game in another form: it is left out.
    }
    this.show(draft);
  }
}

/** Send a form by Enter in its field of several lines. @param {KeyboardEvent} event */
function submitOnEnter(event) {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  /** @type {HTMLTextAreaElement} */ (event.target).form?.requestSubmit();
}
