// What games cost (codebreaker/objective.py): each guess charges the candidates that it leaves open, and a candidate that is
// open after the last guess pays for a miss. The least cost is best; points are what is left of the charges.
import { content } from "./words.js";

/** The points of each guess that is left, the one that solves the game included. */
export const POINTS_A_GUESS = 100;

/** The charge of a candidate that stays open after a guess. @param {number} guessesLeft before that guess */
export function openCharge(guessesLeft) {
  return guessesLeft > 1 ? content.charge : content.charge + content.miss;
}

/** The least that candidates can cost: this guess hits one of them, and the next one hits each of the others. If this guess is
 * the last one, the others are missed.
 * @param {number} size how many candidates @param {number} guessesLeft */
export function leastCost(size, guessesLeft) {
  return openCharge(guessesLeft) * (size - 1);
}

/** The points of candidates that cost that much together: what is left of the charges of all guesses.
 * @param {number} cost @param {number} size how many candidates @param {number} guessesLeft */
export function pointsOf(cost, size, guessesLeft) {
  return content.charge * guessesLeft * size - cost;
}
