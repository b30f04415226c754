// Guesses and replies in a text that was typed or pasted.
import { excerpt, noWord } from "./phrases.js";
import { read, replyIn, wordLength } from "./words.js";
/** @import {Entry} from "./types" */

/** The first line of a shared game, as in "Wordle 1,234 4/6*", "Lingo, 5 letters: X/5" or "#SUTOM #999 -/6". */
const SHARED_TITLE = /(^|\s)(\d+|X|-)\/\d+/i;
/** The figures that a review adds to a row of squares. */
const FIGURES = /\s+(Skill \d+, )?Luck \d+$/i;
const LINK = /^https?:/;

/** The entries of a text in order: steps, words whose reply is not known yet, replies to the word on the board, and
 * `undo`. A line has `WORD REPLY` or `WORD=REPLY`, or several of them with commas. If several
 * words are followed by the same number of replies, each word gets its reply, as in a shared grid of squares below its
 * guesses. A text with a mistake has an error and no entries.
 * @param {string} text @returns {{entries: Entry[], error: string}} */
export function entriesIn(text) {
  const entries = [];
  for (const line of text.split("\n")) {
    const steps = line.trim().replace(FIGURES, "");
    // A line with "=" is meant as steps, so a mistake in it is said.
    const isTitle = SHARED_TITLE.test(steps) && !steps.includes("=");
    if (isTitle || LINK.test(steps)) continue;

    for (const part of steps.split(/[,;]/)) {
      const { entries: ofPart, error } = entriesOfPart(part.trim(), text);
      if (error) return { entries: [], error };
      entries.push(...ofPart);
    }
  }
  return pairUp(entries);
}

/** Whether a text has several parts between commas, semicolons and ends of lines. @param {string} text */
export function hasSeveralParts(text) {
  const parts = text.split(/[\n,;]/).filter((part) => part.trim());
  return parts.length > 1;
}

/** The entries of a part between commas. @param {string} part @param {string} text the whole text, whose
 * colours show in which way its replies are written (replyIn)
 * @returns {{entries: Entry[], error: string}} */
function entriesOfPart(part, text) {
  if (!part) return { entries: [], error: "" };
  if (part.toLowerCase() === "undo") return { entries: [{ undo: true }], error: "" };

  // A reply alone may have blanks between its marks.
  const replyAlone = replyIn(part.replaceAll(" ", ""), text);
  if (replyAlone) return { entries: [{ reply: replyAlone }], error: "" };

  const [first, ...others] = part.split(/[\s=]+/);
  if (!isWord(read(first))) return { entries: [], error: noWord(first) };

  const reply = replyIn(others.join(""), text);
  if (reply) return { entries: [{ word: read(first), reply }], error: "" };

  const words = [first, ...others].map(read);
  if (words.every(isWord)) return { entries: words.map((word) => ({ word })), error: "" };
  const marks = `${wordLength} marks (O ? X, or g y . for green, yellow, grey)`;
  return { entries: [], error: `Not a reply of ${marks}: ${excerpt(others.join(" "))}.` };
}

/** Whether a text has the length of a word, and no digit or sign. @param {string} text */
function isWord(text) {
  return [...text].length === wordLength && !/[\p{N}\p{P}\p{S}]/u.test(text);
}

/** The entries, with words and the replies that follow them joined to steps. @param {Entry[]} entries
 * @returns {{entries: Entry[], error: string}} */
function pairUp(entries) {
  const result = [];
  let following = entries;
  while (following.length) {
    const words = runOf(following, ({ word, reply }) => word && !reply);
    const replies = runOf(following.slice(words.length), ({ word, reply }) => reply && !word);
    const error = whyUnpaired(words.length, replies.length);
    if (error) return { entries: [], error };

    if (words.length && replies.length) {
      result.push(...words.map(({ word }, index) => ({ word, reply: replies[index].reply })));
      following = following.slice(words.length + replies.length);
    } else {
      // A word alone, a reply alone, a whole step, or `undo`.
      result.push(following[0]);
      following = following.slice(1);
    }
  }
  return { entries: result, error: "" };
}

/** The first entries, as long as they are of a kind. @param {Entry[]} entries
 * @param {(entry: Entry) => unknown} isOfKind */
function runOf(entries, isOfKind) {
  const end = entries.findIndex((entry) => !isOfKind(entry));
  return end < 0 ? entries : entries.slice(0, end);
}

/** Why replies cannot be given to words, "" if they can. A single word may stand alone, to be valued, and so may a single
 * reply, to the word on the board. @param {number} words how many @param {number} replies how many */
function whyUnpaired(words, replies) {
  const isSingle = words + replies === 1;
  if (words === replies || isSingle) return "";
  if (!words) return `These ${replies} replies lack their guesses: write the guesses above them.`;
  if (!replies) return `These ${words} guesses lack their replies.`;
  return `Guesses and replies do not go together: there are ${words} and ${replies}.`;
}
