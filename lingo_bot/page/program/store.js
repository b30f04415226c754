// Values that the browser keeps for the page: settings, games and statistics. Nothing of it leaves the browser.
import { content } from "./words.js";

const PREFIX = "lingo-bot.";

/** The name under which this page keeps something. Pages of other words or rules keep theirs under other names, because
 * all pages that are opened as files can share one store. @param {string} name */
export function ofThisPage(name) {
  // `key` changes with the words. `letter` is null both if the page asks for the first letter and if none is shown, so
  // `showsLetter` is needed too.
  const { key, attempts, objective, hard, showsLetter, letter } = content;
  return [key, attempts, objective, hard, showsLetter, letter, name].join(".");
}

/** The value that was kept under a name, null for none. @param {string} name @returns {any} */
export function keptValue(name) {
  return readFrom("localStorage", name);
}

/** Keep a value, null to forget it. @param {string} name @param {unknown} value */
export function keep(name, value) {
  writeTo("localStorage", name, value);
}

/** The value that this tab kept, else the one that any tab kept last. @param {string} name @returns {any} */
export function keptByTab(name) {
  return readFrom("sessionStorage", name) ?? readFrom("localStorage", name);
}

/** Keep a value for this tab, and for a tab that is opened later: two open tabs do not change each other's value.
 * @param {string} name @param {unknown} value */
export function keepByTab(name, value) {
  writeTo("sessionStorage", name, value);
  writeTo("localStorage", name, value);
}

/** Call a function when another tab keeps a value under this name. @param {string} name
 * @param {() => void} changed */
export function onKeptElsewhere(name, changed) {
  addEventListener("storage", (event) => {
    if (event.key === PREFIX + name) changed();
  });
}

/** @param {"localStorage" | "sessionStorage"} storage @param {string} name @returns {any} */
function readFrom(storage, name) {
  try {
    return JSON.parse(globalThis[storage].getItem(PREFIX + name) ?? "null");
  } catch {
    // A browser may keep nothing for a page that is opened as a file, or the text is of an older page.
    return null;
  }
}

/** @param {"localStorage" | "sessionStorage"} storage @param {string} name @param {unknown} value */
function writeTo(storage, name, value) {
  try {
    if (value === null) globalThis[storage].removeItem(PREFIX + name);
    else globalThis[storage].setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A browser may keep nothing for a page that is opened as a file; the page works all the same.
  }
}
