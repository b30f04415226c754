"""The option --players, which takes many values."""

import shlex
from collections.abc import Iterator

import click
from click.shell_completion import CompletionItem
from click.types import StringParamType

from lingo_common.cli.options import Sectioned

_MANY = "--players"


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
        return super().parse_args(ctx, list(repeat_option(args)))


def repeat_option(arguments: list[str]) -> Iterator[str]:
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
