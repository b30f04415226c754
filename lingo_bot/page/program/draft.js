// Drafts of the board of Assist: what stands on it after a step, a text, Undo, New, or another first letter. No element of
// the page is read or changed here. If a DraftChange has an error, its draft is not used.
import { conflictOf, isOver, positionAfter, startPosition, whyIllegal } from "./game.js";
import { entriesIn, hasSeveralParts } from "./pasted.js";
import { ending } from "./phrases.js";
import { rowOf, wordOf } from "./row.js";
import { asWritten, content } from "./words.js";
/** @import {Draft, Entry, Game, KeptGame, DraftChange, Position, Step} from "./types" */

/** The draft of a game without steps. @param {Game} game @returns {Draft} */
export function newDraft(game) {
  return {
    position: startPosition(game, content.letter),
    row: rowOf(content.letter ?? ""),
    remark: "",
  };
}

/** The draft after New. Its Undo brings the game at the position back, or if that has no steps, the one that it replaced.
 * @param {Game} game @param {Position} position @returns {Draft} */
export function afterNew(game, position) {
  const draft = newDraft(game);
  const replaced = position.steps.length > 0 ? position : position.replaced;
  return { ...draft, position: { ...draft.position, replaced } };
}

/** The draft with the last step, or New, taken back. @param {Draft} draft @returns {DraftChange} */
export function afterUndo(draft) {
  const { steps, before, replaced } = draft.position;
  const last = steps.at(-1);
  if (before && last) {
    const remark = `Taken back: ${asWritten(last.guess)}.`;
    return { draft: { position: before, row: rowOf(last.guess, last.reply), remark }, error: "" };
  }

  if (!replaced) return { draft, error: "There is nothing to undo." };
  const row = rowOf(replaced.letter ?? "");
  return { draft: { position: replaced, row, remark: "The game before is back." }, error: "" };
}

/** The draft with another first letter, "" for none; its steps stay, and must fit the letter.
 * @param {Game} game @param {Draft} draft @param {string} letter @returns {DraftChange} */
export function afterFirstLetter(game, draft, letter) {
  const position = withLetter(game, draft.position, letter || null);
  return { draft: { position, row: rowOf(letter), remark: "" }, error: whyImpossible(position) };
}

/** The position after the same steps in a game with another first letter.
 * @param {Game} game @param {Position} position @param {string | null} letter null for none @returns {Position} */
function withLetter(game, { steps, replaced }, letter) {
  return steps.reduce(positionAfter, { ...startPosition(game, letter), replaced });
}

/** The draft after all entries of a text; if one of them cannot be taken, none is.
 * @param {Game} game @param {Draft} draft @param {string} text
 * @param {string} bestGuess the guess to which a reply belongs if no word is on the board, "" if none is known
 * @returns {DraftChange} */
export function afterText(game, draft, text, bestGuess) {
  const { entries, error: mistake } = entriesIn(text);
  const change = mistake
    ? { draft, error: mistake }
    : afterEntries(game, draft, entries, bestGuess);

  if (!change.error || !hasSeveralParts(text)) return change;
  return { draft, error: `Nothing was taken. ${change.error}` };
}

/** The draft after these entries in order; if one of them cannot be taken, none is.
 * @param {Game} game @param {Draft} draft @param {Entry[]} entries @param {string} bestGuess see afterText
 * @returns {DraftChange} */
export function afterEntries(game, draft, entries, bestGuess = "") {
  let latest = { ...draft, remark: "" };
  for (const entry of entries) {
    const change = afterEntry(game, latest, entry, bestGuess);
    if (change.error) return { draft, error: change.error };
    latest = change.draft;
  }
  return { draft: latest, error: "" };
}

/** The draft after an entry: a word without a reply is put on the board, a reply without a word belongs to the word there.
 * @param {Game} game @param {Draft} draft @param {Entry} entry @param {string} bestGuess see afterText
 * @returns {DraftChange} */
function afterEntry(game, draft, { word, reply, undo }, bestGuess) {
  if (undo) return afterUndo(draft);
  if (!reply) return { draft: { ...draft, row: rowOf(word) }, error: "" };

  const guess = word || wordOf(draft.row) || bestGuess;
  if (!guess) return { draft, error: "Give the guess before its reply." };
  return afterStep(game, draft, { guess, reply });
}

/** The draft after a step. If the first letter must be chosen and was not, it is taken from the guess.
 * @param {Game} game @param {Draft} draft @param {Step} step @returns {DraftChange} */
function afterStep(game, draft, step) {
  let { position } = draft;
  if (needsLetter(position)) {
    const error = whyNoFirstLetter(game, step);
    if (error) return { draft, error };
    const [letter] = step.guess;
    position = withLetter(game, position, letter);
  }
  if (isOver(position)) return { draft, error: "The game is over: New begins another." };

  const next = positionAfter(position, step);
  const row = rowOf(next.letter ?? "");
  const remark = remarkOn(position, step.guess);
  return { draft: { position: next, row, remark }, error: whyImpossible(next) };
}

/** Why no word fits the replies, as a sentence; "" if one does. @param {Position} position */
function whyImpossible(position) {
  const conflict = conflictOf(position);
  // It begins as in the terminal, where the program's name precedes it.
  return conflict ? `N${asWritten(conflict).slice(1)}.` : "";
}

/** Why a guess's first letter cannot be the letter that is shown, "" if it can. @param {Game} game @param {Step} step */
function whyNoFirstLetter(game, { guess, reply }) {
  const [letter] = guess;
  if (!firstLetters(game).has(letter)) return `No word begins with ${asWritten(letter)}.`;
  if (!reply.startsWith("O"))
    return "Choose the first letter that is shown, then give the reply again.";
  return "";
}

/** The letters with which words begin. @param {Game} game */
export function firstLetters({ words }) {
  return new Set(words.map(([letter]) => letter));
}

/** The remark on a guess that was made before, or that the rules do not allow; "" for others.
 * @param {Position} position @param {string} guess */
function remarkOn(position, guess) {
  const index = position.steps.findIndex((step) => step.guess === guess);
  const isRepeated = index >= 0;
  const reason = isRepeated
    ? `${guess} was your guess ${index + 1} already`
    : whyIllegal(position, guess);
  // whyIllegal names letters, too, so letter groups are written out in the whole sentence.
  return reason ? asWritten(`Remark on ${guess}: ${reason}.`) : "";
}

/** Whether the first letter must be chosen before anything is advised. @param {Position} position */
export function needsLetter({ letter }) {
  return content.showsLetter && !letter;
}

/** Whether advice can be given: the game is not over, and its first letter is known. @param {Position} position */
export function canAdvise(position) {
  return !needsLetter(position) && !isOver(position);
}

/** Where the game stands, with the remark on the last step. @param {Draft} draft */
export function statusOf({ position, remark }) {
  if (needsLetter(position)) return "Which first letter is shown?";
  const { steps } = position;
  const attempt = isOver(position)
    ? ending(steps, "The attempts are used up")
    : `Attempt ${steps.length + 1} of ${content.attempts}`;
  return `${attempt}. ${remark}`.trim();
}

/** What the browser keeps of a draft: the game on the board, its row, and the game that New has replaced.
 * @param {Draft} draft @returns {KeptGame} */
export function gameToKeep({ position, row }) {
  const { letter, steps, replaced } = position;
  return {
    letter,
    steps,
    row: { word: row.letters.join(""), marks: row.marks.join("") },
    isMarked: row.isMarked,
    // Browsers have stored games with this name. It has nothing to do with `before` of a Position.
    before: replaced && { letter: replaced.letter, steps: replaced.steps },
  };
}

/** The draft that the browser kept. @param {Game} game @param {KeptGame} kept @returns {Draft} */
export function draftOfKept(game, { letter, steps, row, isMarked, before }) {
  const replaced = before
    ? before.steps.reduce(positionAfter, startPosition(game, before.letter))
    : null;
  const start = { ...startPosition(game, letter), replaced };
  return {
    position: steps.reduce(positionAfter, start),
    // A row without marks has an X for each letter.
    row: rowOf(row.word, isMarked ? row.marks : ""),
    remark: "",
  };
}
