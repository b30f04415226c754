// The reply to a guess, as a number in base 3: X = 0, ? = 1, O = 2, the first letter the most significant digit.

const MARKS = "X?O";

/** The reply code of a guess against a secret; both begin at an offset of an array of letters.
 * @param {ArrayLike<number>} guesses @param {number} guess offset of the guess
 * @param {ArrayLike<number>} secrets @param {number} secret offset of the secret
 * @param {number} length letters of a word @returns {number} */
export function replyCode(guesses, guess, secrets, secret, length) {
  let placed = 0;
  for (let p = 0; p < length; p++) if (guesses[guess + p] === secrets[secret + p]) placed |= 1 << p;
  let taken = placed; // bit p: the secret's letter p is spent on a mark
  let code = 0;
  for (let p = 0; p < length; p++) {
    let q = (placed >> p) & 1 ? length : 0;
    while (q < length && ((taken >> q) & 1 || secrets[secret + q] !== guesses[guess + p])) q++;
    if (q < length) taken |= 1 << q;
    code = code * 3 + ((placed >> p) & 1 ? 2 : q < length ? 1 : 0);
  }
  return code;
}

/** The reply to a guess in marks, both words as strings of one character a letter.
 * @param {string} guess @param {string} secret */
export function replyFor(guess, secret) {
  const [ours, theirs] = [guess, secret].map((word) =>
    Array.from(word, (sign) => sign.codePointAt(0) ?? 0),
  );
  const code = replyCode(ours, 0, theirs, 0, ours.length);
  return code
    .toString(3)
    .padStart(ours.length, "0")
    .replace(/./g, (digit) => MARKS[Number(digit)]);
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
  ["xX.-_", "?", "oO0"],
  ["bBxX.-_⬛⬜", "yY🟨🟦", "gG🟩🟧"],
];

/** The text as a reply in marks, null if it is not one of that length. Marks (O ?) and colours (g y b) are not mixed.
 * @param {string} text @param {number} length @returns {string | null} */
export function replyIn(text, length) {
  const signs = [...text.replaceAll("\uFE0F", "")];
  for (const kinds of SIGNS) {
    const marks = signs.map((sign) => kinds.findIndex((kind) => [...kind].includes(sign)));
    if (signs.length === length && !marks.includes(-1))
      return marks.map((mark) => MARKS[mark]).join("");
  }
  return null;
}
