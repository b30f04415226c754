"""The words of a player's command: split as a shell does, with their paths made absolute."""

import itertools
import logging
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterable, Sequence

from lingo_common.errors import UsageError, printable

_NEVER_A_PATH_AFTER = ("-m", "-c")
"""Options whose value is a module or a program text, whatever the directory holds."""
_CLASS_PATHS = ("-cp", "-classpath", "--class-path")
"""Java's options whose value is a list of paths, separated by colons."""
_BETWEEN_COMMANDS = frozenset({"|", "||", "&&", "&", ";"})
"""Words that end a command of a shell."""
_REDIRECTION = re.compile(r"[0-9]?([<>])")
"""The beginning of a word that a shell reads as a redirection, such as `>log` or `2>`."""
_log = logging.getLogger(__name__)


def words_of(command: str, base: str, takes_length: bool = True) -> list[str]:
    """Return the words of a command, split as a shell does.

    base: where relative paths start; takes_length: whether the length is appended when the command is run. Raises
    UsageError if there are no words, if they are no text, or if only a shell understands them.
    """
    # Python reads what is not UTF-8 as surrogates.
    if "\0" in command or any("\ud800" <= letter <= "\udfff" for letter in command):
        raise UsageError(f"{command!a}: a command must be text in UTF-8")

    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"{command}: not a command: {str(error).lower()}") from None

    if not words:
        raise UsageError("a player has no command: give COMMAND or NAME=COMMAND")

    operator = _shell_operator(command, words)
    if operator is not None:
        files = [word for word in words if os.path.isfile(os.path.join(base, word))]
        # The shell calls the files $0, $1 and so on, and the length, which is appended to them, is the next.
        length = f"${len(files)}" if takes_length else ""
        instead = _as_shell_command(command.strip(), operator, files, length)
        where = f", where {length} is the length" if length else ""
        raise UsageError(f"{printable(command)}: '{operator}' is for a shell, and no shell runs; give {instead}{where}")

    return words


def _shell_operator(command: str, words: Iterable[str]) -> str | None:
    """Return what in the command only a shell understands: a word such as `|` or `2>`, or a `;` at the end of a word.

    None if there is nothing. What stands in quotes is an argument of the program, and so is an operator within a word,
    as in `--either=a|b`. words: those of the command, which no longer show what was quoted.
    """
    without_escapes = re.sub(r"\\.", "", command)

    # This parser leaves the quotes around a word, so that no quoted token begins with an operator. An operator of the
    # words counts if its first character begins some token: then it stands in the command without quotes.
    tokens = shlex.shlex(without_escapes, posix=False, punctuation_chars=True)
    unquoted_characters = {token[0] for token in tokens if token[0] in ";<>|&"}

    for word in words:
        if word in _BETWEEN_COMMANDS and word[0] in unquoted_characters:
            return word
        if word.endswith(";") and ";" in unquoted_characters:
            return ";"

        redirection = _REDIRECTION.match(word)
        if redirection and redirection[1] in unquoted_characters:
            return word

    return None


def _as_shell_command(command: str, operator: str, files: Sequence[str], length: str) -> str:
    """Return a value of --players, quoted, that has a shell run the command.

    For example, `./mine | tee log` becomes "sh -c '\\$0 \\$1 | tee log' ./mine". The files are arguments of the shell,
    so that the referee sees that the command names them: they are made absolute and shown in the sandbox.

    length: the shell's name for the last argument, which the referee appends, such as $1; empty if it appends none.
    """
    script = _with_length(command, operator, files, length) if length else command

    # The shell calls its arguments after the script $0, $1 and so on.
    for number, file in enumerate(files):
        whole_word = rf"(?<!\S)(['\"]?){re.escape(file)}\1(?!\S)"
        # A shell splits what a $0 without quotes stands for at its blanks.
        argument = f'"${number}"' if " " in file else f"${number}"
        script = re.sub(whole_word, argument, script, count=1)

    whole = f"sh -c {shlex.quote(script)} {shlex.join(files)}".rstrip()

    # Between double quotes, in which the value is written, a shell reads these four characters.
    escaped = re.sub(r'([\\"$`])', r"\\\1", whole)
    return f'"{escaped}"'


def _with_length(command: str, operator: str, files: Sequence[str], length: str) -> str:
    """Return the command of a shell with the length, written as a text such as $1, as an argument of the player.

    In a pipe the player is the first program that names one of the files, or the first program if none does. Otherwise
    it is the last program, as in `cd folder && ./mine`.
    """
    if operator == "|":
        programs = _programs_of_pipe(command)
        names_a_file = [not set(shlex.split(program)).isdisjoint(files) for program in programs]
        player = names_a_file.index(True) if True in names_a_file else 0
        programs[player] += f" {length}"
        return " | ".join(programs)

    if _REDIRECTION.match(operator):
        before, _, after = command.partition(f" {operator}")
        return f"{before} {length} {operator}{after}"

    return f"{command} {length}"


def _programs_of_pipe(command: str) -> list[str]:
    """Return the commands that a pipe joins; a ` | ` in quotation marks is part of a command."""
    programs = []
    program = ""
    for part in command.split(" | "):
        program = f"{program} | {part}" if program else part
        try:
            shlex.split(program)
        except ValueError:
            continue  # a quotation mark is open: the next part belongs to it

        programs.append(program)
        program = ""

    return programs


def resolve_paths(words: Sequence[str], base: str) -> tuple[str, ...]:
    """Return the words of a command with its paths made absolute; relative ones start at base.

    For example `java -cp classes Lingo` in /home/ann becomes `/usr/bin/java -cp /home/ann/classes Lingo`.
    """
    resolved = [program_path(words[0], base)]
    for previous_word, word in itertools.pairwise(words):
        if previous_word in _CLASS_PATHS:
            resolved.append(":".join(_existing(part, base) for part in word.split(":")))
        elif previous_word in _NEVER_A_PATH_AFTER:
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
    or an option's value; a warning is logged.
    """
    path = os.path.join(base, word)
    if os.path.isfile(path) or "/" in word:
        return _existing(word, base)
    if word and os.path.isdir(path):
        _log.warning("'%s' is passed as it is typed; write ./%s for the directory of that name", word, word)
    return word


def _existing(word: str, base: str) -> str:
    """Return an absolute path if the word names anything that exists, else the word itself."""
    if word and os.path.exists(os.path.join(base, word)):
        return absolute(word, base)
    return word
