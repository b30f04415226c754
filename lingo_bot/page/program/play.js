// Play: a person guesses a word beside lingo-bot, which guesses the same word.
import { afterKey, byId, copy, drawBoard, drawKeys, kept, rowOf, wordOf } from "./board.js";
import { begin, isOver, isSolved, secretOf, whyIllegal } from "./game.js";
import { ending, shared } from "./phrases.js";
import { content, replyFor, write } from "./words.js";
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
  const stepOf = (/** @type {string} */ guess) => ({ guess, reply: replyFor(guess, secret) });

  /** @param {string} word @param {string} date */
  const start = (word, date = "") => {
    const letter = content.shown ? [...word][0] : null;
    [secret, day, theirs, row] = [word, date, [], rowOf(letter ?? "")];
    const before = date ? kept(`day.${content.key}.${date}`).split(" ").filter(Boolean) : [];
    position = { ...begin(game, letter), steps: before.map(stepOf) };
    said = `${day ? `The word of ${day}` : "A new word"}: ${content.attempts} attempts.`;
    if (before.length) race();
    draw();
  };

  /** Let lingo-bot play, if it has not yet. */
  const race = () => {
    if (theirs.length) return;
    ask({ kind: "play", letter: position.letter, secret }, ({ own }) => {
      theirs = own;
      draw();
    });
  };

  const today = () => {
    const date = new Date().toLocaleDateString("sv"); // as in 2026-01-31
    start(secretOf(game, date), date);
  };

  const result = () => {
    const count = isSolved(theirs) ? `needed ${theirs.length}` : "did not find it";
    const word = isSolved(position.steps) ? "" : ` The word was ${write(secret)}.`;
    return `${ending(position.steps)}.${word}${theirs.length ? ` lingo-bot ${count}.` : ""}`;
  };

  const enter = () => {
    const guess = wordOf(row);
    const why = whyIllegal(position, guess);
    if (!guess) said = `A guess has ${content.length} letters.`;
    else if (why) said = write(`${guess}: ${why}.`);
    else {
      const again = guesses().includes(guess) ? write(`${guess} was your guess before. `) : "";
      position = { ...position, steps: [...position.steps, stepOf(guess)] };
      row = rowOf(position.letter ?? "");
      if (day) kept(`day.${content.key}.${day}`, guesses().join(" "));
      said = `${again}Attempt ${position.steps.length + 1} of ${content.attempts}.`;
      race();
    }
  };

  /** @param {string} key */
  const press = (key) => {
    if (isOver(position)) return;
    const before = position.steps.length;
    if (key === "Enter") enter();
    else row = afterKey(row, key);
    draw();
    const { ariaLabel } = byId("play-board").children[before];
    if (position.steps.length > before) byId("play-row", { textContent: ariaLabel });
  };

  const draw = () => {
    const { steps } = position;
    const over = isOver(position);
    const veiled = theirs.map((step) => ({ ...step, guess: " ".repeat(content.length) }));
    drawBoard("play-board", steps, over ? null : row, content.attempts);
    drawBoard("play-other", over ? theirs : veiled.slice(0, steps.length), null, content.attempts);
    drawKeys("play-keys", steps);
    byId("play-keys", { hidden: over });
    byId("play-after", { hidden: !over });
    byId("play-status", { textContent: over ? result() : said });
  };

  byId("play-new").onclick = () =>
    start(game.words[game.common[Math.floor(Math.random() * game.common.length)]]);
  byId("play-day").onclick = today;
  byId("play-share").onclick = () => {
    const own = shared(content.title + (day ? `, ${day}` : ""), position.steps);
    copy(`${own}\n${shared("lingo-bot", theirs)}`, "play-status");
  };
  byId("play-review").onclick = () => lookBack(secret, guesses());
  today();
  return press;
}
