// A game as it is played: its steps, and the candidates after each.
import { codeOf } from "./reply.js";
import { breaksHardMode, contradiction, wonElsewhere } from "./rules.js";
import { codesOf, listsOf } from "./words.js";
/** @import {Lists, Step, Game, Played} from "./types" */

/** A new game. @param {Game} game @param {string | null} letter @returns {Played} */
export function newGame(game, letter) {
  return {
    game,
    letter,
    steps: [],
    candidates: [game.lists.answers],
    wide: false,
  };
}

/** The candidates now. @param {Played} played */
export function candidatesOf({ candidates }) {
  return candidates[candidates.length - 1];
}

/** The game after a step; a sentence where no word fits. @param {Played} played
 * @param {Step} step @returns {Played | string} */
export function hear(played, step) {
  const { game, steps } = played;
  const left = fitting(game.lists, candidatesOf(played), step);
  const next = {
    ...played,
    steps: [...steps, step],
    candidates: [...played.candidates, left],
  };
  if (left.length) return next;
  if (!played.wide && game.lists.answers.length < game.lists.words.length) {
    const wide = replayed(widened(played), next.steps);
    if (typeof wide !== "string" || !wonElsewhere(steps, step)) return wide;
  }
  if (wonElsewhere(steps, step)) return next;
  const fits = (/** @type {Step[]} */ some) =>
    some.reduce((secrets, one) => fitting(game.lists, secrets, one), game.lists.answers).length > 0;
  return contradiction(next.steps, played.letter, game.lists.length, fits);
}

/** A new game where every word can be the secret; without a book, which knows the answers alone.
 * @param {Played} played @returns {Played} */
export function widened({ game, letter }) {
  const { words, length } = game.lists;
  const every = Int32Array.from(words, (_, index) => index);
  const lists = listsOf(words, every, length);
  return { ...newGame({ ...game, lists, tree: null }, letter), wide: true };
}

/** The game after these steps; a sentence where no word fits. @param {Played} played
 * @param {Step[]} steps @returns {Played | string} */
export function replayed(played, steps) {
  /** @type {Played | string} */
  let next = played;
  for (const step of steps) if (typeof next !== "string") next = hear(next, step);
  return next;
}

/** @param {Lists} lists @param {Int32Array} secrets @param {Step} step */
function fitting(lists, secrets, { guess, reply }) {
  const code = codeOf(reply);
  const codes = codesOf(lists, guess, secrets);
  return secrets.filter((_, index) => codes[index] === code);
}

/** What is to be remarked about a guess: that it was made before, or that the rules do not allow it.
 * @param {Played} played @param {string} word */
export function remarkOn({ game, steps, letter }, word) {
  const before = steps.findIndex(({ guess }) => guess === word);
  if (before >= 0) return `${word} was your guess ${before + 1} already`;
  return whyIllegal(game, letter, steps, word);
}

/** Why the rules do not allow a guess, null if they do. @param {Game} game
 * @param {string | null} letter @param {Step[]} steps @param {string} word */
export function whyIllegal(game, letter, steps, word) {
  if (letter && !word.startsWith(letter)) return `letter 1 must be ${letter}`;
  if (!game.lists.places.has(word)) return "not in the word list";
  return game.hard ? breaksHardMode(word, steps) : null;
}
