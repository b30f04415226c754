"""The figures of a report, from the standings and the games, for its tables and charts; and the charts."""

import math
import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from lingo_common.html import charts
from lingo_common.html.charts import Range, Segment
from referee.game.record import GameRecord
from referee.page.page_data import attempt_names
from referee.results.leaderboard import Standing
from wordlists.word_game import WordGame

_SCALE_MARGIN = 0.04
"""The margin on each side of the drawn intervals, as a part of the width that they take up together."""
_ATTEMPT_COLOURS = (
    ("#08306b", "#ffffff"),
    ("#08519c", "#ffffff"),
    ("#4292c6", "#10222e"),
    ("#9ecae1", "#10222e"),
    ("#fdd0a2", "#3a2410"),
    ("#fdae6b", "#3a2410"),
)
"""The colours of the segment of each attempt, and of the text on it.

The segments have ColorBrewer's blues and oranges, which colour-blind people can tell apart.
"""
_UNSOLVED = Segment("unsolved", "#cc4300", "#ffffff")
"""A darker orange than ColorBrewer's, for a contrast of 4.5 to 1 with white text (WCAG 2)."""


def attempt_counts(players: Iterable[Standing], rules: WordGame) -> dict[str, list[int]]:
    """Return by player how many games were solved at attempt 1, 2 and so on, and last how many were not solved."""
    counts = {}
    for standing in players:
        overall = standing.overall
        # The points of a solved game tell at which attempt it was solved.
        solved = [overall.by_points[rules.points_for(attempt)] for attempt in range(1, rules.attempts + 1)]
        unsolved = overall.games - overall.solved
        counts[standing.name] = [*solved, unsolved]

    return counts


def hardest_words(games: Iterable[GameRecord]) -> list[tuple[float, str, int, int]]:
    """Return (mean points of a game, word, number of games that solved it, number of games) of each word.

    The words with the fewest points come first; words with equal points are in the order of the alphabet.
    """
    games_by_word: dict[str, list[GameRecord]] = defaultdict(list)
    for game in games:
        games_by_word[game.word].append(game)

    rows = []
    for word, games_of_word in games_by_word.items():
        mean = statistics.fmean(game.points for game in games_of_word)
        solved = sum(game.solved for game in games_of_word)
        rows.append((mean, word, solved, len(games_of_word)))

    return sorted(rows)


def interval_bars(players: Iterable[Standing]) -> dict[str, tuple[float, float, float]]:
    """Return the bar of each player's 95 % interval as (begin, mean, end), in percent of the width of the column.

    All bars have the same scale, in points a game. A player without an interval has a bar without width. A player
    without games has no bar.
    """
    # By player: low end, mean and high end, in points a game.
    intervals: dict[str, tuple[float, float, float]] = {}
    for standing in players:
        games = standing.overall.games
        mean = standing.overall.mean_points
        if mean is not None:
            total = standing.overall.points
            low, high = standing.interval or (total, total)
            intervals[standing.name] = (low / games, mean, high / games)

    if not intervals:
        return {}

    lowest = min(low for low, _, _ in intervals.values())
    highest = max(high for _, _, high in intervals.values())
    # If all bars are without width at the same place, a margin of one point keeps the scale from being 0 wide.
    margin = _SCALE_MARGIN * (highest - lowest) or 1.0
    start = lowest - margin
    width = highest - lowest + 2 * margin

    def percent(points: float) -> float:
        """Return the place of these points, in percent of the width."""
        return 100 * (points - start) / width

    return {name: (percent(low), percent(mean), percent(high)) for name, (low, mean, high) in intervals.items()}


def three_digits(number: float) -> str:
    """Return a number that is not negative with three significant digits: 0.0123, 12.3, 1,230."""
    rounded = float(f"{number:.3g}")
    if rounded == 0:
        return "0"

    # 0 for numbers from 1 to 9.99, 1 for those from 10 to 99.9, and so on.
    magnitude = math.floor(math.log10(rounded))
    decimals = max(0, 2 - magnitude)
    return f"{rounded:,.{decimals}f}"


def attempt_segments(attempts: int) -> tuple[Segment, ...]:
    """Return the segment of each attempt in a bar of games, then that of unsolved games.

    Attempts after the sixth have the colour of the sixth.
    """
    segments = []
    for index, name in enumerate(attempt_names(attempts)):
        fill, ink = _ATTEMPT_COLOURS[min(index, len(_ATTEMPT_COLOURS) - 1)]
        segments.append(Segment(name, fill, ink))

    return (*segments, _UNSOLVED)


def draw_charts(
    standings: Iterable[Standing],
    counts: Mapping[str, list[int]],
    segments: Sequence[Segment],
    times: Mapping[str, Sequence[Range]],
) -> dict[str, str]:
    """Return the charts as SVG by name: "points", "attempts" and those of `times`.

    standings: in the order in which the players were given, by which their lines are coloured. counts: as
    attempt_counts returns them. segments: as attempt_segments returns them. times: the rows of each chart of times, by
    the name of the chart; a chart without rows is left out.
    """
    # By player and length: mean points of a game.
    means: dict[str, dict[int, float]] = {}
    for standing in standings:
        tallies = standing.by_length.items()
        means[standing.name] = {length: tally.mean_points for length, tally in tallies if tally.mean_points is not None}

    svg = {
        "points": charts.lines(means, "letters", "mean points a game"),
        "attempts": charts.stacked_bars(counts, segments),
    }
    for name, rows in times.items():
        if rows:
            svg[name] = charts.ranges(rows)

    return svg


def time_ranges(players: Iterable[Standing], games: Sequence[GameRecord], guesses: slice) -> list[Range]:
    """Return the 5th, 50th and 95th percentile of each player's times for some guesses, in seconds.

    guesses: which guesses of each game count; `slice(0, 1)` is the first one. A player that made none is left out.
    """
    seconds: dict[str, list[float]] = defaultdict(list)
    for game in games:
        seconds[game.player] += game.move_seconds[guesses]

    rows = []
    for standing in players:
        name = standing.name
        if seconds[name]:
            low, middle, high = [percentile(seconds[name], percent) for percent in (5, 50, 95)]
            rows.append(Range(name, standing.number, low, middle, high))

    return rows


def percentile(values: Sequence[float], percent: int) -> float:
    """Return the value that so many percent of the values are below: 6 for the values 1, 2, …, 100 and 5 percent."""
    return sorted(values)[len(values) * percent // 100]
