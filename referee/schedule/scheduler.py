"""The schedulers of games: on this machine, or on the workers of a cluster."""

import contextlib
import uuid
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence

from lingo_common.cluster import Cluster, connect
from lingo_common.errors import UsageError
from referee.contest.contest import Fixture
from referee.contest.isolation import IsolationRequest
from referee.contest.limits import Limits
from referee.contest.player import Player, PythonPlayer
from referee.contest.players import check_present
from referee.game.preparation import Preparations
from referee.game.record import GameRecord
from referee.game.unseen_paths import unseen_paths
from referee.runner.client import Runner
from referee.runner.levels import Sandbox, find_sandbox
from referee.schedule.cluster_games import agree_on_isolation, check_present_on, play_on, unseen_paths_on
from referee.schedule.local_games import play_all
from wordlists.reader import WordList

Lists = Mapping[int, WordList]
"""The word list of each length."""
Games = Generator[list[GameRecord], None, None]
"""Lists of records as the games finish."""


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

    def prepare(self, players: Iterable[Player], lists: Lists, keep_going: bool) -> tuple[Player, ...]:
        """The players as `play` takes them (see referee.game.preparation)."""
        return tuple(self._preparations.ready(player, lists, self._sandbox, keep_going) for player in players)

    def play(self, fixtures: Iterable[Fixture], lists: Lists, limits: Limits, needed: Sequence[Player] = ()) -> Games:
        """The records of all games; DataError if the program of a player in `needed` is missing."""
        check_present(needed)
        return play_all(fixtures, lists, limits, self.jobs, self._sandbox)

    def unseen_paths(self, text: str, player: Player) -> list[str]:
        """The files that the text names and that the player's sandbox does not show."""
        return unseen_paths(text, player, self._sandbox)


class ClusterScheduler:
    """Plays the games of a run on the workers of a cluster; its methods are those of LocalScheduler."""

    def __init__(self, cluster: Cluster, request: IsolationRequest, isolation: str) -> None:
        """request: what all workers set up (see referee.schedule.cluster_games)."""
        self.level, self.isolation = request.level, isolation
        self._cluster, self._request, self._run = cluster, request, uuid.uuid4().hex

    def __str__(self) -> str:
        return f"cluster: {self._cluster.address}"

    def check_present(self, players: Sequence[Player]) -> None:
        check_present_on(self._cluster, players, self._request)

    def prepare(self, players: Iterable[Player], lists: Lists, keep_going: bool) -> tuple[Player, ...]:
        """The players, which each worker prepares for itself; UsageError for one that only this process can play."""
        players = tuple(players)
        for player in players:
            if isinstance(player, PythonPlayer):
                raise UsageError(f"player '{player.name}' is an object of this process: no cluster can play it")
        return players

    def play(self, fixtures: Iterable[Fixture], lists: Lists, limits: Limits, needed: Sequence[Player] = ()) -> Games:
        return play_on(self._cluster, fixtures, lists, limits, needed, self._request, self._run)

    def unseen_paths(self, text: str, player: Player) -> list[str]:
        return unseen_paths_on(self._cluster, text, player, self._request)


Scheduler = LocalScheduler | ClusterScheduler
"""Plays the games of a run, on this machine or on a cluster."""


@contextlib.contextmanager
def scheduler_for(cluster: str | None, jobs: int, request: IsolationRequest) -> Iterator[Scheduler]:
    """A scheduler on the cluster at that address, or on this machine."""
    if cluster is None:
        with Runner() as runner:
            yield LocalScheduler(jobs, *find_sandbox(request, runner))
    else:
        with connect(cluster) as workers:
            yield ClusterScheduler(workers, *agree_on_isolation(workers, request))
