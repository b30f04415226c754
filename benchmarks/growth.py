"""Growth of running time with the words of a list, the remaining candidates, and the players and games of a pit."""

import os
import tempfile
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmarks import contest
from benchmarks.measuring import program, stopwatch
from benchmarks.measuring.markdown import Figure, table
from benchmarks.measuring.svg import line_chart
from codebreaker.games.lingo import lingo
from lingo_bot.strategy import strategy_of
from referee.game.working_directory import working_directory
from wordlists import reader
from wordlists.reader import WordList

LENGTH = 9
"""Letters of the words; the contest's list has most words of this length."""
WORDS = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000)
CANDIDATES = (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000)
PITS = ((1, 10), (1, 30), (1, 100), (3, 30), (10, 30), (10, 100))
"""(players, games of each player)."""
LITTLE = 10_000
"""The most words of a quick measurement."""


def measure(quick: bool) -> dict[str, Any]:
    """Seconds by number of words, by number of candidates, and by players and games."""
    words = reader.read_list(LENGTH, contest.source()).words
    sizes = [*(size for size in WORDS if size < len(words)), len(words)]
    sizes = [size for size in sizes if not quick or size <= LITTLE]
    return {
        "list": contest.list_name(),
        "letters": LENGTH,
        "words": {str(size): _by_words(_spaced(words, size)) for size in sizes},
        "candidates": _by_candidates(_spaced(words, sizes[-1])),
        "pits": [_pit(*pit, words) for pit in (PITS[:2] if quick else PITS)],
    }


def _spaced(words: Sequence[str], count: int) -> list[str]:
    """That many of the words, evenly spaced."""
    return [words[place * len(words) // count] for place in range(count)]


def _by_words(words: list[str]) -> dict[str, float]:
    """Seconds for a live player's first guess and slowest later move, and to rank all first guesses on one core."""
    listed = WordList(LENGTH, words, "")
    with working_directory({LENGTH: listed}) as directory:
        games = [stopwatch.game([contest.OURS, "--no-book"], secret, directory.path) for secret in _spaced(words, 3)]
        ranking = [program.path("precompute"), "first-guesses", "--lengths", str(LENGTH)]
        return {
            "first": min(game.first for game in games),
            "slowest": max(move for game in games for move in game.moves),
            "ranking": stopwatch.launch([*ranking, "--wordlist", directory.path, "--jobs", "1"], directory.path),
        }


def _by_candidates(words: list[str]) -> dict[str, float]:
    """Seconds of the second move of a live game by number of candidates, with all words as guesses; best of three."""
    strategy, found = strategy_of("score", lingo(words), 5), {}
    for count in (count for count in CANDIDATES if count < len(words)):
        candidates = np.array([place * len(words) // count for place in range(count)], dtype=np.int32)
        seconds = []
        for _ in range(3):
            start = time.perf_counter()
            strategy.choice(candidates, 1)
            seconds.append(time.perf_counter() - start)
        found[str(count)] = min(seconds)
    return found


def _pit(players: int, games: int, words: list[str]) -> dict[str, float]:
    """Players, games of each, and seconds of a run of lingo-bot against itself, two games at a time."""
    with tempfile.TemporaryDirectory() as folder:
        line = [program.path("referee"), "run", "--lengths", str(LENGTH), "--seed", "1"]
        line += ["--rounds", str(games), "--jobs", "2", "--out", os.path.join(folder, "run"), "--players"]
        line += [f"p{number}={contest.OURS}" for number in range(players)]
        source = contest.source()
        seconds = stopwatch.launch([*line, "--wordlist", source] if source else line, folder)
    return {"players": players, "games": games, "seconds": seconds}


def tables(results: dict[str, Any]) -> dict[str, str]:
    """`words`, `candidates`, `pits`: the measured times."""
    by_words = [
        [int(size), *(Figure(at[name] * 1e3, 0) for name in ("first", "slowest", "ranking"))]
        for size, at in results["words"].items()
    ]
    by_candidates = [[int(size), Figure(seconds * 1e3, 0)] for size, seconds in results["candidates"].items()]
    pits = [
        [pit["players"], pit["games"], Figure(pit["seconds"], 1), Figure(_each(pit) * 1e3, 1)]
        for pit in results["pits"]
    ]
    return {
        "words": table(["words", "first guess ms", "slowest later move ms", "all first guesses ranked ms"], by_words),
        "candidates": table(["candidates", "ms"], by_candidates),
        "pits": table(["players", "games of each", "s", "ms a game"], pits),
    }


def _each(pit: dict[str, float]) -> float:
    """Seconds a game, the referee's start included."""
    return pit["seconds"] / pit["players"] / pit["games"]


def charts(results: dict[str, Any]) -> dict[str, str]:
    """`growth-words`, `growth-candidates`, `growth-pits`: the times on logarithmic axes."""
    named = {"first": "first guess", "slowest": "slowest later move", "ranking": "all first guesses"}
    by_words = {
        title: [(int(size), at[name]) for size, at in results["words"].items()] for name, title in named.items()
    }
    by_candidates = {"a live move": [(int(size), seconds * 1e3) for size, seconds in results["candidates"].items()]}
    pits = {"a pit": [(pit["players"] * pit["games"], pit["seconds"]) for pit in results["pits"]]}
    return {
        "growth-words": line_chart("seconds", "words of the list", by_words, log_x=True, log_y=True),
        "growth-candidates": line_chart("milliseconds", "candidates left", by_candidates, log_x=True, log_y=True),
        "growth-pits": line_chart("seconds", "players × games", pits, log_x=True, log_y=True),
    }
