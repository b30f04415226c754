"""Kills of the referee and of its runner, the process that owns all players, and what is left afterwards.

What the runner copies of players' files is tested in test_stage.py.
"""

import contextlib
import itertools
import os
import random
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from waiting import wait_until

from referee import open_run
from referee.runner.client import Runner
from referee.runner.control_group import parents_by_file
from referee.runner.messages import Launch
from referee.runner.proc import DEAD, children, process

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")

WORDS = ("able", "seat", "teas", "zest")
POINTS = [200, 300, 400, 500]
"""The points of the four games, sorted: the player guesses the four words in this order."""
PATIENCE = 120
"""Seconds for a run whose runner was killed to play its games again."""
KILLS = int(os.environ.get("LINGO_KILLS", "40"))
"""Kills of each process in the long tests; a variable of the environment gives another number."""
LATEST_KILL = 2.5
"""Seconds after the start until which the long tests kill a process; a run takes about as long."""

_numbers = itertools.count()


def processes_with(token: str) -> list[int]:
    """The ids of the processes whose command line has the token; a zombie has no command line."""
    pids = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # the process has ended
            if token.encode() in path.read_bytes():
                pids.append(int(path.parent.name))
    return pids


def program_name(pid: int) -> str:
    """The name of the program that a process executes, as `python3`."""
    return Path(f"/proc/{pid}/comm").read_text()


def has_ended(pid: int) -> bool:
    """Whether there is no such process any more, or only its exit status."""
    entry = process(pid)
    return entry is None or entry.state in DEAD


def groups_of(runner: int) -> list[Path]:
    """The control groups that the runner with this process id has made."""
    groups: list[Path] = []
    # Runners may make groups in several directories, because not every directory has groups with all limits. For each
    # file of a group, such as memory.max, parents_by_file has the directory whose groups have that file.
    for parent in set(parents_by_file().values()):
        groups.extend(Path(parent).glob(f"lingo-player-{runner}-*"))
    return groups


class Running:
    """A process of `referee run` with four games of half a second; its player has a token in its command line."""

    def __init__(self, folder: Path, level: str) -> None:
        """level: the value of --sandbox."""
        self.token = f"token{os.getpid()}x{next(_numbers)}"
        self.out = folder / "out"
        self.temporary = folder / "tmp"
        self.temporary.mkdir()
        (folder / "words").write_text("\n".join([*WORDS, ""]))

        script = f"# {self.token}\nfor word in {' '.join(WORDS)}; do echo $word; read -r reply; sleep 0.15; done"
        player = f"p=sh -c {shlex.quote(script)}"
        command = [sys.executable, "-m", "referee", "run", "--players", player, "--jobs", "2", "--quiet"]
        command += ["--wordlist", folder / "words", "--lengths", "4", "--rounds", "4", "--seed", "1"]
        command += ["--sandbox", level, "--out", self.out]
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, "TMPDIR": str(self.temporary)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

        self.runner = 0
        """The process id of the runner; 0 if the referee ended before it had one."""
        wait_until(self._note_runner)

    def _note_runner(self) -> bool:
        """Set `runner` if the runner is there; return whether nothing is left to wait for.

        The runner executes the same Python as the referee, in a session of its own, and its command line is hidden.
        Other children of the referee execute other programs and end at once. Until they do, they have the name of the
        referee's program, but its session. An ordinary user can read the names of the programs that these processes
        execute, but not their paths.
        """
        for pid in children(self.process.pid):
            with contextlib.suppress(OSError):  # the process has ended
                has_own_session = os.getsid(pid) == pid
                if has_own_session and program_name(pid) == program_name(self.process.pid):
                    self.runner = pid
        return self.runner != 0 or self.process.poll() is not None

    def players(self) -> list[int]:
        """The process ids of the players that are at play."""
        return processes_with(self.token)

    def nothing_is_left(self) -> bool:
        """Whether no process of a player, no control group and no directory is left."""
        return not self.players() and not groups_of(self.runner) and not os.listdir(self.temporary)

    def points(self) -> list[int]:
        """The points of all recorded games, sorted."""
        with open_run(str(self.out)) as run:
            return sorted(game.points for game in run.games())


@pytest.fixture(params=["off", "auto"])
def running(request, tmp_path):
    """A run without a sandbox, then one in a sandbox where there is one; a player is at play."""
    run = Running(tmp_path, request.param)
    wait_until(run.players)
    yield run
    run.process.kill()
    run.process.communicate()


def test_a_killed_referee_leaves_nothing(running):
    running.process.kill()

    wait_until(running.nothing_is_left)


def test_the_players_of_a_killed_runner_end(running):
    players = running.players()

    os.kill(running.runner, signal.SIGKILL)

    wait_until(lambda: not set(players).intersection(running.players()))


def test_after_the_runner_was_killed_the_games_are_played_again(running):
    os.kill(running.runner, signal.SIGKILL)
    _, errors = running.process.communicate(timeout=PATIENCE)

    assert (running.process.returncode, errors) == (0, "")
    assert running.points() == POINTS
    assert running.nothing_is_left()


def test_if_both_are_killed_the_next_referee_removes_what_is_left(running, monkeypatch):
    # A stopped referee cannot start another runner.
    os.kill(running.process.pid, signal.SIGSTOP)
    os.kill(running.runner, signal.SIGKILL)
    running.process.kill()
    running.process.wait()
    wait_until(lambda: has_ended(running.runner))

    monkeypatch.setattr("tempfile.tempdir", str(running.temporary))
    with Runner() as next_runner:
        # A runner starts with its first program.
        next_runner.launch(Launch(("true",), directory="/")).close()

        wait_until(lambda: not groups_of(running.runner) and not running.players())
        assert [str(path) for path in running.temporary.iterdir()] == [next_runner.directory]


def test_the_runner_is_in_a_session_of_its_own(runner):
    """A signal to the referee's session does not reach it."""
    assert os.getsid(runner._process.pid) != os.getsid(os.getpid())


def test_the_command_line_of_the_runner_ends_after_its_name(runner):
    """Every program of the machine may read command lines, so the runner blanks the rest of its own."""
    command_line = Path(f"/proc/{runner._process.pid}/cmdline")

    wait_until(lambda: b"\0" not in command_line.read_bytes().strip(b"\0"))


def test_the_memory_of_the_runner_cannot_be_read_by_its_user(runner):
    """The kernel gives root the files in /proc of a process that is not dumpable."""
    assert os.stat(f"/proc/{runner._process.pid}/mem").st_uid == 0


@pytest.mark.soak
@pytest.mark.parametrize("level", ["off", "auto"])
def test_kills_of_the_referee_at_random_moments_leave_nothing(level, tmp_path):
    rng = random.Random(1)
    for number in range(KILLS):
        run = _begin(tmp_path / str(number), level)

        time.sleep(rng.uniform(0, LATEST_KILL))
        run.process.kill()
        run.process.communicate(timeout=PATIENCE)

        wait_until(run.nothing_is_left)


@pytest.mark.soak
@pytest.mark.parametrize("level", ["off", "auto"])
def test_kills_of_the_runner_at_random_moments_change_no_result(level, tmp_path):
    rng = random.Random(1)
    for number in range(KILLS):
        run = _begin(tmp_path / str(number), level)

        time.sleep(rng.uniform(0, LATEST_KILL))
        with contextlib.suppress(ProcessLookupError):  # the runner may have ended before the referee
            os.kill(run.runner, signal.SIGKILL)
        _, errors = run.process.communicate(timeout=PATIENCE)

        wait_until(run.nothing_is_left)
        assert (run.process.returncode, run.points()) == (0, POINTS), errors


def _begin(folder: Path, level: str) -> Running:
    """A run in a new folder; a player need not be at play yet."""
    folder.mkdir()
    return Running(folder, level)
