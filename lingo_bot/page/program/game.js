// The games of the file, and the candidates parted by their reply to a word.
import { content } from "./content.js";
import { lettersOf, replyCode } from "./reply.js";
/** @import {Game} from "./types" */

/** @param {string} text deflated, in base64 */
async function inflate(text) {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

/** The game of the file, in which no first letter is shown. @returns {Promise<Game>} */
export async function openGame() {
  const words = new TextDecoder().decode(await inflate(content.words)).split("\n");
  const guesses = Int32Array.from(words.keys());
  const integers = async (/** @type {string | null} */ text) =>
    text === null ? null : new Int32Array(await inflate(text));
  const answers = (await integers(content.answers)) ?? guesses;
  const differences = new Float64Array(await inflate(content.totals));
  const size = words.length + 1;
  return {
    words,
    letters: lettersOf(words.join("")),
    index: new Map(words.map((word, index) => [word, index])),
    guesses,
    answers,
    common: (await integers(content.common)) ?? answers,
    book: await integers(content.games),
    totals: content.solved.map((_, attempt) =>
      sums(sums(differences.subarray((attempt - 1) * size, attempt * size))),
    ),
  };
}

/** @param {Float64Array} values */
function sums(values) {
  let sum = 0;
  return values.map((value) => (sum += value));
}

/** The game where that letter is shown. @param {Game} game @param {string | null} letter @returns {Game} */
export function gameWith(game, letter) {
  const begins = (/** @type {number} */ word) => game.words[word].startsWith(letter ?? "");
  return { ...game, guesses: game.guesses.filter(begins), answers: game.answers.filter(begins) };
}

/** The numbers by their keys. @param {Iterable<number>} numbers @param {(number: number) => number} keyOf */
export function grouped(numbers, keyOf) {
  /** @type {Map<number, number[]>} */
  const groups = new Map();
  for (const number of numbers) {
    const key = keyOf(number);
    const group = groups.get(key);
    if (group) group.push(number);
    else groups.set(key, [number]);
  }
  return groups;
}

/** The candidates by their reply code to a word, which the list need not hold.
 * @param {Game} game @param {string} word @param {Int32Array} secrets */
export function binsOf({ letters }, word, secrets) {
  const guess = lettersOf(word);
  return grouped(secrets, (secret) => replyCode(guess, letters, secret * guess.length));
}

/** Replies of many words to some secrets. The marks for a letter depend only on where it stands in guess and secret: the
 * reply code is the sum of what the guess's groups add, a letter with the bits of its places each. */
export class Replies {
  /** @param {Game} game @param {Int32Array} secrets */
  constructor({ letters }, secrets) {
    this.letters = letters;
    this.secrets = secrets;
    /** @type {Map<number, Uint32Array>} */
    this.groups = new Map();
    this.codes = new Uint32Array(secrets.length);
  }

  /** The groups of a word, as numbers. @param {number} word */
  groupsOf(word) {
    const letters = this.letters.subarray(word * content.length, (word + 1) * content.length);
    const groups = [];
    for (let p = 0; p < letters.length; p++) {
      let places = 0;
      for (let q = 0; q < letters.length; q++) if (letters[q] === letters[p]) places |= 1 << q;
      if ((places & -places) === 1 << p) groups.push(letters[p] * 2 ** letters.length + places);
    }
    return groups;
  }

  /** What a group adds to the reply code of each secret. @param {number} group */
  added(group) {
    const known = this.groups.get(group);
    if (known) return known;
    const { length } = content;
    const letter = Math.floor(group / 2 ** length);
    const guess = Array.from({ length }, (_, place) => ((group >> place) & 1 ? letter : 0));
    const added = new Uint32Array(this.secrets).map((secret) =>
      replyCode(guess, this.letters, secret * length),
    );
    this.groups.set(group, added);
    return added;
  }

  /** The reply codes of a word, in an array that is used again. @param {number} word */
  of(word) {
    const { codes } = this;
    codes.fill(0);
    for (const group of this.groupsOf(word)) {
      const added = this.added(group);
      for (let s = 0; s < codes.length; s++) codes[s] += added[s];
    }
    return codes;
  }
}

/** The secret of a local date: the same on all machines; none comes twice before all have come.
 * @param {Game} game @param {Date} date */
export function secretOf({ words, common }, date) {
  const day = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
  const hashes = new Map(Array.from(common, (index) => [index, hash(words[index])]));
  const order = common.toSorted((a, b) => (hashes.get(a) ?? 0) - (hashes.get(b) ?? 0) || a - b);
  return words[order[day % order.length]];
}

/** FNV-1a of the key of the words and a word, 32 bits. @param {string} word */
function hash(word) {
  const bytes = new TextEncoder().encode(`${content.key}:${word}`);
  return bytes.reduce((value, byte) => Math.imul(value ^ byte, 0x01000193) >>> 0, 0x811c9dc5);
}
