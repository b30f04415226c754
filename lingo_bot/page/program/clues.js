// What replies say of the secret: hard mode and contradictions, in the words of the terminal's assistant.
import { content } from "./words.js";
/** @import {Clue, Required, Step} from "./types" */

/** The clue of a reply; a first letter that is shown is a guess of one letter. @param {Step} step @returns {Clue} */
export function clueOf({ guess, reply }) {
  const [placed, least, most] = [new Map(), new Map(), new Map()];
  for (const [place, letter] of [...guess].entries()) {
    if (reply[place] === "O") placed.set(place, letter);
    if (reply[place] !== "X") least.set(letter, (least.get(letter) ?? 0) + 1);
  }
  for (const [place, letter] of [...guess].entries())
    if (reply[place] === "X") most.set(letter, least.get(letter) ?? 0);
  return { guess, placed, least, most };
}

/** @param {Iterable<string>} letters @param {string} letter */
function times(letters, letter) {
  return [...letters].filter((other) => other === letter).length;
}

/** The letters that these words have in common. @param {string[]} words @returns {Required} */
export function commonLetters(words) {
  const all = words.map((word) => [...word]);
  const least = (/** @type {string} */ letter) =>
    Math.min(...all.map((word) => times(word, letter)));
  const first = [...all[0].entries()];
  return {
    placed: new Map(first.filter(([p, letter]) => all.every((word) => word[p] === letter))),
    least: new Map(all[0].map((letter) => [letter, least(letter)])),
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
  for (const [index, first] of clues.entries()) {
    for (const second of clues.slice(index + 1)) {
      const [point] = conflicts(first, second);
      const shown = letter && !index;
      const sources = shown
        ? `the first letter given and the reply to ${second.guess}`
        : `the replies to ${first.guess} and ${second.guess}`;
      if (point) return `no word fits; ${sources} disagree on ${point}`;
    }
  }
  const [{ guess, reply }, ...others] = blamed;
  if (!others.length)
    return `no word fits; no word of the list gives the reply ${reply} to ${guess}`;
  const guesses = blamed.map((step) => step.guess).join(" and ");
  return `no word fits; the replies to ${guesses} leave none of the list: ${summary(clues)}`;
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
      if ([...other.guess][place] === letter && !other.placed.has(place))
        yield `letter ${place + 1}: ${letter} or not`;
    for (const [letter, most] of other.most) {
      const least = clue.least.get(letter) ?? 0;
      const counts = [least, most ? `no more than ${most}` : "none"];
      if (clue === second) counts.reverse();
      if (least > most) yield `the letter ${letter}: ${counts.join(" or ")}`;
    }
  }
  const { length } = lettersIn([first, second]);
  if (length > content.length) yield `how many letters there are: together they ask for ${length}`;
}

/** All letters that these clues ask for together. @param {Clue[]} clues */
function lettersIn(clues) {
  const letters = new Set(clues.flatMap(({ least }) => [...least.keys()]));
  return [...letters].flatMap((letter) =>
    Array(Math.max(...clues.map(({ least }) => least.get(letter) ?? 0))).fill(letter),
  );
}

/** The clues together in one line, as in `.a..s, with e, without r t`. @param {Clue[]} clues */
function summary(clues) {
  const placed = new Map(clues.flatMap((clue) => [...clue.placed]));
  const elsewhere = lettersIn(clues).sort();
  for (const letter of placed.values())
    if (elsewhere.includes(letter)) elsewhere.splice(elsewhere.indexOf(letter), 1);
  const most = clues.flatMap((clue) => [...clue.most]);
  const absent = new Set(most.filter(([, count]) => !count).map(([letter]) => letter));
  const shown = Array.from({ length: content.length }, (_, place) => placed.get(place) ?? ".");
  const others = elsewhere.length ? `, with ${elsewhere.join(" ")}` : "";
  return shown.join("") + others + (absent.size ? `, without ${[...absent].sort().join(" ")}` : "");
}
