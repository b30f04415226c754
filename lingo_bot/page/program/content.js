// What the file holds, and how its words are read and written.
/** @import {Content} from "./types" */

/** What Python wrote into the file; a worker has it as a variable. @type {Content} */
export const content =
  /** @type {any} */ (globalThis).fileContent ??
  JSON.parse(document.getElementById("content")?.textContent ?? "null");

/** The text with one character for each letter (wordlists/spelling.py). @param {string} text */
export function read(text) {
  let word = text.normalize("NFC");
  for (const [letter, others] of content.language) word = word.replaceAll(letter, others);
  word = word.toLowerCase().normalize("NFC").replaceAll("ς", "σ");
  if (content.fold) word = Array.from(word, withoutMarks).join("");
  for (const [group, letter] of content.groups) word = word.replaceAll(group, letter);
  return word;
}

/** @param {string} letter */
function withoutMarks(letter) {
  const [base] = letter.normalize("NFD");
  const plain = content.joined[base] ?? base;
  return /^[a-zα-ω]+$/.test(plain) ? plain : letter;
}

/** The text with every group written out. @param {string} text */
export function write(text) {
  for (const [group, letter] of content.groups) text = text.replaceAll(letter, group);
  return text.replace(/(?<=\p{L})σ(?!\p{L})/gu, "ς");
}
