"""Plays the games of a run on the workers of a Dask cluster, each in a sandbox and with a runner of its own.

A ClusterScheduler brings a WorkerTask to each worker (`open_games`), sends pieces of some games (`play_piece`), and
closes the task when the run is over (`close_games`). These functions are called in the workers' processes.
"""

import contextlib
import itertools
import os
import platform
import threading
import time
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from lingo_common.cluster import Cluster, plain_errors
from lingo_common.errors import DataError, UsageError
from lingo_common.pieces import run_in_batches
from referee.contest.contest import Fixture, Plan
from referee.contest.limits import BUBBLEWRAP, OFF, REQUIRE, IsolationRequest
from referee.contest.needs import missing_programs
from referee.contest.own_files import with_files
from referee.contest.player import Player, Program, PythonPlayer
from referee.game.game_pool import GamePool
from referee.game.preparation import prepare_player
from referee.game.record import GameRecord
from referee.game.sandbox import no_sandbox_line, refusal, try_sandbox
from referee.runner.client import Runner
from referee.runner.control_group import divides_processors_evenly
from referee.runner.prctl import hide_process
from referee.schedule.local_scheduler import Batches

GAMES_IN_A_PIECE = 10
"""Games that travel together and are played again if their worker is lost: half a second of work or more."""
PIECES_A_THREAD = 3
"""Pieces that a worker's thread has at a time.

The games of a piece that was sent are played even if their player has failed too often meanwhile. With more pieces,
more of such games would be played.
"""

_START_WORKERS = "start them as root, or with: systemd-run --user --scope -p Delegate=yes dask worker …"
"""What to do about workers that can make no control group."""


class ClusterScheduler:
    """Plays games on the workers of a cluster; its methods are those of LocalScheduler."""

    def __init__(self, cluster: Cluster, isolation: IsolationRequest, line: str = "") -> None:
        """isolation, line: what all workers set up, and its description, as agree_on_isolation returns them."""
        self.line = line
        self.isolation = isolation
        self.level = isolation.level
        self._cluster = cluster
        self._name = f"lingo-games-{uuid.uuid4().hex}"
        """The name by which workers know the run."""
        _close_abandoned_runs(cluster)

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

    def play(self, plan: Plan, fixtures: Iterable[Fixture]) -> Batches:
        """Yield the records of all games; the plan is the same in each call.

        Raises DataError if a worker that joins the cluster meanwhile lacks the sandbox or, unless the plan keeps going,
        a player.
        """
        # Workers have no word lists of this machine, so the words travel with the task.
        lists = {}
        for word_game in plan.contest.word_games.values():
            for word_list in (word_game.words, word_game.secrets):
                lists[word_list.fingerprint] = word_list.words

        task = WorkerTask(
            name=self._name,
            client=self._cluster.client_id,
            plan=plan,
            lists=lists,
            # A worker has the words, so it hides the memory of its process from players, until that process ends. A
            # worker that is a thread of this process must not do that, because this process goes on after the run.
            caller=(platform.node(), os.getpid()),
        )
        # Each worker opens the task before its first piece, also one that comes late.
        self._cluster.bring(self._name, open_games, task)

        def limit() -> int:
            # Workers come and go while the run is played.
            return PIECES_A_THREAD * max(1, self._cluster.threads())

        with plain_errors(self._cluster.address):
            for batch in run_in_batches(play_piece, _pieces(self._name, fixtures), self._cluster, limit):
                # Each piece of the batch comes with the records of its games, and with its worker's time of its end.
                games: list[GameRecord] = []
                for _piece, (records, workers_time) in batch:
                    seconds_ahead = workers_time - time.time()
                    games += (_with_clock_set_back(record, seconds_ahead) for record in records)

                yield games

    def close(self) -> None:
        """End all games of the run on the workers."""
        # If Dask's scheduler is gone the workers end too, and with them their games.
        with contextlib.suppress(DataError, OSError, RuntimeError):
            self._cluster.everywhere(close_games, self._name)


def _with_clock_set_back(record: GameRecord, seconds: float) -> GameRecord:
    """Return the record of a game on a machine whose clock is ahead by so many seconds, with the right time of start.

    The audit compares the times at which players began a word, on whatever worker that was.
    """
    if record.started is None:
        return record
    return replace(record, started=round(record.started - seconds, 3))


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
    that names the workers if they lack a required sandbox, an exposed path, or the control groups of a careful run.
    """
    if isolation.mode == OFF:
        return isolation, no_sandbox_line("--sandbox off")

    # Any piece of work waits for a first worker.
    cluster.submit(os.getpid).result()
    problem = "; ".join(_with_workers(cluster.everywhere(no_sandbox_here, isolation)))
    if problem and isolation.mode == REQUIRE:
        raise DataError(refusal(problem))
    if problem:
        return replace(isolation, mode=OFF), no_sandbox_line(problem)

    unequal = _with_workers(cluster.everywhere(no_equal_shares_here, isolation))
    if unequal:
        raise DataError(f"--careful: {unequal[0]}; {_START_WORKERS}")

    return replace(isolation, mode=REQUIRE), f"isolation: {BUBBLEWRAP} on every worker"


def _close_abandoned_runs(cluster: Cluster) -> None:
    """End what is left on the workers of runs whose caller was killed or cut off, and could not close them."""
    # The runs are listed before the clients: whoever opens a run is a client, and stays one until it has closed it.
    client_by_run: dict[str, str] = {}
    for client_by_run_of_worker in cluster.everywhere(clients_of_open_runs).values():
        client_by_run.update(client_by_run_of_worker)

    clients = cluster.clients()
    for name, client in client_by_run.items():
        if client not in clients:
            cluster.everywhere(close_games, name)


def _with_workers(lines_by_worker: Mapping[str, Iterable[str]]) -> list[str]:
    """Return each different line with the workers that returned it: `["not installed on a, c", "too old on b"]`."""
    workers: dict[str, list[str]] = {}
    for worker, lines in sorted(lines_by_worker.items()):
        for line in dict.fromkeys(lines):
            workers.setdefault(line, []).append(worker)

    return [f"{line} on {', '.join(names)}" for line, names in workers.items()]


@dataclass(frozen=True)
class WorkerTask:
    """The task of a worker: all that it must know to play games of a run."""

    name: str
    """A name that no other run has."""
    client: str
    """The id of the client that asks for the games (Cluster.client_id)."""
    plan: Plan
    lists: Mapping[str, list[str]]
    """The words of the plan's games by the fingerprint of each list: workers have no files of the referee's machine."""
    caller: tuple[str, int] | None = None
    """The machine and the pid of the process that asks for the games; a worker may be a thread of that process."""


class _OpenRun:
    """A run of which this process plays games."""

    def __init__(self, task: WorkerTask, pool: GamePool) -> None:
        self.task = task
        self.pool = pool
        """The pool that plays its games."""
        self._ready_players: dict[str, Player] = {}
        """The players that `prepare_player` returned, by name."""
        self._preparing = threading.Lock()
        """Held while one of its players is prepared: a long preparation holds up no other run."""

    def ready_player(self, player: Player) -> Player:
        """Return the player, ready to play, or with its `problem` if its preparation failed and the run goes on.

        No preparation is tried twice in a run. Raises DataError if its program or its files are missing here, unless
        the run keeps going.
        """
        if player.name in self._ready_players:
            return self._ready_players[player.name]

        with self._preparing:
            # Another thread may have prepared it meanwhile.
            if player.name not in self._ready_players:
                if not self.task.plan.keep_going:
                    _check_late_worker(problems_here([player], self.task.plan.isolation))
                self._ready_players[player.name] = self._prepare(player)

            return self._ready_players[player.name]

    def _prepare(self, player: Player) -> Player:
        """Return the player as prepare_player returns it; its DataError gets the name of this machine."""
        try:
            return prepare_player(player, self.pool.word_games, self.pool.sandbox, self.task.plan.keep_going)
        except DataError as error:
            # The disk may be full, or a compiler missing, on this machine alone. The notes of the error stay with it.
            error.args = (f"the worker on {platform.node()}: {error}",)
            raise


_open: dict[str, _OpenRun] = {}
"""The open runs of this process by the names of their tasks."""


def open_games(task: WorkerTask) -> None:
    """Set this process up to play the games of a task, until close_games is called. An open task stays as it is.

    Raises DataError if a required sandbox is missing here.
    """
    # If this process plays games of two runs in turn, each task is brought again after the other one.
    if task.name in _open:
        return

    plan = task.plan
    for game in plan.contest.word_games.values():
        game.load(task.lists)

    # If this process cannot play, the runner is closed at once.
    with contextlib.ExitStack() as on_failure:
        runner = on_failure.enter_context(Runner())
        sandbox, problem = try_sandbox(plan.isolation, runner)

        if problem and plan.isolation.mode == REQUIRE:
            _check_late_worker([f"no sandbox is in force there: {problem}"])
        _check_late_worker(no_equal_shares_here(plan.isolation))

        # The memory of a worker has the words, which players of the same user could read there. A caller's own process
        # stays as it is, because there this would last beyond the run.
        if task.caller != (platform.node(), os.getpid()):
            hide_process()

        pool = GamePool(plan.contest.word_games, plan.conditions.limits, sandbox)
        _open[task.name] = _OpenRun(task, pool)
        on_failure.pop_all()  # close_games closes the runner


def _check_late_worker(problems: Sequence[str]) -> None:
    """Raise DataError for the first problem of this worker.

    The workers that were there before the run were asked then, and none of them had a problem.
    """
    if problems:
        raise DataError(f"the worker on {platform.node()}, which came late, cannot play: {problems[0]}")


def play_piece(piece: tuple[str, list[Fixture]]) -> tuple[list[GameRecord], float]:
    """Return the records of the games of a piece, and what this machine's clock shows at its end.

    piece: the name of the task, and fixtures. The games are played one after the other. Raises DataError if a player
    cannot be played or prepared here.
    """
    name, fixtures = piece
    run = _open[name]

    records = []
    for fixture in fixtures:
        player = run.ready_player(fixture.player)
        records.append(run.pool.play_until_recorded(replace(fixture, player=player)))

    return records, time.time()


def close_games(name: str) -> None:
    """End the games of the run with that task, if this process has it open."""
    if name in _open:
        pool = _open.pop(name).pool
        pool.close()
        pool.sandbox.runner.close()


def clients_of_open_runs() -> dict[str, str]:
    """Return the ids of the clients by the names of the runs that this process has open."""
    return {name: run.task.client for name, run in _open.items()}


def problems_here(players: Sequence[Player], isolation: IsolationRequest) -> list[str]:
    """Return a line for each program that is missing on this machine; if none is, for each player with other files.

    The files of a player are compared by its digest, if it has one.
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


def no_equal_shares_here(isolation: IsolationRequest) -> list[str]:
    """Return why a careful run cannot be played on this machine although it has a sandbox, as one line; else none.

    Without control groups a player can take processor time from the games beside it.
    """
    if isolation.careful and not divides_processors_evenly():
        return ["no control group can be made"]
    return []
