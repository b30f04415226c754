// Play: a person guesses a word beside lingo-bot, which guesses the same word.
import { isOver } from "./advice.js";
import { afterKey, drawBoard, drawKeyboard, rowOf } from "./board.js";
import { byId, copy, kept } from "./dom.js";
import { whyIllegal } from "./game.js";
import { ending, shared } from "./phrases.js";
import { replyFor, won } from "./reply.js";
import { writer } from "./words.js";
/** @import {Step, Games, Ask} from "./types" */

/** Start the part of the page, and return what handles a key. @param {Games} games @param {Ask} ask
 * @param {(secret: string, guesses: string[]) => void} lookBack shows the review of a game */
export function play(games, ask, lookBack) {
  const { content, lists } = games;
  const secrets = Array.from(games.secrets, (index) => lists.words[index]);
  const text = writer(content);
  let [secret, day, letter] = ["", "", /** @type {string | null} */ (null)];
  let row = rowOf();
  /** @type {{own: Step[], theirs: Step[]}} */
  const steps = { own: [], theirs: [] };
  const solved = (/** @type {Step[]} */ some) => some.some(({ reply }) => won(reply));
  const over = () => isOver(games.of(letter), steps.own);
  const guesses = () => steps.own.map(({ guess }) => guess);
  const say = (/** @type {string} */ line) => (byId("play-status").textContent = line);

  /** @param {string} word @param {string} date */
  const begin = (word, date = "") => {
    [secret, day, letter] = [word, date, content.shown ? [...word][0] : null];
    const before = date ? kept(`day.${content.key}.${date}`).split(" ").filter(Boolean) : [];
    steps.own = before.map((guess) => ({ guess, reply: replyFor(guess, secret) }));
    steps.theirs = [];
    row = rowOf(letter ?? "");
    ask({ kind: "own", letter, secret }, (theirs) => {
      steps.theirs = theirs;
      draw();
    });
    draw();
    if (!over()) say(`${day ? `The word of ${day}` : "A new word"}: ${content.attempts} attempts.`);
  };

  const today = () => {
    const date = new Date();
    begin(secretOf(secrets, content.key, date), dayOf(date));
  };

  const result = () => {
    const { own, theirs } = steps;
    const count = solved(theirs) ? `needed ${theirs.length}` : "did not find it";
    const word = solved(own) ? "" : ` The word was ${text(secret)}.`;
    const other = theirs.length ? ` lingo-bot ${count}.` : "";
    return `${ending(content, own, solved(own))}.${word}${other}`;
  };

  const enter = () => {
    const guess = row.letters.join("");
    if (row.letters.length < content.length) return say(`A guess has ${content.length} letters.`);
    const why = whyIllegal(games.of(letter), letter, steps.own, guess);
    if (why) return say(`${text(guess)}: ${text(why)}.`);
    const again = guesses().includes(guess) ? `${text(guess)} was your guess before. ` : "";
    steps.own = [...steps.own, { guess, reply: replyFor(guess, secret) }];
    row = rowOf(letter ?? "");
    if (day) kept(`day.${content.key}.${day}`, guesses().join(" "));
    draw();
    const attempt = steps.own.length;
    byId("play-row").textContent = byId("play-board").children[attempt - 1].ariaLabel;
    if (!over()) say(`${again}Attempt ${attempt + 1} of ${content.attempts}.`);
  };

  /** @param {string} key */
  const press = (key) => {
    if (over()) return;
    if (key === "Enter") return enter();
    row = afterKey(row, key, content);
    draw();
  };

  const draw = () => {
    const { own, theirs } = steps;
    const { attempts } = content;
    const shown = over() ? theirs : theirs.slice(0, own.length);
    drawBoard("play-board", content, own, over() ? null : row, null, attempts);
    drawBoard("play-other", content, shown, null, null, attempts, !over());
    drawKeyboard("play-keys", content, lists.alphabet.keys(), own, press);
    byId("play-keys").hidden = over();
    byId("play-after").hidden = !over();
    if (over()) say(result());
  };

  byId("play-new").addEventListener("click", () => {
    begin(secrets[Math.floor(Math.random() * secrets.length)]);
  });
  byId("play-day").addEventListener("click", today);
  byId("play-share").addEventListener("click", () => {
    const own = shared(content, day ? `${content.title}, ${day}` : content.title, steps.own);
    const lines = [...own, ...shared(content, "lingo-bot", steps.theirs)];
    copy(lines.join("\n"), byId("play-status"));
  });
  byId("play-review").addEventListener("click", () => lookBack(secret, guesses()));
  today();
  return press;
}

/** The secret of a local date: the same on all machines; none comes twice before all have come.
 * @param {string[]} secrets @param {string} key @param {Date} date */
export function secretOf(secrets, key, date) {
  const day = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
  const order = secrets.map((word) => ({ word, hash: hash(`${key}:${word}`) }));
  order.sort((a, b) => a.hash - b.hash || (a.word < b.word ? -1 : 1));
  return order[day % order.length].word;
}

/** FNV-1a of a text, 32 bits. @param {string} text */
function hash(text) {
  const bytes = new TextEncoder().encode(text);
  return bytes.reduce((value, byte) => Math.imul(value ^ byte, 0x01000193) >>> 0, 0x811c9dc5);
}

/** A local date as 2026-11-22. @param {Date} date */
function dayOf(date) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
