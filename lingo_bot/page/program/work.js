// Work that takes longer than a moment: in a worker, or in the page where a browser allows none.
import { advise } from "./advice.js";
import { candidatesOf, newGame, openGames, replayed, widened } from "./game.js";
import { ownGame, review } from "./review.js";
/** @import {Games, Request, Ask} from "./types" */

const SLICE = 40; // milliseconds of work between two pauses

/** The generator that does a request; it yields what may be shown before the end, null otherwise.
 * @param {Games} games @param {Request} request */
function* perform(games, request) {
  const { kind, letter, wide = false, steps = [], count = 5, also = [], secret = "" } = request;
  const game = games.of(letter);
  if (kind === "own") return yield* ownGame(game, letter, secret);
  if (kind === "review") return yield* review(game, letter, secret, request.guesses ?? []);
  const begun = wide ? widened(newGame(game, letter)) : newGame(game, letter);
  const played = replayed(begun, steps);
  if (typeof played === "string") return null;
  return yield* advise(played.game, { steps, secrets: candidatesOf(played) }, count, also);
}

/** The function that does requests here, in slices between which others are heard.
 * @param {Games} games @returns {Ask} */
export function performer(games) {
  /** @type {Map<string, Request>} */
  const current = new Map();
  return async (request, answer) => {
    current.set(request.kind, request);
    const work = perform(games, request);
    for (let paused = Date.now(); ;) {
      const { value, done } = work.next();
      if (value) answer(value);
      if (done) return;
      if (Date.now() - paused < SLICE) continue;
      await new Promise((resume) => setTimeout(resume, 0));
      if (current.get(request.kind) !== request) return;
      paused = Date.now();
    }
  };
}

/** Serve the page from inside a worker. */
export function serve() {
  /** @type {Promise<Ask>} */
  let ready;
  onmessage = async ({ data }) => {
    if (data.content) ready = openGames(data.content).then(performer);
    else (await ready)(data.request, (value) => postMessage({ id: data.id, value }));
  };
}

/** The function that asks a worker made from the page's own program; the page's own performer where there is none.
 * @param {Games} games @param {string} program @returns {Ask} */
export function worker(games, program) {
  let answers = new Map();
  try {
    const made = new Worker(URL.createObjectURL(new Blob([program], { type: "text/javascript" })));
    made.postMessage({ content: games.content });
    made.onmessage = ({ data }) => answers.get(data.id.kind)?.(data.id.number, data.value);
    let number = 0;
    return (request, answer) => {
      const own = ++number;
      answers.set(request.kind, (/** @type {number} */ from, /** @type {any} */ value) => {
        if (from === own) answer(value);
      });
      made.postMessage({ id: { kind: request.kind, number: own }, request });
    };
  } catch {
    return performer(games);
  }
}
