// The reply to a guess, as a number in base 3: X = 0, ? = 1, O = 2, the first letter the most significant digit.

export const MARKS = "X?O";

/** The reply code of a guess against a secret; both begin at an offset of an array of letters.
 * @param {ArrayLike<number>} guesses @param {number} guess offset of the guess
 * @param {ArrayLike<number>} secrets @param {number} secret offset of the secret
 * @param {number} length letters of a word @returns {number} */
export function replyCode(guesses, guess, secrets, secret, length) {
  let code = 0;
  let taken = 0; // bit p: the secret's letter p is spent on a mark
  for (let p = 0; p < length; p++) if (guesses[guess + p] === secrets[secret + p]) taken |= 1 << p;
  const placed = taken;
  for (let p = 0; p < length; p++) {
    let mark = 0;
    if ((placed >> p) & 1) mark = 2;
    else {
      for (let q = 0; q < length; q++) {
        if (!((taken >> q) & 1) && secrets[secret + q] === guesses[guess + p]) {
          taken |= 1 << q;
          mark = 1;
          break;
        }
      }
    }
    code = code * 3 + mark;
  }
  return code;
}

/** The reply to a guess in marks, both words as strings of one character a letter.
 * @param {string} guess @param {string} secret */
export function replyFor(guess, secret) {
  const ours = [...guess];
  const numbers = (/** @type {string[]} */ signs) =>
    signs.map((sign) => /** @type {number} */ (sign.codePointAt(0)));
  return marksOf(replyCode(numbers(ours), 0, numbers([...secret]), 0, ours.length), ours.length);
}

/** The reply of that code in marks. @param {number} code @param {number} length */
export function marksOf(code, length) {
  let marks = "";
  for (let p = 0; p < length; p++) {
    marks = MARKS[code % 3] + marks;
    code = Math.floor(code / 3);
  }
  return marks;
}

/** The code of a reply in marks. @param {string} marks */
export function codeOf(marks) {
  return [...marks].reduce((code, mark) => code * 3 + MARKS.indexOf(mark), 0);
}

/** Whether the reply is the winning one. @param {string} reply */
export function won(reply) {
  return /^O+$/.test(reply);
}

const SIGNS = [
  { O: "oO0", "?": "?", X: "xX.-_" },
  { O: "gG🟩🟧", "?": "yY🟨🟦", X: "bBxX.-_⬛⬜" },
];

/** The text as a reply in marks, null if it is not one of that length. Marks (O ?) and colours (g y b) are not mixed.
 * @param {string} text @param {number} length @returns {string | null} */
export function replyIn(text, length) {
  const signs = [...text.replaceAll("\uFE0F", "")];
  if (signs.length !== length) return null;
  for (const kinds of SIGNS) {
    const marks = signs.map((sign) =>
      Object.entries(kinds).find(([, all]) => [...all].includes(sign)),
    );
    if (marks.every(Boolean)) return marks.map((entry) => entry && entry[0]).join("");
  }
  return null;
}
