// The page: its parts, its keys and its settings.
import { assist } from "./assist.js";
import { byId, kept } from "./dom.js";
import { openGames } from "./game.js";
import { lookback } from "./lookback.js";
import { play } from "./play.js";
import { serve, worker } from "./work.js";
/** @import {Press} from "./types" */

const PARTS = ["assist", "review", "play"];
const RIGHT_TO_LEFT = /^[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** The part that the address names. */
function part() {
  return PARTS.find((name) => location.hash === `#${name}`) ?? PARTS[0];
}

function showPart() {
  for (const name of PARTS) {
    byId(name).hidden = name !== part();
    byId(`to-${name}`).ariaCurrent = name === part() ? "page" : null;
  }
}

/** Hand keys of a real keyboard to the part that is shown.
 * @param {Record<string, Press>} presses */
function listen(presses) {
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    const element = /** @type {HTMLElement} */ (target);
    if (!presses[part()] || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
      return;
    if (element.closest("input, textarea, select, dialog")) return;
    if (element.closest("button, a, summary") && ["Enter", " "].includes(key)) return;
    if (!/^(Enter|Backspace|[\p{L}?.\-_0])$/u.test(key)) return;
    event.preventDefault();
    presses[part()](key);
  });
}

function settings() {
  const paint = (/** @type {boolean} */ high) => {
    document.documentElement.classList.toggle("high", high);
    byId("palette").ariaPressed = high;
  };
  byId("palette").addEventListener("click", () => {
    const high = !document.documentElement.classList.contains("high");
    kept("palette", high ? "high" : "");
    paint(high);
  });
  paint(kept("palette") === "high");
  byId("help-open").addEventListener("click", () => byId("help").showModal());
  byId("help").addEventListener("close", () => kept("help", "seen"));
  if (!kept("help")) byId("help").showModal();
}

async function open() {
  const games = await openGames(JSON.parse(byId("content").textContent));
  const ask = worker(games, byId("program").textContent);
  const { classList, style } = document.documentElement;
  classList.toggle("leftward", RIGHT_TO_LEFT.test(games.lists.words[0]));
  style.setProperty("--letters", String(games.content.length));
  const lookBack = lookback(games, ask);
  const toReview = (/** @type {string} */ secret, /** @type {string[]} */ guesses) => {
    location.hash = "#review";
    lookBack(secret, guesses);
  };
  listen({ assist: assist(games, ask), play: play(games, ask, toReview) });
  addEventListener("hashchange", showPart);
  showPart();
  settings();
  document.body.classList.add("ready");
}

if (typeof document === "undefined") serve();
else open();
