// The page: its parts, its settings, and games that come in a link.
import { Assist } from "./assist.js";
import { byId } from "./board.js";
import { openGame } from "./game.js";
import { listen } from "./keys.js";
import { Play } from "./play.js";
import { Review } from "./review.js";
import { linkedGame } from "./share.js";
import { keep, keptValue } from "./store.js";
import { serve, worker } from "./work.js";

const PARTS = ["assist", "review", "play"];

/** The part that the address names. */
function partOfAddress() {
  const [name] = location.hash.slice(1).split("=");
  return PARTS.includes(name) ? name : PARTS[0];
}

/** Show the part that the address names; on a wide screen the review stands beside the others. */
function showPart() {
  const part = partOfAddress();
  byId("parts").dataset.part = part;
  for (const name of PARTS) {
    byId(`to-${name}`, { ariaCurrent: name === part ? "page" : null });
  }
}

/** Use and keep the colours that were chosen; style.css has them, by the state of the check box. */
function openSettings() {
  const palette = byId("palette", { checked: keptValue("palette") === "high" });
  palette.onchange = () => keep("palette", palette.checked ? "high" : null);
}

/** Show the help on the first visit, and when it is asked for. */
function openHelp() {
  const help = byId("help");
  const showHelp = () => {
    help.showModal();
    byId("help-close").focus();
  };
  byId("help-open").onclick = showHelp;
  help.onclose = () => keep("help", "seen");
  if (!keptValue("help") && !linkedGame()) showHelp();
}

/** Let the page work without a network after this visit, if it is one of a site, which has a manifest and sw.js. */
function keepForOffline() {
  if (!document.querySelector("link[rel=manifest]")) return;
  // A browser may refuse, as in a private window; the page works all the same.
  navigator.serviceWorker?.register("sw.js").catch(() => {});
}

/** Open the page. */
async function open() {
  const ask = worker();
  const game = await openGame();
  showPart();
  const review = new Review(game, ask);
  const assist = new Assist(game, ask, review);
  const play = new Play(game, ask, review);

  const showLinked = () => {
    const linked = linkedGame();
    if (!linked) return;
    // The browser keeps the game like any other. Without its link a reload does not begin it again.
    history.replaceState(null, "", `#${linked.part}`);
    if (linked.part === "review") review.showLinked(linked);
    if (linked.part === "play") play.showLinked(linked);
  };
  addEventListener("hashchange", () => {
    showPart();
    scrollTo(0, 0);
    showLinked();
  });
  // A part says whether it has used the key; the review has no row to type in.
  listen((key) => {
    const part = partOfAddress();
    if (part === "assist") return assist.press(key);
    if (part === "play") return play.press(key);
    return false;
  });
  openSettings();
  openHelp();
  showLinked();
  // Tests wait for this: from here on the page takes keys.
  document.body.classList.add("ready");
  keepForOffline();
}

// A worker runs this same program, without a document (work.js).
if (typeof document === "undefined") serve();
else open();
