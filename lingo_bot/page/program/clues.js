// Clues: what a reply says of the secret. Hard mode and contradictions follow from them, in the words of the terminal's
// assistant (lingo_bot/assistant/clues.py).
import { wordLength } from "./words.js";
/** @import {Clue, Step} from "./types" */

/** The clue of a reply. A first letter that is shown counts as a guess of one letter with the reply O.
 * @param {Step} step @returns {Clue} */
export function clueOf({ guess, reply }) {
  const letters = [...guess];
  return {
    guess,
    placed: new Map([...letters.entries()].filter(([place]) => reply[place] === "O")),
    // The secret has each letter at least as often as `held` has it. A spent letter it has exactly as often.
    held: letters.filter((_, place) => reply[place] !== "X"),
    spent: letters.filter((_, place) => reply[place] === "X"),
  };
}

/** How often a letter occurs. @param {string} letter @param {string[]} letters */
function countOf(letter, letters) {
  return letters.filter((same) => same === letter).length;
}

/** Why a word does not use the letters that it must, null if it does (wordlists/rules.py).
 * @param {string} word @param {Clue[]} clues */
export function unusedLetter(word, clues) {
  const letters = [...word];
  for (const { placed, held } of clues) {
    for (const [place, letter] of placed) {
      if (letters[place] !== letter) return `letter ${place + 1} must be ${letter}`;
    }
    const missing = held.find((letter) => countOf(letter, letters) < countOf(letter, held));
    if (missing !== undefined) {
      const count = countOf(missing, held);
      return `it must hold ${missing}${count === 1 ? "" : ` ${count} times`}`;
    }
  }
  return null;
}

/** The sentence that names a smallest set of replies that no word fits.
 * @param {Step[]} steps @param {string | null} letter the first letter that is shown
 * @param {(steps: Step[]) => boolean} fits whether a word of the list fits these steps */
export function contradiction(steps, letter, fits) {
  // A step is left out if the others contradict each other without it.
  let contradicting = steps;
  for (const step of steps) {
    const fewer = contradicting.filter((other) => other !== step);
    if (!fits(fewer)) contradicting = fewer;
  }

  // One step alone may contradict the first letter.
  const clues = contradicting.map(clueOf);
  if (letter && clues.length === 1) clues.unshift(clueOf({ guess: letter, reply: "O" }));

  // If there are more than two clues, no two of them disagree: those two alone would be the smallest set.
  const conflict = clues.length === 2 ? conflictOfTwo(clues[0], clues[1]) : "";
  const sources = sourcesOf(contradicting.map((step) => step.guess));

  if (conflict) return `no word fits; ${sources} disagree on ${conflict}`;
  if (contradicting.length > 1) return `no word fits; ${sources} leave none of the list`;

  const [{ guess, reply }] = contradicting;
  return `no word fits; no word of the list gives the reply ${reply} to ${guess}`;
}

/** Where replies come from that disagree, as in "the replies to tares and colin". @param {string[]} guesses */
function sourcesOf(guesses) {
  const [guess, nextGuess] = guesses;
  // One reply alone can only disagree with the first letter.
  if (guesses.length === 1) return `the first letter given and the reply to ${guess}`;
  if (guesses.length === 2 && guess === nextGuess) return `the two replies to ${guess}`;
  return `the replies to ${guesses.join(" and ")}`;
}

/** What two clues disagree on, "" if they can both be right. @param {Clue} first @param {Clue} second */
function conflictOfTwo(first, second) {
  for (const [place, letter] of first.placed) {
    const secondLetter = second.placed.get(place);
    if (secondLetter && letter !== secondLetter)
      return `letter ${place + 1}: ${letter} or ${secondLetter}`;
  }

  const oneSided = oneSidedConflict(first, second, false) || oneSidedConflict(second, first, true);
  if (oneSided) return oneSided;

  const count = lettersIn([first, second]).length;
  if (count <= wordLength) return "";
  return `how many letters there are: together they ask for ${count}`;
}

/** The letter that one clue asks for and the other one excludes, "" for none. @param {Clue} asking @param {Clue} excluding
 * @param {boolean} isReversed whether the excluding clue is the earlier one: it is named first, as in "none or 1" */
function oneSidedConflict(asking, excluding, isReversed) {
  for (const [place, letter] of asking.placed) {
    const isExcluded = [...excluding.guess][place] === letter && !excluding.placed.has(place);
    if (isExcluded) return `letter ${place + 1}: ${letter} or not`;
  }

  for (const letter of excluding.spent) {
    const least = countOf(letter, asking.held);
    const most = countOf(letter, excluding.held);
    if (least <= most) continue;
    const counts = [String(least), most ? `no more than ${most}` : "none"];
    if (isReversed) counts.reverse();
    return `the letter ${letter}: ${counts.join(" or ")}`;
  }
  return "";
}

/** All letters that these clues ask for together: "a", "e", "e" if one asks for an a and an e, and one for two e.
 * @param {Clue[]} clues */
function lettersIn(clues) {
  const different = new Set(clues.flatMap(({ held }) => held));
  return [...different].flatMap((letter) => {
    const counts = clues.map(({ held }) => countOf(letter, held));
    return Array(Math.max(...counts)).fill(letter);
  });
}
