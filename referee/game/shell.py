"""A shell, or one command, where a player runs: in its sandbox, with its user, limits and working directory."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from io import FileIO

from referee.contest.player import Program, own_limits
from referee.game.game_pool import GamePool
from referee.runner.client import LaunchedPlayer
from referee.runner.messages import EndReport
from referee.runner.view import Command

SHELL = ("/bin/sh", "-i", "+m")
"""An interactive shell, without job control, which needs a terminal."""
_RUN_INSIDE = ("/bin/sh", "-c", 'exec "$@"', "shell")
"""Runs the words that follow as a command.

A launch first checks that its program can be executed on this machine. The command may be there in the sandbox only, so
the program that is launched is this shell, which looks for the command when it is in the sandbox.
"""
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
    pool: GamePool,
    directory: str,
) -> EndReport:
    """Run the command in place of the player, and return how it ended.

    players_command: the command of the player, which decides what is seen there. A player that is not prepared has an
    empty directory `prepared/`, in which the command may write as a preparation may.

    The command sees the player's files and has its limits on memory, processor time, processes and disk. It reads the
    standard input of this process, and writes to its standard output and error. No time limit holds. A command that
    cannot be executed ends with the status 126 or 127. Raises DataError if the sandbox cannot be made, OSError if the
    standard output of this process cannot be written, as on a full disk.
    """
    with pool.sandbox.runner.temporary_directory() as empty_directory:
        launch = pool.sandbox.launch(
            player,
            players_command,
            directory,
            own_limits(player, pool.limits),
            prepared=player.prepared.get(length) if player.is_prepared else empty_directory,
            is_preparation=not player.is_prepared,
        )
        launch_of_command = launch._replace(arguments=(*_RUN_INSIDE, *command))
        with closing(pool.sandbox.runner.launch(launch_of_command)) as program:
            return _attend(program)


def _attend(program: LaunchedPlayer) -> EndReport:
    """Pass on what the program reads and writes until it ends, or end it at Ctrl-C; returns how it ended.

    Raises OSError if standard output cannot be written for another reason than a lost reader.
    """
    program.input.write(b"\n")  # the launcher waits for a line before it becomes the program

    # A daemon, because this thread may still wait for standard input when the program has ended.
    stdin = FileIO(_STDIN, closefd=False)
    threading.Thread(target=_pass_on, args=(stdin, program.input), daemon=True).start()

    with ThreadPoolExecutor(2) as writers:
        output = writers.submit(_pass_on, program.output, FileIO(_STDOUT, "w", closefd=False))
        writers.submit(_pass_on, program.error, FileIO(_STDERR, "w", closefd=False))
        try:
            report = program.wait()
        except KeyboardInterrupt:
            report = program.end()

    # If standard error cannot be written, there is nowhere to say so.
    problem = output.result()
    if isinstance(problem, OSError) and not isinstance(problem, BrokenPipeError):
        raise problem
    return report


def _pass_on(source: FileIO, target: FileIO) -> Exception | None:
    """Write what comes from the source to the target until the source ends; then close both.

    If the target takes no more, returns why. Then the program that writes to the source is ended by SIGPIPE at its next
    write, as in a pipe of a shell.
    """
    try:
        with source, target:
            while data := source.read(_CHUNK):
                while data:
                    written = target.write(data)
                    data = data[written:]
    except (OSError, ValueError) as problem:  # ValueError: the program has ended, and its input was closed
        return problem

    return None
