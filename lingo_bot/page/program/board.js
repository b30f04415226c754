// Boards of tiles, the row that is being typed, and the keyboard on the screen.
import { byId, el } from "./dom.js";
import { knownLetters } from "./rules.js";
import { read, write } from "./words.js";
/** @import {Content, Step, Row, Press} from "./types" */

/** @type {Record<string, string>} */
const NAMES = { O: "in place", "?": "elsewhere", X: "not there" };
/** @type {Record<string, string>} */
const CLASSES = { O: "placed", "?": "present", X: "absent" };
const MARK_KEYS = Object.entries({ O: "og0", "?": "?y", X: "xb.-_" });
const TURNED = "XO?"; // a tap turns a mark into the one before it
const KEY_ROWS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
const [MOST_KEYS, MOST_IN_ROW] = [70, 11];

/** A row with this word, all its letters marked absent. @param {string} word @returns {Row} */
export function rowOf(word = "") {
  const letters = [...word];
  return { letters, marks: letters.map(() => "X"), at: 0 };
}

/** The row after a key: a letter, which may join those before it in a group, or Backspace, which takes back a mark that
 * was typed, then letters; with a full row where marks are typed, a mark.
 * @param {Row} row @param {string} key @param {Content} content @param {boolean} marked */
export function afterKey(row, key, content, marked = false) {
  const { letters, at } = row;
  if (key === "Backspace")
    return at ? withMark(row, at - 1, "X", at - 1) : rowOf(letters.slice(0, -1).join(""));
  const full = letters.length === content.length;
  const mark = MARK_KEYS.find(([, keys]) => keys.includes(key.toLowerCase()));
  if (marked && full && mark)
    return withMark(row, at % letters.length, mark[0], (at % letters.length) + 1);
  const word = read(write(letters.join(""), content) + key, content);
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

/** @param {string} letter @param {string} kinds @param {Record<string, any>} properties */
function tile(letter, kinds, properties = {}) {
  const tag = properties.click ? "button" : "span";
  return el(tag, { class: `tile ${kinds}`, ...properties }, el("b", {}, letter));
}

/** A played row. @param {Content} content @param {Step} step @param {boolean} hidden whether its letters are */
export function playedRow(content, { guess, reply }, hidden = false) {
  const letters = Array.from(guess, (letter) => (hidden ? "" : write(letter, content)));
  const label = [...reply].map((mark, p) => `${letters[p]} ${NAMES[mark]}`.trim()).join(", ");
  const tiles = letters.map((letter, p) => tile(letter, CLASSES[reply[p]]));
  return el("div", { class: "row", role: "img", "aria-label": label }, ...tiles);
}

/** The row that is typed; where a tap turns marks, the tiles of a full row are buttons. @param {Content} content
 * @param {Row} row @param {((place: number) => void) | null} turn */
function openRow(content, { letters, marks }, turn) {
  const tiles = Array.from({ length: content.length }, (_, p) => {
    const letter = write(letters[p] ?? "", content);
    if (!turn || letters.length < content.length)
      return tile(letter, p <= letters.length ? "empty next" : "empty");
    const label = `letter ${p + 1}, ${letter}: ${NAMES[marks[p]]}`;
    return tile(letter, CLASSES[marks[p]], { "aria-label": label, click: () => turn(p) });
  });
  return el("div", { class: "row", role: "group", "aria-label": "Your guess" }, ...tiles);
}

/** Draw the played rows, the row that is typed if there is one, and empty rows up to a number; a tile that has the
 * focus keeps it. @param {string} id @param {Content} content @param {Step[]} steps @param {Row | null} row
 * @param {((place: number) => void) | null} turn @param {number} total @param {boolean} hidden */
export function drawBoard(id, content, steps, row, turn = null, total = 0, hidden = false) {
  const board = byId(id);
  const place = [...board.querySelectorAll("button")].indexOf(document.activeElement);
  const rows = steps.map((step) => playedRow(content, step, hidden));
  if (row) rows.push(openRow(content, row, turn));
  while (rows.length < total) {
    const tiles = Array.from({ length: content.length }, () => tile("", "empty"));
    rows.push(el("div", { class: "row", "aria-hidden": "true" }, ...tiles));
  }
  board.replaceChildren(...rows);
  if (place >= 0) board.querySelectorAll("button")[place]?.focus();
}

/** The letters of the words in rows: those of a typewriter, then the others in order; none for very many.
 * @param {string[]} letters */
function keyRows(letters) {
  if (letters.length > MOST_KEYS) return [];
  const rows = KEY_ROWS.map((row) => [...row].filter((letter) => letters.includes(letter)));
  const base = (/** @type {string} */ letter) => letter.normalize("NFKD");
  const others = letters.filter((letter) => !rows.flat().includes(letter));
  others.sort((a, b) => (base(a) < base(b) ? -1 : 1));
  const width = Math.ceil(others.length / Math.ceil(others.length / MOST_IN_ROW));
  while (others.length) rows.push(others.splice(0, width));
  return rows.filter((row) => row.length);
}

/** Draw the keyboard; each key that was tried shows its best mark. @param {string} id
 * @param {Content} content @param {Iterable<string>} letters @param {Step[]} steps
 * @param {Press} press a letter, Enter or Backspace */
export function drawKeyboard(id, content, letters, steps, press) {
  const known = knownLetters(steps);
  const key = (/** @type {string} */ name, text = name, label = text, kind = "") => {
    const properties = { class: `key ${kind}`, "aria-label": label, click: () => press(name) };
    return el("button", properties, text);
  };
  const rows = keyRows([...letters].sort()).map((row) =>
    row.map((letter) => {
      const [text, mark] = [write(letter, content), known.get(letter)];
      return mark ? key(letter, text, `${text}, ${NAMES[mark]}`, CLASSES[mark]) : key(letter, text);
    }),
  );
  if (!rows.length || rows[rows.length - 1].length > 8) rows.push([]);
  rows[rows.length - 1].unshift(key("Enter", "Enter", "Enter", "wide"));
  rows[rows.length - 1].push(key("Backspace", "⌫", "Delete a letter", "wide"));
  byId(id).replaceChildren(...rows.map((keys) => el("div", { class: "keys" }, ...keys)));
}
