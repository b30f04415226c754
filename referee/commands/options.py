"""The options and arguments that several commands of the referee share.

--config sets defaults of a command's other options from a contest's TOML file. The environment overrides the file, and
the command line overrides both.
"""

import difflib
import itertools
import os
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from lingo_common.cli.command import Decorator, long_name
from lingo_common.cli.options import FIRST, PATH, Sectioned, add_options, dataclass_options
from lingo_common.errors import DataError, ProgramError
from lingo_common.option import refusal_text
from lingo_common.outside_data import convert
from referee.commands.program import referee
from referee.contest.command_words import LANGUAGES
from referee.contest.draw import new_seed
from referee.contest.folders import RECORD
from referee.contest.limits import IsolationRequest, Limits
from referee.contest.players import LANGUAGES_KEY, PLAYERS, read_toml
from referee.results.formats import FORMATS
from referee.storage.run_directory import HOME


def program_files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the completion of a player's command for a shell: files."""
    return [CompletionItem(incomplete, type="file")]


def run_directories(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the completions of a run's directory for a shell: runs, or any directory if no run begins as typed.

    Runs are looked for in the working directory and in its folder HOME, where new runs are made.
    """
    runs = []
    for folder in (Path(), Path(HOME)):
        for record in sorted(folder.glob(f"*/{RECORD}")):
            run = str(record.parent)
            if run.startswith(incomplete):
                runs.append(CompletionItem(run))

    return runs or [CompletionItem(incomplete, type="dir")]


_SOURCE_ENDINGS = ", ".join(f".{ending}" for ending in sorted(LANGUAGES))

limits = dataclass_options(Limits, "limits", "Limits of a game")
"""The options that make the argument `limits`, in a section of their own."""
isolation = dataclass_options(IsolationRequest, "isolation", "Isolation")
"""The options on the sandbox, which make the argument `isolation`."""
isolation_without_careful = dataclass_options(IsolationRequest, "isolation", "Isolation", without=("careful",))
"""The same without --careful, which is for a contest and is chosen when it begins."""
players = click.option(
    "--players",
    multiple=True,
    shell_complete=program_files,
    metavar="P [P ...]",
    help="Quoted commands, NAME=command, or @FILE with one command a line. A command may begin with a source file "
    f"({_SOURCE_ENDINGS}), which is compiled and run.",
)
"""The players, for a command of the class ManyPlayers."""
wordlist = click.option(
    "--wordlist",
    metavar="PATH",
    type=PATH,
    help="Word list file, or directory with wordlistN.txt or wordlist.txt.  [default: where the run had it]",
)
seed = click.option(
    "--seed", type=int, metavar="N", default=new_seed, help="The seed of the draw; by default a random one."
)
directory = click.argument("directory", metavar="DIR", type=PATH, shell_complete=run_directories)


def form(formats: Iterable[str], what: str) -> Decorator:
    """Return the option --format with these choices, by default text; what: the output of the command, for the help."""
    help = f"The form of the {what}."
    return click.option("--format", type=click.Choice(tuple(formats)), default="text", show_default=True, help=help)


format = form(FORMATS, "leaderboard")
text_or_json = form(("text", "json"), "result")

_PLAYERS_OPTION = f"--{PLAYERS}"


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
                yield _PLAYERS_OPTION
            yield argument
            continue

        # The arguments that follow are values of --players, up to the next option.
        is_value = argument == _PLAYERS_OPTION or argument.startswith(f"{_PLAYERS_OPTION}=")
        has_a_value = following is not None and not following.startswith("-")
        # If a value follows, --players is yielded together with it. If not, click says that the value is missing.
        if argument != _PLAYERS_OPTION or not has_a_value:
            yield argument


def player_names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the completions of a player's name for a shell: the players of the run whose directory was typed before.

    If the run cannot be read there are none.
    """
    from referee.storage.run import open_run  # slow to import, and only this completion needs it

    # To complete the value of an option (`DIR --player <TAB>`) click stops reading at that option. The directory is
    # then among the arguments that it has not read.
    unread = [text for text in ctx.args if not text.startswith("-")]
    directory = ctx.params.get("directory") or next(iter(unread), None)
    if directory is None:
        return []

    try:
        with open_run(directory) as run:
            names = list(run.contest.names)
    except (ProgramError, OSError):
        return []

    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


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
    for name in _NOT_IN_A_FILE:
        own_options.pop(name, None)

    defaults: dict[str, Any] = {}
    for key, value in values.items():
        if key in own_options:
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
        texts = [_path_from_file(path, text) for text in texts]

    if not option.multiple:
        texts = [",".join(texts)]

    for text in texts:
        try:
            option.type.convert(text, option, None)
        except click.BadParameter as error:
            raise DataError(f"{path}: {refusal_text(key, error.message)}") from None

    return texts if option.multiple else texts[0]


def _path_from_file(path: str, text: str) -> str:
    """Return the path that a text in the file at `path` means: a relative one begins at the file's directory."""
    folder = os.path.dirname(os.path.abspath(path))
    # An empty text stays empty, so that the option refuses it. Joined to the folder it would name the folder.
    return os.path.join(folder, text) if text else ""


config = add_options(
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
