"""Reads the players of a contest from commands and sources, and finds what they need on a machine."""

import contextlib
import itertools
import logging
import os
import re
import shlex
import shutil
import stat
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from lingo_common.errors import DataError, UsageError, printable
from referee.contest.player import PREPARED, Player, Program, UnpreparedProgram

NAME = re.compile("[A-Za-z][A-Za-z0-9_.-]*")
"""The form of a player's name."""
NO_NAME = "'{}' is no name: a letter (a-z), then letters, digits, '_', '.' or '-'"
"""The message about a text that is no name."""
_NAMED = re.compile(rf"({NAME.pattern})=(.*)", re.DOTALL)
_NEVER_A_PATH_AFTER = ("-m", "-c")
"""Options whose value is a module or a program text, whatever the directory holds."""
_CLASS_PATHS = ("-cp", "-classpath", "--class-path")
"""Java's options whose value is a list of paths, separated by colons."""
_BETWEEN_COMMANDS = frozenset({"|", "||", "&&", "&", ";"})
"""Words that a shell reads as the end of a command."""
_REDIRECTION = re.compile(r"[0-9]?([<>])")
"""What a word begins with that a shell reads as a redirection."""
_log = logging.getLogger(__name__)


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The commands for the sources of a language.

    {source} stands for the path of the source, {name} for its name without the ending.
    """

    run: str
    """What plays a game; the length is appended."""
    compile: str = ""
    """What is run before the first game, in a directory that holds PREPARED; empty for an interpreted language."""


_NATIVE = f"{PREPARED}/{{name}}"
_CPP = Language(_NATIVE, f"c++ -O2 -o {_NATIVE} {{source}}")
LANGUAGES: Mapping[str, Language] = {
    "awk": Language("awk -f {source}"),
    "c": Language(_NATIVE, f"cc -O2 -o {_NATIVE} {{source}} -lm"),
    "cc": _CPP,
    "cpp": _CPP,
    "go": Language(_NATIVE, f"go build -o {_NATIVE} {{source}}"),
    "java": Language(f"java -cp {PREPARED} {{name}}", f"javac -d {PREPARED} {{source}}"),
    "js": Language("node {source}"),
    "pl": Language("perl {source}"),
    "py": Language("python3 {source}"),
    "rb": Language("ruby {source}"),
    "rs": Language(_NATIVE, f"rustc -O -o {_NATIVE} {{source}}"),
}
"""The languages by the ending of a source's name."""


def check_names(players: Iterable[Player]) -> None:
    """UsageError for a name used twice."""
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
    if len(words) > 1 and os.path.isfile(os.path.join(base, command)):
        raise UsageError(f'{command}: a path with blanks needs quotes of its own: "{shlex.quote(command)}"')
    return Program(name, command, resolve_paths(words, base))


def source_player(name: str, command: str, base: str, languages: Mapping[str, Language] = LANGUAGES) -> Program:
    """Return the player of a source file, with the arguments that it gets before the length: `mine.py --level 3`.

    A text that names a file as a whole is that file, also with blanks in it. Raises DataError if there is no such
    file, or its ending names no language.
    """
    words = [command] if os.path.isfile(os.path.join(base, command)) else words_of(command, base)
    source = words[0]
    path = _absolute(source, base)
    if not os.path.isfile(path):
        raise DataError(f"{source}: there is no such file")

    own_arguments = resolve_paths([path, *words[1:]], base)[1:]
    if starts_itself(path):
        return Program(name, command, (path, *own_arguments))
    language = languages.get(ending_of(path))
    if language is None:
        raise DataError(f"{source}: no language has this ending; there are {', '.join(sorted(languages))}")
    arguments = (*_of_language(language.run, path, base), *own_arguments)
    if not language.compile:
        return Program(name, command, arguments)
    return UnpreparedProgram(name, command, arguments, source=path, compile=_of_language(language.compile, path, base))


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
        says = f"{printable(command)}: '{operator}' is for a shell, and no shell runs"
        files = [word for word in words if os.path.isfile(os.path.join(base, word))]
        quoted = _as_shell_command(command.strip(), operator, files, takes_length)
        length = f", where ${len(files)} is the length" if takes_length else ""
        raise UsageError(f"{says}; give {quoted}{length}")
    return words


def _shell_operator(command: str, words: Iterable[str]) -> str | None:
    """Return what in the command only a shell understands: a word such as `|` or `2>`, or a `;` at the end of one.

    None if there is nothing. What stands in quotes is an argument of the program, and so is an operator within a word,
    as in `--either=a|b`.
    """
    without_escapes = re.sub(r"\\.", "", command)
    tokens = shlex.shlex(without_escapes, posix=False, punctuation_chars=True)  # leaves quotes where they are
    unquoted = {token[0] for token in tokens if token[0] in ";<>|&"}
    for word in words:
        if word in _BETWEEN_COMMANDS and word[0] in unquoted:
            return word
        if word.endswith(";") and ";" in unquoted:
            return ";"
        redirection = _REDIRECTION.match(word)
        if redirection and redirection[1] in unquoted:
            return word
    return None


def _as_shell_command(command: str, operator: str, files: Sequence[str], takes_length: bool) -> str:
    """Return a value of --players, quoted, that has a shell run the command.

    The files are arguments of the shell, so that the referee sees that the command names them: they are made absolute
    and shown in the sandbox. The length, which comes last, is an argument of the first program of a pipe, else of the
    last program: `./mine | tee log` becomes "sh -c '\\$0 \\$1 | tee log' ./mine".
    """
    script = command
    if takes_length and (operator == "|" or _REDIRECTION.match(operator)):
        before, _, after = command.partition(f" {operator}")
        script = f"{before} ${len(files)} {operator}{after}"
    elif takes_length:
        script = f"{command} ${len(files)}"
    for place, file in enumerate(files):
        script = script.replace(file, f"${place}", 1)
    whole = f"sh -c {shlex.quote(script)} {shlex.join(files)}".rstrip()
    escaped = re.sub(r'([\\"$`])', r"\\\1", whole)
    return f'"{escaped}"'


def resolve_paths(words: list[str], base: str) -> tuple[str, ...]:
    """The words of a command with its paths made absolute; relative ones start at base."""
    resolved = [_program(words[0], base)]
    for before, word in itertools.pairwise(words):
        if before in _CLASS_PATHS:
            resolved.append(":".join(_existing(part, base) for part in word.split(":")))
        else:
            resolved.append(word if before in _NEVER_A_PATH_AFTER else _absolute_file(word, base))
    return tuple(resolved)


def starts_itself(path: str) -> bool:
    """Whether the file is a script that names its interpreter and may be executed."""
    with open(path, "rb") as file:
        return file.read(2) == b"#!" and os.access(path, os.X_OK)


def is_source_file(path: str, languages: Mapping[str, Language] = LANGUAGES) -> bool:
    """Whether the path is a source file of a known language that does not start itself."""
    return ending_of(path) in languages and os.path.isfile(path) and not starts_itself(path)


def ending_of(path: str) -> str:
    """The ending of a file's name, without its dot."""
    return os.path.splitext(path)[1].removeprefix(".").lower()


def _of_language(command: str, source: str, base: str) -> tuple[str, ...]:
    """The words of a language's command for this source; DataError if it is no command."""
    name = os.path.splitext(os.path.basename(source))[0]
    try:
        program, *arguments = [word.format(source=source, name=name) for word in shlex.split(command)]
    except (ValueError, LookupError) as error:
        raise DataError(f"{command}: not a command with {{source}} and {{name}}: {error}") from None
    return (program if program.startswith(f"{PREPARED}/") else _toolchain(_program(program, base)), *arguments)


def _toolchain(program: str) -> str:
    """The program itself; where it is rustup's, the compiler of rustup's default toolchain."""
    path = shutil.which(program)
    if path is None or os.path.basename(os.path.realpath(path)) != "rustup":
        return program
    home = os.environ.get("RUSTUP_HOME") or os.path.expanduser("~/.rustup")
    with contextlib.suppress(OSError, ValueError, KeyError), open(f"{home}/settings.toml", "rb") as file:
        compiler = f"{home}/toolchains/{tomllib.load(file)['default_toolchain']}/bin/{os.path.basename(program)}"
        return compiler if os.path.exists(compiler) else program
    return program


@dataclass(frozen=True)
class Needs:
    """The program and the files that a player's command needs on a machine."""

    player: Player
    program: str
    files: tuple[str, ...]
    """Absolute paths among the arguments that exist on the machine where the command was given."""

    @property
    def problem(self) -> str | None:
        """A sentence that names what this machine lacks for them; None if it lacks nothing."""
        if shutil.which(self.program) is None:
            return f"{self.program}: {_why_not_started(self.program)}{_unknown_language(self.program)}"
        absent = next((path for path in self.files if not os.path.exists(path)), None)
        return absent and f"{absent}: there is no such file"


def needs_of(players: Iterable[Player]) -> tuple[Needs, ...]:
    """Return the needs of the commands of the players; a program that preparation makes is none."""
    return tuple(
        Needs(player, program, tuple(word for word in words if os.path.isabs(word) and os.path.exists(word)))
        for player in players
        for program, *words in filter(None, commands_of(player))
        if not program.startswith(f"{PREPARED}/")
    )


def commands_of(player: Player) -> tuple[tuple[str, ...], ...]:
    """The commands that are run for the player, those of its preparation first."""
    if isinstance(player, UnpreparedProgram):
        return player.compile, player.prepare, player.arguments
    return (player.arguments,)


def missing_programs(needs: Iterable[Needs]) -> list[str]:
    """One line for each of these that is missing on this machine."""
    return [f"player '{need.player.name}': {problem}" for need in needs if (problem := need.problem)]


def check_present(players: Iterable[Player]) -> None:
    """DataError that names the first player whose program does not exist or may not be executed."""
    for problem in missing_programs(needs_of(players)):
        raise DataError(problem)


def why_not_started(player: Player) -> str | None:
    """Return what is missing on this machine, or which language is not known; None if neither."""
    for need in needs_of([player]):
        if problem := need.problem:
            return problem
        if hint := _unknown_language(need.program):
            return f"{need.program}: not a program{hint}"
    return None


def _unknown_language(path: str) -> str:
    """How to declare the language of a file whose ending names none, after a semicolon; empty for other files."""
    ending = ending_of(path)
    if not ending or ending in LANGUAGES or not os.path.isfile(path) or starts_itself(path):
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
        name, equals, _ = program.partition("=")
        refused = f"; {NO_NAME.format(name)}" if equals and "/" not in name and not NAME.fullmatch(name) else ""
        return f"there is no such program{refused}"
    if stat.S_ISREG(mode) and mode & (stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH):
        return "permission denied"
    if stat.S_ISDIR(mode):
        return "is a directory"
    return "is not executable" if stat.S_ISREG(mode) else "is not a file"


def _program(word: str, base: str) -> str:
    """The absolute path of the program. A bare name is looked up in PATH, then beside the referee, then in base.

    The directory of the referee's own Python has the programs of its virtual environment, activated or not.
    """
    if os.path.dirname(word):
        return _absolute_file(word, base)
    path = shutil.which(word) or shutil.which(word, path=os.path.dirname(sys.executable))
    return _absolute(path, os.getcwd()) if path else _absolute_file(word, base)  # PATH may hold relative directories


def _absolute_file(word: str, base: str) -> str:
    """The word itself, or an absolute path if it names a regular file, or contains '/' and names something that exists.

    A directory without '/' stays as it is: it may be the name of a module, a class or an option's value.
    """
    path = os.path.join(base, word)
    if os.path.isfile(path) or "/" in word:
        return _existing(word, base)
    if word and os.path.isdir(path):
        _log.warning("'%s' is passed as it is typed; write ./%s for the directory of that name", word, word)
    return word


def _existing(word: str, base: str) -> str:
    """An absolute path if the word names anything that exists, else the word itself."""
    return _absolute(word, base) if word and os.path.exists(os.path.join(base, word)) else word


def _absolute(path: str, base: str) -> str:
    """The absolute path with links and '..' resolved in its directory part.

    A link at the end stays: the python of a virtual environment works only under its own name.
    """
    directory, name = os.path.split(os.path.join(base, path.rstrip("/") or path))
    if name in ("", os.curdir, os.pardir):
        return os.path.realpath(os.path.join(directory, name))
    return os.path.join(os.path.realpath(directory), name)
