// The page: its parts, its keys and its settings.
import { assist } from "./assist.js";
import { byId, kept } from "./board.js";
import { openGame } from "./game.js";
import { lookback } from "./lookback.js";
import { play } from "./play.js";
import { serve, worker } from "./work.js";

const PARTS = ["assist", "review", "play"];
const TYPED = /^(Enter|Backspace|[\p{L}?.\-_0])$/u;

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

/** Hand keys, of the keyboard and of the screen, to the part that is shown.
 * @param {Record<string, (key: string) => void>} presses */
function listen(presses) {
  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event;
    const at = /** @type {HTMLElement} */ (event.target);
    const taken = key === "Enter" ? ", button, a, summary" : "";
    if (at.closest(`input:not(#palette), textarea, select, dialog${taken}`) || !TYPED.test(key))
      return;
    if (!presses[part()] || ctrlKey || metaKey || altKey || isComposing) return;
    event.preventDefault();
    presses[part()](key);
  });
  document.addEventListener("click", ({ target }) => {
    const button = /** @type {HTMLElement} */ (target).closest("button");
    if (button?.value) presses[part()](button.value);
  });
}

async function open() {
  const ask = worker();
  const game = await openGame();
  listen({ assist: assist(game, ask), play: play(game, ask, lookback(game, ask)) });
  addEventListener("hashchange", showPart);
  showPart();
  const palette = byId("palette", { checked: kept("palette") === "high" });
  palette.onchange = () => kept("palette", palette.checked ? "high" : "");
  byId("help-open").onclick = () => byId("help").showModal();
  byId("help").onclose = () => kept("help", "seen");
  if (!kept("help")) byId("help").showModal();
  document.body.classList.add("ready");
}

if (typeof document === "undefined") serve();
else open();
