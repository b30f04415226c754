"""The options that several commands share."""

import re
from dataclasses import replace
from functools import wraps
from typing import Any

import click

from lingo_bot.book_player import NO_BOOK
from lingo_common.cli.command import PATH, Command
from lingo_common.cli.options import cluster, jobs
from lingo_common.cli.rules_options import GameOptions, lengths_of, rules_options
from wordlists.reader import LONGEST, SHORTEST


def of_games(command: Command) -> Command:
    """The rules and lists, --lengths, --jobs and --cluster."""
    command = of_lengths(f"{SHORTEST}-{LONGEST}")(parallel(command))
    return rules_options()(command)


def frequencies(command: Command) -> Command:
    """--frequencies, which comes to the command in its GameOptions."""

    @wraps(command)
    def with_frequencies(*args: Any, game: GameOptions, frequencies: str | None, **values: Any) -> Any:
        return command(*args, game=replace(game, frequencies=frequencies), **values)

    result: Command = click.option(
        "--frequencies",
        metavar="FILE",
        type=PATH,
        help="Weigh the secrets: each line of the file is a word and how often it occurs.",
    )(with_frequencies)
    return result


def of_lengths(default: str) -> Command:
    """--lengths, with that default."""
    option: Command = click.option(
        "--lengths",
        type=lengths_of,
        metavar="LENGTHS",
        default=default,
        show_default=True,
        help="Lengths to work on, such as 5 or 4,7-9.",
    )
    return option


def parallel(command: Command) -> Command:
    """--jobs and --cluster."""
    return jobs("Processes")(cluster("Work", ", instead of --jobs processes on this machine")(command))


def keep(default: str, purpose: str) -> Command:
    """--keep, with that default; purpose completes its help."""
    option: Command = click.option(
        "--keep",
        default=default,
        callback=keep_of,
        show_default=True,
        metavar="K,K,…",
        help=f"Guesses evaluated by recursion at the second attempt, the third, …, {purpose}.",
    )
    return option


def keep_of(context: click.Context, parameter: click.Parameter, value: str) -> list[int]:
    """The numbers in a text such as `6,4`: guesses kept at the second attempt, the third, …; usage error if one is not
    a number from 1."""
    parts = [part.strip() for part in value.split(",")]
    if not all(re.fullmatch(r"[0-9]{1,9}", part) for part in parts):
        raise click.BadParameter(f"{value!r} is not a list of numbers such as 6,4", context, parameter)
    numbers = list(map(int, parts))
    if 0 in numbers:
        raise click.BadParameter(f"each number must be at least 1, not {value!r}", context, parameter)
    return numbers


def known_book(command: Command) -> Command:
    """--book and --no-book, which come to the command as `book`: a path, NO_BOOK, or None for the packaged books."""

    @wraps(command)
    def with_book(*args: Any, book: str | None, no_book: bool, **values: Any) -> Any:
        if book and no_book:
            raise click.UsageError("--book and --no-book exclude each other")
        return command(*args, book=NO_BOOK if no_book else book, **values)

    result: Command = with_book
    result = click.option("--no-book", is_flag=True, help="Take no tree from any book.")(result)
    with_option: Command = click.option(
        "--book",
        metavar="FILE",
        type=PATH,
        help="Take the tree from this book, not from the packaged ones; `auto`: from your cache directory.",
    )
    return with_option(result)  # type: ignore[no-any-return]


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
