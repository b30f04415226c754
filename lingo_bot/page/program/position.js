// A point of a game: its steps and the candidates.
import { clueOf, contradiction, unusedLetter } from "./clues.js";
import { content } from "./content.js";
import { binsOf, gameWith } from "./game.js";
import { codeOf, replyFor, won } from "./reply.js";
/** @import {Game, Position, Step} from "./types" */

/** The beginning of a game; wide: every word can be the secret, without a book, which knows the answers alone.
 * @param {Game} game @param {string | null} letter @returns {Position} */
export function begin(game, letter, wide = false) {
  const cut = gameWith(game, letter);
  if (wide) Object.assign(cut, { answers: cut.guesses, book: null });
  return { game: cut, letter, steps: [], secrets: cut.answers, wide, before: null };
}

/** The position after a step; a sentence where no word fits.
 * @param {Position} position @param {Step} step @returns {Position | string} */
export function hear(position, step) {
  const { game, letter, wide } = position;
  const secrets = fitting(game, position.secrets, step);
  const steps = [...position.steps, step];
  const fits = (/** @type {Step[]} */ some) =>
    some.reduce((left, one) => fitting(game, left, one), game.answers).length > 0;
  // The winning reply to a word that the list lacks ends the game, if the word fits.
  const elsewhere = () =>
    won(step.reply) && position.steps.every((one) => replyFor(one.guess, step.guess) === one.reply);
  if (!secrets.length && !wide && game.answers.length < game.guesses.length) {
    const widened = replay(begin(game, letter, true), steps);
    return typeof widened === "string" ? widened : { ...widened, before: position };
  }
  if (!secrets.length && !elsewhere()) return contradiction(steps, letter, fits);
  return { ...position, steps, secrets, before: position };
}

/** The position after these steps; a sentence where no word fits.
 * @param {Position} position @param {Step[]} steps @returns {Position | string} */
export function replay(position, steps) {
  /** @type {Position | string} */
  let next = position;
  for (const step of steps) if (typeof next !== "string") next = hear(next, step);
  return next;
}

/** @param {Game} game @param {Int32Array} secrets @param {Step} step */
function fitting(game, secrets, { guess, reply }) {
  return Int32Array.from(binsOf(game, guess, secrets).get(codeOf(reply)) ?? []);
}

/** Whether the game is over. @param {Position} position */
export function isOver({ steps }) {
  return steps.length >= content.attempts || isSolved(steps);
}

/** Whether a reply is the winning one. @param {Step[]} steps */
export function isSolved(steps) {
  return steps.some(({ reply }) => won(reply));
}

/** Why the rules do not allow a guess, null if they do. @param {Position} position @param {string} word */
export function whyIllegal({ game, letter, steps }, word) {
  if (letter && !word.startsWith(letter)) return `letter 1 must be ${letter}`;
  if (!game.index.has(word)) return "not in the word list";
  return content.hard ? unusedLetter(word, steps.map(clueOf)) : null;
}

/** The book's guess for a secret at an attempt, an index of words; -1 if it has none.
 * @param {Game} game @param {number} secret @param {number} attempt */
export function bookGuess({ book, words }, secret, attempt) {
  const guess = book?.[attempt * words.length + secret] ?? 0;
  return guess < 0 ? secret : guess - 1;
}
