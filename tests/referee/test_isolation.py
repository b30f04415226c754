"""What players cannot read: the words of the run, whatever plays the games."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from referee import open_run, run
from referee.runner.proc import children

MARK = "73551937"
"""A seed, and a part of a name, that stands nowhere else on this machine."""

CALLER = """
import ctypes, os, platform, sys, time
from pathlib import Path
import referee

system = ctypes.CDLL(None)
KEYCTL = {"x86_64": 250, "aarch64": 219}.get(platform.machine(), -1)

def threads():
    "The threads of this process, without those that were joined and that the system has yet to end."
    until = time.monotonic() + 10
    while len(os.listdir("/proc/self/task")) > 1 and time.monotonic() < until:
        time.sleep(0.01)
    return os.listdir("/proc/self/task")

def state():
    reaps = ctypes.c_int()
    system.prctl(37, ctypes.byref(reaps))
    shown = [Path("/proc/self", name).read_bytes() for name in ("cmdline", "environ")]
    keyring, dumpable = system.syscall(KEYCTL, 0, -3, 0), system.prctl(3, 0, 0, 0, 0)
    return shown, keyring, dumpable, reaps.value, threads(), dict(os.environ)

wordlist, level, mark = sys.argv[1:]
options = {"wordlist": wordlist, "sandbox": level}
for reaps in (0, 1):
    system.prctl(36, reaps)
    before = state()
    games = referee.run(["p=printf 'able\\\\n'"], lengths=[4], rounds=1, **options).games
    played = referee.play_game("p=printf 'able\\\\n'", "able", **options)
    print(state() == before, mark, os.environ["A_NOTE"], len(games), played.points)
"""
"""Prints whether a contest and a game leave the process as it was, also one that is a sub-reaper."""

linux = pytest.mark.skipif(sys.platform != "linux", reason="seen through /proc")


@linux
class TestSecrets:
    """The words follow from the seed and from the file of words."""

    @pytest.fixture
    def spied(self, referee_run, referee, player_command, tmp_path):
        """What the spy says after `referee run` with these arguments."""

        def found(*arguments):
            """Play a game of the spy for each length, and return what it wrote on standard error."""
            out = tmp_path / "out"
            player = "spy=" + player_command("spies.sh", MARK, "no-files")
            environment = {**os.environ, "A_NOTE_OF_THE_REFEREE": MARK}
            result = referee_run("--players", player, "--rounds", 1, "--out", out, *arguments, env=environment)
            assert result.returncode == 0, result.stderr
            games = referee("games", out, "--format", "jsonl").stdout.splitlines()
            return "".join(json.loads(game)["stderr_head"] for game in games)

        return found

    @pytest.mark.parametrize("level", ["off", "auto"])
    def test_seed(self, spied, level):
        assert spied("--seed", MARK, "--sandbox", level) == ""

    def test_words(self, spied, tmp_path):
        words = tmp_path / f"{MARK}.txt"
        words.write_text("crane\nable\n")
        assert spied("--words", words, "--sandbox", "off") == ""

    def test_memory_is_not_for_others(self):
        script = (
            "import os; from referee.runner.prctl import hide_process; hide_process(); "
            "print(os.stat('/proc/self/mem').st_uid, os.environ['KEPT'], os.getenv('KEPT'), "
            "b'' if os.getuid() else open('/proc/self/environ', 'rb').read().strip(bytes(1)))"
        )
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, env={**os.environ, "KEPT": "kept"}
        )

        assert done.stdout == "0 kept kept b''\n"  # its files in /proc are root's, whoever runs it

    def test_run_begun_in_a_sandbox_needs_one_to_go_on(
        self, referee_run, referee, steady_player, sandbox_or_skip, tmp_path
    ):
        sandbox_or_skip()
        out = tmp_path / "out"
        assert (
            referee_run("--players", steady_player, "--rounds", 1, "--out", out, "--sandbox", "require").returncode == 0
        )
        result = referee("run", "--resume", out, "--players", "more=" + steady_player[7:], "--sandbox", "off")
        assert result.returncode == 1
        assert "was begun with isolation bubblewrap" in result.stderr


class TestOtherWaysIn:
    """What plays a game beside `referee run` keeps players apart just as it does."""

    PROGRAMS = Path(__file__).parent.parent / "players"

    @pytest.fixture
    def tells(self, player_command):
        """A player that names the first process that it sees, and then guesses one word of four letters."""
        return "p=" + player_command("tells.sh", "cat /proc/1/comm")

    @pytest.mark.parametrize("level", ["require", "off"])
    def test_from_python(self, wordlist, tells, sandbox_or_skip, tmp_path, level):
        sandbox_or_skip()
        out = str(tmp_path / "out")
        options = {"sandbox": level, "expose": [str(self.PROGRAMS)], "out": out}
        result = run([tells], lengths=[4], rounds=1, wordlist=wordlist, **options)
        found = "bubblewrap" if level == "require" else "none"

        assert (result.games[0].stderr_head == "bwrap\n") == (level == "require")
        assert f"isolation: {found}" in str(result)

        with open_run(out) as kept:
            assert kept.conditions.isolation == found

    @linux
    @pytest.mark.parametrize("level", ["auto", "off"])
    def test_from_python_changes_nothing_in_its_caller(self, wordlist, tmp_path, level):
        """A notebook or a web server is after a contest what it was before, to the byte of its command line."""
        script = tmp_path / "contest.py"
        script.write_text(CALLER)
        words = [sys.executable, script, wordlist, level, MARK]
        done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "A_NOTE": MARK}, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (0, 2 * f"True {MARK} {MARK} 1 500\n"), done.stderr

    def test_from_python_ends_daemons_and_spares_other_children(self, wordlist, player_command, is_alive):
        daemon = player_command("leaves_a_daemon.sh")
        with subprocess.Popen(["sleep", "60"], start_new_session=True) as other:
            before = set(children(os.getpid()))
            run([daemon], lengths=[5], rounds=1, wordlist=wordlist, sandbox="off")
            assert set(children(os.getpid())) <= before
            assert is_alive(other.pid)
            other.kill()

    def test_commands(self, referee, wordlist, sandbox_or_skip):
        """The player says all words of four letters, but only where the first process that it sees is a sandbox's."""
        sandbox_or_skip()
        player = "p=" + shlex.join(["sh", "-c", "grep -q bwrap /proc/1/comm && printf 'able\\nzest\\nseat\\nteas\\n'"])
        common = ("--length", 4, "--seed", 1, "--wordlist", wordlist, "--sandbox")
        for level, solved in (("require", True), ("off", False)):
            assert ("solved at attempt" in referee("game", player, *common, level).stdout) == solved
            raced = referee("play", "--opponent", player, *common, level, input="").stdout
            assert ("p failed" not in raced) == solved
            checked = referee("check", "--players", player, "--lengths", 4, *common[2:], level)
            assert ("1 solved" in checked.stdout) == solved
            assert f"isolation: {'bubblewrap' if solved else 'none'}" in checked.stderr
