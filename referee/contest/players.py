"""Makes the players of a contest from commands and sources."""

import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping

from lingo_common.errors import DataError, UsageError, printable
from referee.contest.command_words import absolute, resolve_paths, words_of
from referee.contest.languages import LANGUAGES, Language, command_for, ending_of, is_source_file, starts_itself
from referee.contest.player import NAME, Player, Program

_NAMED = re.compile(rf"({NAME.pattern})=(.*)", re.DOTALL)
"""A value of --players that begins with a name."""


def check_names(players: Iterable[Player]) -> None:
    """Raise UsageError for a name used twice."""
    counts = Counter(player.name for player in players)
    for name, count in counts.items():
        if count > 1:
            raise UsageError(f"two players are named '{name}': name them apart with NAME=command")


def player_of(text: str, base: str | None = None, languages: Mapping[str, Language] = LANGUAGES) -> Program:
    """Return the player of `command` or `NAME=command`; the command may begin with a source file.

    Relative paths start at base, by default the working directory. Raises UsageError for a text that is no command, or
    one that only a shell understands.
    """
    match = _NAMED.fullmatch(text)
    command = (match[2] if match else text).strip()
    base = os.path.abspath(base or os.curdir)
    words = words_of(command, base)
    name = match[1] if match else printable(command)

    if is_source_file(os.path.join(base, words[0]), languages):
        return source_player(name, command, base, languages)

    return Program(name, command, resolve_paths(words, base))


def source_player(name: str, command: str, base: str, languages: Mapping[str, Language]) -> Program:
    """Return the player of a source file and the arguments that it gets before the length, as in `mine.py --level 3`.

    Raises DataError if there is no such file, or its ending names no language.
    """
    words = words_of(command, base)
    path = absolute(words[0], base)
    if not os.path.isfile(path):
        raise DataError(f"{words[0]}: there is no such file")

    # resolve_paths takes a whole command, with the program first. An absolute path stays as it is.
    _, *own_arguments = resolve_paths([path, *words[1:]], base)
    # A script whose first line names its interpreter needs no language.
    if starts_itself(path):
        return Program(name, command, (path, *own_arguments))

    language = languages.get(ending_of(path))
    if language is None:
        raise DataError(f"{words[0]}: no language has this ending; there are {', '.join(sorted(languages))}")

    arguments = (*command_for(language.run, path, base), *own_arguments)
    if not language.compile:
        return Program(name, command, arguments)

    return Program(name, command, arguments, source=path, compile=command_for(language.compile, path, base))
