// A starter player in JavaScript: it guesses the middle one of the words that fit all replies so far.
const { readFileSync } = require("fs");
const { createInterface } = require("readline");

// Return the marks: O in its place, ? elsewhere in the word, X not in the word, or not once more.
function reply(guess, secret) {
  const letters = [...secret];
  const unmatched = letters.filter((letter, i) => letter !== [...guess][i]);
  return [...guess]
    .map((letter, i) => {
      if (letter === letters[i]) return "O";
      const at = unmatched.indexOf(letter);
      if (at < 0) return "X";
      unmatched.splice(at, 1);
      return "?";
    })
    .join("");
}

let words = readFileSync(`wordlist${process.argv.at(-1)}.txt`, "utf8").trim().split("\n");
let guess = "";

function next() {
  if (!words.length) process.exit();
  guess = words[words.length >> 1];
  console.log(guess);
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const answer = line.trim();
  if (/^O*$/.test(answer)) process.exit();
  words = words.filter((word) => word !== guess && reply(guess, word) === answer);
  next();
});
next();
