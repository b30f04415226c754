"""The report of a run, put together. Its games are rows of a few values, because a page holds thousands of them."""

import math
import re
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from lingo_common.html import charts
from lingo_common.html.charts import SERIES, Range
from lingo_common.html.page import render_page
from referee.contest.draw import seed_text
from referee.contest.termination import Termination
from referee.game.game_text import exit_text
from referee.game.record import GameRecord, moves
from referee.results.audit import FLAGGED
from referee.results.comparison import Duel, compare_all, points_of
from referee.results.leaderboard import Standing
from referee.storage.reader import Run
from referee.storage.verify import audit_of

HARDEST = 20
"""Words in the list of the hardest."""
_MAX_ERROR_TEXT = 400
"""Characters of a failed game's standard error that go into the page."""
_MAX_ERROR_TEXT_OF_PAGE = 500_000
"""Characters of standard error in the whole page; of games after that `referee show` has it."""
_TERMINATIONS = [termination.value for termination in Termination]
_FOLDERS = re.compile(r"(?<=')/[^']*/(?=[^'/])|[^\s=:'\"]*/(?=[^\s/])")
"""The folders of the paths in a command."""


@dataclass(frozen=True)
class Line:
    """A player's part of the report."""

    standing: Standing
    number: int
    """Its place among the players as given, which sets its colour and marker."""
    command: str
    """Its command, of whose paths only the last part is shown unless the host is."""
    attempts: list[int]
    """How many games were solved at attempt 1, 2, …, and at last how many were not."""

    @property
    def mean(self) -> float | None:
        """Points a game; None if it has played none."""
        return self.standing.overall.points / self.standing.overall.games if self.standing.overall.games else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the points a game; None if the total has none."""
        if self.standing.interval is None:
            return None
        low, high = self.standing.interval
        return low / self.standing.overall.games, high / self.standing.overall.games


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
    board, rules = run.leaderboard(games), run.contest.rules
    secrets = board.secrets
    lines = []
    for number, standing in enumerate(board.standings):
        tally = standing.overall
        solved = [tally.by_points[rules.points_for(attempt)] for attempt in range(1, rules.attempts + 1)]
        command = standing.command if with_host else _FOLDERS.sub("", standing.command)
        lines.append(Line(standing, number, command, [*solved, tally.games - tally.solved]))
    players = sorted(lines, key=lambda line: line.standing.rank)
    times = {"first": _ranges(players, games, slice(0, 1)), "later": _ranges(players, games, slice(1, rules.attempts))}
    outcomes = charts.attempt_parts(rules.attempts)
    drawn = {}
    if games:
        means = [
            {length: tally.points / tally.games for length, tally in line.standing.by_length.items() if tally.games}
            for line in lines
        ]
        drawn = {
            "points": charts.lines(means, "letters", "mean points a game"),
            "attempts": charts.stacked_bars({line.standing.name: line.attempts for line in players}, outcomes),
            **{name: charts.ranges(rows) for name, rows in times.items() if rows},  # nobody may have guessed at all
        }
    return render_page(
        "referee.page",
        "report.html",
        script="games.js",
        data=_as_data(run, map(secrets.shown, games)),
        run=run,
        title=title,
        players=players,
        with_host=with_host,
        played=len(games),
        games=board.games,
        lengths=board.contest.lengths,
        scale=_scale(players),
        charts=drawn,
        series=SERIES,
        letter=charts.letter,
        dashes=charts.dashes,
        times=times,
        outcomes=outcomes,
        duels=dict(through(compare_all(run.contest, points_of(games), [line.standing.name for line in players]))),
        illegal=any(line.standing.overall.illegal for line in players),
        disqualified=board.contest.disqualified,
        terminations=sorted({name for line in players for name in line.standing.overall.failures}),
        hardest=hardest(game for game in games if not secrets.covers(game))[:HARDEST],
        secrets=secrets,
        write=run.contest.spelling.write,
        three_digits=three_digits,
        seed_text=seed_text,
        audit=audit_of(run, games=games),
        limit=FLAGGED,
    )


def hardest(games: Iterable[GameRecord]) -> list[tuple[float, str, int, int]]:
    """(points a game, word, games that solved it, games) of each word, the fewest points first, then by alphabet."""
    by_word: dict[str, list[GameRecord]] = defaultdict(list)
    for game in games:
        by_word[game.word].append(game)
    return sorted(
        (statistics.fmean(game.points for game in own), word, sum(game.solved for game in own), len(own))
        for word, own in by_word.items()
    )


def three_digits(number: float) -> str:
    """A number that is not negative with three significant digits: 0.0123, 12.3, 1,230."""
    rounded = float(f"{number:.3g}")
    return f"{rounded:,.{max(0, 2 - math.floor(math.log10(rounded)))}f}" if rounded else "0"


def _scale(players: Iterable[Line]) -> tuple[float, float]:
    """From where to where the intervals of the leaderboard are drawn, in points a game."""
    intervals = [line.interval or (line.mean, line.mean) for line in players if line.mean is not None]
    low = min((low for low, _ in intervals), default=0.0)
    high = max((high for _, high in intervals), default=1.0)
    margin = 0.04 * (high - low) or 1.0
    return low - margin, high + margin


def _ranges(players: Iterable[Line], games: Sequence[GameRecord], which: slice) -> list[Range]:
    """For each player that made such guesses the 5th, 50th and 95th of a hundred of their times."""
    rows = []
    for line in players:
        name = line.standing.name
        seconds = sorted(second for game in games if game.player == name for second in game.move_seconds[which])
        if seconds:
            low, middle, high = (seconds[len(seconds) * part // 100] for part in (5, 50, 95))
            rows.append(Range(name, line.number, low, middle, high))
    return rows


def _as_data(run: Run, games: Iterable[GameRecord]) -> dict[str, Any]:
    """Return the data of the page's script, games.js, which names the values of a row."""
    places = {player.name: number for number, player in enumerate(run.contest.competing)}
    rows, remaining = [], _MAX_ERROR_TEXT_OF_PAGE
    for game in games:
        ended = exit_text(game) if game.signal or game.exit_status else ""
        error_text = (game.stderr_head + game.stderr_tail).rstrip()[-_MAX_ERROR_TEXT:] if game.points == 0 else ""
        error_text = error_text if len(error_text) <= remaining else "…"
        remaining -= len(error_text)
        rows.append([
            run.number(game),
            places[game.player],
            game.word,
            " ".join(guess.replace(" ", "\N{NO-BREAK SPACE}") for guess in game.guesses),
            " ".join(game.replies),
            "".join("01"[move.legal] for move in moves(game)),
            game.points,
            _TERMINATIONS.index(game.termination.value),
            [float(f"{1000 * seconds:.3g}") for seconds in game.move_seconds],
            *([ended, error_text] if ended or error_text else []),
        ])  # fmt: skip
    rules, spelling = run.contest.rules, run.contest.spelling
    return {
        "players": list(places),
        "terminations": _TERMINATIONS,
        "attempts": rules.attempts,
        "letters": {spelling.read(group): group for group in spelling.groups},
        "games": rows,
    }
