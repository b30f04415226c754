"""Commands that take options from a contest's TOML file."""

import difflib
import os
from collections.abc import Iterable, Iterator
from typing import Any

import click

from lingo_common.cli.command import long_name
from lingo_common.cli.wording import refused
from lingo_common.errors import DataError
from referee.commands.options.values import ManyPlayers
from referee.contest.config import PLAYERS, read

_CONFIG = "config"
_TYPED_ONLY = (_CONFIG, "quiet", "resume", "verbose")
"""Options that say nothing of a contest."""
_INSTEAD = {"out": "resume"}
"""A key that another option on the command line takes the place of, beside the option of its own name."""


class Configured(ManyPlayers):
    """A command whose options may come from the file that --config names; the command line goes before it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        path = _config_in(args)
        if path is None or ctx.resilient_parsing:
            return super().parse_args(ctx, args)
        settings = self._settings(path, args)
        left = super().parse_args(ctx, [*self._arguments(ctx, path, settings), *args])
        for option in self.params:
            if settings.get(long_name(option)) is False:  # no argument says that, and the environment may say otherwise
                ctx.params[str(option.name)] = False
        return left

    def _options(self) -> dict[str, click.Parameter]:
        return {name: option for option in self.params if (name := long_name(option)) not in _TYPED_ONLY}

    def _settings(self, path: str, typed: list[str]) -> dict[str, Any]:
        """What the file sets, but for what was typed; DataError for a key that is no option's."""
        settings = read(path)
        for key in settings:
            if key not in self._options():
                raise DataError(f"{path}: unknown key '{key}'{_nearest(key, self._options())}")
        return {
            key: value
            for key, value in settings.items()
            if not _typed(key, typed) and not _typed(_INSTEAD.get(key), typed)
        }

    def _arguments(self, context: click.Context, path: str, settings: dict[str, Any]) -> Iterator[str]:
        """The settings of the file as arguments."""
        options = self._options()
        for key, value in settings.items():
            if key == PLAYERS:
                yield from (f"--{PLAYERS}", f"@{os.path.abspath(path)}")
            else:
                yield from _argument(context, path, key, value, options[key])


def _argument(context: click.Context, path: str, key: str, value: Any, option: click.Parameter) -> Iterator[str]:
    """The arguments for one key; DataError where its option would refuse the value."""
    if getattr(option, "is_flag", False):
        if not isinstance(value, bool):
            raise DataError(f"{path}: {key}: {value!r} is neither true nor false")
        yield from [f"--{key}"] * value
        return
    values = value if isinstance(value, list) else [value]
    if not all(isinstance(each, str | int | float) and not isinstance(each, bool) for each in values):
        raise DataError(f"{path}: {key}: not a string, a number, or a list of these")
    texts = [str(each) for each in values]
    if isinstance(option.type, click.Path):
        texts = [os.path.join(os.path.dirname(os.path.abspath(path)), text) for text in texts]
    for text in texts if option.multiple else [",".join(texts)]:
        try:
            option.type.convert(text, option, context)
        except click.BadParameter as error:
            raise DataError(f"{path}: {refused(error, key)}") from None
        yield f"--{key}={text}"


def _config_in(arguments: list[str]) -> str | None:
    """The last value of --config among the arguments."""
    found = None
    for place, argument in enumerate(arguments):
        if argument == f"--{_CONFIG}":
            found = next(iter(arguments[place + 1 :]), None)
        elif argument.startswith(f"--{_CONFIG}="):
            found = argument.partition("=")[2]
    return found


def _typed(key: str | None, arguments: list[str]) -> bool:
    return key is not None and any(each == f"--{key}" or each.startswith(f"--{key}=") for each in arguments)


def _nearest(key: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(key.lower().replace("_", "-"), known, 1, 0.5)
    return f"; did you mean '{near[0]}'?" if near else f"; there are {', '.join(sorted(known))}"
