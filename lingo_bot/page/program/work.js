// Work that takes longer than a moment, in a worker.
import { advise, review } from "./advice.js";
import { begin, hear, openGame } from "./game.js";
import { content } from "./words.js";
/** @import {Ask, Game} from "./types" */

const SHOWN = 8;
const TURN = 40; // milliseconds of work until others have a turn

/** The function that does requests here. @param {Promise<Game>} game @returns {Ask} */
export function performer(game) {
  const latest = new Map();
  return async (request, answer) => {
    latest.set(request.kind, request);
    let paused = Date.now();
    const pause = async () => {
      if (Date.now() - paused < TURN) return;
      await new Promise((resume) => setTimeout(resume));
      if (latest.get(request.kind) !== request) await new Promise(() => {});
      paused = Date.now();
    };
    const { letter, wide, steps, also = [], secret = "", guesses = [] } = request;
    const position = steps?.reduce(hear, begin(await game, letter, wide));
    if (position) answer(await advise(position, SHOWN, also, pause, answer));
    else answer(await review(await game, letter, secret, guesses, pause));
  };
}

/** Serve the page from inside a worker. */
export function serve() {
  const work = performer(openGame());
  onmessage = ({ data, ports: [port] }) => work(data, (value) => port.postMessage(value));
}

/** The function that asks a worker made from the page's own program. @returns {Ask} */
export function worker() {
  const program = document.getElementById("program")?.textContent;
  const text = `self.fileContent = ${JSON.stringify(content)};${program}`;
  const made = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  const ports = new Map();
  return (request, answer) => {
    const { port1, port2 } = new MessageChannel();
    ports.get(request.kind)?.close();
    ports.set(request.kind, port1);
    port1.onmessage = ({ data }) => answer(data);
    made.postMessage(request, [port2]);
  };
}
