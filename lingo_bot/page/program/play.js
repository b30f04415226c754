// Play: a person guesses a hidden word; lingo-bot guesses the same word, and its game is shown afterwards.
import { byId, drawBoard, drawKeys, shake } from "./board.js";
import { isSolved, repeatsShownLetter } from "./game.js";
import { gameOfDay, keepPlay, keptPlay, onOtherTab, today } from "./play_store.js";
import { countText } from "./phrases.js";
import {
  isFinished,
  newGame,
  resultOf,
  shownLetterOf,
  squaresOfBoth,
  stepsOf,
  whyNotGuess,
} from "./played_game.js";
import { afterKey, rowOf, wordOf } from "./row.js";
import { challengeLink, share } from "./share.js";
import { countGame, drawStatistics, eraseStatistics } from "./statistics.js";
import { asWritten, content } from "./words.js";
/** @import {Review} from "./review.js" */
/** @import {Ask, Game, Linked, PlayedGame, Step} from "./types" */

/** The part of the page in which a person plays. */
export class Play {
  /** @param {Game} game @param {Ask} ask @param {Review} review shows the review of a game */
  constructor(game, ask, review) {
    this.game = game;
    this.ask = ask;
    /** The row that is typed, without marks. */
    this.row = rowOf();
    /** The line above the board while the game lasts. */
    this.status = "";
    /** Why the last link was refused, "" if it was not. A finished game has it in that line, too. */
    this.linkError = "";
    /** The game on the board. `restore` puts the one there that the browser has kept. @type {PlayedGame} */
    this.played = gameOfDay(game, today());
    /** The unfinished game that New or a link has replaced, null for none. @type {PlayedGame | null} */
    this.discarded = null;
    /** Whether a guess was made on this board: then Undo does not bring the discarded game back. */
    this.hasGuessed = false;
    /** The game of lingo-bot with the same word, empty until it has played. @type {Step[]} */
    this.rivalSteps = [];
    /** Whether the button that erases the statistics was pressed once. */
    this.isErasing = false;

    byId("play-new").onclick = () => this.startAnew();
    byId("play-undo").onclick = () => this.undo();
    byId("play-day").onclick = () => this.show(gameOfDay(game, today()));
    byId("play-share").onclick = () => this.shareSquares();
    byId("play-challenge").onclick = () => this.shareChallenge();
    byId("play-review").onclick = () => review.show(this.played.secret, this.played.guesses);
    byId("play-erase").onclick = () => this.erase();
    onOtherTab(() => this.showGuessesOfOtherTab());
    this.restore();
  }

  /** Do what a key asks for, and return whether the key is used up. The browser gets any other key. @param {string} key */
  press(key) {
    if (isFinished(this.played)) return false;
    if (key === "Enter") {
      this.enter();
      return true;
    }

    if (repeatsShownLetter(this.game, shownLetterOf(this.played), this.row, key)) return true;
    // A message says why the key was not taken; then the row is the same object.
    const { row, message } = afterKey(this.row, key, { withMarks: false });
    const isTaken = row !== this.row;
    this.row = row;
    if (message) this.refuse(message);
    else this.draw();
    // A blank that the row does not take scrolls the page, as browsers do.
    return isTaken || key !== " ";
  }

  /** Guess the word of the row. */
  enter() {
    this.takeGuessesOfOtherTabs();
    if (isFinished(this.played)) {
      // Another tab has finished the word of the day.
      this.show(this.played);
      return;
    }

    const guess = wordOf(this.row);
    const error = whyNotGuess(this.game, this.played, guess);
    if (error) {
      this.refuse(error);
      return;
    }

    const isRepeated = this.played.guesses.includes(guess);
    const guesses = [...this.played.guesses, guess];
    this.played = { ...this.played, guesses };
    this.hasGuessed = true;
    this.linkError = "";
    this.row = this.emptyRow();

    const attempt = `Attempt ${guesses.length + 1} of ${content.attempts}.`;
    this.status = isRepeated ? `${asWritten(guess)} was your guess before. ${attempt}` : attempt;
    this.save();
    this.draw();

    // Screen readers read aloud the text that play-row gets: the new row.
    const drawn = byId("play-board").children[guesses.length - 1];
    byId("play-row", { textContent: drawn.ariaLabel });
    this.letRivalPlay();
  }

  /** Say in the line above the board why the row cannot be taken, and shake the row. @param {string} error */
  refuse(error) {
    this.status = error;
    this.draw();
    shake("play-board");
  }

  /** Put a game on the board. If it replaces an unfinished game, Undo can bring that one back; but not a game of the day,
   * which the button "Word of the day" brings back.
   * @param {PlayedGame} played @param {string} status the line above the board, "" for the kind of word and the attempts */
  show(played, status = "") {
    const isUnfinished = this.played.guesses.length > 0 && !isFinished(this.played);
    if (isUnfinished && !this.played.day) this.discarded = this.played;

    this.hasGuessed = false;
    this.linkError = "";
    this.played = played;
    this.rivalSteps = [];
    this.row = this.emptyRow();

    const title = played.day ? `The word of ${played.day}` : "A new word";
    this.status = status || `${title}: ${countText(content.attempts, "attempt")}.`;

    this.save();
    this.draw();
    this.letRivalPlay();
  }

  /** Once your game is over, let lingo-bot play its word too, and count the result. */
  letRivalPlay() {
    const hasRivalPlayed = this.rivalSteps.length > 0;
    if (!isFinished(this.played) || hasRivalPlayed) return;

    const finished = this.played;
    const { secret } = finished;
    const letter = shownLetterOf(finished);
    // No guesses: none of yours is reviewed here.
    this.ask({ kind: "play", letter, secret, guesses: [] }, ({ rivalSteps }) => {
      // Meanwhile another game may have come on the board, maybe with the same word.
      const isOnBoard = secret === this.played.secret && isFinished(this.played);
      if (isOnBoard) {
        this.rivalSteps = rivalSteps;
        this.countOnce();
      } else if (!finished.day && !finished.counted) {
        // A game of a day is counted when it comes back; this one does not.
        countGame(finished, stepsOf(finished), rivalSteps);
      }
      this.draw();
    });
  }

  /** Count the finished game in the statistics, unless this tab or another one has counted it. */
  countOnce() {
    // The word of the day may have been counted in another tab.
    this.takeGuessesOfOtherTabs();
    if (this.played.counted) return;

    this.played = { ...this.played, counted: true };
    this.save();
    countGame(this.played, stepsOf(this.played), this.rivalSteps);
    // The person sees the game in them.
    byId("play-statistics", { open: true });
  }

  /** Play a word at random. */
  startAnew() {
    const { secretsOfPlay, words } = this.game;
    const index = secretsOfPlay[Math.floor(Math.random() * secretsOfPlay.length)];
    this.show(newGame(words[index]));
  }

  /** Bring the discarded game back. */
  undo() {
    if (!this.discarded) return;
    this.show(this.discarded, "The word before is back.");
    // Undo cannot be undone: the game that `show` has replaced just now is gone.
    this.discarded = null;
    this.save();
    this.draw();
  }

  /** Play the word of a link. @param {Linked} linked */
  showLinked({ secret }) {
    if (!this.game.index.has(secret)) {
      this.linkError = "The word of this link is not in the list of this page.";
      this.status = this.linkError;
      this.draw();
      return;
    }
    this.show(newGame(secret), "Somebody chose a word for you.");
  }

  /** Take over the guesses that other tabs have made at the word of the day. In a browser that keeps nothing there are
   * none, and the game goes on as it is. */
  takeGuessesOfOtherTabs() {
    if (!this.played.day) return;
    const stored = gameOfDay(this.game, this.played.day);
    const hasMoreGuesses = stored.guesses.length > this.played.guesses.length;
    // A game that another tab has counted must not be counted here again.
    if (hasMoreGuesses || stored.counted) this.played = stored;
  }

  /** Show the guesses that another tab has made at the word of the day. */
  showGuessesOfOtherTab() {
    const count = this.played.guesses.length;
    this.takeGuessesOfOtherTabs();
    if (this.played.guesses.length > count)
      this.show(this.played, "Another tab went on with this word.");
  }

  /** Keep the game for a reload. */
  save() {
    keepPlay(this.played, this.discarded);
  }

  /** Show the game that was kept, else that of the day. */
  restore() {
    const { played, discarded } = keptPlay(this.game);
    this.discarded = discarded;
    this.show(played);
  }

  /** A row to type in; the first letter that is shown stands there already. */
  emptyRow() {
    return rowOf(shownLetterOf(this.played) ?? "");
  }

  /** Share both games as squares without letters. */
  shareSquares() {
    share(squaresOfBoth(this.played, this.rivalSteps), "play-shared");
  }

  /** Share a link in which somebody else gets this word. */
  shareChallenge() {
    const link = challengeLink(this.played.secret);
    share(`${content.title}: can you find my word?\n${link}`, "play-shared");
  }

  /** Erase the statistics when the button is pressed a second time. */
  erase() {
    if (this.isErasing) eraseStatistics();
    this.isErasing = !this.isErasing;
    this.draw();
  }

  /** Draw the boards, the keys and all that stands around them. The message "Copied." goes, because it was about the board
   * as it was. */
  draw() {
    const steps = stepsOf(this.played);
    const over = isFinished(this.played);
    const result = `${this.linkError} ${resultOf(this.played, this.rivalSteps)}`.trim();
    const status = over ? result : this.status;

    drawBoard("play-board", steps, { row: over ? null : this.row, total: content.attempts });
    drawBoard("play-rival-board", over ? this.rivalSteps : []);
    drawKeys("play-keys", steps);
    byId("play-board").classList.toggle("won", isSolved(steps));

    byId("play-rival", { hidden: !over || !this.rivalSteps.length });
    byId("play-keys", { hidden: over });
    byId("play-after", { hidden: !over });
    byId("play-undo", { hidden: !this.discarded || this.hasGuessed });
    byId("play-status", { textContent: status });
    byId("play-shared", { textContent: "" });
    byId("play-erase", { textContent: this.isErasing ? "Erase for good?" : "Erase" });
    drawStatistics("play-tallies", today());
  }
}
