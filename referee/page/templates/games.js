"use strict";
// The list of games, which the fields above it filter; a game of the list opens to show its guesses. What players wrote
// becomes text nodes, never markup.
(function () {
  // Games that are listed at once; the button "Show more" lists as many again.
  const STEP = 100;
  // Guesses of more letters get smaller tiles on a telephone, so that even 13 fit beside each other.
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

  // The fields of the filters; a field whose value is "" filters nothing.
  const playerField = document.getElementById("player");
  const rivalField = document.getElementById("against");
  const lengthField = document.getElementById("length");
  const outcomeField = document.getElementById("outcome");
  const textField = document.getElementById("word");
  const fields = [playerField, rivalField, lengthField, outcomeField, textField];

  const list = document.getElementById("list");
  const moreButton = document.getElementById("more");

  // The games that match the filters, and how many of them are listed.
  let matches = [];
  let listed = 0;
  // By word: how many points the player is ahead of the rival. It is empty unless a player and another one are chosen.
  let leads = new Map();

  // A game from its row in the data, whose values have no names (_row_of in referee/page/publication.py).
  function gameOf(row) {
    const [number, player, word, guesses, replies, legal, points, termination, milliseconds, ending, errorText] = row;
    return {
      number,
      // As the value of a field has it: the player's number as a text.
      player: String(player),
      word,
      guesses: replies ? guessesIn(guesses) : [],
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

  // The guesses in a text. Each of them may be empty, so a text of two blanks has three; blanks within a guess are
  // no-break spaces in the text.
  function guessesIn(text) {
    return text.split(" ").map((guess) => guess.replace(/\u00a0/g, " "));
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

  // A word or guess as people write it: the data has one character for a group that counts as one letter, as ij in Dutch.
  function spell(text) {
    return [...text].map((letter) => data.letters[letter] || letter).join("");
  }

  // A new element; without a text it is empty.
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
    for (const field of [playerField, rivalField]) {
      data.players.forEach((name, number) => addChoice(field, String(number), name));
    }

    const lengths = [...new Set(games.map((game) => game.word.length))];
    lengths.sort((a, b) => a - b);
    for (const count of lengths) addChoice(lengthField, String(count), String(count));

    addChoice(outcomeField, NOT_SOLVED, NOT_SOLVED);
    if (games.some(hasFailed)) addChoice(outcomeField, FAILED, FAILED);
    const outcomes = new Set(games.map(outcomeOf));
    for (const name of [...attemptNames, ...data.terminations]) {
      if (outcomes.has(name)) addChoice(outcomeField, name, outcomeText(name));
    }
  }

  function emptyFilters() {
    for (const field of fields) field.value = "";
  }

  // The games that match

  // Whether a player and a rival are chosen: then the list has the games of both for the words that both have played.
  function isPair() {
    return playerField.value !== "" && rivalField.value !== "" && playerField.value !== rivalField.value;
  }

  function isOfPlayers(game) {
    if (isPair()) return leads.has(game.word) && [playerField.value, rivalField.value].includes(game.player);
    return playerField.value === "" || game.player === playerField.value;
  }

  function hasLength(game) {
    return lengthField.value === "" || game.word.length === Number(lengthField.value);
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

  // The points of a player by word; number: the player's, as the fields have it.
  function pointsByWord(number) {
    const gamesOfPlayer = games.filter((game) => game.player === number);
    return new Map(gamesOfPlayer.map((game) => [game.word, game.points]));
  }

  // For each word that both players of a pair have played, how many points the player is ahead of the rival.
  function leadsOfPair() {
    const points = pointsByWord(playerField.value);
    const pointsOfRival = pointsByWord(rivalField.value);

    const common = [...points.keys()].filter((word) => pointsOfRival.has(word));
    return new Map(common.map((word) => [word, points.get(word) - pointsOfRival.get(word)]));
  }

  // Orders the games of a pair: the words where the two differ most come first, and of each word the player's own game.
  function compareByLead(a, b) {
    const difference = Math.abs(leads.get(b.word)) - Math.abs(leads.get(a.word));
    if (difference) return difference;
    if (a.word !== b.word) return a.word < b.word ? -1 : 1;
    return a.player === playerField.value ? -1 : 1;
  }

  // List the games that match the filters.
  function filter() {
    leads = isPair() ? leadsOfPair() : new Map();
    matches = games.filter((game) => hasLength(game) && isOfPlayers(game) && hasOutcome(game) && hasText(game));
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
    moreButton.hidden = listed === matches.length;
  }

  // The page's address

  // Write the filters into the page's address, so that they survive a reload and can be passed on.
  function rememberFilters() {
    const values = new URLSearchParams();
    for (const field of fields) {
      if (field.value) values.set(field.id, field.value);
    }
    history.replaceState(null, "", values.toString() ? `#games?${values}` : "#games");
  }

  // List what the page's address asks for: #games?player=1 has filters, #game-7 is a game.
  function followAddress() {
    const [part, query] = location.hash.split("?");
    // The address of the page itself, as after the browser's Back, filters nothing; that of another part changes no filter.
    if (part === "" || part === "#games") {
      const values = new URLSearchParams(query || "");
      for (const field of fields) field.value = values.get(field.id) || "";
    }
    filter();

    if (part === "#games" && query) document.getElementById("games").scrollIntoView();
    const address = /^#game-([0-9]+)$/.exec(location.hash);
    if (address) openGame(Number(address[1]));
  }

  // Open a game by its number; filters that hide it are emptied.
  function openGame(number) {
    const game = games.find((game) => game.number === number);
    if (!game) return;
    if (!matches.includes(game)) {
      emptyFilters();
      filter();
    }

    while (listed <= matches.indexOf(game)) listMore();
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
      element("span", "word", spell(game.word)),
      element("span", "outcome", outcomeText(outcomeOf(game))),
      element("span", "points", String(game.points)),
    );
    // Of the two games for a word the player's own shows the lead.
    const showsLead = leads.has(game.word) && game.player === playerField.value;
    if (showsLead) summary.append(element("span", "lead", signedText(leads.get(game.word))));

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

  for (const field of fields) field.addEventListener(field === textField ? "input" : "change", choose);
  moreButton.addEventListener("click", listMore);
  document.getElementById("filter").addEventListener("submit", (event) => event.preventDefault());

  // The list of the hardest words has a button for each of them.
  for (const button of document.querySelectorAll("button.word")) {
    button.addEventListener("click", () => {
      emptyFilters();
      textField.value = button.dataset.word;
      choose();
      document.getElementById("games").scrollIntoView();
    });
  }
})();
