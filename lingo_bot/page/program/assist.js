// Assist: advice during a game that is played elsewhere.
import { afterKey, byId, drawBoard, drawKeys, element, rowOf, wordOf } from "./board.js";
import { begin, conflictOf, hear, isOver, whyIllegal } from "./game.js";
import { counted, ending, figure, valueText, why } from "./phrases.js";
import { content, read, replyIn, write } from "./words.js";
/** @import {Game, Proposal, Advice, Position, Ask} from "./types" */

const FEW = 500; // candidates whose list is open
const LONG = 15_000; // words of a list whose guesses are ranked on a sample of the candidates
const WIDENED = "No answer fits these replies: from here on every word of the list counts.";

/** Start the part of the page, and return what handles a key. @param {Game} game @param {Ask} ask */
export function assist(game, ask) {
  let position = begin(game, content.letter);
  let row = rowOf();
  /** @type {Advice | null} */
  let advice = null;
  let remark = "";
  const word = () => wordOf(row);
  const valued = (/** @type {string} */ word) => advice?.best.find((own) => own.word === word);
  const isReady = () => advice && (!word() || valued(word()));
  const waiting = () => content.shown && !position.letter;
  const over = () => waiting() || isOver(position);
  const fail = (error = "") => !byId("assist-error", { textContent: error });

  /** @param {Position} next @param {string} said @param {string} letters on the board */
  const go = (next, said = "", letters = next.letter ?? "") => {
    const conflict = conflictOf(next);
    if (conflict) return fail(`${write(conflict)}.`);
    fail();
    remark = next.wide && !position.wide ? `${said} ${WIDENED}` : said;
    [position, row, advice] = [next, rowOf(letters), null];
    const candidates = Array.from(next.secrets, (index) => game.words[index]);
    byId("assist-words", { textContent: write(candidates.join(" ")) });
    byId("assist-candidates", { open: candidates.length <= FEW });
    look();
    return true;
  };

  /** Ask for advice, in which the word on the board is valued too. */
  const look = () => {
    const { steps, letter, wide } = position;
    if (!steps.length && content.openers.length) advice ??= { best: content.openers, final: true };
    draw();
    if (over() || isReady()) return;
    ask({ kind: "advise", letter, wide, steps, also: [word()].filter(Boolean) }, (value) => {
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

  /** Put a word on the board and say what it is worth. @param {string} chosen */
  const choose = (chosen) => {
    row = rowOf(chosen);
    look();
    return true;
  };

  /** @param {string} key */
  const press = (key) => {
    if (over()) return;
    const before = word();
    if (key === "Enter" && before) return submit(before, row.marks.join(""));
    if (key !== "Enter") row = afterKey(row, key, true);
    if (word() === before) draw();
    else look();
  };

  const undo = () => {
    const guess = position.steps.at(-1)?.guess ?? "";
    if (!position.before) return !fail("There is nothing to undo.");
    return go(position.before, `Taken back: ${write(guess)}.`, guess);
  };

  /** Take in a typed step, word, reply or command; false if it is none. @param {string} part */
  const typed = (part) => {
    const [first, second = ""] = part.replace("=", " ").trim().split(/\s+/);
    if (first.toLowerCase() === "undo") return undo();
    const alone = second ? null : replyIn(first);
    const guess = alone ? word() || (advice?.best[0].word ?? "") : read(first);
    const reply = alone ?? replyIn(second);
    if ([...guess].length !== content.length)
      return fail(`Not a word of ${content.length} letters: ${first}.`);
    if (reply) return submit(guess, reply);
    if (!second) return choose(guess);
    return fail(`Not a reply of ${content.length} marks (O ? X, or g y . ): ${second}.`);
  };

  const draw = () => {
    const { steps, secrets } = position;
    drawBoard("assist-board", steps, over() ? null : row, 0, true);
    drawKeys("assist-keys", steps);
    byId("assist-undo", { hidden: !steps.length });
    const attempt = isOver(position)
      ? ending(steps, "The attempts are used up")
      : `Attempt ${steps.length + 1} of ${content.attempts}`;
    const status = waiting() ? "Which first letter is shown?" : `${attempt}. ${remark}`;
    byId("assist-status", { textContent: status });
    const best = advice?.best ?? [];
    const current = valued(word()) ?? best[0];
    byId("assist-advice", { hidden: over() });
    byId("assist-best").replaceChildren(...best.map((one) => proposalRow(one, one === current)));
    byId("assist-why", { textContent: current ? why(current, best[0], secrets.length) : "" });
    const estimated = `~ marks an estimate${game.words.length > LONG ? ", ranked on a sample" : ""}.`;
    const exact = best.every((proposal) => proposal.exact) ? "All exact." : estimated;
    const progress = advice?.final ? exact : "A first look; refining …";
    byId("assist-progress", { textContent: isReady() ? progress : "Thinking …" });
    byId("assist-candidates", { hidden: waiting() });
    byId("assist-count", { textContent: counted(secrets.length, "candidate") });
  };

  /** @param {Proposal} proposal @param {boolean} current */
  const proposalRow = (proposal, current) => {
    const word = write(proposal.word);
    const ariaLabel = `${word}: put it on the board`;
    const button = element("button", { ariaLabel, onclick: () => choose(proposal.word) }, word);
    return element(
      "tr",
      { ariaCurrent: current ? "true" : null },
      element("th", { scope: "row" }, element("bdi", {}, button)),
      element("td", {}, element("b", {}, valueText(proposal))),
      element("td", {}, figure(proposal.left, 1)),
      element("td", {}, proposal.candidate ? "yes" : "no"),
    );
  };

  byId("assist-undo").onclick = undo;
  byId("assist-new").onclick = () => go(begin(game, content.letter));
  byId("assist-letter").onchange = () => go(begin(game, byId("assist-letter").value || null));
  byId("assist-form").onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const field = byId("assist-text");
    if ((field.value.match(/[^,;\s][^,;\n]*/g) ?? []).every(typed)) field.value = "";
  };
  go(position);
  return press;
}
