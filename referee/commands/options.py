"""The options and arguments that several commands of the referee share."""

import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from lingo_common.cli.command import Decorator
from lingo_common.cli.options import PATH, Sectioned, dataclass_options, whole_number
from lingo_common.errors import ProgramError
from referee.contest.command_words import LANGUAGES
from referee.contest.folders import RECORD
from referee.contest.limits import IsolationRequest, Limits
from referee.contest.players import PLAYERS
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
    help="Quoted commands, NAME=command, or @FILE: a text with one command a line, or a contest's file (.toml). A "
    f"command may begin with a source file ({_SOURCE_ENDINGS}), which is compiled and run.",
)
"""The players, for a command of the class ManyPlayers."""
wordlist = click.option(
    "--wordlist",
    metavar="PATH",
    type=PATH,
    help="Word list file, or directory with wordlistN.txt or wordlist.txt.  [default: where the run had it]",
)
game_number = whole_number(1)
"""The type of the number of a game."""
seed = click.option("--seed", type=whole_number(), metavar="N", help="The seed of the draw; by default a random one.")
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
