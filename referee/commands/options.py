"""The options and arguments that several commands of the referee share.

--config gives the defaults of the other options from a contest's TOML file. The environment overrides the file, and the
command line overrides both.
"""

import difflib
import itertools
import os
import shlex
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem
from click.types import StringParamType

from lingo_common.cli.command import PATH, NonEmptyPath, bad_value_text, long_name
from lingo_common.cli.options import FIRST, Sectioned, add_options
from lingo_common.errors import DataError, ProgramError
from lingo_common.outside_data import convert
from referee.contest.languages import LANGUAGES
from referee.contest.player_files import LANGUAGES_KEY, PLAYERS, read_toml
from referee.results.formats import FORMATS
from referee.storage.run_directory import HOME
from referee.storage.schema import RECORD


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


def run_directories(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the runs in the working directory and in HOME that begin so, for a shell; any directory if none does."""
    runs = []
    for folder in (Path(), Path(HOME)):
        for record in sorted(folder.glob(f"*/{RECORD}")):
            run = str(record.parent)
            if run.startswith(incomplete):
                runs.append(CompletionItem(run))

    return runs or [CompletionItem(incomplete, type="dir")]


SOURCE_ENDINGS = ", ".join(f".{ending}" for ending in sorted(LANGUAGES))
"""The endings of sources that can be players, for help texts."""
LIMITS = "Limits of a game"
"""The section of the help text that has the options on limits."""
ISOLATION = "Isolation"
"""The section of the help text that has the options on the sandbox."""

players = click.option(
    "--players",
    type=PlayerText(),
    multiple=True,
    metavar="P [P ...]",
    help="Quoted commands, NAME=command, or @FILE with one command a line. A command may begin with a source file "
    f"({SOURCE_ENDINGS}), which is compiled and run.",
)
"""The players, for a command of the class ManyPlayers."""
wordlist = click.option(
    "--wordlist",
    metavar="PATH",
    type=PATH,
    help="Word list file, or directory with wordlistN.txt or wordlist.txt.  [default: where the run had it]",
)
format = click.option(
    "--format", type=click.Choice(FORMATS), default="text", show_default=True, help="The form of the leaderboard."
)
text_or_json = click.option(
    "--format", type=click.Choice(("text", "json")), default="text", show_default=True, help="The form of the result."
)
directory = click.argument("directory", metavar="DIR", type=NonEmptyPath(), shell_complete=run_directories)

_MANY = "--players"
"""The option that takes several arguments."""


class ManyPlayers(Sectioned):
    """A command whose --players takes arguments up to the next option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, list(repeat_option(args)))


def repeat_option(arguments: list[str]) -> Iterator[str]:
    """Yield the arguments with --players before each of its values: `--players A B` as `--players A --players B`."""
    is_value = False
    for argument, following in itertools.zip_longest(arguments, arguments[1:]):
        if not argument.startswith("-"):
            if is_value:
                yield _MANY
            yield argument
            continue

        is_value = argument == _MANY or argument.startswith(f"{_MANY}=")
        has_a_value = following is not None and not following.startswith("-")
        if argument != _MANY or not has_a_value:
            yield argument  # without a value click says what is missing


def player_names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the players of the run that was typed before, for a shell; nothing if it cannot be read."""
    from referee.storage.reader import open_run

    # Click stops reading at the option that lacks its value: then the directory is among the arguments not read yet.
    unread = [text for text in ctx.args if not text.startswith("-")]
    directory = ctx.params.get("directory") or next(iter(unread), None)
    if directory is None:
        return []

    try:
        with open_run(directory) as run:
            names = [player.name for player in run.contest.players]
    except (ProgramError, OSError):
        return []

    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


_ALIKE = 0.5
"""How alike a key must be to an option's name to be taken for a mistyped one (difflib's ratio)."""
_NOT_IN_A_FILE = ("config", "quiet", "resume", "verbose")
"""Options that a contest's file cannot have: they are about one call of the command, not about the contest."""


def _take_defaults_of_file(context: click.Context, parameter: click.Parameter, path: str | None) -> str | None:
    """Make the values of the file the defaults of the other options; DataError for an unknown key or a wrong value."""
    if path is None or context.resilient_parsing:
        return path

    allowed = {}
    for option in context.command.params:
        name = long_name(option)
        if name not in _NOT_IN_A_FILE:
            allowed[name] = option

    values = read_toml(path)
    values.pop(LANGUAGES_KEY, None)  # these go with the players

    defaults: dict[str, Any] = {}
    for key, value in values.items():
        if key in allowed:
            option = allowed[key]
            defaults[str(option.name)] = _value(path, key, value, option)
            continue

        # A file for `referee run` may have keys that this command has no use for, such as `rounds`.
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
    """Return the keys that a contest's file may have: the options of `referee run`, which is in context's group."""
    command: click.Command | None = context.command
    if context.parent is not None and isinstance(context.parent.command, click.Group):
        command = context.parent.command.get_command(context.parent, "run")

    assert command is not None
    return {long_name(option) for option in command.params}.difference(_NOT_IN_A_FILE)


config = add_options(
    FIRST,
    click.option(
        "--config",
        metavar="FILE",
        type=PATH,
        is_eager=True,
        callback=_take_defaults_of_file,
        allow_from_autoenv=False,
        help="Options in a TOML file, whose keys are their names; an option on the command line overrides the file.",
    ),
)


def _value(path: str, key: str, value: Any, option: click.Parameter) -> Any:
    """Return the value as the command line would give it; DataError if the option refuses it.

    The `seed = 7` of a file becomes "7", and `lengths = [4, 5]` "4,5". A relative path begins at the file's directory.
    """
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
        folder = os.path.dirname(os.path.abspath(path))
        texts = [os.path.join(folder, text) for text in texts]

    if not option.multiple:
        texts = [",".join(texts)]

    for text in texts:
        try:
            option.type.convert(text, option, None)
        except click.BadParameter as error:
            raise DataError(f"{path}: {bad_value_text(error, key)}") from None

    return texts if option.multiple else texts[0]
