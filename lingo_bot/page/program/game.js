// The games of the file, and a game as it is played: its steps, and the candidates after each.
import { binsOf } from "./bins.js";
import { codeOf } from "./reply.js";
import { breaksHardMode, contradiction, wonElsewhere } from "./rules.js";
import { valuesOf } from "./search.js";
import { treeOf } from "./tree.js";
import { beginningWith, indices, inflate, listsOf, upTo } from "./words.js";
/** @import {Content, Games, Game, Lists, Step, Played} from "./types" */

/** The games that the file holds: one, or one for each first letter that may be shown.
 * @param {Content} content @returns {Promise<Games>} */
export async function openGames(content) {
  const { length, attempts, solved, missed, hard, objective } = content;
  const signs = [...new TextDecoder().decode(await inflate(content.words))];
  const words = Array.from({ length: signs.length / length }, (_, index) =>
    signs.slice(index * length, (index + 1) * length).join(""),
  );
  const answers = await indices(content.answers, words.length);
  const lists = listsOf(words, answers, length);
  const secrets = content.common === null ? answers : await indices(content.common, words.length);
  const trees = new Map();
  for (const [letter, [text, guess, reply]] of Object.entries(content.trees))
    trees.set(letter, treeOf(await inflate(text), guess, reply));
  const rules = { attempts, solved, missed, hard, worst: objective === "worst" };
  const values = valuesOf(content);
  /** @type {Map<string, Game>} */
  const games = new Map();
  const of = (/** @type {string | null} */ letter) => {
    const key = content.letter === null && letter ? letter : "";
    const game = games.get(key) ?? {
      ...{ ...rules, values, tree: trees.get(key) ?? null },
      lists: key ? beginningWith(lists, key) : lists,
    };
    games.set(key, game);
    return game;
  };
  return { content, lists, secrets, of };
}

/** A new game. @param {Game} game @param {string | null} letter @returns {Played} */
export function newGame(game, letter) {
  return { game, letter, steps: [], candidates: [game.lists.answers], wide: false };
}

/** The candidates now. @param {Played} played */
export function candidatesOf({ candidates }) {
  return candidates[candidates.length - 1];
}

/** The game after a step; a sentence where no word fits. @param {Played} played
 * @param {Step} step @returns {Played | string} */
export function hear(played, step) {
  const { game, letter } = played;
  const { lists } = game;
  const left = fitting(lists, candidatesOf(played), step);
  const steps = [...played.steps, step];
  const next = { ...played, steps, candidates: [...played.candidates, left] };
  if (left.length) return next;
  if (!played.wide && lists.answers.length < lists.words.length) {
    const wide = replayed(widened(played), steps);
    if (typeof wide !== "string" || !wonElsewhere(played.steps, step)) return wide;
  }
  if (wonElsewhere(played.steps, step)) return next;
  const fits = (/** @type {Step[]} */ some) =>
    some.reduce((secrets, one) => fitting(lists, secrets, one), lists.answers).length > 0;
  return contradiction(steps, letter, lists.length, fits);
}

/** A new game where every word can be the secret; without a book, which knows the answers alone.
 * @param {Played} played @returns {Played} */
export function widened({ game, letter }) {
  const { words, length } = game.lists;
  const lists = listsOf(words, upTo(words.length), length);
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
  return Int32Array.from(binsOf(lists, guess, secrets).get(codeOf(reply)) ?? []);
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
