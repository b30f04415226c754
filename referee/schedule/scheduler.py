"""The schedulers of a run's games, on this machine or on a Dask cluster, and the players that forfeit theirs."""

import contextlib
import itertools
import logging
import os
import platform
import threading
import uuid
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from lingo_common.cluster import Cluster, connect, plain_errors
from lingo_common.errors import DataError, UsageError
from lingo_common.pieces import run_in_batches
from referee.contest.conditions import BUBBLEWRAP, NO_SANDBOX, OFF, REQUIRE, IsolationRequest, Limits
from referee.contest.contest import Fixture
from referee.contest.lists import WordGames
from referee.contest.player import Player, Program, PythonPlayer
from referee.contest.players import check_present, needs_of
from referee.contest.termination import PLAYED_OUT, Termination
from referee.game.levels import Sandbox, find_sandbox, no_sandbox_line, refusal, try_sandbox
from referee.game.play_game import forfeited_game
from referee.game.preparation import Preparations
from referee.game.record import GameRecord
from referee.game.unseen_paths import unseen_paths
from referee.runner.client import Runner
from referee.schedule.game_pool import (
    GamePool,
    WorkerConfig,
    close_games,
    open_games,
    other_files_here,
    play_piece,
    problems_here,
)

_log = logging.getLogger(__name__)

GAMES_IN_A_PIECE = 10
"""Games that travel together and are played again if their worker is lost: half a second of work or more."""
PIECES_A_THREAD = 3
"""Pieces that a worker's thread has at a time. With more, a player that fails again and again forfeits late."""

Games = Generator[list[GameRecord], None, None]
"""Lists of the records of games that finished since the list before."""


class LocalScheduler:
    """Plays the games of a run on this machine."""

    def __init__(self, jobs: int, sandbox: Sandbox, isolation: str) -> None:
        """isolation: one line on the isolation of players."""
        self.jobs, self.isolation, self.level = jobs, isolation, sandbox.level
        self._sandbox, self._preparations = sandbox, Preparations()

    def __str__(self) -> str:
        return f"at a time: {self.jobs}"

    def check_present(self, players: Sequence[Player]) -> None:
        """DataError for the first player that cannot be played, because its program is missing."""
        check_present(players)

    def prepare(self, players: Iterable[Player], word_games: WordGames, keep_going: bool) -> tuple[Player, ...]:
        """The players as `play` takes them (see referee.game.preparation)."""
        return tuple(self._preparations.ready(player, word_games, self._sandbox, keep_going) for player in players)

    def play(
        self, fixtures: Iterable[Fixture], word_games: WordGames, limits: Limits, needed: Sequence[Player] = ()
    ) -> Games:
        """The records of all games, up to `jobs` at a time; DataError if the program of a needed player is missing.

        To make a sandbox takes longer than most games, so those of the next games are made meanwhile.
        When the caller leaves, also by an interrupt or by closing this generator, all players are ended before control
        returns. An error of the referee in a game is raised here.
        """
        check_present(needed)
        threads = self.jobs if self.level == NO_SANDBOX else 2 * self.jobs
        pool = GamePool(word_games, limits, self._sandbox, threading.BoundedSemaphore(self.jobs))
        with contextlib.closing(pool), ThreadPoolExecutor(threads) as executor:
            try:
                for together in run_in_batches(pool.play, fixtures, executor, limit=2 * threads):
                    yield [record for _, record in together]
            finally:
                pool.close()
                executor.shutdown(cancel_futures=True)

    def unseen_paths(self, text: str, player: Player) -> list[str]:
        """The files that the text names and that the player's sandbox does not show."""
        return unseen_paths(text, player, self._sandbox)


class ClusterScheduler:
    """Plays the games of a run on the workers of a cluster; its methods are those of LocalScheduler."""

    def __init__(self, cluster: Cluster, request: IsolationRequest, isolation: str = "") -> None:
        """request: what all workers set up, as agree_on_isolation returns it."""
        self.level, self.isolation = request.level, isolation
        self._cluster, self._request, self._run = cluster, request, uuid.uuid4().hex

    def __str__(self) -> str:
        return f"cluster: {self._cluster.address}"

    def check_present(self, players: Sequence[Player]) -> None:
        """DataError that names the first player that some worker cannot play, and those workers."""
        problems = self._cluster.everywhere(problems_here, needs_of(players), self._request)
        for problem in itertools.chain.from_iterable(problems.values()):
            where = sorted(worker for worker, missing in problems.items() if problem in missing)
            raise DataError(f"{problem} on {', '.join(where)}")
        remarks = self._cluster.everywhere(other_files_here, needs_of(players), self._request)
        for remark in dict.fromkeys(itertools.chain.from_iterable(remarks.values())):
            where = sorted(worker for worker, lines in remarks.items() if remark in lines)
            _log.warning("%s on %s", remark, ", ".join(where))

    def prepare(self, players: Iterable[Player], word_games: WordGames, keep_going: bool) -> tuple[Player, ...]:
        """The players, which each worker prepares for itself; UsageError for one that only this process can play."""
        players = tuple(players)
        for player in players:
            if isinstance(player, PythonPlayer):
                raise UsageError(f"player '{player.name}' is an object of this process: no cluster can play it")
        # Players travel with each piece of work, for which the digests of their single files are not needed.
        return tuple(replace(player, files={}) if isinstance(player, Program) else player for player in players)

    def play(
        self, fixtures: Iterable[Fixture], word_games: WordGames, limits: Limits, needed: Sequence[Player] = ()
    ) -> Games:
        """The records of all games. DataError also if a late worker lacks a needed program or the sandbox."""
        cluster, name = self._cluster, f"lingo-games-{uuid.uuid4().hex}"
        lists = {words.fingerprint: words.words for game in word_games.values() for words in (game.words, game.secrets)}
        caller = platform.node(), os.getpid()
        needs = needs_of(needed)
        config = WorkerConfig(name, self._run, word_games, lists, limits, needs, self._request, caller)
        cluster.bring(name, open_games, config)
        remaining = iter(fixtures)
        batches = iter(lambda: list(itertools.islice(remaining, GAMES_IN_A_PIECE)), [])
        try:
            with plain_errors(cluster.address):
                limit = lambda: PIECES_A_THREAD * max(1, cluster.threads())  # noqa: E731
                pieces = ((name, batch) for batch in batches)
                for together in run_in_batches(play_piece, pieces, cluster, limit):
                    yield [record for _, records in together for record in records]
        finally:
            with contextlib.suppress(OSError, RuntimeError):  # without the scheduler the workers end too
                cluster.everywhere(close_games, name)

    def unseen_paths(self, text: str, player: Player) -> list[str]:
        """The files that the text names, that some worker has, and that the player's sandbox there does not show."""
        by_worker = self._cluster.everywhere(unseen_paths_here, self._request, text, player)
        return list(dict.fromkeys(itertools.chain.from_iterable(by_worker.values())))


Scheduler = LocalScheduler | ClusterScheduler


class Forfeits:
    """The players of a run that play no more."""

    def __init__(self, after: int, players: Iterable[str] = ()) -> None:
        """after: how many failures in a row end a player's games, 0 for never; players: those that play no more."""
        self._after, self._out = after, set(players)
        self._in_a_row: Counter[str] = Counter()
        self._records: list[GameRecord] = []

    def to_play(self, fixtures: Iterable[Fixture]) -> Iterator[Fixture]:
        """The games of players that play on; the others come with the next batch of `with_forfeited`."""
        for fixture in fixtures:
            if fixture.player.name in self._out:
                self._records.append(forfeited_game(fixture))
            else:
                yield fixture

    def with_forfeited(self, batches: Iterable[list[GameRecord]]) -> Iterator[list[GameRecord]]:
        """The batches of finished games, with the forfeited ones; failures are counted meanwhile."""
        for batch in batches:
            for record in batch:
                self.count(record.player, record.termination)
            yield batch + self._take_records()
        yield self._take_records()

    def count(self, name: str, termination: Termination) -> None:
        """Count one more game of that player, in the order of play."""
        self._in_a_row[name] = 0 if termination in PLAYED_OUT else self._in_a_row[name] + 1
        if self._after and self._in_a_row[name] >= self._after and name not in self._out:
            self._out.add(name)
            _log.warning("player '%s' failed %d games in a row and forfeits the rest", name, self._after)

    def _take_records(self) -> list[GameRecord]:
        """The records of forfeited games since the last call."""
        records, self._records = self._records, []
        return records


@contextlib.contextmanager
def scheduler_for(cluster: str | None, jobs: int, request: IsolationRequest) -> Iterator[Scheduler]:
    """A scheduler on the cluster at that address, or on this machine."""
    if cluster is None:
        with Runner() as runner:
            yield LocalScheduler(jobs, *find_sandbox(request, runner))
    else:
        with connect(cluster) as workers:
            yield ClusterScheduler(workers, *agree_on_isolation(workers, request))


def unseen_paths_here(request: IsolationRequest, text: str, player: Player) -> list[str]:
    """The files that the text names and that the player's sandbox on this machine does not show."""
    with Runner() as runner:
        return unseen_paths(text, player, try_sandbox(request, runner)[0])


def agree_on_isolation(cluster: Cluster, request: IsolationRequest) -> tuple[IsolationRequest, str]:
    """Return what every worker sets up, a sandbox (require) or none (off), and a line that says which and why.

    If some worker has no sandbox, no worker uses one. Waits for a first worker if there is none yet. Raises DataError
    that names the workers if they lack a required sandbox or an exposed path.
    """
    if request.mode == OFF:
        return request, no_sandbox_line("--sandbox off")
    # If there is no worker yet, the first one that comes is asked.
    answers = cluster.everywhere(_ask, request) or dict([cluster.submit(_ask_first, request).result()])
    absent = {worker: path for worker, (path, _) in answers.items() if path is not None}
    if absent:
        raise DataError(f"--expose: there is no {_by_worker(absent)}")
    problems = {worker: problem for worker, (_, problem) in answers.items() if problem}
    if not problems:
        return replace(request, mode=REQUIRE), f"isolation: {BUBBLEWRAP} on every worker"
    if request.mode == REQUIRE:
        raise DataError(refusal(_by_worker(problems)))
    return replace(request, mode=OFF), no_sandbox_line(_by_worker(problems))


def _ask(request: IsolationRequest) -> tuple[str | None, str]:
    """In a worker: the first exposed path that does not exist; why no sandbox is in force, empty if one is."""
    absent = next((path for path in request.exposed if not os.path.exists(path)), None)
    with Runner() as runner:
        return absent, try_sandbox(request, runner)[1] if absent is None else ""


def _ask_first(request: IsolationRequest) -> tuple[str, tuple[str | None, str]]:
    """In a worker: its address and its answer."""
    from distributed import get_worker

    return get_worker().address, _ask(request)


def _by_worker(problems: Mapping[str, str]) -> str:
    """The problems, each with the workers that have it."""
    workers: dict[str, list[str]] = {}
    for worker, problem in sorted(problems.items()):
        workers.setdefault(problem, []).append(worker)
    return "; ".join(f"{problem} on {', '.join(names)}" for problem, names in workers.items())
