// The page: its parts, its keys and its settings.
import { assist } from "./assist.js";
import { byId, kept } from "./dom.js";
import { openGame } from "./game.js";
import { lookback } from "./lookback.js";
import { play } from "./play.js";
import { serve, worker } from "./work.js";

const PARTS = ["assist", "review", "play"];

/** The part that the address names. */
function part() {
  return PARTS.find((name) => location.hash === `#${name}`) ?? PARTS[0];
}

function showPart() {
  for (const name of PARTS) {
    byId(name, { hidden: name !== part() });
    byId(`to-${name}`, { ariaCurrent: name === part() ? "page" : null });
  }
}

/** Whether a key of the keyboard is for the board of a part. @param {KeyboardEvent} event */
function isForBoard({ key, target, ctrlKey, metaKey, altKey, isComposing }) {
  const at = /** @type {Element} */ (target);
  if (ctrlKey || metaKey || altKey || isComposing) return false;
  if (at.closest("input, textarea, select, dialog")) return false;
  if (at.closest("button, a, summary") && ["Enter", " "].includes(key)) return false;
  return /^(Enter|Backspace|[\p{L}?.\-_0])$/u.test(key);
}

/** Hand keys, of the keyboard and of the screen, to the part that is shown.
 * @param {Record<string, (key: string) => void>} presses */
function listen(presses) {
  document.addEventListener("keydown", (event) => {
    if (!presses[part()] || !isForBoard(event)) return;
    event.preventDefault();
    presses[part()](event.key);
  });
  document.addEventListener("click", (event) => {
    const key = /** @type {HTMLElement} */ (event.target).dataset.key;
    if (key) presses[part()](key);
  });
}

function settings() {
  const { classList } = document.documentElement;
  classList.toggle("high", kept("palette") === "high");
  const palette = byId("palette", { ariaPressed: kept("palette") === "high" });
  palette.onclick = () => {
    palette.ariaPressed = classList.toggle("high");
    kept("palette", classList.contains("high") ? "high" : "");
  };
  byId("help-open").onclick = () => byId("help").showModal();
  byId("help").onclose = () => kept("help", "seen");
  if (!kept("help")) byId("help").showModal();
}

async function open() {
  const opened = openGame();
  const ask = worker(opened);
  const game = await opened;
  const lookBack = lookback(game, ask);
  const toReview = (/** @type {string} */ secret, /** @type {string[]} */ guesses) => {
    location.hash = "#review";
    lookBack(secret, guesses);
  };
  listen({ assist: assist(game, ask), play: play(game, ask, toReview) });
  addEventListener("hashchange", showPart);
  showPart();
  settings();
  document.body.classList.add("ready");
}

if (typeof document === "undefined") serve();
else open();
