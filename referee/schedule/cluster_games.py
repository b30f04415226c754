"""Playing the games of a run on a Dask cluster; the records come back to the caller, who alone writes them."""

import contextlib
import itertools
import uuid
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence

from lingo_common.cluster import Cluster, plain_errors
from lingo_common.errors import DataError
from lingo_common.pieces import finished_together
from referee.contest.fixture import Fixture
from referee.contest.limits import Limits
from referee.contest.players import Player, complaints, needs_of
from referee.game.record import GameRecord
from referee.sandbox.isolation import NOTHING_WANTED, Wanted
from referee.schedule.worker_games import Setting, close_hall, open_hall, play_piece
from wordlists.reader import WordList

GAMES_IN_A_PIECE = 10
"""Games that travel together, and are played again where their worker is lost: half a second of work or more."""


def play_on(
    cluster: Cluster,
    fixtures: Iterable[Fixture],
    lists: Mapping[int, WordList],
    limits: Limits,
    players: Sequence[Player] = (),
    wanted: Wanted = NOTHING_WANTED,
) -> Generator[list[GameRecord], None, None]:
    """The record of every game, as referee.schedule.local_games.play_all gives them.

    players: those whose programs a worker must have; wanted: see cluster_isolation. DataError where a worker that
    comes late lacks either. However the caller leaves, the players that run on workers are ended.
    """
    name = f"lingo-hall-{uuid.uuid4().hex}"
    cluster.bring(name, open_hall, Setting(name, lists, limits, needs_of(players), wanted))
    pieces = ((name, batch) for batch in _batches(fixtures))
    try:
        with plain_errors(cluster.address):
            for together in finished_together(play_piece, pieces, cluster):
                yield [record for _, records in together for record in records]
    finally:
        with contextlib.suppress(OSError, RuntimeError):  # where the scheduler is gone its workers go too
            cluster.everywhere(close_hall, name)


def check_present_on(cluster: Cluster, players: Sequence[Player]) -> None:
    """DataError that names the first player that some worker cannot play, and those workers."""
    found = cluster.everywhere(complaints, needs_of(players))
    for complaint in itertools.chain.from_iterable(found.values()):
        where = sorted(worker for worker, some in found.items() if complaint in some)
        raise DataError(f"{complaint} on {', '.join(where)}")


def _batches(fixtures: Iterable[Fixture]) -> Iterator[list[Fixture]]:
    remaining = iter(fixtures)
    while batch := list(itertools.islice(remaining, GAMES_IN_A_PIECE)):
        yield batch
