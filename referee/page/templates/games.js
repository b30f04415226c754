"use strict";
// The list of games: filtered, searched and opened on demand. Texts of players become text nodes, never markup.
(function () {
  // Games that are listed at once; the button "Show more" lists as many again.
  const STEP = 100;
  // On a telephone more tiles than these have to be smaller, so that up to 13 fit.
  const MOST_LARGE_TILES = 8;
  // The class of a tile by its mark, because "?" cannot be a class.
  const CLASS_OF_MARK = { O: "O", "?": "P", X: "X" };
  const NOT_SOLVED = "not solved";
  const FAILED = "failed";

  const data = JSON.parse(document.getElementById("data").textContent);
  const games = data.games.map(gameOf);
  // Names of attempts: 1st, 2nd, 3rd, 4th and so on.
  const attemptNames = Array.from(
    { length: data.attempts },
    (_, index) => ["1st", "2nd", "3rd"][index] || `${index + 1}th`,
  );

  // The filters: fields whose value is "" where they filter nothing.
  const player = document.getElementById("player");
  const against = document.getElementById("against");
  const length = document.getElementById("length");
  const outcome = document.getElementById("outcome");
  const word = document.getElementById("word");
  const filters = [player, against, length, outcome, word];

  const list = document.getElementById("list");
  const more = document.getElementById("more");

  // The games that match the filters, and how many of them are listed.
  let matches = [];
  let listed = 0;
  // By word: the points of `player` minus those of `against`. It is empty unless two players are compared.
  let leads = new Map();

  // A game from its row in the data, whose values have no names (_row_of in referee/page/publication.py).
  function gameOf(row) {
    const [number, player, word, guesses, replies, legal, points, termination, milliseconds, ending, errorText] = row;
    return {
      number,
      // As the value of a field has it: the player's number as a text.
      player: String(player),
      word,
      // A game without a reply has no guesses; an empty guess is one too. Blanks within a guess are no-break spaces.
      guesses: replies ? guesses.split(" ").map((guess) => guess.replace(/\u00a0/g, " ")) : [],
      replies: replies.split(" "),
      legal: [...legal].map((digit) => digit === "1"),
      points,
      termination: data.terminations[termination],
      milliseconds,
      // Games that ended well have no such texts.
      ending: ending || "",
      errorText: errorText || "",
    };
  }

  const isSolved = (game) => game.termination === "solved";
  // A failure is a game that was not played to its end.
  const hasFailed = (game) => !["solved", "exhausted"].includes(game.termination);

  // The name of a game's outcome: `3rd` for one that was solved at the third attempt, else its termination.
  function outcomeOf(game) {
    return isSolved(game) ? attemptNames[game.guesses.length - 1] : game.termination;
  }

  // An outcome in words, as the list and the field of outcomes have it.
  function outcomeText(name) {
    return attemptNames.includes(name) ? `solved at ${name}` : name;
  }

  // A text for people: a group of letters that counts as one letter is one character in the data.
  function written(text) {
    return [...text].map((letter) => data.letters[letter] || letter).join("");
  }

  function element(tag, className, text) {
    const node = document.createElement(tag);
    if (className) node.className = className;
    if (text !== undefined) node.textContent = text;
    return node;
  }

  // The fields of the filters

  // Let a field choose a value, which is shown as a text.
  function addChoice(field, value, text) {
    const option = element("option", "", text);
    option.value = value;
    field.append(option);
  }

  // Fill the fields with the players, lengths and outcomes that the games have.
  function fillFields() {
    for (const field of [player, against]) {
      data.players.forEach((name, number) => addChoice(field, String(number), name));
    }

    const lengths = [...new Set(games.map((game) => game.word.length))];
    lengths.sort((a, b) => a - b);
    for (const count of lengths) addChoice(length, String(count), String(count));

    addChoice(outcome, NOT_SOLVED, NOT_SOLVED);
    if (games.some(hasFailed)) addChoice(outcome, FAILED, FAILED);
    const outcomes = new Set(games.map(outcomeOf));
    for (const name of [...attemptNames, ...data.terminations]) {
      if (outcomes.has(name)) addChoice(outcome, name, outcomeText(name));
    }
  }

  function emptyFilters() {
    for (const field of filters) field.value = "";
  }

  // The games that match

  function isPair() {
    return player.value !== "" && against.value !== "" && player.value !== against.value;
  }

  function isOfPlayers(game) {
    if (isPair()) return leads.has(game.word) && [player.value, against.value].includes(game.player);
    return player.value === "" || game.player === player.value;
  }

  function hasOutcome(game) {
    if (outcome.value === NOT_SOLVED) return !isSolved(game);
    if (outcome.value === FAILED) return hasFailed(game);
    return outcome.value === "" || outcomeOf(game) === outcome.value;
  }

  // Whether the word of a game or one of its guesses has this text, in lower case, in it.
  function holds(game, text) {
    return text === "" || [game.word, ...game.guesses].some((each) => written(each).toLowerCase().includes(text));
  }

  // For each word that both players of a pair have played, how many points the first one is ahead.
  function leadsOfPair() {
    const pointsOf = (number) => {
      const ofPlayer = games.filter((game) => game.player === number);
      return new Map(ofPlayer.map((game) => [game.word, game.points]));
    };
    const first = pointsOf(player.value);
    const second = pointsOf(against.value);

    const common = [...first.keys()].filter((each) => second.has(each));
    return new Map(common.map((each) => [each, first.get(each) - second.get(each)]));
  }

  // Orders the games of a pair: the words where the two differ most come first, and of each word the first player's game.
  function compareByLead(a, b) {
    const difference = Math.abs(leads.get(b.word)) - Math.abs(leads.get(a.word));
    if (difference) return difference;
    if (a.word !== b.word) return a.word < b.word ? -1 : 1;
    return a.player === player.value ? -1 : 1;
  }

  // List the games that match the filters.
  function filter() {
    leads = isPair() ? leadsOfPair() : new Map();
    const text = word.value.trim().toLowerCase();
    matches = games.filter((game) => {
      const hasLength = length.value === "" || game.word.length === Number(length.value);
      return hasLength && isOfPlayers(game) && hasOutcome(game) && holds(game, text);
    });
    if (isPair()) matches.sort(compareByLead);

    document.getElementById("shown").textContent = countSentence();
    listed = 0;
    list.replaceChildren();
    listMore();
  }

  function countSentence() {
    if (!matches.length) return "No game matches.";
    const all = `${games.length.toLocaleString("en")} games`;
    const count = matches.length === games.length ? all : `${matches.length.toLocaleString("en")} of ${all}`;
    return isPair() ? `${count}, the words where the two differ most first` : count;
  }

  function listMore() {
    const end = Math.min(listed + STEP, matches.length);
    list.append(...matches.slice(listed, end).map(gameElement));
    listed = end;
    more.hidden = listed === matches.length;
  }

  // The page's address

  // Write the filters into the page's address, so that they survive a reload and can be passed on.
  function rememberFilters() {
    const values = new URLSearchParams();
    for (const field of filters) {
      if (field.value) values.set(field.id, field.value);
    }
    history.replaceState(null, "", values.toString() ? `#games?${values}` : "#games");
  }

  // List what the page's address asks for: #games?player=1 has filters, #game-7 is a game.
  function followAddress() {
    const [part, query] = location.hash.split("?");
    // Back at the beginning nothing is filtered; an address within another part changes no filter.
    if (part === "" || part === "#games") {
      const values = new URLSearchParams(query || "");
      for (const field of filters) field.value = values.get(field.id) || "";
    }
    filter();

    if (part === "#games" && query) document.getElementById("games").scrollIntoView();
    const address = /^#game-([0-9]+)$/.exec(location.hash);
    if (address) openGame(Number(address[1]));
  }

  // Open a game by its number; filters that hide it are emptied.
  function openGame(number) {
    const indexOfGame = () => matches.findIndex((game) => game.number === number);
    if (indexOfGame() < 0) {
      emptyFilters();
      filter();
    }

    const index = indexOfGame();
    if (index < 0) return;
    while (listed <= index) listMore();
    const details = document.getElementById(`game-${number}`);
    details.open = true;
    details.scrollIntoView();
  }

  // The elements of a game

  // A line of the list, which opens to show the guesses.
  function gameElement(game) {
    const summary = element("summary");
    summary.append(
      element("span", "player", data.players[game.player]),
      element("span", "word", written(game.word)),
      element("span", "outcome", outcomeText(outcomeOf(game))),
      element("span", "points", String(game.points)),
    );
    const isFirstOfPair = leads.has(game.word) && game.player === player.value;
    if (isFirstOfPair) summary.append(element("span", "lead", signed(leads.get(game.word))));

    const details = element("details", "game");
    details.id = `game-${game.number}`;
    details.append(summary);
    details.addEventListener("toggle", () => {
      // The guesses are made when they are asked for: a run may have many thousands of games.
      const isFirstTime = details.childElementCount === 1;
      if (details.open && isFirstTime) details.append(guessesElement(game));
    });
    return details;
  }

  // A number of points with its sign: +100, 0, −100.
  function signed(points) {
    const sign = { 1: "+", 0: "", "-1": "−" }[Math.sign(points)];
    return `${sign}${Math.abs(points)}`;
  }

  // The guesses of a game and how it ended.
  function guessesElement(game) {
    const block = element("div", "play");
    game.guesses.forEach((guess, index) => {
      const line = element("div", "guess");
      if (game.legal[index]) line.append(tiles(guess, game.replies[index]));
      else line.append(element("span", "illegal", written(guess) || "(empty line)"), element("small", "", "illegal"));
      line.append(element("small", "", timeText(game.milliseconds[index])));
      block.append(line);
    });

    const ending = game.ending ? `${game.ending} · ` : "";
    const line = element("small", "", `${game.termination}: ${game.points} points · ${ending}`);
    const link = element("a", "", `game ${game.number}`);
    link.href = `#game-${game.number}`;
    line.append(link);
    block.append(line);
    if (game.errorText) block.append(element("pre", "", game.errorText));
    return block;
  }

  // A legal guess as a row of tiles with its marks.
  function tiles(guess, reply) {
    const row = element("span", guess.length > MOST_LARGE_TILES ? "tiles long" : "tiles");
    row.setAttribute("role", "img");
    row.setAttribute("aria-label", `${written(guess)}: ${reply}`);
    [...guess].forEach((letter, place) => {
      const mark = reply[place];
      const tile = element("span", `tile ${CLASS_OF_MARK[mark]}`, written(letter));
      tile.append(element("sub", "", mark));
      row.append(tile);
    });
    return row;
  }

  function timeText(milliseconds) {
    const threeDigits = { minimumSignificantDigits: 3, maximumSignificantDigits: 3 };
    return `${milliseconds.toLocaleString("en", threeDigits)} ms`;
  }

  // What people do

  // Show and remember what was chosen in the fields.
  function choose() {
    filter();
    rememberFilters();
  }

  fillFields();
  followAddress();
  addEventListener("hashchange", followAddress);
  document.addEventListener("click", (event) => {
    // A link to where the page is already changes no address, and so makes no hashchange.
    const link = event.target.closest('a[href^="#games?"]');
    if (link && link.hash === location.hash) followAddress();
  });

  for (const field of [player, against, length, outcome]) field.addEventListener("change", choose);
  word.addEventListener("input", choose);
  more.addEventListener("click", listMore);
  document.getElementById("filter").addEventListener("submit", (event) => event.preventDefault());

  // The list of the hardest words has a button for each of them.
  for (const button of document.querySelectorAll("button.word")) {
    button.addEventListener("click", () => {
      emptyFilters();
      word.value = button.dataset.word;
      choose();
      document.getElementById("games").scrollIntoView();
    });
  }
})();
