// The games of the file, the candidates parted by their reply to a word, and the positions of a game.
import { clueOf, contradiction, unusedLetter } from "./clues.js";
import { codeOf, content, lettersOf, read, replyCode, replyFor } from "./words.js";
/** @import {Data, Game, Position, Row, Step} from "./types" */

/** Milliseconds of a day. */
export const DAY = 86_400_000;

/** The game of the file, in which no first letter is shown. @returns {Promise<Game>} */
export async function openGame() {
  const bytes = Uint8Array.from(atob(content.data), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  /** @type {Data} */
  const { words, answers, secretsOfPlay, book, differences, widenedDifferences } =
    await new Response(stream).json();
  const guesses = Int32Array.from(words.keys());
  // The expected costs of bins by size; their second differences are small numbers, which take less room in the page.
  const expected = differences.map(fromSecondDifferences);
  return {
    words,
    secretsOfPlay,
    book,
    guesses,
    letters: lettersOf(words.join("")),
    index: new Map(words.map((word, index) => [word, index])),
    answers: answers ? Int32Array.from(answers) : guesses,
    expected,
    widenedExpected: widenedDifferences?.map(fromSecondDifferences) ?? expected,
  };
}

/** The values whose second differences these are: running sums, taken twice, undo differences. @param {number[]} values */
function fromSecondDifferences(values) {
  return runningSums(runningSums(values));
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
  // In `letters` one word follows the other.
  const startOf = (/** @type {number} */ index) => index * guess.length;
  return Map.groupBy(secrets, (secret) => replyCode(guess, letters, startOf(secret)));
}

/** How many pairs of secrets have the same reply, each secret with itself among them: 5 for bins of one and two.
 * @param {Iterable<number[]>} bins */
export function pairsInBins(bins) {
  let pairs = 0;
  for (const bin of bins) pairs += bin.length * bin.length;
  return pairs;
}

/** The beginning of a game. A widened game has no book, because a book plays against the answers alone. It is widened at
 * once if no answer begins with the letter.
 * @param {Game} game @param {string | null} letter the first letter that is shown
 * @param {boolean} mustWiden whether every word can be the secret @returns {Position} */
export function startPosition(game, letter, mustWiden = false) {
  const fitsLetter = (/** @type {number} */ index) =>
    letter === null || game.words[index].startsWith(letter);
  const guesses = game.guesses.filter(fitsLetter);
  const answers = game.answers.filter(fitsLetter);
  const isWidened = mustWiden || answers.length === 0;
  const secrets = isWidened ? guesses : answers;
  const book = isWidened ? null : game.book;
  // What bins cost was measured apart for games with few answers (lingo_bot/expected_costs.py).
  const expected = isWidened ? game.widenedExpected : game.expected;
  const gameOfLetter = { ...game, guesses, answers: secrets, book, expected };
  return {
    game: gameOfLetter,
    letter,
    steps: [],
    secrets,
    isWidened,
    before: null,
    replaced: null,
  };
}

/** The position after a step. If no answer fits the steps, every word can be the secret: then the game is widened.
 * @param {Position} position @param {Step} step @returns {Position} */
export function positionAfter(position, step) {
  const { game, letter, isWidened } = position;
  const steps = [...position.steps, step];
  const bin = binsOf(game, step.guess, position.secrets).get(codeOf(step.reply)) ?? [];
  const next = { ...position, steps, secrets: Int32Array.from(bin), before: position };

  const canWiden = !isWidened && game.guesses.length > game.answers.length;
  if (bin.length || !canWiden) return next;
  const widened = steps.reduce(positionAfter, startPosition(game, letter, true));
  return { ...widened, before: position, replaced: position.replaced };
}

/** Why no word fits the replies, null where one does. A game that is solved by a word outside the list is no conflict, if
 * that word fits the replies. @param {Position} position */
export function conflictOf({ game, letter, steps, secrets }) {
  if (secrets.length) return null;

  // The last guess is the secret if it gives every reply, the winning one to itself included.
  const lastGuess = steps.at(-1)?.guess ?? "";
  const isLastGuessSecret = steps.every(({ guess, reply }) => replyFor(guess, lastGuess) === reply);
  if (isLastGuessSecret) return null;

  // The game of a position has just the words with its first letter, and its answers are the secrets that the position
  // began with. So this start has the same secrets, in a widened game too.
  const start = startPosition(game, letter);
  const fits = (/** @type {Step[]} */ fewer) =>
    fewer.reduce(positionAfter, start).secrets.length > 0;
  return contradiction(steps, letter, fits);
}

/** The guesses that are left at a position. @param {{steps: Step[]}} position */
export function guessesLeftAt({ steps }) {
  return content.attempts - steps.length;
}

/** Whether a game has the winning reply. @param {Step[]} steps */
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

/** The secret of a date, as in 2026-01-31. Each day has the next one of secretsOfPlay, so that none comes again before all
 * have come.
 * @param {Game} game @param {string} date */
export function secretOf({ words, secretsOfPlay }, date) {
  const day = Date.parse(date) / DAY;
  return words[secretsOfPlay[day % secretsOfPlay.length]];
}

/** Whether a key repeats the first letter that is shown, which stands in the row already. Somebody then types the whole word,
 * and the key adds nothing. Where a word begins with this letter twice, the key may be the second letter.
 * @param {Game} game @param {string | null} letter the first letter that is shown @param {Row} row @param {string} key */
export function repeatsShownLetter({ words }, letter, row, key) {
  const isAlone = row.letters.length === 1 && row.letters[0] === letter;
  if (!isAlone || read(key) !== letter) return false;
  return !words.some((word) => word.startsWith(letter + letter));
}
