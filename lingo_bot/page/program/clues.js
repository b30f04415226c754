// What replies say of the secret: hard mode and contradictions, in the words of the terminal's assistant.
import { content } from "./content.js";
/** @import {Clue, Required, Step} from "./types" */

/** The clue of a reply; a first letter that is shown is a guess of one letter. @param {Step} step @returns {Clue} */
export function clueOf({ guess, reply }) {
  const [placed, elsewhere, least, most] = [new Map(), new Map(), new Map(), new Map()];
  for (const [place, letter] of [...guess].entries()) {
    (reply[place] === "O" ? placed : elsewhere).set(place, letter);
    if (reply[place] !== "X") least.set(letter, (least.get(letter) ?? 0) + 1);
  }
  for (const [place, letter] of [...guess].entries())
    if (reply[place] === "X") most.set(letter, least.get(letter) ?? 0);
  return { guess, placed, elsewhere, least, most };
}

/** @param {string[]} letters @param {string} letter */
function times(letters, letter) {
  return letters.filter((other) => other === letter).length;
}

/** The letters that these words have in common. @param {string[]} words @returns {Required} */
export function commonLetters(words) {
  const all = words.map((word) => [...word]);
  const [first] = all;
  const least = (/** @type {string} */ letter) =>
    Math.min(...all.map((word) => times(word, letter)));
  return {
    placed: new Map(
      [...first.entries()].filter(([p, letter]) => all.every((word) => word[p] === letter)),
    ),
    least: new Map(first.map((letter) => [letter, least(letter)])),
  };
}

/** Why a word does not use the letters that it must, null if it does (codebreaker/rules.py).
 * @param {string} word @param {Required[]} required */
export function unusedLetter(word, required) {
  const letters = [...word];
  for (const { placed, least } of required) {
    for (const [place, letter] of placed)
      if (letters[place] !== letter) return `letter ${place + 1} must be ${letter}`;
    for (const [letter, count] of least)
      if (times(letters, letter) < count)
        return `it must hold ${letter}${count === 1 ? "" : ` ${count} times`}`;
  }
  return null;
}

/** The sentence that names a smallest set of replies that no word fits, the last one among them.
 * @param {Step[]} steps @param {string | null} letter the first letter that is shown
 * @param {(steps: Step[]) => boolean} fits whether a word of the list fits these steps */
export function contradiction(steps, letter, fits) {
  let blamed = steps;
  for (const step of steps.slice(0, -1)) {
    const fewer = blamed.filter((other) => other !== step);
    if (!fits(fewer)) blamed = fewer;
  }
  const clues = blamed.map(clueOf);
  if (letter) clues.unshift(clueOf({ guess: letter, reply: "O" }));
  const [{ guess, reply }] = blamed.slice(-1);
  const alone = `no word of the list gives the reply ${reply} to ${guess}`;
  const guesses = blamed.map((step) => step.guess).join(" and ");
  const together = `the replies to ${guesses} leave none of the list: ${summary(clues)}`;
  return `no word fits; ${disagreement(clues) ?? (blamed.length === 1 ? alone : together)}`;
}

/** What the first two clues that contradict each other disagree on. @param {Clue[]} clues */
function disagreement(clues) {
  for (const [index, first] of clues.entries()) {
    for (const second of clues.slice(index + 1)) {
      const [point] = conflicts(first, second);
      const shown = [...first.guess].length < content.length;
      const sources = shown
        ? `the first letter given and the reply to ${second.guess}`
        : `the replies to ${first.guess} and ${second.guess}`;
      if (point) return `${sources} disagree on ${point}`;
    }
  }
  return null;
}

/** The points that two clues disagree on (lingo_bot/assistant/knowledge.py). @param {Clue} first @param {Clue} second */
function* conflicts(first, second) {
  for (const [place, letter] of first.placed) {
    const other = second.placed.get(place) ?? letter;
    if (letter !== other) yield `letter ${place + 1}: ${letter} or ${other}`;
  }
  for (const clue of [first, second]) {
    const other = clue === first ? second : first;
    for (const [place, letter] of clue.placed)
      if (other.elsewhere.get(place) === letter) yield `letter ${place + 1}: ${letter} or not`;
    for (const [letter, most] of other.most) {
      const least = clue.least.get(letter) ?? 0;
      const counts = [least, most ? `no more than ${most}` : "none"];
      if (clue === second) counts.reverse();
      if (least > most) yield `the letter ${letter}: ${counts.join(" or ")}`;
    }
  }
  const letters = [...leastOf([first, second]).values()].reduce((sum, least) => sum + least, 0);
  if (letters > content.length)
    yield `how many letters there are: together they ask for ${letters}`;
}

/** For each letter the largest number that a clue asks for. @param {Clue[]} clues */
function leastOf(clues) {
  /** @type {Map<string, number>} */
  const least = new Map();
  for (const [letter, count] of clues.flatMap((clue) => [...clue.least]))
    least.set(letter, Math.max(count, least.get(letter) ?? 0));
  return least;
}

/** The clues together in one line, as in `.a..s, with e, without r t`. @param {Clue[]} clues */
function summary(clues) {
  const placed = new Map(clues.flatMap((clue) => [...clue.placed]));
  const elsewhere = [...leastOf(clues)].flatMap(([letter, least]) =>
    Array(Math.max(0, least - times([...placed.values()], letter))).fill(letter),
  );
  const mosts = clues.flatMap(({ most }) => [...most]).filter(([, most]) => !most);
  const absent = [...new Set(mosts.map(([letter]) => letter))];
  const shown = Array.from({ length: content.length }, (_, place) => placed.get(place) ?? ".");
  const parts = [shown.join("")];
  if (elsewhere.length) parts.push(`with ${elsewhere.sort().join(" ")}`);
  if (absent.length) parts.push(`without ${absent.sort().join(" ")}`);
  return parts.join(", ");
}
