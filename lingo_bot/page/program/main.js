// The page: its parts, its keys and its settings.
import { assist } from "./assist.js";
import { byId, keep, kept } from "./dom.js";
import { openGames } from "./game.js";
import { lookback } from "./lookback.js";
import { play } from "./play.js";
import { serve, worker } from "./work.js";
/** @import {Press} from "./types" */

const PARTS = ["assist", "review", "play"];
const RIGHT_TO_LEFT = /^[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** The part that the address names. */
function part() {
  const named = location.hash.slice(1);
  return PARTS.includes(named) ? named : PARTS[0];
}

function showPart() {
  for (const name of PARTS) {
    byId(name).hidden = name !== part();
    const link = byId(`to-${name}`);
    if (name === part()) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** Hand keys of a real keyboard to the part that is shown.
 * @param {Record<string, Press>} presses */
function listen(presses) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const press = presses[part()];
    if (!press || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (target.closest("input, textarea, select, dialog")) return;
    if (target.closest("button, a, summary") && ["Enter", " "].includes(event.key)) return;
    if (event.key !== "Enter" && event.key !== "Backspace" && !/^[\p{L}?.\-_0]$/u.test(event.key))
      return;
    event.preventDefault();
    press(event.key);
  });
}

function settings() {
  const button = byId("palette");
  const paint = (/** @type {boolean} */ high) => {
    document.documentElement.classList.toggle("high", high);
    button.setAttribute("aria-pressed", String(high));
  };
  paint(kept("palette") === "high");
  button.addEventListener("click", () => {
    const high = !document.documentElement.classList.contains("high");
    keep("palette", high ? "high" : "calm");
    paint(high);
  });
  const help = /** @type {HTMLDialogElement} */ (byId("help"));
  byId("help-open").addEventListener("click", () => help.showModal());
  help.addEventListener("close", () => keep("help", "seen"));
  if (!kept("help")) help.showModal();
}

async function open() {
  const content = JSON.parse(byId("content").textContent ?? "");
  const games = await openGames(content);
  const ask = worker(games, byId("program").textContent ?? "");
  const words = games.lists.words;
  if (RIGHT_TO_LEFT.test(words[0])) document.documentElement.classList.add("leftward");
  document.documentElement.style.setProperty("--letters", String(content.length));
  const lookBack = lookback(games, ask);
  const presses = {
    assist: assist(games, ask),
    play: play(games, ask, (secret, guesses) => {
      location.hash = "#review";
      lookBack(secret, guesses);
    }),
  };
  listen(presses);
  addEventListener("hashchange", showPart);
  showPart();
  settings();
  document.body.classList.add("ready");
}

if (typeof document === "undefined") serve();
else open();
