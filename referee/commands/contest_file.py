"""The option --config, which sets the defaults of a command's other options from a contest's TOML file.

The environment overrides the file, and the command line overrides both.
"""

import difflib
import os
from collections.abc import Collection
from typing import Any

import click

from lingo_common.cli.command import long_name
from lingo_common.cli.options import FIRST, PATH, add_options
from lingo_common.errors import DataError
from lingo_common.option import refusal_text
from lingo_common.outside_data import convert
from referee.commands.program import referee
from referee.contest.players import LANGUAGES_KEY, PLAYERS, read_toml

_ALIKE = 0.5
"""How alike a key must be to an option's name to be taken for a mistyped one (difflib's ratio)."""
_NOT_IN_A_FILE = ("config", "quiet", "resume", "verbose")
"""Options that a contest's file cannot have: they are about one call of the command, not about the contest."""


def _take_defaults_of_file(context: click.Context, parameter: click.Parameter, path: str | None) -> str | None:
    """Make the values of the file the defaults of the other options; DataError for an unknown key or a wrong value."""
    # While a shell completes a command line (resilient_parsing), a file with a mistake must not be an error.
    if path is None or context.resilient_parsing:
        return path

    values = read_toml(path)
    # Languages are no option. They are read together with the players of the file.
    values.pop(LANGUAGES_KEY, None)

    own_options = {long_name(option): option for option in context.command.params}
    defaults: dict[str, Any] = {}
    for key, value in values.items():
        if key in own_options and key not in _NOT_IN_A_FILE:
            option = own_options[key]
            defaults[str(option.name)] = _value(path, key, value, option)
            continue

        # Other commands ignore the keys that only `referee run` uses, such as `rounds`. They are asked for here, when
        # there is such a key, because the answer imports the module of `referee run`.
        keys_of_a_contest = _keys_of_a_contest(context)
        if key not in keys_of_a_contest:
            raise DataError(f"{path}: unknown key '{key}'; {_hint(key, keys_of_a_contest)}")

    context.default_map = defaults
    return path


def _hint(key: str, keys: Collection[str]) -> str:
    """Return the key that may have been meant, or all that there are, to end a message."""
    near = difflib.get_close_matches(key.lower().replace("_", "-"), keys, 1, _ALIKE)
    if near:
        return f"did you mean '{near[0]}'?"
    return f"there are {', '.join(sorted(keys))}"


def _keys_of_a_contest(context: click.Context) -> set[str]:
    """Return the keys that a contest's file may have: the options of `referee run` that are about the contest."""
    run_command = referee.get_command(context, "run")
    assert run_command is not None
    return {long_name(option) for option in run_command.params}.difference(_NOT_IN_A_FILE)


def _value(path: str, key: str, value: Any, option: click.Parameter) -> Any:
    """Return the value as the command line would give it; DataError if the option refuses it.

    The `seed = 7` of a file becomes "7", and `lengths = [4, 5]` "4,5". A relative path begins at the file's directory.
    """
    # On the command line too, `--players @FILE` takes the players of a contest's file.
    if key == PLAYERS:
        return [f"@{os.path.abspath(path)}"]

    try:
        if getattr(option, "is_flag", False):
            return convert(value, bool)
        # This refuses tables, dates and booleans. The option itself reads the value, from text.
        convert(value, str | int | float | list[str | int | float])
    except ValueError as error:
        # The message says `the value must be …`; here the key takes the place of `the value`.
        raise DataError(f"{path}: {key} {str(error).removeprefix('the value ')}") from None

    values = value if isinstance(value, list) else [value]
    texts = list(map(str, values))
    if isinstance(option.type, click.Path):
        folder = os.path.dirname(os.path.abspath(path))
        # An empty text stays empty, so that the option refuses it. Joined to the folder it would name the folder.
        texts = [os.path.join(folder, text) if text else "" for text in texts]

    if not option.multiple:
        texts = [",".join(texts)]

    for text in texts:
        try:
            option.type.convert(text, option, None)
        except click.BadParameter as error:
            raise DataError(f"{path}: {refusal_text(key, error.message)}") from None

    return texts if option.multiple else texts[0]


config_option = add_options(
    FIRST,  # the section of the help
    click.option(
        "--config",
        metavar="FILE",
        type=PATH,
        is_eager=True,  # it is read before the other options, whose defaults it sets
        callback=_take_defaults_of_file,
        allow_from_autoenv=False,  # no environment variable sets it
        help="Options in a TOML file, whose keys are their names; an option on the command line overrides the file.",
    ),
)
