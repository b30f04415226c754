"""What a player finds when it starts: signals, limits on open files, and the links to its program."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from referee.runner.open_files import limits_of_player, low_limit_remark

NOBODY = 65534
PATIENCE = 120
STARTER = """
import re, signal, sys
from referee import play_game
blocked = {signal.SIGHUP, signal.SIGINT, signal.SIGALRM, signal.SIGTERM}
for number in (signal.SIGHUP, signal.SIGUSR1, signal.SIGALRM):
    signal.signal(number, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_BLOCK, blocked)
game = play_game(sys.argv[1], "crane", sandbox=sys.argv[2])
blocked, ignored = re.findall(r"Sig(?:Blk|Ign):\\s*([0-9a-f]+)", game.stderr_head)
own_signals_of_glibc = 0b11 << 31
print(int(blocked, 16), int(ignored, 16) & ~own_signals_of_glibc)
"""
"""Plays a game in a program that blocks and ignores signals; prints the masks of blocked and ignored ones of a player.

The C library keeps signals 32 and 33 for itself. Its posix_spawn ignores them, and no program can set them."""
TELLS_SIGNALS = "sh -c 'grep -E \"^Sig(Blk|Ign)\" /proc/self/status >&2; echo crane'"
ALARM = """
import signal
signal.signal(signal.SIGALRM, lambda *_: print("crane", flush=True))
signal.setitimer(signal.ITIMER_REAL, 0.05)
signal.pause()
"""
"""A player that guesses when its alarm rings."""
PREPARES = r"""
mask=$(sed -n 's/^SigBlk:\s*//p' /proc/self/status)
test "$mask" = 0000000000000000 && echo echo crane > prepared/main
"""
"""A preparation whose player wins if no signal was blocked in it."""

FLOOD = """
import os, resource, socket
most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
unread = []
def flood():
    "Send more open files than this process may have, which nobody receives."
    null = os.open("/dev/null", os.O_RDONLY)
    ends = socket.socketpair()
    unread.append(ends)
    ends[0].setblocking(False)
    try:
        for _ in range(most // 253 + 2):
            socket.send_fds(ends[0], [b"x"], [null] * 253)
    except OSError:
        pass
"""
FLOODING_PLAYER = (
    FLOOD
    + """
import time
flood()
time.sleep(1.5)
print("crane", flush=True)
"""
)
CALLER_IN_A_FLOOD = (
    FLOOD
    + """
import sys
from lingo_common.errors import DataError
from referee import play_game
flood()
try:
    print(play_game("sh -c 'echo crane'", "crane", sandbox=sys.argv[1]).points)
except DataError as error:
    print(error)
unread.clear()
print(play_game("sh -c 'echo crane'", "crane", sandbox=sys.argv[1]).points)
"""
)
"""Plays a game while this process has too many open files in flight, and another one afterwards."""

levels = pytest.mark.parametrize("level", ["off", "require"])


@pytest.fixture
def python(user, place, owned):
    """python(program, *arguments): what this Python program prints, run by the user in `place`."""

    def run(program, *arguments):
        owned()
        command = [*user, sys.executable, "-c", program, *arguments]
        variables = {**os.environ, "HOME": str(place), "XDG_CACHE_HOME": str(place / "cache")}
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, cwd=place, env=variables)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture
def totals(user, place, owned):
    """totals(*arguments): the points of each player in `referee run` with these arguments, and its standard error."""

    def run(*arguments):
        owned()
        command = [*user, sys.executable, "-m", "referee", "run", "--format", "json", "--players", *map(str, arguments)]
        variables = {**os.environ, "HOME": str(place), "XDG_CACHE_HOME": str(place / "cache")}
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, cwd=place, env=variables)
        assert done.returncode == 0, done.stderr
        return {player["name"]: player["total"] for player in json.loads(done.stdout)["players"]}

    return run


class TestSignals:
    @levels
    def test_a_player_starts_with_no_blocked_and_no_ignored_signal(self, python, sandbox, level):
        sandbox()
        assert python(STARTER, TELLS_SIGNALS, level) == "0 0\n"

    @levels
    def test_a_player_that_sets_an_alarm_hears_it(self, totals, place, level):
        script = place / "alarm.py"
        script.write_text(ALARM)
        (place / "words.txt").write_text("crane\n")
        options = ["--words", place / "words.txt", "--sandbox", level, "--out", place / "out"]
        assert totals(f"p=python3 {script}", *options) == {"p": 500}

    @levels
    def test_a_preparation_starts_with_no_blocked_signal(self, totals, place, level):
        (place / "prepares.sh").write_text(PREPARES)
        prepare = f"sh {place}/prepares.sh"
        (place / "players.toml").write_text(f'[players]\np = {{command = "sh prepared/main", prepare = "{prepare}"}}\n')
        (place / "words.txt").write_text("crane\n")
        options = ["--words", place / "words.txt", "--sandbox", level, "--out", place / "out"]
        assert totals(f"@{place}/players.toml", *options) == {"p": 500}


class TestOpenFilesInFlight:
    @levels
    def test_a_player_that_sends_files_which_nobody_receives_stops_no_game(self, totals, place, level):
        (place / "flood.py").write_text(FLOODING_PLAYER)
        (place / "words.txt").write_text("crane\n")
        players = [f"flood=python3 {place}/flood.py", *(f"p{number}=sh -c 'echo crane'" for number in range(24))]
        options = ["--words", place / "words.txt", "--sandbox", level, "--out", place / "out", "--jobs", 3]
        assert set(totals(*players, *options).values()) == {500}

    @levels
    def test_files_that_cannot_be_passed_on_are_no_player_s_fault(self, python, user, sandbox, level):
        """The kernel does not refuse root."""
        sandbox()
        refused = (
            "players cannot be started: the kernel passes on no more open files: "
            "programs of this user have sent too many that nobody received\n"
        )
        played = python(CALLER_IN_A_FLOOD, level)
        assert played == (refused if user or os.geteuid() else "500\n") + "500\n"


class TestOpenFilesOfPlayers:
    def test_the_hard_limit_leaves_a_message_for_each_process(self, monkeypatch):
        monkeypatch.setattr("os.geteuid", lambda: NOBODY)
        assert limits_of_player((1024, 524_288), 256) == (1024, 524_288 - 253 * 256)

    def test_a_low_hard_limit_leaves_players_enough_and_is_told(self, monkeypatch):
        monkeypatch.setattr("os.geteuid", lambda: NOBODY)
        monkeypatch.setattr("resource.getrlimit", lambda resource: (4096, 4096))
        assert limits_of_player((4096, 4096), 256) == (1024, 1024)
        assert "with a hard limit of 4096 open files" in low_limit_remark(256)
        assert not low_limit_remark(12)

    def test_a_player_of_root_keeps_its_limits(self, monkeypatch):
        monkeypatch.setattr("os.geteuid", lambda: 0)
        assert limits_of_player((1024, 4096), 256) is None


class TestLinks:
    @pytest.fixture
    def chain(self, place):
        """chain(text): the path of a link to an executable file with this text, by a link in another folder."""

        def make(text):
            for name in ("a", "x", "y"):
                (place / name).mkdir()
            (place / "a" / "main").symlink_to("../x/middle")
            (place / "x" / "middle").symlink_to("../z/real")
            (place / "z").symlink_to("y")
            (place / "y" / "real").write_text(text)
            (place / "y" / "real").chmod(0o755)
            return place / "a" / "main"

        return make

    @pytest.fixture
    def points(self, totals, place):
        """points(command, level): what this player wins."""

        def play(command, level):
            (place / "words.txt").write_text("crane\n")
            options = ["--words", place / "words.txt", "--sandbox", level, "--out", place / "out"]
            return totals(f"p={command}", *options)["p"]

        return play

    @levels
    def test_an_executable_through_two_links_in_different_folders(self, points, chain, level):
        assert points(chain("#!/bin/sh\necho crane\n"), level) == 500

    @levels
    def test_an_interpreter_through_two_links_in_different_folders(self, points, chain, place, level):
        interpreter = chain("")
        shutil.copy("/bin/dash", place / "y" / "real")
        (place / "a" / "player").write_text(f"#!{interpreter}\necho crane\n")
        (place / "a" / "player").chmod(0o755)
        assert points(place / "a" / "player", level) == 500

    @levels
    def test_an_argument_through_two_links_in_different_folders(self, points, chain, level):
        assert points(f"sh {chain('echo crane')}", level) == 500

    @levels
    def test_a_program_beside_its_real_file_finds_it(self, points, chain, place, level):
        link = chain('#!/bin/sh\ncat "$(dirname "$(readlink -f "$0")")/word"\n')
        (place / "y" / "word").write_text("crane\n")
        assert points(link, level) == 500
