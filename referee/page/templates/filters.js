// The fields above the list of games, and the games that match them.
import {
  data,
  games,
  hasFailed,
  isHidden,
  isSolved,
  letterCount,
  outcomeOf,
  outcomeText,
  spell,
} from "./game_data.js";
import { element } from "./game_element.js";

// Choices of the field of outcomes beside the outcomes themselves.
const NOT_SOLVED = "not solved";
const FAILED = "failed";

// A field whose value is "" filters nothing.
const playerField = document.getElementById("player");
const rivalField = document.getElementById("against");
const lengthField = document.getElementById("length");
const outcomeField = document.getElementById("outcome");
export const textField = document.getElementById("word");
export const fields = [playerField, rivalField, lengthField, outcomeField, textField];

// By word: how many points the chosen player is ahead of the chosen rival. It is empty unless both are chosen.
let leads = new Map();

// Fill the fields with the players, lengths and outcomes that the games have.
export function fillFields() {
  for (const field of [playerField, rivalField]) {
    data.players.forEach((name, number) => addChoice(field, String(number), name));
  }

  const lengths = [...new Set(games.map((game) => letterCount(game.word)))];
  lengths.sort((a, b) => a - b);
  for (const count of lengths) addChoice(lengthField, String(count), String(count));

  addChoice(outcomeField, NOT_SOLVED, NOT_SOLVED);
  if (games.some(hasFailed)) addChoice(outcomeField, FAILED, FAILED);
  const outcomes = new Set(games.map(outcomeOf));
  // outcomeOf gives a solved game the name of its attempt, and another game its termination.
  for (const name of [...data.attempts, ...data.terminations]) {
    if (outcomes.has(name)) addChoice(outcomeField, name, outcomeText(name));
  }
}

// Let a field choose a value, which is shown as a text.
function addChoice(field, value, text) {
  const option = element("option", "", text);
  option.value = value;
  field.append(option);
}

export function emptyFilters() {
  for (const field of fields) field.value = "";
}

// Whether a player and a rival are chosen: then the list has the games of both for the words that both have played.
export function isPair() {
  return (
    playerField.value !== "" && rivalField.value !== "" && playerField.value !== rivalField.value
  );
}

// The games that match the fields, in the order of the list.
export function matchingGames() {
  leads = isPair() ? leadsOfPair() : new Map();
  const matches = games.filter(
    (game) => isOfPlayers(game) && hasLength(game) && hasOutcome(game) && hasText(game),
  );
  return isPair() ? matches.sort(compareByLead) : matches;
}

// How many points the chosen player is ahead of the rival with the word of this game of its own. Undefined for the rival's
// games, and where no pair is chosen.
export function leadOf(game) {
  return game.player === playerField.value ? leads.get(game.word) : undefined;
}

function isOfPlayers(game) {
  if (isPair())
    return leads.has(game.word) && [playerField.value, rivalField.value].includes(game.player);
  return playerField.value === "" || game.player === playerField.value;
}

function hasLength(game) {
  return lengthField.value === "" || letterCount(game.word) === Number(lengthField.value);
}

function hasOutcome(game) {
  if (outcomeField.value === NOT_SOLVED) return !isSolved(game);
  if (outcomeField.value === FAILED) return hasFailed(game);
  return outcomeField.value === "" || outcomeOf(game) === outcomeField.value;
}

// Whether the word of a game or one of its guesses has the text of the field in it.
function hasText(game) {
  const text = textField.value.trim().toLowerCase();
  if (text === "") return true;
  const words = [game.word, ...game.guesses].map(spell);
  return words.some((word) => word.toLowerCase().includes(text));
}

// For each word that both players of a pair have played, how many points the player is ahead of the rival.
function leadsOfPair() {
  const points = pointsByWord(playerField.value);
  const pointsOfRival = pointsByWord(rivalField.value);

  const common = [...points.keys()].filter((word) => pointsOfRival.has(word));
  return new Map(common.map((word) => [word, points.get(word) - pointsOfRival.get(word)]));
}

// The points of a player by word, without games whose word is hidden. player: as the fields have it.
function pointsByWord(player) {
  const gamesOfPlayer = games.filter((game) => game.player === player && !isHidden(game));
  return new Map(gamesOfPlayer.map((game) => [game.word, game.points]));
}

// Orders the games of a pair: the words where the two differ most come first, and of each word the player's own game.
function compareByLead(a, b) {
  const difference = Math.abs(leads.get(b.word)) - Math.abs(leads.get(a.word));
  if (difference) return difference;
  if (a.word !== b.word) return a.word < b.word ? -1 : 1;
  return a.player === playerField.value ? -1 : 1;
}
