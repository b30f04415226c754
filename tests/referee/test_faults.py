"""Real processes that break the rules, with more to look at than the table of faults says (test_fault_table.py)."""

import codecs
import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from local_cluster import wait_until

from referee.contest.conditions import MIB
from referee.contest.termination import Termination
from referee.game.head_and_tail import HeadAndTail
from referee.game.working_directory import WorkingDirectory
from referee.runner.held_directory import HeldDirectory
from wordlists.reader import WordList
from wordlists.word_game import WordGame

pytestmark = pytest.mark.usefixtures("nothing_left_behind")


def outcome(record):
    """Termination, illegal guesses and points: what a fault costs."""
    return record.termination.value, record.illegal, record.points


def test_a_game_by_the_rules(play_for_dozes):
    record = play_for_dozes("guesses.sh", "crane", "dozes")
    assert outcome(record) == ("solved", 0, 400)
    assert (record.guesses, record.replies) == (("crane", "dozes"), ("XXXX?", "OOOOO"))
    assert (record.attempts, record.exit_status, record.signal) == (2, 0, None)
    assert len(record.move_seconds) == 2
    assert sum(record.move_seconds) <= record.seconds


def test_who_has_guessed_was_started(play_for_dozes):
    record = play_for_dozes("imitates_the_launcher.sh", "launcher", 127)
    assert outcome(record) == ("crashed", 0, 0)
    assert (record.exit_status, record.guesses) == (127, ("crane",))


def test_both_ends_of_standard_error_are_kept(play_for_dozes):
    record = play_for_dozes("floods_standard_error.sh", "dozes")
    assert record.stderr_head.startswith("the very beginning\n")
    assert record.stderr_tail.endswith("the very end\n")
    assert len(record.stderr_head) + len(record.stderr_tail) < 10_000


class TestOffspring:
    def test_child_left_behind_is_ended(self, play_for_dozes, tmp_path, is_alive):
        noted = tmp_path / "pid"
        assert outcome(play_for_dozes("forks_and_leaves.sh", noted)) == ("exited", 0, 0)
        child = int(noted.read_text())
        wait_until(lambda: not is_alive(child))  # it is for init, not for us, to reap it

    def test_player_runs_in_a_session_of_its_own(self, play_for_dozes, tmp_path):
        noted = tmp_path / "stat"
        assert outcome(play_for_dozes("notes_its_session.sh", noted, "dozes")) == ("solved", 0, 500)
        pid, _, _, _, group, session, *_ = noted.read_text().split()
        assert pid == group == session


@pytest.mark.skipif(sys.platform != "linux", reason="what a process tree uses is read from /proc")
class TestUse:
    """What a player may use, sampled. Every one of these players bounds itself as well."""

    @pytest.mark.parametrize(("command", "limits", "termination"), [
        (("holds_memory.py", 60, 2), {"memory": 100 * MIB}, "memory-limit"),  # that of children counts
        (("holds_memory.py", 60), {"memory": 200 * MIB, "startup": 0.5}, "startup-timeout"),
        (("writes_files.sh", 30), {"disk": MIB}, "disk-limit"),  # the writer has left
        (("writes_files.sh", 5), {"disk": MIB}, "exited"),
    ])  # fmt: skip
    def test_use(self, play_for_dozes, command, limits, termination):
        assert outcome(play_for_dozes(*command, **limits)) == (termination, 0, 0)


@pytest.fixture
def ordinary_user():
    """Permissions hold for this process, whoever runs the tests."""
    user = os.geteuid()
    codecs.lookup("ascii")  # loaded while Python itself can be read
    if user == 0:
        os.seteuid(65534)
    yield
    os.seteuid(user)


class TestDirectory:
    def test_environment(self, play_for_dozes, monkeypatch):
        monkeypatch.setenv("SECRET_OF_THE_REFEREE", "1")
        said = play_for_dozes("tells.sh", "env").stderr_head
        names = {line.partition("=")[0] for line in said.splitlines()}
        assert {"PATH", "HOME", "TMPDIR", "LANG", "TZ"} <= names
        assert names <= {"PATH", "HOME", "TMPDIR", "LANG", "TZ", "PWD", "OLDPWD", "SHLVL", "_"}

    def test_limits_of_the_shell(self, play_for_dozes):
        assert play_for_dozes("tells.sh", "ulimit -c; umask").stderr_head == "0\n0022\n"

    @pytest.mark.parametrize("damage", [
        "echo note > notes", "chmod u+w wordlist5.txt; echo aaaaa > wordlist5.txt", "rm -f wordlist.txt",
        "touch -d 2001-01-01 wordlist.txt", "mv wordlist.txt other; cp other wordlist.txt; rm other",
        "chmod 0 .", "mkdir -p a/b/c; touch a/b/c/d; chmod 0 a/b/c a/b a",
        "rm -rf ../game; ln -s /tmp ../game", 'rm -rf "$PWD/.."; rm -rf "${PWD%/game}"',
    ])  # fmt: skip
    def test_put_in_order_after_each_game(self, play_for_dozes, working_directory, damage):
        before = tidy_listing(working_directory.path)

        play_for_dozes("tells.sh", damage)

        assert tidy_listing(working_directory.path) == before

    @pytest.mark.parametrize("mode", [0, 0o555])
    def test_what_an_ordinary_user_may_not_write_is_replaced(self, ordinary_user, mode):
        with WorkingDirectory({4: WordGame(WordList(4, ["able"], "one word"))}) as directory:
            before = tidy_listing(directory.path)
            for path in (directory.path, os.path.dirname(directory.path)):
                os.chmod(path, mode)
            directory.restore()
            assert tidy_listing(directory.path) == before

    def test_nests_too_deeply_for_recursion(self, play_for_dozes, working_directory):
        assert outcome(play_for_dozes("nests.py", 1100)) == ("exited", 0, 0)
        assert sorted(os.listdir(working_directory.path)) == ["wordlist.txt", "wordlist5.txt"]


def tidy_listing(path):
    """Names, permissions and contents of a directory."""
    return {name: (os.lstat(f"{path}/{name}").st_mode, Path(path, name).read_text()) for name in os.listdir(path)}


class TestLeftDirectories:
    """What a referee that was killed could not remove."""

    @pytest.fixture(autouse=True)
    def elsewhere(self, monkeypatch, tmp_path):
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def test_of_the_dead_are_removed_and_of_the_living_are_not(self, tmp_path):
        dead = tmp_path / "lingo-job-dead"
        (dead / "game").mkdir(parents=True)
        with closing(HeldDirectory()) as ours, closing(HeldDirectory()) as theirs:
            assert not dead.exists()
            assert sorted(os.listdir(tmp_path)) == sorted(os.path.basename(one.path) for one in (ours, theirs))
        assert os.listdir(tmp_path) == []

    def test_a_daemon_of_the_dead_is_ended(self, tmp_path):
        """It left its player's session, at the level none without control groups."""
        (tmp_path / "lingo-job-dead").mkdir()
        home = {"HOME": f"{tmp_path}/lingo-job-dead/job-1/game"}
        with subprocess.Popen(["sleep", "60"], env=home, start_new_session=True) as daemon:
            wait_until(lambda: Path(f"/proc/{daemon.pid}/environ").read_bytes())  # empty until it has begun
            HeldDirectory().close()
            assert daemon.wait(30) == -signal.SIGKILL

    def test_a_referee_that_is_killed_before_its_first_player_leaves_none(self, tmp_path):
        code = (
            "import os; from referee.runner.client import Runner; os.kill(len(Runner().directory) and os.getpid(), 9)"
        )
        assert subprocess.call([sys.executable, "-c", code], env={**os.environ, "TMPDIR": str(tmp_path)}) == -9
        wait_until(lambda: os.listdir(tmp_path) == [])

    def test_links_are_not_followed(self, tmp_path):
        (tmp_path / "kept").mkdir()
        (tmp_path / "lingo-job-link").symlink_to(tmp_path / "kept")
        with closing(HeldDirectory()):
            assert (tmp_path / "kept").is_dir()


class TestNotStarted:
    @pytest.mark.parametrize(("first_line", "why"), [
        (None, "no such file or directory"),
        ("#!/there/is/none -x\n", "the interpreter that its first line names, /there/is/none, does not exist"),
        ("#!/usr/bin/env sh\r\n", "its first line ends with a carriage return; save it with Unix line ends"),
        ("#!/bin/sh\nprintf 'launcher: \\033]0;x\\007\\nmore\\n' >&2; exit 127\n", "launcher: \\x1b]0;x\\x07 more"),
    ])  # fmt: skip
    def test_why(self, play_for_dozes, tmp_path, first_line, why):
        """It goes to the terminal of whoever tries the player, and is printable."""
        if first_line:
            (tmp_path / "script").write_bytes(first_line.encode())
            (tmp_path / "script").chmod(0o755)
        record = play_for_dozes(tmp_path / "script")
        assert outcome(record) == ("not-started", 0, 0)
        assert record.stderr_head == f"cannot be started: {why}\n"

    def test_a_pipe_in_place_of_a_program_holds_nobody_up(self, play_for_dozes, tmp_path):
        os.mkfifo(tmp_path / "pipe", 0o755)
        assert outcome(play_for_dozes(tmp_path / "pipe")) == ("not-started", 0, 0)


LEFT_OUT = "[... 4 bytes left out ...]\n"


class TestHeadAndTail:
    @pytest.mark.parametrize(("pieces", "head", "tail"), [
        ([], "", ""),
        ([b"abc"], "abc", ""),
        ([b"abcd", b"e"], "abcd", "e"),
        ([b"abcdefghijkl"], "abcd", f"{LEFT_OUT}ijkl"),
        ([b"ab", b"cdef", b"g", b"hijkl"], "abcd", f"{LEFT_OUT}ijkl"),
        ([b"a\nbcd", b"e\nfghi\nj"], "a\n", "[... 10 bytes left out ...]\nj"),
    ])  # fmt: skip
    def test_kept(self, pieces, head, tail):
        kept = HeadAndTail(4)
        for piece in pieces:
            kept.add(piece)
        assert kept.texts() == (head, tail)


def test_terminations_have_their_final_names():
    names = """
        solved exhausted not-started crashed exited closed-output
        startup-timeout move-timeout game-timeout
        output-limit memory-limit cpu-limit process-limit disk-limit forfeited
    """
    assert [termination.value for termination in Termination] == names.split()
