"""The files that a player's command needs to see, apart from those of the system, which every sandbox shows.

These are the files and directories that the command names, the interpreter of a script, and the installations of both,
such as a virtual environment (see installations).
"""

import os
import pwd
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from lingo_common.first_line import beginning, interpreter
from lingo_common.paths import within
from referee.contest.command_words import CLASS_PATHS, NEVER_A_PATH_AFTER
from referee.contest.installations import installation, is_installed
from referee.contest.languages import LANGUAGES, ending_of
from referee.contest.limits import NEVER_VISIBLE
from referee.runner.view import PREPARED, SYSTEM

_LONG_PATH = re.compile(rb"^'{3}exec' \"?(.+?)\"? \"\$0\" \"\$@\"$", re.MULTILINE)
"""The second line of a program that pip installed where Python's path has blanks or is long; the first is /bin/sh."""
_PATH_IN_TEXT = re.compile(r"/[^\s'\";|&()<>]+")
"""An absolute path in the text of a shell's command, up to a blank, a quotation mark or an operator."""
_PARTS = re.compile(r"[=:,]")
"""What separates paths within a word: --list=FILE, DIR:DIR, FILE,FILE."""
_RUNNABLE_ENDINGS = {*LANGUAGES, "class", "dll", "exe", "jar", "lua", "mjs", "php", "pyc", "pyz", "r", "sh", "ts"}
"""Endings of files that another program runs, as in `python3 main.py` and `java -jar main.jar`."""


def toolchains(arguments: Sequence[str]) -> set[str]:
    """Return the interpreters of a command's program, and the installations of the program and of its interpreters.

    Paths of the system are left out. For /home/ann/venv/bin/python the result is /home/ann/venv and the directory of
    the Python that it was made of.
    """
    program, *interpreters = _programs(arguments)
    paths = set(interpreters)
    for path in (program, *interpreters):
        paths.update(installation(path))
    return set(filter(_is_visible, paths))


def named_paths(arguments: Sequence[str]) -> set[str]:
    """Return the program, its interpreters, and the files and directories that a command names.

    Paths of the system are left out.
    """
    return set(filter(_is_visible, {*_programs(arguments), *_paths_in(arguments[1:])}))


def own_programs(arguments: Sequence[str]) -> set[str]:
    """Return the files of a command that the player's author wrote, and that no other player may see.

    These are the program and the files that the command names, without interpreters and programs of an installation.
    The program is taken for an interpreter if the command names a file for it to run, such as `main.py`.
    """
    program, *interpreters = _programs(arguments)
    named_files = [path for path in named_paths(arguments) if os.path.isfile(path)]
    if _files_to_run(arguments):
        interpreters.append(program)

    return {path for path in named_files if path not in interpreters and not is_installed(path)}


def executed_files(arguments: Sequence[str]) -> set[str]:
    """Return the program of a command, its interpreters, and the files that they run, such as `main.py`.

    They are paths without links.
    """
    return set(map(os.path.realpath, [*_programs(arguments), *_files_to_run(arguments)]))


def _files_to_run(arguments: Sequence[str]) -> list[str]:
    """Return the files that a command names for its program to run, such as `main.py`."""
    return [word for word in arguments[1:] if os.path.isfile(word) and ending_of(word) in _RUNNABLE_ENDINGS]


def missing_script(arguments: Sequence[str]) -> str | None:
    """Return the word that names a script for an installed interpreter to run, if there is no such file; else None.

    In `python3 -u main.py --list=a.txt` that is `main.py`. A script that a preparation writes is not missing.
    """
    program = shutil.which(arguments[0])
    # The value of such an option is a module, the text of a program or a list of paths.
    has_no_script = not {*NEVER_A_PATH_AFTER, *CLASS_PATHS}.isdisjoint(arguments)
    if program is None or not is_installed(program) or has_no_script:
        return None

    values = [word for word in arguments[1:] if not word.startswith("-")]
    script = values[0] if values else ""
    has_ending = os.path.splitext(script)[1][1:] in _RUNNABLE_ENDINGS
    if not has_ending or script.startswith(f"{PREPARED}/"):
        return None

    # A word that names a file is an absolute path since the command was read. `env` looks a program up in PATH.
    is_there = (os.path.isabs(script) and os.path.exists(script)) or shutil.which(script)
    return None if is_there else script


def mentioned_paths(arguments: Sequence[str]) -> set[str]:
    """Return the paths that the command mentions: what it names, and what it may find by itself.

    The latter are the paths within the text of a shell's command, and for a module (`python3 -m NAME`) the paths where
    it may lie: in each named directory, which may be one of PYTHONPATH. A file that two commands mention is hidden from
    neither player.
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

    A program of the system or of an installation does not count: it is an interpreter. None if no single player owns
    the directory, such as a home (see is_shared).
    """
    program = _programs(arguments)[0]
    candidates: list[str] = [] if is_installed(program) else [program]

    # A word that names a file is an absolute path since the command was read (see command_words.resolve_paths).
    scripts = [word for word in arguments[1:] if os.path.isabs(word) and os.path.isfile(word)]
    candidates += scripts[:1]

    for path in candidates:
        directory = os.path.dirname(os.path.abspath(path))
        if os.path.isfile(path) and _is_visible(directory):
            return directory

    return None


def links_on_the_way(path: str) -> dict[str, str]:
    """Return the links that the kernel follows to the path, by their own paths, with their targets.

    Links of the system are left out; a link among the directories above the path counts too. For example, with a link
    `a` to `../x/b`, which is a link to `../y/main.py`, the links for /p/a are {"/p/a": "../x/b", "/x/b":
    "../y/main.py"}. There are none if nothing is there.
    """
    folder, name = os.path.split(path)
    # The root has no folder. Links that lead in a circle lead to nothing that exists.
    if folder == path or not os.path.exists(path):
        return {}

    links = links_on_the_way(folder)
    entry = os.path.join(os.path.realpath(folder), name)
    if os.path.islink(entry) and not within(entry, *SYSTEM):
        links[entry] = os.readlink(entry)
        links |= links_on_the_way(os.path.join(os.path.dirname(entry), links[entry]))

    return links


def is_shared(directory: str) -> bool:
    """Return whether no single player owns the directory: it is a home, one for temporary files, the root and so on.

    A directory that contains a home is shared too, and so is a link to a shared one. A player sees no shared directory
    as a whole, unless --expose names one that is not in NEVER_VISIBLE.
    """
    shared_directories = {*NEVER_VISIBLE, "/home", "/var/tmp", tempfile.gettempdir()}
    real = os.path.realpath(directory)
    if real in map(os.path.realpath, shared_directories):
        return True

    homes = {os.path.expanduser("~"), *(user.pw_dir for user in pwd.getpwall())}
    return any(within(os.path.realpath(home), real) for home in homes)


def _is_visible(path: str) -> bool:
    """Return whether a sandbox can show the path in addition to the system.

    A link to a shared directory is not shown either: a player's author could make one to see the whole of a home.
    """
    return not within(path, *SYSTEM) and not is_shared(path)


def _paths_in(words: Iterable[str]) -> Iterator[str]:
    """Yield the existing absolute paths in the words of a command: FILE, --list=FILE, DIR:DIR."""
    for word in words:
        for part in (word, *_PARTS.split(word)):
            if os.path.isabs(part) and os.path.exists(part):
                yield os.path.normpath(part)


def _programs(arguments: Sequence[str]) -> list[str]:
    """Return the command's program, the interpreter of that script, the interpreter's own interpreter, and so on."""
    programs: list[str] = []
    path = shutil.which(arguments[0]) or arguments[0]
    # Scripts can name each other, so a program that comes again ends the list.
    while os.path.abspath(path) not in programs:
        programs.append(os.path.abspath(path))
        # A program without an interpreter comes again.
        path = _interpreter_of(programs[-1]) or path

    return programs


def _interpreter_of(path: str) -> str:
    """Return the interpreter that a script's first line names, through `env` if need be; empty if there is none."""
    start = beginning(path)
    if not start.startswith(b"#!"):
        return ""

    # The words of the line: the interpreter, empty if the line has none, and perhaps one argument.
    command, *arguments = interpreter(start)
    if os.path.basename(command) == "env":
        # Options of env and assignments, such as `-S` and `LANG=C`, come before the program.
        words = [word for word in " ".join(arguments).split() if not word.startswith("-") and "=" not in word]
        program = shutil.which(words[0]) if words else None
        return program or ""

    # A program that pip installed may name its interpreter in the second line.
    installed_program = _LONG_PATH.search(start)
    return os.fsdecode(installed_program[1]) if installed_program else command
