// The words of the file, and how words are read and written.
/** @import {Content, Lists} from "./types" */

/** The bytes that base64 text holds, inflated. @param {string} text */
export async function inflate(text) {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The numbers from 0 that are less than the count. @param {number} count */
export function upTo(count) {
  return Int32Array.from({ length: count }, (_, index) => index);
}

/** The ascending indices whose bits are set in base64 text; all of them without it.
 * @param {string | null} text @param {number} count */
export async function indices(text, count) {
  const bits = text === null ? null : await inflate(text);
  return upTo(count).filter((index) => !bits || (bits[index >> 3] >> (index & 7)) & 1);
}

/** The lists over these words. @param {string[]} words @param {Int32Array} answers
 * @param {number} length @returns {Lists} */
export function listsOf(words, answers, length) {
  const alphabet = new Map([...new Set(words.join(""))].sort().map((sign, index) => [sign, index]));
  const letters = new Uint8Array(words.length * length);
  words.forEach((word, index) => letters.set(numbersOf(word, alphabet), index * length));
  const places = new Map(words.map((word, index) => [word, index]));
  return { length, words, alphabet, letters, answers, places };
}

/** The lists cut to the words that begin with the letter. @param {Lists} lists
 * @param {string} letter */
export function beginningWith(lists, letter) {
  const words = lists.words.filter((word) => word.startsWith(letter));
  const answers = new Set(Array.from(lists.answers, (index) => lists.words[index]));
  const indices = upTo(words.length).filter((index) => answers.has(words[index]));
  return listsOf(words, indices, lists.length);
}

/** The numbers of a word's letters; 255 for a letter that no word has. @param {string} word
 * @param {Map<string, number>} alphabet */
export function numbersOf(word, alphabet) {
  return [...word].map((sign) => alphabet.get(sign) ?? 255);
}

/** The text with one character for each letter: NFC, lower case, marks dropped, groups joined.
 * @param {string} text @param {Content} content */
export function read(text, content) {
  let word = text.normalize("NFC");
  for (const [letter, others] of content.language) word = word.replaceAll(letter, others);
  word = word.toLowerCase().normalize("NFC").replaceAll("ς", "σ");
  if (content.fold) word = [...word].map((sign) => folded(sign, content.joined)).join("");
  for (const [group, letter] of content.groups) word = word.replaceAll(group, letter);
  return word;
}

/** @param {string} sign @param {[string, string][]} joined */
function folded(sign, joined) {
  const base = [...sign.normalize("NFD")][0];
  const plain = (joined.find(([letter]) => letter === base) ?? [base, base])[1];
  return /^[a-zα-ω]+$/.test(plain) ? plain : sign;
}

/** The text with every group written out. @param {string} text @param {Content} content */
export function write(text, content) {
  for (const [group, letter] of content.groups) text = text.replaceAll(letter, group);
  return text.replace(/(?<=\p{L})σ(?!\p{L})/gu, "ς");
}

/** A function that writes texts so. @param {Content} content @returns {(text: string) => string} */
export function writer(content) {
  return (text) => write(text, content);
}
