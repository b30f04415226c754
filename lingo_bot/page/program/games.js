// The games that the file holds: one, or one for each first letter that may be shown.
import { treeOf } from "./tree.js";
import { valuesOf } from "./values.js";
import { beginningWith, indices, inflate, listsOf } from "./words.js";
/** @import {Content, Games} from "./types" */

/** @param {Content} content @returns {Promise<Games>} */
export async function openGames(content) {
  const signs = [...new TextDecoder().decode(await inflate(content.words))];
  const words = Array.from({ length: signs.length / content.length }, (_, index) =>
    signs.slice(index * content.length, (index + 1) * content.length).join(""),
  );
  const bits = content.answers === null ? null : await inflate(content.answers);
  const answers = indices(bits, words.length);
  const secrets =
    content.common === null ? answers : indices(await inflate(content.common), words.length);
  const lists = listsOf(words, answers, content.length);
  const trees = new Map();
  for (const [letter, [text, guess, reply]] of Object.entries(content.trees)) {
    trees.set(letter, treeOf(await inflate(text), guess, reply));
  }
  const values = valuesOf(content);
  const made = new Map();
  const of = (/** @type {string | null} */ letter) => {
    const key = content.letter === null && letter ? letter : "";
    if (!made.has(key)) {
      const cut = key ? beginningWith(lists, key) : lists;
      const tree = trees.get(key) ?? null;
      const rules = {
        hard: content.hard,
        worst: content.objective === "worst",
      };
      made.set(key, { lists: cut, values, tree, ...rules });
    }
    return made.get(key);
  };
  return { content, lists, secrets, of };
}
