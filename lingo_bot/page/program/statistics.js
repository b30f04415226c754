// Statistics of Play: finished words of the day and other words, each kind with its distribution of attempts.
import { byId, element } from "./board.js";
import { DAY, isSolved } from "./game.js";
import { countText, figure } from "./phrases.js";
import { isOutdated } from "./play_store.js";
import { keep, keptValue, ofThisPage } from "./store.js";
import { content } from "./words.js";
/** @import {PlayedGame, Step, Tally} from "./types" */

/** The tallies of words of the day and of other words, empty ones at first. @returns {{day: Tally, free: Tally}} */
function tallies() {
  const stored = keptValue(ofThisPage("statistics")) ?? {};
  return { day: { ...emptyTally(), ...stored.day }, free: { ...emptyTally(), ...stored.free } };
}

/** @returns {Tally} */
function emptyTally() {
  const solved = Array(content.attempts).fill(0);
  return { solved, missed: 0, won: 0, drawn: 0, lost: 0, streak: 0, longest: 0, last: "" };
}

/** Count a finished game, whose `day` is its date, or "" for another word than that of a day.
 * @param {PlayedGame} game @param {Step[]} steps yours @param {Step[]} rivalSteps those of lingo-bot */
export function countGame({ day }, steps, rivalSteps) {
  const stored = tallies();
  const tally = day ? stored.day : stored.free;
  const solved = isSolved(steps);
  if (solved) tally.solved[steps.length - 1]++;
  else tally.missed++;

  const difference = attemptsOf(rivalSteps) - attemptsOf(steps);
  if (difference > 0) tally.won++;
  else if (difference < 0) tally.lost++;
  else tally.drawn++;

  // A later day has been counted already, and the streak has gone on from there.
  if (!isOutdated(day, tally.last)) {
    // A day that was left out ends the streak of words of the day.
    const goesOn = !day || daysBetween(tally.last, day) === 1;
    const before = goesOn ? tally.streak : 0;
    tally.streak = solved ? before + 1 : 0;
    tally.longest = Math.max(tally.longest, tally.streak);
    tally.last = day;
  }
  keep(ofThisPage("statistics"), stored);
}

/** How many days a date lies after another one, NaN if the first one is "". @param {string} first as in 2026-01-31
 * @param {string} second */
function daysBetween(first, second) {
  return (Date.parse(second) - Date.parse(first)) / DAY;
}

/** The guesses that a game needed; one that was not solved counts one more than its attempts. @param {Step[]} steps */
function attemptsOf(steps) {
  return isSolved(steps) ? steps.length : content.attempts + 1;
}

/** Forget all statistics of this page. */
export function eraseStatistics() {
  keep(ofThisPage("statistics"), null);
}

/** Draw both tallies into an element. @param {string} id @param {string} today as in 2026-01-31 */
export function drawStatistics(id, today) {
  const { day, free } = tallies();
  // A streak of days can still go on today if it lasted until yesterday.
  const isAlive = daysBetween(day.last, today) <= 1;
  const dayStreak = streakText(isAlive ? day.streak : 0, day.longest, "day");
  const freeStreak = streakText(free.streak, free.longest, "game");

  byId(id).replaceChildren(
    ...tallyElements("Words of the day", day, dayStreak),
    ...tallyElements("Other words", free, freeStreak),
  );
}

/** A sentence on streaks of days or games. @param {number} streak @param {number} longest @param {string} unit */
function streakText(streak, longest, unit) {
  return `Streak: ${countText(streak, unit)}, longest ${countText(longest, unit)}.`;
}

/** A heading, the games in a sentence, and a bar for each attempt. @param {string} title @param {Tally} tally
 * @param {string} streak a sentence */
function tallyElements(title, tally, streak) {
  const solvedGames = tally.solved.reduce((sum, count) => sum + count, 0);
  const games = solvedGames + tally.missed;
  const heading = element("h3", {}, title);
  if (!games) return [heading, element("p", { className: "quiet" }, "No game counted yet.")];

  const share = `${figure((100 * solvedGames) / games)} % solved`;
  const against = `against lingo-bot ${tally.won} won, ${tally.drawn} drawn, ${tally.lost} lost`;
  const sentence = `${countText(games, "game")}, ${share}; ${against}. ${streak}`;
  const most = Math.max(...tally.solved, tally.missed);
  const rows = tally.solved.map((count, index) =>
    barRow(`${index + 1}`, `solved at attempt ${index + 1}`, count, most),
  );
  rows.push(barRow("not", "not solved", tally.missed, most));
  return [heading, element("p", {}, sentence), element("div", { className: "bars" }, ...rows)];
}

/** A bar for a number of games. @param {string} label beside the bar @param {string} name what a screen reader says
 * @param {number} count @param {number} most the number of games of the longest bar */
function barRow(label, name, count, most) {
  const bar = element("meter", { max: most, value: count, ariaLabel: `${name}: ${count}` });
  return element("div", { className: "line" }, element("span", {}, label), bar, String(count));
}
