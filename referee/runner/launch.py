"""Starts the process of a player: its launcher (see referee.runner.launcher), inside bubblewrap if it has a sandbox."""

import codecs
import contextlib
import errno
import os
import shutil
import signal
from collections.abc import Mapping, Sequence

from lingo_common.errors import printable
from lingo_common.first_line import beginning, interpreter
from referee.runner.bubblewrap import sandbox_command, working_directory
from referee.runner.launcher import BUBBLEWRAPS_OUTPUT, ERROR, FILTER, GROUPS, INPUT, OUTPUT, launcher_command
from referee.runner.messages import Launch, NotStarted
from referee.runner.open_files import OpenFiles, limits_of_player
from referee.runner.prctl import hide_memory, new_session_keyring
from referee.runner.stage import NOBODY, Stage
from referee.runner.view import PREPARED

_DEFAULT_ACTION = frozenset(signal.valid_signals()) - {signal.SIGKILL, signal.SIGSTOP}
"""The signals that have their default action in a player: Python, the runner, or the program that started the referee
(as `nohup` does) may ignore some. The action of these two cannot be set."""


def environment(directory: str) -> dict[str, str]:
    """Return the player's environment: the referee's PATH, a home, a place for files, a neutral language."""
    path = os.environ.get("PATH") or "/usr/local/bin:/usr/bin:/bin"
    return {"PATH": path, "HOME": directory, "TMPDIR": directory, "LANG": "C.UTF-8", "TZ": "UTC"}


def start(
    launch: Launch, groups: Sequence[int], stage: Stage, limits_at_start: OpenFiles, user: int | None
) -> tuple[int, list[int]]:
    """Start the launcher, perhaps in a sandbox; return its pid and this process's ends of the pipes to it.

    The pipes are those of its input, its output and its standard error. Raises NotStarted if the command cannot be
    executed, OSError if the system has no process or open file left, or if something that the sandbox shows cannot be
    copied or mounted for the player's user.

    groups: open files by which it enters its control groups. stage: the copies and mounts that sandboxes see.
    limits_at_start: the limits on open files with which this process was started. user: the kernel uid of the player;
    None for that of this process.
    """
    why = _why_not_executable(launch.arguments[0])
    if why:
        raise NotStarted(f"cannot be started: {why}")

    # Each process of the player can have open files in flight, which count against those that the runner passes on.
    # So the more processes it may have, the lower is its limit.
    limits = limits_of_player(limits_at_start, launch.processes)
    # The open files of this process that the launcher gets, by their numbers there.
    files = dict(enumerate(groups, GROUPS))
    command = launcher_command(launch, list(files), limits)

    # This process's ends of the pipes are closed if the start fails. What the launcher gets is closed here in any case:
    # the launcher has copies.
    with contextlib.ExitStack() as own_ends, contextlib.ExitStack() as launchers_files:
        pipes = []
        for number in (INPUT, OUTPUT, ERROR):
            own_end, files[number] = _pipe(number)
            own_ends.callback(os.close, own_end)
            launchers_files.callback(os.close, files[number])
            pipes.append(own_end)

            # A player that opens /dev/stderr opens the pipe anew, and needs permission for that.
            if user is not None:
                os.fchown(files[number], user, NOBODY)

        # What is written to standard output before the launcher becomes the player goes to standard error: it is no
        # output of the player. The machine's /dev/null will not do: a player can open whatever bubblewrap holds open.
        files[BUBBLEWRAPS_OUTPUT] = files[ERROR]

        box = launch.box
        if box is not None:
            # A filter can make chmod do nothing, but a preparation, such as a compiler's run before the games, needs
            # chmod to make its output executable. It needs no filter, because it knows no word of the run.
            if box.filter and not launch.is_preparation:
                files[FILTER] = _filter_file(box.filter)
                launchers_files.callback(os.close, files[FILTER])

            filter_file = FILTER if FILTER in files else None
            command = (*sandbox_command(launch, box, stage, user, filter_file), *command)
        elif launch.prepared is not None:
            # What a preparation made before the games, or is to make now, appears in the working directory. The link
            # is removed when the referee restores the directory after the game.
            os.symlink(launch.prepared, os.path.join(launch.directory, PREPARED))

        variables = {**environment(working_directory(launch)), **launch.environment}
        pid = _spawn(command, variables, files, user)
        own_ends.pop_all()  # they stay open for the caller
        return pid, pipes


def _pipe(number: int) -> tuple[int, int]:
    """Return the two ends of a new pipe: that of this process, and the one that has this number in the launcher.

    This process writes to the player's input, and reads from its output and standard error.
    """
    reading_end, writing_end = os.pipe()
    return (writing_end, reading_end) if number == INPUT else (reading_end, writing_end)


def _filter_file(filter: bytes) -> int:
    """Return an open file in memory that holds the filter, to be read from its beginning."""
    file = os.memfd_create("seccomp")
    os.write(file, filter)
    os.lseek(file, 0, os.SEEK_SET)
    return file


def _why_not_executable(program: str) -> str:
    """Return why the system cannot execute the program, as far as that can be seen; empty if it seems that it can.

    A shell would run a text file that names no interpreter. A direct start of such a file is an error.
    """
    path = shutil.which(program)
    if path is None:
        return os.strerror(errno.EACCES if os.path.exists(program) else errno.ENOENT).lower()

    text = beginning(path)
    if text.startswith(codecs.BOM_UTF8 + b"#!"):
        return "its first line begins with a byte-order mark before #!; save it as UTF-8 without that mark"
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


def _spawn(command: tuple[str, ...], variables: Mapping[str, str], files: Mapping[int, int], user: int | None) -> int:
    """Start a program in a session and with a session keyring of its own; return its pid.

    Raises OSError if it cannot be started. files: its open files by their numbers. user: the user that it belongs to;
    None for this process's.
    """
    # The numbers are below FREE, and the files of this process have numbers from FREE on: no copy replaces one of them.
    actions = [(os.POSIX_SPAWN_DUP2, file, number) for number, file in files.items()]
    # The program inherits this keyring. A sandbox does not give it another one, so players that had the same keyring
    # could leave messages for each other there.
    new_session_keyring()
    groups = os.getgroups()
    try:
        # This process is root's then, and has a single thread. Root's number is saved, so that it can come back. The
        # program cannot: at its start the kernel saves the user's number in place of root's (see execve(2)).
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
