// Assist: advice during a game that is played elsewhere.
import { isOver } from "./advice.js";
import { afterKey, drawBoard, drawKeyboard, rowOf, turned } from "./board.js";
import { byId, el, listWords } from "./dom.js";
import { candidatesOf, hear, newGame, remarkOn, replayed } from "./game.js";
import { counted, ending, figure, forGuesses, valueText, why } from "./phrases.js";
import { replyIn, won } from "./reply.js";
import { read, writer } from "./words.js";
/** @import {Games, Proposal, Advice, Played, Ask} from "./types" */

const SHOWN = 8;
const WORDS = 60;

/** Start the part of the page, and return what handles a key. @param {Games} games @param {Ask} ask */
export function assist(games, ask) {
  const { content } = games;
  const text = writer(content);
  const begin = (letter = content.letter) => newGame(games.of(letter), letter);
  let played = begin();
  let row = rowOf(content.letter ?? "");
  /** @type {Advice | null} */
  let advice = null;
  let chosen = "";
  let remark = "";
  const waiting = () => content.shown && !played.letter;
  const over = () => waiting() || isOver(played.game, played.steps);
  const fail = (/** @type {string} */ error) => ((byId("assist-error").textContent = error), false);

  /** @param {Played | string} next @param {string} said */
  const go = (next, said = "") => {
    if (typeof next === "string") return fail(`${text(next)}.`);
    const widened = next.wide && !played.wide;
    remark = widened
      ? `${said} No answer fits these replies: from here on every word of the list counts.`
      : said;
    [played, row, chosen] = [next, rowOf(next.letter ?? ""), ""];
    fail("");
    drawCandidates(WORDS);
    request([]);
    return true;
  };

  /** Ask for advice, in which these words are valued too. @param {string[]} also */
  const request = (also) => {
    const { steps, letter, wide } = played;
    const opening = !steps.length && !also.length && content.openers.length > 0;
    advice = opening ? { best: content.openers, final: true } : null;
    draw();
    if (over() || opening) return;
    ask({ kind: "advise", letter, wide, steps, count: SHOWN, also }, (value) => {
      advice = value;
      draw();
    });
  };

  /** @param {string} guess @param {string} reply */
  const submit = (guess, reply) => {
    const why = remarkOn(played, guess);
    return go(hear(played, { guess, reply }), why ? `Remark on ${text(guess)}: ${text(why)}.` : "");
  };

  /** Put a word on the board and say what it is worth. @param {string} word */
  const choose = (word) => {
    row = rowOf(word);
    look(word);
    return true;
  };

  /** @param {string} word */
  const look = (word) => {
    chosen = word;
    if (advice?.best.some((proposal) => proposal.word === word)) draw();
    else request([word]);
  };

  /** @param {string} key */
  const press = (key) => {
    if (over()) return;
    const before = row.letters.length;
    if (key !== "Enter") row = afterKey(row, key, content, true);
    if (row.letters.length < content.length) return draw();
    const word = row.letters.join("");
    if (key === "Enter") submit(word, row.marks.join(""));
    else if (before < content.length) look(word);
    else draw();
  };

  const undo = () => {
    const step = played.steps.at(-1);
    if (!step) return true;
    go(
      replayed(begin(played.letter), played.steps.slice(0, -1)),
      `Taken back: ${text(step.guess)}.`,
    );
    row = rowOf(step.guess);
    draw();
    return true;
  };

  /** Take in a typed step, word, reply or command; false if it is none. @param {string} part */
  const typed = (part) => {
    const [first, second = ""] = part.replace("=", " ").trim().split(/\s+/);
    if (first.toLowerCase() === "undo") return undo();
    const alone = second ? null : replyIn(first, content.length);
    const proposed = row.letters.join("") || (advice?.best[0].word ?? "");
    const guess = alone ? proposed : read(first, content);
    if ([...guess].length !== content.length)
      return fail(`Not a word of ${content.length} letters: ${first}.`);
    if (!second && !alone) return choose(guess);
    const reply = alone ?? replyIn(second, content.length);
    if (reply) return submit(guess, reply);
    return fail(`Not a reply of ${content.length} marks (O ? X, or g y . ): ${second}.`);
  };

  const draw = () => {
    const { steps, game } = played;
    const full = row.letters.length === content.length;
    const turn = (/** @type {number} */ place) => {
      row = turned(row, place);
      draw();
    };
    drawBoard("assist-board", content, steps, over() ? null : row, turn);
    drawKeyboard("assist-keys", content, games.lists.alphabet.keys(), steps, press);
    byId("assist-hint").textContent = full
      ? "Tap the tiles to set the reply, then Enter."
      : "Type your guess, or tap one of the best.";
    byId("assist-hint").hidden = byId("assist-advice").hidden = over();
    byId("assist-undo").disabled = !steps.length;
    const solved = steps.some(({ reply }) => won(reply));
    const ended = solved ? ending(content, steps, true) : "The attempts are used up";
    const attempt = isOver(game, steps)
      ? ended
      : `Attempt ${steps.length + 1} of ${content.attempts}`;
    byId("assist-status").textContent = waiting()
      ? "Which first letter is shown?"
      : `${attempt}. ${remark}`;
    const best = advice?.best ?? [];
    const current = best.find(({ word }) => word === chosen) ?? best[0];
    byId("assist-best").replaceChildren(...best.map((one) => proposalRow(one, one === current)));
    const count = candidatesOf(played).length;
    byId("assist-why").textContent = current ? why(content, current, best[0], count) : "";
    byId("assist-progress").textContent = progress();
  };

  const progress = () => {
    if (!advice) return "Thinking …";
    if (!advice.final) return "A first look; refining …";
    return advice.best.some(({ exact }) => !exact) ? "~ marks an estimate." : "All exact.";
  };

  /** @param {Proposal} proposal @param {boolean} current */
  const proposalRow = (proposal, current) => {
    const { word, left, candidate } = proposal;
    const label = `${text(word)}: put it on the board`;
    const properties = { class: "word", "aria-label": label, click: () => choose(word) };
    return el(
      "tr",
      { class: current ? "chosen" : "" },
      el("th", { scope: "row" }, el("bdi", {}, el("button", properties, text(word)))),
      el("td", { class: "value" }, valueText(content, proposal)),
      el("td", {}, figure(left, 1)),
      el("td", { class: "quiet" }, candidate ? "yes" : "no"),
    );
  };

  /** @param {number} most */
  const drawCandidates = (most) => {
    const words = Array.from(candidatesOf(played), (index) => text(played.game.lists.words[index]));
    const others = listWords(byId("assist-words"), words, most);
    byId("assist-count").textContent = counted(words.length, "candidate");
    byId("assist-more").hidden = !others;
    byId("assist-more").textContent = `Show all ${figure(words.length)}`;
    byId("assist-candidates").hidden = waiting();
  };

  byId("assist-undo").addEventListener("click", undo);
  byId("assist-new").addEventListener("click", () => go(begin()));
  byId("assist-more").addEventListener("click", () => drawCandidates(Infinity));
  byId("assist-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const parts = byId("assist-text").value.split(/[,;\n]/);
    if (parts.filter((/** @type {string} */ part) => part.trim()).every(typed))
      byId("assist-text").value = "";
  });
  const letters = byId("assist-letter");
  const first = new Set(games.lists.words.map((word) => [...word][0]));
  letters.append(
    ...[...first].sort().map((letter) => el("option", { value: letter }, text(letter))),
  );
  letters.addEventListener("change", () => go(begin(letters.value || null)));
  byId("assist-letters").hidden = !waiting();
  byId("assist-value").textContent = forGuesses(content) ? "guesses" : "points";
  go(played);
  return press;
}
