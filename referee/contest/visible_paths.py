"""The files that a player's command needs to see, apart from those of the system, which every sandbox shows.

These are the files and directories that the command names, the interpreter of a script, and for a program of a virtual
environment that environment, its Python installation, and the directories of its editable packages.
"""

import glob
import os
import pwd
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from urllib.parse import unquote

from lingo_common.first_line import beginning, interpreter
from lingo_common.paths import within
from referee.contest.conditions import NEVER_VISIBLE
from referee.contest.languages import LANGUAGES, ending_of
from referee.contest.secrets import ENVIRONMENT
from referee.runner.view import SYSTEM

_SHIMS = "shims"
"""The directory where pyenv, rbenv and asdf have a script for each program, which starts it from a directory beside."""
_LONG_PATH = re.compile(rb"^'{3}exec' \"?(.+?)\"? \"\$0\" \"\$@\"$", re.MULTILINE)
"""The second line of a program that pip installed where Python's path has blanks or is long; the first is /bin/sh."""
_PATH_IN_TEXT = re.compile(r"/[^\s'\";|&()<>]+")
"""An absolute path in the text of a shell's command, up to a blank, a quotation mark or an operator."""
_PARTS = re.compile(r"[=:,]")
"""What separates paths within a word: --list=FILE, DIR:DIR, FILE,FILE."""
_HOME = re.compile(r"(?m)^home *= *(.*\S)")
"""The directory of the Python that a virtual environment was made of, in its pyvenv.cfg."""
_EDITABLE = re.compile(r'(?s)^(?=.*"editable": *true).*"url": *"file://([^"]*)"')
"""The directory of an editable package in the note of its origin (PEP 610)."""
_RUN_BY_INTERPRETERS = {*LANGUAGES, "class", "dll", "exe", "jar", "lua", "mjs", "php", "pyc", "pyz", "r", "sh", "ts"}
"""Endings of files that another program runs."""
_MAX_LINKS = 40
"""The kernel follows no more links on one way (see path_resolution(7))."""


def toolchains(arguments: Sequence[str]) -> set[str]:
    """Return the interpreters of a command's program, and the installations of the program and of them.

    None of the system. For /home/ann/venv/bin/python these are /home/ann/venv and the directory of the Python that it
    was made of.
    """
    program, *interpreters = _programs(arguments)
    paths = set(interpreters)
    for path in (program, *interpreters):
        paths.update(_installation(path))
    return _visible(paths)


def named_paths(arguments: Sequence[str]) -> set[str]:
    """Return the program, its interpreters, and the files and directories that a command names; none of the system."""
    return _visible({*_programs(arguments), *_paths_in(arguments[1:])})


def own_programs(arguments: Sequence[str]) -> set[str]:
    """Return the program and the files that its author wrote, as far as the command names them.

    No other player may see them. Interpreters and programs of an installation are not among them. The program is taken
    for an interpreter if the command names a file for it to run, such as `main.py`.
    """
    program, *interpreters = _programs(arguments)
    named_files = [path for path in named_paths(arguments) if os.path.isfile(path)]

    names_a_source = any(os.path.isfile(word) and ending_of(word) in _RUN_BY_INTERPRETERS for word in arguments[1:])
    if names_a_source:
        interpreters.append(program)

    return {path for path in named_files if path not in interpreters and not any(_installation(path))}


def mentioned_paths(arguments: Sequence[str]) -> set[str]:
    """Return the paths that the command names, also within the text of a shell's command.

    For a module (`python3 -m NAME`) these are all paths where it may lie: in each named directory, which may be one of
    PYTHONPATH.
    """
    paths = named_paths(arguments)
    mentioned = set(paths)
    for word in arguments:
        mentioned.update(_PATH_IN_TEXT.findall(word))

    for word, after in pairwise(arguments):
        if word == "-m":
            module = f"{after.replace('.', '/')}.py"
            mentioned.update(os.path.join(path, module) for path in paths)

    return mentioned


def script_directory(arguments: Sequence[str]) -> str | None:
    """Return the directory of the player: that of its program, or else that of the first file that the command names.

    A program of the system or of an installation does not count: it is an interpreter. None if the directory is a home,
    contains one, or is one for temporary files.
    """
    program = _programs(arguments)[0]
    is_of_an_installation = any(_installation(program))
    candidates: list[str] = [] if is_of_an_installation else [program]

    # The words of a player's command that name a file are absolute paths.
    scripts = [word for word in arguments[1:] if os.path.isabs(word) and os.path.isfile(word)]
    candidates += scripts[:1]

    for path in candidates:
        directory = os.path.dirname(os.path.abspath(path))
        may_be_shown = not within(directory, *SYSTEM) and not is_shared(directory)
        if os.path.isfile(path) and may_be_shown:
            return directory

    return None


def links_on_the_way(path: str) -> dict[str, str]:
    """Return the links that the kernel follows to the path, by their own paths, with their targets; none of the system.

    For example, with a link `a` to `../x/b`, which is a link to `../y/main.py`, the way to /p/a is
    {"/p/a": "../x/b", "/x/b": "../y/main.py"}. A link among the directories above counts too.
    """
    links: dict[str, str] = {}
    folder = "/"
    """The directory that the names so far lead to."""
    waiting = path.split("/")[::-1]
    """The names that are yet to be followed; the next one is the last."""
    followed = 0
    while waiting and followed < _MAX_LINKS:
        name = waiting.pop()
        step = os.path.join(folder, name)
        if name == os.pardir:
            folder = os.path.dirname(folder)
        elif name in ("", os.curdir):
            continue
        elif within(step, *SYSTEM) or not os.path.islink(step):
            folder = step
        else:
            target = os.readlink(step)
            links[step] = target
            followed += 1
            waiting += target.split("/")[::-1]
            if os.path.isabs(target):
                folder = "/"

    return links


def is_shared(directory: str) -> bool:
    """Return whether the directory belongs to no single program: the root, a home, one for temporary files and so on.

    A directory that contains a home is shared too, and so is a link to a shared one.
    """
    homes = {os.path.expanduser("~"), *(entry.pw_dir for entry in pwd.getpwall())}

    # No player sees those of NEVER_VISIBLE. It sees one of the others if somebody asks for it by --expose.
    never_whole = {*NEVER_VISIBLE, "/home", "/var/tmp", tempfile.gettempdir()}
    real = os.path.realpath(directory)
    if real in map(os.path.realpath, never_whole):
        return True
    return any(within(os.path.realpath(home), real) for home in homes)


def _visible(paths: Iterable[str]) -> set[str]:
    """Return the paths that a sandbox can show in addition to the system.

    A link to a home or to the root directory is left out too: a player's author may have made it.
    """
    return {path for path in paths if not within(path, *SYSTEM) and not is_shared(path)}


def _paths_in(words: Iterable[str]) -> Iterator[str]:
    """Return the existing absolute paths in the words of a command: FILE, --list=FILE, DIR:DIR."""
    for word in words:
        for part in (word, *_PARTS.split(word)):
            if os.path.isabs(part) and os.path.exists(part):
                yield os.path.normpath(part)


def _programs(arguments: Sequence[str]) -> list[str]:
    """Return the command's program, the interpreter of that script, the interpreter's own interpreter, and so on."""
    path = os.path.abspath(shutil.which(arguments[0]) or arguments[0])
    programs: list[str] = []
    while path not in programs:  # scripts can name each other
        programs.append(path)
        path = os.path.abspath(_interpreter_of(path) or path)
    return programs


def _interpreter_of(path: str) -> str:
    """Return the interpreter that a script's first line names, through `env` if need be; empty if there is none."""
    start = beginning(path)
    if not start.startswith(b"#!"):
        return ""

    command, *arguments = interpreter(start)
    if os.path.basename(command) == "env":
        # Options of env and assignments, such as `-S` and `LANG=C`, come before the program.
        words = [word for word in " ".join(arguments).split() if not word.startswith("-") and "=" not in word]
        program = shutil.which(words[0]) if words else None
        return program or ""

    installed = _LONG_PATH.search(start)
    return os.fsdecode(installed[1]) if installed else command


def _installation(program: str) -> Iterator[str]:
    """Yield the virtual environment of a program, or the directory that it is installed in with its libraries.

    For /home/ann/venv/bin/python it yields /home/ann/venv, the directory of the Python that this was made of, and the
    directories of editable packages; for /opt/java/bin/java, which has /opt/java/lib, the program and /opt/java.
    """
    folder = os.path.dirname(program)
    prefix = os.path.dirname(folder)
    if os.path.isfile(os.path.join(prefix, ENVIRONMENT)):
        yield from _environment(prefix)
        return

    if os.path.basename(folder) == _SHIMS:
        yield prefix

    real = os.path.realpath(program)
    prefix, name = os.path.split(os.path.dirname(real))
    has_libraries = name == "bin" and os.path.isdir(f"{prefix}/lib")

    # In ~/bin and ~/.local/bin lie programs of any kind. What is beside them is not theirs.
    home = os.path.realpath(os.path.expanduser("~"))
    is_of_a_home = prefix in (home, os.path.join(home, ".local"))
    if has_libraries and not is_of_a_home:
        yield real
        yield prefix


def _environment(prefix: str) -> Iterator[str]:
    """Yield the virtual environment at this path, the Pythons that it was made of, and its editable packages."""
    yield prefix
    with open(os.path.join(prefix, ENVIRONMENT), encoding="utf-8", errors="replace") as file:
        homes = _HOME.findall(file.read())

    for home in homes:
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
    """Return the text of a file; empty for anything else, such as a pipe, which would block."""
    if not os.path.isfile(path):
        return ""
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()
