// Elements of the page: boards of tiles, the row that is being typed, and the keys of the screen.
import { wordOf } from "./row.js";
import { content, write } from "./words.js";
/** @import {Step, Row} from "./types" */

/** What each mark means, the best mark first. */
const NAMES = new Map(Object.entries({ O: "in place", "?": "elsewhere", X: "not there" }));

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

/** Draw the played rows, the row that is typed if there is one, and empty rows up to a number. A row that was drawn
 * before stays, a new one turns its tiles; a tile that has the focus keeps it.
 * @param {string} id @param {Step[]} steps
 * @param {{row?: Row | null, withMarks?: boolean, total?: number}} options withMarks: the tiles of a full row are
 * buttons, which turn its marks */
export function drawBoard(id, steps, { row = null, withMarks = false, total = 0 } = {}) {
  const board = byId(id);
  const focused = [...board.querySelectorAll("button")].indexOf(document.activeElement);

  const rows = steps.map((step, place) => {
    const drawn = board.children[place];
    if (drawn?.dataset.step === nameOf(step)) return drawn;

    const made = playedRow(step);
    // Only the row of the last step turns its tiles. After a reload the board is empty, and all rows are there at once.
    const isNew = board.children.length > 0 && place === steps.length - 1;
    if (isNew) made.classList.add("new");
    return made;
  });
  if (row) rows.push(typedRow(row, withMarks));
  while (rows.length < total) rows.push(emptyRow());

  board.replaceChildren(...rows);
  board.querySelectorAll("button")[focused]?.focus();
}

/** A played row. @param {Step} step */
export function playedRow(step) {
  const letters = [...step.guess];
  const names = letters.map((letter, place) =>
    `${write(letter)} ${NAMES.get(step.reply[place])}`.trim(),
  );
  const tiles = letters.map((letter, place) => tile(letter, step.reply[place], place));
  const properties = { className: "row played", role: "img", ariaLabel: names.join(", ") };
  const made = element("div", properties, ...tiles);
  made.dataset.step = nameOf(step);
  return made;
}

/** Shake the row that is typed, because it cannot be taken. @param {string} id of the board */
export function shake(id) {
  const typed = byId(id).querySelector(".typed");
  if (!typed) return;
  typed.classList.remove("shaken");
  // Reading the width makes the browser end the class's animation, so that it can begin anew.
  typed.getBoundingClientRect();
  typed.classList.add("shaken");
}

/** Show on each key the best mark of its letter. @param {string} id @param {Step[]} steps */
export function drawKeys(id, steps) {
  // All letters with their marks, as in "aX".
  const marked = new Set();
  for (const { guess, reply } of steps) {
    [...guess].forEach((letter, place) => marked.add(letter + reply[place]));
  }

  for (const key of byId(id).querySelectorAll(".letter")) {
    const mark = [...NAMES.keys()].find((sign) => marked.has(key.value + sign)) ?? "";
    key.dataset.mark = mark;
    key.ariaLabel = mark ? `${key.textContent}, ${NAMES.get(mark)}` : null;
  }
}

/** The text by which a drawn row is recognised. @param {Step} step */
function nameOf({ guess, reply }) {
  return `${guess} ${reply}`;
}

/** The row that is typed. @param {Row} row @param {boolean} withMarks */
function typedRow(row, withMarks) {
  const hasButtons = withMarks && wordOf(row) !== "";
  const tiles = Array.from({ length: content.length }, (_, place) => {
    const letter = row.letters[place] ?? "";
    if (hasButtons) return markButton(row, place);
    // Tiles up to the one that the next letter fills have another frame.
    return tile(letter, place <= row.letters.length ? "next" : "", place);
  });
  const properties = { className: "row typed", role: "group", ariaLabel: "Your guess" };
  return element("div", properties, ...tiles);
}

/** A tile of the row that is typed, which turns its mark. @param {Row} row @param {number} place */
function markButton(row, place) {
  const letter = row.letters[place];
  const mark = row.marks[place];
  const made = tile(letter, mark, place, {
    ariaLabel: `letter ${place + 1}, ${write(letter)}: ${NAMES.get(mark)}`,
    value: `tile ${place}`,
  });
  const isNext = row.marking && row.at % content.length === place;
  if (isNext) made.classList.add("next");
  return made;
}

/** A row without letters. */
function emptyRow() {
  const tiles = Array.from({ length: content.length }, (_, place) => tile("", "", place));
  return element("div", { className: "row", ariaHidden: "true" }, ...tiles);
}

/** A tile; with a value it is a button. @param {string} letter @param {string} mark "" for a tile that is empty
 * @param {number} place @param {Record<string, any>} properties */
function tile(letter, mark, place, properties = {}) {
  const tag = properties.value ? "button" : "span";
  const glyph = element("b", { lang: content.lang }, write(letter));
  const made = element(tag, { className: "tile", ...properties }, glyph);
  made.dataset.mark = mark;
  made.style.setProperty("--place", String(place));
  return made;
}
