// The content of the file, how its words are read and written, and replies: numbers in base 3, X = 0, ? = 1, O = 2, the first
// letter the most significant digit.
/** @import {Content} from "./types" */

/** The object that Python wrote into the file; a worker has it as a variable. @type {Content} */
export const content =
  /** @type {any} */ (globalThis).fileContent ??
  JSON.parse(document.getElementById("content")?.textContent ?? "null");

/** The marks in the order of their digits. */
export const MARKS = "X?O";
/** By code point: how many letters of a secret have no mark yet. It is all 0 between two replies. */
const unspent = new Uint8Array(0x110000);

/** The signs of absent, elsewhere and in place: marks, then colours as most games share them. */
const SIGNS = [
  ["xX.-_", "?", "oO0"],
  ["bBxX.-_⬛⬜⚫⚪◼◻▪▫🔲🔳", "yY🟨🟡🟦🔵", "gG🟩🟢🟧🟠"],
];
/** The colours of Motus and its kin, in which blue is absent and red in place. */
const MOTUS_SIGNS = [["⬛⬜⚫⚪🟦🔵", "🟨🟡", "🟥🔴"]];

/** The text with one character for each letter (wordlists/spelling.py). @param {string} text */
export function read(text) {
  let word = text.normalize("NFC");
  for (const [letter, replacement] of content.language) {
    word = word.replaceAll(letter, replacement);
  }
  word = word.toLowerCase().normalize("NFC").replaceAll("ς", "σ");
  for (const [from, to] of [...content.folded, ...content.groups]) {
    word = word.replaceAll(from, to);
  }
  return word;
}

/** The text with every group written out. @param {string} text */
export function write(text) {
  let written = text;
  for (const [group, letter] of content.groups) {
    written = written.replaceAll(letter, group);
  }
  return written.replace(/(?<=\p{L})σ(?!\p{L})/gu, "ς");
}

/** The nearest whole number; halves go to the even one, as Python's do. @param {number} value */
export function rounded(value) {
  const nearest = Math.round(value);
  const isHalf = Math.abs(value % 1) === 0.5;
  return isHalf && nearest % 2 !== 0 ? nearest - 1 : nearest;
}

/** Whether every character stands in a word of the list, or in a group that counts as one letter. @param {string} text */
export function isSpelled(text) {
  const groups = content.groups.map(([group]) => group).join("");
  return [...text].every((letter) => content.alphabet.includes(letter) || groups.includes(letter));
}

/** The code points of the words' letters, one word after the other. @param {string} words */
export function lettersOf(words) {
  return Uint32Array.from(words, (letter) => letter.codePointAt(0) ?? 0);
}

/** The reply code of a guess against the secret that begins there; a letter 0 of the guess adds nothing.
 * @param {ArrayLike<number>} guess @param {ArrayLike<number>} secrets @param {number} start */
export function replyCode(guess, secrets, start = 0) {
  const length = guess.length;
  for (let p = 0; p < length; p++) {
    if (guess[p] !== secrets[start + p]) unspent[secrets[start + p]]++;
  }

  let code = 0;
  for (let p = 0; p < length; p++) {
    const letter = guess[p];
    code *= 3;
    if (letter === secrets[start + p]) code += 2;
    else if (unspent[letter]) {
      unspent[letter]--;
      code++;
    }
  }

  for (let p = 0; p < length; p++) unspent[secrets[start + p]] = 0;
  return code;
}

/** The reply to a guess in marks. @param {string} guess @param {string} secret */
export function replyFor(guess, secret) {
  const code = replyCode(lettersOf(guess), lettersOf(secret));
  const digits = code.toString(3).padStart([...guess].length, "0");
  return digits.replace(/./g, (digit) => MARKS[Number(digit)]);
}

/** The code of a reply in marks. @param {string} marks */
export function codeOf(marks) {
  return [...marks].reduce((code, mark) => code * 3 + MARKS.indexOf(mark), 0);
}

/** The text as a reply in marks, null if it is none. Marks (O ?) and colours (g y b) are not mixed.
 * @param {string} text @param {string} context the whole text, which shows what its blue squares mean */
export function replyIn(text, context = text) {
  const signs = [...text.replaceAll("\uFE0F", "")];
  if (signs.length !== content.length) return null;

  const isMotus = /[🟥🔴]/u.test(context) || (/[🟦🔵]/u.test(context) && context.includes("🟡"));
  for (const kinds of isMotus ? MOTUS_SIGNS.concat(SIGNS) : SIGNS) {
    const marks = signs.map((sign) => kinds.findIndex((kind) => [...kind].includes(sign)));
    if (!marks.includes(-1)) return marks.map((mark) => MARKS[mark]).join("");
  }
  return null;
}
