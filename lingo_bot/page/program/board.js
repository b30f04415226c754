// Elements of the page: boards of tiles, the row that is being typed, keys; and what the browser keeps for the page.
import { content, read, write } from "./words.js";
/** @import {Step, Row} from "./types" */

/** @type {Record<string, string>} */
const NAMES = { O: "in place", "?": "elsewhere", X: "not there" };
const MARK_KEYS = Object.entries({ O: "og0", "?": "?y", X: "xb.-_" });
/** @type {Record<string, string>} */
const TURNED = { X: "?", "?": "O", O: "X" }; // by taps on a tile

/** The element with that id, with these properties. @param {string} id @param {Record<string, any>} properties
 * @returns {any} */
export function byId(id, properties = {}) {
  return Object.assign(/** @type {any} */ (document.getElementById(id)), properties);
}

/** A new element. @param {string} tag @param {Record<string, any>} properties @param {(Node | string)[]} children */
export function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** The text that the browser keeps under a name, "" for none; a second text is kept instead.
 * @param {string} name @param {string | null} text */
export function kept(name, text = null) {
  try {
    if (text !== null) localStorage.setItem(`lingo-bot.${name}`, text);
    return localStorage.getItem(`lingo-bot.${name}`) ?? "";
  } catch {
    return ""; // a browser may keep nothing for a file
  }
}

/** Copy lines, and say so in an element; where the browser refuses, the element shows them.
 * @param {string[]} lines @param {string} id */
export async function copy(lines, id) {
  const text = lines.join("\n");
  const copied = navigator.clipboard?.writeText(text).then(() => "Copied.");
  byId(id, { textContent: (await copied?.catch(() => text)) ?? text });
}

/** A row with this word, all its letters marked absent. @param {string} word @returns {Row} */
export function rowOf(word = "") {
  const letters = [...word];
  return { letters, marks: letters.map(() => "X"), at: 0 };
}

/** Whether the row holds a whole word. @param {Row} row */
export function isFull({ letters }) {
  return letters.length === content.length;
}

/** The row after a key: a letter, which may join those before it in a group, or Backspace, which takes back a mark that
 * was typed, then letters; with a full row where marks are typed, a mark. @param {Row} row @param {string} key */
export function afterKey(row, key, marked = false) {
  const { letters, marks, at } = row;
  if (key === "Backspace" && at) return { letters, marks: marks.with(at - 1, "X"), at: at - 1 };
  if (key === "Backspace") return rowOf(letters.slice(0, -1).join(""));
  const mark = MARK_KEYS.find(([, keys]) => keys.includes(key.toLowerCase()))?.[0];
  const next = at % content.length;
  if (marked && mark && isFull(row))
    return { letters, marks: marks.with(next, mark), at: next + 1 };
  const word = read(write(letters.join("")) + key);
  return [...word].length > content.length ? row : rowOf(word);
}

/** @param {string} letter @param {string} mark "" for a tile that is empty @param {Record<string, any>} properties */
function tile(letter, mark, properties = {}) {
  const tag = properties.onclick ? "button" : "span";
  const made = element(tag, { className: "tile", ...properties }, element("b", {}, write(letter)));
  made.dataset.mark = mark;
  return made;
}

/** A played row. @param {Step} step @param {boolean} hidden whether its letters are */
export function playedRow({ guess, reply }, hidden = false) {
  const letters = Array.from(guess, (letter) => (hidden ? "" : letter));
  const names = letters.map((letter, p) => `${write(letter)} ${NAMES[reply[p]]}`.trim());
  const tiles = letters.map((letter, p) => tile(letter, reply[p]));
  return element("div", { className: "row", role: "img", ariaLabel: names.join(", ") }, ...tiles);
}

/** The row that is typed, an empty one for null; where a tap turns marks, the tiles of a full row are buttons.
 * @param {Row | null} row @param {((row: Row) => void) | null} turn takes the row after a tap */
function typedRow(row, turn) {
  const { letters, marks, at } = row ?? { letters: [], marks: [], at: 0 };
  const tiles = Array.from({ length: content.length }, (_, p) => {
    const [letter, mark] = [letters[p] ?? "", marks[p]];
    if (!row || !turn || !isFull(row))
      return tile(letter, row && p <= letters.length ? "next" : "");
    const ariaLabel = `letter ${p + 1}, ${write(letter)}: ${NAMES[mark]}`;
    const onclick = () => turn({ letters, marks: marks.with(p, TURNED[mark]), at });
    return tile(letter, mark, { ariaLabel, onclick });
  });
  const properties = row ? { role: "group", ariaLabel: "Your guess" } : { ariaHidden: "true" };
  return element("div", { className: "row", ...properties }, ...tiles);
}

/** Draw the played rows, the row that is typed if there is one, and empty rows up to a number; a tile that has the
 * focus keeps it. @param {string} id @param {Step[]} steps @param {Row | null} row @param {number} total
 * @param {{turn?: (row: Row) => void, hidden?: boolean}} options */
export function drawBoard(id, steps, row, total, { turn, hidden } = {}) {
  const board = byId(id);
  const place = [...board.querySelectorAll("button")].indexOf(document.activeElement);
  const rows = steps.map((step) => playedRow(step, hidden));
  if (row) rows.push(typedRow(row, turn ?? null));
  while (rows.length < total) rows.push(typedRow(null, null));
  board.replaceChildren(...rows);
  board.querySelectorAll("button")[place]?.focus();
}

/** Show on each key the best mark of its letter. @param {string} id @param {Step[]} steps */
export function drawKeys(id, steps) {
  const marked = steps.flatMap(({ guess, reply }) =>
    Array.from(guess, (letter, p) => letter + reply[p]),
  );
  for (const key of byId(id).querySelectorAll(".letter")) {
    const mark = Object.keys(NAMES).find((mark) => marked.includes(key.dataset.key + mark)) ?? "";
    key.dataset.mark = mark;
    key.ariaLabel = mark ? `${key.textContent}, ${NAMES[mark]}` : null;
  }
}
