"""The installations of programs: virtual environments, and directories in which a program has its libraries."""

import glob
import os
import re
from collections.abc import Iterator
from urllib.parse import unquote

from referee.contest.folders import ENVIRONMENT_FILE

_SHIMS = "shims"
"""The directory where pyenv, rbenv and asdf have a script for each program, which starts it from a directory beside."""
_MOST_CHARACTERS = 1 << 20
"""Characters that are read of a file of an environment. These files are short, but a player may hand in others."""
_HOME = re.compile(r"(?m)^home *= *(.*\S)")
"""The directory of the Python that a virtual environment was made of, in its pyvenv.cfg."""
_EDITABLE = re.compile(r'(?s)^(?=.*"editable": *true).*"url": *"file://([^"]*)"')
"""The directory of an editable package in direct_url.json, the note of its origin (PEP 610).

`editable` and `url` come in any order. Unlike a parser, a pattern raises no errors for a file that is no such note.
"""


def is_installed(program: str) -> bool:
    """Return whether the program at this path belongs to an installation: it is an interpreter or a tool."""
    return any(installation(program))


def installation(program: str) -> Iterator[str]:
    """Yield the paths that a program needs because it is installed with them; nothing for any other program.

    For /home/ann/venv/bin/python it yields /home/ann/venv, the directory of the Python that this was made of, and the
    directories of editable packages; for /opt/java/bin/java, which has /opt/java/lib, the program and /opt/java.
    """
    folder = os.path.dirname(program)
    prefix = os.path.dirname(folder)
    if os.path.isfile(os.path.join(prefix, ENVIRONMENT_FILE)):
        yield from _environment(prefix)
        return

    if os.path.basename(folder) == _SHIMS:
        yield prefix

    real = os.path.realpath(program)
    real_prefix, name = os.path.split(os.path.dirname(real))
    has_libraries = name == "bin" and os.path.isdir(f"{real_prefix}/lib")

    # In ~/bin and ~/.local/bin lie programs of any kind. What is beside them is not theirs.
    home = os.path.realpath(os.path.expanduser("~"))
    is_of_a_home = real_prefix in (home, os.path.join(home, ".local"))
    if has_libraries and not is_of_a_home:
        yield real
        yield real_prefix


def _environment(prefix: str) -> Iterator[str]:
    """Yield the virtual environment at this path, the Pythons that it was made of, and its editable packages."""
    yield prefix
    # Where the path of that Python has a link, these are two directories: as it is named, and without links.
    for home in _HOME.findall(_text_of(os.path.join(prefix, ENVIRONMENT_FILE))):
        yield os.path.dirname(home)
        yield os.path.dirname(os.path.realpath(home))

    yield from _linked_packages(prefix)


def _linked_packages(prefix: str) -> Iterator[str]:
    """Yield the directories outside an environment that it imports from: those of editable packages.

    A .pth file has a directory in each line. An installer notes the directory of a package in direct_url.json.
    """
    packages = f"{glob.escape(prefix)}/lib/*/site-packages"
    lines: list[str] = []
    for path in glob.glob(f"{packages}/*.pth"):
        lines += _text_of(path).splitlines()
    for path in glob.glob(f"{packages}/*/direct_url.json"):
        lines += map(unquote, _EDITABLE.findall(_text_of(path)))

    for line in lines:
        directory = os.path.normpath(line.strip())
        if os.path.isabs(directory) and os.path.isdir(directory):
            yield directory


def _text_of(path: str) -> str:
    """Return the text of a file, of a long one its beginning; empty for anything else: a pipe would block."""
    if not os.path.isfile(path):
        return ""
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read(_MOST_CHARACTERS)
