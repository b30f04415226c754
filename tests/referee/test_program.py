"""`referee` as a user starts it."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from lingo_common.process import processors
from referee.contest.conditions import Limits

REFEREE = (sys.executable, "-m", "referee")
EXAMPLES = Path(__file__).parents[2] / "examples"


class TestRun:
    def test_table(self, referee_run, steady_player, player_command):
        result = referee_run(
            "--players", steady_player, "none=" + player_command("exits_at_once.sh"), "--rounds", 4, "--seed", 1
        )
        assert result.returncode == 0

        verdict, _, header, first, second, *_ = result.stdout.splitlines()
        assert verdict.startswith("steady leads none by ")
        assert header.split()[-5:] == ["solved", "failures", "mean", "time", "illegal"]
        assert first.split()[:2] == ["1", "steady"]
        assert second.split()[:3] == ["2", "none", "0"]
        assert "none: 8 of 8 games failed: 8 exited" in result.stdout

    def test_all_words(self, referee_run, steady_player):
        """By hand: able at the first attempt, seat at the fourth; crane second, dozes third, tough fifth."""
        result = referee_run("--players", steady_player, "--rounds", "all", "--format", "json")
        value = json.loads(result.stdout)
        assert value["players"][0]["by_length"] == {
            "4": {"points": 500 + 200, "games": 4, "solved": 2},
            "5": {"points": 400 + 300 + 100, "games": 6, "solved": 3},
        }
        assert value["rounds"] == "all"
        assert value["players"][0]["failures"] == {}

    def test_same_seed_same_words_whatever_the_jobs(
        self, referee_run, referee, steady_player, player_command, tmp_path
    ):
        def games(jobs, seed=3):
            """The leaderboard of a run and its games: (player, length, word) in the order of the record."""
            out = tmp_path / f"{jobs} {seed}"
            players = [steady_player, "other=" + player_command("guesses.sh", "teas", "blimp")]
            options = ["--rounds", 3, "--seed", seed, "--jobs", jobs, "--out", out, "--format", "classic"]
            result = referee_run("--players", *players, *options)
            assert result.returncode == 0
            lines = [json.loads(line) for line in referee("games", out, "--format", "jsonl").stdout.splitlines()]
            return result.stdout, [(line["player"], line["length"], line["word"]) for line in lines]

        board, words = games(1)
        assert games(3) == (board, words)
        assert words == sorted(words, key=lambda game: (game[0] != "steady", game[1]))
        assert [game[1:] for game in words[:6]] == [game[1:] for game in words[6:]]
        assert games(2, seed=4)[1] != words

    def test_more_jobs_than_processors(self, referee_run, steady_player):
        warning = f"{processors() + 1} games at a time on {processors()} processors: players take time from each other"
        assert warning in referee_run("--players", steady_player, "--rounds", 1, "--jobs", processors() + 1).stderr
        assert "time-outs" not in referee_run("--players", steady_player, "--rounds", 1, "--jobs", processors()).stderr

    def test_words_of_a_file(self, steady_player, tmp_path, referee_run_json):
        chosen = tmp_path / "chosen"
        chosen.write_text("tough\nable\ncrane\n")
        value = referee_run_json("--players", steady_player, "--words", chosen)
        assert value["seed"] is None
        assert value["players"][0]["total"] == 100 + 500 + 400
        value = referee_run_json("--players", steady_player, "--words", chosen, "--rounds", 1)
        assert value["players"][0]["total"] == 100 + 500

    def test_players_file_resolves_its_paths(self, referee_run, tmp_path, player_command):
        home = tmp_path / "players at home"
        home.mkdir()
        (home / "player.sh").write_text("echo able; read -r reply\n")
        (home / "players.txt").write_text("local=sh player.sh\n")
        result = referee_run("--players", f"@{home}/players.txt", "--rounds", "all", "--format", "json")
        assert json.loads(result.stdout)["players"][0]["by_length"]["4"]["solved"] == 1

    def test_examples(self, referee):
        """Every opponent plays without a failure; one strategy in two languages wins the same points."""
        names = ("random", "first-fit", "frequency", "expected", "entropy")
        opponents = [sys.executable, f"{EXAMPLES}/players/opponents.py"]
        players = [f"{name}=" + shlex.join([*opponents, name]) for name in names]
        awk = "awk=" + shlex.join(["awk", "-f", f"{EXAMPLES}/players/candidates.awk"])
        result = referee(
            "run", "--players", *players, awk, "--lengths", "4,13",
            "--rounds", 2, "--seed", 1, "--format", "json",
        )  # fmt: skip
        found = {player["name"]: player for player in json.loads(result.stdout)["players"]}

        assert found["frequency"]["total"] == found["awk"]["total"] > 0
        assert all(player["total"] > 0 and player["failures"] == {} for player in found.values())


def test_words_that_are_given_twice_are_told(referee_run, steady_player, tmp_path):
    (tmp_path / "twice.txt").write_text("able\nzest\nABLE\n")
    done = referee_run("--players", steady_player, "--words", tmp_path / "twice.txt", "--lengths", 4)
    assert (
        f"{tmp_path}/twice.txt: 1 word is there more than once, such as 'able'; each word is played once" in done.stderr
    )


@pytest.mark.parametrize(("given", "shown"), [("1K", "1 KiB"), ("100", "100 bytes"), ("3M", "3 MiB")])
def test_a_limit_on_memory_is_shown_in_its_own_unit(given, shown):
    assert f"memory: {shown}," in str(Limits(memory=given))


def test_a_list_of_games_that_is_empty_says_so(referee, run_of_16_games):
    done = referee("games", run_of_16_games, "--length", 12)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"referee: {run_of_16_games}: there is no game with --length 12\n"


def test_without_a_command_the_commands_are_listed(referee, error_line):
    assert error_line(referee(), 2).startswith("missing command; there are run, watch, game, play, check, ")


class TestOut:
    def test_files(self, referee_run, steady_player, tmp_path):
        out = tmp_path / "deep" / "out"
        result = referee_run("--players", steady_player, "--rounds", 2, "--seed", 1, "--out", out)
        assert (out / "leaderboard.txt").read_text() == result.stdout
        boards = {f"leaderboard.{suffix}" for suffix in ("csv", "json", "md", "txt")}
        assert {file.name for file in out.iterdir()} == boards | {"lock", "run.sqlite"}

    def test_finished_run_is_not_overwritten(self, error_line, referee_run, steady_player, tmp_path):
        referee_run("--players", steady_player, "--rounds", 1, "--seed", 1, "--out", tmp_path / "out")
        before = (tmp_path / "out" / "run.sqlite").read_bytes()
        result = referee_run("--players", steady_player, "--rounds", 1, "--seed", 2, "--out", tmp_path / "out")
        assert "holds a run already" in error_line(result, 1)
        assert (tmp_path / "out" / "run.sqlite").read_bytes() == before


class TestMistakes:
    """One line, the documented exit code, no game played."""

    @pytest.mark.parametrize("arguments", [
        "run", "run --players", "run --players sh sh", "run --players sh --rounds 0", "run --players sh --rounds many",
        "run --players sh --lengths 9-4", "run --players sh --lengths x", "run --players sh --jobs 0",
        "run --players sh --jobs 1025", "run --players sh --move-timeout nan", "run --players sh --seed x",
        'run --players "sh \'x"', 'run --players "sh \udcff"', "run --players sh --nonsense",
        "", "game sh", "game sh --word crane --length 5",
    ])  # fmt: skip
    def test_usage(self, referee, error_line, arguments):
        error_line(referee(*shlex.split(arguments)), 2)

    @pytest.mark.parametrize(("options", "message"), [
        ("--players nobody", "nobody: there is no such program"),
        ("--players sh --rounds 5", "only 4 words of 4 letters for 5 rounds"),
        ("--players sh --lengths 6", "no words of 6 letters"),
        ("--players sh --words strange", "'zzzz' is not in"),
        ("--players sh --words short", "no words of 5 letters"),
        ("--players sh --rounds 1 --out short", "short: not a directory"),
    ])  # fmt: skip
    def test_data(self, referee_run, error_line, tmp_path, options, message):
        (tmp_path / "room" / "strange").write_text("crane\nzzzz\n")
        (tmp_path / "room" / "short").write_text("able\n")
        assert message in error_line(referee_run(*shlex.split(options)), 1)

    def test_usage_in_the_environment(self, error_line, referee):
        result = referee("run", "--players", "sh", env={**os.environ, "REFEREE_RUN_JOBS": "1025"})
        assert "REFEREE_RUN_JOBS must be a whole number from 1 to 1024, not 1025" in error_line(result, 2)

    def test_working_directory_that_has_gone(self, steady_player, wordlist, tmp_path):
        command = ["run", "--players", steady_player, "--wordlist", wordlist]
        script = 'mkdir "$1" && cd "$1" && rmdir "$1" && shift && exec "$@"'
        result = subprocess.run(
            ["sh", "-c", script, "sh", tmp_path / "gone", *REFEREE, *command],
            env={**os.environ, "PYTHONPATH": str(EXAMPLES.parent)}, capture_output=True, text=True, timeout=20,
        )  # fmt: skip
        assert (result.returncode, result.stderr) == (1, "referee: the working directory has been removed\n")


class TestGame:
    def test_plain(self, referee, wordlist, player_command):
        result = referee(
            "game", player_command("guesses.sh", "crane", "abcde", "dozes"), "--word", "dozes", "--wordlist", wordlist
        )

        assert result.returncode == 0

        lines = [" ".join(line.split()[:3]) for line in result.stdout.splitlines()]
        assert lines[1:4] == ["1 crane XXXX?", "2 abcde XXXXX", "3 dozes OOOOO"]
        assert "solved at attempt 3: 300 points" in result.stdout
        assert "\x1b" not in result.stdout

    def test_failure(self, referee, wordlist, player_command):
        result = referee("game", player_command("fails_at_once.sh"), "--length", 5, "--wordlist", wordlist)
        assert result.returncode == 1
        assert result.stderr.startswith("no idea\ncrashed: ended with exit status 3 before its first guess; ")
        assert "crashed with exit status 3: 0 points" in result.stdout
