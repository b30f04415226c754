"""`referee games` and `referee show`, and what commands that read a record refuse.

The run of the fixture `run_of_16_games` has the games 1 to 8 of `steady` and 9 to 16 of `none`, whose program crashes.
"""

import json
import re
import shlex

import pytest
from made_runs import edit_record

from referee.storage.run import open_run


class TestGames:
    def test_a_game_is_a_line_with_player_word_points_end_and_guesses(self, referee, run_of_16_games):
        [line] = referee("games", run_of_16_games, "--player", "steady", "--word", "DOZES").stdout.splitlines()

        # Between them stands how long the game took.
        cells = line.split()
        assert cells[1:5] == ["steady", "dozes", "300", "solved"]
        assert cells[-3:] == ["able", "crane", "dozes"]

    def test_a_game_is_an_object_in_json(self, referee, run_of_16_games):
        lines = referee("games", run_of_16_games, "--format", "jsonl", "--termination", "crashed").stdout.splitlines()

        games = [json.loads(line) for line in lines]
        assert [game["game"] for game in games] == [9, 10, 11, 12, 13, 14, 15, 16]
        assert set(games[0]) >= {
            "player", "length", "word", "index", "guesses", "replies", "attempts", "illegal", "points", "termination",
            "seconds", "host",
        }  # fmt: skip


@pytest.mark.parametrize("word", ["", "caf\udce9"], ids=["empty", "not UTF-8"])
def test_a_text_that_is_no_word_has_no_games(referee, run_of_16_games, word):
    done = referee("games", run_of_16_games, "--word", word)

    assert (done.returncode, done.stdout) == (0, "")
    assert "there is no such game" in done.stderr


class TestShow:
    @pytest.fixture
    def game_for_dozes(self, run_of_16_games):
        """(number, record) of the game that `steady` has played for dozes."""
        with open_run(str(run_of_16_games)) as run:
            [game] = run.games(player="steady", word="dozes")
            return run.number(game), game

    def test_begins_with_the_moves_of_the_game(self, referee, run_of_16_games, game_for_dozes):
        number, _ = game_for_dozes

        lines = referee("show", run_of_16_games, number).stdout.splitlines()

        assert lines[0] == "steady: 5 letters, the word is dozes"
        assert [line.split()[:3] for line in lines[1:4]] == [
            ["1", "able", "XXXXX"],
            ["2", "crane", "XXXX?"],
            ["3", "dozes", "OOOOO"],
        ]
        assert lines[1].endswith("  illegal")
        assert lines[4].startswith("solved at attempt 3: 300 points")

    def test_ends_with_the_figures_that_the_system_told(self, referee, run_of_16_games, game_for_dozes):
        number, game = game_for_dozes
        # None where the system does not tell.
        figures = [
            (game.cpu_seconds, "processor time: [0-9.]+ s"),
            (game.peak_memory, "most memory: [0-9.]+ MiB"),
            (game.pressure, r"pressure by other programs: [0-9.]+ \(0 to 1\)"),
        ]
        patterns = [pattern for figure, pattern in figures if figure is not None]

        lines = referee("show", run_of_16_games, number).stdout.splitlines()

        assert re.fullmatch("\n".join(patterns), "\n".join(lines[5:]))

    def test_has_the_standard_error(self, referee, run_of_16_games):
        assert referee("show", run_of_16_games, 9).stdout.endswith("standard error:\n  no idea\n")

    def test_marks_nothing_as_left_out_where_the_record_has_all_of_standard_error(self, referee, run_of_16_games):
        """A record keeps 4 KiB of the beginning, and of what follows the last 4 KiB, here all."""
        edit_record(run_of_16_games, "UPDATE games SET stderr_head = 'a\n', stderr_tail = 'b\n' WHERE number = 9")

        assert referee("show", run_of_16_games, 9).stdout.endswith("standard error:\n  a\n  b\n")


@pytest.mark.parametrize(("arguments", "code", "message"), [
    ("show OUT 17", 1, "there is no game 17"),
    (f"show OUT {10**20}", 1, "there is no game"),
    ("show OUT 0", 2, "Invalid value for 'GAME': must be a whole number of at least 1, not 0"),
    ("games OUT --player x", 2, "no player 'x'"),
    ("games OUT --termination x", 2, "'x' is not one of 'solved', "),
    (f"games OUT --length {10**20}", 2, "must be a whole number from 1 to 20"),
    ("leaderboard OUT/nowhere", 1, "holds no run"),
    ("verify OUT/nowhere", 1, "holds no run"),
    ("void OUT 99 --why x", 1, "there is no game 99"),
    ("void OUT 1", 2, "give the reason with --why TEXT, or --undo"),
    ("void OUT 1 --why ' '", 2, "give the reason with --why TEXT, or --undo"),
    ("void OUT 1 --why x --undo", 2, "give the reason with --why TEXT, or --undo"),
    ("void OUT --why x", 2, "say which games"),
    ("void OUT --player nobody --why x", 2, "no player 'nobody'"),
    ("rerun OUT", 2, "say which games"),
    ("rerun OUT 99", 1, "there is no game 99"),
    ("rerun OUT --suspect", 1, "no game is suspect"),
])  # fmt: skip
def test_a_request_that_makes_no_sense_is_refused_in_one_line(
    referee, run_of_16_games, error_line, arguments, code, message
):
    words = [word.replace("OUT", str(run_of_16_games)) for word in shlex.split(arguments)]

    done = referee(*words)

    assert message in error_line(done, code)
    assert done.stdout == ""
