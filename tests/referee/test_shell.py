"""`referee shell`: what somebody sees and may do there is what the player sees and may do."""

import os
import shlex
import shutil
from subprocess import PIPE

import pytest

LOOKS = """
ls -a . /tmp
id -u
ulimit -a
env | sort
cat DIR/main.sh DIR/rival.sh
touch DIR/new
head -c 500000 /dev/zero > x
stat -c %s x
"""
"""A script that says what a program sees and whether it can write beside its script, and makes a file of 500,000 bytes.

That is half of the limit on disk in the test. There is no rival.sh: the message about a file that is not seen counts
too.
"""


@pytest.fixture
def player(tmp_path, sandbox_or_skip):
    """The command of a player: main.sh, which runs the script LOOKS, look.sh beside it, and fails."""
    sandbox_or_skip()
    (tmp_path / "look.sh").write_text(LOOKS.replace("DIR", str(tmp_path)))
    (tmp_path / "main.sh").write_text(f"sh {tmp_path}/look.sh >&2\nexit 1\n")
    return f"sh {tmp_path}/main.sh"


class TestShell:
    @pytest.fixture
    def typed(self, referee, player):
        """A finished shell in which two lines were typed."""
        return referee("shell", "--players", player, "--length", 7, input="echo in the shell\nexit 3\n")

    def test_it_begins_with_the_command_of_the_player(self, typed, tmp_path):
        assert typed.stdout == f"/usr/bin/sh {tmp_path}/main.sh 7\nin the shell\n"

    def test_it_ends_with_its_own_status(self, typed):
        assert typed.returncode == 3


def test_a_command_sees_and_may_do_what_the_player_does(referee, player, wordlist, tmp_path):
    options = ("--wordlist", wordlist, "--disk", "1M", "--sandbox", "require")

    played = referee("game", player, "--word", "crane", *options)
    done = referee("shell", "--players", player, *options, "--", "sh", f"{tmp_path}/look.sh")

    # The referee adds lines of its own: a game has findings, and a shell names its sandbox.
    of_referee = ("crashed: ", "not-visible: ", "read-only: ", "referee: ")
    of_player = {line for line in played.stderr.splitlines() if not line.startswith(of_referee)}
    of_command = {line for line in (done.stdout + done.stderr).splitlines() if not line.startswith("referee: ")}
    # `ulimit -a` and the variables of the environment alone are more lines than that.
    assert len(of_player) > 30
    assert of_command == of_player


def test_a_command_may_write_more_than_it_reads(referee, player):
    lines = 50_000 * "some line of text\n"

    done = referee("shell", "--players", player, "--sandbox", "off", "--", "sed", "p", input=lines)

    assert done.stdout == 2 * lines


class TestEndOfACommand:
    def test_its_status_is_that_of_the_referee(self, referee, player):
        assert referee("shell", "--players", player, "--", "sh", "-c", "exit 7").returncode == 7

    @pytest.mark.parametrize("sandbox", ["auto", "off"])
    def test_after_signal_9_its_status_is_137_as_in_a_shell(self, referee, player, sandbox):
        done = referee("shell", "--players", player, "--sandbox", sandbox, "--", "sh", "-c", "kill -9 $$")

        assert done.returncode == 137

    def test_a_command_that_is_no_program_has_the_status_127(self, referee, player):
        done = referee("shell", "--players", player, "--", "no-such-program")

        assert done.returncode == 127
        assert "no-such-program: not found" in done.stderr

    def test_a_limit_that_ends_it_is_told(self, referee, player):
        endless = "while :; do :; done"

        done = referee("shell", "--players", player, "--cpu-seconds", 0.3, "--", "sh", "-c", endless)

        assert done.returncode == 1
        assert "ended by its cpu-limit" in done.stderr

    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
    def test_output_that_cannot_be_written_is_an_error(self, referee, player):
        with open("/dev/full", "wb") as full:
            done = referee(
                "shell", "--players", player, "--", "echo", "hi", capture_output=False, stdout=full, stderr=PIPE
            )

        assert done.returncode == 1
        assert done.stderr.endswith("\nreferee: no space left on device\n")


class TestPreparation:
    """A C program, which is compiled before the shell opens."""

    def test_the_command_sees_what_compiling_made(self, referee, sandbox_or_skip, tmp_path):
        sandbox_or_skip()
        source = tmp_path / "main.c"
        source.write_text('#include <stdio.h>\nint main() { puts("crane"); }\n')

        done = referee("shell", "--players", source, "--", "prepared/main")

        assert (done.returncode, done.stdout) == (0, "crane\n"), done.stderr

    @pytest.fixture
    def source(self, sandbox_or_skip, tmp_path):
        """A source that includes a file which is not there, so that it does not compile."""
        sandbox_or_skip()
        path = tmp_path / "main.c"
        path.write_text('#include "word.h"\nint main() { return 0; }\n')
        return path

    def test_if_it_failed_its_output_is_shown_and_the_command_runs_in_its_directory(self, referee, source):
        command = f"echo made > prepared/main; ls prepared {source}"

        done = referee("shell", "--players", source, "--", "sh", "-c", command)

        assert "word.h" in done.stderr
        assert (done.returncode, done.stdout) == (0, f"{source}\n\nprepared:\nmain\n"), done.stderr

    def test_if_it_failed_the_shell_begins_with_its_command(self, referee, source):
        done = referee("shell", "--players", source, input="exit\n")

        assert done.stdout.startswith(f"{shutil.which('cc')} -O2 -o prepared/main {source}")

    def test_if_it_failed_check_names_the_shell_and_the_option_that_shows_a_file(self, referee, source, wordlist):
        done = referee("check", "--players", f"one={source}", "--wordlist", wordlist, "--lengths", 5)

        text = " ".join(f"{done.stdout}{done.stderr}".split())
        assert f"Try the command where it ran: referee shell --players {source}." in text
        assert "--expose DIR shows a directory." in text


class TestRefusals:
    def test_a_shell_is_for_one_player(self, referee, error_line, player):
        done = referee("shell", "--players", player, f"b={player}")

        assert error_line(done, exit_code=2) == "--players: a shell is opened for one player, not 2"

    def test_a_program_that_does_not_exist_is_told(self, referee, error_line):
        done = referee("shell", "--players", "no-such-program", "--", "true")

        assert "player 'no-such-program': no-such-program: there is no such program" in error_line(done, exit_code=1)


class TestAdviceOfOtherCommands:
    def test_a_player_that_crashed_is_to_be_tried_in_the_shell(self, referee, wordlist):
        player = "sh -c 'exit 1'"

        done = referee("game", player, "--word", "crane", "--wordlist", wordlist)

        assert f"Run it where it was run: referee shell --players {shlex.quote(player)}" in done.stderr

    @pytest.mark.parametrize(("name", "text"), [
        ("other.py", "print('crane')\n"),  # another player's program
        ("pit.toml", '[players]\na = "other.py"\n'),  # a contest's file
    ])  # fmt: skip
    def test_a_hidden_file_beside_a_player_is_shown_by_the_option_that_the_advice_names(
        self, referee, sandbox_or_skip, tmp_path, name, text
    ):
        sandbox_or_skip()
        (tmp_path / "words.txt").write_text("crane\n")
        (tmp_path / name).write_text(text)
        (tmp_path / "mine.py").write_text(f"open('{tmp_path}/{name}')\nprint('crane')\n")
        players = [f"mine=python3 {tmp_path}/mine.py", f"other=python3 {tmp_path}/other.py"]
        run = ["run", "--players", *players, "--words", tmp_path / "words.txt", "--keep-going", "--format", "csv"]

        hidden = referee(*run, "--out", tmp_path / "hidden")
        exposed = referee(*run, "--out", tmp_path / "exposed", "--expose", tmp_path / name)

        assert f"it sees the system and {tmp_path}, without {tmp_path}/" in hidden.stderr
        assert f"{tmp_path}/{name}" in hidden.stderr
        assert "give --expose FILE or --expose DIR." in hidden.stderr
        assert "mine,500" in exposed.stdout
