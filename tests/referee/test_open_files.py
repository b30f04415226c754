"""The limits on open files that players get, and files that are sent and never received.

A process can send open files through a socket. The kernel counts those that nobody has received yet for the user: they
may be as many as a process of this user may have open. The referee passes open files to its runner in this way.
The games are played as root and as an ordinary user, in a sandbox and without one. These are fixtures of
tests/users.py: `level`, the value of --sandbox, and `python_as_user`, which runs Python as the user.
"""

import resource

import pytest
from users import NOBODY

from referee.runner.open_files import limits_of_player, low_limit_remark

FLOOD = """
import os, resource, socket
most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
unread = []  # sockets; the files in them are in flight until the sockets are closed
def flood():
    "Send more open files than this process may have, which nobody receives."
    null = os.open("/dev/null", os.O_RDONLY)
    files_in_a_message = 253  # the kernel takes no more
    messages_in_a_socket = 200  # with more the buffer of the socket would be full
    try:
        full_messages_within_the_limit = most // files_in_a_message
        # The kernel takes the message that exceeds the limit, and refuses the one after it.
        for number in range(full_messages_within_the_limit + 2):
            if number % messages_in_a_socket == 0:
                ends = socket.socketpair()
                unread.append(ends)
                ends[0].setblocking(False)
            socket.send_fds(ends[0], [b"x"], [null] * files_in_a_message)
    except OSError:
        pass  # the kernel refuses what is above the limit
"""
"""How a program begins that can send too many open files."""

PLAYER_IN_A_FLOOD = (
    FLOOD
    + """
import sys
flood()
print("dents\\ncrane", flush=True)
sys.stdin.read()
"""
)
"""Keeps its files in flight until the end of its game, in which it makes two guesses at once."""
CALLER_BESIDE_A_FLOOD = """
import sys
from referee import play_game
from referee.runner import client
client._MAX_PAUSE = 0  # no pause between the tries to launch a player
flooding_player, level = sys.argv[1:]

def play_another_game(move):
    print(play_game("sh -c 'echo crane'", "crane", sandbox=level).points)

play_game(flooding_player, "crane", sandbox=level, on_move=play_another_game)
"""
"""Plays another game after each guess of a player, and prints the points of each."""
CALLER_IN_A_FLOOD = (
    FLOOD
    + """
import sys
from lingo_common.errors import DataError
from referee import play_game
from referee.runner import client
client._MAX_PAUSE = 0  # no pause between the tries to launch a player
flood()
try:
    print(play_game("sh -c 'echo crane'", "crane", sandbox=sys.argv[1]).points)
except DataError as error:
    print(error)
unread.clear()
print(play_game("sh -c 'echo crane'", "crane", sandbox=sys.argv[1]).points)
"""
)
"""Plays a game while it has too many open files in flight, and another one afterwards; prints the points of each."""


class TestOpenFilesInFlight:
    def test_a_player_that_sends_files_which_nobody_receives_stops_no_game(self, python_as_user, home, level):
        (home / "flood.py").write_text(PLAYER_IN_A_FLOOD)

        # A game is played after each of its two guesses.
        assert python_as_user("-c", CALLER_BESIDE_A_FLOOD, f"python3 {home}/flood.py", level) == "500\n500\n"

    def test_files_that_cannot_be_passed_on_are_no_player_s_fault(self, python_as_user, runs_as_root, level):
        if runs_as_root:
            pytest.skip("the kernel does not refuse root")

        assert python_as_user("-c", CALLER_IN_A_FLOOD, level).splitlines() == [
            "players cannot be started: the kernel passes on no more open files: "
            "programs of this user have sent too many that nobody received",
            "500",
        ]

    def test_the_kernel_refuses_no_files_of_root(self, python_as_user, runs_as_root, level):
        if not runs_as_root:
            pytest.skip("needs root")

        assert python_as_user("-c", CALLER_IN_A_FLOOD, level) == "500\n500\n"


class TestOpenFilesOfPlayers:
    """A limit has two numbers: the soft one holds, and a process may raise it to the hard one."""

    @pytest.fixture(autouse=True)
    def as_nobody(self, monkeypatch):
        """This process believes that its user is not root."""
        monkeypatch.setattr("os.geteuid", lambda: NOBODY)

    def test_the_hard_limit_leaves_253_files_for_each_process(self):
        """A player of 256 processes can have a full message in flight for each: 524,288 - 256 * 253 = 459,520."""
        assert limits_of_player((1024, 524_288), processes=256) == (1024, 459_520)

    def test_a_low_hard_limit_leaves_players_1024(self):
        assert limits_of_player((4096, 4096), processes=256) == (1024, 1024)

    def test_a_referee_with_a_low_hard_limit_says_so(self, monkeypatch):
        monkeypatch.setattr("resource.getrlimit", lambda resource: (4096, 4096))

        assert low_limit_remark() == (
            "with a hard limit of 4096 open files: a player could keep others of this user from starting"
        )

    def test_a_referee_with_a_usual_hard_limit_says_nothing(self, monkeypatch):
        monkeypatch.setattr("resource.getrlimit", lambda resource: (1024, 524_288))

        assert low_limit_remark() == ""

    def test_a_player_of_root_keeps_its_limits(self, monkeypatch):
        monkeypatch.setattr("os.geteuid", lambda: 0)

        assert limits_of_player((1024, 4096), processes=256) is None


def test_a_referee_that_runs_out_of_open_files_says_so(referee, error_line, wordlist):
    def allow_16_open_files():
        resource.setrlimit(resource.RLIMIT_NOFILE, (16, 16))

    # Eight games at a time need more.
    options = ["--wordlist", wordlist, "--lengths", 4, "--rounds", 4, "--jobs", 8]

    done = referee("run", "-q", "--players", "a=echo able", "b=echo able", *options, preexec_fn=allow_16_open_files)

    # What runs out first is a player's socket or a player's pipes; a sandbox needs more of them.
    assert "too many open files" in error_line(done, exit_code=1)
    assert done.stdout == ""
