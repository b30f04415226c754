// The row that is being typed: letters first, then, where marks are typed too, a mark for each letter.
import { asWritten, isSpelled, MARKS, read, wordLength } from "./words.js";
/** @import {Row} from "./types" */

/** The keys that set each mark: the mark itself, the first letter of its colour (green, yellow, black), and other signs
 * with which people write it. */
const MARK_KEYS = Object.entries({ O: "og0", "?": "?y", X: "xb.-_" });

/** The keys of marks, in a sentence. */
const MARKS_SENTENCE = "Marks are o in place, ? elsewhere, x not there.";

/** A row with this word. Without marks all its letters have an X, but the row does not count as marked.
 * @param {string} word @param {string} marks @returns {Row} */
export function rowOf(word = "", marks = "") {
  const letters = [...word];
  return {
    letters,
    marks: marks ? [...marks] : letters.map(() => "X"),
    nextMark: 0,
    isMarking: false,
    isMarked: marks !== "",
    // Assist asks about a row without marks before it takes it.
    isQuestioned: false,
  };
}

/** The word of a row, "" while letters lack. @param {Row} row */
export function wordOf(row) {
  return row.letters.length === wordLength ? row.letters.join("") : "";
}

/** The row after a key, and a message for the person, "" for none. A key is a letter; Backspace; a blank, after which keys
 * set marks; or `tile 2`, a tap on the third tile. A key that is not taken leaves the same row.
 * @param {Row} row @param {string} key
 * @param {{withMarks: boolean}} options whether the row gets marks, as in Assist and not in Play
 * @returns {{row: Row, message: string}} */
export function afterKey(row, key, { withMarks }) {
  if (key === "Backspace") return { row: afterBackspace(row), message: "" };
  if (withMarks && key.startsWith("tile ")) {
    const place = Number(key.slice("tile ".length));
    return { row: afterTap(row, place), message: "" };
  }
  if (key === " ") return afterBlank(row, withMarks);
  if (row.isMarking) return afterMarkKey(row, key);
  return afterLetter(row, key, withMarks);
}

/** The row without the mark that was typed last, else without its last letter. @param {Row} row @returns {Row} */
function afterBackspace(row) {
  if (!row.isMarking || row.nextMark === 0) return rowOf(row.letters.slice(0, -1).join(""));
  const place = row.nextMark - 1;
  return { ...row, marks: row.marks.with(place, "X"), nextMark: place, isQuestioned: false };
}

/** The row with the next mark of MARKS on a tile; a key then sets the mark of the tile after it.
 * @param {Row} row @param {number} place @returns {Row} */
function afterTap(row, place) {
  const next = (MARKS.indexOf(row.marks[place]) + 1) % MARKS.length;
  return rowWithMark(row, place, MARKS[next]);
}

/** @param {Row} row @param {boolean} withMarks */
function afterBlank(row, withMarks) {
  if (!withMarks || !wordOf(row)) return { row, message: "" };
  return { row: { ...row, isMarking: true, nextMark: 0 }, message: MARKS_SENTENCE };
}

/** @param {Row} row @param {string} key */
function afterMarkKey(row, key) {
  const lowered = key.toLowerCase();
  const entry = MARK_KEYS.find(([, keys]) => keys.includes(lowered));
  if (!entry) return { row, message: `‘${key}’ is no mark. ${MARKS_SENTENCE}` };
  const [mark] = entry;
  // After the last letter the marks begin again at the first one.
  return { row: rowWithMark(row, row.nextMark % wordLength, mark), message: "" };
}

/** @param {Row} row @param {string} key @param {boolean} withMarks */
function afterLetter(row, key, withMarks) {
  // `read` makes a key lower case, and takes its accent off if the words of the list have lost theirs.
  if (!isSpelled(read(key))) return { row, message: `No word of the list has ‘${key}’.` };

  // The key may be the second character of a letter, as j after i in Dutch, and then fits into a full row too. So the row
  // is written out as characters, the key is added, and `read` makes letters of them all.
  const word = read(asWritten(row.letters.join("")) + key);
  if ([...word].length <= wordLength) return { row: rowOf(word), message: "" };
  const message = withMarks ? "The row is full: Enter, or a blank and then its marks." : "";
  return { row, message };
}

/** The row with a mark at a place; the next key sets the mark after it.
 * @param {Row} row @param {number} place @param {string} mark @returns {Row} */
function rowWithMark(row, place, mark) {
  return {
    letters: row.letters,
    marks: row.marks.with(place, mark),
    nextMark: place + 1,
    isMarking: true,
    isMarked: true,
    isQuestioned: false,
  };
}
