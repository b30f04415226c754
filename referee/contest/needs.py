"""What players need on a machine: the programs and files of their commands, and why a program cannot be started."""

import os
import shutil
import stat
from collections.abc import Iterable
from dataclasses import dataclass

from lingo_common.errors import DataError
from referee.contest.languages import LANGUAGES, ending_of, starts_itself
from referee.contest.player import NAME, NO_NAME, Player
from referee.runner.view import PREPARED

_EXECUTABLE = stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH
"""The bits of a mode by which somebody may execute a file."""


@dataclass(frozen=True)
class Needs:
    """What one command of a player needs on a machine: its program, and the files among its arguments."""

    player: Player
    program: str
    files: tuple[str, ...]
    """Absolute paths that exist on the machine where the command was given."""

    @property
    def problem(self) -> str | None:
        """Return a sentence that names what is missing on this machine; None if nothing is."""
        if shutil.which(self.program) is None:
            return f"{self.program}: {_why_not_executable(self.program)}{_how_to_declare_language(self.program)}"
        for path in self.files:
            if not os.path.exists(path):
                return f"{path}: there is no such file"
        return None


def needs_of(players: Iterable[Player]) -> tuple[Needs, ...]:
    """Return the needs of each command of the players, without commands whose program a preparation makes."""
    needs = []
    for player in players:
        for program, *words in player.commands:
            if program.startswith(f"{PREPARED}/"):
                continue

            files = tuple(word for word in words if os.path.isabs(word) and os.path.exists(word))
            needs.append(Needs(player, program, files))

    return tuple(needs)


def missing_programs(needs: Iterable[Needs]) -> list[str]:
    """Return a line for each program or file of these that is missing on this machine."""
    problems = [(need.player.name, need.problem) for need in needs]
    return [f"player '{name}': {problem}" for name, problem in problems if problem is not None]


def check_present(players: Iterable[Player]) -> None:
    """Raise DataError for the first player whose program does not exist or may not be executed."""
    problems = missing_programs(needs_of(players))
    if problems:
        raise DataError(problems[0])


def why_not_started(player: Player) -> str | None:
    """Return why a player could not be started; None if its command does not show it.

    A file or program may be missing, or the program is a source in a language that the referee does not know.
    """
    for need in needs_of([player]):
        problem = need.problem
        if problem is not None:
            return problem

        hint = _how_to_declare_language(need.program)
        if hint:
            return f"{need.program}: not a program{hint}"

    return None


def _how_to_declare_language(path: str) -> str:
    """Return how to declare the language of a source whose ending is not known, to follow a sentence.

    Empty if the ending is known, or the file has none or is a script that starts itself.
    """
    ending = ending_of(path)
    has_unknown_ending = ending and ending not in LANGUAGES
    if not has_unknown_ending or not os.path.isfile(path) or starts_itself(path):
        return ""

    return (
        f"; .{ending} is none of the endings that are known ({', '.join(sorted(LANGUAGES))}): name its interpreter "
        f"in its first line, as #!/bin/sh does, or declare it in a players file (--players @FILE.toml) as [languages] "
        f'{ending} = "COMMAND {{source}}"'
    )


def _why_not_executable(program: str) -> str:
    """Return what keeps this user from executing the program."""
    try:
        mode = os.stat(program).st_mode
    except PermissionError:
        return "permission denied"
    except OSError:
        return f"there is no such program{_why_no_name(program)}"

    if stat.S_ISDIR(mode):
        return "is a directory"
    if not stat.S_ISREG(mode):
        return "is not a file"
    if mode & _EXECUTABLE:
        return "permission denied"  # others may execute it
    return "is not executable"


def _why_no_name(program: str) -> str:
    """Return that the text before a '=' is no name of a player, to follow a sentence; empty if there is no such text.

    With `1st=./mine` somebody meant the name `1st`, and the whole text was taken for the program.
    """
    name, equals, _ = program.partition("=")
    if not equals or "/" in name or NAME.fullmatch(name):
        return ""
    return f"; {NO_NAME.format(name)}"
