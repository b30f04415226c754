"use strict";
// The list of games: filtered, searched and opened on demand. Texts of players become text nodes, never markup.
(function () {
  // How many games are listed at once.
  const STEP = 100;
  // The places of a game's values in its row (referee/page/publication.py); times are in milliseconds.
  const [NUMBER, PLAYER, WORD, GUESSES, REPLIES, LEGAL, POINTS, TERMINATION, TIMES, ENDING, ERROR_TEXT] = Array(11).keys();
  // The class of a tile by its mark; "?" cannot be one.
  const CLASSES = { O: "O", "?": "P", X: "X" };
  const data = JSON.parse(document.getElementById("data").textContent);
  const ATTEMPTS = Array.from({ length: data.attempts }, (_, place) => ["1st", "2nd", "3rd"][place] || `${place + 1}th`);
  const field = (id) => document.getElementById(id);
  const [player, against, length, outcome, word] = ["player", "against", "length", "outcome", "word"].map(field);
  const filters = [player, against, length, outcome, word];
  const NOT_SOLVED = "not solved", FAILED = "failed";
  const list = field("list"), more = field("more"), shown = field("shown");
  // The games that match the filters, and how many of them are listed.
  let matches = [];
  let listed = 0;
  // Where two players are compared: by how many points the first is ahead, by word.
  let leads = new Map();

  function element(name, className, text) {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  // A group of characters that counts as one letter is one character in the data, and spelled out for people.
  const written = (text) => [...text].map((letter) => data.letters[letter] || letter).join("");
  const solved = (game) => data.terminations[game[TERMINATION]] === "solved";
  // A game without a reply has no guesses; an empty line is a guess too. Blanks within a guess come as no-break spaces.
  const guesses = (game) => (game[REPLIES] ? game[GUESSES].split(" ").map((guess) => guess.replace(/\u00a0/g, " ")) : []);

  // The name of a game's outcome: `3rd` for one that was solved at the third attempt, else its termination.
  function outcomeOf(game) {
    return solved(game) ? ATTEMPTS[guesses(game).length - 1] : data.terminations[game[TERMINATION]];
  }

  function choices(select, values) {
    for (const [value, text] of values) {
      const option = element("option", "", text);
      option.value = value;
      select.append(option);
    }
  }

  // Fill the fields of the filters with what is there to choose.
  function fill() {
    const unique = (values) => [...new Set(values)];
    for (const select of [player, against]) choices(select, data.players.map((name, place) => [String(place), name]));
    choices(length, unique(data.games.map((game) => game[WORD].length)).sort((a, b) => a - b).map((n) => [String(n), String(n)]));
    const met = new Set(data.games.map(outcomeOf));
    const failed = data.games.some(hasFailed);
    choices(outcome, [[NOT_SOLVED, NOT_SOLVED], ...(failed ? [[FAILED, FAILED]] : [])]);
    choices(outcome, [...ATTEMPTS, ...data.terminations].filter((name) => met.has(name))
      .map((name) => [name, ATTEMPTS.includes(name) ? "solved at " + name : name]));
  }

  // A failure is a game that was not played to its end.
  const hasFailed = (game) => !["solved", "exhausted"].includes(data.terminations[game[TERMINATION]]);

  function hasOutcome(game) {
    if (outcome.value === NOT_SOLVED) return !solved(game);
    if (outcome.value === FAILED) return hasFailed(game);
    return outcome.value === "" || outcomeOf(game) === outcome.value;
  }

  // A function that tells whether a game matches all filters.
  function matcher() {
    const text = word.value.trim().toLowerCase();
    return (game) =>
      isOfPlayers(game) &&
      (length.value === "" || game[WORD].length === Number(length.value)) &&
      hasOutcome(game) &&
      (text === "" || [game[WORD], ...guesses(game)].some((each) => written(each).toLowerCase().includes(text)));
  }

  const isPair = () => player.value !== "" && against.value !== "" && player.value !== against.value;

  function isOfPlayers(game) {
    if (isPair()) return leads.has(game[WORD]) && [player.value, against.value].includes(String(game[PLAYER]));
    return player.value === "" || game[PLAYER] === Number(player.value);
  }

  // For each word that two players have both played, how many points the first won more.
  function pointsAhead() {
    const points = [new Map(), new Map()];
    for (const game of data.games) {
      const place = [player.value, against.value].indexOf(String(game[PLAYER]));
      if (place >= 0) points[place].set(game[WORD], game[POINTS]);
    }
    const both = [...points[0]].filter(([each]) => points[1].has(each));
    return new Map(both.map(([each, won]) => [each, won - points[1].get(each)]));
  }

  // The words where two players differ most come first; of each word the game of the first player does.
  function byDifference(a, b) {
    const difference = Math.abs(leads.get(b[WORD])) - Math.abs(leads.get(a[WORD]));
    if (difference) return difference;
    if (a[WORD] !== b[WORD]) return a[WORD] < b[WORD] ? -1 : 1;
    return String(a[PLAYER]) === player.value ? -1 : 1;
  }

  function filter() {
    leads = isPair() ? pointsAhead() : new Map();
    matches = data.games.filter(matcher());
    if (isPair()) matches.sort(byDifference);
    shown.textContent = countSentence();
    listed = 0;
    list.replaceChildren();
    listMore();
  }

  function countSentence() {
    if (!matches.length) return "No game matches.";
    const all = `${data.games.length.toLocaleString("en")} games`;
    const count = matches.length === data.games.length ? all : `${matches.length.toLocaleString("en")} of ${all}`;
    return isPair() ? `${count}, the words where the two differ most first` : count;
  }

  function listMore() {
    list.append(...matches.slice(listed, listed + STEP).map(row));
    listed = Math.min(listed + STEP, matches.length);
    more.hidden = listed >= matches.length;
  }

  // The filters stand in the page's address, so that they survive a reload and can be passed on.
  function remember() {
    const state = new URLSearchParams();
    for (const choice of filters) if (choice.value) state.set(choice.id, choice.value);
    history.replaceState(null, "", state.toString() ? `#games?${state}` : "#games");
  }

  function restore() {
    const [place, state] = location.hash.split("?");
    // Back at the beginning nothing is filtered; an address within another part changes no filter.
    if (place === "" || place === "#games") {
      const values = new URLSearchParams(state || "");
      for (const choice of filters) choice.value = values.get(choice.id) || "";
    }
    filter();
    if (place === "#games" && state) field("games").scrollIntoView();
    const number = /^#game-([0-9]+)$/.exec(location.hash);
    if (number) reveal(Number(number[1]));
  }

  // Show a game, open, by its number; filters that hide it are emptied.
  function reveal(number) {
    const placeOfGame = () => matches.findIndex((game) => game[NUMBER] === number);
    if (placeOfGame() < 0) {
      emptyFilters();
      filter();
    }
    const place = placeOfGame();
    if (place < 0) return;
    while (listed <= place) listMore();
    const details = field(`game-${number}`);
    details.open = true;
    details.scrollIntoView();
  }

  function row(game) {
    const details = element("details", "game");
    details.id = `game-${game[NUMBER]}`;
    const summary = element("summary");
    summary.append(
      element("span", "player", data.players[game[PLAYER]]),
      element("span", "word", written(game[WORD])),
      element("span", "outcome", solved(game) ? "solved at " + outcomeOf(game) : outcomeOf(game)),
      element("span", "points", String(game[POINTS])),
    );
    const lead = leads.get(game[WORD]);
    if (lead !== undefined && String(game[PLAYER]) === player.value) {
      const sign = { "1": "+", "0": "", "-1": "−" }[Math.sign(lead)];
      summary.append(element("span", "lead", `${sign}${Math.abs(lead)}`));
    }
    details.append(summary);
    details.addEventListener("toggle", () => {
      if (details.open && details.childElementCount === 1) details.append(play(game));
    });
    return details;
  }

  function play(game) {
    const room = element("div", "play");
    const replies = game[REPLIES].split(" ");
    guesses(game).forEach((guess, place) => {
      room.append(guessLine(guess, replies[place], game[LEGAL][place] === "1", game[TIMES][place]));
    });

    const result = `${data.terminations[game[TERMINATION]]}: ${game[POINTS]} points · `;
    const ending = game[ENDING] ? `${game[ENDING]} · ` : "";
    const line = element("small", "", result + ending);
    const link = element("a", "", `game ${game[NUMBER]}`);
    link.href = `#game-${game[NUMBER]}`;
    line.append(link);
    room.append(line);
    if (game[ERROR_TEXT]) room.append(element("pre", "", game[ERROR_TEXT]));
    return room;
  }

  function guessLine(guess, reply, legal, milliseconds) {
    const line = element("div", "guess");
    if (legal) {
      // On a telephone more than 8 tiles have to be smaller, so that up to 13 fit.
      const tiles = element("span", "tiles" + (guess.length > 8 ? " long" : ""));
      tiles.setAttribute("role", "img");
      tiles.setAttribute("aria-label", `${written(guess)}: ${reply}`);
      [...guess].forEach((letter, place) => {
        const tile = element("span", "tile " + CLASSES[reply[place]], written(letter));
        tile.append(element("sub", "", reply[place]));
        tiles.append(tile);
      });
      line.append(tiles);
    } else {
      line.append(element("span", "illegal", written(guess) || "(empty line)"), element("small", "", "illegal"));
    }
    const digits = { minimumSignificantDigits: 3, maximumSignificantDigits: 3 };
    line.append(element("small", "", `${milliseconds.toLocaleString("en", digits)} ms`));
    return line;
  }

  function emptyFilters() {
    for (const choice of filters) choice.value = "";
  }

  function choose() {
    filter();
    remember();
  }

  fill();
  restore();
  addEventListener("hashchange", restore);
  document.addEventListener("click", (event) => {
    // A link to where the page is already changes no address, and so is no event of its own.
    const link = event.target.closest('a[href^="#games?"]');
    if (link && link.hash === location.hash) restore();
  });
  for (const select of [player, against, length, outcome]) select.addEventListener("change", choose);
  word.addEventListener("input", choose);
  more.addEventListener("click", listMore);
  field("filter").addEventListener("submit", (event) => event.preventDefault());
  for (const button of document.querySelectorAll("button.word")) {
    button.addEventListener("click", () => {
      emptyFilters();
      word.value = button.dataset.word;
      choose();
      field("games").scrollIntoView();
    });
  }
})();
