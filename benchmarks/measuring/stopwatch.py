"""Programs under the clock: what a launch costs, a whole game, and the memory it took."""

import json
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from codebreaker.reply import reply_for, winning_reply
from referee.process.environment import environment

ATTEMPTS = 5
Command = Sequence[str]


@dataclass(frozen=True)
class Game:
    """A game that was played and timed; seconds throughout."""

    first: float
    """From launch to the first guess."""
    whole: float
    """From launch to exit."""
    moves: tuple[float, ...]
    """From each reply to the next guess."""
    peak: int | None
    """The most memory that was resident, in bytes; None where the system does not tell."""
    replies: tuple[str, ...]


def game(command: Command, secret: str, directory: str) -> Game:
    """A game of the command as a referee plays it, in a directory with the word lists, the length appended.

    Every program has the environment that players have under the referee; Python keeps its bytecode there.
    """
    moments, replies, peak = [time.perf_counter()], [], None
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
            peak = _peak(process.pid)  # it waits for the reply: what it needed, it has
            with suppress(BrokenPipeError):  # some leave after their last guess
                process.stdin.write(f"{replies[-1]}\n".encode())
                process.stdin.flush()
        with suppress(BrokenPipeError):
            process.stdin.close()
        process.wait()
    end = time.perf_counter()
    moves = tuple(later - earlier for earlier, later in pairwise(moments[1:]))
    return Game(moments[1] - moments[0], end - moments[0], moves, peak, tuple(replies))


def launch(command: Command, directory: str) -> float:
    """Seconds from the launch of a command to its exit, its input empty."""
    start = time.perf_counter()
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   cwd=directory, env=environment(directory), check=True)  # fmt: skip
    return time.perf_counter() - start


def hyperfine(commands: Sequence[tuple[Command, str]], runs: int, directory: str) -> list[float]:
    """The median seconds of each (command, standard input) by hyperfine, its own account of the shell taken off."""
    lines = []
    for number, (command, text) in enumerate(commands):
        Path(directory, f"input{number}").write_text(text)
        lines.append(f"{shlex.join(command)} <input{number}")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "times.json")
        options = ["--shell", "sh", "--warmup", "1", "--runs", str(runs), "--style", "none", "--export-json", str(out)]
        subprocess.run(["hyperfine", *options, *lines], cwd=directory, env=environment(directory), check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
        return [result["median"] for result in json.loads(out.read_text())["results"]]


def instructions(command: Command, directory: str) -> int | None:
    """Instructions that a launch with empty input executes, by valgrind; None where that is not installed.

    Unlike seconds they are the same on a busy machine, to a per mille or so.
    """
    if not shutil.which("valgrind"):
        return None
    counted = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd=directory,
        env=environment(directory),
        check=True,
    )
    [line] = [line for line in counted.stderr.splitlines() if "Collected :" in line]
    return int(line.split()[-1])


def _peak(pid: int) -> int | None:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return None
    kilobytes = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")]
    return int(kilobytes[0]) * 1024 if kilobytes else None
