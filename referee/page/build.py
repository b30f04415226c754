"""The report of a run, put together: standings, charts, pairs of players, failures, audit, and every game."""

import math
import re
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from lingo_common.html import charts
from lingo_common.html.charts import SERIES, Range, Segment
from lingo_common.html.page import render_page
from referee.contest.draw import seed_text
from referee.game.record import GameRecord
from referee.page.publication import page_data, publication_of
from referee.results.audit import FLAGGED
from referee.results.comparison import HOW_CERTAIN, Comparison, compare_all, points_of
from referee.results.leaderboard import Standing
from referee.storage.reader import Run
from referee.storage.verify import audit_of
from wordlists.word_game import WordGame

HARDEST = 20
"""Words in the list of the hardest."""
_PERCENTS = (5, 50, 95)
"""Percents of a player's times that lie below the three times of a chart."""
_SCALE_MARGIN = 0.04
"""The margin on each side of the drawn intervals, as a part of the width that they take up together."""
_FOLDERS = re.compile(
    r"(?<=')/[^']*/(?=[^'/])"  # in quotation marks: the path may have blanks
    r"|[^\s=:'\"]*/(?=[^\s/])"  # elsewhere, also after the = or the : of an option
)
"""The folders of the paths in a command: `/home/ann/` of `python3 /home/ann/mine.py`."""


def build_page(
    run: Run,
    show_progress: Callable[[Iterable[Comparison]], Iterable[Comparison]] = iter,
    title: str | None = None,
    with_host: bool = False,
    public: bool = False,
) -> str:
    """Return the page as HTML.

    show_progress: wraps the comparisons of two players, the longest part of the work, as a progress bar does; `iter`
    shows nothing. with_host: whether the page names the machine, and whole paths in the players' commands. public:
    whether the page has all that is needed to check the run; then DataError is raised if games are still to be played.
    """
    games = [game for game in run.games() if game.player not in run.contest.disqualified]
    publication = publication_of(run, games) if public else None
    board = run.leaderboard(games)
    secrets = board.secrets

    players = board.ranking()
    comparisons = _comparisons(run, games, players, show_progress)

    # What the charts show, and the tables beside them.
    times = {
        "first": _ranges(players, games, slice(0, 1)),
        "later": _ranges(players, games, slice(1, None)),
    }
    outcomes = charts.attempt_segments(run.contest.rules.attempts)
    attempts = _attempts(players, run.contest.rules)

    # A word that some player still has to play must not be read off the page.
    hardest_words = hardest(game for game in games if not secrets.covers(game))[:HARDEST]

    return render_page(
        "referee.page",
        "report.html",
        scripts=("parts.js", "games.js"),
        data=page_data(run, map(secrets.without_word, games), publication),
        # The heading, and the run.
        title=title,
        run=run,
        played=len(games),
        games=board.games,
        lengths=board.contest.lengths,
        secrets=secrets,
        with_host=with_host,
        publication=publication,
        # The standings.
        verdict=board.verdict,
        how_certain=HOW_CERTAIN,
        players=players,
        bars=_bars(players),
        illegal=any(standing.overall.illegal for standing in players),
        disqualified=board.contest.disqualified,
        # The charts, and the colours and markers of players in them.
        charts=_charts(board.standings, attempts, times, outcomes) if games else {},
        times=times,
        attempts=attempts,
        outcomes=outcomes,
        series=SERIES,
        marker_sign=charts.marker_sign,
        dashes=charts.dashes,
        # The other parts.
        comparisons=comparisons,
        terminations=_terminations_of_failures(players),
        audit=audit_of(run, games=games),
        flagged_below=FLAGGED,
        hardest=hardest_words,
        # Functions that write values.
        command=str if with_host else without_folders,
        write=run.contest.spelling.write,
        three_digits=three_digits,
        seed_text=seed_text,
    )


def without_folders(command: str) -> str:
    """Return a player's command without the folders of its paths, which are private to the holder's machine."""
    return _FOLDERS.sub("", command)


def _comparisons(
    run: Run,
    games: Iterable[GameRecord],
    players: Iterable[Standing],
    show_progress: Callable[[Iterable[Comparison]], Iterable[Comparison]],
) -> dict[tuple[str, str], Comparison]:
    """Return the comparison of every two players by their names, the one with the better rank first.

    players: in the order of rank. show_progress: as of build_page.
    """
    names = [standing.name for standing in players]
    comparisons = {}
    for comparison in show_progress(compare_all(run.contest, points_of(games), names)):
        comparisons[comparison.first, comparison.second] = comparison

    return comparisons


def _attempts(players: Iterable[Standing], rules: WordGame) -> dict[str, list[int]]:
    """Return by player how many games were solved at attempt 1, 2, …, and last how many were not solved."""
    points = [rules.points_for(attempt) for attempt in range(1, rules.attempts + 1)]
    counts = {}
    for standing in players:
        overall = standing.overall
        unsolved = overall.games - overall.solved
        counts[standing.name] = [*(overall.by_points[number] for number in points), unsolved]

    return counts


def _terminations_of_failures(players: Iterable[Standing]) -> list[str]:
    """Return the terminations of the games that failed, by alphabet."""
    terminations: set[str] = set()
    for standing in players:
        terminations.update(standing.overall.failures)

    return sorted(terminations)


def _charts(
    standings: Iterable[Standing],
    attempts: Mapping[str, list[int]],
    times: Mapping[str, Sequence[Range]],
    outcomes: Sequence[Segment],
) -> dict[str, str]:
    """Return the charts as SVG by name.

    standings: by number, because the first chart has a line for each, in the colour of the number. attempts: as of
    _attempts, in the order of rank. times: the rows of the two charts of times, by the name of the chart.
    outcomes: what these counts are called, and their colours.
    """
    # By player and length: points a game.
    means: dict[str, dict[int, float]] = {}
    for standing in standings:
        means[standing.name] = {}
        for length, tally in standing.by_length.items():
            if tally.mean_points is not None:
                means[standing.name][length] = tally.mean_points

    svg = {
        "points": charts.lines(means, "letters", "mean points a game"),
        "attempts": charts.stacked_bars(attempts, outcomes),
    }
    for name, rows in times.items():
        # There are none if nobody made such a guess.
        if rows:
            svg[name] = charts.ranges(rows)

    return svg


def hardest(games: Iterable[GameRecord]) -> list[tuple[float, str, int, int]]:
    """Return (points a game, word, games that solved it, games) of each word.

    The words with the fewest points come first, and equal ones by alphabet.
    """
    games_by_word: dict[str, list[GameRecord]] = defaultdict(list)
    for game in games:
        games_by_word[game.word].append(game)

    rows = []
    for word, word_games in games_by_word.items():
        mean = statistics.fmean(game.points for game in word_games)
        solved = sum(game.solved for game in word_games)
        rows.append((mean, word, solved, len(word_games)))

    return sorted(rows)


def three_digits(number: float) -> str:
    """Return a number that is not negative with three significant digits: 0.0123, 12.3, 1,230."""
    rounded = float(f"{number:.3g}")
    if rounded == 0:
        return "0"

    # 0 for numbers from 1 to 9.99, 1 for those from 10 to 99.9, and so on.
    magnitude = math.floor(math.log10(rounded))
    decimals = max(0, 2 - magnitude)
    return f"{rounded:,.{decimals}f}"


def _bars(players: Iterable[Standing]) -> dict[str, tuple[float, float, float]]:
    """Return by player where its interval begins, where its mean lies and where its interval ends, in percent.

    The common scale is in points a game. A total without an interval has a bar without width, and a player without
    games has none.
    """
    ends: dict[str, tuple[float, float, float]] = {}
    for standing in players:
        games = standing.overall.games
        mean = standing.overall.mean_points
        if mean is not None:
            low, high = standing.interval or (standing.overall.points, standing.overall.points)
            ends[standing.name] = (low / games, mean, high / games)

    lowest = min((low for low, _, _ in ends.values()), default=0.0)
    highest = max((high for _, _, high in ends.values()), default=1.0)

    # Intervals of no width, as where all players have the same points, get a margin of one point.
    margin = _SCALE_MARGIN * (highest - lowest) or 1.0
    start = lowest - margin
    width = highest - lowest + 2 * margin
    bars = {}
    for name, (low, mean, high) in ends.items():
        begin = 100 * (low - start) / width
        middle = 100 * (mean - start) / width
        end = 100 * (high - start) / width
        bars[name] = (begin, middle, end)

    return bars


def _ranges(players: Iterable[Standing], games: Sequence[GameRecord], guesses: slice) -> list[Range]:
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
