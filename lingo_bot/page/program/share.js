// Texts and links that leave the page: by the system's share sheet, the clipboard, or shown to be copied by hand; and
// games inside a link.
import { byId } from "./board.js";
import { asWritten, content, read } from "./words.js";
/** @import {Linked} from "./types" */

/** Share a text and say in an element how: by the system's share sheet where there is one, else by the clipboard. Where
 * the browser has neither, the element shows the text, selected. @param {string} text @param {string} id */
export async function share(text, id) {
  const outcome = await shareBySheet(text);
  if (outcome === "closed") return;
  if (outcome === "shared") {
    byId(id, { textContent: "Shared." });
    return;
  }
  const isCopied = (await copyBySystem(text)) || copyBySelection(text);
  if (isCopied) {
    byId(id, { textContent: "Copied." });
    return;
  }
  const field = document.createElement("pre");
  field.textContent = text;
  byId(id).replaceChildren("Copy this text:", field);
  getSelection()?.selectAllChildren(field);
}

/** Share a text by the system's sheet, and return the outcome: shared, closed by the person, or missing. A sheet that fails
 * counts as missing.
 * @param {string} text @returns {Promise<"shared" | "closed" | "missing">} */
async function shareBySheet(text) {
  if (!("share" in navigator)) return "missing";
  try {
    await navigator.share({ text });
    return "shared";
  } catch (error) {
    const isClosed = error instanceof DOMException && error.name === "AbortError";
    return isClosed ? "closed" : "missing";
  }
}

/** Copy a text by the clipboard, and return whether that went well; a page of plain http has no clipboard. @param {string} text */
async function copyBySystem(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copy a text by selecting it, as browsers without a clipboard for programs can, and return whether that went well.
 * @param {string} text */
function copyBySelection(text) {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  return isCopied;
}

/** The address of this page with a game behind `#`, which no browser sends to a server.
 * @param {string} part @param {string} game */
function addressOf(part, game) {
  return `${location.href.split("#")[0]}#${part}=${game}`;
}

/** A link to the review of a game; its words are spelled as people write them.
 * @param {string} secret @param {string[]} guesses */
export function reviewLink(secret, guesses) {
  const words = [secret, ...guesses].map((word) => encodeURIComponent(asWritten(word)));
  return addressOf("review", words.join("."));
}

/** A link to a game with a hidden word. @param {string} secret */
export function challengeLink(secret) {
  return addressOf("play", hideWord(asWritten(secret)));
}

/** The game in the address, null for none: its words are read, so that each letter is one character. If it cannot be
 * read, its secret is "". @returns {Linked | null} */
export function linkedGame() {
  const [part, game] = location.hash.slice(1).split("=");
  if (!game) return null;
  try {
    if (part === "review") {
      const [secret, ...guesses] = game.split(".").map((word) => read(decodeURIComponent(word)));
      return { part, secret, guesses };
    }
    if (part === "play") return { part, secret: read(revealWord(game)), guesses: [] };
  } catch {
    // The link was cut or changed on its way.
  }
  return { part, secret: "", guesses: [] };
}

/** A word as a text in which nobody reads it at a glance: its bytes, changed by the key of the page (digits that change
 * with its words), in the base64 of addresses. @param {string} word */
function hideWord(word) {
  const bytes = new TextEncoder().encode(word).map(changeByKey);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** The word of a hidden one. @param {string} text */
function revealWord(text) {
  const signs = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(signs, (sign) => sign.charCodeAt(0)).map(changeByKey);
  return new TextDecoder().decode(bytes);
}

/** A byte of a word, changed; changed twice it is the same again. @param {number} byte @param {number} place */
function changeByKey(byte, place) {
  return byte ^ content.key.charCodeAt(place % content.key.length);
}
