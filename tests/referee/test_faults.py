"""Real processes that break the rules, with more to look at than the table of faults says (test_fault_table.py).

Every game is for the word dozes. The programs are in tests/players; each says what it does and bounds itself.
"""

import codecs
import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from local_cluster import wait_until

from referee.contest.limits import MIB
from referee.contest.termination import Termination
from referee.game.head_and_tail import HeadAndTail
from referee.game.working_directory import WorkingDirectory
from referee.runner.held_directory import HeldDirectory
from wordlists.word_game import WordGame
from wordlists.word_list import WordList

NOBODY = 65534
"""The number of an ordinary user."""

pytestmark = pytest.mark.usefixtures("nothing_left_behind")


class TestGameByTheRules:
    @pytest.fixture
    def record(self, play_for_dozes):
        """The record of a game that is solved at the second guess."""
        return play_for_dozes("guesses.sh", "crane", "dozes")

    def test_it_wins_400_points(self, record):
        assert (record.termination, record.attempts, record.illegal, record.points) == ("solved", 2, 0, 400)

    def test_guesses_and_replies_are_recorded(self, record):
        assert (record.guesses, record.replies) == (("crane", "dozes"), ("XXXX?", "OOOOO"))

    def test_the_player_exits_by_itself(self, record):
        assert (record.exit_status, record.signal) == (0, None)

    def test_each_guess_has_its_time_within_that_of_the_game(self, record):
        assert len(record.move_seconds) == 2
        assert sum(record.move_seconds) <= record.seconds


def test_a_player_that_guesses_and_then_ends_like_a_program_that_cannot_be_started_has_crashed(play_for_dozes):
    # 127 is the exit status of the launcher, a shell, if there is no such program. But this player has guessed.
    record = play_for_dozes("imitates_the_launcher.sh", "launcher", 127)

    assert (record.termination, record.exit_status, record.guesses) == ("crashed", 127, ("crane",))


def test_of_three_megabytes_on_standard_error_the_first_and_the_last_lines_are_recorded(play_for_dozes):
    record = play_for_dozes("floods_standard_error.sh", "dozes")

    assert record.stderr_head.startswith("the very beginning\n")
    assert record.stderr_tail.endswith("the very end\n")
    # 4096 bytes of each, and a line that says how much is left out.
    assert len(record.stderr_head) + len(record.stderr_tail) < 10_000


class TestOffspring:
    def test_a_child_that_a_player_leaves_behind_is_ended(self, play_for_dozes, tmp_path, is_alive):
        note = tmp_path / "pid"

        record = play_for_dozes("forks_and_leaves.sh", note)

        assert record.termination == "exited"
        # init removes its entry, at a time that nobody knows.
        child = int(note.read_text())
        wait_until(lambda: not is_alive(child))

    def test_a_player_leads_a_group_and_a_session_of_its_own(self, play_for_dozes, tmp_path):
        note = tmp_path / "stat"

        play_for_dozes("notes_its_session.sh", note, "dozes")

        # Fields 1, 5 and 6 of /proc/PID/stat: see proc(5).
        pid, _name, _state, _parent, group, session, *_ = note.read_text().split()
        assert pid == group == session


@pytest.mark.skipif(sys.platform != "linux", reason="what a process tree uses is read from /proc")
class TestUse:
    """What a player uses is looked at again and again, and summed over its processes and files."""

    def test_the_memory_of_a_child_counts(self, play_for_dozes):
        # Two processes with 60 MiB each.
        record = play_for_dozes("holds_memory.py", 60, 2, memory=100 * MIB)

        assert record.termination == "memory-limit"

    def test_a_player_within_its_memory_plays_on(self, play_for_dozes):
        # It makes no guess, so it is its time to start that ends the game.
        record = play_for_dozes("holds_memory.py", 60, memory=200 * MIB, startup=0.5)

        assert record.termination == "startup-timeout"

    def test_files_count_after_their_writer_has_left(self, play_for_dozes):
        # 30 files of 100 KiB are 2.9 MiB.
        record = play_for_dozes("writes_files.sh", 30, disk=MIB)

        assert record.termination == "disk-limit"

    def test_a_player_within_its_disk_space_plays_on(self, play_for_dozes):
        # 5 files of 100 KiB are 0.5 MiB.
        record = play_for_dozes("writes_files.sh", 5, disk=MIB)

        assert record.termination == "exited"


def test_a_player_has_an_environment_of_its_own(play_for_dozes, monkeypatch):
    monkeypatch.setenv("SECRET_OF_THE_REFEREE", "1")

    printed = play_for_dozes("tells.sh", "env").stderr_head

    names = {line.partition("=")[0] for line in printed.splitlines()}
    set_by_the_shell = {"PWD", "OLDPWD", "SHLVL", "_"}
    assert names - set_by_the_shell == {"PATH", "HOME", "TMPDIR", "LANG", "TZ"}


def test_a_player_writes_no_core_files(play_for_dozes):
    assert play_for_dozes("tells.sh", "ulimit -c").stderr_head == "0\n"


def test_files_of_a_player_can_be_read_by_all(play_for_dozes):
    assert play_for_dozes("tells.sh", "umask").stderr_head == "0022\n"


DAMAGE = {
    "a file is added": "echo note > notes",
    "a list is changed": "chmod u+w wordlist5.txt; echo aaaaa > wordlist5.txt",
    "a list is removed": "rm -f wordlist.txt",
    "a list is older": "touch -d 2001-01-01 wordlist.txt",
    "a list is a copy": "mv wordlist.txt other; cp other wordlist.txt; rm other",
    "the directory is closed": "chmod 0 .",
    "directories are closed": "mkdir -p a/b/c; touch a/b/c/d; chmod 0 a/b/c a/b a",
    "the directory is a link": 'mkdir "$PWD.other"; rm -rf "$PWD"; ln -s "$PWD.other" "$PWD"',
    "the directory above is gone": 'rm -rf "$(dirname "$PWD")"',
}
"""What players do to their working directory: shell commands."""


def modes_and_texts(directory):
    """The permissions and the text of each file of a directory, by name."""
    files = {}
    for name in os.listdir(directory):
        path = Path(directory, name)
        files[name] = (path.lstat().st_mode, path.read_text())
    return files


class TestWorkingDirectory:
    """The next game finds the working directory as the first game found it."""

    @pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
    def test_what_a_player_changed_is_put_in_order(self, play_for_dozes, working_directory, damage):
        before = modes_and_texts(working_directory.path)

        play_for_dozes("tells.sh", damage)

        assert modes_and_texts(working_directory.path) == before

    @pytest.fixture
    def ordinary_user(self):
        """This process belongs to an ordinary user, for whom permissions hold, also where root runs the tests."""
        user = os.geteuid()
        # Python loads this codec when it is first needed, and nobody may be unable to read it then.
        codecs.lookup("ascii")
        if user == 0:
            os.seteuid(NOBODY)
        yield
        os.seteuid(user)

    @pytest.mark.usefixtures("ordinary_user")
    @pytest.mark.parametrize("mode", [0o000, 0o555], ids=["closed", "read-only"])
    def test_a_directory_that_its_owner_may_not_write_is_put_in_order(self, mode):
        with WorkingDirectory({4: WordGame(WordList(4, ["able"], "one word"))}) as directory:
            before = modes_and_texts(directory.path)
            os.chmod(directory.path, mode)
            os.chmod(os.path.dirname(directory.path), mode)

            directory.restore()

            assert modes_and_texts(directory.path) == before

    def test_directories_deeper_than_python_can_recurse_are_removed(self, play_for_dozes, working_directory):
        # Python's limit is 1000 calls.
        play_for_dozes("nests.py", 1100)

        assert sorted(os.listdir(working_directory.path)) == ["wordlist.txt", "wordlist5.txt"]


KILLED_REFEREE = """
import os, signal
from referee.runner.client import Runner
runner = Runner()
assert os.path.isdir(runner.directory)
os.kill(os.getpid(), signal.SIGKILL)
"""
"""A program that starts a runner, which makes its directory, and is killed before it starts a player."""


class TestDirectoriesOfKilledReferees:
    """The next referee removes what a referee left behind that was killed. Its directory is called lingo-job-… ."""

    @pytest.fixture(autouse=True)
    def directory_for_temporary_files(self, monkeypatch, tmp_path):
        """Referees make and look for their directories in tmp_path."""
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def test_a_directory_that_nobody_holds_is_removed(self, tmp_path):
        (tmp_path / "lingo-job-dead" / "game").mkdir(parents=True)

        with closing(HeldDirectory()) as ours:
            assert os.listdir(tmp_path) == [os.path.basename(ours.path)]

    def test_a_directory_that_a_referee_holds_stays(self, tmp_path):
        with closing(HeldDirectory()) as first, closing(HeldDirectory()) as second:
            assert set(os.listdir(tmp_path)) == {os.path.basename(first.path), os.path.basename(second.path)}

    def test_a_referee_that_closes_its_directory_leaves_none(self, tmp_path):
        HeldDirectory().close()

        assert os.listdir(tmp_path) == []

    def test_a_process_whose_home_is_there_is_ended(self, tmp_path):
        """A daemon has left its player's session. Without control groups only its home tells where it came from."""
        (tmp_path / "lingo-job-dead").mkdir()
        home = {"HOME": f"{tmp_path}/lingo-job-dead/job-1/game"}

        with subprocess.Popen(["sleep", "60"], env=home, start_new_session=True) as daemon:
            # The environment can be read once the process has become `sleep`.
            wait_until(lambda: Path(f"/proc/{daemon.pid}/environ").read_bytes())

            HeldDirectory().close()

            assert daemon.wait(30) == -signal.SIGKILL

    def test_a_runner_whose_referee_is_killed_removes_its_directory(self, tmp_path):
        environment = {**os.environ, "TMPDIR": str(tmp_path)}

        assert subprocess.call([sys.executable, "-c", KILLED_REFEREE], env=environment) == -signal.SIGKILL

        wait_until(lambda: os.listdir(tmp_path) == [])

    def test_a_link_is_not_followed(self, tmp_path):
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "lingo-job-link").symlink_to(tmp_path / "elsewhere")

        HeldDirectory().close()

        assert (tmp_path / "elsewhere").is_dir()


class TestNotStarted:
    """Why a player cannot be started. It goes to the terminal of whoever tries the player, and is printable."""

    @pytest.mark.parametrize(("script", "why"), [
        (b"#!/there/is/none -x\n", "the interpreter that its first line names, /there/is/none, does not exist"),
        (b"#!/usr/bin/env sh\r\n", "its first line ends with a carriage return; save it with Unix line ends"),
        # It imitates the launcher, with the sequence that gives a terminal another title.
        (b"#!/bin/sh\nprintf 'launcher: \\033]0;x\\007\\nmore\\n' >&2; exit 127\n", "launcher: \\x1b]0;x\\x07 more"),
    ], ids=["no interpreter", "carriage return", "imitated launcher"])  # fmt: skip
    def test_a_script_that_cannot_be_started(self, play_for_dozes, tmp_path, script, why):
        (tmp_path / "script").write_bytes(script)
        (tmp_path / "script").chmod(0o755)

        record = play_for_dozes(tmp_path / "script")

        assert record.termination == "not-started"
        assert record.stderr_head == f"cannot be started: {why}\n"

    def test_a_file_that_does_not_exist(self, play_for_dozes, tmp_path):
        record = play_for_dozes(tmp_path / "script")

        assert record.termination == "not-started"
        assert record.stderr_head == "cannot be started: no such file or directory\n"

    def test_a_pipe_in_place_of_a_program_is_not_waited_for(self, play_for_dozes, tmp_path):
        os.mkfifo(tmp_path / "pipe", 0o755)

        assert play_for_dozes(tmp_path / "pipe").termination == "not-started"


class TestHeadAndTail:
    """What is kept of a stream, here at most 4 bytes of its beginning and 4 of its end."""

    @pytest.mark.parametrize(("chunks", "head", "tail"), [
        ([], "", ""),
        ([b"abc"], "abc", ""),
        ([b"abcd", b"e"], "abcd", "e"),
        ([b"abcdefghijkl"], "abcd", "[... 4 bytes left out ...]\nijkl"),
        ([b"ab", b"cdef", b"g", b"hijkl"], "abcd", "[... 4 bytes left out ...]\nijkl"),
    ])  # fmt: skip
    def test_a_stream_without_lines_is_cut_anywhere(self, chunks, head, tail):
        stream = HeadAndTail(4)
        for chunk in chunks:
            stream.add(chunk)

        assert stream.texts() == (head, tail)

    def test_a_stream_of_lines_is_cut_at_line_ends(self):
        stream = HeadAndTail(4)
        stream.add(b"a\nbcd")
        stream.add(b"e\nfghi\nj")

        assert stream.texts() == ("a\n", "[... 10 bytes left out ...]\nj")


def test_terminations_have_the_names_that_records_and_documentation_use():
    names = """
        solved exhausted not-started crashed exited closed-output
        startup-timeout move-timeout game-timeout
        output-limit memory-limit cpu-limit process-limit disk-limit forfeited
    """
    assert [termination.value for termination in Termination] == names.split()
