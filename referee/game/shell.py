"""A shell, or one command, where a player runs: in its sandbox, with its user, limits and working directory."""

import os
import select
from contextlib import closing

from referee.contest.limits import Limits
from referee.contest.player import Program, own_limits
from referee.game.sandbox import Sandbox
from referee.game.working_directory import WorkingDirectory
from referee.runner.client import LaunchedPlayer
from referee.runner.messages import EndReport
from referee.runner.view import Command

SHELL = ("/bin/sh", "-i", "+m")
"""An interactive shell, without job control, which needs a terminal."""
_RUN_INSIDE = ("/bin/sh", "-c", 'exec "$@"', "shell")
"""Runs the words that follow as a command, which is looked up where it is run and not before."""
_CHUNK = 64 * 1024
"""Bytes that are read at once."""
_STDIN = 0
_STDOUT = 1
_STDERR = 2


def run_in_place(
    player: Program,
    length: int,
    players_command: Command,
    command: Command,
    sandbox: Sandbox,
    limits: Limits,
    directory: WorkingDirectory,
) -> EndReport:
    """Run the command in place of the player, and return how it ended.

    players_command: the command of the player, which decides what is seen there. A player that is not prepared has an
    empty directory `prepared/`, in which the command may write as a preparation may.

    The command sees the player's files and has its limits on memory, processor time, processes and disk. It reads the
    standard input of this process, and writes to its standard output and error. No time limit holds. A command that
    cannot be executed ends with the status 126 or 127. Raises DataError if the sandbox cannot be made, OSError if the
    standard output of this process cannot be written, as on a full disk.
    """
    with sandbox.runner.temporary_directory() as empty_directory:
        launch = sandbox.launch(
            player,
            players_command,
            directory.path,
            own_limits(player, limits),
            prepared=player.prepared.get(length) if player.is_prepared else empty_directory,
            is_preparation=not player.is_prepared,
        )
        launch_of_command = launch._replace(arguments=(*_RUN_INSIDE, *command))
        with closing(sandbox.runner.launch(launch_of_command)) as program:
            return _attend(program)


def _attend(program: LaunchedPlayer) -> EndReport:
    """Pass on what the program reads and writes until it ends, or end it at Ctrl-C; returns how it ended."""
    try:
        _pass_on(program)
        return program.wait()
    except KeyboardInterrupt:
        return program.end()
    except OSError:
        program.end()
        raise


def _pass_on(program: LaunchedPlayer) -> None:
    """Pass standard input, output and error on until the program has ended.

    Output that nobody reads any more is dropped, and so is all of standard error that cannot be written. Raises OSError
    if standard output cannot be written for another reason.
    """
    program.input.write(b"\n")  # the launcher waits for a line before it becomes the program

    # A program that writes more than it reads stops reading until its output is taken, so nothing here may wait for it.
    to_program = program.input.fileno()
    os.set_blocking(to_program, False)
    unsent = b""
    """What was read from standard input and is yet to be passed on. Meanwhile no more is read."""

    targets = {program.output.fileno(): _STDOUT, program.error.fileno(): _STDERR}
    # program.fileno() can be read when the program has ended.
    poll = select.poll()
    for source in (_STDIN, *targets, program.fileno()):
        poll.register(source, select.POLLIN)

    is_over = False
    while not is_over:
        ready = {source for source, _ in poll.poll()}
        if _STDIN in ready:
            unsent = _read(_STDIN)
            poll.unregister(_STDIN)
            if unsent:
                poll.register(to_program, select.POLLOUT)
            else:
                program.input.close()
        elif to_program in ready:
            unsent, is_read = _write_some(to_program, unsent)
            if not is_read:
                poll.unregister(to_program)
                program.input.close()
            elif not unsent:
                poll.unregister(to_program)
                poll.register(_STDIN, select.POLLIN)

        for source in ready.intersection(targets):
            text = os.read(source, _CHUNK)
            if text:
                _write(targets[source], text)
            else:
                poll.unregister(source)
                del targets[source]

        # What it wrote before its end is still read.
        is_over = program.fileno() in ready and ready.isdisjoint(targets)


def _read(file: int) -> bytes:
    """Return what can be read; empty at the end, or if the file is closed."""
    try:
        return os.read(file, _CHUNK)
    except OSError:
        return b""


def _write_some(pipe: int, text: bytes) -> tuple[bytes, bool]:
    """Write as much of the text as a pipe takes now; return the rest of it, and whether somebody reads the pipe."""
    try:
        return text[os.write(pipe, text) :], True
    except BlockingIOError:
        return text, True
    except OSError:
        return b"", False


def _write(file: int, text: bytes) -> bool:
    """Write all of the text; return False if it cannot be written, or if nobody reads it.

    Raises OSError if standard output cannot be written for another reason than a lost reader.
    """
    while text:
        try:
            written = os.write(file, text)
        except BrokenPipeError:
            return False
        except OSError:
            if file == _STDOUT:
                raise
            return False

        text = text[written:]

    return True
