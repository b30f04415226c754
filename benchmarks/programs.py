"""Programs that are measured: games and launches with their times and memory, and facts about the machine."""

import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise
from pathlib import Path
from typing import Any

from lingo_common.process import processors
from referee.runner.launcher import environment
from wordlists.reply import reply_for, winning_reply

ATTEMPTS = 5
"""Guesses in a game."""
Command = Sequence[str]
"""A program and its arguments."""
_MEMORY = re.compile(r"^VmHWM:\s*([0-9]+) kB$", re.MULTILINE)
"""The peak resident memory in /proc/PID/status."""
_NOBODY = 65534
"""The user id of an ordinary user that every machine has."""
_RUN_AND_TELL_MEMORY = """
import sys
{before}
from codebreaker.__main__ import main
try:
    main()
finally:
    print(open("/proc/self/status").read(), file=sys.stderr)
"""
"""Runs `codebreaker`, then prints its own status with its peak memory.

The peak that wait4 reports of a child begins with the memory of the process that has started it.
"""


def path(name: str) -> str:
    """The path of the program of that name, in the environment of this Python."""
    return str(Path(sys.executable).parent / name)


def run_codebreaker(*arguments: str, numba: bool = True) -> dict[str, Any]:
    """The JSON that `codebreaker ARGUMENTS --json` prints, with "megabytes", its peak memory in MiB.

    numba: whether it may use numba. A command that fails ends the benchmark.
    """
    # A module that is None cannot be imported.
    code = _RUN_AND_TELL_MEMORY.format(before="" if numba else "sys.modules['numba'] = None")
    command = [sys.executable, "-c", code, *arguments, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"codebreaker {' '.join(arguments)}: exit {done.returncode}\n{done.stderr}")
    [kilobytes] = _MEMORY.findall(done.stderr)
    return {**json.loads(done.stdout), "megabytes": int(kilobytes) // 1024}


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


def game(command: Command, secret: str, directory: str) -> TimedGame:
    """Play a game with the command as the referee does: the length appended, in a directory with the word lists.

    The program gets the environment that the referee gives players; Python stores its bytecode there.
    """
    # The moments of the launch and of the arrival of each guess.
    moments = [time.perf_counter()]
    replies: list[str] = []
    peak = None
    with subprocess.Popen(
        [*command, str(len(secret))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=directory,
        env=environment(directory),
    ) as process:
        assert process.stdin and process.stdout
        winning = winning_reply(len(secret))
        while len(replies) < ATTEMPTS and winning not in replies:
            guess = process.stdout.readline().decode("ascii").strip()
            moments.append(time.perf_counter())
            replies.append(reply_for(guess, secret))

            # While the player waits for its reply, its memory can be read, and that takes no time from it.
            peak = peak_memory(process.pid) or peak

            # Some players exit after their last guess.
            with suppress(BrokenPipeError):
                process.stdin.write(f"{replies[-1]}\n".encode())
                process.stdin.flush()
        with suppress(BrokenPipeError):
            process.stdin.close()
        process.wait()

    whole = time.perf_counter() - moments[0]
    moves = tuple(later - earlier for earlier, later in pairwise(moments[1:]))
    return TimedGame(moments[1] - moments[0], whole, moves, peak)


def peak_memory(pid: int) -> int | None:
    """The peak resident memory of a process in bytes; None if it has ended, or the system does not report it."""
    with suppress(OSError):
        # The status of a process that has ended has no line about memory.
        peak = _MEMORY.search(Path(f"/proc/{pid}/status").read_text())
        return 1024 * int(peak[1]) if peak else None
    return None


def launch(command: Command, directory: str) -> float:
    """Seconds from the launch of a command with empty input to its exit."""
    start = time.perf_counter()
    subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=directory,
        env=environment(directory),
        check=True,
    )
    return time.perf_counter() - start


def measured_as_ordinary_user(benchmark: str, quick: bool) -> dict[str, Any] | None:
    """Return what the benchmark measures as the user nobody, who stands for an ordinary user.

    An ordinary user's referee gives players its own user id, so its results differ from those of root's. None if this
    process is not root's, because only root can become another user, or if the user nobody can run no Python.
    """
    if os.geteuid() != 0:
        return None

    # If this Python is in root's home, other users cannot run it. They can run the Python of the system, if it has the
    # same version; PYTHONPATH leads it to the packages of this one.
    own = os.path.realpath(sys.executable)
    same_version = f"/usr/bin/python{sys.version_info.major}.{sys.version_info.minor}"
    for interpreter in (own, same_version):
        with suppress(OSError, subprocess.CalledProcessError):
            return _measured_by_nobody(interpreter, benchmark, quick)

    return None


def _measured_by_nobody(interpreter: str, benchmark: str, quick: bool) -> dict[str, Any]:
    """Return the results of the benchmark as the user nobody runs it with that Python.

    Raises OSError or CalledProcessError where that user cannot run it.
    """
    paths = os.pathsep.join([os.getcwd(), *filter(None, sys.path)])
    variables = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": paths}
    with tempfile.TemporaryDirectory() as directory:
        os.chown(directory, _NOBODY, _NOBODY)
        command = [interpreter, "-m", "benchmarks", benchmark, "--json", directory]
        subprocess.run(
            [*command, "--quick"] if quick else command,
            check=True,
            capture_output=True,
            cwd=directory,
            env={**variables, "HOME": directory},
            user=_NOBODY,
            group=_NOBODY,
            extra_groups=[],
        )

        record = json.loads(Path(directory, f"{benchmark}.json").read_text())
        results: dict[str, Any] = record["results"]
        return results


def machine() -> dict[str, Any]:
    """The processor, its cores, their load over the last minute, and the versions of Python and packages."""
    models = re.findall(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    versions: dict[str, str | None] = dict.fromkeys(("lingo-bot", "numpy", "numba"))
    for name in versions:
        with suppress(PackageNotFoundError):
            versions[name] = version(name)
    return {
        "processor": models[0] if models else platform.machine(),
        "cores": processors(),
        "load": round(os.getloadavg()[0], 2),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        **versions,
    }


def machine_text(facts: dict[str, Any]) -> str:
    """The facts about a machine in one line."""
    versions = ", ".join(f"{name} {facts[name] or 'absent'}" for name in ("lingo-bot", "numpy", "numba"))
    computer = "{processor}, {cores} cores, load {load}, {system}, Python {python}".format(**facts)
    return f"{computer}, {versions}"
