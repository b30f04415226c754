// What stands on the board of Assist after a step, a text, Undo, New, or another first letter. No element of the page is
// read or changed here.
import { begin, conflictOf, hear, isOver, whyIllegal } from "./game.js";
import { entriesIn, hasSeveralParts } from "./pasted.js";
import { ending } from "./phrases.js";
import { rowOf, wordOf } from "./row.js";
import { content, write } from "./words.js";
/** @import {Draft, Entry, Game, KeptGame, Outcome, Position, Step} from "./types" */

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

/** The draft with the last step, or New, taken back. @param {Draft} draft @returns {Outcome} */
export function afterUndo(draft) {
  const { steps, before } = draft.position;
  if (!before) return { draft, error: "There is nothing to undo." };

  const last = steps.at(-1);
  // A position without steps that has one before it was made by New.
  const row = last ? rowOf(last.guess, last.reply) : rowOf(before.letter ?? "");
  const remark = last ? `Taken back: ${write(last.guess)}.` : "The game before is back.";
  return { draft: { position: before, row, remark }, error: "" };
}

/** The draft whose first letter is this one, "" for none; its steps stay, and must fit.
 * @param {Game} game @param {Draft} draft @param {string} letter @returns {Outcome} */
export function afterFirstLetter(game, draft, letter) {
  const { steps, before } = draft.position;
  const start = { ...begin(game, letter || null), before };
  const position = steps.reduce(hear, start);

  return { draft: { position, row: rowOf(letter), remark: "" }, error: whyImpossible(position) };
}

/** The draft after all entries of a text; if one of them cannot be taken, none is.
 * @param {Game} game @param {Draft} draft @param {string} text
 * @param {string} bestGuess the guess to which a reply belongs if no word is on the board, "" if none is known
 * @returns {Outcome} */
export function afterText(game, draft, text, bestGuess) {
  const { entries, error: unread } = entriesIn(text);
  const outcome = unread ? { draft, error: unread } : afterEntries(game, draft, entries, bestGuess);
  const { error } = outcome;
  if (!error || !hasSeveralParts(text)) return outcome;
  return { draft, error: `Nothing was taken. ${error}` };
}

/** The draft after these entries in order; if one of them cannot be taken, none is.
 * @param {Game} game @param {Draft} draft @param {Entry[]} entries @param {string} bestGuess as of afterText
 * @returns {Outcome} */
export function afterEntries(game, draft, entries, bestGuess) {
  let latest = { ...draft, remark: "" };
  for (const entry of entries) {
    const outcome = afterEntry(game, latest, entry, bestGuess);
    if (outcome.error) return { draft, error: outcome.error };
    latest = outcome.draft;
  }
  return { draft: latest, error: "" };
}

/** @param {Game} game @param {Draft} draft @param {Entry} entry @param {string} bestGuess @returns {Outcome} */
function afterEntry(game, draft, { word, reply, undo }, bestGuess) {
  if (undo) return afterUndo(draft);
  if (!reply) return { draft: { ...draft, row: rowOf(word) }, error: "" };

  const guess = word || wordOf(draft.row) || bestGuess;
  if (!guess) return { draft, error: "Give the guess before its reply." };
  return afterStep(game, draft, { guess, reply });
}

/** The draft after a step. The first guess tells the first letter too, where it is shown and was not chosen.
 * @param {Game} game @param {Draft} draft @param {Step} step @returns {Outcome} */
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

/** Why a first step does not tell the first letter that is shown, "" if it does. @param {Game} game
 * @param {Step} step */
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
  const before = position.steps.findIndex((step) => step.guess === guess);
  const isRepeated = before >= 0;
  const reason = isRepeated
    ? `${guess} was your guess ${before + 1} already`
    : whyIllegal(position, guess);
  return reason ? write(`Remark on ${guess}: ${reason}.`) : "";
}

/** Whether the first letter must be chosen before anything is advised. @param {Position} position */
export function needsLetter({ letter }) {
  return content.shown && !letter;
}

/** Whether there is nothing to advise. @param {Position} position */
export function isIdle(position) {
  return needsLetter(position) || isOver(position);
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
  // Before the first position of a game stands the game before New, if there is one.
  let start = position;
  while (start.before && start.steps.length > 0) start = start.before;

  return {
    letter: position.letter,
    steps: position.steps,
    row: { word: row.letters.join(""), marks: row.marks.join("") },
    isMarked: row.touched,
    before: start.before ? { letter: start.before.letter, steps: start.before.steps } : null,
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
