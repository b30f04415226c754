// Elements of the page: boards of tiles, the row that is being typed, keys; and what the browser keeps for the page.
import { content, MARKS, read, write } from "./words.js";
/** @import {Step, Row} from "./types" */

const NAMES = new Map(Object.entries({ O: "in place", "?": "elsewhere", X: "not there" }));
const MARK_KEYS = Object.entries({ O: "og0", "?": "?y", X: "xb.-_" });

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

/** Copy a text, and say so in an element; where the browser refuses, the element shows it.
 * @param {string} text @param {string} id */
export async function copy(text, id) {
  const copied = navigator.clipboard?.writeText(text).then(() => "Copied.");
  byId(id, { textContent: (await copied?.catch(() => text)) ?? text });
}

/** A row with this word, all its letters marked absent. @param {string} word @returns {Row} */
export function rowOf(word = "") {
  const letters = [...word];
  return { letters, marks: letters.map(() => "X"), at: 0 };
}

/** The word of a row, "" while letters lack. @param {Row} row */
export function wordOf({ letters }) {
  return letters.length === content.length ? letters.join("") : "";
}

/** The row after a key: a letter, which may join those before it in a group, or Backspace, which takes back a mark that
 * was typed, then letters; with a full row where marks are typed, a mark, or a tap on a tile, which turns its mark.
 * @param {Row} row @param {string} key */
export function afterKey(row, key, marked = false) {
  const { letters, marks, at } = row;
  if (key === "Backspace" && at) return { letters, marks: marks.with(at - 1, "X"), at: at - 1 };
  if (key === "Backspace") return rowOf(letters.slice(0, -1).join(""));
  const tapped = letters.findIndex((_, p) => key === `tile ${p}`);
  const turned = MARKS[(MARKS.indexOf(marks[tapped]) + 1) % MARKS.length];
  if (tapped >= 0) return { letters, marks: marks.with(tapped, turned), at };
  const mark = MARK_KEYS.find(([, keys]) => keys.includes(key.toLowerCase()))?.[0];
  const next = at % content.length;
  if (marked && mark && wordOf(row))
    return { letters, marks: marks.with(next, mark), at: next + 1 };
  const word = read(write(letters.join("")) + key);
  return [...word].length > content.length ? row : rowOf(word);
}

/** @param {string} letter @param {string} mark "" for a tile that is empty @param {Record<string, any>} properties */
function tile(letter, mark, properties = {}) {
  const tag = properties.value ? "button" : "span";
  const shown = element("b", { lang: content.lang }, write(letter));
  const made = element(tag, { className: "tile", ...properties }, shown);
  made.dataset.mark = mark;
  return made;
}

/** A played row. @param {Step} step */
export function playedRow({ guess, reply }) {
  const letters = [...guess];
  const names = letters.map((letter, p) => `${write(letter)} ${NAMES.get(reply[p])}`.trim());
  const tiles = letters.map((letter, p) => tile(letter, reply[p]));
  return element("div", { className: "row", role: "img", ariaLabel: names.join(", ") }, ...tiles);
}

/** The row that is typed, an empty one for null; where marks are typed, the tiles of a full row are buttons.
 * @param {Row | null} row */
function typedRow(row, marked = false) {
  const { letters, marks, at } = row ?? { letters: [], marks: [], at: 0 };
  const tiles = Array.from({ length: content.length }, (_, p) => {
    const [letter, mark] = [letters[p] ?? "", marks[p]];
    if (!row || !marked || !wordOf(row))
      return tile(letter, row && p <= letters.length ? "next" : "");
    const ariaLabel = `letter ${p + 1}, ${write(letter)}: ${NAMES.get(mark)}`;
    return tile(letter, mark, { ariaLabel, value: `tile ${p}` });
  });
  const properties = row ? { role: "group", ariaLabel: "Your guess" } : { ariaHidden: "true" };
  return element("div", { className: "row", ...properties }, ...tiles);
}

/** Draw the played rows, the row that is typed if there is one, and empty rows up to a number; a tile that has the
 * focus keeps it. @param {string} id @param {Step[]} steps @param {Row | null} row @param {number} total */
export function drawBoard(id, steps, row, total, marked = false) {
  const board = byId(id);
  const place = [...board.querySelectorAll("button")].indexOf(document.activeElement);
  const rows = steps.map(playedRow);
  if (row) rows.push(typedRow(row, marked));
  while (rows.length < total) rows.push(typedRow(null));
  board.replaceChildren(...rows);
  board.querySelectorAll("button")[place]?.focus();
}

/** Show on each key the best mark of its letter. @param {string} id @param {Step[]} steps */
export function drawKeys(id, steps) {
  const marked = steps.flatMap(({ guess, reply }) =>
    Array.from(guess, (letter, p) => letter + reply[p]),
  );
  for (const key of byId(id).querySelectorAll(".letter")) {
    const mark = [...NAMES.keys()].find((mark) => marked.includes(key.value + mark)) ?? "";
    key.dataset.mark = mark;
    key.ariaLabel = mark ? `${key.textContent}, ${NAMES.get(mark)}` : null;
  }
}
