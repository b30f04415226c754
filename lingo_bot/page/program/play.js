// Play: a person guesses a word beside lingo-bot, which guesses the same word.
import { emptyRows, keyboard, openRow, playedRow } from "./board.js";
import { dayOf, secretOf } from "./day.js";
import { byId, copy, keep, kept } from "./dom.js";
import { whyIllegal } from "./game.js";
import { ending, shared } from "./phrases.js";
import { replyFor, won } from "./reply.js";
import { erased, rowOf, withLetter } from "./row.js";
import { write } from "./words.js";
/** @import {Step, Games, Ask} from "./types" */

/** The part of the page; it returns what handles a key. @param {Games} games @param {Ask} ask
 * @param {(secret: string, guesses: string[]) => void} lookBack shows the review of a game */
export function play(games, ask, lookBack) {
  const { content, lists } = games;
  const secrets = [...games.secrets].map((index) => lists.words[index]);
  const text = (/** @type {string} */ word) => write(word, content);
  const state = {
    secret: "",
    /** @type {string | null} */
    letter: null,
    /** @type {string | null} */
    day: null,
    row: rowOf(),
    /** @type {Step[]} */
    steps: [],
    /** @type {Step[]} */
    theirs: [],
  };
  const solved = () => state.steps.some(({ reply }) => won(reply));
  const over = () => solved() || state.steps.length === content.attempts;
  const say = (/** @type {string} */ said) => (byId("play-status").textContent = said);

  /** @param {string} secret @param {string | null} day */
  const begin = (secret, day) => {
    const letter = content.shown ? [...secret][0] : null;
    Object.assign(state, {
      secret,
      day,
      letter,
      steps: [],
      theirs: [],
      row: rowOf(letter ?? ""),
    });
    const before = day ? (kept(`day.${content.key}.${day}`) ?? "").split(" ").filter(Boolean) : [];
    for (const guess of before) state.steps.push({ guess, reply: replyFor(guess, secret) });
    ask({ kind: "own", letter, secret }, (steps) => {
      state.theirs = steps;
      draw();
    });
    draw();
    say(
      over()
        ? result()
        : `${day ? `The word of ${day}` : "A new word"}: ${content.attempts} attempts.`,
    );
  };

  const random = () => begin(secrets[Math.floor(Math.random() * secrets.length)], null);
  const today = () => begin(secretOf(secrets, content.key, new Date()), dayOf(new Date()));

  const result = () => {
    const other = state.theirs.some(({ reply }) => won(reply))
      ? `lingo-bot needed ${state.theirs.length}`
      : "lingo-bot did not find it";
    const word = solved() ? "" : `The word was ${text(state.secret)}. `;
    return `${ending(content, state.steps, solved())}. ${word}${state.theirs.length ? other : ""}.`;
  };

  const enter = () => {
    const guess = state.row.letters.join("");
    if (state.row.letters.length < content.length)
      return say(`A guess has ${content.length} letters.`);
    const why = whyIllegal(games.of(state.letter), state.letter, state.steps, guess);
    if (why) return say(`${text(guess)}: ${text(why)}.`);
    const again = state.steps.some((step) => step.guess === guess);
    state.steps = [...state.steps, { guess, reply: replyFor(guess, state.secret) }];
    state.row = rowOf(state.letter ?? "");
    if (state.day)
      keep(`day.${content.key}.${state.day}`, state.steps.map((step) => step.guess).join(" "));
    draw();
    const [last] = state.steps.slice(-1);
    const heard = byId("play-board").children[state.steps.length - 1].getAttribute("aria-label");
    byId("play-row").textContent = heard;
    const next = `Attempt ${state.steps.length + 1} of ${content.attempts}.`;
    say(over() ? result() : `${again ? `${text(last.guess)} was your guess before. ` : ""}${next}`);
  };

  /** @param {string} key */
  const press = (key) => {
    if (over()) return;
    if (key === "Enter") return enter();
    state.row = key === "Backspace" ? erased(state.row) : withLetter(state.row, key, content);
    drawBoard();
  };

  const draw = () => {
    drawBoard();
    const shown = over() ? state.theirs : state.theirs.slice(0, state.steps.length);
    const rows = shown.map((step) => playedRow(content, step, !over()));
    byId("play-other").replaceChildren(
      ...rows,
      ...emptyRows(content, content.attempts - rows.length),
    );
    byId("play-keys").replaceChildren(
      ...keyboard(content, lists.alphabet.keys(), state.steps, press),
    );
    byId("play-keys").hidden = over();
    byId("play-after").hidden = !over();
    if (over()) say(result());
  };

  const drawBoard = () => {
    const rows = state.steps.map((step) => playedRow(content, step));
    if (!over()) rows.push(openRow(content, state.row.letters, null, () => {}));
    byId("play-board").replaceChildren(
      ...rows,
      ...emptyRows(content, content.attempts - rows.length),
    );
  };

  const share = () => {
    const name = `${content.title}${state.day ? `, ${state.day}` : ""}`;
    const other = shared(
      content,
      "lingo-bot",
      state.theirs,
      state.theirs.some(({ reply }) => won(reply)),
    );
    copy(`${shared(content, name, state.steps, solved())}\n${other}`, byId("play-status"));
  };

  byId("play-new").addEventListener("click", random);
  byId("play-day").addEventListener("click", today);
  byId("play-share").addEventListener("click", share);
  const guesses = () => state.steps.map(({ guess }) => guess);
  byId("play-review").addEventListener("click", () => lookBack(state.secret, guesses()));
  today();
  return press;
}
