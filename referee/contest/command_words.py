"""The words of a player's command: how it is split, and the languages of sources.

A source's language is known by the ending of its name; it has the commands that compile and run the source.
"""

import contextlib
import itertools
import os
import re
import shlex
import shutil
import sys
import tomllib
from collections.abc import Mapping, Sequence

import msgspec

from lingo_common.errors import DataError, UsageError, printable
from lingo_common.first_line import beginning
from referee.runner.view import PREPARED, Command

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

    # Each quotation becomes a letter of its word: without one, the > of 'a'>b would be the beginning of a word.
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


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The commands for the sources of a language.

    {source} stands for the path of the source, {name} for its name without the ending.
    """

    run: str
    """What plays a game; the length of the words is appended as the last argument."""
    compile: str = ""
    """What is run before the first game; empty for an interpreted language. It writes into the directory PREPARED of
    its working directory, which every game of the player finds in its own."""


_NATIVE = f"{PREPARED}/{{name}}"
"""The program that a compiler makes of a source."""
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


def ending_of(path: str) -> str:
    """Return the ending of a file's name, without its dot and in lower case."""
    return os.path.splitext(path)[1].removeprefix(".").lower()


def starts_itself(path: str) -> bool:
    """Return whether the file is a script that names its interpreter and may be executed."""
    return beginning(path).startswith(b"#!") and os.access(path, os.X_OK)


def is_source_file(path: str, languages: Mapping[str, Language] = LANGUAGES) -> bool:
    """Return whether the path is a source file of a known language that does not start itself."""
    return ending_of(path) in languages and os.path.isfile(path) and not starts_itself(path)


def command_for(command: str, source: str, base: str) -> Command:
    """Return the words of a language's command for the source at this absolute path.

    The program is looked up as in program_path, unless compiling makes it; base: the directory for relative paths.
    Raises DataError if the text is no command.
    """
    name = os.path.splitext(os.path.basename(source))[0]
    try:
        program, *arguments = [word.format(source=source, name=name) for word in shlex.split(command)]
    # Each of these is raised for some braces that cannot be filled, such as {, {0}, {source.x} and {source[x]}.
    except (ValueError, LookupError, AttributeError, TypeError) as error:
        raise DataError(f"{command}: not a command with {{source}} and {{name}}: {error}") from None
    if not program.startswith(f"{PREPARED}/"):
        program = _without_rustup(program_path(program, base))
    return program, *arguments


def _without_rustup(program: str) -> str:
    """Return the compiler of rustup's default toolchain if the program is rustup's, else the program itself.

    rustup's own programs look for the compiler in the user's home, which a sandbox does not show.
    """
    path = shutil.which(program)
    if path is None or os.path.basename(os.path.realpath(path)) != "rustup":
        return program

    home = os.environ.get("RUSTUP_HOME") or os.path.expanduser("~/.rustup")
    with contextlib.suppress(OSError, ValueError, KeyError), open(f"{home}/settings.toml", "rb") as file:
        toolchain = tomllib.load(file)["default_toolchain"]
        compiler = f"{home}/toolchains/{toolchain}/bin/{os.path.basename(program)}"
        if os.path.exists(compiler):
            return compiler

    return program
