"""`referee run --config`: a contest in a TOML file."""

import json
import shlex
import shutil
from pathlib import Path

import pytest

from referee.contest.conditions import seconds, size

EXAMPLES = Path(__file__).parents[2] / "examples"
CONTEST = """
wordlist = "words.txt"
words = "chosen.txt"
lengths = [4, 5]
rounds = 2
out = "results"
format = "json"
keep-going = true

[players]
steady = "./guesses.sh able crane dozes seat tough"
"""


@pytest.fixture
def repository(tmp_path, wordlist, player_command):
    """A directory with a contest, its word list and its player; the referee is started elsewhere."""
    home = tmp_path / "contest"
    home.mkdir()
    shutil.copy(wordlist, home / "words.txt")
    shutil.copy(shlex.split(player_command("guesses.sh"))[0], home)
    (home / "chosen.txt").write_text("able\nseat\nteas\ncrane\ndozes\ntough\n")
    (home / "pit.toml").write_text(CONTEST)
    return home


@pytest.fixture
def by_file(repository, run, tmp_path):
    """Run the contest of the file from another directory, its text edited first."""

    def start(*arguments, old="", new="", env=None):
        (repository / "pit.toml").write_text(CONTEST.replace(old, new) if old else CONTEST + new, "utf-8-sig")
        return run("referee", "run", "--config", repository / "pit.toml", *arguments, cwd=tmp_path, env=env)

    return start


def test_everything_comes_from_the_file_and_paths_are_relative_to_it(by_file, repository):
    result = by_file()
    assert result.returncode == 0, result.stderr
    board = json.loads(result.stdout)
    assert board["players"][0]["name"] == "steady"
    assert [one["points"] for one in board["players"][0]["by_length"].values()] == [500 + 200, 400 + 300]
    assert (repository / "results" / "leaderboard.txt").exists()


def test_the_command_line_overrides_the_environment_which_overrides_the_file(by_file, steady_player, tmp_path):
    assert json.loads(by_file().stdout)["rounds"] == 2

    shutil.rmtree(tmp_path / "contest" / "results")
    variables = {"REFEREE_RUN_ROUNDS": "2", "REFEREE_RUN_PLAYERS": "nobody", "REFEREE_RUN_JOBS": "1"}
    result = by_file("--rounds", "1", f"--players={steady_player.replace('steady', 'other')}", "-v", env=variables)
    board = json.loads(result.stdout)

    assert [player["name"] for player in board["players"]] == ["other"]
    assert board["rounds"] == 1
    assert "at a time: 1," in result.stderr

    shutil.rmtree(tmp_path / "contest" / "results")
    quoted = shlex.join([steady_player, "two=true 1"])
    board = json.loads(by_file(env={"REFEREE_RUN_ROUNDS": "1", "REFEREE_RUN_PLAYERS": quoted}).stdout)

    assert (board["rounds"], [player["name"] for player in board["players"]]) == (1, ["steady", "two"])


def test_the_environment_overrides_a_switch_of_the_file(by_file, error_line):
    """A missing program ends the run, unless the environment or the command line keeps it going."""
    missing = by_file("--players", "nobody", "--out", "other", old="true", new="false")
    assert "there is no such program" in error_line(missing, 1)
    off = {"REFEREE_RUN_KEEP_GOING": "0"}
    assert "there is no such program" in error_line(by_file("--players", "nobody", "--out", "other", env=off), 1)
    assert by_file("--players", "nobody", "--keep-going", "--out", "other", old="true", new="false").returncode == 0


def test_verbose_names_what_is_used_and_every_game(by_file, repository):
    said = by_file("--verbose").stderr
    assert f"referee: player steady: {repository}/guesses.sh able" in said
    assert f"referee: 4 letters: 4 words of {repository}/words.txt, " in said
    assert "referee: game 1: steady, able, solved, 500 points, " in said


def test_check_tries_the_players_of_the_file(referee, repository):
    """At the lengths of the file; what is about the run alone, such as `rounds`, has no effect."""
    done = referee("check", "--config", repository / "pit.toml", "--json")
    [player, *_] = json.loads(done.stdout)["players"]
    assert player["games"] == 2  # a word of each length
    assert not (repository / "results").exists()


def test_a_list_of_players_with_a_file_of_more(by_file, repository):
    (repository / "friends.txt").write_text("friend=./guesses.sh seat\n")
    table = CONTEST[CONTEST.index("[players]") :]
    result = by_file(old=table, new='players = ["me=./guesses.sh able", "@friends.txt"]')
    assert [player["name"] for player in json.loads(result.stdout)["players"]] == ["me", "friend"]


def test_a_run_is_taken_up_with_its_file(by_file, repository):
    first = by_file()
    again = by_file("--resume", repository / "results")
    assert (again.returncode, again.stdout) == (0, first.stdout)


def test_sizes_and_seconds():
    assert [*map(size, ("1", "65536", "64K", "10m", "2G"))] == [1, 1 << 16, 1 << 16, 10 << 20, 2 << 30]
    assert [*map(seconds, ("0.5", 86400))] == [0.5, 86400]
    for read, text in ((size, "0"), (size, "0K"), (size, "K"), (seconds, "0"), (seconds, "86400.5"), (seconds, "nan")):
        with pytest.raises(ValueError, match=f"'{text}' is no"):
            read(text)


@pytest.mark.parametrize(("old", "new", "said"), [
    ("rounds", "round", "unknown key 'round'; did you mean 'rounds'?"),
    ("keep-going", "keep_going", "unknown key 'keep_going'; did you mean 'keep-going'?"),
    ("rounds", "zzz", "unknown key 'zzz'; there are "),
    ("rounds = 2", "rounds = 0", "rounds must be a number of rounds, 1 or more, or 'all', not '0'"),
    ("rounds = 2", "rounds = true", "rounds must be a number, text or a list, not true or false"),
    ("rounds = 2", "jobs = 1025", "jobs must be a whole number from 1 to 1024, not 1025"),
    ('"json"', '"yaml"', "format must be text, markdown, csv, json or classic, not 'yaml'"),
    ("true", '"yes"', "keep-going must be true or false, not text"),
    ("steady =", '"so so" =', "players: 'so so' is no name"),
    ('"./guesses.sh able crane dozes seat tough"', "3", "players: neither a table of"),
    ("rounds = 2", "rounds =", "not a TOML file: Invalid value (at line 5, column 9)"),
])  # fmt: skip
def test_what_is_wrong_with_a_file_is_one_line(old, new, said, by_file, repository, error_line):
    text = error_line(by_file(old=old, new=new), 1)
    assert text.startswith(f"{repository / 'pit.toml'}: {said}")


def test_a_file_that_is_not_there(run, error_line):
    missing = error_line(run("referee", "run", "--config", "none.toml"), 1)
    assert missing == "none.toml: cannot be read: no such file or directory"
    assert "--config" in error_line(run("referee", "run", "--config"), 2)


def test_the_example(run, tmp_path):
    """The players of the example are those of `make pit`, found from anywhere."""
    result = run("referee", "run", "--config", EXAMPLES / "pit.toml", "--rounds", 1, "--lengths", 13, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "lingo-bot" in result.stdout and "frequency" in result.stdout
