"""Thousands of recorded games of a trivial shell player: games a second, and resources left open."""

import gc
import os
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks import contest
from benchmarks.measuring.markdown import Figure, table
from referee.contest.conditions import Conditions, lists_used
from referee.contest.contest import Contest
from referee.contest.draw import draw_words
from referee.contest.limits import Limits
from referee.contest.lists import read_lists
from referee.contest.players import player_of
from referee.schedule.local_games import play_all
from referee.storage.recorder import Recorder

JOBS = 2
LENGTH = 5
PLAYER = "sh -c 'echo tares; read -r reply; echo tares; read -r reply'"
"""A player that guesses twice and exits: a minimal dialogue."""


def measure(quick: bool) -> dict[str, Any]:
    """Games a second with and without a record, and bare launches; descriptors, children and memory, early and late."""
    games = 500 if quick else 10_000
    bare = _bare(games // 10)
    lists = read_lists([LENGTH], contest.source())
    run = Contest((player_of(PLAYER),), draw_words(lists, games, 1), games, 1, contest.list_name())
    with tempfile.TemporaryDirectory() as directory:
        start, before = time.perf_counter(), dict[str, int]()
        with Recorder(directory, run, Conditions(Limits(), lists_used(lists))) as recorder:
            for count, _ in enumerate(recorder.record(play_all(run.fixtures(), lists, Limits(), JOBS)), 1):
                before = before or (_held() if count == games // 10 else {})
            recorded = games / (time.perf_counter() - start)
            after = _held()
        size = os.path.getsize(Path(directory) / "run.sqlite")
    some = min(games, 2000)
    start = time.perf_counter()
    for _ in play_all(run.fixtures(rounds=range(some)), lists, Limits(), JOBS):
        pass
    alone = some / (time.perf_counter() - start)
    rates = {"recorded": recorded, "not recorded": alone, "launched only": bare}
    return {"games": games, "jobs": JOBS, "rates": rates, "before": before, "after": after, "bytes": size / games}


def _bare(launches: int) -> float:
    """Launches a second of the same player without a referee, one after another."""
    command = [*player_of(PLAYER).arguments, str(LENGTH)]
    start = time.perf_counter()
    for _ in range(launches):
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return launches / (time.perf_counter() - start)


def _held() -> dict[str, int]:
    """Open file descriptors, children and resident memory in KiB of this process."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return {
        "file descriptors": len(os.listdir("/proc/self/fd")),
        "children": len(children),
        "memory, KiB": pages * os.sysconf("SC_PAGE_SIZE") // 1024,
    }


def tables(results: dict[str, Any]) -> dict[str, str]:
    """`rates`: games a second; `held`: resources of the referee after a tenth of the games and at the end."""
    rates = [[what, Figure(rate, 0)] for what, rate in results["rates"].items()]
    held = [[what, results["before"][what], results["after"][what]] for what in results["after"]]
    each = f"{results['games']:,} games, {results['jobs']} at a time; {results['bytes']:.0f} bytes of record a game."
    return {
        "games": each,
        "rates": table(["", "a second"], rates),
        "held": table(["", "after a tenth", "at the end"], held),
    }
