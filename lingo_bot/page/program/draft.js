// Drafts of the board of Assist: what stands on it after a step, a text, Undo, New, or another first letter. No element of
// the page is read or changed here.
import { begin, conflictOf, hear, isOver, whyIllegal } from "./game.js";
import { entriesIn, hasSeveralParts } from "./pasted.js";
import { ending } from "./phrases.js";
import { rowOf, wordOf } from "./row.js";
import { content, write } from "./words.js";
/** @import {Draft, Entry, Game, KeptGame, DraftChange, Position, Step} from "./types" */

/** The draft of a game without steps. @param {Game} game @returns {Draft} */
export function newDraft(game) {
  return { position: begin(game, content.letter), row: rowOf(content.letter ?? ""), remark: "" };
}

/** The draft after New. Its Undo brings the game before back, unless that game had no steps.
 * @param {Game} game @param {Position} position @returns {Draft} */
export function afterNew(game, position) {
  const draft = newDraft(game);
  const before = position.steps.length > 0 ? position : position.before;
  return { ...draft, position: { ...draft.position, before } };
}

/** The draft with the last step, or New, taken back. @param {Draft} draft @returns {DraftChange} */
export function afterUndo(draft) {
  const { steps, before } = draft.position;
  if (!before) return { draft, error: "There is nothing to undo." };

  const last = steps.at(-1);
  if (last) {
    const remark = `Taken back: ${write(last.guess)}.`;
    return { draft: { position: before, row: rowOf(last.guess, last.reply), remark }, error: "" };
  }

  // Without a step it was New that left a position before this one.
  const row = rowOf(before.letter ?? "");
  return { draft: { position: before, row, remark: "The game before is back." }, error: "" };
}

/** The draft with another first letter, "" for none; its steps stay, and must fit the letter.
 * @param {Game} game @param {Draft} draft @param {string} letter @returns {DraftChange} */
export function afterFirstLetter(game, draft, letter) {
  const { steps, before } = draft.position;
  const start = { ...begin(game, letter || null), before };
  const position = steps.reduce(hear, start);

  return { draft: { position, row: rowOf(letter), remark: "" }, error: whyImpossible(position) };
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
 * @param {Game} game @param {Draft} draft @param {Entry[]} entries @param {string} bestGuess as of afterText
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
 * @param {Game} game @param {Draft} draft @param {Entry} entry @param {string} bestGuess as of afterText
 * @returns {DraftChange} */
function afterEntry(game, draft, { word, reply, undo }, bestGuess) {
  if (undo) return afterUndo(draft);
  if (!reply) return { draft: { ...draft, row: rowOf(word) }, error: "" };

  const guess = word || wordOf(draft.row) || bestGuess;
  if (!guess) return { draft, error: "Give the guess before its reply." };
  return afterStep(game, draft, { guess, reply });
}

/** The draft after a step. Where the first letter is shown and nobody chose it, it is that of the first guess.
 * @param {Game} game @param {Draft} draft @param {Step} step @returns {DraftChange} */
function afterStep(game, draft, step) {
  let { position } = draft;
  if (needsLetter(position)) {
    const error = whyNoFirstLetter(game, step);
    if (error) return { draft, error };
    const [letter] = step.guess;
    position = begin(game, letter);
  }
  if (isOver(position)) return { draft, error: "The game is over: New begins another." };

  const next = hear(position, step);
  const row = rowOf(next.letter ?? "");
  const remark = remarkOn(position, step.guess);
  return { draft: { position: next, row, remark }, error: whyImpossible(next) };
}

/** Why no word fits the replies, as a sentence; "" if one does. @param {Position} position */
function whyImpossible(position) {
  const conflict = conflictOf(position);
  return conflict ? `${write(conflict)}.` : "";
}

/** Why a guess's first letter cannot be the letter that is shown, "" if it can. @param {Game} game @param {Step} step */
function whyNoFirstLetter(game, { guess, reply }) {
  const [letter] = guess;
  if (!firstLetters(game).has(letter)) return `No word begins with ${write(letter)}.`;
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
  return reason ? write(`Remark on ${guess}: ${reason}.`) : "";
}

/** Whether the first letter must be chosen before anything is advised. @param {Position} position */
export function needsLetter({ letter }) {
  return content.shown && !letter;
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

/** What the browser keeps of a draft: the game on the board, its row, and the game before it. @param {Draft} draft
 * @returns {KeptGame} */
export function keptOf({ position, row }) {
  let start = position;
  while (start.before && start.steps.length > 0) start = start.before;

  // What is before the start of a game is the game that New has replaced.
  const gameBefore = start.before;
  return {
    letter: position.letter,
    steps: position.steps,
    row: { word: row.letters.join(""), marks: row.marks.join("") },
    isMarked: row.isMarked,
    before: gameBefore && { letter: gameBefore.letter, steps: gameBefore.steps },
  };
}

/** The draft that the browser kept. @param {Game} game @param {KeptGame} kept @returns {Draft} */
export function draftOfKept(game, { letter, steps, row, isMarked, before }) {
  const positionBefore = before ? before.steps.reduce(hear, begin(game, before.letter)) : null;
  const start = { ...begin(game, letter), before: positionBefore };
  return {
    position: steps.reduce(hear, start),
    row: rowOf(row.word, isMarked ? row.marks : ""),
    remark: "",
  };
}
