// The list of games, which shows those that match its filters; the page's address has the filters too.
import {
  emptyFilters,
  fields,
  fillFields,
  isPair,
  leadOf,
  matchingGames,
  textField,
} from "./filters.js";
import { games } from "./game_data.js";
import { gameElement } from "./game_element.js";

// Games that are listed at once; the button "Show more" lists as many again.
const STEP = 100;

const list = document.getElementById("list");
const moreButton = document.getElementById("more");

// The games that match the filters, and how many of them are listed.
let matches = [];
let listed = 0;

// List the games that match the filters.
function showMatches() {
  matches = matchingGames();
  document.getElementById("shown").textContent = countSentence();
  listed = 0;
  list.replaceChildren();
  listMore();
}

function countSentence() {
  if (!matches.length) return "No game matches.";
  const all = `${games.length.toLocaleString("en")} ${games.length === 1 ? "game" : "games"}`;
  const count =
    matches.length === games.length ? all : `${matches.length.toLocaleString("en")} of ${all}`;
  return isPair() ? `${count}, the words where the two differ most first` : count;
}

// List the next games. Where two players are compared, a game of the first shows by how many points it leads.
function listMore() {
  const end = Math.min(listed + STEP, matches.length);
  for (const game of matches.slice(listed, end)) list.append(gameElement(game, leadOf(game)));
  listed = end;
  moreButton.hidden = listed === matches.length;
}

// List the games for what was chosen in the fields, and write it into the page's address, so that it survives a reload and
// can be passed on.
function choose() {
  showMatches();

  const values = new URLSearchParams();
  for (const field of fields) {
    if (field.value) values.set(field.id, field.value);
  }
  history.replaceState(null, "", values.toString() ? `#games?${values}` : "#games");
}

// Show what the page's address names: the games of #games?player=1, or the game of #game-7.
function followAddress() {
  const [part, query] = location.hash.split("?");
  // Without filters all games are listed, as in the address that the browser's Back leads to. The address of another part,
  // such as #audit, leaves the fields as they are.
  if (part === "" || part === "#games") {
    const values = new URLSearchParams(query || "");
    for (const field of fields) field.value = values.get(field.id) || "";
  }
  showMatches();

  // The browser scrolls to #games by itself, but no element has a name with filters.
  if (part === "#games" && query) scrollToList();
  const address = /^#game-([0-9]+)$/.exec(location.hash);
  if (address) openGame(Number(address[1]));
}

// Open a game by its number; filters that hide it are emptied.
function openGame(number) {
  const game = games.find((candidate) => candidate.number === number);
  if (!game) return;
  if (!matches.includes(game)) {
    emptyFilters();
    showMatches();
  }

  while (listed <= matches.indexOf(game)) listMore();
  const details = document.getElementById(`game-${number}`);
  details.open = true;
  details.scrollIntoView();
}

function scrollToList() {
  document.getElementById("games").scrollIntoView();
}

fillFields();
followAddress();
addEventListener("hashchange", followAddress);
document.addEventListener("click", (event) => {
  // A link to where the page is already changes no address, and so makes no hashchange.
  const link = event.target.closest('a[href^="#games?"]');
  if (link && link.hash === location.hash) followAddress();
});

for (const field of fields)
  field.addEventListener(field === textField ? "input" : "change", choose);
moreButton.addEventListener("click", listMore);
document.getElementById("filter").addEventListener("submit", (event) => event.preventDefault());

// The list of the hardest words has a button for each of them.
for (const button of document.querySelectorAll("button.word")) {
  button.addEventListener("click", () => {
    emptyFilters();
    textField.value = button.dataset.word;
    choose();
    scrollToList();
  });
}
