// Assist: advice during a game that is played elsewhere.
import { afterKey, drawBoard, isFull, markKeys, rowOf, turned } from "./board.js";
import { content, read, write } from "./content.js";
import { byId, element, wordItems } from "./dom.js";
import { counted, ending, figure, valueText, why } from "./phrases.js";
import { begin, hear, isOver, whyIllegal } from "./position.js";
import { replyIn } from "./reply.js";
/** @import {Game, Proposal, Advice, Position, Ask} from "./types" */

const WORDS = 60;

/** Start the part of the page, and return what handles a key. @param {Game} game @param {Ask} ask */
export function assist(game, ask) {
  let position = begin(game, content.letter);
  let row = rowOf();
  /** @type {Advice | null} */
  let advice = null;
  let [chosen, remark, error, words] = ["", "", "", WORDS];
  const waiting = () => content.shown && !position.letter;
  const over = () => waiting() || isOver(position);

  /** @param {Position | string} next @param {string} said */
  const go = (next, said = "") => {
    if (typeof next === "string") return fail(`${write(next)}.`);
    const widened = next.wide && !position.wide;
    const wide = "No answer fits these replies: from here on every word of the list counts.";
    [remark, position, row] = [widened ? `${said} ${wide}` : said, next, rowOf(next.letter ?? "")];
    [chosen, error, words] = ["", "", WORDS];
    request([]);
    return true;
  };

  /** @param {string} text */
  const fail = (text) => {
    error = text;
    draw();
    return false;
  };

  /** Ask for advice, in which these words are valued too. @param {string[]} also */
  const request = (also) => {
    const { steps, letter, wide } = position;
    const opening = !steps.length && !also.length && content.openers.length > 0;
    advice = opening ? { best: content.openers, final: true } : null;
    draw();
    if (over() || opening) return;
    ask({ kind: "advise", letter, wide, steps, also }, (value) => {
      advice = value;
      draw();
    });
  };

  /** @param {string} guess @param {string} reply */
  const submit = (guess, reply) => {
    const before = position.steps.findIndex((step) => step.guess === guess);
    const again = `${guess} was your guess ${before + 1} already`;
    const why = before < 0 ? whyIllegal(position, guess) : again;
    return go(hear(position, { guess, reply }), why ? write(`Remark on ${guess}: ${why}.`) : "");
  };

  /** Say what a word is worth. @param {string} word */
  const look = (word) => {
    chosen = word;
    if (advice?.best.some((proposal) => proposal.word === word)) draw();
    else request([word]);
    return true;
  };

  /** Put a word on the board. @param {string} word */
  const choose = (word) => {
    row = rowOf(word);
    return look(word);
  };

  /** @param {string} key */
  const press = (key) => {
    if (over()) return;
    const before = isFull(row);
    if (key === "Enter" && before) return submit(row.letters.join(""), row.marks.join(""));
    if (key !== "Enter") row = afterKey(row, key, true);
    if (isFull(row) && !before) look(row.letters.join(""));
    else draw();
  };

  const undo = () => {
    const [step] = position.steps.slice(-1);
    if (!step || !position.before) return true;
    go(position.before, `Taken back: ${write(step.guess)}.`);
    row = rowOf(step.guess);
    draw();
    return true;
  };

  /** Take in a typed step, word, reply or command; false if it is none. @param {string} part */
  const typed = (part) => {
    const [first, second = ""] = part.replace("=", " ").trim().split(/\s+/);
    if (first.toLowerCase() === "undo") return undo();
    const alone = second ? null : replyIn(first);
    const guess = alone ? row.letters.join("") || (advice?.best[0].word ?? "") : read(first);
    if ([...guess].length !== content.length)
      return fail(`Not a word of ${content.length} letters: ${first}.`);
    if (!second && !alone) return choose(guess);
    const reply = alone ?? replyIn(second);
    if (reply) return submit(guess, reply);
    return fail(`Not a reply of ${content.length} marks (O ? X, or g y . ): ${second}.`);
  };

  const draw = () => {
    const { steps, secrets } = position;
    const turn = (/** @type {number} */ place) => {
      row = turned(row, place);
      draw();
    };
    drawBoard("assist-board", steps, over() ? null : row, { turn });
    markKeys("assist-keys", steps);
    const hint = isFull(row)
      ? "Tap the tiles to set the reply, then Enter."
      : "Type your guess, or tap one of the best.";
    byId("assist-hint", { textContent: hint, hidden: over() });
    byId("assist-error", { textContent: error });
    byId("assist-undo", { disabled: !steps.length });
    const attempt = isOver(position)
      ? ending(steps, "The attempts are used up")
      : `Attempt ${steps.length + 1} of ${content.attempts}`;
    const status = waiting() ? "Which first letter is shown?" : `${attempt}. ${remark}`;
    byId("assist-status", { textContent: status });
    const best = advice?.best ?? [];
    const current = best.find(({ word }) => word === chosen) ?? best[0];
    byId("assist-advice", { hidden: over() });
    byId("assist-best").replaceChildren(...best.map((one) => proposalRow(one, one === current)));
    byId("assist-why", { textContent: current ? why(current, best[0], secrets.length) : "" });
    const exact = best.every((proposal) => proposal.exact) ? "All exact." : "~ marks an estimate.";
    const progress = advice?.final ? exact : "A first look; refining …";
    byId("assist-progress", { textContent: advice ? progress : "Thinking …" });
    byId("assist-candidates", { hidden: waiting() });
    byId("assist-count", { textContent: counted(secrets.length, "candidate") });
    const listed = Array.from(secrets.subarray(0, words), (index) => write(game.words[index]));
    byId("assist-words").replaceChildren(...wordItems(listed));
    const all = `Show all ${figure(secrets.length)}`;
    byId("assist-more", { textContent: all, hidden: secrets.length <= words });
  };

  /** @param {Proposal} proposal @param {boolean} current */
  const proposalRow = (proposal, current) => {
    const word = write(proposal.word);
    const onclick = () => choose(proposal.word);
    const ariaLabel = `${word}: put it on the board`;
    const button = element("button", { className: "word", ariaLabel, onclick }, word);
    return element(
      "tr",
      { className: current ? "chosen" : "" },
      element("th", { scope: "row" }, element("bdi", {}, button)),
      element("td", { className: "value" }, valueText(proposal)),
      element("td", {}, figure(proposal.left, 1)),
      element("td", { className: "quiet" }, proposal.candidate ? "yes" : "no"),
    );
  };

  byId("assist-undo").onclick = undo;
  byId("assist-new").onclick = () => go(begin(game, content.letter));
  byId("assist-letter").onchange = (/** @type {any} */ { target }) =>
    go(begin(game, target.value || null));
  byId("assist-more").onclick = () => {
    words = Infinity;
    draw();
  };
  byId("assist-form").onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const parts = byId("assist-text").value.split(/[,;\n]/);
    if (parts.filter((/** @type {string} */ part) => part.trim()).every(typed))
      byId("assist-text").value = "";
  };
  go(position);
  return press;
}
