"""The files that a player may see in its sandbox.

A player sees the system, and copies of its own files, which its author wrote. It sees some files of others as they are:
the programs that run it, such as an interpreter with its libraries, and what the contest's holder exposes. It does not
see runs, contest files with their words, programs of other players, or anything through which two players could talk.

Its own files are those that its command names. With the interpreter of a script comes the installation that it belongs
to: a virtual environment, or a directory in which a program has its libraries.
"""

import glob
import os
import pwd
import re
import shutil
import stat
import tempfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from urllib.parse import unquote

from lingo_common.first_line import beginning, interpreter
from lingo_common.paths import outermost, within
from referee.contest.command_words import CLASS_PATHS, LANGUAGES, NEVER_A_PATH_AFTER, ending_of
from referee.contest.folders import ENVIRONMENT_FILE, files_in, is_secret, secrets_inside
from referee.contest.limits import NEVER_VISIBLE, IsolationRequest
from referee.runner.view import PREPARED, SYSTEM, View


def seen_paths(
    request: IsolationRequest, arguments: Sequence[str], exposed: Iterable[str], hidden: Collection[str]
) -> tuple[list[str], list[str]]:
    """Return what a player with this command may see beside the system: (its own paths, paths of others).

    It sees copies of its author's files and directories. Those of others it sees as they are: programs that run it, and
    what is exposed. The paths are returned as its command and the contest's holder write them, perhaps with links.

    exposed: paths that are exposed to it alone; hidden: what hidden_from returns.
    """
    live = outermost({*toolchains(arguments), *request.exposed, *exposed})
    live = [path for path in live if not is_secret(path, hidden)]

    own = []
    for path in outermost(files_of_command(arguments, with_folder=not request.careful)):
        if not is_secret(path, hidden) and not within(path, *live):
            own.append(path)

    return own, live


def files_of_command(arguments: Sequence[str], with_folder: bool) -> list[str]:
    """Return the files and directories that a command names, themselves or through a link; not devices.

    with_folder: whether the folder of its script is added, and that of the link's target if the script is a link.
    """
    without_links = [os.path.realpath(word) if os.path.islink(word) else word for word in arguments]
    paths: set[str] = set()
    for words in (arguments, without_links):
        paths |= named_paths(words)
        folder = script_directory(words) if with_folder else None
        if folder is not None:
            paths.add(folder)

    return [path for path in paths if os.path.isfile(path) or os.path.isdir(path)]


def hidden_from(request: IsolationRequest, arguments: Sequence[str]) -> set[str]:
    """Return the paths, without links, that a player with this command must not see.

    These are the paths of `request.hidden`, such as the directory of the run, and the programs of other players. Such a
    program is not hidden if the player's own command mentions it, or if it is exposed to all players. Other runs and
    contest files are not among the paths: view_of finds and hides them wherever they are.
    """
    # Without links, because two players may name one interpreter by different links.
    allowed = {os.path.realpath(path) for path in (*mentioned_paths(arguments), *request.exposed)}
    rivals = {os.path.realpath(path) for path in request.programs} - allowed
    # Whatever lies in SYSTEM, such as an interpreter, is seen by every player.
    hidden = {path for path in rivals if not within(path, *SYSTEM)}
    hidden.update(map(os.path.realpath, request.hidden))
    return hidden


def view_of(request: IsolationRequest, arguments: Sequence[str], exposed: Iterable[str] = ()) -> View:
    """Return what a player with this command sees in its sandbox, from the files as they are now.

    exposed: paths that are exposed to it alone. A folder that is too large to be copied is shown as it is, and a remark
    says so.
    """
    hidden = hidden_from(request, arguments)
    own_paths, live_paths = seen_paths(request, arguments, exposed, hidden)
    live = {path for path in map(os.path.realpath, live_paths) if not within(path, *SYSTEM)}

    copied: list[str] = []
    left_out: set[str] = set()
    remarks: list[str] = []
    for path in outermost(map(os.path.realpath, own_paths)):
        if within(path, *SYSTEM, *live):
            continue

        live_inside = _live_inside(path, hidden)
        if live_inside is None:
            remarks.append(f"{path}: too large to be copied: players see it as it is")
            live.add(path)
            continue

        live.update(live_inside)
        # A program that this user may execute but not read cannot be copied: _live_inside returns the program itself.
        if path not in live_inside:
            copied.append(path)
            # What the command runs stays, also if somebody else's contest file names it as a file of words.
            left_out.update(set(secrets_inside(path)) - executed_files(arguments))
            left_out.update(secret for secret in hidden if within(secret, path))

    links: dict[str, str] = {}
    for path in (*files_of_command(arguments, with_folder=not request.careful), *live_paths):
        links |= links_on_the_way(path)

    all_live = tuple(outermost(live))
    return View(
        copied=tuple(copied),
        left_out=tuple(sorted(left_out)),
        live=all_live,
        covered=covered_in(all_live, hidden, arguments),
        links=tuple(sorted(links.items())),
        remarks=tuple(remarks),
    )


def covered_in(live: Iterable[str], hidden: Iterable[str], arguments: Sequence[str]) -> tuple[str, ...]:
    """Return what has to be covered in directories that a player sees as they are: the secrets that are in them now.

    hidden: other paths that the player must not see, without links. arguments: its command. What this runs is not
    covered: somebody else's contest file, in a folder that is exposed, could name it as a file of words.
    """
    covered: set[str] = set()
    for path in live:
        secrets = set(map(os.path.realpath, secrets_inside(path))) - executed_files(arguments)
        secrets.update(hidden)
        covered.update(secret for secret in secrets if within(secret, path) and os.path.lexists(secret))
    return tuple(outermost(covered))


def _live_inside(path: str, hidden: Collection[str]) -> set[str] | None:
    """Return the files and directories of a folder that are shown as they are although the folder is copied.

    These are virtual environments, and programs that this user may execute and not read; the path itself may be one.
    None if the folder is too large to be copied.
    """
    files = files_in(path, hidden)
    if files is None:  # there is too much to be copied
        return None

    live: set[str] = set()
    for file, relative, state in files:
        if stat.S_ISDIR(state.st_mode):
            is_environment = relative and os.path.isfile(os.path.join(file, ENVIRONMENT_FILE))
            if is_environment:
                live.add(file)
        elif stat.S_ISREG(state.st_mode):
            may_only_be_executed = os.access(file, os.X_OK) and not os.access(file, os.R_OK)
            if may_only_be_executed:
                live.add(file)

    return live


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
    if ending_of(script) not in _RUNNABLE_ENDINGS or script.startswith(f"{PREPARED}/"):
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
    """Return the command's program, its interpreter if it is a script, that one's interpreter likewise, and so on."""
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
