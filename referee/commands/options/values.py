"""What the referee's command line is made of: the values of its options and an option with many values."""

import re
import shlex
from collections.abc import Callable, Iterator
from typing import TypeVar

import click
from click.shell_completion import CompletionItem
from click.types import StringParamType

from lingo_common.cli.sections import Sectioned
from referee.contest import limits
from referee.contest.draw import ALL, Rounds

T = TypeVar("T")
V = TypeVar("V")
_NUMBER = re.compile(r"[0-9]{1,9}")
_MANY = "--players"


def rounds(text: str) -> Rounds:
    """A number of words of each length, or 'all'."""
    if text == ALL:
        return ALL
    if not _NUMBER.fullmatch(text) or int(text) == 0:
        raise click.BadParameter(f"'{text}' is neither a number of rounds, 1 or more, nor 'all'")
    return int(text)


def refusing(read: Callable[[T], V]) -> Callable[[T], V]:
    """Reads the same values; what they cannot be is an error of the command line."""

    def checked(text: T) -> V:
        try:
            return read(text)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None

    return checked


seconds, size, number = refusing(limits.seconds), refusing(limits.size), refusing(limits.number)
or_off = limits.or_off


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


class ManyPlayers(Sectioned):
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
