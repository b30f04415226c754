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
    this.said = "";
    /** @type {Hidden} */
    this.hidden = this.ofToday();
    /** The game that Undo brings back until the next guess. @type {Hidden | null} */
    this.discarded = null;
    this.isUntouched = true;
    /** The game of lingo-bot, empty until it is known. @type {Step[]} */
    this.theirs = [];
    this.isErasing = false;

    byId("play-new").onclick = () => this.startAnew();
    byId("play-undo").onclick = () => this.undo();
    byId("play-day").onclick = () => this.show(this.ofToday());
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
    return isTaken || key !== " ";
  }

  /** Guess the word of the row. */
  enter() {
    this.followDay();
    if (this.isOver()) {
      this.show(this.hidden);
      return;
    }
    const guess = wordOf(this.row);
    const why = guess ? this.whyIllegal(guess) : null;
    if (!guess || why) {
      this.said = guess ? write(`${guess}: ${why}.`) : `A guess has ${content.length} letters.`;
      this.draw();
      shake("play-board");
      return;
    }
    this.isUntouched = false;
    const again = this.hidden.guesses.includes(guess);
    this.hidden = { ...this.hidden, guesses: [...this.hidden.guesses, guess] };
    this.row = rowOf(this.letter() ?? "");
    const attempt = `Attempt ${this.hidden.guesses.length + 1} of ${content.attempts}.`;
    this.said = again ? `${write(guess)} was your guess before. ${attempt}` : attempt;
    this.save();
    this.draw();

    const drawn = byId("play-board").children[this.hidden.guesses.length - 1];
    byId("play-row", { textContent: drawn.ariaLabel });
    this.finish();
  }

  /** Play a word; a game that has begun comes back by Undo. @param {Hidden} hidden @param {string} said */
  show(hidden, said = "") {
    // The word of the day comes back by its own button.
    const isBegun = this.hidden.guesses.length > 0 && !this.isOver();
    if (isBegun && !this.hidden.day) this.discarded = this.hidden;
    this.isUntouched = true;
    this.hidden = hidden;
    this.theirs = [];
    this.row = rowOf(this.letter() ?? "");
    const title = hidden.day ? `The word of ${hidden.day}` : "A new word";
    this.said = said || `${title}: ${content.attempts} attempts.`;
    this.save();
    this.draw();
    this.finish();
  }

  /** Once your game is over, let lingo-bot play it too, and count the result. */
  finish() {
    if (!this.isOver() || this.theirs.length) return;
    const { hidden } = this;
    this.ask({ kind: "play", letter: this.letter(), secret: hidden.secret }, ({ own }) => {
      if (hidden.secret !== this.hidden.secret) return;
      this.theirs = own;
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
    this.show({ secret, guesses: [], day: "", counted: false });
  }

  undo() {
    if (!this.discarded) return;
    const hidden = this.discarded;
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
    this.show({ secret, guesses: [], day: "", counted: false }, "Somebody chose a word for you.");
  }

  /** The word of a day with the guesses that were made of it, in any tab. @param {string} date @returns {Hidden} */
  ofToday(date = today()) {
    const stored = keptValue(ofThisPage("day"));
    const secret = secretOf(this.game, date);
    if (stored?.day !== date) return { secret, guesses: [], day: date, counted: false };
    return { secret, guesses: stored.guesses, day: date, counted: stored.counted };
  }

  /** Go on where another tab has come to with the word of the day. A browser that keeps nothing has no such tab. */
  followDay() {
    if (!this.hidden.day) return;
    const latest = this.ofToday(this.hidden.day);
    const isFurther = latest.guesses.length > this.hidden.guesses.length;
    if (isFurther || latest.counted) this.hidden = latest;
  }

  /** Show what another tab did with the word of the day. */
  showOtherTab() {
    const before = this.hidden.guesses.length;
    this.followDay();
    if (this.hidden.guesses.length > before)
      this.show(this.hidden, "Another tab went on with this word.");
  }

  save() {
    const { hidden } = this;
    const { day } = hidden;
    if (day) {
      const stored = keptValue(ofThisPage("day"));
      const isNew = stored?.day !== day || stored.guesses.join() !== hidden.guesses.join();
      if (isNew || stored.counted !== hidden.counted) keep(ofThisPage("day"), hidden);
    }
    keepByTab(ofThisPage("play"), { hidden: day ? null : hidden, discarded: this.discarded });
  }

  /** Take up the game that was kept. */
  restore() {
    const stored = keptByTab(ofThisPage("play"));
    const isKnown = this.game.index.has(stored?.hidden?.secret);
    this.discarded = stored?.discarded ?? null;
    this.show(isKnown ? stored.hidden : this.ofToday());
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

  /** Why the rules do not allow a guess, null if they do. @param {string} guess */
  whyIllegal(guess) {
    const start = begin(this.game, this.letter());
    return whyIllegal({ ...start, steps: this.steps() }, guess);
  }

  /** How the game ended, for you and for lingo-bot. */
  result() {
    const steps = this.steps();
    const word = isSolved(steps) ? "" : ` The word was ${write(this.hidden.secret)}.`;
    return `${ending(steps)}.${word} ${this.rivalResult()}`.trim();
  }

  rivalResult() {
    if (!this.theirs.length) return "";
    if (isSolved(this.theirs)) return `lingo-bot needed ${this.theirs.length}.`;
    return "lingo-bot did not find it.";
  }

  shareSquares() {
    const { day } = this.hidden;
    const title = day ? `${content.title}, ${day}` : content.title;
    const text = `${shared(title, this.steps())}\n${shared("lingo-bot", this.theirs)}`;
    share(text, "play-shared");
  }

  shareChallenge() {
    const link = challengeLink(this.hidden.secret);
    share(`${content.title}: can you find my word?\n${link}`, "play-shared");
  }

  /** Erase the statistics, once the button was pressed twice. */
  erase() {
    if (this.isErasing) eraseStatistics();
    this.isErasing = !this.isErasing;
    this.draw();
  }

  draw() {
    const steps = this.steps();
    const over = this.isOver();
    drawBoard("play-board", steps, { row: over ? null : this.row, total: content.attempts });
    drawBoard("play-other", over ? this.theirs : []);
    drawKeys("play-keys", steps);
    byId("play-board").classList.toggle("won", isSolved(steps));
    byId("play-rival", { hidden: !over || !this.theirs.length });
    byId("play-keys", { hidden: over });
    byId("play-after", { hidden: !over });
    byId("play-undo", { hidden: !this.discarded || !this.isUntouched });
    byId("play-status", { textContent: over ? this.result() : this.said });
    byId("play-shared", { textContent: "" });
    byId("play-erase", { textContent: this.isErasing ? "Erase for good?" : "Erase" });
    drawStatistics("play-tallies", today());
  }
}

/** The date here, as in 2026-01-31. */
function today() {
  return new Date().toLocaleDateString("sv");
}
