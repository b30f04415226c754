"""The words of a player's command: split as a shell does, with their paths made absolute."""

import itertools
import os
import re
import shlex
import shutil
import sys
from collections.abc import Sequence

from lingo_common.errors import UsageError, printable
from referee.runner.view import Command

NEVER_A_PATH_AFTER = ("-m", "-c")
"""Options whose value is a module or a program text, whatever the directory holds."""
CLASS_PATHS = ("-cp", "-classpath", "--class-path")
"""Java's options whose value is a list of paths, separated by colons."""
_QUOTED = re.compile(r'''\\.|'[^']*'|"(?:\\.|[^"\\])*"''', re.DOTALL)
"""What a shell takes as it stands: an escaped character, or a text in quotation marks."""
_OPERATOR = re.compile(
    r"(?<!\S)(\|\|?|&&?)(?!\S)"  # between two commands
    r"|(?<!\S)[0-9]?[<>]+"  # the beginning of a redirection, such as 2>log
    r"|;(?!\S)"  # after a command
)
"""What only a shell understands in a command, once all that is _QUOTED has been taken out.

Within a word an operator is taken for an argument of the program, as in `--either=a|b`.
"""


def words_of(command: str, base: str) -> list[str]:
    """Return the words of a command, split as a shell does.

    A command that is as a whole the path of a file is one word, even with blanks in it. base: where relative paths
    start. Raises UsageError if there are no words, if they are no text, or if only a shell understands them.
    """
    # Python reads what is not UTF-8 as surrogates.
    if "\0" in command or any("\ud800" <= letter <= "\udfff" for letter in command):
        raise UsageError(f"{command!a}: a command must be text in UTF-8")
    if os.path.isfile(os.path.join(base, command)):
        return [command]

    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"{command}: not a command: {str(error).lower()}") from None

    if not words:
        raise UsageError("a player has no command: give COMMAND or NAME=COMMAND")

    operator = _OPERATOR.search(_QUOTED.sub("_", command))
    if operator:
        raise UsageError(
            f"{printable(command)}: '{operator[0]}' is for a shell, and no shell runs; start one, as in "
            "\"sh -c '\\$0 \\$1 | tee log' ./mine\", where $0 is ./mine and $1 the length, a player's last argument"
        )

    return words


def resolve_paths(words: Sequence[str], base: str) -> Command:
    """Return the words of a command with its paths made absolute; relative ones start at base.

    For example `java -cp classes Lingo` in /home/ann becomes `/usr/bin/java -cp /home/ann/classes Lingo`.
    """
    resolved = [program_path(words[0], base)]
    for previous_word, word in itertools.pairwise(words):
        if previous_word in CLASS_PATHS:
            resolved.append(":".join(_existing(part, base) for part in word.split(":")))
        elif previous_word in NEVER_A_PATH_AFTER:
            resolved.append(word)
        else:
            resolved.append(_absolute_file(word, base))

    return tuple(resolved)


def program_path(word: str, base: str) -> str:
    """Return the absolute path of a command's program.

    A bare name is looked up in PATH, then beside the referee's own Python, then in base. That directory of Python's has
    the programs of its virtual environment, whether that is activated or not.
    """
    if os.path.dirname(word):
        return _absolute_file(word, base)
    path = shutil.which(word) or shutil.which(word, path=os.path.dirname(sys.executable))
    if path is None:
        return _absolute_file(word, base)
    return absolute(path, os.getcwd())  # PATH may hold relative directories


def absolute(path: str, base: str) -> str:
    """Return the absolute path with links and '..' resolved in its directory part; relative paths start at base.

    A link at the end stays: the python of a virtual environment works only under its own name.
    """
    # With a slash at the end the name would be empty. The root directory has no name.
    without_slash = path.rstrip("/") or path
    directory, name = os.path.split(os.path.join(base, without_slash))
    if name in ("", os.curdir, os.pardir):
        return os.path.realpath(os.path.join(directory, name))
    return os.path.join(os.path.realpath(directory), name)


def _absolute_file(word: str, base: str) -> str:
    """Return the absolute path of a word that names a regular file, or that has a '/' and names something that exists.

    Other words stay as they are. So does a directory without '/', which may as well be the name of a module or a class,
    or an option's value.
    """
    path = os.path.join(base, word)
    if os.path.isfile(path) or "/" in word:
        return _existing(word, base)
    return word


def _existing(word: str, base: str) -> str:
    """Return an absolute path if the word names anything that exists, else the word itself."""
    if word and os.path.exists(os.path.join(base, word)):
        return absolute(word, base)
    return word
