"""The result of a contest as a pure function of its game records."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from referee.contest import Contest
from referee.draw import Rounds
from referee.record import PLAYED_OUT, Termination


class Played(Protocol):
    """What is asked of a game: a GameRecord or a Result of the store."""

    @property
    def player(self) -> str: ...
    @property
    def length(self) -> int: ...
    @property
    def points(self) -> int: ...
    @property
    def termination(self) -> Termination: ...
    @property
    def solved(self) -> bool: ...


@dataclass
class Tally:
    """What some games came to; tallies add up."""

    points: int = 0
    """Sum of the points."""
    games: int = 0
    """How many games were played."""
    solved: int = 0
    """How many of them were solved."""
    failures: Counter[str] = field(default_factory=Counter)
    """How many ended against the rules, by termination; missing a word is no failure."""

    def add(self, record: Played) -> None:
        """Count one more game."""
        self.points += record.points
        self.games += 1
        self.solved += record.solved
        if record.termination not in PLAYED_OUT:
            self.failures[record.termination.value] += 1

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.points + other.points,
            self.games + other.games,
            self.solved + other.solved,
            self.failures + other.failures,
        )


@dataclass(frozen=True)
class Standing:
    """One player's line of the leaderboard."""

    name: str
    """The player's name."""
    command: str
    """Its command as typed."""
    rank: int
    """1 + the number of players with a higher total: equal totals share a rank."""
    by_length: dict[int, Tally]
    """The games of each length."""
    overall: Tally
    """All games."""


@dataclass(frozen=True)
class Leaderboard:
    """The result of a contest."""

    seed: int | None
    """See Contest."""
    wordlist: str
    """See Contest."""
    lengths: tuple[int, ...]
    """See Contest."""
    rounds: Rounds
    """See Contest."""
    standings: tuple[Standing, ...]
    """A line for each player, in the order in which they were given."""

    def ranking(self) -> list[Standing]:
        """The lines from the best to the last; among equals the order in which they were given."""
        return sorted(self.standings, key=lambda standing: standing.rank)


def leaderboard(contest: Contest, records: Iterable[Played]) -> Leaderboard:
    """The leaderboard of the contest as far as the records go, in whatever order they come."""
    tallies = {player.name: {length: Tally() for length in contest.lengths} for player in contest.players}
    for record in records:
        tallies[record.player][record.length].add(record)
    overall = {name: sum(lengths.values(), Tally()) for name, lengths in tallies.items()}
    totals = [tally.points for tally in overall.values()]
    standings = tuple(
        Standing(
            name=player.name,
            command=player.command,
            rank=1 + sum(total > overall[player.name].points for total in totals),
            by_length=tallies[player.name],
            overall=overall[player.name],
        )
        for player in contest.players
    )
    return Leaderboard(contest.seed, contest.wordlist, contest.lengths, contest.rounds, standings)
