"""What the referee's command line is made of: the values of its options and an option with many values."""

import re
import shlex
from collections.abc import Callable, Iterator
from typing import TypeVar

import click
from click.shell_completion import CompletionItem
from click.types import StringParamType

from lingo_common.cli.lengths import lengths_of
from referee.contest.draw import ALL, Rounds

LONGEST_WORD = 64
"""No word is longer; it keeps a mistyped range from being read as millions of lengths."""

OFF = "off"
"""What switches a limit off."""

T = TypeVar("T")
_DAY = 86400.0
_SIZE = re.compile(r"([0-9]{1,12})([KkMmGg]?)")
_NUMBER = re.compile(r"[0-9]{1,9}")
_MANY = "--players"


def lengths(text: str) -> tuple[int, ...]:
    """Word lengths such as 4-13 or 5,7,9-11, ascending, each once."""
    return lengths_of(text, 1, LONGEST_WORD)


def rounds(text: str) -> Rounds:
    """A number of words of each length, or 'all'."""
    if text == ALL:
        return ALL
    if not _NUMBER.fullmatch(text) or int(text) == 0:
        raise click.BadParameter(f"'{text}' is neither a number of rounds, 1 or more, nor 'all'")
    return int(text)


def seconds(text: str | float) -> float:
    """A time of up to a day."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= _DAY:  # refuses "nan" as well
        raise click.BadParameter(f"'{text}' is not a number of seconds, more than 0 and at most {_DAY:.0f}")
    return value


def size(text: str | int) -> int:
    """Bytes, such as 65536, 64K, 10M or 2G."""
    match = _SIZE.fullmatch(str(text))
    if not match or int(match[1]) == 0:
        raise click.BadParameter(f"'{text}' is no size such as 65536, 64K, 10M or 2G")
    return int(match[1]) << 10 * (" KMG".index(match[2].upper()) if match[2] else 0)


def number(text: str | int) -> int:
    """A whole number of at least 1."""
    if not _NUMBER.fullmatch(str(text)) or int(text) == 0:
        raise click.BadParameter(f"'{text}' is no number of at least 1")
    return int(text)


def or_off(read: Callable[[str], T]) -> Callable[[str], T | None]:
    """The same values, and 'off' for none."""
    return lambda text: None if text == OFF else read(text)


class PlayerText(StringParamType):
    """A value of --players, as typed; in the environment there are several, quoted as in a shell."""

    name = "player"

    def split_envvar_value(self, rv: str) -> list[str]:
        try:
            return shlex.split(rv)
        except ValueError as error:
            raise click.UsageError(f"{rv}: not a list of players: {str(error).lower()}") from None

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type="file")]


class ManyPlayers(click.Command):
    """A command whose --players takes arguments up to the next option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, list(repeated(args)))


def repeated(arguments: list[str]) -> Iterator[str]:
    """The arguments with --players before each of its values: `--players A B` as `--players A --players B`."""
    swallowing = False
    for number, argument in enumerate(arguments):
        if argument.startswith("-"):
            swallowing = argument == _MANY or argument.startswith(f"{_MANY}=")
            follows = arguments[number + 1 : number + 2]
            if argument != _MANY or not follows or follows[0].startswith("-"):
                yield argument
        elif swallowing:
            yield from (_MANY, argument)
        else:
            yield argument
