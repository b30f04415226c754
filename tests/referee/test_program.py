"""`referee` as a user starts it.

The word list has able, seat, teas and zest, and blimp, cozen, crane, dents, dozes and tough. In every game the player
`steady` guesses able, crane, dozes, seat and tough, in this order: it finds able at its first attempt for 500 points,
crane at its second for 400, dozes at its third for 300, seat at its fourth for 200 and tough at its fifth for 100.
"""

import json
import shlex
from pathlib import Path

import pytest
from programs import python_for_players

from lingo_common.process import processors

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


class TestTable:
    """What `referee run` prints; its table is that of `leaderboard.txt`."""

    @pytest.fixture
    def lines(self, run_of_16_games):
        """The lines of the table of `steady` and of `none`, which fails in all of its eight games."""
        return (run_of_16_games / "leaderboard.txt").read_text().splitlines()

    def test_its_first_line_says_who_leads(self, lines):
        # 700 points for able and seat, and 700 for crane and dozes, which are drawn with two words it does not find.
        assert lines[0].startswith("steady leads none by 1,400 points; ")

    def test_it_has_a_column_for_each_figure(self, lines):
        assert lines[2].split("  ") == [
            "rank", "player", "total", "95 % interval", "solved", "failures", "mean time", "illegal"
        ]  # fmt: skip

    def test_it_has_a_line_for_each_player_the_best_first(self, lines):
        assert lines[3].split()[:3] == ["1", "steady", "1,400"]
        assert lines[4].split()[:3] == ["2", "none", "0"]

    def test_it_says_how_the_games_of_a_player_failed(self, lines):
        assert "none: 8 of 8 games failed: 8 crashed" in lines

    def test_the_run_prints_what_it_writes(self, referee_run, steady_player, tmp_path):
        done = referee_run("--players", steady_player, "--rounds", 2, "--seed", 1, "--out", tmp_path / "out")

        assert done.returncode == 0
        assert done.stdout == (tmp_path / "out" / "leaderboard.txt").read_text()


class TestWords:
    @pytest.fixture
    def words_of(self, referee):
        """words_of(directory, player): the words of that player's games in a run, in the order of the record."""

        def words(directory, player):
            listed = referee("games", directory, "--player", player, "--format", "jsonl").stdout
            return [json.loads(line)["word"] for line in listed.splitlines()]

        return words

    def test_with_all_rounds_every_word_is_played(self, referee_run_json, steady_player):
        board = referee_run_json("--players", steady_player, "--rounds", "all")

        # Of four letters it finds able and seat, of five crane, dozes and tough.
        assert board["rounds"] == "all"
        assert board["players"][0]["by_length"] == {
            "4": {"points": 500 + 200, "games": 4, "solved": 2},
            "5": {"points": 400 + 300 + 100, "games": 6, "solved": 3},
        }

    def test_all_players_play_the_same_words(self, words_of, run_of_16_games):
        assert words_of(run_of_16_games, "steady") == words_of(run_of_16_games, "none")

    def test_games_are_recorded_by_player_and_then_by_length(self, referee, run_of_16_games):
        listed = referee("games", run_of_16_games, "--format", "jsonl").stdout
        games = [json.loads(line) for line in listed.splitlines()]

        players_and_lengths = [(game["player"], game["length"]) for game in games]
        assert players_and_lengths == [("steady", 4)] * 4 + [("steady", 5)] * 4 + [("none", 4)] * 4 + [("none", 5)] * 4

    def test_jobs_do_not_change_words_or_table(self, referee_run, words_of, steady_player, player_command, tmp_path):
        players = [steady_player, "other=" + player_command("guesses.sh", "teas", "blimp")]
        # The classic format has no times, which no two runs share.
        options = ["--rounds", 3, "--seed", 3, "--format", "classic"]

        alone = referee_run("--players", *players, *options, "--jobs", 1, "--out", tmp_path / "1")
        together = referee_run("--players", *players, *options, "--jobs", 3, "--out", tmp_path / "3")

        assert (alone.returncode, together.returncode) == (0, 0)
        assert together.stdout == alone.stdout
        assert words_of(tmp_path / "3", "other") == words_of(tmp_path / "1", "other")

    def test_another_seed_gives_other_words(self, referee_run, words_of, run_of_16_games, tmp_path):
        referee_run("--players", "p=echo able", "--rounds", 4, "--seed", 2, "--out", tmp_path / "out")

        # Seed 1 drew the words of the run of 16 games.
        assert words_of(tmp_path / "out", "p") != words_of(run_of_16_games, "steady")

    @pytest.fixture
    def words_file(self, tmp_path):
        """The path of a file of words, for --words."""
        path = tmp_path / "chosen"
        path.write_text("tough\nable\ncrane\n")
        return path

    def test_the_words_of_a_file_are_played(self, referee_run_json, steady_player, words_file):
        board = referee_run_json("--players", steady_player, "--words", words_file)

        assert board["players"][0]["total"] == 100 + 500 + 400
        assert board["seed"] is None

    def test_one_round_has_the_first_word_of_each_length_of_a_file(self, referee_run_json, steady_player, words_file):
        board = referee_run_json("--players", steady_player, "--words", words_file, "--rounds", 1)

        # tough and able, but not crane.
        assert board["players"][0]["total"] == 100 + 500

    def test_words_that_are_in_a_file_twice_are_played_once_with_a_remark(self, referee_run, tmp_path):
        twice = tmp_path / "twice.txt"
        twice.write_text("able\nzest\nABLE\n")

        done = referee_run("--players", "p=echo able", "--words", twice, "--lengths", 4)

        remark = "1 repeated word, such as 'able'; each word is played once"
        assert f"{twice}: {remark}" in done.stderr


class TestJobs:
    WARNING = "players take time from each other"

    def test_more_games_at_a_time_than_processors_are_warned_of(self, referee_run):
        count = processors()

        done = referee_run("--players", "p=echo able", "--rounds", 1, "--jobs", count + 1)

        assert f"{count + 1} games at a time on {count} processors: {self.WARNING}" in done.stderr

    def test_as_many_games_at_a_time_as_processors_are_not(self, referee_run):
        done = referee_run("--players", "p=echo able", "--rounds", 1, "--jobs", processors())

        assert self.WARNING not in done.stderr


def test_a_command_in_a_players_file_is_found_in_the_folder_of_the_file(referee_run_json, tmp_path):
    folder = tmp_path / "players at home"
    folder.mkdir()
    (folder / "player.sh").write_text("echo able; read -r reply\n")
    (folder / "players.txt").write_text("local=sh player.sh\n")

    board = referee_run_json("--players", f"@{folder}/players.txt", "--rounds", "all")

    # A player that is found guesses able, which is one of the four words.
    assert board["players"][0]["by_length"]["4"]["solved"] == 1


@pytest.fixture(scope="module")
def example_players(run, tmp_path_factory):
    """The players of examples/players in a run of short and long words: their lines of the leaderboard, by name.

    `awk` is the strategy `frequency` in another language.
    """
    opponents = [python_for_players(), f"{EXAMPLES}/players/opponents.py"]
    commands = ["awk=" + shlex.join(["awk", "-f", f"{EXAMPLES}/players/candidates.awk"])]
    for strategy in ("random", "first-fit", "frequency", "expected", "entropy"):
        commands.append(f"{strategy}=" + shlex.join([*opponents, strategy]))

    options = ["--lengths", "4,13", "--rounds", 1, "--seed", 1, "--format", "json"]
    done = run("referee", "run", "--players", *commands, *options, cwd=tmp_path_factory.mktemp("examples"))
    return {player["name"]: player for player in json.loads(done.stdout)["players"]}


class TestExamples:
    @pytest.mark.parametrize("name", ["awk", "random", "first-fit", "frequency", "expected", "entropy"])
    def test_each_plays_without_a_failure_and_wins_points(self, example_players, name):
        assert example_players[name]["failures"] == {}
        assert example_players[name]["total"] > 0

    def test_one_strategy_in_two_languages_wins_the_same_points(self, example_players):
        assert example_players["awk"]["total"] == example_players["frequency"]["total"]


def test_a_list_of_games_that_is_empty_says_so(referee, run_of_16_games):
    done = referee("games", run_of_16_games, "--length", 12)

    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"referee: {run_of_16_games}: there is no such game\n"


class TestOut:
    def test_a_run_writes_its_record_and_a_leaderboard_in_each_format(self, run_of_16_games):
        assert sorted(file.name for file in run_of_16_games.iterdir()) == [
            "leaderboard.csv", "leaderboard.json", "leaderboard.md", "leaderboard.txt", "lock", "run.sqlite"
        ]  # fmt: skip

    def test_missing_folders_above_it_are_made(self, referee_run, tmp_path):
        assert (
            referee_run("--players", "p=echo able", "--rounds", 1, "--out", tmp_path / "deep" / "out").returncode == 0
        )
        assert (tmp_path / "deep" / "out" / "run.sqlite").exists()

    def test_a_finished_run_is_not_overwritten(self, error_line, referee_run, run_of_16_games):
        record = run_of_16_games / "run.sqlite"
        before = record.read_bytes()

        done = referee_run("--players", "p=echo able", "--rounds", 1, "--out", run_of_16_games)

        assert "holds a run already" in error_line(done, exit_code=1)
        assert record.read_bytes() == before

    def test_a_run_is_not_written_to_standard_output(self, error_line, referee_run, tmp_path):
        done = referee_run("--players", "p=echo able", "--rounds", 1, "--out", "-")

        assert "a run is written to a directory, not to standard output" in error_line(done, exit_code=2)
        assert not (tmp_path / "room" / "-").exists()


class TestGame:
    """`referee game`, which plays one game and shows it."""

    @pytest.fixture
    def shown(self, referee, wordlist, player_command):
        """What a game for dozes prints whose player guesses crane, abcde, which is no word, and dozes."""
        player = player_command("guesses.sh", "crane", "abcde", "dozes")
        done = referee("game", player, "--word", "dozes", "--wordlist", wordlist)
        assert done.returncode == 0
        return done.stdout

    def test_each_guess_has_a_line_with_its_reply(self, shown):
        guesses = [line.split()[:3] for line in shown.splitlines()[1:4]]

        assert guesses == [["1", "crane", "XXXX?"], ["2", "abcde", "XXXXX"], ["3", "dozes", "OOOOO"]]

    def test_the_end_says_attempt_and_points(self, shown):
        assert "solved at attempt 3: 300 points" in shown

    def test_where_no_terminal_is_there_are_no_colours(self, shown):
        assert "\x1b" not in shown

    def test_a_failure_is_told_with_the_error_text_of_the_player(self, referee, wordlist, player_command):
        done = referee("game", player_command("fails_at_once.sh"), "--length", 5, "--wordlist", wordlist)

        assert done.returncode == 1
        assert done.stderr.startswith("no idea\ncrashed: ended with exit status 3 before its first guess; ")
        assert "crashed with exit status 3: 0 points" in done.stdout
