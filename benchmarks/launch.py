"""Time of a game of `lingo-bot`, compared with `python -c pass` and with the rival, the player that won the contest.

All are launched alternately on the same words, in one directory and environment. Figures are medians.
"""

import statistics
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from benchmarks import contest, programs
from benchmarks.programs import TimedGame
from benchmarks.tables import figure, line_chart, record_table, table
from referee.contest.draw import in_drawing_order
from referee.contest.lists import read_word_games
from referee.game.working_directory import WorkingDirectory
from referee.runner.client import Runner
from wordlists.reader import LONGEST_PACKAGED, SHORTEST_PACKAGED
from wordlists.rules import GameOptions

SEED = 1
PASS = [sys.executable, "-c", "pass"]


def measure(quick: bool) -> dict[str, Any]:
    """Return figures of games by length and over all (see _figures), and of games without a book by length."""
    word_games = read_word_games(range(SHORTEST_PACKAGED, LONGEST_PACKAGED + 1), GameOptions(contest.source()))
    count = 3 if quick else 20
    words = {length: in_drawing_order(game.words.words, SEED)[:count] for length, game in word_games.items()}

    # The rival is None where its program cannot be made; then its figures are left out.
    with Runner() as runner, WorkingDirectory(word_games, runner) as directory, contest.winner() as rival:
        # The first launch reads the program from the disk, and Python compiles the modules; it is not measured.
        programs.game([contest.OURS], words[SHORTEST_PACKAGED][0], directory.path)
        runs = {length: _runs(chosen, rival, directory.path) for length, chosen in words.items()}
        return {
            "list": contest.list_name(),
            "games": sum(map(len, words.values())),
            "lengths": {str(length): _figures(played) for length, played in runs.items()},
            "all": _figures([run for played in runs.values() for run in played]),
            "live": {str(length): _live(word_games[length].words.words, directory.path) for length in words},
        }


_FACTORS = {"first_ratio": 1, "whole_ratio": 1, "peak": 1e-6, "rival_peak": 1e-6}
"""What figures are multiplied by for the table: bytes become megabytes.

All other figures are seconds, which are multiplied by 1,000.
"""
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
"""By the title of a column the key of its figures and their digits after the point, as record_table takes them."""
_PROGRAMS = ("pass", "ours", "rival")
"""What is launched for each word."""
Run = tuple[float, TimedGame, TimedGame | None]
"""(seconds of `python -c pass`, lingo-bot's game, the rival's game or None)."""


def _runs(words: Iterable[str], rival: list[str] | None, directory: str) -> list[Run]:
    """Return a run for each word; the order of the programs rotates, because the caches favour the later ones."""
    runs = []
    for number, word in enumerate(words):
        pass_seconds = 0.0
        ours = theirs = None
        first = number % len(_PROGRAMS)
        for program in _PROGRAMS[first:] + _PROGRAMS[:first]:
            if program == "pass":
                pass_seconds = programs.launch(PASS, directory)
            elif program == "ours":
                ours = programs.game([contest.OURS], word, directory)
            elif rival:
                theirs = programs.game(rival, word, directory)

        assert ours is not None
        runs.append((pass_seconds, ours, theirs))
    return runs


def _figures(runs: list[Run]) -> dict[str, float]:
    """Return medians over the runs, ratios of medians, and the largest memory of a game of lingo-bot and of the rival.

    The keys are those of _COLUMNS. The figures of the rival begin with `rival_`; they are left out if it did not play.
    """
    passes, ours, theirs = zip(*runs, strict=True)
    figures = {"pass": statistics.median(passes)} | _of_games(ours)
    figures["first_ratio"] = figures["first"] / figures["pass"]

    rivals = [game for game in theirs if game]
    if rivals:
        for name, value in _of_games(rivals).items():
            figures[f"rival_{name}"] = value
        figures["whole_ratio"] = figures["whole"] / figures["rival_whole"]
    return figures


def _of_games(games: Sequence[TimedGame]) -> dict[str, float]:
    """Return the median seconds of first guesses and of whole games, and the peak memory in bytes."""
    return {
        "first": statistics.median(game.first for game in games),
        "whole": statistics.median(game.whole for game in games),
        "peak": max(game.peak or 0 for game in games),
    }


def _live(words: list[str], directory: str) -> dict[str, float]:
    """Return the seconds of the first guess without a book, and of the slowest later move of two games."""
    # The last word of a list has rare letters. Replies to it as a guess, and for it as the secret, tell little, so many
    # candidates are left for the next move to compare.
    usual = programs.game([contest.OURS, "--no-book"], words[-1], directory)
    worst = programs.game([contest.OURS, "--no-book", "--first-guess", words[-1]], words[0], directory)
    return {"first": usual.first, "slowest": max(*usual.moves, *worst.moves)}


def tables(results: dict[str, Any]) -> dict[str, str]:
    """Return two tables: `games`, milliseconds and memory by length, and `live`, milliseconds without a book."""
    rows = []
    for length, figures in {**results["lengths"], "all": results["all"]}.items():
        row: dict[str, Any] = {"letters": length}
        for name, value in figures.items():
            row[name] = value * _FACTORS.get(name, 1e3)
        rows.append(row)

    live = []
    for length, times in results["live"].items():
        live.append([length, *(figure(seconds * 1e3, 1) for seconds in times.values())])

    return {
        "games": record_table(rows, _COLUMNS),
        "live": table(["letters", "first guess", "slowest later move"], live),
    }


def charts(results: dict[str, Any]) -> dict[str, str]:
    """Return the chart `launch`, of median times by length."""
    titles = {"first": "first guess", "whole": "game", "rival_whole": "winner's game", "pass": "python -c pass"}
    series: dict[str, list[tuple[float, float]]] = {title: [] for title in titles.values()}
    for length, figures in results["lengths"].items():
        for name, title in titles.items():
            if name in figures:
                series[title].append((int(length), figures[name] * 1e3))
    return {"launch": line_chart("milliseconds from launch, median", "letters", series, log_y=True)}
