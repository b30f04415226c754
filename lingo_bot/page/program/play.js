// Play: a person guesses a word beside lingo-bot, which guesses the same word.
import { afterKey, drawBoard, isFull, markKeys, rowOf } from "./board.js";
import { content, write } from "./content.js";
import { byId, copy, kept } from "./dom.js";
import { ending, shared } from "./phrases.js";
import { secretOf } from "./game.js";
import { begin, isOver, isSolved, whyIllegal } from "./position.js";
import { replyFor } from "./reply.js";
/** @import {Step, Game, Ask} from "./types" */

/** Start the part of the page, and return what handles a key. @param {Game} game @param {Ask} ask
 * @param {(secret: string, guesses: string[]) => void} lookBack shows the review of a game */
export function play(game, ask, lookBack) {
  let [secret, day, said] = ["", "", ""];
  let row = rowOf();
  let position = begin(game, null);
  /** The game of lingo-bot. @type {Step[]} */
  let theirs = [];
  const guesses = () => position.steps.map(({ guess }) => guess);

  /** @param {string} word @param {string} date */
  const start = (word, date = "") => {
    const letter = content.shown ? [...word][0] : null;
    [secret, day, theirs, row] = [word, date, [], rowOf(letter ?? "")];
    const before = date ? kept(`day.${content.key}.${date}`).split(" ").filter(Boolean) : [];
    const steps = before.map((guess) => ({ guess, reply: replyFor(guess, secret) }));
    position = { ...begin(game, letter), steps };
    said = `${day ? `The word of ${day}` : "A new word"}: ${content.attempts} attempts.`;
    if (steps.length) race();
    draw();
  };

  /** Let lingo-bot play, if it has not yet. */
  const race = () => {
    if (theirs.length) return;
    ask({ kind: "play", letter: position.letter, secret }, (steps) => {
      theirs = steps;
      draw();
    });
  };

  const today = () => {
    const date = new Date();
    start(secretOf(game, date), dayOf(date));
  };

  const result = () => {
    const count = isSolved(theirs) ? `needed ${theirs.length}` : "did not find it";
    const word = isSolved(position.steps) ? "" : ` The word was ${write(secret)}.`;
    const other = theirs.length ? ` lingo-bot ${count}.` : "";
    return `${ending(position.steps)}.${word}${other}`;
  };

  const enter = () => {
    const guess = row.letters.join("");
    const why = whyIllegal(position, guess);
    if (!isFull(row)) said = `A guess has ${content.length} letters.`;
    else if (why) said = write(`${guess}: ${why}.`);
    else {
      const again = guesses().includes(guess) ? write(`${guess} was your guess before. `) : "";
      const steps = [...position.steps, { guess, reply: replyFor(guess, secret) }];
      [position, row] = [{ ...position, steps }, rowOf(position.letter ?? "")];
      if (day) kept(`day.${content.key}.${day}`, guesses().join(" "));
      race();
      said = `${again}Attempt ${steps.length + 1} of ${content.attempts}.`;
    }
  };

  /** @param {string} key */
  const press = (key) => {
    if (isOver(position)) return;
    const before = position.steps.length;
    if (key === "Enter") enter();
    else row = afterKey(row, key);
    draw();
    const rows = byId("play-board").children;
    if (position.steps.length > before) byId("play-row", { textContent: rows[before].ariaLabel });
  };

  const draw = () => {
    const { steps } = position;
    const [over, total] = [isOver(position), content.attempts];
    const shown = over ? theirs : theirs.slice(0, steps.length);
    drawBoard("play-board", steps, over ? null : row, { total });
    drawBoard("play-other", shown, null, { total, hidden: !over });
    markKeys("play-keys", steps);
    byId("play-keys", { hidden: over });
    byId("play-after", { hidden: !over });
    byId("play-status", { textContent: over ? result() : said });
  };

  byId("play-new").onclick = () =>
    start(game.words[game.common[Math.floor(Math.random() * game.common.length)]]);
  byId("play-day").onclick = today;
  byId("play-share").onclick = () => {
    const own = shared(content.title + (day ? `, ${day}` : ""), position.steps);
    copy([...own, ...shared("lingo-bot", theirs)], "play-status");
  };
  byId("play-review").onclick = () => lookBack(secret, guesses());
  today();
  return press;
}

/** A local date as 2026-11-22. @param {Date} date */
function dayOf(date) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
