"""What a player finds when it starts: no blocked or ignored signals, and its program through any links.

Every test here is made as root and as an ordinary user, in a sandbox and without one. These are fixtures of
tests/users.py: `level`, the value of --sandbox; `home`, a directory of the user; `python_as_user`, which runs Python as
the user; and `points_of_run`, the points of players in a run for crane.
"""

import shutil

import pytest

ALARM = """
import signal
signal.signal(signal.SIGALRM, lambda *_: print("crane", flush=True))
signal.setitimer(signal.ITIMER_REAL, 0.05)
signal.pause()
"""
"""A player that guesses when its alarm rings, if SIGALRM is not blocked."""
PREPARE = r"""
mask=$(sed -n 's/^SigBlk:\s*//p' /proc/self/status)
test "$mask" = 0000000000000000 && echo 'echo crane' > prepared/main
"""
"""A preparation that writes a program which wins, if no signal is blocked in it."""


def chain_of_links(folder, text):
    """Write an executable file with this text, and links in three folders that lead to it; returns the first link.

    The links are a/main -> x/middle -> z/real, and z -> y.
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
    """The first line of the player's script names a copy of a shell by such a link."""
    interpreter = chain_of_links(folder, "")
    shutil.copy("/bin/sh", folder / "y" / "real")
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
"""Functions that make a player in a folder and return its command. The player is called after its function."""


@pytest.fixture(scope="module")
def players(home):
    """Arguments of --players: one player of each maker, and one with a preparation.

    Their files are in `home`, which an ordinary user may enter; pytest's own directories let in no other user.
    """
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
def points(points_of_run, players, level):
    """The points of these players by name, from one run for all; a player that finds what it needs wins 500."""
    return points_of_run(level, *players)


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
"""Blocks and ignores signals, plays a game, and prints which signals its player blocks and ignores, as two bit masks.

Signals 32 and 33, which are left out, belong to the C library: its posix_spawn ignores them, and no program can change
that.
"""
TELLS_SIGNALS = "sh -c 'grep -E \"^Sig(Blk|Ign)\" /proc/self/status >&2; echo crane'"
"""A player that writes the two masks on standard error."""


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
