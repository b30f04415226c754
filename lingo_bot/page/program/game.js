// The games of the file, the candidates parted by their reply to a word, and the positions of a game.
import { clueOf, contradiction, unusedLetter } from "./clues.js";
import { codeOf, content, lettersOf, replyCode, replyFor } from "./words.js";
/** @import {Game, Position, Step} from "./types" */

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
  const integers = async (/** @type {string} */ text) => new Int32Array(await inflate(text));
  const differences = new Float64Array(await inflate(content.totals));
  const sums = (/** @type {Float64Array} */ values) => {
    let sum = 0;
    return values.map((value) => (sum += value));
  };
  const size = words.length + 1;
  return {
    words,
    letters: lettersOf(words.join("")),
    index: new Map(words.map((word, index) => [word, index])),
    guesses,
    answers: content.answers ? await integers(content.answers) : guesses,
    common: await integers(content.common),
    book: content.games ? await integers(content.games) : null,
    totals: content.solved.map((_, attempt) =>
      sums(sums(differences.subarray((attempt - 1) * size, attempt * size))),
    ),
  };
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

/** The beginning of a game; wide: every word can be the secret, without a book, which knows the answers alone.
 * @param {Game} game @param {string | null} letter the first letter that is shown @returns {Position} */
export function begin(game, letter, wide = false) {
  const begins = (/** @type {number} */ word) => game.words[word].startsWith(letter ?? "");
  const guesses = game.guesses.filter(begins);
  const answers = wide ? guesses : game.answers.filter(begins);
  const cut = { ...game, guesses, answers, book: wide ? null : game.book };
  return { game: cut, letter, steps: [], secrets: answers, wide, before: null };
}

/** The position after a step; a sentence where no word fits.
 * @param {Position} position @param {Step} step @returns {Position | string} */
export function hear(position, step) {
  const { game, letter, wide } = position;
  const fitting = (/** @type {Int32Array} */ some, /** @type {Step} */ { guess, reply }) =>
    Int32Array.from(binsOf(game, guess, some).get(codeOf(reply)) ?? []);
  const steps = [...position.steps, step];
  const next = { ...position, steps, secrets: fitting(position.secrets, step), before: position };
  if (next.secrets.length) return next;
  if (!wide && game.answers.length < game.guesses.length) {
    const widened = replay(begin(game, letter, true), steps);
    return typeof widened === "string" ? widened : { ...widened, before: position };
  }
  // The winning reply to a word that the list lacks ends the game, if the word fits.
  if (steps.every(({ guess, reply }) => replyFor(guess, step.guess) === reply)) return next;
  return contradiction(steps, letter, (some) => some.reduce(fitting, game.answers).length > 0);
}

/** The position after these steps; a sentence where no word fits.
 * @param {Position} position @param {Step[]} steps @returns {Position | string} */
export function replay(position, steps) {
  /** @type {Position | string} */
  let next = position;
  for (const step of steps) if (typeof next !== "string") next = hear(next, step);
  return next;
}

/** Whether a reply is the winning one. @param {Step[]} steps */
export function isSolved(steps) {
  return steps.some(({ reply }) => /^O+$/.test(reply));
}

/** Whether the game is over. @param {Position} position */
export function isOver({ steps }) {
  return steps.length >= content.attempts || isSolved(steps);
}

/** Why the rules do not allow a guess, null if they do. @param {Position} position @param {string} word */
export function whyIllegal({ game, letter, steps }, word) {
  if (letter && !word.startsWith(letter)) return `letter 1 must be ${letter}`;
  if (!game.index.has(word)) return "not in the word list";
  return content.hard ? unusedLetter(word, steps.map(clueOf)) : null;
}

/** The secret of a local date; none comes twice before all have come. @param {Game} game @param {Date} date */
export function secretOf({ words, common }, date) {
  const day = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
  return words[common[day % common.length]];
}
