"""Errors of the values that lingo-bot shows without a book, and losses by its advice, against searched trees.

A position is reached by one to three guesses, each drawn from the words that fit all replies before. Up to EXACT
candidates the value of a guess is that of its best tree. Over more candidates it is that of a tree found by a beam that
keeps WIDTH guesses at the next attempt and LATER_WIDTH after it, and searches sets of up to EXACT candidates exactly.

First guesses have estimates, because there are too many candidates to search their trees in a game. Words from the best
to the worst of the list are compared with trees that keep one guess at each attempt: how far the difference from the
best guess's value is from the difference of the trees.
"""

import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from statistics import mean, quantiles
from typing import Any, NamedTuple

import numpy as np

from benchmarks import contest
from benchmarks.tables import figure, table
from codebreaker.games.lingo import lingo
from codebreaker.replies import Array
from codebreaker.search.beam import BeamSearch
from codebreaker.search.exact import ExactSearch
from codebreaker.search.fastest import fastest_few_candidates, fastest_totals
from codebreaker.search.recursion import CostAndTree
from lingo_bot import Player
from lingo_bot.assistant.advice import Adviser
from lingo_bot.shortlist import LiveSearch
from lingo_bot.strategy import Lookahead, expected_points, played_objective, strategy_of
from wordlists.build import DICTIONARIES, LANGUAGES, words_in
from wordlists.reply import reply_for
from wordlists.word_game import GUESSES, POINTS, read_game

PAGE = "strategy.md"
SEED = 1
POSITIONS, QUICK = 200, 10
FIRST_GUESS_LENGTHS = (4, 5)
QUICK_RANKS = 3
RUNS = 3
"""Moves that are timed in each position: other load on the machine only makes them longer."""
EXACT = 60
RANKS = (0, 0.002, 0.01, 0.03, 0.08, 0.15, 0.25, 0.4, 0.55, 0.7, 0.9)
"""The places in the list of first guesses, from 0 for the best to 1, of the words that are compared."""
WIDTH, LATER_WIDTH = 12, 4
DIGITS = {GUESSES: 4, POINTS: 2}


class Rules(NamedTuple):
    """The rules of a game that is measured."""

    length: int
    words: list[str] | str | None
    answers: str | None = None
    attempts: int = 5
    objective: str = POINTS
    first_letter: bool = False
    """Whether the first letter of the secret is shown."""

    def player(self, letter: str | None = None) -> Player:
        """A player without a book; letter: the first letter where it is shown."""
        options: dict[str, Any] = {"attempts": self.attempts, "answers": self.answers, "objective": self.objective}
        return Player(self.length, self.words, fold=True, first_letter=letter, book="", **options)


class Measurement(NamedTuple):
    """What is measured in one position."""

    candidates: int
    error: float
    """How far the value that is shown for the advised guess is from its true value."""
    loss: float
    """How much better the best guess is than the advised one."""
    seconds: float
    """Processor time of the player's guess or of its advice, the longer of the two; the least of RUNS."""


class _Beam(BeamSearch):
    """A beam that searches small sets exactly."""

    exact: ExactSearch

    def better(self, secrets: Array, guesses_left: int, limit: int) -> CostAndTree | None:
        if len(secrets) <= EXACT:
            return self.exact.better(secrets, guesses_left, limit)
        return super().better(secrets, guesses_left, limit)


class Truth:
    """The values of guesses in one game, from searched trees."""

    def __init__(self, player: Player) -> None:
        game = lingo(player.words, player.answers)
        objective = played_objective(player.objective, player.attempts)
        keep = [WIDTH] * 2 + [LATER_WIDTH] * player.attempts
        expected = expected_points(player.length, objective)
        self._beam = _Beam(game, objective, expected, keep, fastest_totals())
        self._beam.exact = ExactSearch(game, objective, fastest_totals(), small=fastest_few_candidates(game, objective))
        self._guess = {word: index for index, word in enumerate(player.words)}
        self._secret = {word: index for index, word in enumerate(player.answers)}

    def points(self, player: Player, guess: str | None = None) -> float:
        """The expected points of the guess in the player's position, 0 for a miss; of the best guess where None."""
        secrets = np.array([self._secret[word] for word in player.candidates], dtype=np.int32)
        objective = self._beam.objective
        guesses_left = objective.attempts - len(player.steps)
        found = (
            self._beam.best(secrets, guesses_left)
            if guess is None
            else self._beam.evaluate(self._guess[guess], secrets, guesses_left)
        )
        assert found is not None
        cost = found[0]
        if objective.miss:
            cost %= objective.miss  # a miss has 0 points: what is left is what its guesses cost
        return objective.points_of(cost, len(secrets), guesses_left) / len(secrets)


def first_guess_errors(words: str | None, length: int, count: int) -> dict[str, Any]:
    """Mean errors over the first guesses of a list at the first `count` of RANKS, in points.

    `estimate` is the error of the values that are shown, `bins` that of the expected points by bin sizes alone.
    """
    rules = read_game(length, words)
    adviser = Adviser(rules, book="")
    strategy = strategy_of("score", rules, adviser.game, fastest_totals())
    assert isinstance(strategy, Lookahead)
    secrets = adviser.everything
    keep_one = [1] * rules.attempts
    search = LiveSearch(strategy.game, strategy.objective, strategy.expected, keep_one, strategy.totals)
    ranked = search.most_promising(secrets, rules.attempts, len(rules.words))

    by_trees = []
    estimates = []
    by_bins = []
    for rank in RANKS[:count]:
        guess = int(ranked[int(rank * len(ranked))])
        word = rules.words.words[guess]
        found = search.evaluate(guess, secrets, rules.attempts)
        assert found is not None
        by_trees.append(strategy.objective.points_of(found[0], len(secrets)) / len(secrets))
        estimates.append(adviser.evaluate(word, secrets, []).points)
        by_bins.append(adviser.points_by_bins(*adviser.sizes(word, secrets), rules.attempts))
    return {
        "words": len(ranked),
        "compared": count,
        "estimate": _mean_error(estimates, by_trees),
        "bins": _mean_error(by_bins, by_trees),
    }


def _mean_error(values: list[float], true_values: list[float]) -> float:
    """The mean error of the differences between each value and the first."""
    errors = [
        abs((value - values[0]) - (true_value - true_values[0]))
        for value, true_value in zip(values[1:], true_values[1:], strict=True)
    ]
    return mean(errors)


def games() -> dict[str, Rules]:
    """The games by name whose lists are on this machine."""
    wordle = contest.SHARED / "wordle"
    french = Path(DICTIONARIES, LANGUAGES["french"])
    rules = {}
    if wordle.exists():
        lists = str(wordle / "allowed.txt"), str(wordle / "answers.txt")
        rules["Wordle"] = Rules(5, *lists, attempts=6, objective=GUESSES)
    if french.exists():
        words = [word for word in words_in(french.read_text(encoding="utf-8")) if len(word) == 7]
        rules["Motus, 7 letters"] = Rules(7, words, attempts=6, objective=GUESSES, first_letter=True)
    return rules | {f"Lingo, {length} letters": Rules(length, contest.source()) for length in (5, 9)}


def positions(rules: Rules, count: int) -> Iterator[tuple[Player, Player]]:
    """That many positions of at least three candidates: (the player before the first guess, the player there)."""
    rng = Random(SEED)
    start = cache(rules.player)
    words = rules.player().answers
    while count:
        secret = rng.choice(words)
        opening = start(secret[0] if rules.first_letter else None)
        player = opening.new_game()
        for _ in range(rng.randint(1, 3)):
            guess = rng.choice(player.candidates)
            player.hear(reply_for(guess, secret), guess)
            if player.over or player.remaining < 3:
                break
        else:
            count -= 1
            yield opening, player


def measurement(rules: Rules, player: Player, truth: Truth) -> Measurement:
    """The measurement of the player's advice in its position."""
    advised = player.best()[0]
    value = truth.points(player, advised.word)
    best = truth.points(player)
    scale = 1 if advised.guesses is None else 100  # the points that one of what counts is worth: a point or a guess
    times = []
    for _ in range(RUNS):
        fresh = rules.player(player.first_letter)
        for step in player.steps:
            fresh.hear(step.reply, step.guess)
        for move in (fresh.guess, fresh.best):
            start = time.process_time()
            move()
            times.append(time.process_time() - start)
    seconds = max(min(times[::2]), min(times[1::2]))
    return Measurement(player.remaining, abs(advised.points - value) / scale, max(0.0, best - value) / scale, seconds)


def measure(quick: bool) -> dict[str, Any]:
    """By game: means and 95th percentiles of errors and losses, and the slowest move."""
    count = QUICK if quick else POSITIONS
    results = {}
    for name, rules in games().items():
        truth_of = cache(Truth)
        measurements = [measurement(rules, player, truth_of(opening)) for opening, player in positions(rules, count)]
        sizes, errors, losses, seconds = zip(*measurements, strict=True)
        results[name] = {
            "positions": len(sizes),
            "exact": sum(size <= EXACT for size in sizes),
            "error": mean(errors),
            "error95": quantiles(errors, n=20, method="inclusive")[-1],
            "loss": mean(losses),
            "loss95": quantiles(losses, n=20, method="inclusive")[-1],
            "seconds": max(seconds),
            "unit": rules.objective,
        }
    first_guesses = {
        f"{length} letters": first_guess_errors(contest.source(), length, QUICK_RANKS if quick else len(RANKS))
        for length in FIRST_GUESS_LENGTHS
    }
    return {
        "seed": SEED,
        "exact": EXACT,
        "width": [WIDTH, LATER_WIDTH],
        "games": results,
        "first guesses": first_guesses,
    }


def tables(results: dict[str, Any]) -> dict[str, str]:
    """`positions`: errors and losses by game; `openers`: errors of the estimates of first guesses."""
    exact = f"exact (up to {EXACT})"
    header = ("game", "unit", "positions", exact, "mean error", "95 %", "mean loss", "95 %", "slowest move, s")
    rows = []
    for name, result in results["games"].items():
        figures = [figure(result[key], DIGITS[result["unit"]]) for key in ("error", "error95", "loss", "loss95")]
        figures.append(figure(result["seconds"], 2))
        rows.append([name, *(result[key] for key in ("unit", "positions", "exact")), *figures])
    first_guesses = [
        [name, result["words"], result["compared"], figure(result["estimate"], 2), figure(result["bins"], 2)]
        for name, result in results["first guesses"].items()
    ]
    first_header = ("list", "words", "compared", "mean error of estimates", "by expected points alone")
    return {"positions": table(header, rows), "openers": table(first_header, first_guesses)}
