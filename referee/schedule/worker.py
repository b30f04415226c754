"""What the workers of a cluster do. Each process plays games of a run in a sandbox and with a runner of its own.

The functions of this module are called in the workers' processes. A ClusterScheduler brings a WorkerTask to each of
them (`open_games`), sends pieces of some games (`play_piece`), and closes the task when all are played (`close_games`).
"""

import contextlib
import os
import platform
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from lingo_common.errors import DataError
from referee.contest.contest import Fixture, Plan
from referee.contest.limits import REQUIRE, IsolationRequest
from referee.contest.needs import missing_programs
from referee.contest.own_files import with_files
from referee.contest.player import Player, Program
from referee.game.game_pool import GamePool
from referee.game.preparation import prepare_player
from referee.game.record import GameRecord
from referee.game.sandbox import try_sandbox
from referee.runner.client import Runner
from referee.runner.prctl import hide_process


@dataclass(frozen=True)
class WorkerTask:
    """What a worker must know to play games of a run."""

    name: str
    """A name that no other task has."""
    run: str
    """A random name of the run; a worker prepares each player once a run, which may have several tasks."""
    plan: Plan
    lists: Mapping[str, list[str]]
    """The words of the plan's games by the fingerprint of each list: workers have no files of the referee's machine."""
    needed: tuple[Player, ...] = ()
    """The players whose programs this worker must have before a game begins, the same as on the referee's machine."""
    caller: tuple[str, int] | None = None
    """The machine and the pid of the process that asks for the games; a worker may be a thread of that process."""


_open: dict[str, tuple[WorkerTask, GamePool]] = {}
"""The open tasks of this process by their names, each with the pool that plays its games."""
_ready_players: dict[tuple[str, str], Player] = {}
"""The players that `prepare_player` returned, by the name of the run and their own.

They are those of the runs with an open task, and of the run whose task was opened last.
"""
_preparing: dict[str, threading.Lock] = {}
"""By run, a lock that is held while one of its players is prepared: a long preparation holds up no other run."""


def open_games(task: WorkerTask) -> None:
    """Set this process up to play the games of a task, until close_games is called. An open task stays as it is.

    Raises DataError if a player's program or a required sandbox is missing here.
    """
    # Where games of two runs take turns here, each task is brought again after the other one.
    if task.name in _open:
        return

    plan = task.plan
    for game in plan.contest.word_games.values():
        game.load(task.lists)

    # If this process cannot play, the runner is closed at once.
    with contextlib.ExitStack() as on_failure:
        runner = on_failure.enter_context(Runner())
        sandbox, problem = try_sandbox(plan.isolation, runner)

        problems = problems_here(task.needed, plan.isolation)
        if problem and plan.isolation.mode == REQUIRE:
            problems.append(f"no sandbox is in force there: {problem}")
        if problems:
            # The workers that were there before the run were asked then, and none of them had a problem.
            raise DataError(f"a worker that came late cannot play: {problems[0]}")

        # The memory of a worker has the words, which players of the same user could read there. A caller's own process
        # stays as it is, because there this would last beyond the run.
        if task.caller != (platform.node(), os.getpid()):
            hide_process()

        pool = GamePool(plan.contest.word_games, plan.conditions.limits, sandbox)
        _open[task.name] = (task, pool)
        on_failure.pop_all()  # close_games closes the runner

    # The players of runs that are over are forgotten. Other threads may change these dictionaries meanwhile.
    open_runs = {open_task.run for open_task, _ in list(_open.values())}
    for run, name in list(_ready_players):
        if run != task.run and run not in open_runs:
            _ready_players.pop((run, name), None)
            _preparing.pop(run, None)


def play_piece(piece: tuple[str, list[Fixture]]) -> list[GameRecord]:
    """Return the records of the games of a piece: (name of the task, fixtures).

    The games are played one after the other. Raises DataError if a player cannot be prepared.
    """
    name, fixtures = piece
    task, pool = _open[name]

    records = []
    for fixture in fixtures:
        player = _ready_player(fixture.player, task, pool)
        records.append(pool.play_until_recorded(replace(fixture, player=player)))

    return records


def _ready_player(player: Player, task: WorkerTask, pool: GamePool) -> Player:
    """Return the player, ready to play, or with its `problem` if its preparation failed and the run goes on.

    No preparation is tried twice in a run.
    """
    key = (task.run, player.name)
    ready_player = _ready_players.get(key)
    if ready_player is not None:
        return ready_player

    with _preparing.setdefault(task.run, threading.Lock()):
        # Another thread may have prepared it meanwhile.
        ready_player = _ready_players.get(key)
        if ready_player is None:
            ready_player = prepare_player(player, pool.word_games, pool.sandbox, task.plan.keep_going)
            _ready_players[key] = ready_player

        return ready_player


def close_games(name: str) -> None:
    """End the games of that task, if this process has it open."""
    if name in _open:
        _, pool = _open.pop(name)
        pool.close()
        pool.sandbox.runner.close()


def problems_here(players: Sequence[Player], isolation: IsolationRequest) -> list[str]:
    """Return a line for each program that is missing on this machine; if none is, for each player with other files.

    A player that came with a digest of its files has other files here if their digest is another one.
    """
    problems = missing_programs(players)
    if problems:
        return problems

    for player in players:
        if not isinstance(player, Program) or not player.digest:
            continue

        if with_files(player, isolation).digest != player.digest:
            problems.append(f"player '{player.name}': its files differ from those of the referee's machine")

    return problems


def no_sandbox_here(isolation: IsolationRequest) -> list[str]:
    """Return why no sandbox is in force on this machine, as one line; none if one is."""
    with Runner() as runner:
        _, problem = try_sandbox(isolation, runner)

    return [problem] if problem else []
