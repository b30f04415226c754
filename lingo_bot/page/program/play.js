// Play: a person guesses a hidden word; lingo-bot guesses the same word, and its game is shown afterwards.
import { byId, drawBoard, drawKeys, shake } from "./board.js";
import { begin, hear, isOver, isSolved, secretOf, whyIllegal } from "./game.js";
import { ending, shared } from "./phrases.js";
import { afterKey, rowOf, wordOf } from "./row.js";
import { challengeLink, share } from "./share.js";
import { countGame, drawStatistics, eraseStatistics } from "./statistics.js";
import { keep, keepByTab, keptValue, keptByTab, ofThisPage, onKeptElsewhere } from "./store.js";
import { content, replyFor, write } from "./words.js";
/** @import {Ask, Game, Hidden, Linked, Step} from "./types" */

/** The part of the page in which a person plays. */
export class Play {
  /** @param {Game} game @param {Ask} ask
   * @param {(secret: string, guesses: string[]) => void} review shows the review of a game */
  constructor(game, ask, review) {
    this.game = game;
    this.ask = ask;
    this.row = rowOf();
    /** The line above the board while the game lasts. */
    this.said = "";
    /** The word that is played, with the guesses so far. @type {Hidden} */
    this.hidden = this.wordOfDay();
    /** The unfinished game that New or a link has replaced. @type {Hidden | null} */
    this.discarded = null;
    /** Whether a guess was made since then: Undo brings the discarded game back only before the first one. */
    this.hasGuessed = false;
    /** The game of lingo-bot with the same word, empty until it has played. @type {Step[]} */
    this.rivalSteps = [];
    /** Whether the button that erases the statistics was pressed once. */
    this.isErasing = false;

    byId("play-new").onclick = () => this.startAnew();
    byId("play-undo").onclick = () => this.undo();
    byId("play-day").onclick = () => this.show(this.wordOfDay());
    byId("play-share").onclick = () => this.shareSquares();
    byId("play-challenge").onclick = () => this.shareChallenge();
    byId("play-review").onclick = () => review(this.hidden.secret, this.hidden.guesses);
    byId("play-erase").onclick = () => this.erase();
    onKeptElsewhere(ofThisPage("day"), () => this.showOtherTab());
    this.restore();
  }

  /** Do what a key asks for; whether it asks for anything. @param {string} key */
  press(key) {
    if (this.isOver()) return false;
    if (key === "Enter") {
      this.enter();
      return true;
    }

    const { row, said } = afterKey(this.row, key, false);
    const isTaken = row !== this.row;
    this.row = row;
    if (said) this.said = said;
    this.draw();
    if (said) shake("play-board");
    // A blank that does nothing here scrolls the page, as elsewhere.
    return isTaken || key !== " ";
  }

  /** Guess the word of the row. */
  enter() {
    this.followDay();
    if (this.isOver()) {
      // Another tab has finished the word of the day.
      this.show(this.hidden);
      return;
    }

    const guess = wordOf(this.row);
    const error = this.whyNotGuess(guess);
    if (error) {
      this.said = error;
      this.draw();
      shake("play-board");
      return;
    }

    const isRepeated = this.hidden.guesses.includes(guess);
    this.hidden = { ...this.hidden, guesses: [...this.hidden.guesses, guess] };
    this.hasGuessed = true;
    this.row = rowOf(this.letter() ?? "");
    const attempt = `Attempt ${this.hidden.guesses.length + 1} of ${content.attempts}.`;
    this.said = isRepeated ? `${write(guess)} was your guess before. ${attempt}` : attempt;
    this.save();
    this.draw();

    // Screen readers read the new row aloud.
    const drawn = byId("play-board").children[this.hidden.guesses.length - 1];
    byId("play-row", { textContent: drawn.ariaLabel });
    this.finish();
  }

  /** Why a word cannot be guessed, as a sentence; "" if it can. @param {string} guess "" for a row that is not full */
  whyNotGuess(guess) {
    if (!guess) return `A guess has ${content.length} letters.`;
    const start = begin(this.game, this.letter());
    const reason = whyIllegal({ ...start, steps: this.steps() }, guess);
    return reason ? write(`${guess}: ${reason}.`) : "";
  }

  /** Play a word; a game that has begun comes back by Undo.
   * @param {Hidden} hidden @param {string} said what stands above the board, "" for a line about the word */
  show(hidden, said = "") {
    const isBegun = this.hidden.guesses.length > 0 && !this.isOver();
    // The word of the day has a button of its own.
    if (isBegun && !this.hidden.day) this.discarded = this.hidden;

    this.hasGuessed = false;
    this.hidden = hidden;
    this.rivalSteps = [];
    this.row = rowOf(this.letter() ?? "");

    const title = hidden.day ? `The word of ${hidden.day}` : "A new word";
    this.said = said || `${title}: ${content.attempts} attempts.`;

    this.save();
    this.draw();
    this.finish();
  }

  /** Once your game is over, let lingo-bot play it too, and count the result. */
  finish() {
    if (!this.isOver() || this.rivalSteps.length) return;
    const { hidden } = this;
    this.ask({ kind: "play", letter: this.letter(), secret: hidden.secret }, ({ own }) => {
      // Meanwhile another word may have come on the board.
      if (hidden.secret !== this.hidden.secret) return;
      this.rivalSteps = own;

      // Another tab may have counted the word of the day already.
      this.followDay();
      if (!this.hidden.counted) {
        this.hidden = { ...this.hidden, counted: true };
        this.save();
        countGame(this.hidden, this.steps(), own);
        byId("play-statistics", { open: true });
      }
      this.draw();
    });
  }

  /** Play a word at random. */
  startAnew() {
    const { common, words } = this.game;
    const secret = words[common[Math.floor(Math.random() * common.length)]];
    this.show(newHidden(secret));
  }

  /** Bring the discarded game back. */
  undo() {
    if (!this.discarded) return;
    const hidden = this.discarded;
    // `show` discards the game on the board if it has begun; after Undo there is nothing to undo.
    this.show(hidden, "The word before is back.");
    this.discarded = null;
    this.save();
    this.draw();
  }

  /** Play the word of a link. @param {Linked} linked */
  showLinked({ secret }) {
    if (!this.game.index.has(secret)) {
      this.said = "The word of this link is not in the list of this page.";
      this.draw();
      return;
    }
    this.show(newHidden(secret), "Somebody chose a word for you.");
  }

  /** The word of a day, as in 2026-01-31, with the guesses that were made at it in any tab. @param {string} day */
  wordOfDay(day = today()) {
    const hidden = newHidden(secretOf(this.game, day), day);
    const stored = keptValue(ofThisPage("day"));
    // The browser keeps one day, which may be an earlier one.
    if (stored?.day !== day) return hidden;
    return { ...hidden, guesses: stored.guesses, counted: stored.counted };
  }

  /** Take over the guesses that another tab has made at the word of the day. In a browser that keeps nothing there are
   * none, and the game goes on as it is. */
  followDay() {
    if (!this.hidden.day) return;
    const latest = this.wordOfDay(this.hidden.day);
    const isFurther = latest.guesses.length > this.hidden.guesses.length;
    if (isFurther || latest.counted) this.hidden = latest;
  }

  /** Show the guesses that another tab has made at the word of the day. */
  showOtherTab() {
    const before = this.hidden.guesses.length;
    this.followDay();
    if (this.hidden.guesses.length > before)
      this.show(this.hidden, "Another tab went on with this word.");
  }

  /** Keep the game for a reload; that of the day for all tabs. */
  save() {
    const { hidden } = this;
    const { day } = hidden;
    if (day) {
      // Other tabs follow each value that is kept, so nothing is kept twice.
      const stored = keptValue(ofThisPage("day"));
      const isSame =
        stored?.day === day &&
        stored.guesses.join() === hidden.guesses.join() &&
        stored.counted === hidden.counted;
      if (!isSame) keep(ofThisPage("day"), hidden);
    }
    keepByTab(ofThisPage("play"), { hidden: day ? null : hidden, discarded: this.discarded });
  }

  /** Take up the game that was kept. */
  restore() {
    const stored = keptByTab(ofThisPage("play"));
    const isKnown = this.game.index.has(stored?.hidden?.secret);
    this.discarded = stored?.discarded ?? null;
    this.show(isKnown ? stored.hidden : this.wordOfDay());
  }

  /** The first letter, where it is shown. */
  letter() {
    return content.shown ? [...this.hidden.secret][0] : null;
  }

  /** The guesses with their replies. @returns {Step[]} */
  steps() {
    const { secret, guesses } = this.hidden;
    return guesses.map((guess) => ({ guess, reply: replyFor(guess, secret) }));
  }

  /** Whether your game is over. */
  isOver() {
    return isOver({ steps: this.steps() });
  }

  /** How the game ended, for you and for lingo-bot. */
  result() {
    const steps = this.steps();
    const word = isSolved(steps) ? "" : ` The word was ${write(this.hidden.secret)}.`;
    return `${ending(steps)}.${word} ${this.rivalResult()}`.trim();
  }

  /** How lingo-bot's game ended, "" until it is known. */
  rivalResult() {
    if (!this.rivalSteps.length) return "";
    if (isSolved(this.rivalSteps)) return `lingo-bot needed ${this.rivalSteps.length}.`;
    return "lingo-bot did not find it.";
  }

  /** Share both games as squares without letters. */
  shareSquares() {
    const { day } = this.hidden;
    const title = day ? `${content.title}, ${day}` : content.title;
    const text = `${shared(title, this.steps())}\n${shared("lingo-bot", this.rivalSteps)}`;
    share(text, "play-shared");
  }

  /** Share a link in which somebody else gets this word. */
  shareChallenge() {
    const link = challengeLink(this.hidden.secret);
    share(`${content.title}: can you find my word?\n${link}`, "play-shared");
  }

  /** Erase the statistics when the button is pressed a second time. */
  erase() {
    if (this.isErasing) eraseStatistics();
    this.isErasing = !this.isErasing;
    this.draw();
  }

  /** Draw the boards, the keys and all that stands around them. */
  draw() {
    const steps = this.steps();
    const over = this.isOver();
    drawBoard("play-board", steps, { row: over ? null : this.row, total: content.attempts });
    drawBoard("play-other", over ? this.rivalSteps : []);
    drawKeys("play-keys", steps);
    byId("play-board").classList.toggle("won", isSolved(steps));
    byId("play-rival", { hidden: !over || !this.rivalSteps.length });
    byId("play-keys", { hidden: over });
    byId("play-after", { hidden: !over });
    byId("play-undo", { hidden: !this.discarded || this.hasGuessed });
    byId("play-status", { textContent: over ? this.result() : this.said });
    byId("play-shared", { textContent: "" });
    byId("play-erase", { textContent: this.isErasing ? "Erase for good?" : "Erase" });
    drawStatistics("play-tallies", today());
  }
}

/** A word without guesses. @param {string} secret @param {string} day "" for a word of no day @returns {Hidden} */
function newHidden(secret, day = "") {
  return { secret, guesses: [], day, counted: false };
}

/** The date here, as in 2026-01-31. */
function today() {
  // Swedish dates are written like that.
  return new Date().toLocaleDateString("sv");
}
