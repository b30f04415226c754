// Assist: advice during a game that is played elsewhere.
import { isOver } from "./advice.js";
import { keyboard, openRow, playedRow } from "./board.js";
import { byId, el } from "./dom.js";
import { candidatesOf, hear, newGame, remarkOn } from "./game.js";
import { counted, ending, figure, forGuesses, valueText, why } from "./phrases.js";
import { replyIn, won } from "./reply.js";
import { erased, marked, rowOf, turned, withLetter } from "./row.js";
import { read, write } from "./words.js";
/** @import {Games, Proposal, Advice, Played, Ask} from "./types" */

const SHOWN = 8;
const WORDS = 60;

/** The part of the page; it returns what handles a key. @param {Games} games @param {Ask} ask */
export function assist(games, ask) {
  const { content } = games;
  const state = {
    played: newGame(games.of(content.letter), content.letter),
    row: rowOf(content.letter ?? ""),
    /** @type {Advice | null} */
    advice: null,
    /** @type {string | null} */
    chosen: null,
    asked: "",
    every: false,
    remark: "",
  };
  const waiting = () => content.shown && !state.played.letter;
  const text = (/** @type {string} */ word) => write(word, content);

  /** @param {Played | string} next */
  const go = (next, remark = "") => {
    if (typeof next === "string") {
      byId("assist-error").textContent = `${text(next)}.`;
      return false;
    }
    const widened = next.wide && !state.played.wide;
    Object.assign(state, {
      played: next,
      advice: null,
      chosen: null,
      asked: "",
      every: false,
    });
    state.row = rowOf(next.letter ?? "");
    state.remark = remark;
    if (widened)
      state.remark += " No answer fits these replies: from here on every word of the list counts.";
    byId("assist-error").textContent = "";
    request();
    return true;
  };

  const request = () => {
    draw();
    const { played } = state;
    if (waiting() || isOver(played.game, played.steps)) return;
    if (!played.steps.length && !state.asked && content.openers.length) {
      state.advice = { best: content.openers, final: true };
      drawAdvice();
      return;
    }
    const also = state.asked ? [state.asked] : [];
    const asked = {
      kind: /** @type {const} */ ("advise"),
      letter: played.letter,
      wide: played.wide,
    };
    ask({ ...asked, steps: played.steps, count: SHOWN, also }, (advice) => {
      state.advice = advice;
      drawAdvice();
    });
  };

  const enter = () => {
    const { letters, marks } = state.row;
    if (letters.length !== content.length) return;
    submit(letters.join(""), marks.join(""));
  };

  /** @param {string} guess @param {string} reply */
  const submit = (guess, reply) => {
    const remark = remarkOn(state.played, guess);
    return go(
      hear(state.played, { guess, reply }),
      remark ? `Remark on ${text(guess)}: ${text(remark)}.` : "",
    );
  };

  /** @param {string} word */
  const choose = (word) => {
    state.row = rowOf(word);
    state.chosen = word;
    drawBoard();
    drawAdvice();
  };

  /** @param {string} key */
  const press = (key) => {
    if (isOver(state.played.game, state.played.steps) || waiting()) return;
    const full = state.row.letters.length === content.length;
    if (key === "Enter") return enter();
    if (key === "Backspace") state.row = erased(state.row);
    else state.row = (full && marked(state.row, key)) || withLetter(state.row, key, content);
    if (!full && state.row.letters.length === content.length) look(state.row.letters.join(""));
    drawBoard();
  };

  /** Ask what a typed word is worth. @param {string} word */
  const look = (word) => {
    state.chosen = word;
    if (state.advice?.best.some((proposal) => proposal.word === word)) return drawAdvice();
    state.asked = word;
    request();
  };

  const undo = () => {
    const { played } = state;
    if (!played.steps.length) return;
    const step = played.steps[played.steps.length - 1];
    let before = newGame(games.of(played.letter), played.letter);
    for (const one of played.steps.slice(0, -1)) {
      before = /** @type {Played} */ (hear(before, one));
    }
    go(before, `Taken back: ${text(step.guess)}.`);
    state.row = rowOf(step.guess);
    drawBoard();
  };

  /** Take in typed text: steps, a word, a reply or a command. @param {string} line */
  const typed = (line) => {
    for (const part of line.split(/[,;\n]/).filter((one) => one.trim()))
      if (!typedStep(part)) return false;
    return true;
  };

  /** @param {string} part */
  const typedStep = (part) => {
    const words = part.replace("=", " ").trim().split(/\s+/);
    const fail = (/** @type {string} */ why) => ((byId("assist-error").textContent = why), false);
    if (words[0].toLowerCase() === "undo") return (undo(), true);
    const alone = words.length === 1 ? replyIn(words[0], content.length) : null;
    const guess = alone
      ? state.row.letters.join("") || (state.advice?.best[0]?.word ?? "")
      : read(words[0], content);
    if ([...guess].length !== content.length)
      return fail(`Not a word of ${content.length} letters: ${words[0]}.`);
    if (words.length === 1 && !alone) {
      choose(guess);
      look(guess);
      return true;
    }
    const reply = alone ?? replyIn(words[1], content.length);
    if (!reply)
      return fail(`Not a reply of ${content.length} marks (O ? X, or g y . ): ${words[1]}.`);
    return submit(guess, reply);
  };

  const draw = () => {
    drawBoard();
    drawStatus();
    drawAdvice();
    drawCandidates();
  };

  const drawBoard = () => {
    const { played, row } = state;
    const board = byId("assist-board");
    const at = [...board.querySelectorAll("button")].findIndex(
      (tile) => tile === document.activeElement,
    );
    const rows = played.steps.map((step) => playedRow(content, step));
    const full = row.letters.length === content.length;
    const turn = (/** @type {number} */ place) => {
      state.row = turned(state.row, place);
      drawBoard();
    };
    if (!isOver(played.game, played.steps))
      rows.push(openRow(content, row.letters, full ? row.marks : null, turn));
    board.replaceChildren(...rows);
    if (at >= 0) board.querySelectorAll("button")[at]?.focus();
    byId("assist-hint").textContent = full
      ? "Tap the tiles to set the reply, then Enter."
      : "Type your guess, or tap one of the best.";
    byId("assist-hint").hidden = isOver(played.game, played.steps);
    byId("assist-keys").replaceChildren(
      ...keyboard(content, games.lists.alphabet.keys(), played.steps, press),
    );
  };

  const drawStatus = () => {
    const { played, remark } = state;
    const { steps, game } = played;
    const solved = steps.some(({ reply }) => won(reply));
    const attempt = `Attempt ${steps.length + 1} of ${content.attempts}`;
    const ended = solved ? ending(content, steps, true) : "The attempts are used up";
    byId("assist-status").textContent = waiting()
      ? "Which first letter is shown?"
      : `${isOver(game, steps) ? ended : attempt}. ${remark}`;
    /** @type {HTMLButtonElement} */ (byId("assist-undo")).disabled = !steps.length;
  };

  const drawAdvice = () => {
    const { advice, played } = state;
    const over = isOver(played.game, played.steps) || waiting();
    byId("assist-advice").hidden = over;
    if (over) return;
    const count = candidatesOf(played).length;
    const best = advice?.best ?? [];
    byId("assist-best").replaceChildren(...best.map((proposal) => proposalRow(proposal)));
    const chosen = best.find(({ word }) => word === state.chosen) ?? best[0];
    byId("assist-why").textContent = chosen ? why(content, chosen, best[0], count) : "";
    byId("assist-progress").textContent = progress();
  };

  const progress = () => {
    const { advice } = state;
    if (!advice) return "Thinking …";
    if (!advice.final) return "A first look; refining …";
    return advice.best.some(({ exact }) => !exact) ? "~ marks an estimate." : "All exact.";
  };

  /** @param {Proposal} proposal */
  const proposalRow = (proposal) => {
    const { word, left, candidate } = proposal;
    const current = word === (state.chosen ?? state.advice?.best[0]?.word);
    const label = `${text(word)}: put it on the board`;
    const button = el(
      "button",
      {
        type: "button",
        class: "word",
        "aria-label": label,
        click: () => choose(word),
      },
      text(word),
    );
    return el(
      "tr",
      { class: current ? "chosen" : false },
      el("th", { scope: "row" }, el("bdi", {}, button)),
      el("td", { class: "value" }, valueText(content, proposal)),
      el("td", {}, figure(left, 1)),
      el("td", { class: "fits" }, candidate ? "yes" : "no"),
    );
  };

  const drawCandidates = () => {
    const secrets = [...candidatesOf(state.played)];
    byId("assist-count").textContent = counted(secrets.length, "candidate");
    const few = state.every ? secrets : secrets.slice(0, WORDS);
    const words = few.map((index) => {
      const word = state.played.game.lists.words[index];
      return el("li", {}, el("bdi", {}, text(word)));
    });
    byId("assist-words").replaceChildren(...words);
    const more = byId("assist-more");
    more.hidden = few.length === secrets.length;
    more.textContent = `Show all ${figure(secrets.length)}`;
    byId("assist-candidates").hidden = waiting();
  };

  /** @param {Event} event */
  const submitText = (event) => {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (byId("assist-text"));
    if (typed(input.value)) input.value = "";
  };

  const fresh = () => go(newGame(games.of(content.letter), content.letter));
  byId("assist-undo").addEventListener("click", undo);
  byId("assist-new").addEventListener("click", fresh);
  byId("assist-more").addEventListener("click", () => {
    state.every = true;
    drawCandidates();
  });
  byId("assist-form").addEventListener("submit", submitText);
  const letters = /** @type {HTMLSelectElement} */ (byId("assist-letter"));
  byId("assist-letters").hidden = !(content.shown && !content.letter);
  const first = new Set(games.lists.words.map((word) => [...word][0]));
  letters.append(
    ...[...first].sort().map((letter) => el("option", { value: letter }, text(letter))),
  );
  letters.addEventListener("change", () =>
    go(newGame(games.of(letters.value || null), letters.value || null)),
  );
  byId("assist-value").textContent = forGuesses(content) ? "guesses" : "points";
  request();
  return press;
}
