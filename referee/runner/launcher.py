"""The launcher: a player's process begins as this shell. In a sandbox the shell is started inside bubblewrap.

It enters the player's control groups, sets limits, says that it is ready, waits for a line, and becomes the player. A
shell costs under a millisecond. Python code between fork and exec would take longer.
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
from collections.abc import Container, Iterable, Mapping, Sequence

from lingo_common.errors import printable
from lingo_common.first_line import beginning, interpreter
from referee.runner.bubblewrap import PROCESSES_INSIDE, sandbox_command, working_directory
from referee.runner.messages import Launch, NotStarted
from referee.runner.open_files import OpenFiles, limits_of_player
from referee.runner.prctl import hide_memory, new_session_keyring
from referee.runner.stage import NOBODY, Stage
from referee.runner.view import PREPARED, Command

READY = b"\n"
"""What the launcher writes into the player's output before it waits."""

# The numbers of the open files with which the launcher starts; in a sandbox, bubblewrap around it.
INPUT = 0
BUBBLEWRAPS_OUTPUT = 1
"""The standard output of bubblewrap itself. When the launcher becomes the player, OUTPUT takes this number."""
ERROR = 2
OUTPUT = 3
"""The player's output, until the launcher becomes the player. Bubblewrap holds its files 0 to 2 open until the player
has ended, so the referee would not see that a player closes its output if bubblewrap had it as file 1."""
FILTER = 4
"""The file with the seccomp filter of the sandbox (see referee.runner.system_calls), which bubblewrap reads and closes
before the launcher begins."""
GROUPS = 5
"""The first file of control groups: one in version 2, at most five in version 1. A shell knows numbers up to 9."""
FREE = 10
"""The open files of the runner have numbers from here on, so that none of a launcher's overwrites another."""

_SHELL_NAME = "launcher"
"""What the shell calls itself in its message that the player cannot be executed."""
_CANNOT_EXECUTE = frozenset({126, 127})
"""Exit statuses of a shell that could not become the player."""
_BLOCK = 512
"""Bytes in the unit of `ulimit -f`, by POSIX."""
_VARIABLE = re.compile("[A-Za-z_][A-Za-z0-9_]*")
"""The name of a variable that a shell can set."""
_PLAYERS_PREFIX = "of_player_"
"""Stands before the names of the player's own variables until the launcher becomes the player."""
_VARIABLES_OF_SHELLS = frozenset({"BASHOPTS", "BASH_VERSINFO", "EUID", "OPTIND", "PPID", "SHELLOPTS", "UID"})
"""Variables that dash or bash does not let its scripts set to every text; `env` sets them."""
_DEFAULT_ACTION = frozenset(signal.valid_signals()) - {signal.SIGKILL, signal.SIGSTOP}
"""The signals that have their default action in a player: Python, the runner, or the program that started the referee
(as `nohup` does) may ignore some. The action of these two cannot be set."""


def launcher_command(launch: Launch, groups: Sequence[int], limits: OpenFiles | None) -> Command:
    """Return the command of the launcher.

    groups: the numbers of the open files by which it enters its control groups. limits: the soft and the hard limit on
    open files; None for those of this process. Raises ValueError for a variable whose name a shell cannot set.
    """
    # A process enters a control group as it writes 0 into the group's file. The shell's message if it may not is no
    # output of the player, so standard error is closed for this command.
    steps = [f"echo 0 2>&- >&{number}" for number in groups]
    steps += ["umask 022", "ulimit -c 0"]

    # `cd` sets two variables, which are no part of the player's environment.
    steps.append(f"cd {shlex.quote(working_directory(launch))} && unset PWD OLDPWD || exit")
    if limits is not None:
        soft, hard = limits
        steps.append(f"ulimit -S -n {soft}; ulimit -H -n {hard}")

    # The kernel keeps this limit for each process, in whole seconds. It is one second above that of the launch: samples
    # see all processes together, and end the game sooner.
    if launch.cpu is not None:
        steps.append(f"ulimit -t {math.ceil(launch.cpu) + 1}")

    # A sandbox has a file system of the size of the limit. This limit would hold for files in memory too, of which a
    # Java machine makes one as large as its heap may grow.
    if launch.disk is not None and launch.box is None:
        steps.append(f"ulimit -f {launch.disk // _BLOCK}")

    # The kernel counts the processes of a user, and only in a sandbox are all of them the player's.
    is_counted_alone = launch.box is not None and _namespaces_count_processes()
    if launch.processes is not None and is_counted_alone:
        # The game ends when a sample sees too many processes, so the kernel must allow more than the launch does. It
        # stops a flood, at twice the number of the launch and bubblewrap's own process in the sandbox.
        tasks = 2 * launch.processes + PROCESSES_INSIDE
        steps.append(f"ulimit -u {tasks} 2>/dev/null || ulimit -p {tasks}")  # bash has -u, dash has -p

    # It says that it is ready, waits for a line, and becomes the player, which gets none of the files from OUTPUT on.
    closing = "".join(f" {number}>&-" for number in (OUTPUT, *groups))
    steps += [f"echo >&{OUTPUT}", "read -r go || exit"]

    # The variables of the player get their names last. With LD_PRELOAD it could run code of its own in bubblewrap,
    # outside of the sandbox, or in this shell, before its limits hold and its time begins.
    steps += _set_variables(launch.environment)
    steps.append(f'exec {_env_command(launch.environment)} "$@" >&{OUTPUT}{closing}')
    return ("/bin/sh", "-c", "; ".join(steps), _SHELL_NAME, *launch.arguments)


def _set_variables(names: Iterable[str]) -> list[str]:
    """Return the steps that give the player's variables their names, without those that a shell keeps for itself.

    Their values are not in these steps, because every user of the machine can read the command. Raises ValueError for a
    name that a shell cannot set.
    """
    steps = []
    # The shortest names come first: with A and of_player_A, the value of A is in of_player_A until A is set.
    for name in sorted(names, key=len):
        if not _VARIABLE.fullmatch(name):
            raise ValueError(f"{name!r} cannot be the name of a variable")
        if name not in _VARIABLES_OF_SHELLS:
            variable = f"{_PLAYERS_PREFIX}{name}"
            steps.append(f'export {name}="${variable}"; unset {variable}')

    return steps


def _env_command(names: Container[str]) -> str:
    """Return the command `env` with the player's variables that a shell keeps for itself; "" if there are none."""
    kept_by_shells = [name for name in sorted(_VARIABLES_OF_SHELLS) if name in names]
    if not kept_by_shells:
        return ""

    removed = [f"-u {_PLAYERS_PREFIX}{name}" for name in kept_by_shells]
    variables = [f'{name}="${_PLAYERS_PREFIX}{name}"' for name in kept_by_shells]
    return " ".join(["/usr/bin/env", *removed, *variables])


def why_never_began(program: str, exit_status: int | None, stderr: str) -> str | None:
    """Return why the launcher could not become the program; None if the program began.

    exit_status, stderr: with what the process ended, and what it had written to standard error.
    """
    is_launchers_end = exit_status in _CANNOT_EXECUTE and stderr.startswith(f"{_SHELL_NAME}: ")
    if not is_launchers_end:
        return None

    return printable(" ".join(stderr.split()))


@functools.cache
def _namespaces_count_processes() -> bool:
    """Return whether the kernel counts a user's processes in each user namespace: Linux 5.14 and later."""
    version = re.findall(r"\d+", os.uname().release)
    return tuple(map(int, version[:2])) >= (5, 14)


def environment(directory: str) -> dict[str, str]:
    """Return the environment of every player: the referee's PATH, a home, a place for files, a neutral language."""
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

    # An open file that was sent over a socket and not received yet counts as one of the user's, and so do those that
    # the runner passes on. Each process of the player may have as many of them as its limit on open files: the more
    # processes it may have, the lower is that limit.
    limits = limits_of_player(limits_at_start, launch.processes)
    # The open files of this process that the launcher gets, by their numbers there.
    files = dict(enumerate(groups, GROUPS))
    command = launcher_command(launch, list(files), limits)

    # This process's ends of the pipes are closed if the start fails. What the launcher gets is closed here in any case:
    # the launcher has copies.
    with contextlib.ExitStack() as own_ends, contextlib.ExitStack() as launchers_files:
        pipes = []
        for number in (INPUT, OUTPUT, ERROR):
            own_end, launchers_end = _pipe(number)
            own_ends.callback(os.close, own_end)
            launchers_files.callback(os.close, launchers_end)
            pipes.append(own_end)
            files[number] = launchers_end

            # A player that opens /dev/stderr opens the pipe anew, and needs permission for that.
            if user is not None:
                os.fchown(launchers_end, user, NOBODY)

        # What is written to standard output before the launcher becomes the player goes to standard error: it is no
        # output of the player. The machine's /dev/null will not do: a player can open whatever bubblewrap holds open.
        files[BUBBLEWRAPS_OUTPUT] = files[ERROR]

        box = launch.box
        if box is not None:
            filter = box.filter_of_preparations if launch.is_preparation else box.filter
            if filter:
                files[FILTER] = _filter_file(filter)
                launchers_files.callback(os.close, files[FILTER])

            filter_file = FILTER if FILTER in files else None
            command = (*sandbox_command(launch, box, stage, user, filter_file), *command)
        elif launch.prepared is not None:
            # What a preparation made before the games, or is to make now, appears in the working directory. The link
            # is removed when the referee restores the directory after the game.
            os.symlink(launch.prepared, os.path.join(launch.directory, PREPARED))

        variables = environment(working_directory(launch))
        for name, value in launch.environment.items():
            variables[_PLAYERS_PREFIX + name] = value

        pid = _spawn(command, variables, files, user)
        own_ends.pop_all()  # they stay open for the caller
        return pid, pipes


def _pipe(number: int) -> tuple[int, int]:
    """Return this process's end and the launcher's end of a new pipe, which the launcher has under that number."""
    reading_end, writing_end = os.pipe()
    if number == INPUT:
        return writing_end, reading_end
    return reading_end, writing_end


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


def _spawn(command: Command, variables: Mapping[str, str], files: Mapping[int, int], user: int | None) -> int:
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
