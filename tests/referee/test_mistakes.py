"""Command lines that the referee refuses: one line and the documented exit code, and no game is played."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("arguments", "message"), [
    ("run", "no players: give --players"),
    ("run --players", "Option '--players' requires an argument"),
    ("run --players sh sh", "two players are named 'sh'"),
    ("run --players sh --rounds 0", "'--rounds': must be a number of rounds, 1 or more, or 'all', not '0'"),
    ("run --players sh --rounds many", "'--rounds': must be a number of rounds, 1 or more, or 'all', not 'many'"),
    ("run --players sh --lengths 9-4", "'9-4' is not a list of lengths"),
    ("run --players sh --lengths x", "'x' is not a list of lengths"),
    ("run --players sh --jobs 0", "'--jobs': must be a whole number from 1 to 1024, not 0"),
    ("run --players sh --jobs 1025", "'--jobs': must be a whole number from 1 to 1024, not 1025"),
    ("run --players sh --move-timeout nan", "'nan' is not a number of seconds"),
    ("run --players sh --seed x", "'--seed': must be a whole number, not 'x'"),
    ('run --players "sh \'x"', "not a command: no closing quotation"),
    ('run --players "sh \udcff"', "a command must be text in UTF-8"),
    ("run --players sh --words short --seed 1", "--words draws no words: leave --seed away"),
    ("run --players @", "--players @ needs the name of a file after it"),
    ("run --players sh --nonsense", "No such option '--nonsense'."),
    ("game sh", "give either --word WORD or --length N"),
    ("game sh --word crane --length 5", "give either --word WORD or --length N"),
    ("game sh --word ''", "give either --word WORD or --length N"),
    ("game sh --word crane --seed 1", "--word draws no word: leave --seed away"),
    ("game sh --length 5 --seed x", "'--seed': must be a whole number, not 'x'"),
    ("void DIR first --why reason", "must be a whole number of at least 1, not 'first'"),
])  # fmt: skip
def test_a_wrong_command_line_is_refused(referee, error_line, arguments, message):
    assert message in error_line(referee(*shlex.split(arguments)), exit_code=2)


def test_a_wrong_value_in_the_environment_is_refused_with_its_variable(error_line, referee):
    done = referee("run", "--players", "sh", env={**os.environ, "REFEREE_RUN_JOBS": "1025"})

    line = error_line(done, exit_code=2)
    assert "'--jobs' (env var: 'REFEREE_RUN_JOBS'): must be a whole number from 1 to 1024, not 1025" in line


@pytest.mark.parametrize(("options", "message"), [
    ("--players nobody", "nobody: there is no such program"),
    ("--players sh --rounds 5", "only 4 words of 4 letters for 5 rounds"),
    ("--players sh --lengths 6", "no words of 6 letters"),
    ("--players sh --lengths 4-6", "no words of 6 letters, only of 4, 5, 7; to play what is there: --lengths 4,5"),
    ("--players sh --words strange", "'zzzz' is not in"),
    ("--players sh --words short", "no words of 5 letters"),
    ("--players sh --rounds 1 --out short", "short: not a directory"),
])  # fmt: skip
def test_a_run_that_cannot_be_played_is_refused(referee_run, error_line, tmp_path, options, message):
    # The referee runs in this directory.
    (tmp_path / "room" / "strange").write_text("crane\nzzzz\n")
    (tmp_path / "room" / "short").write_text("able\n")

    assert message in error_line(referee_run(*shlex.split(options)), exit_code=1)


def test_check_names_the_lengths_of_a_list_that_has_none_of_its_default_ones(referee, error_line, tmp_path):
    (tmp_path / "five").write_text("crane\ndents\n")

    done = referee("check", "--players", "sh", "--wordlist", tmp_path / "five")

    message = f"{tmp_path}/five: no words of 4 letters, only of 5; to play what is there: --lengths 5"
    assert error_line(done, exit_code=1) == message


class TestWithoutControlGroups:
    """A player can take processor time from the game beside it then, so a run warns of that if it begins."""

    @pytest.fixture(autouse=True)
    def no_control_group(self, monkeypatch):
        monkeypatch.setattr("referee.run_contest.divides_processors_evenly", lambda: False)

    @pytest.mark.parametrize(("player", "message"), [
        ("nobody", "nobody: there is no such program"),
        ("p=/bin", "/bin: is not executable"),
    ])  # fmt: skip
    def test_a_run_that_is_refused_says_one_line(self, referee_run, error_line, player, message):
        assert message in error_line(referee_run("--players", player, "--jobs", 2), exit_code=1)

    def test_a_run_that_begins_warns(self, referee_run, player_command):
        done = referee_run("--players", player_command("guesses.sh", "able"), "--rounds", 1, "--jobs", 2)

        assert done.returncode == 0
        assert "referee: no control group can be made here" in done.stderr


def test_a_working_directory_that_was_removed_is_one_line(wordlist, tmp_path):
    command = [sys.executable, "-m", "referee", "run", "--players", "p=echo able", "--wordlist", wordlist]
    # The shell removes its own working directory, and becomes the referee there.
    script = 'mkdir "$1" && cd "$1" && rmdir "$1" && shift && exec "$@"'

    done = subprocess.run(
        ["sh", "-c", script, "sh", tmp_path / "removed", *command],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=20,
    )

    message = "referee: no such file or directory; was the working directory removed?\n"
    assert (done.returncode, done.stderr) == (1, message)
