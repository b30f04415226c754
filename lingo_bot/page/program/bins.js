// Bins: the candidates parted by their reply to a guess, for all guesses of a list at once.
/** @import {Lists, Features} from "./types" */
//
// The marks for a letter depend only on where it stands in guess and secret. A guess is a set of features (a letter and
// its places), each feature has a term for every secret, and the reply code is the sum of the terms.

/** @type {WeakMap<Lists, Features>} */
const known = new WeakMap();

/** The features of a list's words. @param {Lists} lists @returns {Features} */
export function featuresOf(lists) {
  const before = known.get(lists);
  if (before) return before;
  const { letters, length, words } = lists;
  const ids = new Map();
  const features = {
    letter: [],
    places: [],
    of: new Int32Array(words.length * length).fill(-1),
  };
  for (let word = 0; word < words.length; word++) {
    const start = word * length;
    let count = 0;
    for (let p = 0; p < length; p++) {
      const letter = letters[start + p];
      const places = placesOf(letters, start, length, letter);
      if (places & ((1 << p) - 1)) continue; // the letter stood before
      const key = letter * 2 ** length + places;
      if (!ids.has(key)) {
        ids.set(key, ids.size);
        /** @type {number[]} */ (features.letter).push(letter);
        /** @type {number[]} */ (features.places).push(places);
      }
      features.of[start + count++] = ids.get(key);
    }
  }
  known.set(lists, features);
  return features;
}

/** The places of a letter in a word, a bit for each. @param {ArrayLike<number>} letters
 * @param {number} start @param {number} length @param {number} letter */
function placesOf(letters, start, length, letter) {
  let places = 0;
  for (let p = 0; p < length; p++) if (letters[start + p] === letter) places |= 1 << p;
  return places;
}

/** The term of a letter that stands at these places of the guess and those of the secret.
 * @param {number} ours @param {number} theirs @param {number} length */
function term(ours, theirs, length) {
  let left = theirs & ~ours;
  let sum = 0;
  for (let p = 0; p < length; p++) {
    const weight = 3 ** (length - 1 - p);
    if (!((ours >> p) & 1)) continue;
    if ((theirs >> p) & 1) sum += 2 * weight;
    else if (left) {
      left &= left - 1;
      sum += weight;
    }
  }
  return sum;
}

/** The terms of every feature for these secrets: features × secrets. @param {Lists} lists
 * @param {Int32Array} secrets */
function termsOf(lists, secrets) {
  const { letters, length } = lists;
  const features = featuresOf(lists);
  const count = secrets.length;
  const size = features.letter.length * count;
  const terms =
    length <= 5
      ? new Uint8Array(size)
      : length <= 10
        ? new Uint16Array(size)
        : new Uint32Array(size);
  const places = new Map();
  features.letter.forEach((letter, feature) => {
    if (!places.has(letter)) {
      places.set(
        letter,
        Int32Array.from(secrets, (s) => placesOf(letters, s * length, length, letter)),
      );
    }
    const theirs = places.get(letter);
    const cache = new Map([[0, 0]]);
    for (let s = 0; s < count; s++) {
      const there = theirs[s];
      if (!there) continue;
      let value = cache.get(there);
      if (value === undefined)
        cache.set(there, (value = term(features.places[feature], there, length)));
      terms[feature * count + s] = value;
    }
  });
  return terms;
}

/** A function that calls its second argument with the bin sizes of a guess (an index of words): an array and a count.
 * @param {Lists} lists @param {Int32Array} secrets
 * @returns {(guess: number, use: (sizes: Int32Array, count: number) => void) => void} */
export function binner(lists, secrets) {
  const { length } = lists;
  const { of } = featuresOf(lists);
  const terms = termsOf(lists, secrets);
  const count = secrets.length;
  const codes = new Uint32Array(count);
  const sizes = new Int32Array(count);
  const many = length > 12; // more codes than an array holds
  const counts = new Int32Array(many ? 0 : 3 ** length);
  return (guess, use) => {
    sumTerms(codes, terms, of, guess * length, length);
    use(sizes, many ? runs(codes, sizes) : tally(codes, counts, sizes));
  };
}

/** The reply codes of a guess: the sums of the terms of its features. @param {Uint32Array} codes
 * @param {Uint8Array | Uint16Array | Uint32Array} terms @param {Int32Array} of
 * @param {number} start @param {number} length */
function sumTerms(codes, terms, of, start, length) {
  const count = codes.length;
  codes.fill(0);
  for (let f = 0; f < length && of[start + f] >= 0; f += 2) {
    const one = of[start + f] * count;
    const two = f + 1 < length ? of[start + f + 1] * count : -1;
    if (two < 0) for (let s = 0; s < count; s++) codes[s] += terms[one + s];
    else for (let s = 0; s < count; s++) codes[s] += terms[one + s] + terms[two + s];
  }
}

/** @param {Uint32Array} codes @param {Int32Array} counts all 0, before and after
 * @param {Int32Array} sizes */
function tally(codes, counts, sizes) {
  for (let s = 0; s < codes.length; s++) counts[codes[s]]++;
  let bins = 0;
  for (let s = 0; s < codes.length; s++) {
    if (counts[codes[s]]) sizes[bins++] = counts[codes[s]];
    counts[codes[s]] = 0;
  }
  return bins;
}

/** @param {Uint32Array} codes @param {Int32Array} sizes */
function runs(codes, sizes) {
  codes.sort();
  let bins = 0;
  for (let s = 0, begin = 0; s < codes.length; s++) {
    if (s + 1 < codes.length && codes[s + 1] === codes[s]) continue;
    sizes[bins++] = s + 1 - begin;
    begin = s + 1;
  }
  return bins;
}

/** At most that many of the secrets, evenly spaced. @param {Int32Array} secrets
 * @param {number} most */
export function spaced(secrets, most) {
  const step = Math.ceil(secrets.length / Math.max(1, most));
  return step > 1 ? secrets.filter((_, index) => index % step === 0) : secrets;
}
