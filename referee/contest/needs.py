"""What players need on a machine: the programs and files of their commands, and why one cannot be started."""

import codecs
import os
import re
import shutil
import stat
from collections.abc import Collection, Iterable, Iterator

from lingo_common.errors import DataError, printable
from lingo_common.first_line import beginning
from referee.contest.languages import LANGUAGES, ending_of, starts_itself
from referee.contest.player import NAME, NO_NAME, Player
from referee.runner.view import PREPARED, Command

_EXECUTABLE = stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH
"""The bits of a mode by which somebody may execute a file."""
_VARIABLE = re.compile("[A-Z_][A-Z0-9_]*")
"""The names that variables of the environment mostly have."""
_ASSIGNMENT = re.compile("[A-Za-z_][A-Za-z0-9_]*=.*", re.DOTALL)
"""The word of a shell's command that sets a variable."""


def files_named_by(players: Iterable[Player]) -> frozenset[str]:
    """Return the files and directories of this machine that the players' commands name, by absolute paths.

    A worker of a cluster must have them too.
    """
    paths: set[str] = set()
    for player in players:
        for _, *words in _commands(player):
            paths.update(word for word in words if os.path.isabs(word) and os.path.exists(word))

    return frozenset(paths)


def missing_programs(players: Iterable[Player], files: Collection[str] = ()) -> list[str]:
    """Return a line for each command of the players whose program, or a file that it names, is missing here.

    files: the files that must be there, as files_named_by returned them on the machine where the commands were given.
    """
    lines = []
    for player in players:
        for command in _commands(player):
            problem = _problem_of(player, command, [word for word in command[1:] if word in files])
            if problem is not None:
                lines.append(f"player '{player.name}': {problem}")

    return lines


def _commands(player: Player) -> Iterator[Command]:
    """Yield the words of each command of a player, without commands whose program a preparation makes."""
    for words in player.commands:
        if not words[0].startswith(f"{PREPARED}/"):
            yield words


def _problem_of(player: Player, command: Command, files: Iterable[str]) -> str | None:
    """Return a sentence that says what is missing on this machine; None if nothing is.

    Looked for are the program of the command, which is one of the player's commands, and the files.
    """
    program = command[0]
    if shutil.which(program) is None:
        remedy = _how_to_declare_language(program) or _how_to_set_variable(player, command)
        return f"{program}: {_why_not_executable(program)}{remedy}"

    for path in files:
        if not os.path.exists(path):
            return f"{path}: there is no such file"

    return None


def check_present(players: Iterable[Player]) -> None:
    """Raise DataError for the first player whose program does not exist or may not be executed."""
    problems = missing_programs(players)
    if problems:
        raise DataError(problems[0])


def why_not_started(player: Player) -> str | None:
    """Return why a player could not be started; None if its command does not show it.

    Its program is missing, or is a source in a language that the referee does not know.
    """
    for command in _commands(player):
        problem = _problem_of(player, command, files=())
        if problem is not None:
            return problem

        program = command[0]
        hint = _how_to_declare_language(program)
        if hint:
            return f"{program}: not a program{hint}"

    return None


def _how_to_declare_language(path: str) -> str:
    """Return how to declare the language of a source whose ending is not known, to follow a sentence.

    Empty if the ending is known, or the file has none or is a script with a first line that names its interpreter.
    """
    ending = ending_of(path)
    has_unknown_ending = ending and ending not in LANGUAGES
    if not has_unknown_ending or not os.path.isfile(path) or starts_itself(path):
        return ""
    # A script with a byte-order mark does name its interpreter; the runner says what keeps it from being started.
    if beginning(path).startswith(codecs.BOM_UTF8 + b"#!"):
        return ""

    return (
        f"; .{ending} is none of the endings that are known ({', '.join(sorted(LANGUAGES))}): name its interpreter "
        f"in its first line, as #!/bin/sh does, or declare it in a players file (--players @FILE.toml) as [languages] "
        f'{ending} = "COMMAND {{source}}"'
    )


def _how_to_set_variable(player: Player, command: Command) -> str:
    """Return how to set a variable of the environment, to follow a sentence; empty if the command seems to set none.

    A shell reads `THREADS=1 ./mine` as a variable and a program. Here it is a player named THREADS, whose program is
    `1`. And in `ann=THREADS=1 ./mine` the program of ann is `THREADS=1`.
    """
    program, *words = command
    others = [word for word in words if not _ASSIGNMENT.fullmatch(word)]
    if not others or shutil.which(others[0]) is None:
        return ""

    if _ASSIGNMENT.fullmatch(program):
        shell_command = player.command
    elif _VARIABLE.fullmatch(player.name):
        shell_command = f"{player.name}={player.command}"
    else:
        return ""
    return f"; if this is to set a variable, begin the command with env, as in '{printable(f'env {shell_command}')}'"


def _why_not_executable(program: str) -> str:
    """Return what keeps this user from executing the program."""
    try:
        mode = os.stat(program).st_mode
    except PermissionError:
        return "permission denied"
    except OSError:
        return f"there is no such program{_why_missing(program)}"

    if stat.S_ISDIR(mode):
        return "is a directory"
    if not stat.S_ISREG(mode):
        return "is not a file"
    if mode & _EXECUTABLE:
        return "permission denied"  # others may execute it
    return "is not executable"


def _why_missing(program: str) -> str:
    """Return a remark on a program that does not exist, to follow a sentence; empty if there is nothing to say.

    A shell replaces the `~` in `~/mine` and not in `name=~/mine`, nor in a file of players. With `1st=./mine` somebody
    meant the name `1st`, and the whole text was taken for the program.
    """
    if program.startswith("~"):
        return "; ~ stands for a home in a shell alone: write the whole path"

    name, equals, _ = program.partition("=")
    if equals and "/" not in name and not NAME.fullmatch(name):
        return f"; {NO_NAME.format(name)}"
    return ""
