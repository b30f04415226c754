"""The leaderboard of a contest, from the results of its games."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from referee.contest.contest import Contest
from referee.contest.termination import PLAYED_OUT
from referee.game.record import GameRecord
from referee.results.estimates import Estimate, estimate
from referee.results.secrecy import NO_SECRETS, Secrets
from referee.results.stopping_rule import Decision, StoppingRule


@dataclass
class Tally:
    """Sums over some games."""

    points: int = 0
    games: int = 0
    solved: int = 0
    illegal: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    """How many failed, by termination; a word that was not found is no failure."""
    by_points: Counter[int] = field(default_factory=Counter)

    def add(self, record: GameRecord) -> None:
        """Count one more game."""
        self.points += record.points
        self.games += 1
        self.solved += record.solved
        self.illegal += record.illegal
        self.by_points[record.points] += 1
        if record.termination not in PLAYED_OUT:
            self.failures[record.termination.value] += 1


@dataclass(frozen=True)
class Standing:
    """One player's line of the leaderboard."""

    name: str
    command: str
    rank: int
    """1 + the number of players with a higher total: equal totals share a rank."""
    by_length: dict[int, Tally]
    overall: Tally
    estimate: Estimate
    """The 95 % interval of the total, for as many other words like these."""
    voided: int = 0
    """How many games are void; they count for nothing."""
    suspect: int = 0
    """How many games were too late while others than the player kept the machine busy (see game.record)."""

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the total; None if there are too few words."""
        return self.estimate.interval


@dataclass(frozen=True)
class Leaderboard:
    """The result of a contest."""

    contest: Contest
    standings: tuple[Standing, ...]
    """A line for each player, in the order in which they were given."""
    decision: Decision | None
    """What the stopping rule says of a run with --until-decided; None for another run."""
    isolation: str | None = None
    """The level of isolation of every game; None if it is not known."""
    secrets: Secrets = NO_SECRETS
    """What of the run may not be shown yet."""

    @property
    def games(self) -> int:
        """How many games the whole contest has, those of disqualified players left out."""
        return len(self.contest.competing) * self.contest.words_each

    @property
    def games_played(self) -> int:
        """How many games were played, the void ones included."""
        return sum(standing.overall.games + standing.voided for standing in self.standings)

    def ranking(self) -> list[Standing]:
        """The lines from the best to the last; among equals the order in which they were given."""
        return sorted(self.standings, key=lambda standing: standing.rank)


def leaderboard(
    contest: Contest,
    records: Iterable[GameRecord],
    isolation: str | None = None,
    secrets: Secrets = NO_SECRETS,
) -> Leaderboard:
    """The leaderboard of the contest over these games, which may come in any order."""
    most = contest.rules.points_for(1)
    tallies = {player.name: {length: Tally() for length in contest.lengths} for player in contest.competing}
    overall = {player.name: Tally() for player in contest.competing}
    voided, suspect = Counter[str](), Counter[str]()
    rule = StoppingRule(contest)
    for record in records:
        name = record.player
        if name in contest.disqualified:
            continue
        if contest.until_decided:
            rule.add(record)
        if record.void:
            voided[name] += 1
            continue
        tallies[name][record.length].add(record)
        overall[name].add(record)
        suspect[name] += record.suspect
    totals = [tally.points for tally in overall.values()]
    standings = tuple(
        Standing(
            name=player.name,
            command=player.command,
            rank=1 + sum(total > overall[player.name].points for total in totals),
            by_length=tallies[player.name],
            overall=overall[player.name],
            estimate=estimate(
                (tally.by_points for tally in tallies[player.name].values()), unseen=most / 2, within=(0, most)
            ),
            voided=voided[player.name],
            suspect=suspect[player.name],
        )
        for player in contest.competing
    )
    return Leaderboard(contest, standings, rule.decision if contest.until_decided else None, isolation, secrets)
