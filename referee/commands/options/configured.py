"""Commands that take options from a contest's TOML file.

The file gives the defaults of the options. The environment overrides the file, and the command line overrides both.
"""

import difflib
import os
from collections.abc import Iterable
from typing import Any

import click

from lingo_common.cli.command import long_name
from lingo_common.cli.wording import refused
from lingo_common.errors import DataError
from lingo_common.outside_data import checked
from referee.commands.options.values import ManyPlayers
from referee.contest.config import LANGUAGES, PLAYERS, read

_CONFIG = "config"
_NOT_IN_A_FILE = (_CONFIG, "quiet", "resume", "verbose")
"""Options that say nothing about a contest."""


class Configured(ManyPlayers):
    """A command with the option --config, whose file becomes click's default_map."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context, with the values of the file as defaults."""
        path = _config_in(args)
        if path is not None and not extra.get("resilient_parsing"):
            extra["default_map"] = self._defaults(path, args)
        return super().make_context(info_name, args, parent, **extra)

    def _defaults(self, path: str, typed: list[str]) -> dict[str, Any]:
        """The value of each parameter that the file sets; DataError for an unknown key or a value that is refused."""
        options = {name: option for option in self.params if (name := long_name(option)) not in _NOT_IN_A_FILE}
        defaults = {}
        for key, value in read(path).items():
            if key == LANGUAGES:
                continue  # it is read with the players, whose sources it is for
            if key not in options:
                raise DataError(f"{path}: unknown key '{key}'{_nearest(key, options)}")
            if key == "out" and _is_typed("resume", typed):
                continue  # a resumed run stays in its own directory
            defaults[str(options[key].name)] = _value(path, key, value, options[key])
        return defaults


def _value(path: str, key: str, value: Any, option: click.Parameter) -> Any:
    """The value as the command line would give it; DataError if the option refuses it."""
    if key == PLAYERS:
        return [f"@{os.path.abspath(path)}"]
    try:
        if getattr(option, "is_flag", False):
            return checked(value, bool)
        checked(value, str | int | float | list[str | int | float])
    except ValueError as error:
        raise DataError(f"{path}: {key} {str(error).removeprefix('the value ')}") from None
    values = value if isinstance(value, list) else [value]
    texts = [str(each) for each in values]
    if isinstance(option.type, click.Path):
        texts = [os.path.join(os.path.dirname(os.path.abspath(path)), text) for text in texts]
    texts = texts if option.multiple else [",".join(texts)]
    for text in texts:
        _check(path, key, text, option)
    return texts if option.multiple else texts[0]


def _check(path: str, key: str, text: str, option: click.Parameter) -> None:
    """DataError that names the file if the option refuses the text."""
    try:
        option.type.convert(text, option, None)
    except click.BadParameter as error:
        raise DataError(f"{path}: {refused(error, key)}") from None


def _config_in(arguments: list[str]) -> str | None:
    """The last value of --config among the arguments."""
    found = None
    for place, argument in enumerate(arguments):
        if argument == f"--{_CONFIG}":
            found = next(iter(arguments[place + 1 :]), None)
        elif argument.startswith(f"--{_CONFIG}="):
            found = argument.partition("=")[2]
    return found


def _is_typed(name: str, arguments: list[str]) -> bool:
    return any(each == f"--{name}" or each.startswith(f"--{name}=") for each in arguments)


def _nearest(key: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(key.lower().replace("_", "-"), known, 1, 0.5)
    return f"; did you mean '{near[0]}'?" if near else f"; there are {', '.join(sorted(known))}"
