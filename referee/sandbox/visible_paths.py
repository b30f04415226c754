"""What a player's command needs to see of the file system, beside the system itself.

The files and directories that the command names; the interpreter of a script's first line; for a program from a
virtual environment that environment, the Python installation under it, and where its packages are installed from.
"""

import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import unquote, urlsplit

from referee.contest.isolation import NEVER_VISIBLE
from referee.process.launcher import beginning, interpreter

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/nix/store", "/gnu/store")
"""What every program may need: programs, libraries, their configuration."""

_SHIMS = "shims"
"""Where pyenv, rbenv and asdf keep scripts that look for the program of that name beside this directory."""
_ORIGIN = "direct_url.json"
"""Where an installer notes that a package came from elsewhere than an index."""
_PARTS = re.compile(r"[=:,]")


def needed(arguments: Sequence[str]) -> list[str]:
    """The absolute paths that a command needs, parents before what lies in them, nothing twice."""
    program = shutil.which(arguments[0]) or arguments[0]
    found = {*_of_program(program), *_named(arguments[1:])}
    return outermost(path for path in found if path not in NEVER_VISIBLE and not _within_any(path, SYSTEM))


def outermost(paths: Iterable[str]) -> list[str]:
    """The paths without those that lie within another directory of them, sorted."""
    kept: list[str] = []
    for path in sorted(set(paths)):
        if not _within_any(path, [other for other in kept if os.path.isdir(other)]):
            kept.append(path)
    return kept


def within(path: str, directory: str) -> bool:
    """Whether the path is the directory or lies in it."""
    return path == directory or path.startswith(directory.rstrip("/") + "/")


def _within_any(path: str, directories: Iterable[str]) -> bool:
    return any(within(path, directory) for directory in directories)


def _named(words: Iterable[str]) -> Iterator[str]:
    """What exists of the absolute paths in the words of a command: FILE, --list=FILE, DIR:DIR."""
    for word in words:
        for part in (word, *_PARTS.split(word)):
            if os.path.isabs(part) and os.path.exists(part):
                yield os.path.normpath(part)


def _of_program(path: str) -> Iterator[str]:
    """The program, its interpreter where it is a script, that one's in turn, and the installations of all."""
    seen = {""}
    while (path := os.path.abspath(path) if path else "") not in seen:  # scripts can name each other in a circle
        seen.add(path)
        yield path
        yield from _installation(path)
        path = _interpreter_of(path)


def _interpreter_of(path: str) -> str:
    """What the first line of a script names, `env` understood; empty where there is none."""
    start = beginning(path)
    if not start.startswith(b"#!"):
        return ""
    command, *rest = interpreter(start)
    if os.path.basename(command) == "env":
        wanted = [word for word in " ".join(rest).split() if not word.startswith("-") and "=" not in word]
        return shutil.which(wanted[0]) or "" if wanted else ""
    return command


def _installation(program: str) -> Iterator[str]:
    """The virtual environment that a program lies in, or the directory that it and its libraries are installed in."""
    prefix = os.path.dirname(os.path.dirname(os.path.abspath(program)))
    settings = os.path.join(prefix, "pyvenv.cfg")
    if os.path.isfile(settings):
        yield prefix
        yield from _base_installation(settings)
        yield from _linked_packages(prefix)
        return
    if os.path.basename(os.path.dirname(os.path.abspath(program))) == _SHIMS:
        yield prefix
    real = os.path.realpath(program)
    prefix, place = os.path.split(os.path.dirname(real))
    if place == "bin" and os.path.isdir(os.path.join(prefix, "lib")) and not _is_personal(prefix):
        yield real
        yield prefix


def _base_installation(settings: str) -> Iterator[str]:
    """The installation of Python that a virtual environment was made from, links followed and not."""
    with open(settings, encoding="utf-8", errors="replace") as file:
        for line in file:
            key, _, value = line.partition("=")
            if key.strip() == "home":
                for home in {value.strip(), os.path.realpath(value.strip())}:
                    yield os.path.dirname(home)


def _linked_packages(prefix: str) -> Iterator[str]:
    """The directories outside of it that an environment imports from: what is installed as editable."""
    lib = os.path.join(prefix, "lib")
    for folder, subfolders, files in os.walk(lib):
        if os.path.basename(folder) == "site-packages":
            for path in (os.path.join(folder, name) for name in files if name.endswith(".pth")):
                if os.path.isfile(path):  # a pipe would hold us up
                    yield from _lines_with_directories(path)
            for path in (os.path.join(folder, name, _ORIGIN) for name in subfolders if name.endswith(".dist-info")):
                if os.path.isfile(path):
                    yield from _editable_project(path)
            subfolders.clear()
        elif folder.count("/") - lib.count("/") >= 2:
            subfolders.clear()


def _lines_with_directories(path: str) -> Iterator[str]:
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            if os.path.isabs(line.strip()) and os.path.isdir(line.strip()):
                yield os.path.normpath(line.strip())


def _editable_project(path: str) -> Iterator[str]:
    """The directory of the project that a package's record of its origin says is installed as editable (PEP 610)."""
    try:
        with open(path, encoding="utf-8") as file:
            origin = json.load(file)
        url, editable = urlsplit(str(origin["url"])), origin["dir_info"]["editable"]
    except (OSError, ValueError, LookupError, TypeError):
        return
    place = unquote(url.path)
    if editable and url.scheme == "file" and os.path.isdir(place):
        yield os.path.normpath(place)


def _is_personal(prefix: str) -> bool:
    """Whether the directory is somebody's home or the part of it that programs of all kinds are installed in."""
    home = os.path.realpath(os.path.expanduser("~"))
    return prefix in (home, os.path.join(home, ".local"))
