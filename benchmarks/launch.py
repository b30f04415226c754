"""Time of a game of `lingo-bot`, compared with `python -c pass` and with the player that won the contest.

All are launched alternately on the same words, in one directory and environment. Figures are medians.
"""

import shutil
import statistics
import sys
from collections.abc import Iterable
from typing import Any

from benchmarks import contest
from benchmarks.measuring import stopwatch
from benchmarks.measuring.markdown import Figure, table
from benchmarks.measuring.stopwatch import TimedGame
from benchmarks.measuring.svg import line_chart
from referee.contest.draw import in_drawing_order
from referee.contest.lists import read_lists
from referee.game.working_directory import working_directory
from wordlists.reader import LONGEST, SHORTEST

SEED = 1
PASS = [sys.executable, "-c", "pass"]
RIVAL = "edc65"
"""The contest's winner, written in C++."""


def measure(quick: bool) -> dict[str, Any]:
    """By length and over all: median seconds, ratios of medians, peak memory; hyperfine's times; instructions."""
    lists = read_lists(range(SHORTEST, LONGEST + 1), contest.source())
    words = {length: in_drawing_order(listed.words, SEED)[: 3 if quick else 20] for length, listed in lists.items()}
    with working_directory(lists) as directory, contest.rivals() as rivals:
        rival = rivals.get(RIVAL)
        # The first launch reads the program from the disk, and Python compiles the modules; it is not measured.
        stopwatch.game([contest.OURS], words[SHORTEST][0], directory.path)
        runs = {length: _runs(chosen, rival, directory.path) for length, chosen in words.items()}
        return {
            "list": contest.list_name(),
            "games": sum(map(len, words.values())),
            "lengths": {str(length): _figures(found) for length, found in runs.items()},
            "all": _figures([run for found in runs.values() for run in found]),
            "live": {str(length): _live(lists[length].words, directory.path) for length in words},
            "hyperfine": _by_hyperfine(
                [5, 9, 13] if quick else list(words), runs, rival, directory.path, 3 if quick else 10
            ),
            "instructions": _instructions([5] if quick else list(words), directory.path),
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
                passed = stopwatch.launch(PASS, directory)
            elif turn % 3 == 1:
                ours = stopwatch.game([contest.OURS], word, directory)
            elif rival:
                theirs = stopwatch.game(rival, word, directory)
        assert ours is not None
        runs.append((passed, ours, theirs))
    return runs


def _figures(runs: list[Run]) -> dict[str, float]:
    """Medians over the runs, ratios of medians, and the largest memory of a game of lingo-bot."""
    passes, ours, theirs = zip(*runs, strict=True)
    rivals = [game for game in theirs if game]
    figures = {
        "pass": statistics.median(passes),
        "first": statistics.median(game.first for game in ours),
        "whole": statistics.median(game.whole for game in ours),
    }
    figures["first_ratio"] = figures["first"] / figures["pass"]
    if peaks := [game.peak for game in ours if game.peak]:
        figures["peak"] = max(peaks)
    if rivals:
        figures["rival_first"] = statistics.median(game.first for game in rivals)
        figures["rival_whole"] = statistics.median(game.whole for game in rivals)
        figures["whole_ratio"] = figures["whole"] / figures["rival_whole"]
        figures["rival_peak"] = max(game.peak or 0 for game in rivals)
    return figures


def _live(words: list[str], directory: str) -> dict[str, float]:
    """Seconds of the first guess without a book, and of the slowest later move after a bad first guess."""
    usual = stopwatch.game([contest.OURS, "--no-book"], words[-1], directory)
    # The worst case: a first guess that leaves many candidates.
    worst = stopwatch.game([contest.OURS, "--no-book", "--first-guess", words[-1]], words[0], directory)
    return {"first": usual.first, "slowest": max(*usual.moves, *worst.moves)}


def _by_hyperfine(
    lengths: list[int], runs: dict[int, list[Run]], rival: list[str] | None, directory: str, times: int
) -> dict[str, dict[str, float]] | None:
    """Median seconds measured by hyperfine if it is installed: one word for each length, replies read from a file."""
    if not shutil.which("hyperfine"):
        return None
    found = {}
    for length in lengths:
        _, ours, theirs = runs[length][0]
        ours_line, replies = [contest.OURS, str(length)], "\n".join(ours.replies) + "\n"
        commands: list[tuple[list[str], str]] = [(PASS, ""), (ours_line, ""), (ours_line, replies)]
        if rival and theirs:
            commands.append(([*rival, str(length)], "\n".join(theirs.replies) + "\n"))
        seconds = stopwatch.hyperfine(commands, times, directory)
        found[str(length)] = dict(zip(("pass", "first", "whole", "rival_whole"), seconds, strict=False))
    return found


def _instructions(lengths: Iterable[int], directory: str) -> dict[str, int] | None:
    """Instructions of `python -c pass`, and of lingo-bot from launch to its first guess by length."""
    bare = stopwatch.instructions(PASS, directory)
    if bare is None:
        return None
    launches = {str(length): stopwatch.instructions([contest.OURS, str(length)], directory) for length in lengths}
    return {"pass": bare} | {length: count for length, count in launches.items() if count}


def tables(results: dict[str, Any]) -> dict[str, str]:
    """`games`: milliseconds and memory by length; `live`: without a book; `hyperfine`; `instructions`: in millions."""
    rows = [_row(length, figures) for length, figures in {**results["lengths"], "all": results["all"]}.items()]
    header = ["letters", "`python -c pass`", "first guess", "ratio", "game", "winner's first guess", "winner's game"]
    found = {"games": table([*header, "ratio", "peak MB", "winner's MB"], rows)}
    live = [[length, _ms(at["first"]), _ms(at["slowest"])] for length, at in results["live"].items()]
    found["live"] = table(["letters", "first guess", "slowest later move"], live)
    if results["hyperfine"]:
        found["hyperfine"] = table(
            ["letters", "`python -c pass`", "first guess and exit", "ratio", "game", "winner's game", "ratio"],
            [_hyperfine_row(length, seconds) for length, seconds in results["hyperfine"].items()],
        )
    if results["instructions"]:
        counts = dict(results["instructions"])
        bare = counts.pop("pass")
        found["instructions"] = table(
            ["letters", "`python -c pass`", "to the first guess", "ratio"],
            [[length, _millions(bare), _millions(count), Figure(count / bare, 2)] for length, count in counts.items()],
        )
    return found


def _row(length: str, figures: dict[str, float]) -> list[Any]:
    ours = [_ms(figures["pass"]), _ms(figures["first"]), Figure(figures["first_ratio"], 2), _ms(figures["whole"])]
    rival = [_ms(figures[name]) if name in figures else None for name in ("rival_first", "rival_whole")]
    ratio = Figure(figures["whole_ratio"], 2) if "whole_ratio" in figures else None
    peaks = [Figure(figures[name] / 1e6, 1) if name in figures else None for name in ("peak", "rival_peak")]
    return [length, *ours, *rival, ratio, *peaks]


def _hyperfine_row(length: str, seconds: dict[str, float]) -> list[Any]:
    rival = seconds.get("rival_whole")
    beside = [_ms(rival), Figure(seconds["whole"] / rival, 2)] if rival else [None, None]
    first = Figure(seconds["first"] / seconds["pass"], 2)
    return [length, _ms(seconds["pass"]), _ms(seconds["first"]), first, _ms(seconds["whole"]), *beside]


def _ms(seconds: float) -> Figure:
    return Figure(seconds * 1e3, 1)


def _millions(count: int) -> Figure:
    return Figure(count / 1e6, 1)


def charts(results: dict[str, Any]) -> dict[str, str]:
    """`launch`: medians by length."""
    named = {"first": "first guess", "whole": "game", "rival_whole": "winner's game", "pass": "python -c pass"}
    series = {
        title: [(int(length), at[name] * 1e3) for length, at in results["lengths"].items() if name in at]
        for name, title in named.items()
    }
    return {"launch": line_chart("milliseconds from launch, median", "letters", series, log_y=True)}
