// Elements of the page, and what the browser keeps for it.

/** The element with that id, with these properties. @param {string} id @param {Record<string, any>} properties
 * @returns {any} */
export function byId(id, properties = {}) {
  return Object.assign(/** @type {any} */ (document.getElementById(id)), properties);
}

/** A new element. @param {string} tag @param {Record<string, any>} properties
 * @param {(Node | string)[]} children */
export function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** Items of a list, one for each word. @param {string[]} words */
export function wordItems(words) {
  return words.map((word) => element("li", {}, element("bdi", {}, word)));
}

/** The text that the browser keeps under a name, "" for none; a second text is kept instead.
 * @param {string} name @param {string | null} text */
export function kept(name, text = null) {
  try {
    if (text !== null) localStorage.setItem(`lingo-bot.${name}`, text);
    return localStorage.getItem(`lingo-bot.${name}`) ?? "";
  } catch {
    return ""; // a browser may keep nothing for a file
  }
}

/** Copy lines, and say so in an element; where the browser refuses, the element shows them.
 * @param {string[]} lines @param {string} id */
export async function copy(lines, id) {
  const text = lines.join("\n");
  const copied = navigator.clipboard?.writeText(text).then(() => "Copied.");
  byId(id, { textContent: (await copied?.catch(() => text)) ?? text });
}

/** Save a text as a file. @param {string} name @param {string} text */
export function save(name, text) {
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  element("a", { href, download: name }).click();
}
