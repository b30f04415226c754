"""`referee compare`: two players of a recorded run word by word, or every pair of its players."""

import itertools
import json
from collections.abc import Mapping, Sequence
from typing import Any

import click

from lingo_common.cli.terminal import table_columns, table_lines, wrap_text
from lingo_common.errors import DataError, UsageError
from referee.commands import options
from referee.commands.options import player_names
from referee.results.comparison import (
    HOW_CERTAIN,
    Comparison,
    PointsOfPair,
    compare_all,
    compare_players,
    points_of,
    points_of_pair,
    verdict,
)
from referee.results.formats import COLUMNS, interval_text, short_name
from referee.storage.reader import Run, open_run


@click.command()
@options.directory
@click.argument("players", metavar="[A B]", nargs=-1, shell_complete=player_names)
@click.option(
    "--top",
    type=click.IntRange(min=0),
    default=10,
    show_default=True,
    metavar="N",
    help="Show the N words where A and B differ most.",
)
@options.text_or_json
def compare(directory: str, players: tuple[str, ...], top: int, format: str) -> None:
    """Compare the players A and B of the run in DIR over the words that both have played, or all pairs of players.

    The first line says who leads and whether that is certain. The percentage is the probability that the leader wins
    more points at words like these; from 97.5 % on the lead is called certain.

    \b
    Examples:
      referee compare results
      referee compare results lingo-bot perl
      referee compare results lingo-bot perl --format json
    """
    if len(players) not in (0, 2):
        raise UsageError("give two players, or none to compare all pairs")

    with open_run(directory) as run:
        if players:
            first, second = players
            report = _report_on_two(run, first, second, top, format)
        elif format == "json":
            report = _all_as_json(run, _every_comparison(run))
        else:
            report = _all_as_text(run, _every_comparison(run))

    click.echo(report)


def _report_on_two(run: Run, first: str, second: str, top: int, format: str) -> str:
    """Return the comparison of two players as text or JSON, with up to `top` words where they differ.

    Raises UsageError unless they are two players of the run, DataError if one is disqualified or there are no words.
    """
    _check_players(run, first, second)
    points_by_word = points_of_pair(run.contest, points_of(run.games()), first, second)
    if not points_by_word:
        raise DataError(f"there is no word yet that both '{first}' and '{second}' have played")

    most = run.contest.rules.points_for(1)
    comparison = compare_players(first, second, points_by_word, most)

    by_length = {}
    for length, words in itertools.groupby(points_by_word, len):
        points_of_length = {word: points_by_word[word] for word in words}
        by_length[length] = compare_players(first, second, points_of_length, most)

    differing = _largest_differences(run, points_by_word, top)
    if format == "json":
        return _as_json(run, comparison, by_length, differing)
    return _as_text(run, comparison, by_length, differing)


def _check_players(run: Run, first: str, second: str) -> None:
    """Raise UsageError unless these are two players of the run, DataError if one of them is disqualified."""
    run.check_player(first)
    run.check_player(second)
    if first == second:
        raise UsageError("give two different players")

    for name in (first, second):
        if name in run.contest.disqualified:
            raise DataError(f"player '{name}' is disqualified: {run.contest.disqualified[name]}")


def _largest_differences(run: Run, points_by_word: PointsOfPair, top: int) -> PointsOfPair:
    """Return the points of up to that many words where the players differ, the largest differences first.

    Words of a committed run that some other player still has to play are left out.
    """
    secret_words = {run.contest.words[length][index] for length, index in run.secrets().words}
    sizes = {}
    for word, (points_of_first, points_of_second) in points_by_word.items():
        size = abs(points_of_first - points_of_second)
        if size > 0 and word not in secret_words:
            sizes[word] = size

    largest = sorted(sizes, key=lambda word: -sizes[word])[:top]
    return {word: points_by_word[word] for word in largest}


def _every_comparison(run: Run) -> list[Comparison]:
    """Return the comparison of every player with every player of a lower rank; DataError if there is none."""
    games = list(run.games())
    ranking = [standing.name for standing in run.leaderboard(games).ranking()]
    comparisons = list(compare_all(run.contest, points_of(games), ranking))
    if not comparisons:
        raise DataError(f"{run.directory}: no two players have played the same word yet")

    return comparisons


def _verdict(run: Run, comparison: Comparison) -> str:
    """Return who of the two leads, and whether that is certain."""
    return verdict(comparison, len(run.contest.lengths), run.contest.until_decided)


def _as_text(run: Run, comparison: Comparison, by_length: Mapping[int, Comparison], differing: PointsOfPair) -> str:
    """Return the verdict on two players, their figures at each length, and the words where they differ most."""
    first = comparison.first
    second = comparison.second

    header = ["letters", "words", short_name(first), short_name(second), "difference", "95 % interval"]
    rows = [[*header, "won", "drawn", "lost", "better (one-sided)"]]
    for length, at_length in by_length.items():
        rows.append(_row(str(length), at_length))
    rows.append(_row("total", comparison))

    lines = [*_wrap(_verdict(run, comparison)), "", *table_lines(rows, table_columns()), ""]
    if comparison.estimate.reason:
        lines.append(f"no interval: {comparison.estimate.reason}")
    else:
        lines += _wrap(HOW_CERTAIN)

    if differing:
        lines += ["", f"words where they differ most ({first}, {second}):"]
        longest = max(map(len, differing))
        for word, (points_of_first, points_of_second) in differing.items():
            figures = f"{points_of_first:3}  {points_of_second:3}  {points_of_first - points_of_second:+}"
            lines.append(f"  {word:{longest}}  {figures}")

    return "\n".join(lines)


def _wrap(text: str) -> list[str]:
    """Return the lines of a text, as wide as the terminal; COLUMNS wide where there is none."""
    return wrap_text(text, table_columns() or COLUMNS)


def _row(name: str, comparison: Comparison) -> list[str]:
    """Return a row of the table; name: the length, or "total"."""
    # The probability that the first player wins more points; None where that cannot be estimated.
    positive = comparison.estimate.positive
    return [
        name,
        str(comparison.words),
        *(f"{points:,}" for points in comparison.points),
        f"{comparison.difference:+,}",
        interval_text(comparison.estimate.interval, sign="+"),
        str(comparison.won),
        str(comparison.drawn),
        str(comparison.lost),
        "-" if positive is None else f"{100 * positive:.1f} %",
    ]


def _all_as_text(run: Run, comparisons: Sequence[Comparison]) -> str:
    """Return the verdict on the first two of the ranking, then a line for each pair of players."""
    longest = max(len("first"), *(len(short_name(comparison.first)) for comparison in comparisons))

    # The names of both players are one column, which stays to the left of the figures.
    rows = [[f"{'first':{longest}}  second", "difference", "95 % interval", "certain"]]
    for comparison in comparisons:
        names = f"{short_name(comparison.first):{longest}}  {short_name(comparison.second)}"
        interval = interval_text(comparison.estimate.interval, sign="+")
        certain = "yes" if comparison.is_certain else "no"
        positive = comparison.estimate.positive
        if positive is not None:
            probability_of_leader = max(positive, 1 - positive)
            certain += f" ({100 * probability_of_leader:.1f} %)"
        rows.append([names, f"{comparison.difference:+,}", interval, certain])

    return "\n".join([
        *_wrap(_verdict(run, comparisons[0])),
        "",
        *table_lines(rows, table_columns()),
        "",
        *_wrap(HOW_CERTAIN),
    ])  # fmt: skip


def _as_json(run: Run, comparison: Comparison, by_length: Mapping[int, Comparison], differing: PointsOfPair) -> str:
    """Return what _as_text shows as JSON, whose keys are part of the interface; differing: where they differ most."""
    words = []
    for word, (points_of_first, points_of_second) in differing.items():
        words.append({
            "length": len(word),
            "word": word,
            "a": points_of_first,
            "b": points_of_second,
            "difference": points_of_first - points_of_second,
        })  # fmt: skip

    value = {
        **_pair_in_json(run, comparison),
        "by_length": {str(length): _figures(at_length) for length, at_length in by_length.items()},
        "words": words,
    }
    return json.dumps(value, indent=2)


def _all_as_json(run: Run, comparisons: Sequence[Comparison]) -> str:
    """Return the verdict on the first two of the ranking, and each pair with its own verdict and figures, as JSON."""
    pairs = [_pair_in_json(run, comparison) for comparison in comparisons]
    return json.dumps({"verdict": _verdict(run, comparisons[0]), "pairs": pairs}, indent=2)


def _pair_in_json(run: Run, comparison: Comparison) -> dict[str, Any]:
    """Return two players with the verdict on them and their figures; the keys are part of the interface."""
    return {
        "verdict": _verdict(run, comparison),
        "a": comparison.first,
        "b": comparison.second,
        "total": _figures(comparison),
    }


def _figures(comparison: Comparison) -> dict[str, Any]:
    """Return the figures of a comparison; the keys are part of the interface."""
    points_of_first, points_of_second = comparison.points
    return {
        "words": comparison.words,
        "a": points_of_first,
        "b": points_of_second,
        "interval": comparison.estimate.interval,
        "a_better": comparison.estimate.positive,
        "certain": comparison.is_certain,
        "won": comparison.won,
        "drawn": comparison.drawn,
        "lost": comparison.lost,
        "reason": comparison.estimate.reason,
        "difference": comparison.difference,
    }
