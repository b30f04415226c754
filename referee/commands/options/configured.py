"""The option --config: the other options of a command, from a contest's TOML file.

The file gives the defaults of the options. The environment overrides the file, and the command line overrides both.
"""

import difflib
import os
from collections.abc import Iterable
from typing import Any

import click

from lingo_common.cli.command import PATH, long_name
from lingo_common.cli.options import FIRST, add_options
from lingo_common.cli.wording import bad_value_text
from lingo_common.errors import DataError
from lingo_common.outside_data import convert
from referee.contest.config import LANGUAGES, PLAYERS, read_toml

_NOT_IN_A_FILE = ("config", "quiet", "resume", "verbose")
"""Options that say nothing about a contest."""


def _use(context: click.Context, parameter: click.Parameter, path: str | None) -> str | None:
    """Make the values of the file the defaults of the other options; DataError for an unknown key or a wrong value."""
    if path is not None and not context.resilient_parsing:
        options = {long_name(option): option for option in context.command.params}
        allowed = {name: option for name, option in options.items() if name not in _NOT_IN_A_FILE}
        values = {key: value for key, value in read_toml(path).items() if key != LANGUAGES}  # these go with the players
        for key in values:
            if key not in allowed:
                raise DataError(f"{path}: unknown key '{key}'{_nearest(key, allowed)}")
        defaults = {str(allowed[key].name): _value(path, key, value, allowed[key]) for key, value in values.items()}
        context.default_map = defaults
    return path


config = add_options(
    FIRST,
    click.option(
        "--config",
        metavar="FILE",
        type=PATH,
        is_eager=True,
        callback=_use,
        allow_from_autoenv=False,
        help="Options in a TOML file, whose keys are their names; an option on the command line overrides the file.",
    ),
)
"""A contest kept in a file."""


def _value(path: str, key: str, value: Any, option: click.Parameter) -> Any:
    """The value as the command line would give it; DataError if the option refuses it."""
    if key == PLAYERS:
        return [f"@{os.path.abspath(path)}"]
    try:
        if getattr(option, "is_flag", False):
            return convert(value, bool)
        convert(value, str | int | float | list[str | int | float])
    except ValueError as error:
        raise DataError(f"{path}: {key} {str(error).removeprefix('the value ')}") from None
    values = value if isinstance(value, list) else [value]
    texts = [str(item) for item in values]
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
        raise DataError(f"{path}: {bad_value_text(error, key)}") from None


def _nearest(key: str, names: Iterable[str]) -> str:
    near = difflib.get_close_matches(key.lower().replace("_", "-"), names, 1, 0.5)
    return f"; did you mean '{near[0]}'?" if near else f"; there are {', '.join(sorted(names))}"
