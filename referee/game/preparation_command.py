"""Runs one command of a preparation, as a game is run, and says why it failed."""

import contextlib
import shlex
from collections.abc import Sequence
from typing import BinaryIO

from lingo_common.errors import DataError, printable
from referee.contest.limits import MIB, Limits
from referee.contest.lists import WordGames
from referee.contest.player import Program, limits_with
from referee.game.game_text import exit_text
from referee.game.head_and_tail import HeadAndTail
from referee.game.player_end import exceeded_limit, signal_name
from referee.game.player_process import PlayerProcess
from referee.game.protocol import GameEnded
from referee.game.record import Termination
from referee.game.sandbox import Sandbox
from referee.game.working_directory import WorkingDirectory
from referee.runner.messages import NotStarted

_LIMITS = Limits(game=600.0, disk=1024 * MIB)
"""The limits of a preparation unless its player has others: ten minutes, one GiB on disk, else the defaults of a game.

The limits on a game's start and its moves do not hold for it.
"""
_MAX_KEPT = 16 * MIB
"""Bytes of the file with the command's output from which on no more of standard error is added. Only standard output
has a limit of its own (Limits.output)."""
_MAX_SHOWN = 16 * 1024
"""Bytes of what a failed command wrote that are shown: some 200 lines."""
_CHUNK = 64 * 1024
"""Bytes that are read at once."""


def command_text(command: Sequence[str]) -> str:
    """Return the command as a shell takes it and a message shows it, such as "cc 'my entry.c'"."""
    return printable(shlex.join(command))


def run_preparation(
    player: Program,
    command: Sequence[str],
    word_games: WordGames,
    sandbox: Sandbox,
    prepared: str,
    output_path: str,
) -> None:
    """Run a command of the player, which sees the directory `prepared` as `prepared/` and writes there.

    word_games: the games whose words are in its working directory. output_path: the file that gets what the command
    writes to its output and to standard error, up to _MAX_KEPT. Raises DataError if the command fails, with what it
    wrote as notes.
    """
    runner = sandbox.runner
    limits = limits_with(player.prepare_limits, _LIMITS, player.name)
    with (
        WorkingDirectory(word_games, runner) as directory,
        open(output_path, "wb") as output,
    ):

        def keep_error(data: bytes) -> None:
            if output.tell() < _MAX_KEPT:
                output.write(data)

        launch = sandbox.launch(player, tuple(command), directory.path, limits, prepared, is_preparation=True)
        try:
            process = PlayerProcess(runner, launch, limits, stop=None, on_stderr=keep_error)
            with contextlib.closing(process):
                process.begin()  # the command starts, and its time
                termination = _keep_output(process, output, process.started + limits.game)
        except NotStarted as failure:
            output.write(f"{failure}\n".encode())
            how = str(Termination.NOT_STARTED)
            stderr = ""
        else:
            report = process.end_report
            # A limit that the command exceeded may be why it ended as it did, or why it took too long.
            termination = exceeded_limit(report) or termination
            if termination is Termination.EXITED:  # with exit status 0
                return

            how = str(termination)
            if report.signal or report.exit_status:
                how += f" {exit_text(report.exit_status, signal_name(report))}"
            stderr = "".join(process.stderr.texts())

    summary = f"player '{player.name}': preparation ({command_text(command)}) {how}"
    raise _failure(summary, stderr, _lines_of(output_path))


def _keep_output(process: PlayerProcess, file: BinaryIO, until: float) -> Termination:
    """Write the lines of a command's standard output to the file until it ends; return how it ended.

    At the time `until`, on the monotonic clock, it is not waited for any longer.
    """
    try:
        while True:
            file.write(process.receive(until) + b"\n")
    except GameEnded as end:
        return end.termination
    except TimeoutError:
        return Termination.GAME_TIMEOUT


def _lines_of(path: str) -> list[str]:
    """Return the lines of a file that are not blank; of more than _MAX_SHOWN bytes only the first and the last."""
    excerpt = HeadAndTail(_MAX_SHOWN // 2)
    with open(path, "rb") as file:
        data = file.read(_CHUNK)
        while data:
            excerpt.add(data)
            data = file.read(_CHUNK)

    text = "".join(excerpt.texts())
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def _failure(summary: str, stderr: str, output_lines: Sequence[str]) -> DataError:
    """Return the error about a command that failed, with the lines that it wrote as notes if there are several.

    The message is the summary and the likely reason, such as "… crashed with exit status 1: main.c:3: error: …".
    stderr: the standard error; output_lines: the lines of both output and standard error.
    """
    message = summary
    reporting_lines = stderr.splitlines() or output_lines
    lines = [line.strip() for line in reporting_lines if line.strip()]
    if lines:
        # Compilers write this word in the line that says what is wrong.
        likely_reason = next((line for line in lines if "error" in line.lower()), lines[-1])
        message += f": {printable(likely_reason)}"

    error = DataError(message)
    if len(output_lines) > 1:
        for line in output_lines:
            error.add_note(line)

    return error
