"""Plays the games of a run on the workers of a Dask cluster; referee.schedule.worker has what runs there."""

import contextlib
import itertools
import os
import platform
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from lingo_common.cluster import Cluster, plain_errors
from lingo_common.errors import DataError, UsageError
from lingo_common.pieces import run_in_batches
from referee.contest.contest import Fixture, Plan
from referee.contest.limits import BUBBLEWRAP, OFF, REQUIRE, IsolationRequest
from referee.contest.player import Player, Program, PythonPlayer
from referee.game.sandbox import no_sandbox_line, refusal
from referee.schedule.local_scheduler import Batches
from referee.schedule.worker import (
    WorkerTask,
    close_games,
    no_sandbox_here,
    open_games,
    play_piece,
    problems_here,
)

GAMES_IN_A_PIECE = 10
"""Games that travel together and are played again if their worker is lost: half a second of work or more."""
PIECES_A_THREAD = 3
"""Pieces that a worker's thread has at a time.

The games of a piece that was sent are played even if their player has failed too often meanwhile. With more pieces,
more of such games would be played.
"""


class ClusterScheduler:
    """Plays games on the workers of a cluster; its methods are those of LocalScheduler."""

    def __init__(self, cluster: Cluster, isolation: IsolationRequest, line: str = "") -> None:
        """isolation, line: what all workers set up, and its description, as agree_on_isolation returns them."""
        self.line = line
        self.isolation = isolation
        self.level = isolation.level
        self._cluster = cluster
        self._run = uuid.uuid4().hex
        """A name by which workers know the run; each call of `play` is a task of it."""

    def __str__(self) -> str:
        return f"cluster: {self._cluster.address}"

    def check_present(self, players: Sequence[Player]) -> None:
        """Raise DataError that names the first player that some worker cannot play, and those workers."""
        problems = _with_workers(self._cluster.everywhere(problems_here, players, self.isolation))
        if problems:
            raise DataError(problems[0])

    def prepare(self, plan: Plan, players: Sequence[Player]) -> tuple[Player, ...]:
        """Return the players as they are: each worker prepares a player before its first game there.

        Raises UsageError for one that only this process can play.
        """
        for player in players:
            if isinstance(player, PythonPlayer):
                raise UsageError(f"player '{player.name}' is an object of this process: no cluster can play it")

        return tuple(players)

    def play(self, plan: Plan, fixtures: Iterable[Fixture], needed: Sequence[Player] = ()) -> Batches:
        """Yield the records of all games.

        needed: the players whose programs every worker must have; with --keep-going the caller names none. Raises
        DataError if a worker lacks one of them, or the sandbox, also if it joins the cluster while the games are
        played.
        """
        # Workers have no word lists of this machine, so the words travel with the task.
        lists = {}
        for word_game in plan.contest.word_games.values():
            for word_list in (word_game.words, word_game.secrets):
                lists[word_list.fingerprint] = word_list.words

        task = WorkerTask(
            name=f"lingo-games-{uuid.uuid4().hex}",
            run=self._run,
            plan=plan,
            lists=lists,
            needed=tuple(needed),
            # Workers have the words, so they hide the memory of their process from players, for as long as it lives. By
            # this a worker sees that it is a thread of this process, which goes on after the run, and hides nothing.
            caller=(platform.node(), os.getpid()),
        )
        # Each worker opens the task before its first piece, also one that comes late.
        self._cluster.bring(task.name, open_games, task)

        def limit() -> int:
            # Workers come and go while the run is played.
            return PIECES_A_THREAD * max(1, self._cluster.threads())

        try:
            with plain_errors(self._cluster.address):
                for batch in run_in_batches(play_piece, _pieces(task.name, fixtures), self._cluster, limit):
                    # Each piece of the batch comes with the records of its games.
                    yield list(itertools.chain.from_iterable(records for _piece, records in batch))
        finally:
            # If Dask's scheduler is gone the workers end too, and with them their games.
            with contextlib.suppress(OSError, RuntimeError):
                self._cluster.everywhere(close_games, task.name)


def _pieces(name: str, fixtures: Iterable[Fixture]) -> Iterator[tuple[str, list[Fixture]]]:
    """Yield the pieces of work of a task: (its name, some games)."""
    light_fixtures = map(_without_digests, fixtures)
    # The first piece without a game ends them.
    for piece in iter(lambda: list(itertools.islice(light_fixtures, GAMES_IN_A_PIECE)), []):
        yield name, piece


def _without_digests(fixture: Fixture) -> Fixture:
    """Return the fixture without the digests of its player's files.

    They can be thousands, and would travel with each piece. A worker compares them before the first game, from the
    task, and does not need them to play.
    """
    if isinstance(fixture.player, Program) and fixture.player.files:
        return replace(fixture, player=replace(fixture.player, files={}))
    return fixture


def agree_on_isolation(cluster: Cluster, isolation: IsolationRequest) -> tuple[IsolationRequest, str]:
    """Return what every worker sets up, a sandbox (require) or none (off), and a line that says which and why.

    If some worker has no sandbox, no worker uses one. Waits for a first worker if there is none yet. Raises DataError
    that names the workers if they lack a required sandbox or an exposed path.
    """
    if isolation.mode == OFF:
        return isolation, no_sandbox_line("--sandbox off")

    # Any piece of work waits for a first worker.
    cluster.submit(os.getpid).result()
    problem = "; ".join(_with_workers(cluster.everywhere(no_sandbox_here, isolation)))
    if not problem:
        return replace(isolation, mode=REQUIRE), f"isolation: {BUBBLEWRAP} on every worker"
    if isolation.mode == REQUIRE:
        raise DataError(refusal(problem))

    return replace(isolation, mode=OFF), no_sandbox_line(problem)


def _with_workers(lines_by_worker: Mapping[str, Iterable[str]]) -> list[str]:
    """Return each line that workers returned once, with these workers: `["not installed on a, c", "too old on b"]`."""
    workers: dict[str, list[str]] = {}
    for worker, lines in sorted(lines_by_worker.items()):
        for line in dict.fromkeys(lines):
            workers.setdefault(line, []).append(worker)

    return [f"{line} on {', '.join(names)}" for line, names in workers.items()]
