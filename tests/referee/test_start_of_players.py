"""What a player finds when it starts: signals, limits on open files, and the links to its program.

Every test here is made as root and as an ordinary user, in a sandbox and without one.
"""

import json
import os
import shlex
import shutil
import tempfile

import pytest

from referee.runner.open_files import limits_of_player, low_limit_remark

NOBODY = 65534
"""The number of an ordinary user."""


@pytest.fixture(scope="module")
def wins(python_as_user, home):
    """wins(level, *players): the points of each player in a run for the word crane; level: the value of --sandbox."""

    def play(level, *players, jobs=2):
        """Play the run; jobs: games at a time."""
        (home / "words.txt").write_text("crane\n")
        out = tempfile.mkdtemp(dir=home)
        options = ["--words", home / "words.txt", "--sandbox", level, "--jobs", jobs, "--out", out, "--format", "json"]

        board = json.loads(python_as_user("-m", "referee", "run", *options, "--players", *players))

        return {player["name"]: player["total"] for player in board["players"]}

    return play


@pytest.fixture(scope="module", params=["off", "require"])
def level(request, sandbox_or_skip):
    """The value of --sandbox; the test is skipped where no sandbox is in force."""
    if request.param == "require":
        sandbox_or_skip()
    return request.param


ALARM = """
import signal
signal.signal(signal.SIGALRM, lambda *_: print("crane", flush=True))
signal.setitimer(signal.ITIMER_REAL, 0.05)
signal.pause()
"""
"""A player that guesses when its alarm rings."""
PREPARE = r"""
mask=$(sed -n 's/^SigBlk:\s*//p' /proc/self/status)
test "$mask" = 0000000000000000 && echo echo crane > prepared/main
"""
"""A preparation whose player wins if no signal was blocked in it."""


def chain_of_links(folder, text):
    """The path of a link to an executable file with this text.

    It leads from folder `a` to a link in folder `x`, and from there by way of `z`, a link to a folder, to `y/real`.
    """
    for name in ("a", "x", "y"):
        (folder / name).mkdir(parents=True)

    (folder / "a" / "main").symlink_to("../x/middle")
    (folder / "x" / "middle").symlink_to("../z/real")
    (folder / "z").symlink_to("y")

    (folder / "y" / "real").write_text(text)
    (folder / "y" / "real").chmod(0o755)
    return folder / "a" / "main"


def player_with_an_alarm(folder):
    (folder / "alarm.py").write_text(ALARM)
    return f"python3 {folder}/alarm.py"


def executable_behind_links(folder):
    return chain_of_links(folder, "#!/bin/sh\necho crane\n")


def interpreter_behind_links(folder):
    """A script whose first line names an interpreter by such a link."""
    interpreter = chain_of_links(folder, "")
    shutil.copy("/bin/dash", folder / "y" / "real")
    player = folder / "player"
    player.write_text(f"#!{interpreter}\necho crane\n")
    player.chmod(0o755)
    return player


def argument_behind_links(folder):
    return f"sh {chain_of_links(folder, 'echo crane')}"


def file_beside_the_real_one(folder):
    link = chain_of_links(folder, '#!/bin/sh\ncat "$(dirname "$(readlink -f "$0")")/word"\n')
    (folder / "y" / "word").write_text("crane\n")
    return link


MAKERS = (
    player_with_an_alarm,
    executable_behind_links,
    interpreter_behind_links,
    argument_behind_links,
    file_beside_the_real_one,
)
"""Functions that make a player in a folder and return its command."""


@pytest.fixture(scope="module")
def players(home):
    """Arguments of --players: one player of each maker, and one with a preparation."""
    players = []
    for maker in MAKERS:
        folder = home / maker.__name__
        folder.mkdir()
        players.append(f"{maker.__name__}={maker(folder)}")

    (home / "prepare.sh").write_text(PREPARE)
    table = f'prepared = {{command = "sh prepared/main", prepare = "sh {home}/prepare.sh"}}'
    (home / "players.toml").write_text(f"[players]\n{table}\n")
    return [*players, f"@{home}/players.toml"]


@pytest.fixture(scope="module")
def points(wins, players, level):
    """The points of these players, which have played together; a player that finds what it needs wins 500."""
    return wins(level, *players)


STARTER = """
import re, signal, sys
from referee import play_game
to_block = {signal.SIGHUP, signal.SIGINT, signal.SIGALRM, signal.SIGTERM}
for number in (signal.SIGHUP, signal.SIGUSR1, signal.SIGALRM):
    signal.signal(number, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_BLOCK, to_block)
game = play_game(sys.argv[1], "crane", sandbox=sys.argv[2])
blocked, ignored = re.findall(r"Sig(?:Blk|Ign):\\s*([0-9a-f]+)", game.stderr_head)
own_signals_of_glibc = 0b11 << 31
print(int(blocked, 16), int(ignored, 16) & ~own_signals_of_glibc)
"""
"""Plays a game in a program that blocks and ignores signals; prints the masks of blocked and ignored ones of a player.

The C library keeps signals 32 and 33 for itself. Its posix_spawn ignores them, and no program can set them."""
TELLS_SIGNALS = "sh -c 'grep -E \"^Sig(Blk|Ign)\" /proc/self/status >&2; echo crane'"


class TestSignals:
    def test_a_player_starts_with_no_blocked_and_no_ignored_signal(self, python_as_user, level):
        assert python_as_user("-c", STARTER, TELLS_SIGNALS, level) == "0 0\n"

    def test_a_player_that_sets_an_alarm_hears_it(self, points):
        assert points["player_with_an_alarm"] == 500

    def test_a_preparation_starts_with_no_blocked_signal(self, points):
        assert points["prepared"] == 500


class TestLinks:
    def test_an_executable_through_two_links_in_different_folders_is_found(self, points):
        assert points["executable_behind_links"] == 500

    def test_an_interpreter_through_two_links_in_different_folders_is_found(self, points):
        assert points["interpreter_behind_links"] == 500

    def test_an_argument_through_two_links_in_different_folders_is_found(self, points):
        assert points["argument_behind_links"] == 500

    def test_a_program_finds_what_is_beside_its_real_file(self, points):
        assert points["file_beside_the_real_one"] == 500


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
    files_in_a_message = 253  # the kernel takes no more
    try:
        messages_within_the_limit = most // files_in_a_message
        for _ in range(messages_within_the_limit + 2):
            socket.send_fds(ends[0], [b"x"], [null] * files_in_a_message)
    except OSError:
        pass
"""
PLAYER_IN_A_FLOOD = (
    FLOOD
    + """
import time
flood()
time.sleep(0.7)
print("crane", flush=True)
"""
)
"""Guesses late, so that games of other players start while its files are in flight."""
CALLER_IN_A_FLOOD = (
    FLOOD
    + """
import sys
from lingo_common.errors import DataError
from referee import play_game
from referee.runner import client
client._MAX_PAUSE = 0
flood()
try:
    print(play_game("sh -c 'echo crane'", "crane", sandbox=sys.argv[1]).points)
except DataError as error:
    print(error)
unread.clear()
print(play_game("sh -c 'echo crane'", "crane", sandbox=sys.argv[1]).points)
"""
)
"""Plays a game while this process has too many open files in flight, and another one afterwards.

It does not pause between the attempts to launch a player."""


class TestOpenFilesInFlight:
    """A user may have sent as many open files that nobody has received as a process may have open."""

    def test_a_player_that_sends_files_which_nobody_receives_stops_no_game(self, wins, home, level):
        (home / "flood.py").write_text(PLAYER_IN_A_FLOOD)
        players = [f"flood=python3 {home}/flood.py"]
        for number in range(12):
            players.append(f"p{number}={shlex.join(['sh', '-c', 'echo crane'])}")

        points = wins(level, *players, jobs=3)

        assert set(points.values()) == {500}

    def test_files_that_cannot_be_passed_on_are_no_player_s_fault(self, python_as_user, as_user, level):
        runs_as_root = os.geteuid() == 0 and not as_user
        if runs_as_root:
            pytest.skip("the kernel does not refuse root")

        assert python_as_user("-c", CALLER_IN_A_FLOOD, level).splitlines() == [
            "players cannot be started: the kernel passes on no more open files: "
            "programs of this user have sent too many that nobody received",
            "500",
        ]

    def test_the_kernel_refuses_no_files_of_root(self, python_as_user, as_user, level):
        runs_as_root = os.geteuid() == 0 and not as_user
        if not runs_as_root:
            pytest.skip("needs root")

        assert python_as_user("-c", CALLER_IN_A_FLOOD, level) == "500\n500\n"


class TestOpenFilesOfPlayers:
    """The limits on open files, soft and hard, that players get from a referee with these limits."""

    @pytest.fixture
    def as_nobody(self, monkeypatch):
        """This process believes that its user is not root."""
        monkeypatch.setattr("os.geteuid", lambda: NOBODY)

    @pytest.mark.usefixtures("as_nobody")
    def test_the_hard_limit_leaves_253_files_for_each_process(self):
        """That is a message with as many files as the kernel takes: 524,288 - 256 * 253 = 459,520."""
        assert limits_of_player((1024, 524_288), 256) == (1024, 459_520)

    @pytest.mark.usefixtures("as_nobody")
    def test_a_low_hard_limit_leaves_players_1024(self):
        assert limits_of_player((4096, 4096), 256) == (1024, 1024)

    @pytest.mark.usefixtures("as_nobody")
    def test_a_referee_with_a_low_hard_limit_says_so(self, monkeypatch):
        monkeypatch.setattr("resource.getrlimit", lambda resource: (4096, 4096))

        assert low_limit_remark() == (
            "with a hard limit of 4096 open files: a player could keep others of this user from starting"
        )

    @pytest.mark.usefixtures("as_nobody")
    def test_a_referee_with_a_usual_hard_limit_says_nothing(self, monkeypatch):
        monkeypatch.setattr("resource.getrlimit", lambda resource: (1024, 524_288))

        assert low_limit_remark() == ""

    def test_a_player_of_root_keeps_its_limits(self, monkeypatch):
        monkeypatch.setattr("os.geteuid", lambda: 0)

        assert limits_of_player((1024, 4096), 256) is None
