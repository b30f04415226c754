"""How far the values that lingo-bot shows without a book are from those of searched trees, and what its advice loses.

Two kinds of guesses are measured. The first are guesses within games, in positions that are reached by one to three
guesses, each drawn from the words that fit all replies before. They are compared with true values
(benchmarks/true_values.py).

The second are first guesses, from the best to the worst of a list. Of these only the values are measured, and not the
advice (benchmarks/first_guess_estimates.py).
"""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from statistics import mean, quantiles
from typing import Any

from benchmarks import contest
from benchmarks.first_guess_estimates import QUICK_RANKS, RANKS, first_guess_errors
from benchmarks.tables import figure, table
from benchmarks.true_values import EXACT, LATER_WIDTH, WIDTH, TrueValues
from codebreaker.outcome import POINTS_A_GUESS
from lingo_bot import Player
from lingo_bot.assistant.steps import list_of
from lingo_bot.book_player import NO_BOOK
from wordlists.build import DICTIONARIES, LANGUAGES, words_in
from wordlists.reply import reply_for
from wordlists.spelling import Spelling
from wordlists.word_game import GUESSES, OWN_LETTER, POINTS, WordGame, read_game

PAGE = "strategy.md"
"""The page of docs/ that shows the tables."""
SEED = 1
"""The seed of the positions."""
POSITIONS = 200
"""How many positions of a game are measured."""
QUICK_POSITIONS = 10
"""How many of them in a quick benchmark."""
LEAST_CANDIDATES = 3
"""With fewer candidates every guess is obvious, so such a position is not measured."""
RUNS = 3
"""How often a move is timed. The shortest time counts, because other load on the machine only makes it longer."""
LENGTHS = (5, 9)
"""The lengths of Lingo whose positions are measured: the usual one, and the one with the most words in the contest."""
FIRST_GUESS_LENGTHS = (4, 5)
"""The lengths of Lingo whose first guesses are compared."""
DIGITS = {GUESSES: 4, POINTS: 2}
"""Digits after the point of errors and losses, by the objective of the game."""


def games() -> dict[str, WordGame]:
    """Return the games that are measured, by name: those whose lists are on this machine.

    Wordle's lists are beside those of the contest.
    """
    word_games = {}
    wordle = contest.SHARED / "wordle"
    if wordle.exists():
        lists = (str(wordle / "allowed.txt"), str(wordle / "answers.txt"))
        word_games["Wordle"] = read_game(5, *lists, attempts=6, objective=GUESSES)

    french = Path(DICTIONARIES, LANGUAGES["french"])
    if french.exists():
        words = [word for word in words_in(french.read_text(encoding="utf-8")) if len(word) == 7]
        # As on television letters have no accents, and the first letter of the secret is shown.
        word_list = list_of(words, 7, french.name, Spelling(fold=True))
        motus = WordGame(word_list, attempts=6, objective=GUESSES, letter=OWN_LETTER)
        word_games["Motus, 7 letters"] = motus

    for length in LENGTHS:
        word_games[f"Lingo, {length} letters"] = read_game(length, contest.source())
    return word_games


def player_of(word_game: WordGame, letter: str | None) -> Player:
    """Return a player of the game without a book; letter: the first letter that is shown, None for none."""
    return Player.of_game(word_game.with_rules(letter=letter), book=NO_BOOK)


def positions(word_game: WordGame, count: int) -> Iterator[tuple[Player, Player]]:
    """Yield that many positions, each as two players: one before its first guess, and one in the position."""
    rng = Random(SEED)
    # There is one player at the start for each first letter that is shown, because _figures makes a search of true
    # values for each such player.
    player_at_start = cache(partial(player_of, word_game))

    made = 0
    while made < count:
        secret = rng.choice(word_game.secrets.words)
        start = player_at_start(word_game.letter_of(secret))
        player = start.new_game()
        if _reaches_position(player, secret, rng.randint(1, 3), rng):
            made += 1
            yield start, player


def _reaches_position(player: Player, secret: str, guesses: int, rng: Random) -> bool:
    """Make that many guesses at random, each a candidate; return whether the position that follows is measured."""
    for _ in range(guesses):
        guess = rng.choice(player.candidates)
        player.hear(reply_for(guess, secret), guess)
        if player.over or player.remaining < LEAST_CANDIDATES:
            return False
    return True


def measurement(word_game: WordGame, player: Player, true_values: TrueValues) -> dict[str, float]:
    """Return what is measured of the player's advice in its position, by name.

    candidates: how many are left. error: how far the value that is shown for the advised guess is from its true value.
    loss: how much better the best guess is than the advised one. seconds: the processor time of the player's guess or
    of its advice, the longer of the two; the least of RUNS.
    """
    advised = player.best()[0]
    true_points = true_values.points(player, advised.word)
    best_points = true_values.points(player)

    # The values here are in points. Where guesses count, a player shows them in guesses, and so do the figures.
    counts_guesses = advised.guesses is not None
    points_of_unit = POINTS_A_GUESS if counts_guesses else 1

    seconds_of_guess = []
    seconds_of_advice = []
    for _ in range(RUNS):
        # A player keeps what it has searched, so each move is made by a new one.
        fresh = player_of(word_game, player.first_letter)
        for step in player.steps:
            fresh.hear(step.reply, step.guess)
        seconds_of_guess.append(_processor_seconds(fresh.guess))
        seconds_of_advice.append(_processor_seconds(fresh.best))

    return {
        "candidates": player.remaining,
        "error": abs(advised.points - true_points) / points_of_unit,
        # For many candidates best_points is from a beam search, which may find a worse tree than that of the advised
        # guess: that is no loss.
        "loss": max(0.0, best_points - true_points) / points_of_unit,
        "seconds": max(min(seconds_of_guess), min(seconds_of_advice)),
    }


def _processor_seconds(move: Callable[[], object]) -> float:
    """Return the processor time of a move, in seconds."""
    start = time.process_time()
    move()
    return time.process_time() - start


def measure(quick: bool) -> dict[str, Any]:
    """Return means and 95th percentiles of errors and losses by game, and errors of first guesses by list.

    exact: up to how many candidates true values are exact. width: how many guesses the search of true values tries for
    more candidates, at the first two attempts and at later ones.
    """
    count = QUICK_POSITIONS if quick else POSITIONS
    by_game = {name: _figures(word_game, count) for name, word_game in games().items()}

    ranks = QUICK_RANKS if quick else RANKS
    first_guesses = {}
    for length in FIRST_GUESS_LENGTHS:
        first_guesses[f"{length} letters"] = first_guess_errors(contest.source(), length, ranks)

    return {
        "seed": SEED,
        "exact": EXACT,
        "width": [WIDTH, LATER_WIDTH],
        "games": by_game,
        "first guesses": first_guesses,
    }


def _figures(word_game: WordGame, count: int) -> dict[str, Any]:
    """Return the figures of a game over that many positions; `exact` counts those whose true values are exact."""
    # The argument is the player at the start of the game. Positions with the same first letter share it and the search.
    true_values_of = cache(TrueValues)
    measurements = []
    for start, player in positions(word_game, count):
        measurements.append(measurement(word_game, player, true_values_of(start)))

    errors = [measured["error"] for measured in measurements]
    losses = [measured["loss"] for measured in measurements]
    return {
        "positions": count,
        "exact": sum(measured["candidates"] <= EXACT for measured in measurements),
        "error": mean(errors),
        "error95": _percentile_95(errors),
        "loss": mean(losses),
        "loss95": _percentile_95(losses),
        "seconds": max(measured["seconds"] for measured in measurements),
        "unit": word_game.objective,
    }


def _percentile_95(values: Sequence[float]) -> float:
    """Return the value that 95 % of the values do not exceed: the last of the 19 that divide them into 20 parts."""
    return quantiles(values, n=20, method="inclusive")[-1]


def tables(results: dict[str, Any]) -> dict[str, str]:
    """Return two tables: `positions`, errors and losses by game, and `openers`, errors of first guesses by list."""
    exact = f"exact (up to {EXACT})"
    header = ("game", "unit", "positions", exact, "mean error", "95 %", "mean loss", "95 %", "slowest move, s")
    rows = []
    for name, result in results["games"].items():
        digits = DIGITS[result["unit"]]
        figures = [figure(result[key], digits) for key in ("error", "error95", "loss", "loss95")]
        slowest = figure(result["seconds"], 2)
        rows.append([name, result["unit"], result["positions"], result["exact"], *figures, slowest])

    first_header = ("list", "words", "compared", "mean error of estimates", "by expected points alone")
    first_rows = []
    for name, result in results["first guesses"].items():
        # `estimate` is the error of the values that are shown, `bins` that of the expected points alone.
        errors = [figure(result[key], 2) for key in ("estimate", "bins")]
        first_rows.append([name, result["words"], result["compared"], *errors])

    return {"positions": table(header, rows), "openers": table(first_header, first_rows)}
