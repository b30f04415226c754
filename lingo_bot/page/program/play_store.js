// The games of the page's part Play in the browser's storage. All tabs share the game of a day's word. A game of any other
// word belongs to its tab.
import { secretOf } from "./game.js";
import { newGame } from "./played_game.js";
import { keep, keepByTab, keptByTab, keptValue, ofThisPage, onKeptElsewhere } from "./store.js";
/** @import {Game, PlayedGame} from "./types" */

/** The date here, as in 2026-01-31. */
export function today() {
  // Swedish dates are written like that.
  return new Date().toLocaleDateString("sv");
}

/** The game of a day's word, with the guesses that were made at it in any tab.
 * @param {Game} game @param {string} day as in 2026-01-31 @returns {PlayedGame} */
export function gameOfDay(game, day) {
  const played = newGame(secretOf(game, day), day);
  const stored = keptValue(ofThisPage("day"));
  // The browser keeps one day, which may be an earlier one. A page of the same words with other answers hides another word.
  if (stored?.day !== day || stored.secret !== played.secret) return played;
  // counted: whether the game is in the statistics, which another tab may have done.
  return { ...played, guesses: stored.guesses, counted: stored.counted };
}

/** Whether a later day has been played already, as when a tab stays open over midnight and another one is opened. A latest
 * day after today does not count: it was played while the clock was wrong.
 * @param {string} day as in 2026-01-31 @param {string} latest the day that was played last, "" for none */
export function isOutdated(day, latest) {
  return day < latest && latest <= today();
}

/** Call a function when another tab keeps a word of the day. @param {() => void} changed */
export function onOtherTab(changed) {
  onKeptElsewhere(ofThisPage("day"), changed);
}

/** Keep the game on the board. @param {PlayedGame} played
 * @param {PlayedGame | null} discarded the one that Undo brings back, null for none */
export function keepPlay(played, discarded) {
  if (played.day) {
    const stored = keptValue(ofThisPage("day"));
    const isSame =
      stored?.day === played.day &&
      stored.secret === played.secret &&
      stored.guesses.join() === played.guesses.join() &&
      stored.counted === played.counted;
    // Other tabs take over each value that is kept, so the same one is not kept twice.
    if (!isSame && !isOutdated(played.day, stored?.day ?? "")) keep(ofThisPage("day"), played);
  }

  // If the tab has no game of its own, the next visit begins with the word of its day. Browsers have stored games with the
  // name `hidden`.
  const ownGame = played.day ? null : played;
  keepByTab(ofThisPage("play"), { hidden: ownGame, discarded });
}

/** The game that was on the board, else that of the day; and the one that Undo brings back, null for none.
 * @param {Game} game @returns {{played: PlayedGame, discarded: PlayedGame | null}} */
export function keptPlay(game) {
  const stored = keptByTab(ofThisPage("play"));
  // A newer page may lack the word of a game.
  const ifPlayable = (/** @type {PlayedGame | null | undefined} */ played) =>
    played && game.index.has(played.secret) ? played : null;
  return {
    played: ifPlayable(stored?.hidden) ?? gameOfDay(game, today()),
    discarded: ifPlayable(stored?.discarded),
  };
}
