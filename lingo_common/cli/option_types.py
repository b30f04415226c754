"""Types of click options and arguments: paths, values of a reader, names."""

from collections.abc import Callable, Collection
from typing import Any, TypeVar

import click

from lingo_common.cli.command import Decorator
from lingo_common.option import Reader, is_file_or_module, read_path

V = TypeVar("V")
"""The type of an option's value."""


class CheckedPath(click.Path):
    """A path that a reader has checked. Shells complete it as a file or directory."""

    def __init__(self, read: Reader) -> None:
        """read: turns the text that was typed into the option's value, or refuses it with ValueError."""
        super().__init__()
        self._read = read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The value; BadParameter for a text that is refused."""
        return click_reader(self._read)(value)


PATH = CheckedPath(read_path)
"""The type of options that take a file or directory. The value is the text as typed.

An empty text is refused: a variable of a script that is not set gives one.
"""


def click_reader(read: Callable[[Any], V]) -> Callable[[Any], V]:
    """Return the reader as a type of click options: its ValueError becomes click.BadParameter."""

    def read_or_refuse(text: Any) -> V:
        """Return the value; BadParameter with the reader's message."""
        try:
            return read(text)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None

    return read_or_refuse


def name_option(
    *flags: str,
    names: Collection[str],
    default: str,
    read: Callable[[str], Any],
    help: str,
    several: bool = False,
    sources: str = ", FILE.py or MODULE:NAME",
) -> Decorator:
    """Return an option whose value is one of the names, or FILE.py or MODULE:NAME, which define a value.

    read(text): what the command gets, such as a criterion; str for the text itself. several: the option may be given
    more than once, and the command gets a tuple. sources: how a message goes on after the names, to say what else may
    be given.
    """

    def check(value: str) -> Any:
        """Return what `read` makes of the value; ValueError for a text that is no name and no source."""
        if value not in names and not is_file_or_module(value):
            raise ValueError(f"must be {', '.join(names)}{sources}, not {value!r}")
        return read(value)

    return click.option(
        *flags,
        type=click_reader(check),
        default=[default] if several else default,
        show_default=True,
        multiple=several,
        metavar="NAME",
        help=help,
    )
