// The tree of a book: nodes breadth first; those of one parent follow one another, their replies ascend.
import { codeOf, replyCode } from "./reply.js";
/** @import {Lists, Step, Tree} from "./types" */

/** The tree in the bytes of a book's section (lingo_bot/book.py). @param {Uint8Array} bytes
 * @param {number} wide bytes of a guess, and of a count of children
 * @param {number} narrow bytes of a reply @returns {Tree} */
export function treeOf(bytes, wide, narrow) {
  const nodes = bytes.length / (2 * wide + narrow);
  const guesses = integers(bytes, 0, nodes, wide);
  const replies = integers(bytes, nodes * wide, nodes, narrow);
  const children = integers(bytes, nodes * (wide + narrow), nodes, wide);
  const first = new Uint32Array(nodes + 1);
  first[0] = 1;
  children.forEach((count, node) => (first[node + 1] = first[node] + count));
  return { guesses, replies, first };
}

/** @param {Uint8Array} bytes @param {number} start @param {number} count @param {number} width */
function integers(bytes, start, count, width) {
  return Uint32Array.from({ length: count }, (_, index) => {
    let value = 0;
    for (let b = width - 1; b >= 0; b--) value = value * 256 + bytes[start + index * width + b];
    return value;
  });
}

/** The child that a reply code leads to, -1 if there is none. @param {Tree} tree
 * @param {number} node @param {number} code */
function child({ first, replies }, node, code) {
  const index = replies.subarray(first[node], first[node + 1]).indexOf(code);
  return index < 0 ? -1 : first[node] + index;
}

/** The node that the steps lead to, -1 if they leave the tree or there is none.
 * @param {Tree | null} tree @param {Lists} lists @param {Step[]} steps */
export function nodeAfter(tree, lists, steps) {
  let node = tree ? 0 : -1;
  for (const { guess, reply } of steps) {
    if (!tree || node < 0 || lists.words[tree.guesses[node]] !== guess) return -1;
    node = child(tree, node, codeOf(reply));
  }
  return node;
}

/** The attempt, from 0, at which the rest of the tree finds a secret; -1 if it does not within the attempts.
 * @param {Tree} tree @param {Lists} lists @param {number} node @param {number} secret
 * @param {number} attempt the attempt of the node @param {number} attempts */
export function attemptOf(tree, lists, node, secret, attempt, attempts) {
  const { letters, length } = lists;
  for (; node >= 0 && attempt < attempts; attempt++) {
    const guess = tree.guesses[node];
    if (guess === secret) return attempt;
    node = child(tree, node, replyCode(letters, guess * length, letters, secret * length, length));
  }
  return -1;
}
