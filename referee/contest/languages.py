"""How source files are compiled and run, by their ending: one table, which a players file can override."""

import os
import shlex
import shutil
from collections.abc import Mapping

import msgspec

from lingo_common.errors import DataError

PREPARED = "prepared"
"""The directory in a game's working directory that shows what the player's preparation made."""


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


def words_for(command: str, source: str) -> list[str]:
    """The words of a language's command for a source; DataError if it is no command."""
    name = os.path.splitext(os.path.basename(source))[0]
    try:
        return [word.format(source=source, name=name) for word in shlex.split(command)]
    except (ValueError, LookupError) as error:
        raise DataError(f"{command}: not a command with {{source}} and {{name}}: {error}") from None


def toolchain(program: str) -> str:
    """The program itself; where it is rustup's, the compiler that rustup would start."""
    path = shutil.which(program)
    if path is None or os.path.basename(os.path.realpath(path)) != "rustup":
        return program
    import subprocess  # only here: plain data is imported everywhere

    answer = subprocess.run([path, "--print", "sysroot"], capture_output=True, text=True, check=False)
    return os.path.join(answer.stdout.strip(), "bin", os.path.basename(program)) if answer.returncode == 0 else program
