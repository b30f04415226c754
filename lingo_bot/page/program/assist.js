// Assist: advice during a game that is played elsewhere.
import { byId, drawBoard, drawKeys, element, shake } from "./board.js";
import { begin, conflictOf, hear, isOver, isSolved, whyIllegal } from "./game.js";
import { leaveIfPointed } from "./keys.js";
import { entriesIn } from "./pasted.js";
import { counted, ending, figure, valueText, why } from "./phrases.js";
import { afterKey, rowOf, wordOf } from "./row.js";
import { keepByTab, keptByTab, ofThisPage } from "./store.js";
import { content, write } from "./words.js";
/** @import {Game, Proposal, Advice, Draft, Entry, Position, Ask, KeptGame} from "./types" */

/** Up to this many candidates their list is open. */
const FEW = 500;
/** Above this many words the guesses are ranked on a sample of the candidates. */
const LONG = 15_000;
/** The best rows that are visible on every screen. */
const TOP = 2;
const NOTHING_TO_UNDO = "There is nothing to undo.";
const GAME_IS_BACK = "The game before is back.";
const WIDENED = "No answer fits these replies: from here on every word of the list counts.";

/** The part of the page that advises. */
export class Assist {
  /** @param {Game} game @param {Ask} ask
   * @param {(secret: string, guesses: string[]) => void} review shows the review of a game */
  constructor(game, ask, review) {
    this.game = game;
    this.ask = ask;
    this.review = review;
    this.position = begin(game, content.letter);
    this.row = rowOf(content.letter ?? "");
    /** The remark on the last step, which is no mistake. */
    this.remark = "";
    /** @type {Advice | null} */
    this.advice = null;

    byId("assist-undo").onclick = () => this.undo();
    byId("assist-new").onclick = () => this.startAnew();
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
    if (isOver(this.position)) return false;
    if (key === "Enter") {
      this.enter();
      return true;
    }
    const before = wordOf(this.row);
    const { row, said } = afterKey(this.row, key, true);
    const isTaken = row !== this.row;
    this.row = row;
    this.say(said);
    if (said && !isTaken) shake("assist-board");
    if (wordOf(row) === before) this.draw();
    else this.look();
    this.save();
    return isTaken || key !== " ";
  }

  /** Take the row that is typed, if its marks were set or Enter is pressed a second time. */
  enter() {
    const word = wordOf(this.row);
    if (!word) {
      this.fail(`A guess has ${content.length} letters.`);
      return;
    }
    if (!this.row.touched && !this.row.asked) {
      this.row = { ...this.row, asked: true };
      this.fail(
        "Are all letters not there? Then Enter again; else tap the tiles to set the reply.",
      );
      return;
    }
    this.takeAll([{ word, reply: this.row.marks.join("") }]);
  }

  /** Take entries of a text, all of them or none; whether they could be taken. @param {Entry[]} entries */
  takeAll(entries) {
    /** @type {Draft} */
    let draft = { position: this.position, row: this.row, remark: "" };
    for (const entry of entries) {
      const { next, error } = this.afterEntry(draft, entry);
      if (error) return this.fail(error);
      draft = next;
    }
    this.go(draft);
    return true;
  }

  /** The draft of the board after an entry, or why it cannot be taken.
   * @param {Draft} draft @param {Entry} entry @returns {{next: Draft, error: string}} */
  afterEntry(draft, { word, reply, undo }) {
    const { position, row } = draft;
    if (undo) {
      const before = undone(position);
      return { next: before ?? draft, error: before ? "" : NOTHING_TO_UNDO };
    }
    if (!reply) return { next: { ...draft, row: rowOf(word) }, error: "" };

    // A reply alone is to the word on the board, else to the best guess.
    const best = this.advice?.best[0]?.word ?? "";
    const guess = word ?? (wordOf(row) || best);
    if (!guess) return { next: draft, error: "Give the guess before its reply." };
    const { next, error } = this.after(position, guess, reply);
    const remark = this.remarkOn(position, guess);
    return { next: { position: next, row: rowOf(next.letter ?? ""), remark }, error };
  }

  /** The position after a step, or why there is none. @param {Position} position @param {string} guess
   * @param {string} reply @returns {{next: Position, error: string}} */
  after(position, guess, reply) {
    let start = position;
    if (content.shown && !position.letter) {
      const [letter] = guess;
      const error = this.whyNotFirst(letter, reply);
      if (error) return { next: position, error };
      start = begin(this.game, letter);
    }
    if (isOver(start)) return { next: start, error: "The game is over: New begins another." };
    const next = hear(start, { guess, reply });
    const conflict = conflictOf(next);
    return { next, error: conflict ? `${write(conflict)}.` : "" };
  }

  /** Why a first step does not tell the first letter that is shown, "" if it does. @param {string} letter
   * @param {string} reply */
  whyNotFirst(letter, reply) {
    if (!this.firstLetters().includes(letter)) return `No word begins with ${write(letter)}.`;
    if (reply[0] !== "O")
      return "Choose the first letter that is shown, then give the reply again.";
    return "";
  }

  /** The remark on a guess that the rules do not allow, or that was made before; "" for others.
   * @param {Position} position @param {string} guess */
  remarkOn(position, guess) {
    const before = position.steps.findIndex((step) => step.guess === guess);
    const reason =
      before < 0 ? whyIllegal(position, guess) : `${guess} was your guess ${before + 1} already`;
    return reason ? write(`Remark on ${guess}: ${reason}.`) : "";
  }

  /** Show a position with a row to type, and say something of how it came about. @param {Draft} draft */
  go({ position, row, remark }) {
    const isWidened = position.wide && !this.position.wide;
    this.remark = isWidened ? `${remark} ${WIDENED}` : remark;
    this.position = position;
    this.row = row;
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
    const { steps, letter, wide } = this.position;
    if (!steps.length && content.openers.length)
      this.advice ??= { best: content.openers, final: true };
    this.draw();
    if (this.isIdle() || this.isReady()) return;

    const word = wordOf(this.row);
    const also = word ? [word] : [];
    this.ask({ kind: "advise", letter, wide, steps, also }, (advice) => {
      this.advice = advice;
      this.draw();
    });
  }

  /** Put a word on the board and say what it is worth. @param {string} word */
  choose(word) {
    this.row = rowOf(word);
    this.say("");
    this.save();
    this.look();
  }

  /** Take the last step back, or New. */
  undo() {
    const before = undone(this.position);
    if (before) this.go(before);
    else this.fail(NOTHING_TO_UNDO);
  }

  /** Begin a new game; the one on the board comes back by Undo. */
  startAnew() {
    const start = begin(this.game, content.letter);
    const before = this.position.steps.length ? this.position : this.position.before;
    const row = rowOf(content.letter ?? "");
    this.go({ position: { ...start, before }, row, remark: "" });
  }

  /** Play on with the first letter that was chosen, if the steps fit it. */
  chooseLetter() {
    const select = byId("assist-letter");
    leaveIfPointed(select);
    const start = begin(this.game, select.value || null);
    const position = this.position.steps.reduce(hear, { ...start, before: this.position.before });
    const conflict = conflictOf(position);
    if (conflict) {
      select.value = this.position.letter ?? "";
      this.fail(`${write(conflict)}.`);
      return;
    }
    this.go({ position, row: rowOf(select.value), remark: "" });
  }

  /** Choose the first letter by its key. @param {string} key */
  pressFirstLetter(key) {
    const letter = key.toLowerCase();
    if (!this.firstLetters().includes(letter)) return false;
    byId("assist-letter", { value: letter });
    this.chooseLetter();
    return true;
  }

  /** @returns {string[]} */
  firstLetters() {
    return Array.from(byId("assist-letter").options, (option) => option.value).filter(Boolean);
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
    const isTaken = !error && this.takeAll(entries);
    if (isTaken) return true;

    const reason = error || byId("assist-error").textContent;
    byId("assist-error", { textContent: "" });
    const said = entriesCount(text) > 1 ? `Nothing was taken. ${reason}` : reason;
    byId(place, { textContent: said }).classList.add("error");
    return false;
  }

  /** Review the game on the board: its secret is known when it was found, or is the only candidate. */
  reviewGame() {
    const { steps, secrets } = this.position;
    const guesses = steps.map(({ guess }) => guess);
    const isKnown = secrets.length === 1;
    const secret = isKnown ? this.game.words[secrets[0]] : "";
    this.review(isSolved(steps) ? (guesses.at(-1) ?? "") : secret, guesses);
  }

  /** Whether the first letter must be chosen before anything is advised. */
  needsLetter() {
    return content.shown && !this.position.letter;
  }

  /** Whether there is nothing to advise. */
  isIdle() {
    return this.needsLetter() || isOver(this.position);
  }

  /** Whether the advice is of this position, and has the word of the row. */
  isReady() {
    const word = wordOf(this.row);
    return this.advice && (!word || this.valued(word));
  }

  /** @param {string} word @returns {Proposal | undefined} */
  valued(word) {
    return this.advice?.best.find((proposal) => proposal.word === word);
  }

  /** Say what hinders a step, below the board; always false. @param {string} error */
  fail(error) {
    this.say(error);
    byId("assist-error").classList.add("error");
    shake("assist-board");
    return false;
  }

  /** Say something of the row below the board. @param {string} text */
  say(text) {
    byId("assist-error", { textContent: text }).classList.remove("error");
    byId("assist-text-error", { textContent: "" });
  }

  draw() {
    const { steps, secrets } = this.position;
    const isSteps = steps.length > 0;
    const row = this.isIdle() ? null : this.row;
    drawBoard("assist-board", steps, { row, withMarks: true, total: 1 });
    drawKeys("assist-keys", steps);
    byId("assist-undo", { hidden: !this.position.before });
    byId("assist-review", { hidden: !isSteps });
    byId("assist-status", { textContent: this.status() });
    byId("assist-board").classList.toggle("won", isSolved(steps));
    byId("assist-candidates", { hidden: this.needsLetter() });
    byId("assist-count", { textContent: counted(secrets.length, "candidate") });
    this.drawAdvice();
  }

  status() {
    if (this.needsLetter()) return "Which first letter is shown?";
    const { steps } = this.position;
    const attempt = isOver(this.position)
      ? ending(steps, "The attempts are used up")
      : `Attempt ${steps.length + 1} of ${content.attempts}`;
    return `${attempt}. ${this.remark}`.trim();
  }

  drawAdvice() {
    byId("assist-advice", { hidden: this.isIdle() });
    const best = this.advice?.best ?? [];
    const current = this.valued(wordOf(this.row)) ?? best[0];

    // The word on the board stands first, unless it is one of the very best.
    const rank = best.indexOf(current);
    const rows = rank < TOP ? best : [current, ...best.filter((proposal) => proposal !== current)];
    const drawn = rows.map((proposal) => this.proposalRow(proposal, proposal === current));
    byId("assist-best").replaceChildren(...drawn);

    const reason = current ? why(current, best[0], this.position.secrets.length) : "";
    byId("assist-why", { textContent: reason });
    byId("assist-progress", { textContent: this.progress(best) });
  }

  /** @param {Proposal[]} best */
  progress(best) {
    if (!this.isReady()) return "Thinking …";
    if (!this.advice?.final) return "A first look; refining …";
    if (best.every((proposal) => proposal.exact)) return "All exact.";
    const isSampled = this.game.words.length > LONG;
    return `~ marks an estimate${isSampled ? ", ranked on a sample" : ""}.`;
  }

  /** @param {Proposal} proposal @param {boolean} isCurrent */
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

  /** Keep the game, with the one before it, for a reload. */
  save() {
    const before = beginning(this.position).before;
    /** @type {KeptGame} */
    const game = {
      ...gameOf(this.position),
      row: { word: this.row.letters.join(""), marks: this.row.marks.join("") },
      isMarked: this.row.touched,
      before: before ? gameOf(before) : null,
    };
    keepByTab(ofThisPage("assist"), game);
  }

  /** Take up the game that was kept; a first letter that the browser kept in the field counts for nothing. */
  restore() {
    /** @type {KeptGame | null} */
    const stored = keptByTab(ofThisPage("assist"));
    let position = this.position;
    let row = this.row;
    try {
      if (stored) {
        const before = stored.before ? this.replayed(stored.before, null) : null;
        position = this.replayed(stored, before);
        row = rowOf(stored.row.word, stored.isMarked ? stored.row.marks : "");
      }
    } catch {
      // The stored game is of an older page.
    }
    this.go({ position, row, remark: "" });
  }

  /** The position of a kept game. @param {{letter: string | null, steps: {guess: string, reply: string}[]}} kept
   * @param {Position | null} before */
  replayed({ letter, steps }, before) {
    return steps.reduce(hear, { ...begin(this.game, letter), before });
  }
}

/** The first position of a game. @param {Position} position */
function beginning(position) {
  let first = position;
  while (first.before && first.steps.length) first = first.before;
  return first;
}

/** The letter and the steps of a game, from which it is made again. @param {Position} position */
function gameOf({ letter, steps }) {
  return { letter, steps };
}

/** The draft of the board with the last step, or New, taken back; null if there is none.
 * @param {Position} position @returns {Draft | null} */
function undone({ steps, before }) {
  if (!before) return null;
  const last = steps.at(-1);
  if (!last) return { position: before, row: rowOf(before.letter ?? ""), remark: GAME_IS_BACK };
  const remark = `Taken back: ${write(last.guess)}.`;
  return { position: before, row: rowOf(last.guess, last.reply), remark };
}

/** @param {string} text */
function entriesCount(text) {
  return text.split(/[\n,;]/).filter((part) => part.trim()).length;
}

/** Send a form by Enter in its field of several lines. @param {KeyboardEvent} event */
function submitOnEnter(event) {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  /** @type {HTMLTextAreaElement} */ (event.target).form?.requestSubmit();
}
