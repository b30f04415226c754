// Work that takes longer than a moment, in a worker.
import { advise } from "./advice.js";
import { openGame, positionAfter, startPosition } from "./game.js";
import { reviewGame } from "./review_game.js";
import { content } from "./words.js";
/** @import {Ask, Game, Pause, Request} from "./types" */

/** How many of the best guesses an advice has. */
const ADVISED = 8;
/** Milliseconds of work until other requests have a turn. */
const TURN = 40;

/** The function that does requests in the thread that calls it. @param {Promise<Game>} game @returns {Ask} */
export function performer(game) {
  /** The last request of each kind. @type {Map<string, Request>} */
  const latest = new Map();
  return async (request, answer) => {
    latest.set(request.kind, request);
    const pause = pauseOf(() => latest.get(request.kind) === request);

    if (request.kind === "advise") {
      // isWidened: every word can be the secret, also one that is no answer.
      // also: guesses that are valued besides the best ones, such as one that is typed.
      const { letter, isWidened, steps, also } = request;
      const position = steps.reduce(positionAfter, startPosition(await game, letter, isWidened));
      // If trees are searched, estimates are the first answer, and the advice is the second one.
      answer(await advise(position, ADVISED, also, pause, answer));
      return;
    }

    // The other kinds are both reviews: "review" is of a person's guesses, "play" has none and wants lingo-bot's game alone.
    const { letter, secret, guesses } = request;
    answer(await reviewGame(await game, letter, secret, guesses, pause));
  };
}

/** The pause of a request: it lets others have a turn once TURN has passed since the last one.
 * @param {() => boolean} isLatest whether no newer request has replaced this one @returns {Pause} */
function pauseOf(isLatest) {
  let resumed = Date.now();
  return async () => {
    if (Date.now() - resumed < TURN) return;
    await new Promise((resume) => setTimeout(resume));
    // Waiting for ever ends the work of a request that was replaced.
    if (!isLatest()) await new Promise(() => {});
    resumed = Date.now();
  };
}

/** Serve the page from inside a worker; main.js calls it where there is no document. */
export function serve() {
  const perform = performer(openGame());
  onmessage = ({ data, ports: [port] }) => perform(data, (value) => port.postMessage(value));
}

/** The function that asks a worker made from the page's own program. @returns {Ask} */
export function worker() {
  const program = document.getElementById("program")?.textContent;
  // words.js takes its content from this variable, because a worker cannot read the page.
  const text = `self.fileContent = ${JSON.stringify(content)};${program}`;
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const thread = new Worker(address);

  /** The port of the last request of each kind. @type {Map<string, MessagePort>} */
  const ports = new Map();
  return (request, answer) => {
    // Nobody waits any more for the answer to the request before.
    ports.get(request.kind)?.close();
    const { port1, port2 } = new MessageChannel();
    ports.set(request.kind, port1);
    port1.onmessage = ({ data }) => {
      // A worker that answers has read its program, and the browser need not keep the text any longer.
      URL.revokeObjectURL(address);
      answer(data);
    };
    thread.postMessage(request, [port2]);
  };
}
