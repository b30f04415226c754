"""Time of a game of `lingo-bot`, compared with `python -c pass` and with the player that won the contest.

All are launched alternately on the same words, in one directory and environment. Figures are medians.
"""

import statistics
import sys
from collections.abc import Iterable
from typing import Any

from benchmarks import contest, programs
from benchmarks.programs import TimedGame
from benchmarks.tables import figure, line_chart, record_table, table
from referee.contest.draw import in_drawing_order
from referee.contest.lists import read_word_games
from referee.game.working_directory import WorkingDirectory
from wordlists.reader import LONGEST, SHORTEST

SEED = 1
PASS = [sys.executable, "-c", "pass"]


def measure(quick: bool) -> dict[str, Any]:
    """By length and over all: median seconds, ratios of medians, peak memory."""
    games = read_word_games(range(SHORTEST, LONGEST + 1), contest.source())
    words = {length: in_drawing_order(game.words.words, SEED)[: 3 if quick else 20] for length, game in games.items()}
    with WorkingDirectory(games) as directory, contest.winner() as rival:
        # The first launch reads the program from the disk, and Python compiles the modules; it is not measured.
        programs.game([contest.OURS], words[SHORTEST][0], directory.path)
        runs = {length: _runs(chosen, rival, directory.path) for length, chosen in words.items()}
        return {
            "list": contest.list_name(),
            "games": sum(map(len, words.values())),
            "lengths": {str(length): _figures(played) for length, played in runs.items()},
            "all": _figures([run for played in runs.values() for run in played]),
            "live": {str(length): _live(games[length].words.words, directory.path) for length in words},
        }


_UNITS = {"first_ratio": 1, "whole_ratio": 1, "peak": 1e-6, "rival_peak": 1e-6}
"""What figures are multiplied by; seconds become milliseconds."""
_COLUMNS: dict[str, tuple[str, int | None]] = {
    "letters": ("letters", None),
    "`python -c pass`": ("pass", 1),
    "first guess": ("first", 1),
    "÷ `pass`": ("first_ratio", 2),
    "game": ("whole", 1),
    "winner's first guess": ("rival_first", 1),
    "winner's game": ("rival_whole", 1),
    "÷ winner's": ("whole_ratio", 2),
    "peak MB": ("peak", 1),
    "winner's MB": ("rival_peak", 1),
}
Run = tuple[float, TimedGame, TimedGame | None]
"""(seconds of `python -c pass`, lingo-bot's game, the rival's game or None)."""


def _runs(words: Iterable[str], rival: list[str] | None, directory: str) -> list[Run]:
    """A run for each word; the order of the programs rotates, because the caches favour the later ones."""
    runs = []
    for number, word in enumerate(words):
        passed, ours, theirs = 0.0, None, None
        for turn in (number, number + 1, number + 2):
            if turn % 3 == 0:
                passed = programs.launch(PASS, directory)
            elif turn % 3 == 1:
                ours = programs.game([contest.OURS], word, directory)
            elif rival:
                theirs = programs.game(rival, word, directory)
        assert ours is not None
        runs.append((passed, ours, theirs))
    return runs


def _figures(runs: list[Run]) -> dict[str, float]:
    """Medians over the runs, ratios of medians, and the largest memory of a game of lingo-bot and of the rival."""
    passes, ours, theirs = zip(*runs, strict=True)
    figures = {"pass": statistics.median(passes)}
    for prefix, games in (("", ours), ("rival_", [game for game in theirs if game])):
        if games:
            figures[f"{prefix}first"] = statistics.median(game.first for game in games)
            figures[f"{prefix}whole"] = statistics.median(game.whole for game in games)
            figures[f"{prefix}peak"] = max(game.peak or 0 for game in games)
    figures["first_ratio"] = figures["first"] / figures["pass"]
    if "rival_whole" in figures:
        figures["whole_ratio"] = figures["whole"] / figures["rival_whole"]
    return figures


def _live(words: list[str], directory: str) -> dict[str, float]:
    """Seconds of the first guess without a book, and of the slowest later move after a bad first guess."""
    usual = programs.game([contest.OURS, "--no-book"], words[-1], directory)
    # The worst case: a first guess that leaves many candidates.
    worst = programs.game([contest.OURS, "--no-book", "--first-guess", words[-1]], words[0], directory)
    return {"first": usual.first, "slowest": max(*usual.moves, *worst.moves)}


def tables(results: dict[str, Any]) -> dict[str, str]:
    """`games`: milliseconds and memory by length; `live`: without a book."""
    games = [
        {"letters": length, **{name: value * _UNITS.get(name, 1e3) for name, value in figures.items()}}
        for length, figures in {**results["lengths"], "all": results["all"]}.items()
    ]
    live = [[length, *(figure(seconds * 1e3, 1) for seconds in at.values())] for length, at in results["live"].items()]
    return {
        "games": record_table(games, _COLUMNS),
        "live": table(["letters", "first guess", "slowest later move"], live),
    }


def charts(results: dict[str, Any]) -> dict[str, str]:
    """`launch`: medians by length."""
    titles = {"first": "first guess", "whole": "game", "rival_whole": "winner's game", "pass": "python -c pass"}
    series = {
        title: [(int(length), at[name] * 1e3) for length, at in results["lengths"].items() if name in at]
        for name, title in titles.items()
    }
    return {"launch": line_chart("milliseconds from launch, median", "letters", series, log_y=True)}
