"""`referee run --config`: a contest in a TOML file."""

import json
import shlex
import shutil
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
CONTEST = """
wordlist = "words.txt"
words = "chosen.txt"
lengths = [4, 5]
rounds = 2
out = "results"
format = "json"
keep-going = true
sandbox = "off"

[players]
steady = "./guesses.sh able crane dozes seat tough"
"""


@pytest.fixture
def folder(tmp_path, wordlist, player_command):
    """A directory with a contest's file, its word list, its words and its player."""
    folder = tmp_path / "contest"
    folder.mkdir()
    shutil.copy(wordlist, folder / "words.txt")
    shutil.copy(shlex.split(player_command("guesses.sh"))[0], folder)
    (folder / "chosen.txt").write_text("able\nseat\nteas\ncrane\ndozes\ntough\n")
    (folder / "pit.toml").write_text(CONTEST)
    return folder


@pytest.fixture
def run_file(folder, run, tmp_path):
    """run_file(*arguments, text): the finished `referee run` of the contest's file, started in another directory.

    text: that of the file. env: variables beside those of this process.
    """

    def start(*arguments, text=CONTEST, env=None):
        # With a byte order mark, as editors on Windows write it.
        (folder / "pit.toml").write_text(text, "utf-8-sig")
        return run("referee", "run", "--config", folder / "pit.toml", *arguments, cwd=tmp_path, env=env)

    return start


class TestFile:
    """A contest whose settings all come from its file."""

    @pytest.fixture
    def done(self, run_file):
        done = run_file()
        assert done.returncode == 0, done.stderr
        return done

    def test_its_player_plays_its_words(self, done):
        """Of each length the first two words; steady's first guesses are able, crane, dozes and seat."""
        # The file wants the leaderboard in JSON.
        [player] = json.loads(done.stdout)["players"]

        assert player["name"] == "steady"
        assert player["by_length"]["4"]["points"] == 500 + 200
        assert player["by_length"]["5"]["points"] == 400 + 300

    def test_a_run_goes_on_with_it(self, done, run_file, folder):
        """Its paths are relative to it, also that of the directory of the run."""
        again = run_file("--resume", folder / "results")

        assert (again.returncode, again.stdout) == (0, done.stdout)


class TestPrecedence:
    """The command line overrides the environment, and that overrides the file."""

    @pytest.fixture
    def two_players(self, steady_player, tmp_path):
        """A variable of the environment with two players, the first of them from a file."""
        file = tmp_path / "one-player.txt"
        file.write_text(f"{steady_player}\n")
        return {"REFEREE_RUN_PLAYERS": f"@{file} two=true"}

    def test_the_environment_overrides_the_file(self, run_file, two_players):
        done = run_file(env={"REFEREE_RUN_ROUNDS": "1", **two_players})

        board = json.loads(done.stdout)
        assert board["rounds"] == 1
        assert [player["name"] for player in board["players"]] == ["steady", "two"]

    def test_the_command_line_overrides_both(self, run_file, two_players):
        done = run_file("--rounds", "1", "--players", "other=true", env={"REFEREE_RUN_ROUNDS": "2", **two_players})

        board = json.loads(done.stdout)
        assert board["rounds"] == 1
        assert [player["name"] for player in board["players"]] == ["other"]

    def test_an_option_that_the_file_lacks_comes_from_the_environment(self, run_file):
        assert "at a time: 1," in run_file("-v", env={"REFEREE_RUN_JOBS": "1"}).stderr


class TestSwitch:
    """A missing program ends the run unless the switch keep-going is on."""

    MISSING = ("--players", "nobody", "--out", "other")
    WITHOUT_SWITCH = CONTEST.replace("keep-going = true", "keep-going = false")

    def test_of_the_file_can_be_off(self, run_file, error_line):
        done = run_file(*self.MISSING, text=self.WITHOUT_SWITCH)

        assert "there is no such program" in error_line(done, exit_code=1)

    def test_of_the_environment_overrides_the_file(self, run_file, error_line):
        done = run_file(*self.MISSING, env={"REFEREE_RUN_KEEP_GOING": "0"})

        assert "there is no such program" in error_line(done, exit_code=1)

    def test_of_the_command_line_overrides_the_file(self, run_file):
        done = run_file(*self.MISSING, "--keep-going", text=self.WITHOUT_SWITCH)

        assert done.returncode == 0


def test_verbose_names_every_game(run_file):
    log = run_file("--verbose").stderr

    assert "referee: game 1: steady, able, solved, 500 points, " in log


def test_check_tries_the_players_of_the_file_at_its_lengths_and_makes_no_run(referee, folder):
    done = referee("check", "--config", folder / "pit.toml", "--json")

    [player] = json.loads(done.stdout)["players"]
    assert player["games"] == 2  # a word of each length
    assert not (folder / "results").exists()


def test_players_can_be_a_list_of_commands_and_files(run_file, folder):
    (folder / "friends.txt").write_text("friend=./guesses.sh seat\n")
    before_the_table = CONTEST.partition("[players]")[0]

    done = run_file(text=before_the_table + 'players = ["me=./guesses.sh able", "@friends.txt"]')

    assert [player["name"] for player in json.loads(done.stdout)["players"]] == ["me", "friend"]


@pytest.mark.parametrize(("old", "new", "message"), [
    ("rounds", "round", "unknown key 'round'; did you mean 'rounds'?"),
    ("keep-going", "keep_going", "unknown key 'keep_going'; did you mean 'keep-going'?"),
    ("rounds", "zzz", "unknown key 'zzz'; there are "),
    ("rounds = 2", "rounds = 0", "rounds must be a number of rounds, 1 or more, or 'all', not '0'"),
    ("rounds = 2", "rounds = true", "rounds must be a number, text or a list, not true or false"),
    ("rounds = 2", "jobs = 1025", "jobs must be a whole number from 1 to 1024, not 1025"),
    ('"json"', '"yaml"', "format: 'yaml' is not one of 'text', 'markdown', 'csv', 'json', 'classic'."),
    ('words = "chosen.txt"', 'words = ""', "words must not be empty"),
    ("true", '"yes"', "keep-going must be true or false, not text"),
    ("steady =", '"so so" =', "players: 'so so' is no name"),
    ('"./guesses.sh able crane dozes seat tough"', "3", "players: neither a table of"),
    ('able crane dozes seat tough"', '| cat"', "players: steady: ./guesses.sh | cat: '|' is for a shell"),
    ("rounds = 2", "rounds =", "not a TOML file: Invalid value (at line 5, column 9)"),
])  # fmt: skip
def test_what_is_wrong_with_a_file_is_one_line(old, new, message, run_file, folder, error_line):
    """The text `old` of a file that is right is replaced by `new`."""
    line = error_line(run_file(text=CONTEST.replace(old, new)), exit_code=1)

    assert line.startswith(f"{folder / 'pit.toml'}: {message}")


def test_a_file_that_does_not_exist_is_told(run, error_line):
    line = error_line(run("referee", "run", "--config", "none.toml"), exit_code=1)

    assert line == "none.toml: cannot be read: no such file or directory"


def test_an_option_without_a_file_is_told(run, error_line):
    assert "--config" in error_line(run("referee", "run", "--config"), exit_code=2)


def test_the_players_of_the_example_are_found_from_anywhere(run, tmp_path):
    # One game for each, with a short list, is enough to see that its players start.
    (tmp_path / "words.txt").write_text("crane\nslate\n")
    options = ["--rounds", 1, "--lengths", 5, "--wordlist", tmp_path / "words.txt"]

    done = run("referee", "run", "--config", EXAMPLES / "pit.toml", *options, cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    assert "lingo-bot" in done.stdout
    assert "frequency" in done.stdout
