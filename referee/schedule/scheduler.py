"""Where the games of a run are played: on this machine, or on the workers of a cluster."""

import contextlib
import logging
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lingo_common.cluster import Cluster, connected
from lingo_common.errors import DataError
from referee.check.trial_games import trial
from referee.commands.options.isolation import in_force
from referee.contest.draw import new_seed
from referee.contest.fixture import Fixture
from referee.contest.limits import Limits
from referee.contest.players import Player, check_present
from referee.contest.termination import Termination
from referee.game.record import GameRecord
from referee.sandbox.isolation import Wanted
from referee.sandbox.sandbox import Sandbox
from referee.schedule.cluster_games import check_present_on, play_on
from referee.schedule.cluster_isolation import agreed
from referee.schedule.local_games import play_all
from wordlists.reader import WordList

_log = logging.getLogger(__name__)
Games = Generator[list[GameRecord], None, None]
"""Records of games as they finish."""


@dataclass(frozen=True)
class Here:
    """This machine."""

    jobs: int
    """Games at a time."""
    sandbox: Sandbox
    """What stands between players and the machine."""
    isolation: str
    """One line on how players are kept apart."""

    @property
    def level(self) -> str:
        """The level of isolation of every game."""
        return self.sandbox.level

    def __str__(self) -> str:
        return f"at a time: {self.jobs}"

    def check_present(self, players: Sequence[Player]) -> None:
        """DataError for the first whose program is not there."""
        check_present(players)

    def try_out(self, players: Sequence[Player], lists: Mapping[int, WordList], limits: Limits, strict: bool) -> None:
        """Let every player play a game, and say on standard error what is wrong with it.

        Where strict, DataError for one that cannot be started.
        """
        for name, record, breaches in trial(tuple(players), lists, limits, self.jobs, new_seed(), self.sandbox):
            for breach in breaches:
                if record.termination is Termination.NOT_STARTED and strict:
                    raise DataError(f"player '{name}': {breach.says}")
                _log.warning("tried '%s': %s: %s. %s", name, breach.kind, breach.says, breach.advice)

    def play(
        self,
        fixtures: Iterable[Fixture],
        lists: Mapping[int, WordList],
        limits: Limits,
        needed: Sequence[Player],
    ) -> Games:
        """See referee.schedule.local_games; DataError for a player of those needed that is not there (any more)."""
        check_present(needed)
        return play_all(fixtures, lists, limits, self.jobs, self.sandbox)


@dataclass(frozen=True)
class Elsewhere:
    """The workers of a cluster."""

    cluster: Cluster
    wanted: Wanted
    """What all workers set up (see referee.schedule.cluster_isolation)."""
    isolation: str
    """One line on how players are kept apart."""

    @property
    def level(self) -> str:
        """That of all workers."""
        return self.wanted.level

    def __str__(self) -> str:
        return f"cluster: {self.cluster.address}"

    def check_present(self, players: Sequence[Player]) -> None:
        """DataError for the first that some worker cannot play."""
        check_present_on(self.cluster, players)

    def try_out(self, players: Sequence[Player], lists: Mapping[int, WordList], limits: Limits, strict: bool) -> None:
        """Nobody: which worker would play is not known."""

    def play(
        self,
        fixtures: Iterable[Fixture],
        lists: Mapping[int, WordList],
        limits: Limits,
        needed: Sequence[Player],
    ) -> Games:
        """See referee.schedule.cluster_games."""
        return play_on(self.cluster, fixtures, lists, limits, needed, self.wanted)


Place = Here | Elsewhere
"""What can play the games of a run."""


@contextlib.contextmanager
def place(cluster: str | None, jobs: int, wanted: Wanted) -> Iterator[Place]:
    """The cluster at that address, else this machine, with players kept apart there as is wanted."""
    if cluster is None:
        with in_force(wanted) as (sandbox, says):
            yield Here(jobs, sandbox, says)
    else:
        with connected(cluster) as workers:
            yield Elsewhere(workers, *agreed(workers, wanted))
