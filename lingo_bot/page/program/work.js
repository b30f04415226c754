// Work that takes longer than a moment, in a worker.
import { advise } from "./advice.js";
import { begin, hear, openGame } from "./game.js";
import { review } from "./reviewed.js";
import { content } from "./words.js";
/** @import {Ask, Game, Pause, Request} from "./types" */

/** The proposals of an advice. */
const SHOWN = 8;
/** Milliseconds of work until other requests have a turn. */
const TURN = 40;

/** The function that does requests here. @param {Promise<Game>} game @returns {Ask} */
export function performer(game) {
  /** The last request of each kind. @type {Map<string, Request>} */
  const latest = new Map();
  return async (request, answer) => {
    latest.set(request.kind, request);
    const pause = pauses(() => latest.get(request.kind) === request);

    const { letter, wide, steps, also = [], secret = "", guesses = [] } = request;
    if (!steps) {
      answer(await review(await game, letter, secret, guesses, pause));
      return;
    }
    const position = steps.reduce(hear, begin(await game, letter, wide));
    answer(await advise(position, SHOWN, also, pause, answer));
  };
}

/** A function that lets others have a turn once this work has taken long enough.
 * @param {() => boolean} isWanted @returns {Pause} */
function pauses(isWanted) {
  let paused = Date.now();
  return async () => {
    if (Date.now() - paused < TURN) return;
    await new Promise((resume) => setTimeout(resume));
    // Work that nobody waits for any more never goes on.
    if (!isWanted()) await new Promise(() => {});
    paused = Date.now();
  };
}

/** Serve the page from inside a worker. */
export function serve() {
  const perform = performer(openGame());
  onmessage = ({ data, ports: [port] }) => perform(data, (value) => port.postMessage(value));
}

/** The function that asks a worker made from the page's own program. @returns {Ask} */
export function worker() {
  const program = document.getElementById("program")?.textContent;
  const text = `self.fileContent = ${JSON.stringify(content)};${program}`;
  const made = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));

  /** The port of the last request of each kind. @type {Map<string, MessagePort>} */
  const ports = new Map();
  return (request, answer) => {
    const { port1, port2 } = new MessageChannel();
    ports.get(request.kind)?.close();
    ports.set(request.kind, port1);
    port1.onmessage = ({ data }) => answer(data);
    made.postMessage(request, [port2]);
  };
}
