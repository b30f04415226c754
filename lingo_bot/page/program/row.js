// The guess that is being typed, and its marks where a person sets them.
import { read, write } from "./words.js";
/** @import {Content, Row} from "./types" */

const KEYS = new Map(
  Object.entries({
    o: "O",
    g: "O",
    0: "O",
    "?": "?",
    y: "?",
    x: "X",
    b: "X",
    ".": "X",
    "-": "X",
    _: "X",
  }),
);
const TURN = new Map(Object.entries({ X: "?", "?": "O", O: "X" }));

/** A row with this word, all its letters marked absent. @param {string} word @returns {Row} */
export function rowOf(word = "") {
  const letters = [...word];
  return { letters, marks: letters.map(() => "X"), at: 0 };
}

/** The row with a letter more. Characters that make up a group with those before them become one letter.
 * @param {Row} row @param {string} letter @param {Content} content */
export function withLetter(row, letter, content) {
  const before = row.letters.join("");
  const word = [...read(write(before, content) + letter, content)];
  return word.length > content.length ? row : rowOf(word.join(""));
}

/** The row after Backspace: the last mark that a key set goes back, then letters go.
 * @param {Row} row */
export function erased(row) {
  if (!row.at) return rowOf(row.letters.slice(0, -1).join(""));
  const marks = row.marks.map((mark, p) => (p === row.at - 1 ? "X" : mark));
  return { ...row, marks, at: row.at - 1 };
}

/** The row after a tap on a tile: X, ?, O, X. @param {Row} row @param {number} place */
export function turned(row, place) {
  return {
    ...row,
    marks: row.marks.map((mark, p) => (p === place ? (TURN.get(mark) ?? "X") : mark)),
  };
}

/** The row after a key that is a mark; null if it is none. @param {Row} row @param {string} key
 * @returns {Row | null} */
export function marked(row, key) {
  const mark = KEYS.get(key.toLowerCase());
  if (!mark) return null;
  const at = row.at % row.letters.length;
  return {
    ...row,
    marks: row.marks.map((old, p) => (p === at ? mark : old)),
    at: at + 1,
  };
}
