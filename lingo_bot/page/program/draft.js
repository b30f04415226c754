// What is to stand on the board of Assist, a draft, and the drafts that follow it: by an entry, by Undo, by New, after
// another first letter and after a reload. Nothing here touches the page.
import { begin, conflictOf, hear, isOver, whyIllegal } from "./game.js";
import { rowOf, wordOf } from "./row.js";
import { content, write } from "./words.js";
/** @import {Draft, Entry, Game, KeptGame, Outcome, Position} from "./types" */

export const NOTHING_TO_UNDO = "There is nothing to undo.";
const GAME_IS_BACK = "The game before is back.";

/** A game without steps. @param {Game} game @param {string | null} letter the first letter, where it is shown
 * @returns {Draft} */
export function newDraft(game, letter) {
  return { position: begin(game, letter), row: rowOf(letter ?? ""), remark: "" };
}

/** A new game from which Undo leads back to the one before; a game without steps is skipped.
 * @param {Game} game @param {Position} position @returns {Draft} */
export function startedAnew(game, position) {
  const before = position.steps.length ? position : position.before;
  const draft = newDraft(game, content.letter);
  return { ...draft, position: { ...draft.position, before } };
}

/** The same steps with another first letter; an error if they do not fit it.
 * @param {Game} game @param {Position} position @param {string} letter "" for none @returns {Outcome} */
export function withFirstLetter(game, position, letter) {
  const draft = newDraft(game, letter || null);
  const next = position.steps.reduce(hear, { ...draft.position, before: position.before });
  return { draft: { ...draft, position: next }, error: whyImpossible(next) };
}

/** The draft without its last step, which is in the row again, or the game before New; null if there is neither.
 * @param {Position} position @returns {Draft | null} */
export function undone({ steps, before }) {
  if (!before) return null;
  const last = steps.at(-1);
  if (!last) return { position: before, row: rowOf(before.letter ?? ""), remark: GAME_IS_BACK };

  const remark = `Taken back: ${write(last.guess)}.`;
  return { position: before, row: rowOf(last.guess, last.reply), remark };
}

/** The draft after all entries; the first error if one of them cannot be taken.
 * @param {Game} game @param {Draft} start @param {Entry[]} entries
 * @param {string} best the guess that a reply alone belongs to if no word is on the board @returns {Outcome} */
export function afterEntries(game, start, entries, best) {
  let draft = start;
  for (const entry of entries) {
    const outcome = afterEntry(game, draft, entry, best);
    if (outcome.error) return outcome;
    draft = outcome.draft;
  }
  return { draft, error: "" };
}

/** @param {Game} game @param {Draft} draft @param {Entry} entry @param {string} best @returns {Outcome} */
function afterEntry(game, draft, { word, reply, undo }, best) {
  if (undo) {
    const before = undone(draft.position);
    return before ? { draft: before, error: "" } : { draft, error: NOTHING_TO_UNDO };
  }
  if (!reply) return { draft: { ...draft, row: rowOf(word) }, error: "" };

  const guess = word ?? (wordOf(draft.row) || best);
  if (!guess) return { draft, error: "Give the guess before its reply." };
  return afterStep(game, draft, guess, reply);
}

/** @param {Game} game @param {Draft} draft @param {string} guess @param {string} reply @returns {Outcome} */
function afterStep(game, draft, guess, reply) {
  let { position } = draft;
  if (content.shown && !position.letter) {
    // The first reply tells which letter is shown.
    const [letter] = guess;
    const error = whyNotFirstLetter(game, letter, reply);
    if (error) return { draft, error };
    position = begin(game, letter);
  }
  if (isOver(position)) return { draft, error: "The game is over: New begins another." };

  const next = hear(position, { guess, reply });
  const row = rowOf(next.letter ?? "");
  const remark = remarkOn(draft.position, guess);
  return { draft: { position: next, row, remark }, error: whyImpossible(next) };
}

/** Why a first step does not tell the first letter that is shown, "" if it does.
 * @param {Game} game @param {string} letter @param {string} reply */
function whyNotFirstLetter(game, letter, reply) {
  if (!begin(game, letter).game.guesses.length) return `No word begins with ${write(letter)}.`;
  if (reply[0] !== "O") return "Choose the first letter that is shown, then give the reply again.";
  return "";
}

/** Why no word fits the replies, as a sentence; "" if one does. @param {Position} position */
function whyImpossible(position) {
  const conflict = conflictOf(position);
  return conflict ? `${write(conflict)}.` : "";
}

/** The remark on a guess that the rules do not allow, or that was made before; "" for others.
 * @param {Position} position @param {string} guess */
function remarkOn(position, guess) {
  const before = position.steps.findIndex((step) => step.guess === guess);
  const reason =
    before < 0 ? whyIllegal(position, guess) : `${guess} was your guess ${before + 1} already`;
  return reason ? write(`Remark on ${guess}: ${reason}.`) : "";
}

/** What the browser keeps of a draft for a reload: its game, the row, and the game before New.
 * @param {Draft} draft @returns {KeptGame} */
export function keptOf({ position, row }) {
  // Before the first position of a game stands the game before New, if there is one.
  let first = position;
  while (first.before && first.steps.length) first = first.before;
  const { before } = first;

  return {
    letter: position.letter,
    steps: position.steps,
    row: { word: row.letters.join(""), marks: row.marks.join("") },
    isMarked: row.touched,
    before: before && { letter: before.letter, steps: before.steps },
  };
}

/** The draft that was kept. @param {Game} game @param {KeptGame} kept @returns {Draft} */
export function restored(game, { letter, steps, row, isMarked, before }) {
  const gameBefore = before && before.steps.reduce(hear, begin(game, before.letter));
  const start = { ...begin(game, letter), before: gameBefore };
  const position = steps.reduce(hear, start);
  return { position, row: rowOf(row.word, isMarked ? row.marks : ""), remark: "" };
}
