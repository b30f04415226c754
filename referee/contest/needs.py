"""The needs of players on a machine: the programs and files of their commands, and why one cannot be started."""

import os
import shutil
from collections.abc import Iterable, Iterator

from lingo_common.errors import DataError
from lingo_common.paths import within
from referee.contest.command_words import LANGUAGES, ending_of, starts_itself
from referee.contest.player import Player
from referee.contest.view import missing_script
from referee.runner.view import PREPARED, Command


def missing_programs(players: Iterable[Player]) -> list[str]:
    """Return a line for each program of the players' commands that is missing here, or may not be executed.

    The script that an interpreter is to run counts too, and so does a file or directory that was there when the run
    began.
    """
    lines = []
    for player in players:
        for command in _commands(player):
            problem = _problem_of(command[0])
            if problem is not None:
                lines.append(f"player '{player.name}': {problem}")

            script = missing_script(command)
            for word in command[1:]:
                is_absent = os.path.isabs(word) and not os.path.exists(word)
                was_there = is_absent and any(within(path, word) for path in player.files)
                if was_there or word == script:
                    lines.append(f"player '{player.name}': {word}: there is no such file")

    return lines


def _commands(player: Player) -> Iterator[Command]:
    """Yield the words of each command of a player, without commands whose program a preparation makes."""
    for words in player.commands:
        if not words[0].startswith(f"{PREPARED}/"):
            yield words


def _problem_of(program: str) -> str | None:
    """Return a sentence that says why the program cannot be executed on this machine; None if it can be."""
    if shutil.which(program) is not None:
        return None

    why = "is not executable" if os.path.exists(program) else "there is no such program"
    return f"{program}: {why}{_how_to_declare_language(program)}"


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
        program = command[0]
        problem = _problem_of(program)
        if problem is not None:
            return problem

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

    return (
        f"; .{ending} is none of the endings that are known ({', '.join(sorted(LANGUAGES))}): name its interpreter "
        f"in its first line, as #!/bin/sh does, or declare it in a players file (--players @FILE.toml) as [languages] "
        f'{ending} = "COMMAND {{source}}"'
    )
