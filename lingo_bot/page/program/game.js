// The games of the file, the candidates parted by their reply to a word, and the positions of a game.
import { clueOf, contradiction, unusedLetter } from "./clues.js";
import { codeOf, content, lettersOf, replyCode, replyFor } from "./words.js";
/** @import {Data, Game, Position, Step} from "./types" */

/** Milliseconds. */
export const DAY = 86_400_000;

/** The game of the file, in which no first letter is shown. @returns {Promise<Game>} */
export async function openGame() {
  const bytes = Uint8Array.from(atob(content.data), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  /** @type {Data} */
  const { words, answers, common, book, differences } = await new Response(stream).json();
  const guesses = Int32Array.from(words.keys());
  return {
    words,
    common,
    book,
    guesses,
    letters: lettersOf(words.join("")),
    index: new Map(words.map((word, index) => [word, index])),
    answers: answers ? Int32Array.from(answers) : guesses,
    expected: differences.map((values) => runningSums(runningSums(values))),
  };
}

/** The sums of the first value, the first two values, and so on. @param {number[]} values */
function runningSums(values) {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
}

/** The candidates by their reply code to a word, which the list need not hold.
 * @param {Game} game @param {string} word @param {Int32Array} secrets */
export function binsOf({ letters }, word, secrets) {
  const guess = lettersOf(word);
  return Map.groupBy(secrets, (secret) => replyCode(guess, letters, secret * guess.length));
}

/** How many pairs of secrets have the same reply, each secret with itself among them: 5 for bins of one and two.
 * @param {Iterable<number[]>} bins */
export function pairsInBins(bins) {
  let pairs = 0;
  for (const bin of bins) pairs += bin.length * bin.length;
  return pairs;
}

/** The beginning of a game; wide: every word can be the secret, without a book, which knows the answers alone.
 * @param {Game} game @param {string | null} letter the first letter that is shown @returns {Position} */
export function begin(game, letter, wide = false) {
  const begins = (/** @type {number} */ word) =>
    letter === null || game.words[word].startsWith(letter);
  const guesses = game.guesses.filter(begins);
  const answers = wide ? guesses : game.answers.filter(begins);
  const cut = { ...game, guesses, answers, book: wide ? null : game.book };
  return { game: cut, letter, steps: [], secrets: answers, wide, before: null };
}

/** The position after a step; every word can be the secret where no answer fits.
 * @param {Position} position @param {Step} step @returns {Position} */
export function hear(position, step) {
  const { game, letter, wide } = position;
  const steps = [...position.steps, step];
  const bin = binsOf(game, step.guess, position.secrets).get(codeOf(step.reply)) ?? [];
  const next = { ...position, steps, secrets: Int32Array.from(bin), before: position };

  const isAllAnswers = game.answers.length === game.guesses.length;
  if (bin.length || wide || isAllAnswers) return next;
  return { ...steps.reduce(hear, begin(game, letter, true)), before: position };
}

/** Why no word fits the replies, null where one does. The winning reply to a word that the list lacks ends the game, if
 * the word fits. @param {Position} position */
export function conflictOf({ game, letter, steps, secrets }) {
  const word = steps.at(-1)?.guess ?? "";
  const isItself = steps.every(({ guess, reply }) => replyFor(guess, word) === reply);
  if (secrets.length || isItself) return null;
  const start = begin(game, letter);
  return contradiction(steps, letter, (some) => some.reduce(hear, start).secrets.length > 0);
}

/** The guesses that are left at a position. @param {{steps: Step[]}} position */
export function guessesLeftAt({ steps }) {
  return content.attempts - steps.length;
}

/** Whether a game ends with the winning reply. @param {Step[]} steps */
export function isSolved(steps) {
  return steps.some(({ reply }) => /^O+$/.test(reply));
}

/** Whether the game is over. @param {{steps: Step[]}} position */
export function isOver({ steps }) {
  return guessesLeftAt({ steps }) <= 0 || isSolved(steps);
}

/** Why the rules do not allow a guess, null if they do. @param {Position} position @param {string} word */
export function whyIllegal({ game, letter, steps }, word) {
  if (letter && !word.startsWith(letter)) return `letter 1 must be ${letter}`;
  if (!game.index.has(word)) return "not in the word list";
  return content.hard ? unusedLetter(word, steps.map(clueOf)) : null;
}

/** The secret of a game if it was found, or is the only candidate; else "". @param {Position} position */
export function knownSecret({ game, steps, secrets }) {
  if (isSolved(steps)) return steps.at(-1)?.guess ?? "";
  return secrets.length === 1 ? game.words[secrets[0]] : "";
}

/** The secret of a date, as in 2026-01-31; none comes twice before all have come. @param {Game} game @param {string} date */
export function secretOf({ words, common }, date) {
  const day = Date.parse(date) / DAY;
  return words[common[day % common.length]];
}
