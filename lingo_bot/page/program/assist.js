// Assist: advice during a game that is played elsewhere.
import { byId, drawBoard, drawKeys, element, shake } from "./board.js";
import {
  afterEntries,
  keptOf,
  newDraft,
  NOTHING_TO_UNDO,
  restored,
  startedAnew,
  undone,
  withFirstLetter,
} from "./draft.js";
import { isOver, isSolved } from "./game.js";
import { leaveIfPointed } from "./keys.js";
import { entriesIn } from "./pasted.js";
import { counted, ending, figure, valueText, why } from "./phrases.js";
import { afterKey, rowOf, wordOf } from "./row.js";
import { keepByTab, keptByTab, ofThisPage } from "./store.js";
import { content, write } from "./words.js";
/** @import {Advice, Ask, Draft, Entry, Game, Proposal} from "./types" */

/** Up to this many candidates their list is open. */
const FEW = 500;
/** Above this many words the guesses are ranked on a sample of the candidates. */
const LONG = 15_000;
/** The best rows that are visible on every screen. */
const TOP = 2;
const WIDENED = "No answer fits these replies: from here on every word of the list counts.";

/** The part of the page that advises. */
export class Assist {
  /** @param {Game} game @param {Ask} ask
   * @param {(secret: string, guesses: string[]) => void} review shows the review of a game */
  constructor(game, ask, review) {
    this.game = game;
    this.ask = ask;
    this.review = review;
    this.draft = newDraft(game, content.letter);
    /** @type {Advice | null} */
    this.advice = null;

    byId("assist-undo").onclick = () => this.undo();
    byId("assist-new").onclick = () => this.show(startedAnew(game, this.draft.position));
    byId("assist-review").onclick = () => this.reviewGame();
    byId("assist-letter").onchange = () => this.chooseLetter();
    byId("assist-form").onsubmit = (/** @type {Event} */ event) => this.takeTyped(event);
    byId("assist-text").onkeydown = (/** @type {KeyboardEvent} */ event) => submitOnEnter(event);
    addEventListener("paste", (event) => this.takePasted(event));
    this.restore();
  }

  /** Do what a key asks for; whether it asks for anything. @param {string} key */
  press(key) {
    if (this.needsLetter()) return this.pressFirstLetter(key);
    if (isOver(this.draft.position)) return false;
    if (key === "Enter") {
      this.enter();
      return true;
    }

    const before = this.draft.row;
    const { row, said } = afterKey(before, key, true);
    const isTaken = row !== before;
    this.draft.row = row;
    this.say(said);
    if (said && !isTaken) shake("assist-board");

    // Another word is valued too; marks change no advice.
    if (wordOf(row) === wordOf(before)) this.draw();
    else this.look();
    this.save();
    return isTaken || key !== " ";
  }

  /** Take the row that is typed, if its marks were set or Enter is pressed a second time. */
  enter() {
    const word = wordOf(this.draft.row);
    if (!word) {
      this.fail(`A guess has ${content.length} letters.`);
      return;
    }

    const isPlain = !this.draft.row.touched && !this.draft.row.asked;
    if (isPlain) {
      // Without marks a row says that no letter is in the secret, which is rare and may be a slip.
      this.draft.row = { ...this.draft.row, asked: true };
      this.fail(
        "Are all letters not there? Then Enter again; else tap the tiles to set the reply.",
      );
      return;
    }
    const error = this.takeAll([{ word, reply: this.draft.row.marks.join("") }]);
    if (error) this.fail(error);
  }

  /** Take entries, all of them or none; why they cannot be taken, "" if they were. @param {Entry[]} entries */
  takeAll(entries) {
    const start = { ...this.draft, remark: "" };
    // A reply alone is to the word on the board, else to the best guess.
    const best = this.advice?.best[0]?.word ?? "";
    const { draft, error } = afterEntries(this.game, start, entries, best);
    if (!error) this.show(draft);
    return error;
  }

  /** Show a draft, and ask for advice. @param {Draft} draft */
  show({ position, row, remark }) {
    const isWidened = position.wide && !this.draft.position.wide;
    this.draft = { position, row, remark: isWidened ? `${remark} ${WIDENED}` : remark };
    this.advice = null;
    this.say("");

    const words = Array.from(position.secrets, (index) => this.game.words[index]);
    byId("assist-words", { textContent: write(words.join(" ")) });
    byId("assist-candidates", { open: words.length <= FEW });
    byId("assist-letter", { value: position.letter ?? "" });
    this.save();
    this.look();
  }

  /** Ask for advice, in which the word of the row is valued too. */
  look() {
    const { steps, letter, wide } = this.draft.position;
    if (!steps.length && content.openers.length)
      this.advice ??= { best: content.openers, final: true };
    this.draw();
    if (this.isIdle() || this.isReady()) return;

    const word = wordOf(this.draft.row);
    const also = word ? [word] : [];
    this.ask({ kind: "advise", letter, wide, steps, also }, (advice) => {
      this.advice = advice;
      this.draw();
    });
  }

  /** Put a word on the board and say what it is worth. @param {string} word */
  choose(word) {
    this.draft.row = rowOf(word);
    this.say("");
    this.save();
    this.look();
  }

  /** Take the last step back, or New. */
  undo() {
    const before = undone(this.draft.position);
    if (before) this.show(before);
    else this.fail(NOTHING_TO_UNDO);
  }

  /** Play on with the first letter that was chosen, if the steps fit it. */
  chooseLetter() {
    const select = byId("assist-letter");
    leaveIfPointed(select);
    const { draft, error } = withFirstLetter(this.game, this.draft.position, select.value);
    if (!error) {
      this.show(draft);
      return;
    }
    select.value = this.draft.position.letter ?? "";
    this.fail(error);
  }

  /** Choose the first letter by its key; whether it is one. @param {string} key */
  pressFirstLetter(key) {
    const letter = key.toLowerCase();
    const select = byId("assist-letter");
    const letters = Array.from(select.options, (option) => option.value).filter(Boolean);
    if (!letters.includes(letter)) return false;
    select.value = letter;
    this.chooseLetter();
    return true;
  }

  /** Take the text of the field. @param {Event} event */
  takeTyped(event) {
    event.preventDefault();
    const field = byId("assist-text");
    if (this.takeText(field.value, "assist-text-error")) field.value = "";
  }

  /** Take a text that is pasted while no field has the focus. @param {ClipboardEvent} event */
  takePasted(event) {
    const at = /** @type {HTMLElement} */ (event.target);
    if (at.closest?.("input, textarea") || byId("assist").offsetParent === null) return;
    this.takeText(event.clipboardData?.getData("text") ?? "", "assist-error");
  }

  /** Take the steps of a text, all of them or none, and say in an element why not; whether they were taken.
   * @param {string} text @param {string} place */
  takeText(text, place) {
    this.say("");
    const { entries, error } = entriesIn(text);
    const reason = error || this.takeAll(entries);
    if (!reason) return true;

    shake("assist-board");
    const said = entriesCount(text) > 1 ? `Nothing was taken. ${reason}` : reason;
    byId(place, { textContent: said }).classList.add("error");
    return false;
  }

  /** Review the game on the board, with its secret if that is known: it was found, or is the only candidate. */
  reviewGame() {
    const { steps, secrets } = this.draft.position;
    const guesses = steps.map(({ guess }) => guess);

    let secret = "";
    if (isSolved(steps)) secret = guesses.at(-1) ?? "";
    else if (secrets.length === 1) secret = this.game.words[secrets[0]];
    this.review(secret, guesses);
  }

  /** Whether the first letter must be chosen before anything is advised. */
  needsLetter() {
    return content.shown && !this.draft.position.letter;
  }

  /** Whether there is nothing to advise. */
  isIdle() {
    return this.needsLetter() || isOver(this.draft.position);
  }

  /** Whether the advice is of this position, and has the word of the row. */
  isReady() {
    const word = wordOf(this.draft.row);
    return this.advice && (!word || this.valued(word));
  }

  /** @param {string} word @returns {Proposal | undefined} */
  valued(word) {
    return this.advice?.best.find((proposal) => proposal.word === word);
  }

  /** Say what hinders a step, below the board. @param {string} error */
  fail(error) {
    this.say(error);
    byId("assist-error").classList.add("error");
    shake("assist-board");
  }

  /** Say something of the row below the board. @param {string} text */
  say(text) {
    byId("assist-error", { textContent: text }).classList.remove("error");
    byId("assist-text-error", { textContent: "" });
  }

  /** Draw the board and all that stands around it. */
  draw() {
    const { steps, secrets, before } = this.draft.position;
    const row = this.isIdle() ? null : this.draft.row;
    drawBoard("assist-board", steps, { row, withMarks: true, total: 1 });
    drawKeys("assist-keys", steps);
    byId("assist-undo", { hidden: !before });
    byId("assist-review", { hidden: !steps.length });
    byId("assist-status", { textContent: this.status() });
    byId("assist-board").classList.toggle("won", isSolved(steps));
    byId("assist-candidates", { hidden: this.needsLetter() });
    byId("assist-count", { textContent: counted(secrets.length, "candidate") });
    this.drawAdvice();
  }

  /** The line above the board. */
  status() {
    if (this.needsLetter()) return "Which first letter is shown?";
    const { steps } = this.draft.position;
    const attempt = isOver(this.draft.position)
      ? ending(steps, "The attempts are used up")
      : `Attempt ${steps.length + 1} of ${content.attempts}`;
    return `${attempt}. ${this.draft.remark}`.trim();
  }

  /** Draw the table of the best guesses, and why the one on the board is good. */
  drawAdvice() {
    byId("assist-advice", { hidden: this.isIdle() });
    const best = this.advice?.best ?? [];
    const current = this.valued(wordOf(this.draft.row)) ?? best[0];

    // The word on the board stands first, unless it is one of the very best.
    const rank = best.indexOf(current);
    const rows = rank < TOP ? best : [current, ...best.filter((proposal) => proposal !== current)];
    const drawn = rows.map((proposal) => this.proposalRow(proposal, proposal === current));
    byId("assist-best").replaceChildren(...drawn);

    const reason = current ? why(current, best[0], this.draft.position.secrets.length) : "";
    byId("assist-why", { textContent: reason });
    byId("assist-progress", { textContent: this.progress(best) });
  }

  /** How far the advice has come. @param {Proposal[]} best */
  progress(best) {
    if (!this.isReady()) return "Thinking …";
    if (!this.advice?.final) return "A first look; refining …";
    if (best.every((proposal) => proposal.exact)) return "All exact.";
    const isSampled = this.game.words.length > LONG;
    return `~ marks an estimate${isSampled ? ", ranked on a sample" : ""}.`;
  }

  /** A row of the table of advice. @param {Proposal} proposal @param {boolean} isCurrent whether the reason below is its */
  proposalRow(proposal, isCurrent) {
    const word = write(proposal.word);
    const ariaLabel = `${word}: put it on the board`;
    const onclick = () => this.choose(proposal.word);
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

  /** Keep the game for a reload. */
  save() {
    keepByTab(ofThisPage("assist"), keptOf(this.draft));
  }

  /** Take up the game that was kept. It is shown in any case, because a browser that reloads a page may have left
   * something in its fields. */
  restore() {
    const kept = keptByTab(ofThisPage("assist"));
    let draft = newDraft(this.game, content.letter);
    try {
      if (kept) draft = restored(this.game, kept);
    } catch {
      // The game was kept by an older page.
    }
    this.show(draft);
  }
}

/** How many entries a text seems to have. @param {string} text */
function entriesCount(text) {
  return text.split(/[\n,;]/).filter((part) => part.trim()).length;
}

/** Send a form by Enter in its field of several lines. @param {KeyboardEvent} event */
function submitOnEnter(event) {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  /** @type {HTMLTextAreaElement} */ (event.target).form?.requestSubmit();
}
