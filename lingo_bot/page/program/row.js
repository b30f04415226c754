// The row that is being typed: letters first, then, where marks are typed too, a mark for each letter.
import { content, isSpelled, MARKS, read, write } from "./words.js";
/** @import {Row} from "./types" */

/** The keys that set each mark. */
const MARK_KEYS = Object.entries({ O: "og0", "?": "?y", X: "xb.-_" });

/** The keys of marks, in a sentence. */
const MARKS_SENTENCE = "Marks are o in place, ? elsewhere, x not there.";

/** A row with this word. Without marks all its letters are marked absent, and count as not marked yet.
 * @param {string} word @param {string} marks @returns {Row} */
export function rowOf(word = "", marks = "") {
  const letters = [...word];
  return {
    letters,
    marks: marks ? [...marks] : letters.map(() => "X"),
    at: 0,
    marking: false,
    touched: marks !== "",
    asked: false,
  };
}

/** The word of a row, "" while letters lack. @param {Row} row */
export function wordOf(row) {
  return row.letters.length === content.length ? row.letters.join("") : "";
}

/** The row after a key, with what is to be said of it. A key is a letter, Backspace, a blank, which begins the marks, or
 * `tile 2`, a tap on the third tile. Only a row `withMarks` has marks.
 * @param {Row} row @param {string} key @param {boolean} withMarks @returns {{row: Row, said: string}} */
export function afterKey(row, key, withMarks) {
  if (key === "Backspace") return { row: afterBackspace(row), said: "" };
  if (withMarks && key.startsWith("tile ")) {
    const place = Number(key.slice("tile ".length));
    return { row: afterTap(row, place), said: "" };
  }
  if (key === " ") return afterBlank(row, withMarks);
  if (row.marking) return afterMarkKey(row, key);
  return afterLetter(row, key, withMarks);
}

/** The row without the mark that was typed last, else without its last letter. @param {Row} row @returns {Row} */
function afterBackspace(row) {
  if (!row.marking || row.at === 0) return rowOf(row.letters.slice(0, -1).join(""));
  const place = row.at - 1;
  return { ...row, marks: row.marks.with(place, "X"), at: place, asked: false };
}

/** The row with the next mark on a tile; keys go on behind that tile. @param {Row} row @param {number} place
 * @returns {Row} */
function afterTap(row, place) {
  const next = (MARKS.indexOf(row.marks[place]) + 1) % MARKS.length;
  return marked(row, place, MARKS[next]);
}

/** @param {Row} row @param {boolean} withMarks */
function afterBlank(row, withMarks) {
  if (!withMarks || !wordOf(row)) return { row, said: "" };
  return { row: { ...row, marking: true, at: 0 }, said: MARKS_SENTENCE };
}

/** @param {Row} row @param {string} key */
function afterMarkKey(row, key) {
  const lowered = key.toLowerCase();
  const entry = MARK_KEYS.find(([, keys]) => keys.includes(lowered));
  if (!entry) return { row, said: `‘${key}’ is no mark. ${MARKS_SENTENCE}` };
  return { row: marked(row, row.at % content.length, entry[0]), said: "" };
}

/** @param {Row} row @param {string} key @param {boolean} withMarks */
function afterLetter(row, key, withMarks) {
  if (!isSpelled(read(key))) return { row, said: `No word of the list has ‘${key}’.` };

  // A letter may join the one before it in a group, as j joins i in Dutch, also in a row that is full.
  const word = read(write(row.letters.join("")) + key);
  if ([...word].length <= content.length) return { row: rowOf(word), said: "" };
  const said = withMarks ? "The row is full: Enter, or a blank and then its marks." : "";
  return { row, said };
}

/** The row with a mark at a place; the next mark that is typed goes behind it.
 * @param {Row} row @param {number} place @param {string} mark @returns {Row} */
function marked(row, place, mark) {
  return {
    letters: row.letters,
    marks: row.marks.with(place, mark),
    at: place + 1,
    marking: true,
    touched: true,
    asked: false,
  };
}
