// Clues, which replies give of the secret: hard mode and contradictions, in the words of the terminal's assistant.
import { content } from "./words.js";
/** @import {Clue, Required, Step} from "./types" */

/** The clue of a reply; a first letter that is shown is a guess of one letter. @param {Step} step @returns {Clue} */
export function clueOf({ guess, reply }) {
  const letters = [...guess];
  return {
    guess,
    placed: new Map([...letters.entries()].filter(([place]) => reply[place] === "O")),
    held: letters.filter((_, place) => reply[place] !== "X"),
    spent: letters.filter((_, place) => reply[place] === "X"),
  };
}

/** How often a letter occurs. @param {string[]} letters @param {string} letter */
function times(letters, letter) {
  return letters.filter((other) => other === letter).length;
}

/** The letters that these words have in common. @param {string[]} words @returns {Required} */
export function commonLetters(words) {
  const [first, ...otherWords] = words.map((word) => [...word]);
  const entries = [...first.entries()];
  const isPlaced = (/** @type {[number, string]} */ [place, letter]) =>
    otherWords.every((word) => word[place] === letter);

  // The second e of a word is held if all words have two.
  const isHeld = (/** @type {string} */ letter, /** @type {number} */ place) => {
    const count = times(first.slice(0, place + 1), letter);
    return otherWords.every((word) => times(word, letter) >= count);
  };

  return { placed: new Map(entries.filter(isPlaced)), held: first.filter(isHeld) };
}

/** Why a word does not use the letters that it must, null if it does (wordlists/rules.py).
 * @param {string} word @param {Required[]} required */
export function unusedLetter(word, required) {
  const letters = [...word];
  for (const { placed, held } of required) {
    for (const [place, letter] of placed) {
      if (letters[place] !== letter) return `letter ${place + 1} must be ${letter}`;
    }
    const letter = held.find((other) => times(letters, other) < times(held, other));
    if (letter !== undefined) {
      const count = times(held, letter);
      return `it must hold ${letter}${count === 1 ? "" : ` ${count} times`}`;
    }
  }
  return null;
}

/** The sentence that names a smallest set of replies that no word fits, the last one among them.
 * @param {Step[]} steps @param {string | null} letter the first letter that is shown
 * @param {(steps: Step[]) => boolean} fits whether a word of the list fits these steps */
export function contradiction(steps, letter, fits) {
  // A step is left out if the others contradict each other without it.
  let blamed = steps;
  for (const step of steps.slice(0, -1)) {
    const fewer = blamed.filter((other) => other !== step);
    if (!fits(fewer)) blamed = fewer;
  }

  const clues = blamed.map(clueOf);
  if (letter) clues.unshift(clueOf({ guess: letter, reply: "O" }));

  // Of three replies no two disagree, because each of the three is needed.
  const [first, second] = clues.slice(-2);
  const [point] = second ? conflicts(first, second) : [];
  const sources = sourcesOf(blamed.map((step) => step.guess));

  if (point) return `no word fits; ${sources} disagree on ${point}`;
  if (blamed.length > 1)
    return `no word fits; ${sources} leave none of the list: ${summary(clues)}`;

  const [{ guess, reply }] = blamed;
  return `no word fits; no word of the list gives the reply ${reply} to ${guess}`;
}

/** Where replies come from that disagree, as in "the replies to tares and colin". @param {string[]} guesses */
function sourcesOf(guesses) {
  const [guess, nextGuess] = guesses;
  if (guesses.length === 1) return `the first letter given and the reply to ${guess}`;
  if (guesses.length === 2 && guess === nextGuess) return `the two replies to ${guess}`;
  return `the replies to ${guesses.join(" and ")}`;
}

/** The points that two clues disagree on (lingo_bot/assistant/knowledge.py). @param {Clue} first @param {Clue} second */
function* conflicts(first, second) {
  for (const [place, letter] of first.placed) {
    const secondLetter = second.placed.get(place) ?? letter;
    if (letter !== secondLetter) yield `letter ${place + 1}: ${letter} or ${secondLetter}`;
  }
  yield* oneSidedConflicts(first, second, false);
  yield* oneSidedConflicts(second, first, true);

  const count = lettersIn([first, second]).length;
  if (count > content.length) yield `how many letters there are: together they ask for ${count}`;
}

/** The letters of one clue that another clue excludes. @param {Clue} clue @param {Clue} excluding
 * @param {boolean} isReversed whether the excluding clue is named first */
function* oneSidedConflicts(clue, excluding, isReversed) {
  for (const [place, letter] of clue.placed) {
    const isExcluded = [...excluding.guess][place] === letter && !excluding.placed.has(place);
    if (isExcluded) yield `letter ${place + 1}: ${letter} or not`;
  }
  for (const letter of excluding.spent) {
    const least = times(clue.held, letter);
    const most = times(excluding.held, letter);
    if (least <= most) continue;
    const counts = [String(least), most ? `no more than ${most}` : "none"];
    if (isReversed) counts.reverse();
    yield `the letter ${letter}: ${counts.join(" or ")}`;
  }
}

/** All letters that these clues ask for together. @param {Clue[]} clues */
function lettersIn(clues) {
  const different = new Set(clues.flatMap(({ held }) => held));
  return [...different].flatMap((letter) => {
    const counts = clues.map(({ held }) => times(held, letter));
    return Array(Math.max(...counts)).fill(letter);
  });
}

/** The clues together in one line, as in `.a..s, with e, without r t`. @param {Clue[]} clues */
function summary(clues) {
  const placed = new Map(clues.flatMap((clue) => [...clue.placed]));
  const pattern = Array.from({ length: content.length }, (_, place) => placed.get(place) ?? ".");

  const elsewhere = lettersIn(clues).sort();
  for (const letter of placed.values()) {
    if (elsewhere.includes(letter)) elsewhere.splice(elsewhere.indexOf(letter), 1);
  }
  const absent = clues.flatMap(({ held, spent }) =>
    spent.filter((letter) => !held.includes(letter)),
  );

  const parts = [pattern.join("")];
  if (elsewhere.length) parts.push(`with ${elsewhere.join(" ")}`);
  if (absent.length) parts.push(`without ${[...new Set(absent)].sort().join(" ")}`);
  return parts.join(", ");
}
