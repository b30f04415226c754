"""Games a second by level of isolation and by jobs, beside bare starts of the same player.

A bare start is the player without the referee: what a game costs at least. At the level of bubblewrap it is in the
namespaces of a sandbox, but sees all files of this machine and has no filter of system calls.
"""

import os
import subprocess
import tempfile
import threading
import time
from itertools import chain
from pathlib import Path
from typing import Any

from benchmarks.tables import figure, table
from referee.contest.contest import Conditions, Contest, Fixture, Plan
from referee.contest.limits import NO_ISOLATION, IsolationRequest, Limits
from referee.contest.player import Player, Program
from referee.game.sandbox import Sandbox, find_sandbox
from referee.runner.bubblewrap import NAMESPACE_OPTIONS
from referee.runner.client import Runner
from referee.runner.held_directory import PASSABLE
from referee.schedule.local_scheduler import LocalScheduler
from wordlists.word_game import WordGame
from wordlists.word_list import WordList

WORDS = ["crane", "dozes"]
"""The list of the contest; every game is played with the first of them, which the player guesses at once."""
GAMES = {5: WordGame(WordList(5, WORDS, "two words"))}
PLAYER = "#!/bin/sh\necho crane\nread -r reply\nexit 0\n"
JOBS = (1, 2, 4)
ROUNDS = 3
"""Measurements of each rate, in turn; the table has the best of them, which others disturbed least."""


def games(player: Player, count: int, jobs: int, sandbox: Sandbox) -> float:
    """Return how many games a second the referee plays, each with the word that the player guesses first."""
    # All games are for the same word. Their numbers, which would be places in the list of words, only tell them apart.
    fixtures = (Fixture(player, number, "crane") for number in range(count))
    contest = Contest((player,), {5: WORDS}, rounds=count, seed=None, wordlist="two words", word_games=GAMES)
    # The scheduler plays in the sandbox that it gets. What isolation was asked for, and the line about it for the log,
    # matter only where a run is recorded.
    plan = Plan(contest, Conditions(Limits()), NO_ISOLATION)
    scheduler = LocalScheduler(jobs, sandbox)

    start = time.perf_counter()
    for record in chain.from_iterable(scheduler.play(plan, fixtures)):
        assert record.solved, record
    return count / (time.perf_counter() - start)


def starts(command: tuple[str, ...], count: int, jobs: int) -> float:
    """Return how often a second the player is started without the referee, its reply already in the pipe."""
    starts_of_a_thread = count // jobs

    def start_players() -> None:
        """Start the player that many times, one after the other."""
        for _ in range(starts_of_a_thread):
            reading, writing = os.pipe()
            os.write(writing, b"OOOOO\n")
            subprocess.run(command, stdin=reading, stdout=subprocess.DEVNULL, check=True, env={})
            os.close(reading)
            os.close(writing)

    threads = [threading.Thread(target=start_players) for _ in range(jobs)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return starts_of_a_thread * jobs / (time.perf_counter() - start)


def measure(quick: bool) -> dict[str, Any]:
    """Return for each level of isolation and number of jobs the games a second, and the bare starts a second."""
    count = 100 if quick else 600
    with tempfile.TemporaryDirectory() as home, Runner() as runner:
        program = Path(home, "player.sh")
        program.write_text(PLAYER)
        program.chmod(0o755)
        # Players with a user id of their own must be able to enter it.
        os.chmod(home, PASSABLE)
        # `command` is what results show; `arguments` are executed, with the length after them.
        player = Program(name="shell", command="shell", arguments=(str(program),))
        # `box` is None if no sandbox works on this machine: players are ordinary processes then. The line says why.
        best_sandbox = find_sandbox(IsolationRequest(), runner)

        # Each level with the command of a bare start. Bubblewrap shows a program nothing that is not named, so `/` is.
        alone = (str(program), "5")
        levels: dict[str, tuple[Sandbox, tuple[str, ...]]] = {"none": (Sandbox(runner), alone)}
        if best_sandbox.box is not None:
            in_namespaces = (best_sandbox.box.bwrap, *NAMESPACE_OPTIONS, "--ro-bind", "/", "/", *alone)
            levels[best_sandbox.level] = (best_sandbox, in_namespaces)

        results: dict[str, Any] = {}
        for level in levels:
            results[level] = {str(jobs): {"games": 0.0, "starts": 0.0} for jobs in JOBS}

        # The rounds follow one another, so that other load does not spoil all measurements of one rate.
        for jobs in JOBS * ROUNDS:
            for level, (sandbox, command) in levels.items():
                best = results[level][str(jobs)]
                best["starts"] = max(best["starts"], starts(command, count, jobs))
                best["games"] = max(best["games"], games(player, count, jobs, sandbox))

        return {"isolation": best_sandbox.line, "user": os.geteuid(), "games": count, "levels": results}


def tables(results: dict[str, Any]) -> dict[str, str]:
    """Return the table `games`: games a second, bare starts a second and their ratio, by level and jobs."""
    rows = []
    for level, by_jobs in results["levels"].items():
        starts_alone = [figure(rates["starts"], 0) for rates in by_jobs.values()]
        games_played = [figure(rates["games"], 0) for rates in by_jobs.values()]
        ratios = [figure(rates["games"] / rates["starts"], 2) for rates in by_jobs.values()]
        rows.append([f"level {level}: the player alone", *starts_alone])
        rows.append([f"level {level}: games", *games_played])
        rows.append([f"level {level}: ratio", *ratios])

    header = ["a second, a shell player of four lines", *(f"{jobs} at a time" for jobs in JOBS)]
    return {"games": table(header, rows)}
