// Rows of tiles, and the keyboard on the screen.
import { el } from "./dom.js";
import { knownLetters } from "./rules.js";
import { write } from "./words.js";
/** @import {Content, Step, Press} from "./types" */

const NAMES = new Map(Object.entries({ O: "in place", "?": "elsewhere", X: "not there" }));
const CLASSES = new Map(Object.entries({ O: "placed", "?": "present", X: "absent" }));
const ROWS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
const MOST_KEYS = 70;

/** A played row; an empty word hides the letters. @param {Content} content @param {Step} step
 * @param {boolean} hidden */
export function playedRow(content, { guess, reply }, hidden = false) {
  const letters = [...guess].map((letter) => write(letter, content));
  const marks = [...reply];
  const said = marks
    .map((mark, p) => `${hidden ? "" : `${letters[p]} `}${NAMES.get(mark)}`)
    .join(", ");
  const tiles = marks.map((mark, p) =>
    el("span", { class: `tile ${CLASSES.get(mark)}` }, el("b", {}, hidden ? "" : letters[p])),
  );
  return el("div", { class: "row", role: "img", "aria-label": said }, ...tiles);
}

/** The row that is being filled in; with marks its tiles are buttons that turn them.
 * @param {Content} content @param {string[]} letters @param {string[] | null} marks
 * @param {(place: number) => void} turn */
export function openRow(content, letters, marks, turn) {
  const tiles = Array.from({ length: content.length }, (_, p) => {
    const letter = letters[p] === undefined ? "" : write(letters[p], content);
    if (!marks || !letter) {
      const next = p === letters.length ? " next" : "";
      return el(
        "span",
        { class: `tile ${letter ? "typed" : `empty${next}`}` },
        el("b", {}, letter),
      );
    }
    const label = `letter ${p + 1}, ${letter}: ${NAMES.get(marks[p])}`;
    const properties = {
      type: "button",
      class: `tile ${CLASSES.get(marks[p])}`,
      "aria-label": label,
    };
    return el(
      "button",
      { ...properties, click: () => turn(p) },
      el("b", { "aria-hidden": "true" }, letter),
    );
  });
  return el("div", { class: "row open", role: "group", "aria-label": "Your guess" }, ...tiles);
}

/** Rows that are not reached yet. @param {Content} content @param {number} count */
export function emptyRows(content, count) {
  const tile = () => el("span", { class: "tile empty" }, el("b", {}));
  const row = () =>
    el(
      "div",
      { class: "row", "aria-hidden": "true" },
      ...Array.from({ length: content.length }, tile),
    );
  return Array.from({ length: Math.max(0, count) }, row);
}

/** The rows of keys for the letters of the words: those of a typewriter, then others in order; none for very many.
 * @param {Iterable<string>} letters */
export function keyRows(letters) {
  const wanted = new Set(letters);
  if (wanted.size > MOST_KEYS) return [];
  const rows = ROWS.map((row) => [...row].filter((letter) => wanted.has(letter)));
  const others = [...wanted].filter((letter) => !ROWS.join("").includes(letter)).sort();
  const base = (/** @type {string} */ letter) => letter.normalize("NFKD");
  others.sort((a, b) => (base(a) < base(b) ? -1 : 1));
  const width = Math.ceil(others.length / Math.max(1, Math.ceil(others.length / 11)));
  for (let at = 0; at < others.length; at += width) rows.push(others.slice(at, at + width));
  return rows.filter((row) => row.length);
}

/** The keyboard; each key that was tried shows its best mark. @param {Content} content
 * @param {Iterable<string>} letters @param {Step[]} steps
 * @param {Press} press a letter, Enter or Backspace */
export function keyboard(content, letters, steps, press) {
  const known = knownLetters(steps);
  const rows = keyRows(letters).map((row) =>
    row.map((letter) => key(content, letter, known, press)),
  );
  const special = (
    /** @type {string} */ name,
    /** @type {string} */ text,
    /** @type {string} */ label,
  ) =>
    el(
      "button",
      {
        type: "button",
        class: "key wide",
        "aria-label": label,
        click: () => press(name),
      },
      text,
    );
  const last = rows[rows.length - 1] ?? [];
  const ends = [special("Enter", "Enter", "Enter"), special("Backspace", "⌫", "Delete a letter")];
  if (last.length <= 8) rows.splice(-1, 1, [ends[0], ...last, ends[1]]);
  else rows.push(ends);
  return rows.map((keys) => el("div", { class: "keys" }, ...keys));
}

/** @param {Content} content @param {string} letter @param {Map<string, string>} known
 * @param {Press} press */
function key(content, letter, known, press) {
  const mark = known.get(letter);
  const shown = write(letter, content);
  const label = mark ? `${shown}, ${NAMES.get(mark)}` : shown;
  const classes = `key ${(mark && CLASSES.get(mark)) ?? ""}`;
  return el(
    "button",
    {
      type: "button",
      class: classes,
      "aria-label": label,
      click: () => press(letter),
    },
    shown,
  );
}
