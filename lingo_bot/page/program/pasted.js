// Guesses and replies in a text that was typed or pasted.
import { content, read, replyIn } from "./words.js";
/** @import {Entry} from "./types" */

/** The first line of a shared game, as in "Wordle 1,234 4/6*". */
const SHARED_TITLE = /(^|\s)(\d+|X|-)\/\d+/i;
/** The figures that a review adds to a row of squares. */
const FIGURES = /\s+(Skill \d+, )?Luck \d+$/i;
const LINK = /^https?:/;

/** The entries of a text in order: steps, words whose reply is not known yet, replies to the word on the board, and
 * `undo`. The steps of a line are `WORD REPLY` or `WORD=REPLY`, several of them with commas; replies that follow as many
 * words belong to these words in order, as in a shared grid of squares. A text with a mistake has an error and no
 * entries.
 * @param {string} text @returns {{entries: Entry[], error: string}} */
export function entriesIn(text) {
  const entries = [];
  for (const line of text.split("\n")) {
    const steps = line.trim().replace(FIGURES, "");
    const isTitle = SHARED_TITLE.test(steps) && !steps.includes("=");
    if (isTitle || LINK.test(steps)) continue;

    for (const part of steps.split(/[,;]/)) {
      const parsed = entriesOfPart(part.trim(), text);
      if (parsed.error) return parsed;
      entries.push(...parsed.entries);
    }
  }
  return paired(entries);
}

/** Whether a text has several parts between commas, semicolons and ends of lines. @param {string} text */
export function hasSeveralParts(text) {
  const parts = text.split(/[\n,;]/).filter((part) => part.trim());
  return parts.length > 1;
}

/** The entries of a part between commas. @param {string} part @param {string} text the whole text
 * @returns {{entries: Entry[], error: string}} */
function entriesOfPart(part, text) {
  if (!part) return { entries: [], error: "" };
  if (part.toLowerCase() === "undo") return { entries: [{ undo: true }], error: "" };

  const lone = replyIn(part.replaceAll(" ", ""), text);
  if (lone) return { entries: [{ reply: lone }], error: "" };

  const [first, ...rest] = part.split(/[\s=]+/);
  const reply = replyIn(rest.join(""), text);
  const signs = reply ? [first] : [first, ...rest];
  const words = signs.map(read);
  const strange = words.findIndex((word) => !isWord(word));
  if (strange === 0)
    return { entries: [], error: `Not a word of ${content.length} letters: ${first}.` };
  if (strange > 0) {
    const marks = `${content.length} marks (O ? X, or g y . )`;
    return { entries: [], error: `Not a reply of ${marks}: ${rest.join(" ")}.` };
  }
  if (reply) return { entries: [{ word: words[0], reply }], error: "" };
  return { entries: words.map((word) => ({ word })), error: "" };
}

/** @param {string} word */
function isWord(word) {
  return [...word].length === content.length && !/[\p{N}\p{P}\p{S}]/u.test(word);
}

/** The entries with replies given to the words before them. @param {Entry[]} entries
 * @returns {{entries: Entry[], error: string}} */
function paired(entries) {
  const result = [];
  let place = 0;
  while (place < entries.length) {
    const words = runOf(entries.slice(place), ({ word, reply }) => word && !reply);
    const replies = runOf(entries.slice(place + words.length), ({ word, reply }) => reply && !word);
    place += words.length + replies.length;

    const error = whyUnpaired(words.length, replies.length);
    if (error) return { entries: [], error };
    if (words.length && replies.length)
      result.push(...words.map(({ word }, row) => ({ word, reply: replies[row].reply })));
    else if (words.length || replies.length) result.push(...words, ...replies);
    else result.push(entries[place++]);
  }
  return { entries: result, error: "" };
}

/** The first entries, as long as they are of a kind. @param {Entry[]} entries
 * @param {(entry: Entry) => unknown} isOfKind */
function runOf(entries, isOfKind) {
  const end = entries.findIndex((entry) => !isOfKind(entry));
  return end < 0 ? entries : entries.slice(0, end);
}

/** Why replies cannot be given to words, "" if they can. One word may stand alone, to be valued, and one reply, to the
 * word on the board. @param {number} words @param {number} replies */
function whyUnpaired(words, replies) {
  if (words === replies || words + replies === 1) return "";
  if (!words) return `These ${replies} replies lack their guesses: write the guesses above them.`;
  if (!replies) return `These ${words} guesses lack their replies.`;
  return `Guesses and replies do not go together: there are ${words} and ${replies}.`;
}
