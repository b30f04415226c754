// Work that takes longer than a moment: in a worker, or in the page where a browser allows none.
import { advise } from "./advice.js";
import { content } from "./content.js";
import { openGame } from "./game.js";
import { begin, replay } from "./position.js";
import { ownGame, review } from "./review.js";
/** @import {Advice, Ask, Game, Pause, Request} from "./types" */

const SHOWN = 8;
const TURN = 40; // milliseconds of work until others have a turn

/** @param {Game} game @param {Request} request @param {Pause} pause @param {(advice: Advice) => void} show */
async function perform(game, request, pause, show) {
  const { kind, letter, wide, steps = [], also = [], secret = "", guesses = [] } = request;
  if (kind === "play") return ownGame(game, letter, secret, pause);
  if (kind === "review") {
    const own = await ownGame(game, letter, secret, pause);
    return { own, reviewed: await review(game, letter, secret, guesses, pause) };
  }
  const position = replay(begin(game, letter, wide), steps);
  return typeof position === "string" ? null : advise(position, SHOWN, also, pause, show);
}

/** The function that does requests here. @param {Promise<Game>} game @returns {Ask} */
export function performer(game) {
  /** @type {Record<string, Request>} */
  const latest = {};
  return async (request, answer) => {
    latest[request.kind] = request;
    let paused = Date.now();
    const pause = async () => {
      if (Date.now() - paused < TURN) return;
      await new Promise((resume) => setTimeout(resume));
      if (latest[request.kind] !== request) await new Promise(() => {});
      paused = Date.now();
    };
    answer(await perform(await game, request, pause, answer));
  };
}

/** Serve the page from inside a worker. */
export function serve() {
  const work = performer(openGame());
  onmessage = ({ data }) => work(data, (value) => postMessage({ request: data, value }));
}

/** The function that asks a worker made from the page's own program; the page's own performer where there is none.
 * @param {Promise<Game>} game @returns {Ask} */
export function worker(game) {
  const program = document.getElementById("program")?.textContent;
  const text = `self.fileContent = ${JSON.stringify(content)};${program}`;
  try {
    const made = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
    /** @type {Record<string, {number: number, answer: (value: any) => void}>} */
    const latest = {};
    let number = 0;
    made.onmessage = ({ data: { request, value } }) => {
      if (latest[request.kind].number === request.number) latest[request.kind].answer(value);
    };
    return (request, answer) => {
      latest[request.kind] = { number: ++number, answer };
      made.postMessage({ ...request, number });
    };
  } catch {
    return performer(game);
  }
}
