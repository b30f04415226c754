"""The languages of sources: by the ending of a source's name, the commands that compile and run it."""

import contextlib
import os
import shlex
import shutil
import tomllib
from collections.abc import Mapping

import msgspec

from lingo_common.errors import DataError
from lingo_common.first_line import beginning
from referee.contest.command_words import program_path
from referee.runner.view import PREPARED, Command


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
