// Elements of the page, and what the browser keeps for it.

/** The element with that id. @template {HTMLElement} [T=HTMLElement] @param {string} id
 * @returns {T} */
export function byId(id) {
  return /** @type {T} */ (document.getElementById(id));
}

/** A new element. @param {string} tag
 * @param {Record<string, any>} [properties] attributes; a function listens to the event of that name
 * @param {(Node | string)[]} children */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** What was kept under a name, null if nothing was or the browser keeps nothing.
 * @param {string} name */
export function kept(name) {
  try {
    return localStorage.getItem(`lingo-bot.${name}`);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
export function keep(name, value) {
  try {
    localStorage.setItem(`lingo-bot.${name}`, value);
  } catch {
    return; // a browser may keep nothing for a file
  }
}

/** Copy a text, and say so. @param {string} text @param {HTMLElement} status */
export async function copy(text, status) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = el("textarea", { class: "away", "aria-hidden": "true" });
    /** @type {HTMLTextAreaElement} */ (area).value = text;
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
