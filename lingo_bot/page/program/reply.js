// The reply to a guess, as a number in base 3: X = 0, ? = 1, O = 2, the first letter the most significant digit.
import { content } from "./content.js";

const MARKS = "X?O";
const SIGNS = [
  ["xX.-_", "?", "oO0"],
  ["bBxX.-_⬛⬜", "yY🟨🟦", "gG🟩🟧"],
];

/** The code points of the words' letters, one word after the other. @param {string} words */
export function lettersOf(words) {
  return Uint32Array.from(words, (letter) => letter.codePointAt(0) ?? 0);
}

/** The reply code of a guess against the secret that begins there; a letter 0 of the guess adds nothing.
 * @param {ArrayLike<number>} guess @param {ArrayLike<number>} secrets @param {number} start */
export function replyCode(guess, secrets, start = 0) {
  const length = guess.length;
  let [free, code] = [0, 0]; // bit p: the secret's letter p is not spent on a mark
  for (let p = 0; p < length; p++) if (guess[p] !== secrets[start + p]) free |= 1 << p;
  const misplaced = free;
  for (let p = 0; p < length; p++) {
    code *= 3;
    if (!((misplaced >> p) & 1)) code += 2;
    else if (guess[p]) {
      let q = 0;
      while (q < length && !((free >> q) & 1 && secrets[start + q] === guess[p])) q++;
      if (q === length) continue;
      free ^= 1 << q;
      code++;
    }
  }
  return code;
}

/** The reply to a guess in marks. @param {string} guess @param {string} secret */
export function replyFor(guess, secret) {
  const code = replyCode(lettersOf(guess), lettersOf(secret)).toString(3);
  return code.padStart([...guess].length, "0").replace(/./g, (digit) => MARKS[Number(digit)]);
}

/** The code of a reply in marks. @param {string} marks */
export function codeOf(marks) {
  return [...marks].reduce((code, mark) => code * 3 + MARKS.indexOf(mark), 0);
}

/** Whether the reply is the winning one. @param {string} reply */
export function won(reply) {
  return /^O+$/.test(reply);
}

/** The text as a reply in marks, null if it is none. Marks (O ?) and colours (g y b) are not mixed. @param {string} text */
export function replyIn(text) {
  const signs = [...text.replaceAll("\uFE0F", "")];
  for (const kinds of SIGNS) {
    const marks = signs.map((sign) => kinds.findIndex((kind) => [...kind].includes(sign)));
    if (signs.length === content.length && !marks.includes(-1))
      return marks.map((mark) => MARKS[mark]).join("");
  }
  return null;
}

/** The best mark that each tried letter has got. @param {{guess: string, reply: string}[]} steps */
export function bestMarks(steps) {
  /** @type {Record<string, string>} */
  const marks = {};
  for (const { guess, reply } of steps) {
    for (const [place, letter] of [...guess].entries())
      if (MARKS.indexOf(reply[place]) >= MARKS.indexOf(marks[letter] ?? "X"))
        marks[letter] = reply[place];
  }
  return marks;
}
