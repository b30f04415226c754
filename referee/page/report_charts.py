"""The charts of a report: points by length, attempts, and times of guesses."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from lingo_common.html import charts
from lingo_common.html.charts import Range, Segment
from referee.game.record import GameRecord
from referee.page.page_data import attempt_names
from referee.results.leaderboard import Standing

_PERCENTS = (5, 50, 95)
"""Percents of a player's times that lie below the three times of a chart."""
_ATTEMPT_COLOURS = (
    ("#08306b", "#ffffff"),
    ("#08519c", "#ffffff"),
    ("#4292c6", "#10222e"),
    ("#9ecae1", "#10222e"),
    ("#fdd0a2", "#3a2410"),
    ("#fdae6b", "#3a2410"),
)
"""Fill and ink of the segment of each attempt."""
_UNSOLVED = Segment("unsolved", "#cc4300", "#ffffff")


def attempt_segments(attempts: int) -> tuple[Segment, ...]:
    """Return the segment of each attempt in a bar of games, then that of unsolved games.

    Colours are ColorBrewer's blues and oranges, safe for the colour-blind. The last is darker, for a contrast of 4.5
    to 1 (WCAG 2). Attempts after the sixth have the colour of the sixth.
    """
    segments = []
    for index, name in enumerate(attempt_names(attempts)):
        fill, ink = _ATTEMPT_COLOURS[min(index, len(_ATTEMPT_COLOURS) - 1)]
        # The first name says what is counted.
        label = f"{name} guess" if index == 0 else name
        segments.append(Segment(label, fill, ink))

    return (*segments, _UNSOLVED)


def draw_charts(
    standings: Iterable[Standing],
    attempts: Mapping[str, list[int]],
    segments: Sequence[Segment],
    times: Mapping[str, Sequence[Range]],
) -> dict[str, str]:
    """Return the charts as SVG by name: "points", "attempts" and those of `times`.

    standings: in the order in which the players were given, which is that of the colours. attempts: by player how many
    games were solved at each attempt, and last how many were not; the bars stand in this order. segments: a name and a
    colour for each of these counts. times: the rows of each chart of times, by the name of the chart; without a row a
    chart is left out.
    """
    # By player and length: mean points of a game.
    means: dict[str, dict[int, float]] = {}
    for standing in standings:
        tallies = standing.by_length.items()
        means[standing.name] = {length: tally.mean_points for length, tally in tallies if tally.mean_points is not None}

    svg = {
        "points": charts.lines(means, "letters", "mean points a game"),
        "attempts": charts.stacked_bars(attempts, segments),
    }
    for name, rows in times.items():
        if rows:
            svg[name] = charts.ranges(rows)

    return svg


def time_ranges(players: Iterable[Standing], games: Sequence[GameRecord], guesses: slice) -> list[Range]:
    """Return the 5th, 50th and 95th percentile of each player's times for some guesses of its games, in seconds.

    guesses: which guesses of a game count, `slice(0, 1)` for the first ones. Players that made none are left out.
    """
    seconds: dict[str, list[float]] = defaultdict(list)
    for game in games:
        seconds[game.player] += game.move_seconds[guesses]

    rows = []
    for standing in players:
        name = standing.name
        if seconds[name]:
            low, middle, high = [percentile(seconds[name], percent) for percent in _PERCENTS]
            rows.append(Range(name, standing.number, low, middle, high))

    return rows


def percentile(values: Sequence[float], percent: int) -> float:
    """Return the value that this percent of the values lie below: 6 for the values 1, 2, …, 100 and 5 percent."""
    return sorted(values)[len(values) * percent // 100]
