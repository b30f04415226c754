"""`referee compare`: two players of a recorded run word by word, or every pair of its players."""

import itertools
import json
from collections.abc import Sequence
from typing import Any

import click

from lingo_common.cli.terminal import table_columns, table_lines, wrap_text
from lingo_common.errors import DataError, UsageError
from referee.commands import options
from referee.commands.options import player_names
from referee.results.comparison import (
    HOW_CERTAIN,
    Comparison,
    Duel,
    Pair,
    Pairs,
    compare_all,
    compare_points,
    pairs_of,
    points_of,
    verdict,
)
from referee.results.formats import COLUMNS, short_name
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
            a, b = players
            run.check_player(a)
            run.check_player(b)
            if a == b:
                raise UsageError("give two different players")

            pairs = pairs_of(run.contest, run.games(), a, b)
            write = _as_json if format == "json" else _as_text
            report = write(a, b, pairs, top, run)
        else:
            write_all = _all_as_json if format == "json" else _all_as_text
            report = write_all(_all_duels(run), run)

    click.echo(report)


def _all_duels(run: Run) -> list[Duel]:
    """Return the comparison of every player with every player of a lower rank; DataError if there is none."""
    games = list(run.games())
    ranking = [standing.name for standing in run.leaderboard(games).ranking()]
    duels = list(compare_all(run.contest, points_of(games), ranking))
    if not duels:
        raise DataError(f"{run.directory}: no two players have played the same word yet")

    return duels


def _verdict(duel: Duel, run: Run) -> str:
    return verdict(duel, len(run.contest.lengths), run.contest.until_decided)


def _all_as_text(duels: Sequence[Duel], run: Run) -> str:
    """Return the verdict on the first two of the ranking, then a line for each pair."""
    columns = table_columns()
    longest = max(len("first"), *(len(short_name(first)) for (first, _), _ in duels))

    # The names of both players are one column, which stays to the left of the figures.
    rows = [[f"{'first':{longest}}  second", "difference", "95 % interval", "certain"]]
    for (first, second), comparison in duels:
        names = f"{short_name(first):{longest}}  {short_name(second)}"
        positive = comparison.estimate.positive
        certain = "yes" if comparison.is_certain else "no"
        if positive is not None:
            certain += f" ({100 * max(positive, 1 - positive):.1f} %)"
        rows.append([names, f"{comparison.difference:+,}", _interval(comparison), certain])

    return "\n".join([
        *wrap_text(_verdict(duels[0], run), columns or COLUMNS),
        "",
        *table_lines(rows, columns),
        "",
        *wrap_text(HOW_CERTAIN, columns or COLUMNS),
    ])  # fmt: skip


def _interval(comparison: Comparison) -> str:
    """Return the 95 % interval of the difference as text, a dash if there is none."""
    if comparison.estimate.interval is None:
        return "-"
    return "{:+,.0f} to {:+,.0f}".format(*comparison.estimate.interval)


def _as_text(a: str, b: str, pairs: Pairs, top: int, run: Run) -> str:
    """Return the verdict on two players, their figures at each length, and the words where they differ most."""
    columns = table_columns()
    total = compare_points(pairs.values(), run.contest.rules)
    header = ["letters", "words", short_name(a), short_name(b), "difference", "95 % interval"]
    rows = [[*header, "won", "drawn", "lost", "better (one-sided)"]]
    for length, own in pairs.items():
        rows.append(_row(str(length), compare_points([own], run.contest.rules)))

    rows.append(_row("total", total))

    lines = [*wrap_text(_verdict(((a, b), total), run), columns or COLUMNS), "", *table_lines(rows, columns)]
    if total.estimate.reason:
        lines += ["", f"no interval: {total.estimate.reason}"]
    else:
        lines += ["", *wrap_text(HOW_CERTAIN, columns or COLUMNS)]

    largest = _largest(pairs, top, run)
    if largest:
        lines += ["", f"words where they differ most ({a}, {b}):"]
        letters = max(len(pair.word) for pair in largest)
        lines += [f"  {pair.word:{letters}}  {pair.a:3}  {pair.b:3}  {pair.difference:+}" for pair in largest]

    return "\n".join(lines)


def _row(name: str, comparison: Comparison) -> list[str]:
    """Return the words, points, difference, interval, counts and probability of a comparison as texts."""
    positive = comparison.estimate.positive
    better = "-" if positive is None else f"{100 * positive:.1f} %"
    points = [
        str(comparison.words),
        f"{comparison.a:,}",
        f"{comparison.b:,}",
        f"{comparison.difference:+,}",
        _interval(comparison),
    ]
    return [name, *points, str(comparison.won), str(comparison.drawn), str(comparison.lost), better]


def _largest(pairs: Pairs, top: int, run: Run) -> list[Pair]:
    """Return up to that many words where the players differ, the largest differences first.

    Words of a committed run that some other player still has to play are left out.
    """
    secret_words = {run.contest.words[length][index] for length, index in run.secrets().words}
    words = itertools.chain.from_iterable(pairs.values())
    differing = [pair for pair in words if pair.difference and pair.word not in secret_words]
    return sorted(differing, key=lambda pair: -abs(pair.difference))[:top]


def _all_as_json(duels: Sequence[Duel], run: Run) -> str:
    """Return the verdict on the first two of the ranking, and each pair with its own verdict and figures."""
    pairs = []
    for duel in duels:
        (a, b), comparison = duel
        pairs.append({"a": a, "b": b, "verdict": _verdict(duel, run), "total": _object(comparison)})

    return json.dumps({"verdict": _verdict(duels[0], run), "pairs": pairs}, indent=2)


def _as_json(a: str, b: str, pairs: Pairs, top: int, run: Run) -> str:
    """Return the verdict on two players, their figures at each length, and the words where they differ most."""
    rules = run.contest.rules
    total = compare_points(pairs.values(), rules)
    words = [
        {"length": pair.length, "word": pair.word, "a": pair.a, "b": pair.b, "difference": pair.difference}
        for pair in _largest(pairs, top, run)
    ]
    value = {
        "verdict": _verdict(((a, b), total), run),
        "a": a,
        "b": b,
        "total": _object(total),
        "by_length": {str(length): _object(compare_points([own], rules)) for length, own in pairs.items()},
        "words": words,
    }
    return json.dumps(value, indent=2)


def _object(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as the object of the JSON, whose keys are part of the interface."""
    return {
        "words": comparison.words,
        "a": comparison.a,
        "b": comparison.b,
        "interval": comparison.estimate.interval,
        "a_better": comparison.estimate.positive,
        "certain": comparison.is_certain,
        "won": comparison.won,
        "drawn": comparison.drawn,
        "lost": comparison.lost,
        "reason": comparison.estimate.reason,
        "difference": comparison.difference,
    }
