"""Games a second by level of isolation and by jobs, compared with starting the player alone and behind bubblewrap."""

import os
import statistics
import tempfile
import time
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

from benchmarks.measuring.markdown import Figure, table
from referee.contest.contest import Fixture
from referee.contest.isolation import IsolationRequest
from referee.contest.limits import Limits
from referee.contest.player import Player, Program
from referee.process.child import Child
from referee.process.reaper import REAPER
from referee.process.working_directory import working_directory
from referee.sandbox.bubblewrap import Bubblewrap
from referee.sandbox.find_sandbox import find_sandbox
from referee.sandbox.protection import protected
from referee.sandbox.sandbox import OPEN, Sandbox
from referee.schedule.local_games import play_all
from wordlists.reader import WordList

WORDS = ["crane", "dozes"]
LISTS = {5: WordList(5, WORDS, "two words")}
PLAYER = "#!/bin/sh\necho crane\nread -r reply\nexit 0\n"
JOBS = (1, 2, 4)
NAMESPACES_ALONE = ("--unshare-all", "--ro-bind", "/", "/")
"""Options of bubblewrap for new namespaces in which everything is visible: the least that a sandbox takes."""


def games(player: Player, count: int, jobs: int, sandbox: Sandbox) -> float:
    """Seconds for that many games."""
    fixtures = (Fixture(player, number, "crane") for number in range(count))
    start = time.perf_counter()
    with REAPER.claimed(own_process=True):
        for record in chain.from_iterable(play_all(fixtures, LISTS, Limits(), jobs, sandbox)):
            assert record.solved, record
    return time.perf_counter() - start


def started(start: Callable[[], Child], launches: int) -> float:
    """Median seconds to start a program and wait for its end."""
    times = []
    for _ in range(launches):
        begin = time.perf_counter()
        child = start()
        os.write(child.stdin, b"\n")  # what the launcher waits for; the player by itself takes it for a reply
        os.close(child.stdin)
        child.wait()
        times.append(time.perf_counter() - begin)
        os.close(child.stdout)
        os.close(child.stderr)
    return statistics.median(times)


def measure(quick: bool) -> dict[str, Any]:
    """Seconds of a bare start; for each level of isolation the seconds of a start, and games a second by jobs."""
    count, launches = (100, 20) if quick else (1000, 200)
    with tempfile.TemporaryDirectory() as home, working_directory(LISTS) as directory, protected():
        program = Path(home, "player.sh")
        program.write_text(PLAYER)
        program.chmod(0o755)
        player = Program("shell", "shell", (str(program),))
        boxed, says = find_sandbox(IsolationRequest())
        levels = {}
        for level, sandbox in {"none": OPEN, boxed.level: boxed}.items():
            launch = sandbox.launch((str(program), "5"), directory.path, Limits())
            levels[level] = {
                "start": started(launch.start, launches),
                "games": {str(jobs): count / games(player, count, jobs, sandbox) for jobs in JOBS},
            }
        alone = (str(program), "5")
        bare = started(lambda: Child(alone, os.environ, 1, {}), launches)
        behind = None
        if isinstance(boxed, Bubblewrap):
            least = (boxed.program, *NAMESPACES_ALONE, *alone)
            behind = started(lambda: Child(least, os.environ, 1, {}), launches)
        return {"isolation": says, "games": count, "bare": bare, "bubblewrap": behind, "levels": levels}


def tables(results: dict[str, Any]) -> dict[str, str]:
    """`starts`: milliseconds to start the player; `games`: games a second by level and jobs."""
    bare, levels = results["bare"], results["levels"]
    seconds = {"by itself": bare, "behind bubblewrap's namespaces alone": results.get("bubblewrap")}
    seconds |= {f"level {level}": at["start"] for level, at in levels.items()}
    starts = [[name, Figure(each * 1e3, 1), Figure(1 / each, 0)] for name, each in seconds.items() if each]
    rates = [[level, *(Figure(rate, 0) for rate in at["games"].values())] for level, at in levels.items()]
    at_a_time = [f"{jobs} at a time" for jobs in next(iter(levels.values()))["games"]]
    return {
        "starts": table(["a shell player of four lines", "ms from start to end", "a second, one by one"], starts),
        "games": table(["level, games a second", *at_a_time], rates),
    }
