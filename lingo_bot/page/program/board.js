// Boards of tiles, and the row that is being typed.
import { content, read, write } from "./content.js";
import { byId, element } from "./dom.js";
import { bestMarks } from "./reply.js";
/** @import {Step, Row} from "./types" */

/** @type {Record<string, string>} */
const NAMES = { O: "in place", "?": "elsewhere", X: "not there" };
const MARK_KEYS = Object.entries({ O: "og0", "?": "?y", X: "xb.-_" });
const TURNED = "XO?"; // a tap turns a mark into the one before it

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
 * was typed, then letters; with a full row where marks are typed, a mark.
 * @param {Row} row @param {string} key @param {boolean} marked */
export function afterKey(row, key, marked = false) {
  const { letters, at } = row;
  if (key === "Backspace")
    return at ? withMark(row, at - 1, "X", at - 1) : rowOf(letters.slice(0, -1).join(""));
  const mark = MARK_KEYS.find(([, keys]) => keys.includes(key.toLowerCase()));
  const next = at % content.length;
  if (marked && mark && isFull(row)) return withMark(row, next, mark[0], next + 1);
  const word = read(write(letters.join("")) + key);
  return [...word].length > content.length ? row : rowOf(word);
}

/** @param {Row} row @param {number} place @param {string} mark @param {number} at @returns {Row} */
function withMark({ letters, marks }, place, mark, at) {
  return { letters, marks: marks.with(place, mark), at };
}

/** The row after a tap on a tile. @param {Row} row @param {number} place */
export function turned(row, place) {
  return withMark(row, place, TURNED.at(TURNED.indexOf(row.marks[place]) - 1) ?? "X", row.at);
}

/** @param {string} letter @param {string} mark "" for a tile that is empty @param {Record<string, any>} properties */
function tile(letter, mark, properties = {}) {
  const made = element(properties.onclick ? "button" : "span", {
    className: "tile",
    ...properties,
  });
  made.dataset.mark = mark;
  made.append(element("b", {}, write(letter)));
  return made;
}

/** A played row. @param {Step} step @param {boolean} hidden whether its letters are */
export function playedRow({ guess, reply }, hidden = false) {
  const letters = Array.from(guess, (letter) => (hidden ? "" : letter));
  const names = letters.map((letter, p) => `${write(letter)} ${NAMES[reply[p]]}`.trim());
  const tiles = letters.map((letter, p) => tile(letter, reply[p]));
  return element("div", { className: "row", role: "img", ariaLabel: names.join(", ") }, ...tiles);
}

/** The row that is typed; where a tap turns marks, the tiles of a full row are buttons.
 * @param {Row} row @param {((place: number) => void) | null} turn */
function typedRow(row, turn) {
  const tiles = Array.from({ length: content.length }, (_, p) => {
    const [letter, mark] = [row.letters[p] ?? "", row.marks[p]];
    if (!turn || !isFull(row)) return tile(letter, p <= row.letters.length ? "next" : "");
    const ariaLabel = `letter ${p + 1}, ${write(letter)}: ${NAMES[mark]}`;
    return tile(letter, mark, { ariaLabel, onclick: () => turn(p) });
  });
  return element("div", { className: "row", role: "group", ariaLabel: "Your guess" }, ...tiles);
}

/** Draw the played rows, the row that is typed if there is one, and empty rows up to a number; a tile that has the
 * focus keeps it. @param {string} id @param {Step[]} steps @param {Row | null} row
 * @param {{turn?: (place: number) => void, total?: number, hidden?: boolean}} options */
export function drawBoard(id, steps, row, { turn, total = 0, hidden = false } = {}) {
  const board = byId(id);
  const place = [...board.querySelectorAll("button")].indexOf(document.activeElement);
  const rows = steps.map((step) => playedRow(step, hidden));
  if (row) rows.push(typedRow(row, turn ?? null));
  while (rows.length < total) {
    const tiles = Array.from({ length: content.length }, () => tile("", ""));
    rows.push(element("div", { className: "row", ariaHidden: "true" }, ...tiles));
  }
  board.replaceChildren(...rows);
  board.querySelectorAll("button")[place]?.focus();
}

/** Show on each key the best mark of its letter. @param {string} id @param {Step[]} steps */
export function markKeys(id, steps) {
  const marks = bestMarks(steps);
  for (const key of byId(id).querySelectorAll(".letter")) {
    const mark = marks[key.dataset.key];
    key.dataset.mark = mark ?? "";
    key.ariaLabel = mark ? `${key.textContent}, ${NAMES[mark]}` : null;
  }
}
