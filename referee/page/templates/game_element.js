// The elements of a game in the list: a line, which opens to show the guesses. What players wrote becomes text nodes,
// never markup.
import { data, outcomeOf, outcomeText, spell } from "./game_data.js";

// Guesses of more letters get smaller tiles on a telephone, so that even 13 fit beside each other.
const MOST_LARGE_TILES = 8;
// The class of a tile by its mark in style.css: "?" cannot be a class, so P stands for a letter that is present.
const CLASS_OF_MARK = { O: "O", "?": "P", X: "X" };

// A new element; without a text it is empty.
export function element(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

// The line of a game. lead: how many points the player is ahead of a rival with this word, undefined for no such figure.
export function gameElement(game, lead) {
  const summary = element("summary");
  summary.append(
    element("span", "player", data.players[game.player]),
    element("span", "word", spell(game.word)),
    element("span", "outcome", outcomeText(outcomeOf(game))),
    element("span", "points", String(game.points)),
  );
  if (lead !== undefined) summary.append(element("span", "lead", signedText(lead)));

  const details = element("details", "game");
  details.id = `game-${game.number}`;
  details.append(summary);
  // The guesses are made when they are asked for: a run may have many thousands of games.
  details.addEventListener("toggle", () => details.append(guessesElement(game)), { once: true });
  return details;
}

// A number of points with its sign: +100, 0, −100.
function signedText(points) {
  if (points > 0) return `+${points}`;
  return points < 0 ? `−${-points}` : "0";
}

// The guesses of a game and how it ended.
function guessesElement(game) {
  const block = element("div", "play");
  game.guesses.forEach((guess, index) => {
    const line = element("div", "guess");
    if (game.legal[index]) {
      line.append(tiles(guess, game.replies[index]));
    } else {
      const text = spell(guess) || "(empty line)";
      line.append(element("span", "illegal", text), element("small", "", "illegal"));
    }
    line.append(element("small", "", timeText(game.milliseconds[index])));
    block.append(line);
  });

  // How the process of a player that failed ended, as in "crashed: 0 points · with exit status 1 · game 7".
  const ending = game.ending ? `${game.ending} · ` : "";
  const lastLine = element("small", "", `${game.termination}: ${game.points} points · ${ending}`);
  const link = element("a", "", `game ${game.number}`);
  link.href = `#game-${game.number}`;
  lastLine.append(link);
  block.append(lastLine);
  if (game.errorText) block.append(element("pre", "", game.errorText));
  return block;
}

// A legal guess as a row of tiles with its marks.
function tiles(guess, reply) {
  const row = element("span", guess.length > MOST_LARGE_TILES ? "tiles long" : "tiles");
  row.setAttribute("role", "img");
  row.setAttribute("aria-label", `${spell(guess)}: ${reply}`);
  [...guess].forEach((letter, place) => {
    const mark = reply[place];
    const tile = element("span", `tile ${CLASS_OF_MARK[mark]}`, spell(letter));
    tile.append(element("sub", "", mark));
    row.append(tile);
  });
  return row;
}

// A time with three digits, as in 0.0123 ms or 1,230 ms.
function timeText(milliseconds) {
  const threeDigits = { minimumSignificantDigits: 3, maximumSignificantDigits: 3 };
  return `${milliseconds.toLocaleString("en", threeDigits)} ms`;
}
