"""The options --book and --no-book."""

from functools import wraps
from typing import Any

import click

from lingo_bot.book_player import NO_BOOK
from lingo_common.cli.command import Command
from lingo_common.cli.options import PATH


def book(command: Command) -> Command:
    """Add --book and --no-book, which come to the command as `book`.

    It is a path, AUTO_BOOK, NO_BOOK, or None for the packaged books, as lingo_bot.book_player.book_for takes it.
    """

    @wraps(command)
    def with_book(*args: Any, book: str | None, no_book: bool, **values: Any) -> Any:
        """Run the command with the book of both options."""
        if book and no_book:
            raise click.UsageError("--book and --no-book exclude each other")
        return command(*args, book=NO_BOOK if no_book else book, **values)

    book_file = click.option(
        "--book",
        metavar="FILE",
        type=PATH,
        help="Take trees from this book, not from the packaged ones; `auto`: from your own, made by precompute book.",
    )
    no_book = click.option("--no-book", is_flag=True, help="Take no tree and no first guess from any book.")
    return book_file(no_book(with_book))
