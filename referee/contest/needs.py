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
    """The program and the files that a player's command needs on a machine."""

    player: Player
    program: str
    files: tuple[str, ...]
    """Absolute paths among the arguments that exist on the machine where the command was given."""

    @property
    def problem(self) -> str | None:
        """Return a sentence that names what this machine lacks for them; None if it lacks nothing."""
        if shutil.which(self.program) is None:
            return f"{self.program}: {_why_not_started(self.program)}{_unknown_language(self.program)}"
        for path in self.files:
            if not os.path.exists(path):
                return f"{path}: there is no such file"
        return None


def needs_of(players: Iterable[Player]) -> tuple[Needs, ...]:
    """Return the needs of the commands of the players; a program that preparation makes is none."""
    needs = []
    for player in players:
        for command in player.commands:
            if command[0].startswith(f"{PREPARED}/"):
                continue

            program, *words = command
            files = tuple(word for word in words if os.path.isabs(word) and os.path.exists(word))
            needs.append(Needs(player, program, files))

    return tuple(needs)


def missing_programs(needs: Iterable[Needs]) -> list[str]:
    """Return one line for each of these that is missing on this machine."""
    problems = [(need.player.name, need.problem) for need in needs]
    return [f"player '{name}': {problem}" for name, problem in problems if problem is not None]


def check_present(players: Iterable[Player]) -> None:
    """Raise DataError that names the first player whose program does not exist or may not be executed."""
    problems = missing_programs(needs_of(players))
    if problems:
        raise DataError(problems[0])


def why_not_started(player: Player) -> str | None:
    """Return what is missing on this machine, or which language is not known; None if neither."""
    for need in needs_of([player]):
        problem = need.problem
        if problem is not None:
            return problem

        hint = _unknown_language(need.program)
        if hint:
            return f"{need.program}: not a program{hint}"

    return None


def _unknown_language(path: str) -> str:
    """Return how to declare the language of a file whose ending names none, after a semicolon; empty for others."""
    ending = ending_of(path)
    has_unknown_ending = ending and ending not in LANGUAGES
    if not has_unknown_ending or not os.path.isfile(path) or starts_itself(path):
        return ""

    return (
        f"; .{ending} is none of the endings that are known ({', '.join(sorted(LANGUAGES))}): name its interpreter "
        f"in its first line, as #!/bin/sh does, or declare it in a players file (--players @FILE.toml) as [languages] "
        f'{ending} = "COMMAND {{source}}"'
    )


def _why_not_started(program: str) -> str:
    """Return what keeps this user from executing the program."""
    try:
        mode = os.stat(program).st_mode
    except PermissionError:
        return "permission denied"
    except OSError:
        return f"there is no such program{_refused_name(program)}"

    if stat.S_ISDIR(mode):
        return "is a directory"
    if not stat.S_ISREG(mode):
        return "is not a file"
    return "permission denied" if mode & _EXECUTABLE else "is not executable"


def _refused_name(program: str) -> str:
    """Return why the text before a '=' is not taken for a player's name, as in 1st=./mine; empty if that is not why."""
    name, equals, _ = program.partition("=")
    if not equals or "/" in name or NAME.fullmatch(name):
        return ""
    return f"; {NO_NAME.format(name)}"
