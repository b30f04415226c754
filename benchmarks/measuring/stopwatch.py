"""Timing programs: a launch, a whole game, and its memory."""

import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from codebreaker.reply import reply_for, winning_reply
from referee.runner.launch import environment

ATTEMPTS = 5
Command = Sequence[str]


@dataclass(frozen=True)
class TimedGame:
    """The times of one game, in seconds."""

    first: float
    """From launch to the first guess."""
    whole: float
    """From launch to exit."""
    moves: tuple[float, ...]
    """From each reply to the next guess."""
    peak: int | None
    """Peak resident memory in bytes; None if the system does not report it."""
    replies: tuple[str, ...]


def game(command: Command, secret: str, directory: str) -> TimedGame:
    """Play a game with the command as the referee does: the length appended, in a directory with the word lists.

    The program gets the environment that the referee gives players; Python stores its bytecode there.
    """
    moments, replies, peak = [time.perf_counter()], list[str](), None
    with subprocess.Popen(
        [*command, str(len(secret))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=directory,
        env=environment(directory),
    ) as process:
        assert process.stdin and process.stdout
        while len(replies) < ATTEMPTS and winning_reply(len(secret)) not in replies:
            guess = process.stdout.readline().decode("ascii").strip()
            moments.append(time.perf_counter())
            replies.append(reply_for(guess, secret))
            peak = _peak(process.pid)  # read while the player waits for its reply
            with suppress(BrokenPipeError):  # some players exit after their last guess
                process.stdin.write(f"{replies[-1]}\n".encode())
                process.stdin.flush()
        with suppress(BrokenPipeError):
            process.stdin.close()
        process.wait()
    end = time.perf_counter()
    moves = tuple(later - earlier for earlier, later in pairwise(moments[1:]))
    return TimedGame(moments[1] - moments[0], end - moments[0], moves, peak, tuple(replies))


def launch(command: Command, directory: str) -> float:
    """Seconds from the launch of a command with empty input to its exit."""
    start = time.perf_counter()
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   cwd=directory, env=environment(directory), check=True)  # fmt: skip
    return time.perf_counter() - start


def _peak(pid: int) -> int | None:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return None
    kilobytes = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")]
    return int(kilobytes[0]) * 1024 if kilobytes else None
