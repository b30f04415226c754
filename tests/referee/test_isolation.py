"""What players cannot read: the words of the run, whether a command or a Python program plays it."""

import json
import os
import shlex
import subprocess
import sys

import pytest
from programs import program_path

from referee import open_run, run
from referee.runner.proc import children

RARE_NUMBER = f"73551937{os.getpid()}"
"""A seed, or the name of a file. It is nowhere else on this machine, so what a spy finds is this one.

The tests may run twice at the same time, and each would find the number of the other one.
"""

CALLER = """
import ctypes, os, platform, sys, time
from pathlib import Path
import referee

# Numbers of Linux, from its headers prctl.h, unistd.h and keyctl.h.
GET_DUMPABLE, SET_SUBREAPER, GET_SUBREAPER = 3, 36, 37
KEYCTL = {"x86_64": 250, "aarch64": 219}.get(platform.machine(), -1)
GET_KEYRING_ID, SESSION_KEYRING = 0, -3

system = ctypes.CDLL(None)

def threads():
    "The threads of this process, without those that were joined and that the system has yet to end."
    until = time.monotonic() + 10
    while len(os.listdir("/proc/self/task")) > 1 and time.monotonic() < until:
        time.sleep(0.01)
    return os.listdir("/proc/self/task")

def state():
    reaps = ctypes.c_int()
    system.prctl(GET_SUBREAPER, ctypes.byref(reaps))
    files_in_proc = [Path("/proc/self", name).read_bytes() for name in ("cmdline", "environ")]
    # Every player is started with a new session keyring; its starter has to keep its own.
    keyring = system.syscall(KEYCTL, GET_KEYRING_ID, SESSION_KEYRING, 0)
    dumpable = system.prctl(GET_DUMPABLE, 0, 0, 0, 0)
    return files_in_proc, keyring, dumpable, reaps.value, threads(), dict(os.environ)

wordlist, level = sys.argv[1:]
options = {"wordlist": wordlist, "sandbox": level}
for reaps in (0, 1):
    system.prctl(SET_SUBREAPER, reaps)
    before = state()
    games = referee.run(["p=printf 'able\\\\n'"], lengths=[4], rounds=1, **options).games
    played = referee.play_game("p=printf 'able\\\\n'", "able", **options)
    print(state() == before, len(games), played.points)
"""
"""Prints whether a contest and a game leave the process as it was, also one that is a sub-reaper."""

linux = pytest.mark.skipif(sys.platform != "linux", reason="seen through /proc")


@linux
class TestSecretsOfARun:
    """The words follow from the seed and from the file of words. The spy looks for them in all processes."""

    @pytest.fixture
    def spied(self, referee, wordlist, player_command, tmp_path):
        """spied(*arguments): what a spy finds of RARE_NUMBER in a `referee run` with these arguments."""

        def play(*arguments):
            """Play a game of the spy, which looks through all processes, and return what it wrote on standard error."""
            out = tmp_path / "out"
            # The spy leaves out command lines that name it. That of the referee must not be one of these.
            players = tmp_path / "players.txt"
            players.write_text(f"spy={player_command('spies.sh', RARE_NUMBER)}\n")
            options = ["--wordlist", wordlist, "--lengths", "5", "--rounds", "1", "--out", out, *arguments]
            # What the referee finds in its environment is not for players either.
            environment = {**os.environ, "A_NOTE_OF_THE_REFEREE": RARE_NUMBER}

            # The fixture `referee` may run it in a fork, whose command line is that of the tests.
            command = [program_path("referee"), "run", "--players", f"@{players}", *options]
            done = subprocess.run(command, capture_output=True, text=True, env=environment)
            assert done.returncode == 0, done.stderr

            [game] = referee("games", out, "--format", "jsonl").stdout.splitlines()
            return json.loads(game)["stderr_head"]

        return play

    def test_the_spy_sees_the_command_line_of_another_process_without_a_sandbox(self, spied):
        with subprocess.Popen(["sleep", RARE_NUMBER]) as other_process:
            try:
                found = spied("--sandbox", "off")
            finally:
                other_process.kill()

        assert f"found in /proc/{other_process.pid}/cmdline" in found

    @pytest.mark.parametrize("level", ["off", "auto"])
    def test_the_seed_is_not_seen(self, spied, level):
        assert spied("--seed", RARE_NUMBER, "--sandbox", level) == ""

    def test_the_name_of_the_file_of_words_is_not_seen_even_without_a_sandbox(self, spied, tmp_path):
        words = tmp_path / f"{RARE_NUMBER}.txt"
        words.write_text("crane\n")

        assert spied("--words", words, "--sandbox", "off") == ""


HIDES = """
import os, subprocess
from referee.runner.prctl import hide_process

hide_process()
print(os.stat("/proc/self/mem").st_uid)
print(os.environ["KEPT"], subprocess.check_output(["printenv", "KEPT"], text=True).strip())
if os.getuid() == 0:  # only root may read the file
    print(open("/proc/self/environ", "rb").read().strip(b"\\0"))
"""
"""Hides itself; prints who owns its files in /proc, a variable, and what /proc has of its environment.

The variable is printed twice: from Python's copy, and by a child, which gets the variables of the C library.
"""


@linux
class TestHiddenProcess:
    @pytest.fixture
    def lines(self):
        """The lines that the program HIDES prints."""
        environment = {**os.environ, "KEPT": "kept"}
        done = subprocess.run([sys.executable, "-c", HIDES], capture_output=True, text=True, env=environment)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    def test_its_files_in_proc_belong_to_root_whoever_runs_it(self, lines):
        assert lines[0] == "0"

    def test_it_keeps_its_variables(self, lines):
        assert lines[1] == "kept kept"

    @pytest.mark.skipif(os.getuid() != 0, reason="only root may read them")
    def test_its_variables_are_blank_in_proc(self, lines):
        assert lines[2] == "b''"


def test_a_run_that_began_in_a_sandbox_needs_one_to_go_on(
    referee_run, referee, steady_player, sandbox_or_skip, error_line, tmp_path
):
    sandbox_or_skip()
    out = tmp_path / "out"
    begun = referee_run("--players", steady_player, "--rounds", 1, "--out", out, "--sandbox", "require")
    assert begun.returncode == 0, begun.stderr

    # The first player has played all its games. A further player has games to play, for which a sandbox is needed.
    done = referee("run", "--resume", out, "--players", "newcomer=true", "--sandbox", "off")

    assert "was begun with isolation bubblewrap" in error_line(done, exit_code=1)


class TestFromPython:
    """What plays games from Python keeps players apart as `referee run` does."""

    @pytest.fixture
    def play(self, wordlist, player_command, sandbox_or_skip, tmp_path):
        """play(sandbox): the result of a run of a player that names the first process that it sees, in tmp_path/out."""
        sandbox_or_skip()
        player = "p=" + player_command("tells.sh", "cat /proc/1/comm")
        options = {"lengths": [4], "rounds": 1, "wordlist": wordlist}

        return lambda sandbox: run([player], sandbox=sandbox, out=str(tmp_path / "out"), **options)

    def test_a_player_is_in_a_sandbox_where_that_is_required(self, play):
        [game] = play("require").games

        assert game.stderr_head == "bwrap\n"

    def test_a_player_is_in_no_sandbox_where_that_is_off(self, play):
        [game] = play("off").games

        assert game.stderr_head != "bwrap\n"

    @pytest.mark.parametrize(("sandbox", "level"), [("require", "bubblewrap"), ("off", "none")])
    def test_the_result_and_the_record_name_the_level(self, play, tmp_path, sandbox, level):
        result = play(sandbox)

        assert f"isolation: {level}" in str(result)
        with open_run(str(tmp_path / "out")) as recorded:
            assert recorded.conditions.isolation == level

    @linux
    @pytest.mark.parametrize("sandbox", ["auto", "off"])
    def test_a_run_and_a_game_change_nothing_in_their_caller(self, wordlist, tmp_path, sandbox):
        """The caller may be a notebook or a web server. The program CALLER compares its own state before and after."""
        script = tmp_path / "contest.py"
        script.write_text(CALLER)
        command = [sys.executable, script, wordlist, sandbox]

        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)

        # Once as an ordinary process, once as a sub-reaper: the state is the same, there was one game, and 500 points.
        assert (done.returncode, done.stdout) == (0, 2 * "True 1 500\n"), done.stderr

    def test_a_run_ends_daemons_of_players_and_spares_other_children(self, wordlist, player_command, is_alive):
        with subprocess.Popen(["sleep", "60"], start_new_session=True) as other_child:
            before = set(children(os.getpid()))

            run([player_command("leaves_a_daemon.sh")], lengths=[5], rounds=1, wordlist=wordlist, sandbox="off")

            assert set(children(os.getpid())) <= before
            assert is_alive(other_child.pid)
            other_child.kill()


@pytest.mark.parametrize(("sandbox", "level"), [("require", "bubblewrap"), ("off", "none")])
class TestCommands:
    """The player guesses all words of four letters if the first process that it sees is a sandbox's, else it fails."""

    PLAYER = "p=" + shlex.join(["sh", "-c", "grep -q bwrap /proc/1/comm && printf 'able\\nzest\\nseat\\nteas\\n'"])

    @pytest.fixture
    def options(self, sandbox_or_skip, wordlist, sandbox):
        sandbox_or_skip()
        return ("--seed", 1, "--wordlist", wordlist, "--sandbox", sandbox)

    def test_referee_game_plays_at_the_level_asked_for(self, referee, options, level):
        done = referee("game", self.PLAYER, "--length", 4, *options)

        assert ("solved at attempt" in done.stdout) == (level == "bubblewrap")

    def test_referee_play_has_the_opponent_at_the_level_asked_for(self, referee, options, level):
        done = referee("play", "--opponent", self.PLAYER, "--length", 4, *options, input="")

        assert ("p failed" in done.stdout) == (level == "none")

    def test_referee_check_plays_at_the_level_asked_for_and_names_it(self, referee, options, level):
        done = referee("check", "--players", self.PLAYER, "--lengths", 4, *options)

        assert ("1 solved" in done.stdout) == (level == "bubblewrap")
        assert f"isolation: {level}" in done.stderr
