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
    return rules_options()(of_lengths(f"{SHORTEST}-{LONGEST}")(parallel(command)))


def frequencies(command: Command) -> Command:
    """--frequencies, which comes to the command in its GameOptions."""

    @wraps(command)
    def with_frequencies(*args: Any, game: GameOptions, frequencies: str | None, **values: Any) -> Any:
        return command(*args, game=replace(game, frequencies=frequencies), **values)

    of_file = "Weigh the secrets: each line of the file is a word and how often it occurs."
    return click.option("--frequencies", metavar="FILE", type=PATH, help=of_file)(with_frequencies)


def of_lengths(default: str) -> Command:
    """--lengths, with that default."""
    how: dict[str, Any] = {"type": lengths_of, "metavar": "LENGTHS", "show_default": True}
    return click.option("--lengths", default=default, help="Lengths to work on, such as 5 or 4,7-9.", **how)


def parallel(command: Command) -> Command:
    """--jobs and --cluster."""
    return jobs("Processes")(cluster("Work", ", instead of --jobs processes on this machine")(command))


def keep(default: str, purpose: str) -> Command:
    """--keep, with that default; purpose completes its help."""
    how: dict[str, Any] = {"callback": keep_of, "metavar": "K,K,…", "show_default": True}
    of_attempts = f"Guesses evaluated by recursion at the second attempt, the third, …, {purpose}."
    return click.option("--keep", default=default, help=of_attempts, **how)


def keep_of(context: click.Context, parameter: click.Parameter, value: str) -> list[int]:
    """The numbers in a text such as `6,4`: guesses kept at the second attempt, the third, …; else BadParameter."""
    parts = [part.strip() for part in value.split(",")]
    if not all(re.fullmatch(r"0*[1-9][0-9]{0,8}", part) for part in parts):
        raise click.BadParameter(f"{value!r} is not a list of numbers of at least 1 such as 6,4", context, parameter)
    return list(map(int, parts))


def known_book(command: Command) -> Command:
    """--book and --no-book, which come to the command as `book`: a path, NO_BOOK, or None for the packaged books."""

    @wraps(command)
    def with_book(*args: Any, book: str | None, no_book: bool, **values: Any) -> Any:
        if book and no_book:
            raise click.UsageError("--book and --no-book exclude each other")
        return command(*args, book=NO_BOOK if no_book else book, **values)

    no_book = click.option("--no-book", is_flag=True, help="Take no tree from any book.")
    of_book = "Take the tree from this book, not from the packaged ones; `auto`: from your cache directory."
    return click.option("--book", metavar="FILE", type=PATH, help=of_book)(no_book(with_book))


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
