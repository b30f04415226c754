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
"""Says much of what a program sees and may do."""


@pytest.fixture
def player(tmp_path, sandbox_or_skip):
    """The command of a player that looks round, and the same look as a command of a shell."""
    sandbox_or_skip()
    look = LOOKS.replace("DIR", str(tmp_path))
    (tmp_path / "look.sh").write_text(look)
    (tmp_path / "main.sh").write_text(f"sh {tmp_path}/look.sh >&2\nexit 1\n")
    return f"sh {tmp_path}/main.sh"


def test_a_shell_begins_with_the_command_of_the_player(referee, player, tmp_path):
    done = referee("shell", "--players", player, "--length", 7, input="echo in the shell\nexit 3\n")
    assert (done.returncode, done.stdout) == (3, f"/usr/bin/sh {tmp_path}/main.sh 7\nin the shell\n")


def test_a_command_there_sees_and_may_do_what_the_player_does(referee, player, wordlist, tmp_path):
    options = ("--wordlist", wordlist, "--disk", "1M", "--sandbox", "require")
    played = referee("game", player, "--word", "crane", *options).stderr
    said = referee("shell", "--players", player, *options, "--", "sh", f"{tmp_path}/look.sh")
    seen_there = {line for line in (said.stdout + said.stderr).splitlines() if not line.startswith("referee: ")}
    findings = ("crashed: ", "not-visible: ", "read-only: ", "referee: ")
    assert len(seen_there) > 30
    assert seen_there == {line for line in played.splitlines() if not line.startswith(findings)}


def test_a_command_ends_with_its_own_status(referee, player):
    assert referee("shell", "--players", player, "--", "sh", "-c", "exit 7").returncode == 7


def test_a_source_is_compiled_first(referee, sandbox_or_skip, tmp_path):
    sandbox_or_skip()
    (tmp_path / "main.c").write_text('#include <stdio.h>\nint main() { puts("crane"); }\n')
    done = referee("shell", "--players", tmp_path / "main.c", "--", "prepared/main")
    assert (done.returncode, done.stdout) == (0, "crane\n"), done.stderr


def test_no_shell_is_opened_for_a_source_that_does_not_exist(referee, error_line):
    done = referee("shell", "--players", "python3 missing.py")
    assert error_line(done, 1) == "player 'python3 missing.py': missing.py: there is no such file"


@pytest.mark.parametrize("command", [
    "sh -c 'python3 mine.py'", "sh -ec 'exec ./mine.py'", "python3 -m tool mine.py", "env NAME=mine.py true",
    "nice true mine.py",
])  # fmt: skip
def test_a_word_that_only_looks_like_a_source_need_not_exist(referee, command):
    done = referee("shell", "--players", command, "--sandbox", "off", "--", "true")
    assert done.returncode == 0, done.stderr


@pytest.fixture
def source_that_does_not_compile(sandbox_or_skip, tmp_path):
    """A C program that includes a file which is not there."""
    sandbox_or_skip()
    path = tmp_path / "main.c"
    path.write_text('#include "word.h"\nint main() { return 0; }\n')
    return path


def test_a_shell_is_opened_where_a_preparation_failed(referee, source_that_does_not_compile):
    source = source_that_does_not_compile
    done = referee("shell", "--players", source, "--", "sh", "-c", f"echo made > prepared/main; ls prepared {source}")
    assert (done.returncode, done.stdout) == (0, f"{source}\n\nprepared:\nmain\n"), done.stderr
    assert "word.h" in done.stderr


def test_a_shell_where_a_preparation_failed_begins_with_its_command(referee, source_that_does_not_compile):
    done = referee("shell", "--players", source_that_does_not_compile, input="exit\n")
    assert done.stdout.startswith(f"{shutil.which('cc')} -O2 -o prepared/main {source_that_does_not_compile}")


def test_advice_on_a_failed_preparation_names_the_shell_and_what_shows_a_file(
    referee, source_that_does_not_compile, wordlist
):
    source = source_that_does_not_compile
    done = referee("check", "--players", f"one={source}", "--wordlist", wordlist, "--lengths", 5)
    said = " ".join(f"{done.stdout}{done.stderr}".split())
    assert f"Try the command where it ran: referee shell --players {source}." in said
    assert "--expose DIR shows a directory." in said
    assert "By hand" not in said


def test_a_command_that_is_no_program_is_told(referee, player):
    done = referee("shell", "--players", player, "--", "no-such-program")
    assert done.returncode == 127
    assert "no-such-program: not found" in done.stderr


def test_a_shell_is_for_one_player(referee, player):
    done = referee("shell", "--players", player, f"b={player}")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "--players: a shell is opened for one player, not 2" in done.stderr


def test_a_limit_that_ends_the_command_is_told(referee, player):
    done = referee("shell", "--players", player, "--cpu-seconds", 0.3, "--", "sh", "-c", "while :; do :; done")
    assert done.returncode == 1
    assert "ended by the limit on cpu" in done.stderr


def test_the_advice_to_a_player_that_crashed_names_the_shell(referee, wordlist):
    done = referee("game", "sh -c 'exit 1'", "--word", "crane", "--wordlist", wordlist)
    command = shlex.quote("sh -c 'exit 1'")
    assert f"Run it where it was run: referee shell --players {command}" in done.stderr


@pytest.mark.parametrize(
    ("name", "text"), [("other.py", "print('crane')\n"), ("pit.toml", '[players]\na = "other.py"\n')]
)
def test_advice_on_what_is_hidden_beside_a_player_says_what_shows_it(referee, sandbox_or_skip, tmp_path, name, text):
    """A player that wraps another one, and one that reads a contest's file."""
    sandbox_or_skip()
    (tmp_path / "words.txt").write_text("crane\n")
    (tmp_path / name).write_text(text)
    (tmp_path / "mine.py").write_text(f"open('{tmp_path}/{name}')\nprint('crane')\n")
    players = [f"mine=python3 {tmp_path}/mine.py", f"other=python3 {tmp_path}/other.py"]
    run = ["run", "--players", *players, "--words", tmp_path / "words.txt", "--keep-going", "--format", "csv"]
    hidden = referee(*run)

    assert f"{tmp_path}/{name} exists, but the sandbox does not show it" in hidden.stderr
    assert f"If this player may use it, give --expose {tmp_path}/{name}." in hidden.stderr
    assert "mine,500" in referee(*run, "--expose", tmp_path / name).stdout


def test_a_program_that_is_not_there_is_told(referee, error_line):
    said = error_line(referee("shell", "--players", "no-such-program", "--", "true"), 1)
    assert "player 'no-such-program': no-such-program: there is no such program" in said


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_output_that_cannot_be_written_is_an_error(referee, player):
    with open("/dev/full", "wb") as full:
        done = referee("shell", "--players", player, "--", "echo", "hi", capture_output=False, stdout=full, stderr=PIPE)
    assert done.returncode == 1
    assert done.stderr.endswith("\nreferee: no space left on device\n")
