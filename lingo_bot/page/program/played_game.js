// A game of Play as a value: what it has on the board, whether a word can be guessed, and how it ended. No element of the
// page is read or changed here.
import { isOver, isSolved, startPosition, whyIllegal } from "./game.js";
import { countText, ending, squaresOf } from "./phrases.js";
import { asWritten, content, replyFor, wordLength } from "./words.js";
/** @import {Game, PlayedGame, Step} from "./types" */

/** A game without guesses. @param {string} secret @param {string} day "" for a word of no day @returns {PlayedGame} */
export function newGame(secret, day = "") {
  return { secret, guesses: [], day, counted: false };
}

/** The first letter of the secret where the rules show it, else null. @param {PlayedGame} played */
export function shownLetterOf({ secret }) {
  return content.showsLetter ? [...secret][0] : null;
}

/** The guesses with their replies. @param {PlayedGame} played @returns {Step[]} */
export function stepsOf({ secret, guesses }) {
  return guesses.map((guess) => ({ guess, reply: replyFor(guess, secret) }));
}

/** Whether the secret was found or the attempts are used up. @param {PlayedGame} played */
export function isFinished(played) {
  return isOver({ steps: stepsOf(played) });
}

/** Why a word cannot be guessed, as a sentence; "" if it can. @param {Game} game @param {PlayedGame} played
 * @param {string} guess "" for a row that is not full */
export function whyNotGuess(game, played, guess) {
  if (!guess) return `A guess has ${countText(wordLength, "letter")}.`;
  // The rules look at the first letter and the steps, not at the candidates that they leave.
  const position = { ...startPosition(game, shownLetterOf(played)), steps: stepsOf(played) };
  const reason = whyIllegal(position, guess);
  return reason ? asWritten(`${guess}: ${reason}.`) : "";
}

/** How a finished game ended, for you and for lingo-bot. @param {PlayedGame} played
 * @param {Step[]} rivalSteps the game of lingo-bot with the same word, empty until it is known */
export function resultOf(played, rivalSteps) {
  const steps = stepsOf(played);
  const word = isSolved(steps) ? "" : ` The word was ${asWritten(played.secret)}.`;
  return `${ending(steps)}.${word} ${rivalResult(rivalSteps)}`.trim();
}

/** How lingo-bot's game ended, "" until it is known. @param {Step[]} rivalSteps */
function rivalResult(rivalSteps) {
  if (!rivalSteps.length) return "";
  if (isSolved(rivalSteps)) return `lingo-bot needed ${rivalSteps.length}.`;
  return "lingo-bot did not find it.";
}

/** Both games as squares without letters. @param {PlayedGame} played @param {Step[]} rivalSteps */
export function squaresOfBoth(played, rivalSteps) {
  const title = played.day ? `${content.title}, ${played.day}` : content.title;
  return `${squaresOf(title, stepsOf(played))}\n${squaresOf("lingo-bot", rivalSteps)}`;
}
