"use strict";
// The list of games: filtered, searched and opened on demand. Texts of players become text nodes, never markup.
(function () {
  const STEP = 100;
  const [NUMBER, PLAYER, WORD, GUESSES, REPLIES, LEGAL, POINTS, TERMINATION, TIMES, ENDED, SAID] = Array(11).keys();
  const CLASSES = { O: "O", "?": "P", X: "X" };
  const data = JSON.parse(document.getElementById("data").textContent);
  const ATTEMPTS = Array.from({ length: data.attempts }, (_, place) => ["1st", "2nd", "3rd"][place] || `${place + 1}th`);
  const field = (id) => document.getElementById(id);
  const [player, length, outcome, word] = ["player", "length", "outcome", "word"].map(field);
  const list = field("list"), more = field("more"), shown = field("shown");
  let found = [];
  let next = 0;

  function element(name, className, text) {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  // A group of characters that counts as one letter is one character in the data, and spelled out for people.
  const written = (text) => [...text].map((letter) => data.letters[letter] || letter).join("");
  const split = (text) => (text === "" ? [] : text.split(" "));
  const solved = (game) => data.terminations[game[TERMINATION]] === "solved";
  // A game without a reply has no guesses; an empty guess is one all the same.
  const guesses = (game) => (game[REPLIES] ? game[GUESSES].split(" ").map((guess) => guess.replace(/\u00a0/g, " ")) : []);

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

  function fill() {
    const unique = (values) => [...new Set(values)];
    choices(player, data.players.map((name, place) => [String(place), name]));
    choices(length, unique(data.games.map((game) => game[WORD].length)).sort((a, b) => a - b).map((n) => [String(n), String(n)]));
    const met = new Set(data.games.map(outcomeOf));
    choices(outcome, [...ATTEMPTS, ...data.terminations].filter((name) => met.has(name))
      .map((name) => [name, ATTEMPTS.includes(name) ? "solved at " + name : name]));
  }

  function wanted() {
    const text = word.value.trim().toLowerCase();
    return (game) =>
      (player.value === "" || game[PLAYER] === Number(player.value)) &&
      (length.value === "" || game[WORD].length === Number(length.value)) &&
      (outcome.value === "" || outcomeOf(game) === outcome.value) &&
      (text === "" || [game[WORD], ...guesses(game)].some((each) => written(each).toLowerCase().includes(text)));
  }

  function filter() {
    found = data.games.filter(wanted());
    next = 0;
    list.replaceChildren();
    const all = data.games.length.toLocaleString("en");
    shown.textContent = found.length === data.games.length ? `${all} games` : `${found.length.toLocaleString("en")} of ${all} games`;
    if (!found.length) shown.textContent = "No game matches.";
    show();
  }

  function show() {
    list.append(...found.slice(next, next + STEP).map(row));
    next = Math.min(next + STEP, found.length);
    more.hidden = next >= found.length;
  }

  // The filters stand in the page's address, so that they survive a reload and can be passed on.
  function remember() {
    const state = new URLSearchParams();
    for (const choice of [player, length, outcome, word]) if (choice.value) state.set(choice.id, choice.value);
    location.replace(state.toString() ? `#games?${state}` : "#all-games");
  }

  function restore() {
    const [place, state] = location.hash.split("?");
    if (place === "#games" && state) {
      for (const [name, value] of new URLSearchParams(state)) if (field(name)) field(name).value = value;
    }
    filter();
    const number = /^#game-([0-9]+)$/.exec(location.hash);
    if (number) reveal(Number(number[1]));
  }

  function reveal(number) {
    const place = found.findIndex((game) => game[NUMBER] === number);
    if (place < 0) return;
    while (next <= place) show();
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
    details.append(summary);
    details.addEventListener("toggle", () => {
      if (details.open && details.childElementCount === 1) details.append(play(game));
    });
    return details;
  }

  function play(game) {
    const room = element("div", "play");
    const replies = split(game[REPLIES]);
    guesses(game).forEach((guess, place) => {
      room.append(guessLine(guess, replies[place], game[LEGAL][place] === "1", game[TIMES][place]));
    });
    const end = [`${data.terminations[game[TERMINATION]]}: ${game[POINTS]} points`, game[ENDED], ""];
    const line = element("small", "", end.filter((part, at) => part || at === 2).join(" · "));
    const link = element("a", "", `game ${game[NUMBER]}`);
    link.href = `#game-${game[NUMBER]}`;
    line.append(link);
    room.append(line);
    if (game[SAID]) room.append(element("pre", "", game[SAID]));
    return room;
  }

  function guessLine(guess, reply, legal, milliseconds) {
    const line = element("div", "guess");
    if (legal) {
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

  function choose() {
    filter();
    remember();
  }

  fill();
  restore();
  for (const select of [player, length, outcome]) select.addEventListener("change", choose);
  word.addEventListener("input", choose);
  more.addEventListener("click", show);
  field("filter").addEventListener("submit", (event) => event.preventDefault());
  for (const button of document.querySelectorAll("button.word")) {
    button.addEventListener("click", () => {
      for (const select of [player, length, outcome]) select.value = "";
      word.value = button.dataset.word;
      choose();
      field("games").scrollIntoView();
    });
  }
})();
