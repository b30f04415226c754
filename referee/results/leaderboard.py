"""The leaderboard of a contest, from the records of its games."""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from lingo_common.errors import count_text
from referee.contest.contest import Conditions, Contest
from referee.contest.termination import PLAYED_OUT, Termination
from referee.game.record import GameRecord
from referee.results.comparison import Comparison, Points, compare_players, points_of_pair, verdict
from referee.results.estimates import Estimate, estimate
from referee.results.stopping_rule import ERROR, StoppingRule


@dataclass
class Tally:
    """Sums over games of one player: all of them, or those of one length."""

    points: int = 0
    games: int = 0
    """The number of games that are not void, forfeited ones included."""
    solved: int = 0
    illegal: int = 0
    """The number of illegal guesses."""
    seconds: float = 0.0
    """The time of all games together, from launch to the last guess or the failure."""
    failures: Counter[str] = field(default_factory=Counter)
    """The number of failures by termination; a game whose word was not found is no failure."""
    by_points: Counter[int] = field(default_factory=Counter)
    """The number of games by their points."""
    suspect: int = 0
    """The number of time-outs that may be the machine's fault (see GameRecord.suspect)."""
    voided: int = 0
    """The number of void games, which are in none of the other sums."""

    def add(self, record: GameRecord) -> None:
        """Count one more game."""
        if record.void:
            self.voided += 1
            return

        self.points += record.points
        self.games += 1
        self.solved += record.solved
        self.illegal += record.illegal
        self.seconds += record.seconds
        self.suspect += record.suspect
        self.by_points[record.points] += 1
        if record.termination not in PLAYED_OUT:
            self.failures[record.termination] += 1

    @property
    def mean_points(self) -> float | None:
        """The mean points of a game; None if there is none."""
        return self.points / self.games if self.games else None

    @property
    def mean_seconds(self) -> float | None:
        """The mean time of the games that were played, in seconds to the microsecond; None if there is none.

        Forfeited games were not played.
        """
        played = self.games - self.failures[Termination.FORFEITED]
        return round(self.seconds / played, 6) if played else None


@dataclass(frozen=True)
class Standing:
    """One player's line of the leaderboard."""

    name: str
    command: str
    number: int
    """The player's place, from 0, among those that are not disqualified, in the order in which they were given."""
    rank: int
    """1 + the number of players with a higher total: equal totals share a rank."""
    by_length: dict[int, Tally]
    """The player's games of each length."""
    overall: Tally
    """All its games."""
    estimate: Estimate
    """The 95 % interval of the total, over as many other words like these."""

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the total; None if there are too few words."""
        return self.estimate.interval


@dataclass(frozen=True)
class Leaderboard:
    """The result of a contest, or of the games that were played so far."""

    contest: Contest
    standings: tuple[Standing, ...]
    """A line for each player that is not disqualified, in the order in which they were given."""
    stopping_rule: StoppingRule | None
    """The rule of a run with --until-decided, which was given all games so far; None for another run."""
    conditions: Conditions
    secret_words: frozenset[str]
    """The words of the run that may not be shown yet (see Run.secret_words)."""
    points: Points
    """The points of each game that counts, by player and word."""

    @property
    def games(self) -> int:
        """How many games the whole contest has, those of disqualified players left out."""
        return len(self.contest.competing) * self.contest.words_each

    @property
    def games_played(self) -> int:
        """How many of these games have a result, the void and the forfeited ones included."""
        return sum(standing.overall.games + standing.overall.voided for standing in self.standings)

    @property
    def is_finished(self) -> bool:
        """Whether no more game will be played."""
        is_decided = self.stopping_rule is not None and self.stopping_rule.ends_the_run
        return is_decided or self.games_played == self.games

    @property
    def has_illegal_guesses(self) -> bool:
        """Whether some player made an illegal guess. Tables have a column for illegal guesses only then."""
        return any(standing.overall.illegal for standing in self.standings)

    @cached_property
    def verdict(self) -> str:
        """Who leads and whether that is certain, as a sentence; empty if there are no two players to compare."""
        first_two = self.ranking()[:2]
        # There is no comparison with a single player, or if no word has been played by both.
        lead = next(self.comparisons(first_two), None)
        if lead is None:
            return ""

        rule = self.stopping_rule
        sentence = verdict(lead, lengths=len(self.contest.lengths), until_decided=rule is not None)
        if rule is None:
            return sentence

        rounds = f"After {count_text(rule.rounds, 'round')}"
        leader = rule.leader
        if leader is None:
            return f"{sentence} {rounds} it is not certain who is the best."
        return f"{sentence} {rounds} it is certain that {leader} is the best (error at most {100 * ERROR:.0f} %)."

    def ranking(self) -> list[Standing]:
        """Return the standings from the best to the last; equal ones are in the order in which they were given."""
        return sorted(self.standings, key=lambda standing: standing.rank)

    def comparisons(self, standings: Sequence[Standing]) -> Iterator[Comparison]:
        """Yield the comparison of each of these players with every later one that has played some of the same words."""
        for first, second in itertools.combinations(standings, 2):
            points_by_word = points_of_pair(self.points, first.name, second.name)
            if points_by_word:
                yield compare_players(first.name, second.name, points_by_word, self.contest.rules.points_for(1))


def leaderboard(
    contest: Contest, records: Iterable[GameRecord], conditions: Conditions, secret_words: frozenset[str]
) -> Leaderboard:
    """Return the leaderboard of the contest over these games, which may come in any order.

    Games of disqualified players are ignored. A void game counts for nothing but the number of void games.
    """
    overall: dict[str, Tally] = {}
    by_length: dict[str, dict[int, Tally]] = {}
    points: dict[str, dict[str, int]] = {}
    for player in contest.competing:
        overall[player.name] = Tally()
        by_length[player.name] = {length: Tally() for length in contest.lengths}
        points[player.name] = {}

    rule = StoppingRule(contest) if contest.until_decided else None

    for record in records:
        if record.player in contest.disqualified:
            continue

        overall[record.player].add(record)
        by_length[record.player][record.length].add(record)
        if not record.void:
            points[record.player][record.word] = record.points

        # The rule is given void games too: a round is complete only with them. It leaves their words out itself.
        if rule is not None:
            rule.add(record)

    return Leaderboard(
        contest=contest,
        standings=tuple(_standings(contest, overall, by_length)),
        stopping_rule=rule,
        conditions=conditions,
        secret_words=secret_words,
        points=points,
    )


def _standings(
    contest: Contest, overall: Mapping[str, Tally], by_length: Mapping[str, dict[int, Tally]]
) -> list[Standing]:
    """Return the line of each player, in the order in which they were given.

    overall: by player, its sums over all games; by_length: by player, its sums for each length.
    """
    totals = [tally.points for tally in overall.values()]
    most = contest.rules.points_for(1)
    standings = []
    for number, player in enumerate(contest.competing):
        total = overall[player.name].points
        better_players = sum(other_total > total for other_total in totals)

        counts = [tally.by_points for tally in by_length[player.name].values()]
        # The two words that `estimate` adds are as far from the mean as 0 and the most points are from the middle.
        estimate_of_total = estimate(counts, unseen=most / 2, within=(0, most))

        standings.append(
            Standing(
                name=player.name,
                command=player.command,
                number=number,
                rank=1 + better_players,
                by_length=by_length[player.name],
                overall=overall[player.name],
                estimate=estimate_of_total,
            )
        )

    return standings
