// What replies say of the secret: hard mode, contradictions, and the letters that are known.
import { replyFor, won } from "./reply.js";
import { upTo } from "./words.js";
/** @import {Lists, Step, Clue} from "./types" */

const OF_REPLY = "the reply to ";

/** Why a guess is not allowed in hard mode after these steps, null if it is (codebreaker/rules.py).
 * @param {string} guess @param {Step[]} steps */
export function breaksHardMode(guess, steps) {
  const letters = [...guess];
  for (const step of steps) {
    const { placed, least } = clueOf(step);
    for (const [place, letter] of placed) {
      if (letters[place] !== letter) return `letter ${place + 1} must be ${letter}`;
    }
    for (const [letter, times] of least) {
      const held = letters.filter((sign) => sign === letter).length;
      if (held < times) return `it must hold ${letter}${times === 1 ? "" : ` ${times} times`}`;
    }
  }
  return null;
}

/** The test of a word (an index) for having all letters that these candidates have in common, in their places.
 * @param {Lists} lists @param {Int32Array} secrets */
export function holdingCommon({ letters, length }, secrets) {
  const lettersOf = (/** @type {number} */ word) =>
    letters.subarray(word * length, (word + 1) * length);
  const timesIn = (/** @type {Uint8Array} */ word, /** @type {number} */ letter) =>
    word.reduce((times, sign) => times + Number(sign === letter), 0);
  const all = Array.from(secrets, lettersOf);
  const [first] = all;
  const placed = upTo(length).filter((p) => all.every((word) => word[p] === first[p]));
  const least = Array.from(new Set(first), (letter) => ({
    letter,
    times: Math.min(...all.map((word) => timesIn(word, letter))),
  })).filter(({ times }) => times);
  return (/** @type {number} */ index) => {
    const word = lettersOf(index);
    return (
      placed.every((p) => word[p] === first[p]) &&
      least.every(({ letter, times }) => timesIn(word, letter) >= times)
    );
  };
}

/** The clue that the reply to a guess gives. @param {Step} step @returns {Clue} */
function clueOf({ guess, reply }) {
  const [placed, elsewhere, least, most] = [new Map(), new Map(), new Map(), new Map()];
  const letters = [...guess];
  letters.forEach((letter, place) => {
    (reply[place] === "O" ? placed : elsewhere).set(place, letter);
    if (reply[place] !== "X") least.set(letter, (least.get(letter) ?? 0) + 1);
  });
  letters.forEach((letter, place) => {
    if (reply[place] === "X") most.set(letter, least.get(letter) ?? 0);
  });
  return { source: OF_REPLY + guess, placed, elsewhere, least, most };
}

/** The sentence that names a smallest set of replies that no word fits, the last one among them.
 * @param {Step[]} steps @param {string | null} letter the first letter that is shown
 * @param {number} length
 * @param {(steps: Step[]) => boolean} fits whether a word of the list fits these steps */
export function contradiction(steps, letter, length, fits) {
  let blamed = steps;
  for (const step of steps.slice(0, -1)) {
    const without = blamed.filter((other) => other !== step);
    if (!fits(without)) blamed = without;
  }
  const clues = blamed.map(clueOf);
  if (letter) clues.unshift(clueOfLetter(letter));
  const last = blamed[blamed.length - 1];
  const alone = `no word of the list gives the reply ${last.reply} to ${last.guess}`;
  const guesses = blamed.map(({ guess }) => guess).join(" and ");
  const together = `the replies to ${guesses} leave none of the list: ${summary(clues, length)}`;
  return `no word fits; ${disagreement(clues, length) ?? (blamed.length === 1 ? alone : together)}`;
}

/** @param {string} letter @returns {Clue} */
function clueOfLetter(letter) {
  const [placed, least] = [new Map([[0, letter]]), new Map([[letter, 1]])];
  return {
    source: "the first letter given",
    placed,
    elsewhere: new Map(),
    least,
    most: new Map(),
  };
}

/** What the first two clues that contradict each other disagree on. @param {Clue[]} clues
 * @param {number} length */
function disagreement(clues, length) {
  for (let a = 0; a < clues.length; a++) {
    for (let b = a + 1; b < clues.length; b++) {
      const what = conflictOf(clues[a], clues[b], length);
      if (what) return `${sources(clues[a], clues[b])} disagree on ${what}`;
    }
  }
  return null;
}

/** @param {Clue} first @param {Clue} second */
function sources(first, second) {
  if (!first.source.startsWith(OF_REPLY)) return `${first.source} and ${second.source}`;
  return `the replies to ${first.source.slice(OF_REPLY.length)} and ${second.source.slice(OF_REPLY.length)}`;
}

/** The first point that two clues disagree on, in the terminal assistant's words (lingo_bot/assistant/knowledge.py).
 * @param {Clue} first @param {Clue} second @param {number} length */
function conflictOf(first, second, length) {
  for (const place of [...first.placed.keys()].sort((a, b) => a - b)) {
    const [one, other] = [first.placed.get(place), second.placed.get(place)];
    if (other && one !== other) return `letter ${place + 1}: ${one} or ${other}`;
  }
  for (const [one, other] of [
    [first, second],
    [second, first],
  ]) {
    for (const [place, letter] of one.placed) {
      if (other.elsewhere.get(place) === letter) return `letter ${place + 1}: ${letter} or not`;
    }
    for (const [letter, most] of other.most) {
      const least = one.least.get(letter) ?? 0;
      if (least <= most) continue;
      const said = [`${least}`, most === 0 ? "none" : `no more than ${most}`];
      return `the letter ${letter}: ${(one === first ? said : said.reverse()).join(" or ")}`;
    }
  }
  const letters = [...union([first, second]).values()].reduce((sum, times) => sum + times, 0);
  return letters > length && `how many letters there are: together they ask for ${letters}`;
}

/** For each letter the largest number that one clue asks for. @param {Clue[]} clues */
function union(clues) {
  /** @type {Map<string, number>} */
  const least = new Map();
  for (const clue of clues) {
    for (const [letter, times] of clue.least)
      least.set(letter, Math.max(times, least.get(letter) ?? 0));
  }
  return least;
}

/** What the clues say together in one line, as in `.a..s, with e, without r t`.
 * @param {Clue[]} clues @param {number} length */
function summary(clues, length) {
  const placed = new Map(clues.flatMap((clue) => [...clue.placed]));
  const least = union(clues);
  for (const letter of placed.values()) least.set(letter, (least.get(letter) ?? 0) - 1);
  const elsewhere = [...least].flatMap(([letter, times]) => Array(Math.max(0, times)).fill(letter));
  const none = clues.flatMap(({ most }) =>
    [...most].filter(([, times]) => !times).map(([sign]) => sign),
  );
  const shown = Array.from({ length }, (_, place) => placed.get(place) ?? ".").join("");
  const others = elsewhere.length ? `, with ${elsewhere.sort().join(" ")}` : "";
  return `${shown}${others}${none.length ? `, without ${[...new Set(none)].sort().join(" ")}` : ""}`;
}

/** Whether the reply is the winning one to a word that fits all replies before.
 * @param {Step[]} steps @param {Step} step */
export function wonElsewhere(steps, step) {
  return (
    won(step.reply) && steps.every(({ guess, reply }) => replyFor(guess, step.guess) === reply)
  );
}

/** The best mark that each tried letter has got. @param {Step[]} steps */
export function knownLetters(steps) {
  /** @type {Map<string, string>} */
  const marks = new Map();
  for (const { guess, reply } of steps) {
    [...guess].forEach((letter, place) => {
      if ("X?O".indexOf(reply[place]) >= "X?O".indexOf(marks.get(letter) ?? "X"))
        marks.set(letter, reply[place]);
    });
  }
  return marks;
}
