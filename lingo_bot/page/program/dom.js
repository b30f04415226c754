// Elements of the page, and what the browser keeps for it.

/** The element with that id. @param {string} id @returns {any} */
export function byId(id) {
  return document.getElementById(id);
}

/** A new element. @param {string} tag
 * @param {Record<string, any>} properties attributes; a function listens to the event of that name
 * @param {(Node | string)[]} children */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** List words in an element: the first few, and how many more there are. @param {Element} list
 * @param {string[]} words @param {number} most */
export function listWords(list, words, most) {
  const items = words.slice(0, most).map((word) => el("li", {}, el("bdi", {}, word)));
  list.replaceChildren(...items);
  return words.length - items.length;
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

/** Copy a text, and say so. @param {string} text @param {HTMLElement} status */
export async function copy(text, status) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = el("textarea", { class: "away", "aria-hidden": "true" }, text);
    document.body.append(area);
    /** @type {HTMLTextAreaElement} */ (area).select();
    document.execCommand("copy");
    area.remove();
  }
  status.textContent = "Copied.";
}

/** Save a text as a file. @param {string} name @param {string} text */
export function save(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
