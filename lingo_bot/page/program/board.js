// Elements of the page: boards of tiles, the row that is being typed, and the keys of the screen.
import { wordOf } from "./row.js";
import { asWritten, content, wordLength } from "./words.js";
/** @import {Step, Row} from "./types" */

/** What each mark means, the best mark first. */
const MEANINGS = new Map(Object.entries({ O: "in place", "?": "elsewhere", X: "not there" }));

/** The element with that id, after these properties were set. @param {string} id @param {Record<string, any>} properties
 * @returns {any} */
export function byId(id, properties = {}) {
  return Object.assign(/** @type {any} */ (document.getElementById(id)), properties);
}

/** Whether an element can be seen; one in a part of the page that is not open cannot. @param {string} id */
export function isVisible(id) {
  return byId(id).offsetParent !== null;
}

/** A new element. @param {string} tag @param {Record<string, any>} properties @param {(Node | string)[]} children */
export function element(tag, properties, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

/** Draw a board: the played rows, the row that is typed, and empty rows below them. The elements of played rows that the
 * board has already are used again, so that only the row of a new step shows the animation of its tiles.
 * @param {string} id of the board @param {Step[]} steps
 * @param {{row?: Row | null, withMarks?: boolean, total?: number}} options row: the one that is typed, null for none;
 * withMarks: once it is full its tiles are buttons that change their marks; total: the fewest rows of the board */
export function drawBoard(id, steps, { row = null, withMarks = false, total = 0 } = {}) {
  const board = byId(id);
  // The button with the focus may be replaced by a new one, which then gets the focus.
  const focused = [...board.querySelectorAll("button")].indexOf(document.activeElement);

  const wasEmpty = board.children.length === 0;
  const rows = steps.map((step, index) => {
    const isDrawn = board.children[index]?.dataset.step === keyOf(step);
    if (isDrawn) return board.children[index];

    const drawn = playedRow(step);
    // After a reload the board is empty, and all rows are there at once.
    const isNew = !wasEmpty && index === steps.length - 1;
    if (isNew) drawn.classList.add("new");
    return drawn;
  });
  if (row) rows.push(typedRow(row, withMarks));
  while (rows.length < total) rows.push(emptyRow());

  board.replaceChildren(...rows);
  if (focused >= 0) board.querySelectorAll("button")[focused]?.focus();
}

/** A played row. @param {Step} step */
export function playedRow(step) {
  const letters = [...step.guess];
  const tiles = letters.map((letter, place) => tile(letter, step.reply[place], place));
  // A screen reader reads each letter as people write it, with what its mark means.
  const names = letters.map((letter, place) => {
    const meaning = MEANINGS.get(step.reply[place]);
    return `${asWritten(letter)} ${meaning}`;
  });

  const properties = { className: "row played", role: "img", ariaLabel: names.join(", ") };
  const row = element("div", properties, ...tiles);
  row.dataset.step = keyOf(step);
  return row;
}

/** Shake the row that is typed, because it cannot be taken. @param {string} id of the board */
export function shake(id) {
  const row = byId(id).querySelector(".typed");
  if (!row) return;
  row.classList.remove("shaken");
  // Reading the width makes the browser end the class's animation, so that it can begin anew.
  row.getBoundingClientRect();
  row.classList.add("shaken");
}

/** Show on each key the best mark of its letter. @param {string} id of the keyboard @param {Step[]} steps */
export function drawKeys(id, steps) {
  // All letters with their marks, as in "aX".
  const marked = new Set();
  for (const { guess, reply } of steps) {
    [...guess].forEach((letter, place) => marked.add(letter + reply[place]));
  }

  for (const key of byId(id).querySelectorAll(".letter")) {
    const best = [...MEANINGS.keys()].find((mark) => marked.has(key.value + mark)) ?? "";
    key.dataset.mark = best;
    key.ariaLabel = best ? `${key.textContent}, ${MEANINGS.get(best)}` : null;
  }
}

/** The text by which the row of a step is found again on its board. @param {Step} step */
function keyOf({ guess, reply }) {
  return `${guess} ${reply}`;
}

/** The row that is typed. @param {Row} row @param {boolean} withMarks as of drawBoard */
function typedRow(row, withMarks) {
  // wordOf is "" until all letters are there.
  const hasButtons = withMarks && wordOf(row) !== "";
  const tiles = Array.from({ length: wordLength }, (_, place) =>
    hasButtons ? markButton(row, place) : typedTile(row, place),
  );
  const properties = { className: "row typed", role: "group", ariaLabel: "Your guess" };
  return element("div", properties, ...tiles);
}

/** A tile of the row that is typed. Those with a letter, and the one that the next letter fills, have a darker frame.
 * @param {Row} row @param {number} place */
function typedTile(row, place) {
  const letter = row.letters[place] ?? "";
  const isReached = place <= row.letters.length;
  return tile(letter, isReached ? "reached" : "", place);
}

/** A tile of the row that is typed, as a button that sets the next mark. @param {Row} row @param {number} place */
function markButton(row, place) {
  const letter = row.letters[place];
  const mark = row.marks[place];
  const name = `letter ${place + 1}, ${asWritten(letter)}: ${MEANINGS.get(mark)}`;
  // A click on the button counts as this key (see listen in keys.js, and afterKey in row.js).
  const button = tile(letter, mark, place, { ariaLabel: name, value: `tile ${place}` });

  // After the last mark the first one is set again.
  const isNext = row.isMarking && row.nextMark % wordLength === place;
  if (isNext) button.classList.add("next");
  return button;
}

/** A row without letters. */
function emptyRow() {
  const tiles = Array.from({ length: wordLength }, (_, place) => tile("", "", place));
  return element("div", { className: "row", ariaHidden: "true" }, ...tiles);
}

/** A tile; with a value among its properties it is a button. @param {string} letter
 * @param {string} mark the value of data-mark: a mark, "reached" (see typedTile), or "" for a plain tile
 * @param {number} place in the row, which delays the tile's animation @param {Record<string, any>} properties */
function tile(letter, mark, place, properties = {}) {
  const tag = properties.value ? "button" : "span";
  // Browsers need the language to write an "i" as a capital.
  const glyph = element("b", { lang: content.tileLanguage }, asWritten(letter));
  const node = element(tag, { className: "tile", ...properties }, glyph);
  node.dataset.mark = mark;
  node.style.setProperty("--place", String(place));
  return node;
}
