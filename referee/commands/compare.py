"""`referee compare`: two players of a recorded run word by word, or every pair of its players.

`--format json` prints a comparison as an object, whose keys are part of the interface. The text is made from the same
object.
"""

import itertools
import json
from typing import Any

import click

from lingo_common.cli.terminal import table_columns, table_lines, wrap_text
from lingo_common.errors import DataError, UsageError
from referee.commands import options
from referee.results.comparison import (
    HOW_CERTAIN,
    Comparison,
    PointsOfPair,
    compare_players,
    points_of_pair,
    verdict,
)
from referee.results.formats import COLUMNS, interval_text, printable_lines, short_name
from referee.storage.run import Run, open_run

_MOST_WORDS = 10
"""How many words are listed where two players differ most."""


@click.command()
@options.directory
@click.argument("players", metavar="[A B]", nargs=-1, shell_complete=options.player_names)
@options.text_or_json
def compare(directory: str, players: tuple[str, ...], format: str) -> None:
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
            value = _two_players(run, first, second)
        else:
            value = _all_pairs(run)

    if format == "json":
        click.echo(json.dumps(value, indent=2))
    elif players:
        click.echo(_text_on_two(value))
    else:
        click.echo(_text_on_all(value))


def _two_players(run: Run, first: str, second: str) -> dict[str, Any]:
    """Return the comparison of two players over all words and at each length, and the words where they differ most.

    Raises UsageError unless they are two players of the run that are not disqualified, DataError if no word has been
    played by both.
    """
    points = run.leaderboard().points
    for name in (first, second):
        if name not in points:
            raise UsageError(f"no player '{name}' in the table of {run.directory}; there are {', '.join(points)}")
    if first == second:
        raise UsageError("give two different players")

    points_by_word = points_of_pair(points, first, second)
    if not points_by_word:
        raise DataError(f"no game of '{first}' counts for the same word as one of '{second}'")

    most_points = run.contest.rules.points_for(1)
    comparison = compare_players(first, second, points_by_word, most_points)

    # groupby finds the words of a length only if they stand side by side, as they do in the order of the games.
    by_length = {}
    for length, words in itertools.groupby(points_by_word, len):
        points_of_length = {word: points_by_word[word] for word in words}
        by_length[str(length)] = _figures(compare_players(first, second, points_of_length, most_points))

    differing_words = _differing_words(run, points_by_word)
    return {**_pair(run, comparison), "by_length": by_length, "words": differing_words[:_MOST_WORDS]}


def _differing_words(run: Run, points_by_word: PointsOfPair) -> list[dict[str, Any]]:
    """Return the words where the players differ, with their points, the largest differences first.

    Words of a committed run that some other player still has to play are left out.
    """
    secret_words = run.secret_words()
    differing = []
    for word, (a, b) in points_by_word.items():
        if a != b and word not in secret_words:
            written = run.contest.spelling.write(word)
            differing.append({"length": len(word), "word": written, "a": a, "b": b, "difference": a - b})

    return sorted(differing, key=lambda value: -abs(value["difference"]))


def _all_pairs(run: Run) -> dict[str, Any]:
    """Return each player compared with every one of a lower rank, and the verdict on the first of these pairs.

    The pairs are in the order of the ranking. Two players that have not played the same word are left out, so the first
    pair is that of the first two only if they have. Raises DataError if no pair is left.
    """
    board = run.leaderboard()
    pairs = [_pair(run, comparison) for comparison in board.comparisons(board.ranking())]
    if not pairs:
        raise DataError(f"{run.directory}: no two players have games that count for the same word")

    return {"verdict": pairs[0]["verdict"], "pairs": pairs}


def _pair(run: Run, comparison: Comparison) -> dict[str, Any]:
    """Return two players with the verdict on them and their figures."""
    return {
        "verdict": verdict(comparison, lengths=len(run.contest.lengths), until_decided=run.contest.until_decided),
        "a": comparison.first,
        "b": comparison.second,
        "total": _figures(comparison),
    }


def _figures(comparison: Comparison) -> dict[str, Any]:
    """Return the figures of a comparison.

    `a_better` is the probability that the first player wins more points. With too few words it and `interval` are None,
    and `reason` says so; else `reason` is None.
    """
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


def _text_on_two(value: dict[str, Any]) -> str:
    """Return the verdict on two players, their figures at each length, and the words where they differ most."""
    first = value["a"]
    second = value["b"]

    header = ["letters", "words", short_name(first), short_name(second), "difference", "95 % interval"]
    rows = [[*header, "won", "drawn", "lost", "better (one-sided)"]]
    for length, figures in value["by_length"].items():
        rows.append(_row(length, figures))
    rows.append(_row("total", value["total"]))

    lines = [*_wrap(value["verdict"]), "", *table_lines(rows, table_columns()), ""]
    why_no_interval = value["total"]["reason"]
    if why_no_interval:
        lines.append(f"no interval: {why_no_interval}")
    else:
        lines += _wrap(HOW_CERTAIN)

    words = value["words"]
    if words:
        lines += ["", f"words where they differ most ({first}, {second}):"]
        longest = max(len(word["word"]) for word in words)
        for word in words:
            lines.append(f"  {word['word']:{longest}}  {word['a']:3}  {word['b']:3}  {word['difference']:+}")

    return printable_lines(lines)


def _row(name: str, figures: dict[str, Any]) -> list[str]:
    """Return a row of the table of two players; name: the length, or "total"."""
    probability = figures["a_better"]
    return [
        name,
        str(figures["words"]),
        f"{figures['a']:,}",
        f"{figures['b']:,}",
        f"{figures['difference']:+,}",
        interval_text(figures["interval"], sign="+"),
        str(figures["won"]),
        str(figures["drawn"]),
        str(figures["lost"]),
        "-" if probability is None else f"{100 * probability:.1f} %",
    ]


def _text_on_all(value: dict[str, Any]) -> str:
    """Return the verdict on the first two of the ranking, then a line for each pair of players."""
    pairs = value["pairs"]
    heading = "first"
    longest = max(len(heading), *(len(short_name(pair["a"])) for pair in pairs))

    # The names of both players share the first column, because only that one is aligned to the left.
    rows = [[f"{heading:{longest}}  second", "difference", "95 % interval", "certain"]]
    for pair in pairs:
        names = f"{short_name(pair['a']):{longest}}  {short_name(pair['b'])}"
        figures = pair["total"]
        interval = interval_text(figures["interval"], sign="+")
        certain = "yes" if figures["certain"] else "no"
        probability = figures["a_better"]
        if probability is not None:
            probability_of_leader = max(probability, 1 - probability)
            certain += f" ({100 * probability_of_leader:.1f} %)"
        rows.append([names, f"{figures['difference']:+,}", interval, certain])

    return printable_lines([
        *_wrap(value["verdict"]),
        "",
        *table_lines(rows, table_columns()),
        "",
        *_wrap(HOW_CERTAIN),
    ])  # fmt: skip


def _wrap(text: str) -> list[str]:
    """Return the lines of a text, at most as wide as the terminal; in a file or a pipe at most COLUMNS wide."""
    return wrap_text(text, table_columns() or COLUMNS)
