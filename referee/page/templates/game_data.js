// The games of a report, as referee/page/page_data.py wrote them into the page, and the names of their outcomes.

// The names of players, terminations and attempts, the letters that stand for groups, and the games as rows of values.
export const data = JSON.parse(document.getElementById("data").textContent);
export const games = data.games.map(gameOf);

// What a game wins if the last guess solves it; each attempt that is left over wins as much again.
const POINTS_A_GUESS = 100;

// A game from its row, whose values have no names.
function gameOf(row) {
  const [number, playerIndex, word, guessesText, repliesText, legalText, ...furtherValues] = row;
  // A game that ended well has neither of the two texts at the end.
  const [points, terminationIndex, milliseconds, ending = "", errorText = ""] = furtherValues;
  // A text of guesses that is empty may be one empty guess. Then it has a reply, so the replies tell whether there is any.
  const hasGuesses = repliesText !== "";
  return {
    number,
    // As the fields of the filters have it: the player's place in data.players, as a text.
    player: String(playerIndex),
    word,
    guesses: hasGuesses ? guessesIn(guessesText) : [],
    replies: hasGuesses ? repliesText.split(" ") : [],
    // For each guess whether it is legal: 101 if the second of three is not.
    legal: [...legalText].map((digit) => digit === "1"),
    points,
    termination: data.terminations[terminationIndex],
    // The times of the guesses.
    milliseconds,
    // How the player's process ended, as in "by SIGKILL"; "" if it ended well.
    ending,
    // The end of what the player wrote on standard error, "" for none.
    errorText,
  };
}

// The guesses in a text. Each of them may be empty, so a text of two blanks has three; blanks within a guess are
// no-break spaces in the text.
function guessesIn(text) {
  return text.split(" ").map((guess) => guess.replace(/\u00a0/g, " "));
}

export function isSolved(game) {
  return game.termination === "solved";
}

// Whether a game was not played to its end.
export function hasFailed(game) {
  return !["solved", "exhausted"].includes(game.termination);
}

// Whether the word of a game is not shown, because a player still has to play it: it has an asterisk for each letter.
export function isHidden(game) {
  return game.word.startsWith("*");
}

// The name of a game's outcome: `guess 3` for one that was solved at the third attempt, else its termination.
export function outcomeOf(game) {
  // The points tell the attempt, because a game whose word is hidden has no guesses here. The attempt that solved the game
  // is one of those left.
  const attemptsLeft = game.points / POINTS_A_GUESS;
  return isSolved(game) ? data.attempts.at(-attemptsLeft) : game.termination;
}

// An outcome in words: "solved at guess 3", else the termination.
export function outcomeText(name) {
  return data.attempts.includes(name) ? `solved at ${name}` : name;
}

// A word or guess as people write it: the data has one character for a group that counts as one letter, as ij in Dutch, and
// one form of the Greek s, which has another one at the end of a word.
export function spell(text) {
  const written = [...text].map((letter) => data.letters[letter] || letter).join("");
  return written.replace(/(?<=\p{L})σ(?!\p{L})/gu, "ς");
}

// The number of letters of a word in the data; its `length` counts some letters twice.
export function letterCount(word) {
  return [...word].length;
}
