"""Plays the games of a run on a Dask cluster, with one level of isolation; the caller writes the records."""

import contextlib
import dataclasses
import itertools
import os
import platform
import uuid
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence

from lingo_common.cluster import Cluster, plain_errors
from lingo_common.errors import DataError
from lingo_common.pieces import run_in_batches
from referee.contest.contest import Fixture
from referee.contest.isolation import BUBBLEWRAP, NO_ISOLATION, OFF, REQUIRE, IsolationRequest
from referee.contest.limits import Limits
from referee.contest.player import Player
from referee.contest.players import needs_of
from referee.game.record import GameRecord
from referee.game.unseen_paths import unseen_paths
from referee.runner.client import Runner
from referee.runner.levels import no_sandbox_line, refusal, try_sandbox
from referee.schedule.worker_games import WorkerConfig, close_games, open_games, play_piece, problems_here
from wordlists.reader import WordList

GAMES_IN_A_PIECE = 10
"""Games that travel together and are played again if their worker is lost: half a second of work or more."""
PIECES_A_THREAD = 3
"""Pieces that a worker's thread has at a time. With more, a player that fails again and again forfeits late."""


def play_on(
    cluster: Cluster,
    fixtures: Iterable[Fixture],
    lists: Mapping[int, WordList],
    limits: Limits,
    players: Sequence[Player] = (),
    isolation: IsolationRequest = NO_ISOLATION,
    run: str | None = None,
) -> Generator[list[GameRecord], None, None]:
    """The records of all games, in lists as referee.schedule.local_games.play_all yields them.

    players: those whose programs a worker must have; isolation: see cluster_isolation; run: the name of the run, None
    for one of this call alone. Raises DataError if a worker that comes late lacks a program or the sandbox. When the
    caller leaves, the players on all workers are ended.
    """
    name = f"lingo-games-{uuid.uuid4().hex}"
    caller = platform.node(), os.getpid()
    config = WorkerConfig(name, run or name, lists, limits, needs_of(players), isolation, caller, tuple(players))
    cluster.bring(name, open_games, config)
    pieces = ((name, batch) for batch in _batches(fixtures))
    try:
        with plain_errors(cluster.address):
            limit = lambda: PIECES_A_THREAD * max(1, cluster.threads())  # noqa: E731
            for together in run_in_batches(play_piece, pieces, cluster, limit):
                yield [record for _, records in together for record in records]
    finally:
        with contextlib.suppress(OSError, RuntimeError):  # without the scheduler the workers end too
            cluster.everywhere(close_games, name)


def check_present_on(cluster: Cluster, players: Sequence[Player], isolation: IsolationRequest = NO_ISOLATION) -> None:
    """DataError that names the first player that some worker cannot play, and those workers."""
    problems = cluster.everywhere(problems_here, needs_of(players), players, isolation)
    for problem in itertools.chain.from_iterable(problems.values()):
        where = sorted(worker for worker, missing in problems.items() if problem in missing)
        raise DataError(f"{problem} on {', '.join(where)}")


def unseen_paths_on(cluster: Cluster, text: str, player: Player, isolation: IsolationRequest) -> list[str]:
    """The files that the text names, that some worker has, and that the player's sandbox there does not show."""
    by_worker = cluster.everywhere(_unseen_here, text, player, isolation)
    return list(dict.fromkeys(itertools.chain.from_iterable(by_worker.values())))


def _unseen_here(text: str, player: Player, isolation: IsolationRequest) -> list[str]:
    """In a worker: the files that the text names and that the player's sandbox does not show."""
    with Runner() as runner:
        return unseen_paths(text, player, try_sandbox(isolation, runner)[0])


def _batches(fixtures: Iterable[Fixture]) -> Iterator[list[Fixture]]:
    remaining = iter(fixtures)
    while batch := list(itertools.islice(remaining, GAMES_IN_A_PIECE)):
        yield batch


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
    problems = {worker: problem for worker, (_, problem) in answers.items() if problem is not None}
    if not problems:
        return dataclasses.replace(request, mode=REQUIRE), f"isolation: {BUBBLEWRAP} on every worker"
    if request.mode == REQUIRE:
        raise DataError(refusal(_by_worker(problems)))
    return dataclasses.replace(request, mode=OFF), no_sandbox_line(_by_worker(problems))


def _ask(request: IsolationRequest) -> tuple[str | None, str | None]:
    """In a worker: the first exposed path that does not exist; why no sandbox is in force."""
    absent = next((path for path in request.exposed if not os.path.exists(path)), None)
    with Runner() as runner:
        return absent, try_sandbox(request, runner)[1] if absent is None else None


def _ask_first(request: IsolationRequest) -> tuple[str, tuple[str | None, str | None]]:
    """In a worker: its address and its answer."""
    from distributed import get_worker

    return get_worker().address, _ask(request)


def _by_worker(problems: Mapping[str, str]) -> str:
    """The problems, each with the workers that have it."""
    workers: dict[str, list[str]] = {}
    for worker, problem in sorted(problems.items()):
        workers.setdefault(problem, []).append(worker)
    return "; ".join(f"{problem} on {', '.join(names)}" for problem, names in workers.items())
