// The content of the file, how its words are read and written, and replies: numbers in base 3, X = 0, ? = 1, O = 2, the first
// letter the most significant digit.
/** @import {Content} from "./types" */

/** The object that Python wrote into the file; a worker, which has no document, gets it as a variable (work.js). It is null
 * only where functions are loaded without a page, as tests do.
 * @type {Content} */
export const content =
  /** @type {any} */ (globalThis).fileContent ??
  JSON.parse(document.getElementById("content")?.textContent ?? "null");
/** Letters of a word. */
export const wordLength = content?.length;

/** The marks in the order of their digits. */
export const MARKS = "X?O";
/** One more than the largest code point of Unicode. */
const CODE_POINTS = 0x110000;
/** By code point: how many letters of a secret have no mark yet. It is all 0 between two calls of replyCode. */
const unmarked = new Uint8Array(CODE_POINTS);

/** Two ways to write replies, marks and colours. Each has the signs for X, for ? and for O. In high contrast Wordle shows
 * blue in place of yellow, and orange in place of green. */
const SIGNS = [
  ["xX.-_", "?", "oO0"],
  ["bBxX.-_⬛⬜⚫⚪◼◻▪▫🔲🔳", "yY🟨🟡🟦🔵", "gG🟩🟢🟧🟠"],
];
/** The colours of Motus and its kin, in which blue is absent and red in place. */
const MOTUS_SIGNS = ["⬛⬜⚫⚪🟦🔵", "🟨🟡", "🟥🔴"];
/** A character that follows a square in some texts and asks for its coloured picture. */
const VARIATION_SELECTOR = "\uFE0F";

/** The text with one character for each letter (wordlists/spelling.py). @param {string} text */
export function read(text) {
  let word = text.normalize("NFC");
  // Letters that the language reads in its own way come before the change to lower case: in Turkish I is ı.
  for (const [letter, replacement] of content.languageLetters) {
    word = word.replaceAll(letter, replacement);
  }
  // Some letters with a mark are one character in lower case alone, such as ǰ. Greek has two forms of one letter.
  word = word.toLowerCase().normalize("NFC").replaceAll("ς", "σ");
  // Letters lose the accents that the words have lost. A group that counts as one letter becomes one character.
  for (const [from, to] of [...content.folded, ...content.groups]) {
    word = word.replaceAll(from, to);
  }
  return word;
}

/** The text with every group written out, and the Greek form of s that ends a word. @param {string} text */
export function asWritten(text) {
  let written = text;
  for (const [group, letter] of content.groups) {
    written = written.replaceAll(letter, group);
  }
  return written.replace(/(?<=\p{L})σ(?!\p{L})/gu, "ς");
}

/** The nearest whole number; halves go to the even one, as Python's do. @param {number} value */
export function nearestWhole(value) {
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

/** The reply code of a guess against the secret that begins at `start`. A letter group (shortlist.js) has
 * code points 0 in place of other letters. No word has a letter 0, so they get X.
 * @param {ArrayLike<number>} guess code points @param {ArrayLike<number>} secrets code points of words
 * @param {number} start */
export function replyCode(guess, secrets, start = 0) {
  const length = guess.length;
  for (let place = 0; place < length; place++) {
    const secretLetter = secrets[start + place];
    if (guess[place] !== secretLetter) unmarked[secretLetter]++;
  }

  let code = 0;
  for (let place = 0; place < length; place++) {
    const letter = guess[place];
    code *= 3;
    if (letter === secrets[start + place]) code += 2;
    else if (unmarked[letter]) {
      unmarked[letter]--;
      code++;
    }
  }

  for (let place = 0; place < length; place++) unmarked[secrets[start + place]] = 0;
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
  const signs = [...text.replaceAll(VARIATION_SELECTOR, "")];
  if (signs.length !== wordLength) return null;

  const ways = isOfMotus(context) ? [MOTUS_SIGNS, ...SIGNS] : SIGNS;
  for (const way of ways) {
    const digits = signs.map((sign) => way.findIndex((same) => [...same].includes(sign)));
    if (!digits.includes(-1)) return digits.map((digit) => MARKS[digit]).join("");
  }
  return null;
}

/** Whether a text has the colours of Motus: red, or blue beside the yellow circles that Motus has.
 * @param {string} text */
function isOfMotus(text) {
  return /[🟥🔴]/u.test(text) || (/[🟦🔵]/u.test(text) && text.includes("🟡"));
}
