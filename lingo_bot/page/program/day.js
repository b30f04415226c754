// The secrets of Play: at random, or one for each day.

/** The secret of a local date: the same on all machines; none comes twice before all have come.
 * @param {string[]} secrets @param {string} key @param {Date} date */
export function secretOf(secrets, key, date) {
  const day = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
  const order = secrets.map((word) => ({ word, hash: hash(`${key}:${word}`) }));
  order.sort((a, b) => a.hash - b.hash || (a.word < b.word ? -1 : 1));
  return order[day % order.length].word;
}

/** FNV-1a of a text, 32 bits. @param {string} text */
function hash(text) {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text))
    value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value;
}

/** A local date as 2026-11-22. @param {Date} date */
export function dayOf(date) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
