"""The report of a run, put together."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from lingo_common.html import charts
from lingo_common.html.charts import SERIES, Range, Segment
from lingo_common.html.page import render_page, svg
from referee.game.record import GameRecord
from referee.page import figures
from referee.page.figures import as_data
from referee.results.audit import FLAGGED
from referee.results.comparison import Duel, compare_all
from referee.results.leaderboard import Standing
from referee.storage.reader import Run
from referee.storage.verify import audit_of

HARDEST = 20
"""Words in the list of the hardest."""


@dataclass(frozen=True)
class Line:
    """A player's part of the report."""

    standing: Standing
    games: Sequence[GameRecord]
    number: int
    """Its place among the players as given, which sets its colour and marker."""
    attempts: list[int]
    """See figures.attempts."""
    illegal: int
    """Illegal guesses in all games."""

    @property
    def series(self) -> int:
        """The number of its colour."""
        return self.number % SERIES

    @property
    def marker(self) -> str:
        """Its marker in the charts, as a letter."""
        return charts.letter(self.number)

    @property
    def dashes(self) -> str:
        """Its dashes in the charts, for a legend."""
        return charts.dashes(self.number)

    @property
    def mean(self) -> float | None:
        """Points a game; None if it has played none."""
        return self.standing.overall.points / len(self.games) if self.games else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the points a game; None if the total has none."""
        if self.standing.interval is None:
            return None
        low, high = self.standing.interval
        return low / len(self.games), high / len(self.games)


def build_page(
    run: Run,
    through: Callable[[Iterable[Duel]], Iterable[Duel]] = iter,
    title: str | None = None,
    with_host: bool = False,
) -> str:
    """The page as HTML; the pairs of players, the longest part of the work, go through `through`, such as a bar.

    with_host: whether the page names the machine, and whole paths in the players' commands.
    """
    games = [game for game in run.games() if game.player not in run.contest.disqualified]
    board = run.leaderboard(games)
    places = {standing.name: number for number, standing in enumerate(board.standings)}
    attempts = run.contest.rules.attempts
    players = [_line(standing, games, places[standing.name], attempts) for standing in board.ranking()]
    times = {"first": _ranges(players, slice(0, 1)), "later": _ranges(players, slice(1, attempts))}
    outcomes = charts.attempt_parts(attempts)
    return render_page(
        "referee.page",
        "report.html",
        script="games.js",
        data=as_data(run, games),
        run=run,
        title=title,
        players=players,
        facts=_facts(run, with_host),
        commands=[_command(line.standing.command, with_host) for line in players],
        played=len(games),
        games=board.games,
        lengths=board.contest.lengths,
        scale=_scale(players),
        charts=svg(_charts(players, times, outcomes)) if games else {},
        times=times,
        outcomes=outcomes,
        duels=dict(through(compare_all(run.contest, games, [line.standing.name for line in players]))),
        illegal=any(line.illegal for line in players),
        disqualified=board.contest.disqualified,
        failed={line.standing.name: figures.failures(line.games) for line in players},
        terminations=sorted({name for line in players for name in figures.failures(line.games)}),
        hardest=figures.hardest(games, HARDEST),
        write=run.contest.spelling.write,
        three_digits=figures.three_digits,
        audit=audit_of(run, games=games),
        limit=FLAGGED,
    )


def _line(standing: Standing, games: list[GameRecord], number: int, attempts: int) -> Line:
    mine = [game for game in games if game.player == standing.name]
    return Line(
        standing=standing,
        games=mine,
        number=number,
        attempts=figures.attempts(mine, attempts),
        illegal=sum(game.illegal for game in mine),
    )


def _scale(players: list[Line]) -> tuple[float, float]:
    """From where to where the intervals of the leaderboard are drawn, in points a game."""
    intervals = [line.interval or (line.mean, line.mean) for line in players if line.mean is not None]
    low = min((low for low, _ in intervals), default=0.0)
    high = max((high for _, high in intervals), default=1.0)
    room = 0.04 * (high - low) or 1.0
    return low - room, high + room


def _charts(players: list[Line], times: Mapping[str, list[Range]], outcomes: Sequence[Segment]) -> dict[str, str]:
    in_order = sorted(players, key=lambda line: line.number)
    means = [figures.means_by_length(line.games) for line in in_order]
    return {
        "points": charts.lines(means, "letters", "mean points a game"),
        "attempts": charts.stacked_bars({line.standing.name: line.attempts for line in players}, outcomes),
        **{name: charts.ranges(rows) for name, rows in times.items() if rows},  # nobody may have guessed at all
    }


def _ranges(players: list[Line], which: slice) -> list[Range]:
    rows = []
    for line in players:
        quantiles = figures.times([seconds for game in line.games for seconds in game.move_seconds[which]])
        if quantiles:
            rows.append(Range(line.standing.name, line.number, *quantiles))
    return rows


def _facts(run: Run, with_host: bool) -> list[tuple[str, str]]:
    """Return what a reader needs to play the run again, as (name, value)."""
    conditions, contest = run.conditions, run.contest
    drawn = "from a file" if contest.seed is None else f"drawn with seed {contest.seed}"
    return [
        ("Words", f"{contest.rounds} of each length, {drawn}"),
        ("Word list", contest.wordlist),
        ("Started", conditions.started),
        *([("Host", conditions.host)] if with_host else []),
        ("Isolation", conditions.isolation),
        ("Played with", ", ".join(f"{name} {version}" for name, version in conditions.versions.items())),
    ]


def _command(command: str, with_host: bool) -> str:
    """The command, of its paths only the last part unless the host is shown."""
    return command if with_host else re.sub(r"(?<=')/[^']*/(?=[^'/])|[^\s=:'\"]*/(?=[^\s/])", "", command)
