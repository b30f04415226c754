"""The figures of a report's tables, from the standings and the games."""

import math
import statistics
from collections import defaultdict
from collections.abc import Iterable

from referee.game.record import GameRecord
from referee.results.leaderboard import Standing
from wordlists.word_game import WordGame

_SCALE_MARGIN = 0.04
"""The margin on each side of the drawn intervals, as a part of the width that they take up together."""


def attempt_counts(players: Iterable[Standing], rules: WordGame) -> dict[str, list[int]]:
    """Return by player how many games were solved at attempt 1, 2, …, and last how many were not solved."""
    counts = {}
    for standing in players:
        overall = standing.overall
        # The points of a solved game tell its attempt.
        solved = [overall.by_points[rules.points_for(attempt)] for attempt in range(1, rules.attempts + 1)]
        unsolved = overall.games - overall.solved
        counts[standing.name] = [*solved, unsolved]

    return counts


def hardest(games: Iterable[GameRecord]) -> list[tuple[float, str, int, int]]:
    """Return (points a game, word, games that solved it, games) of each word.

    The words with the fewest points come first, and equal ones by alphabet.
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
    """Return the bar of each player's 95 % interval: (begin, mean, end) in percent of the width of all bars together.

    The scale is in points a game. A player without an interval has a bar without width, and one without games has none.
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

    lowest = min((low for low, _, _ in intervals.values()), default=0.0)
    highest = max((high for _, _, high in intervals.values()), default=1.0)

    # Intervals of no width, as where all players have the same points, get a margin of one point.
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
