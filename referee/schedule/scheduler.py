"""The schedulers of a run's games: on this machine, or on a Dask cluster."""

import contextlib
import itertools
import logging
import os
import platform
import threading
import uuid
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from lingo_common.cluster import Cluster, connect, plain_errors
from lingo_common.errors import DataError, UsageError
from lingo_common.pieces import run_in_batches
from referee.contest.conditions import BUBBLEWRAP, NO_SANDBOX, OFF, REQUIRE, IsolationRequest
from referee.contest.contest import Fixture
from referee.contest.needs import check_present, needs_of
from referee.contest.plan import Plan
from referee.contest.player import Player, Program, PythonPlayer
from referee.game.levels import Sandbox, find_sandbox, no_sandbox_line, refusal
from referee.game.preparation import Preparations
from referee.game.record import GameRecord
from referee.game.unseen_paths import unseen_paths
from referee.runner.client import Runner
from referee.schedule.game_pool import GamePool
from referee.schedule.worker import (
    WorkerTask,
    close_games,
    first_isolation_here,
    isolation_here,
    open_games,
    other_files_here,
    play_piece,
    problems_here,
    unseen_paths_here,
)

_log = logging.getLogger(__name__)

GAMES_IN_A_PIECE = 10
"""Games that travel together and are played again if their worker is lost: half a second of work or more."""
PIECES_A_THREAD = 3
"""Pieces that a worker's thread has at a time. With more, a player that fails again and again forfeits late."""

Batches = Generator[list[GameRecord], None, None]
"""Lists of the records of games that finished since the list before."""


class LocalScheduler:
    """Plays the games of a run on this machine."""

    def __init__(self, jobs: int, sandbox: Sandbox, line: str, isolation: IsolationRequest) -> None:
        """line: one line on the isolation of players; isolation: what was asked for, for the plan of the run."""
        self.jobs = jobs
        self.line = line
        self.isolation = isolation
        self.level = sandbox.level
        self._sandbox = sandbox
        self._preparations = Preparations()

    def __str__(self) -> str:
        return f"at a time: {self.jobs}"

    def check_present(self, players: Sequence[Player]) -> None:
        """Raise DataError for the first player that cannot be played, because its program is missing."""
        check_present(players)

    def prepare(self, plan: Plan, players: Iterable[Player]) -> tuple[Player, ...]:
        """Compile and prepare players of the plan before their first game, and return them ready to play.

        Raises DataError if a preparation fails, unless the others are to go on; then the player has the problem.
        """
        ready = self._preparations.ready
        return tuple(ready(player, plan.contest.word_games, self._sandbox, plan.keep_going) for player in players)

    def play(self, plan: Plan, fixtures: Iterable[Fixture], needed: Sequence[Player] = ()) -> Batches:
        """Yield the records of all games, up to `jobs` at a time; DataError if a needed player's program is missing.

        To make a sandbox takes longer than most games, so those of the next games are made meanwhile.
        When the caller leaves, also by an interrupt or by closing this generator, all players are ended before control
        returns. An error of the referee in a game is raised here.
        """
        check_present(needed)

        # As many threads again make the sandboxes of the next games; `turn` lets `jobs` games play at a time.
        threads = self.jobs if self.level == NO_SANDBOX else 2 * self.jobs
        # As many games again wait, so that no thread does.
        limit = 2 * threads

        turn = threading.BoundedSemaphore(self.jobs)
        pool = GamePool(plan, self._sandbox, self._preparations, turn)
        with contextlib.closing(pool), ThreadPoolExecutor(threads) as executor:
            try:
                for batch in run_in_batches(pool.play, fixtures, executor, limit):
                    yield [record for _, record in batch]
            finally:
                pool.close()
                executor.shutdown(cancel_futures=True)

    def unseen_paths(self, text: str, player: Player) -> list[str]:
        """Return the files that the text names and that the player's sandbox does not show."""
        return unseen_paths(text, player, self._sandbox)


class ClusterScheduler:
    """Plays the games of a run on the workers of a cluster; its methods are those of LocalScheduler."""

    def __init__(self, cluster: Cluster, isolation: IsolationRequest, line: str = "") -> None:
        """isolation: what all workers set up, as agree_on_isolation returns it; line: one line on it."""
        self.line = line
        self.isolation = isolation
        self.level = isolation.level
        self._cluster = cluster
        self._run = uuid.uuid4().hex

    def __str__(self) -> str:
        return f"cluster: {self._cluster.address}"

    def check_present(self, players: Sequence[Player]) -> None:
        """Raise DataError that names the first player that some worker cannot play, and those workers.

        A line is logged for each player whose folder has other files there.
        """
        needs = needs_of(players)
        problems = self._cluster.everywhere(problems_here, needs, self.isolation)
        problem = next(itertools.chain.from_iterable(problems.values()), None)
        if problem is not None:
            raise DataError(f"{problem} on {_workers_with(problem, problems)}")

        remarks = self._cluster.everywhere(other_files_here, needs, self.isolation)
        for remark in dict.fromkeys(itertools.chain.from_iterable(remarks.values())):
            _log.warning("%s on %s", remark, _workers_with(remark, remarks))

    def prepare(self, plan: Plan, players: Iterable[Player]) -> tuple[Player, ...]:
        """Return the players, which each worker prepares for itself before their first game there.

        Raises UsageError for one that only this process can play.
        """
        players = tuple(players)
        for player in players:
            if isinstance(player, PythonPlayer):
                raise UsageError(f"player '{player.name}' is an object of this process: no cluster can play it")

        return players

    def play(self, plan: Plan, fixtures: Iterable[Fixture], needed: Sequence[Player] = ()) -> Batches:
        """Yield the records of all games. DataError also if a late worker lacks a needed program or the sandbox."""
        # Workers have no files of this machine, so the words travel with the task.
        lists = {}
        for game in plan.contest.word_games.values():
            lists[game.words.fingerprint] = game.words.words
            lists[game.secrets.fingerprint] = game.secrets.words

        name = f"lingo-games-{uuid.uuid4().hex}"
        task = WorkerTask(name, self._run, plan, lists, needs_of(needed), caller=(platform.node(), os.getpid()))
        self._cluster.bring(name, open_games, task)

        def limit() -> int:
            # Workers come and go while the run is played.
            return PIECES_A_THREAD * max(1, self._cluster.threads())

        try:
            with plain_errors(self._cluster.address):
                for batch in run_in_batches(play_piece, _pieces(name, fixtures), self._cluster, limit):
                    yield list(itertools.chain.from_iterable(records for _, records in batch))
        finally:
            # Without the scheduler the workers end too.
            with contextlib.suppress(OSError, RuntimeError):
                self._cluster.everywhere(close_games, name)

    def unseen_paths(self, text: str, player: Player) -> list[str]:
        """Return the files that the text names, that some worker has, and that the player's sandbox there hides."""
        by_worker = self._cluster.everywhere(unseen_paths_here, self.isolation, text, player)
        return list(dict.fromkeys(itertools.chain.from_iterable(by_worker.values())))


Scheduler = LocalScheduler | ClusterScheduler


@contextlib.contextmanager
def scheduler_for(cluster: str | None, jobs: int, isolation: IsolationRequest) -> Iterator[Scheduler]:
    """Yield a scheduler on the cluster at that address, or on this machine with that many games at a time."""
    if cluster is None:
        with Runner() as runner:
            sandbox, line = find_sandbox(isolation, runner)
            yield LocalScheduler(jobs, sandbox, line, isolation)
    else:
        with connect(cluster) as workers:
            yield ClusterScheduler(workers, *agree_on_isolation(workers, isolation))


def _pieces(name: str, fixtures: Iterable[Fixture]) -> Iterator[tuple[str, list[Fixture]]]:
    """Yield the pieces of work of a task: (its name, some games)."""
    remaining = map(_without_digests, fixtures)
    piece = list(itertools.islice(remaining, GAMES_IN_A_PIECE))
    while piece:
        yield name, piece
        piece = list(itertools.islice(remaining, GAMES_IN_A_PIECE))


def _without_digests(fixture: Fixture) -> Fixture:
    """Return the fixture without the digests of its player's single files, which would travel with each piece."""
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

    answers = cluster.everywhere(isolation_here, isolation)
    if not answers:
        # There is no worker yet: the first one that comes is asked.
        address, answer = cluster.submit(first_isolation_here, isolation).result()
        answers = {address: answer}

    absent_paths = {worker: path for worker, (path, _) in answers.items() if path is not None}
    if absent_paths:
        raise DataError(f"--expose: there is no {_by_worker(absent_paths)}")

    problems = {worker: problem for worker, (_, problem) in answers.items() if problem}
    if not problems:
        return replace(isolation, mode=REQUIRE), f"isolation: {BUBBLEWRAP} on every worker"

    if isolation.mode == REQUIRE:
        raise DataError(refusal(_by_worker(problems)))

    return replace(isolation, mode=OFF), no_sandbox_line(_by_worker(problems))


def _by_worker(problems: Mapping[str, str]) -> str:
    """Return the problems, each with the workers that have it."""
    workers: dict[str, list[str]] = {}
    for worker, problem in sorted(problems.items()):
        workers.setdefault(problem, []).append(worker)

    return "; ".join(f"{problem} on {', '.join(names)}" for problem, names in workers.items())


def _workers_with(line: str, lines: Mapping[str, Sequence[str]]) -> str:
    """Return the workers that said this line, in one line."""
    return ", ".join(sorted(worker for worker, own in lines.items() if line in own))
