// Bins: the candidates parted by their reply to a guess.
//
// The marks for a letter depend only on where it stands in guess and secret. A guess is a set of groups (a letter and
// its places), and the reply code is the sum of what the groups add.
import { replyCode } from "./reply.js";
import { numbersOf } from "./words.js";
/** @import {Lists, BinTable} from "./types" */

const LONG_CODES = 13; // letters from which numbers of bins are kept by code in an object, not in an array
/** @type {Map<string, number[]>} */
const additions = new Map();

/** The groups of a word: pairs of a letter and the bits of its places.
 * @param {Lists} lists @param {number} word */
function groupsOf({ letters, length }, word) {
  /** @type {Map<number, number>} */
  const groups = new Map();
  for (let p = 0; p < length; p++) {
    const letter = letters[word * length + p];
    groups.set(letter, (groups.get(letter) ?? 0) | (1 << p));
  }
  return groups;
}

/** By the places of a letter in a secret what the letter at these places of a guess adds to the code.
 * @param {number} ours bits of places @param {number} length */
function additionsOf(ours, length) {
  const key = `${length}:${ours}`;
  const known = additions.get(key);
  if (known) return known;
  const sums = Array(2 ** Math.min(length, LONG_CODES));
  additions.set(key, sums);
  return sums;
}

/** @param {number} ours bits of places @param {number} theirs @param {number} length */
function addition(ours, theirs, length) {
  let left = theirs & ~ours;
  let sum = 0;
  for (let p = 0; p < length; p++) {
    if (!((ours >> p) & 1)) continue;
    const weight = 3 ** (length - 1 - p);
    if ((theirs >> p) & 1) sum += 2 * weight;
    else if (left) {
      left &= left - 1;
      sum += weight;
    }
  }
  return sum;
}

/** A function that gives the reply codes of a guess, an index of words, to these secrets, in an array that it uses again.
 * @param {Lists} lists @param {Int32Array} secrets */
function replier(lists, secrets) {
  const { letters, length, alphabet } = lists;
  const count = secrets.length;
  const places = new Int32Array(alphabet.size * count);
  const codes = new Uint32Array(count);
  for (let s = 0; s < count; s++) {
    for (let p = 0; p < length; p++) places[letters[secrets[s] * length + p] * count + s] |= 1 << p;
  }
  return (/** @type {number} */ guess) => {
    codes.fill(0);
    for (const [letter, ours] of groupsOf(lists, guess)) {
      const sums = additionsOf(ours, length);
      for (let s = 0, at = letter * count; s < count; s++, at++)
        if (places[at]) codes[s] += sums[places[at]] ??= addition(ours, places[at], length);
    }
    return codes;
  };
}

/** Which of its guess's bins, numbered from 0, each secret falls in. @param {Lists} lists
 * @param {Int32Array} guesses @param {Int32Array} secrets @returns {BinTable} */
export function binTable(lists, guesses, secrets) {
  const [codesOf, count] = [replier(lists, secrets), secrets.length];
  const bins = new Uint16Array(guesses.length * count);
  /** @type {Record<number, number>} */
  const numbers = lists.length > LONG_CODES ? {} : new Uint16Array(3 ** lists.length);
  guesses.forEach((guess, row) => {
    const codes = codesOf(guess);
    for (let s = 0, used = 0; s < count; s++)
      bins[row * count + s] = (numbers[codes[s]] ||= ++used) - 1;
    for (let s = 0; s < count; s++) numbers[codes[s]] = 0;
  });
  const places = new Map(Array.from(secrets, (secret, place) => [secret, place]));
  return {
    guesses,
    own: Int32Array.from(guesses, (guess) => places.get(guess) ?? count),
    bins,
    count,
  };
}

/** For each word the logarithm of the chance that two secrets give it the same reply, were its groups independent.
 * @param {Lists} lists @param {Int32Array} secrets */
export function sharedReplies(lists, secrets) {
  const { letters, length, words } = lists;
  /** @type {Map<number, number>} */
  const known = new Map();
  const chance = (/** @type {number} */ letter, /** @type {number} */ ours) => {
    /** @type {Map<number, number>} */
    const counts = new Map();
    for (const secret of secrets) {
      let theirs = 0;
      for (let p = 0; p < length; p++)
        if (letters[secret * length + p] === letter) theirs |= 1 << p;
      const sum = addition(ours, theirs, length);
      counts.set(sum, (counts.get(sum) ?? 0) + 1);
    }
    const pairs = [...counts.values()].reduce((total, size) => total + size * size, 0);
    return Math.round(1024 * Math.log(pairs / secrets.length ** 2));
  };
  return Float64Array.from(words, (_, word) => {
    let sum = 0;
    for (const [letter, ours] of groupsOf(lists, word)) {
      const key = letter * 2 ** length + ours;
      if (!known.has(key)) known.set(key, chance(letter, ours));
      sum += known.get(key) ?? 0;
    }
    return sum;
  });
}

/** The candidates by their reply code to a word, which the list need not hold, ascending.
 * @param {Lists} lists @param {string} word @param {Int32Array} secrets */
export function binsOf({ letters, length, alphabet }, word, secrets) {
  const guess = numbersOf(word, alphabet);
  /** @type {Map<number, number[]>} */
  const bins = new Map();
  for (const secret of secrets) {
    const code = replyCode(guess, 0, letters, secret * length, length);
    const bin = bins.get(code);
    if (bin) bin.push(secret);
    else bins.set(code, [secret]);
  }
  return new Map([...bins].sort(([a], [b]) => a - b));
}
