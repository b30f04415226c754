"""The schedulers of games: on this machine, or on the workers of a cluster."""

import contextlib
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lingo_common.cluster import Cluster, connected
from lingo_common.errors import UsageError
from referee.contest.fixture import Fixture
from referee.contest.isolation import IsolationRequest
from referee.contest.limits import Limits
from referee.contest.players import Player, check_present
from referee.game.in_process import PythonPlayer
from referee.game.preparation import prepared
from referee.game.record import GameRecord
from referee.sandbox.find_sandbox import find_sandbox
from referee.sandbox.protection import protected
from referee.sandbox.sandbox import Sandbox
from referee.schedule.cluster_games import check_present_on, play_on
from referee.schedule.cluster_isolation import agreed
from referee.schedule.local_games import play_all
from wordlists.reader import WordList

Games = Generator[list[GameRecord], None, None]
"""Lists of records as the games finish."""


@dataclass(frozen=True)
class LocalScheduler:
    """Plays on this machine."""

    jobs: int
    """Games at a time."""
    sandbox: Sandbox
    """How players are launched."""
    isolation: str
    """One line on the isolation of players."""

    @property
    def level(self) -> str:
        """The level of isolation of every game."""
        return self.sandbox.level

    def __str__(self) -> str:
        return f"at a time: {self.jobs}"

    def check_present(self, players: Sequence[Player]) -> None:
        """DataError for the first player whose program is missing."""
        check_present(players)

    def prepared(
        self, players: Iterable[Player], lists: Mapping[int, WordList], keep_going: bool
    ) -> tuple[Player, ...]:
        """The players, ready to play (see referee.game.preparation)."""
        return prepared(players, lists, self.sandbox, keep_going)

    def play(
        self,
        fixtures: Iterable[Fixture],
        lists: Mapping[int, WordList],
        limits: Limits,
        needed: Sequence[Player] = (),
    ) -> Games:
        """See referee.schedule.local_games; DataError if the program of a player in `needed` is missing."""
        check_present(needed)
        return play_all(fixtures, lists, limits, self.jobs, self.sandbox)


@dataclass(frozen=True)
class ClusterScheduler:
    """Plays on the workers of a cluster."""

    cluster: Cluster
    request: IsolationRequest
    """What all workers set up (see referee.schedule.cluster_isolation)."""
    isolation: str
    """One line on the isolation of players."""

    @property
    def level(self) -> str:
        """The level of isolation of every game."""
        return self.request.level

    def __str__(self) -> str:
        return f"cluster: {self.cluster.address}"

    def check_present(self, players: Sequence[Player]) -> None:
        """DataError for the first player that some worker cannot play."""
        check_present_on(self.cluster, players)

    def prepared(
        self, players: Iterable[Player], lists: Mapping[int, WordList], keep_going: bool
    ) -> tuple[Player, ...]:
        """The players, which each worker prepares for itself; UsageError for one that only this process can play."""
        players = tuple(players)
        for player in players:
            if isinstance(player, PythonPlayer):
                raise UsageError(f"player '{player.name}' is an object of this process: no cluster can play it")
        return players

    def play(
        self,
        fixtures: Iterable[Fixture],
        lists: Mapping[int, WordList],
        limits: Limits,
        needed: Sequence[Player] = (),
    ) -> Games:
        """See referee.schedule.cluster_games."""
        return play_on(self.cluster, fixtures, lists, limits, needed, self.request)


Scheduler = LocalScheduler | ClusterScheduler


@contextlib.contextmanager
def scheduler_for(
    cluster: str | None, jobs: int, request: IsolationRequest, own_process: bool = False
) -> Iterator[Scheduler]:
    """A scheduler on the cluster at that address, or on this machine, with this process protected (see protected)."""
    if cluster is None:
        sandbox, line = find_sandbox(request)
        with protected(own_process):
            yield LocalScheduler(jobs, sandbox, line)
    else:
        with connected(cluster) as workers, protected(own_process):
            yield ClusterScheduler(workers, *agreed(workers, request))
