"""`referee void`: games that count for nothing, and the record keeps them with the reason.

In the run of the fixture `run_of_16_games`, `steady`, which solves words, played numbers 1 to 8. `none`, which solves
none, played numbers 9 to 16 for the same words in the same order. The first four games of each are for words of
four letters, the other four for words of five.
"""

import os
import signal

import click
import pytest
from made_runs import written_leaderboard

from referee.commands.amend import disqualify, void_command
from referee.storage.run import Recorder, open_run

WORTH_500 = "able"
"""The word that `steady` guesses first, so its game for that word has 500 points."""
REASON = "the power failed"


@pytest.fixture
def void(referee, run_of_16_games):
    """void(*arguments): what `referee void` prints for these games of the run."""
    return lambda *arguments: referee("void", run_of_16_games, *arguments).stdout


@pytest.fixture
def number(run_of_16_games):
    """The number of the game of `steady` that is worth 500 points."""
    with open_run(str(run_of_16_games)) as run:
        [game] = run.games(player="steady", word=WORTH_500)
        assert game.points == 500
        return run.number(game)


class TestOneGame:
    def test_is_confirmed_with_the_reason(self, void, number):
        assert void(number, "--why", REASON) == "1 game void: the power failed\n"

    def test_its_points_do_not_count(self, void, number, run_of_16_games, standing):
        before = standing(run_of_16_games, "steady")["total"]

        void(number, "--why", REASON)

        assert standing(run_of_16_games, "steady")["total"] == before - 500

    def test_is_counted_apart(self, void, number, run_of_16_games, standing):
        void(number, "--why", REASON)

        after = standing(run_of_16_games, "steady")
        assert (after["games"], after["void"]) == (7, 1)

    def test_the_leaderboard_is_written_again(self, void, number, run_of_16_games, standing):
        void(number, "--why", REASON)

        assert written_leaderboard(run_of_16_games)["players"][0] == standing(run_of_16_games, "steady")

    def test_show_has_the_reason(self, void, number, referee, run_of_16_games):
        void(number, "--why", REASON)

        assert "void, it counts for nothing: the power failed" in referee("show", run_of_16_games, number).stdout

    def test_the_run_is_still_verified(self, void, number, referee, run_of_16_games):
        void(number, "--why", REASON)

        done = referee("verify", run_of_16_games)
        assert done.returncode == 0
        assert "no discrepancies" in done.stdout

    def test_is_not_played_again_when_the_run_is_resumed(self, void, number, referee, run_of_16_games, standing):
        void(number, "--why", REASON)
        before = standing(run_of_16_games, "steady")

        referee("run", "--resume", run_of_16_games)

        assert standing(run_of_16_games, "steady") == before


class TestComparison:
    @pytest.fixture
    def common_words(self, referee_json, run_of_16_games):
        """common_words(a, b): how many words count when these players are compared."""
        return lambda a, b: referee_json("compare", run_of_16_games, a, b)["total"]["words"]

    def test_all_words_count_at_first(self, common_words):
        assert common_words("steady", "none") == 8

    def test_the_word_of_a_void_game_does_not_count(self, void, common_words):
        void(9, "--why", REASON)

        assert common_words("steady", "none") == 7

    def test_the_word_counts_for_other_players(self, void, common_words, referee, run_of_16_games):
        referee("run", "--resume", run_of_16_games, "--players", "third=false")

        void(9, "--why", REASON)

        assert common_words("steady", "none") == 7
        assert common_words("steady", "third") == 8


class TestManyGames:
    @pytest.fixture
    def counts(self, referee_json, run_of_16_games):
        """counts(): how many games of `steady` and of `none` are void."""

        def count():
            players = referee_json("leaderboard", run_of_16_games)["players"]
            return [player["void"] for player in players]

        return count

    def test_by_number(self, void, counts):
        assert void(1, 2, "--why", REASON) == "2 games void: the power failed\n"
        assert counts() == [2, 0]

    def test_all_of_a_player(self, void, counts):
        assert void("--player", "none", "--why", REASON) == "8 games void: the power failed\n"
        assert counts() == [0, 8]

    def test_all_of_a_length(self, void, counts):
        assert void("--length", 4, "--why", REASON) == "8 games void: the power failed\n"
        assert counts() == [4, 4]

    def test_a_length_that_was_not_played(self, referee, run_of_16_games):
        done = referee("void", run_of_16_games, "--length", 12, "--why", REASON)

        assert "no such game was played" in done.stderr


class TestUndo:
    @pytest.fixture
    def standings(self, standing, run_of_16_games):
        """standings(): the lines of both players, as the fixture `standing` returns them."""
        return lambda: [standing(run_of_16_games, "steady"), standing(run_of_16_games, "none")]

    def test_by_number(self, void, standings):
        before = standings()
        void(1, 2, "--why", REASON)

        assert void(1, 2, "--undo") == "2 games counted again\n"
        assert standings() == before

    def test_all_of_a_player(self, void, standings):
        before = standings()
        void("--player", "none", "--why", REASON)

        assert void("--player", "none", "--undo") == "8 games counted again\n"
        assert standings() == before

    def test_of_games_that_count_already_is_refused(self, void, referee, run_of_16_games, error_line):
        void(1, "--why", REASON)

        says = error_line(referee("void", run_of_16_games, 2, 3, "--undo"), exit_code=1)

        assert says == f"{run_of_16_games}: no such game is void"

    def test_counts_the_games_that_were_void(self, void):
        void(1, 2, "--why", REASON)

        assert void("--player", "steady", "--undo") == "2 games counted again\n"

    def test_all_of_a_player_at_a_length(self, void):
        void("--length", 4, "--why", REASON)

        assert void("--length", 4, "--player", "none", "--undo") == "4 games counted again\n"


@pytest.mark.parametrize(("command", "method", "what"), [
    (void_command, "set_void", "1"),
    (disqualify, "disqualify", "none"),
])  # fmt: skip
def test_an_interrupted_change_leaves_the_leaderboards_of_its_record(
    command, method, what, run_of_16_games, referee, monkeypatch
):
    change = getattr(Recorder, method)

    def change_and_interrupt(*arguments):
        change(*arguments)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(Recorder, method, change_and_interrupt)
    with pytest.raises(click.Abort):
        command.main([str(run_of_16_games), what, "--why", REASON], standalone_mode=False)

    assert referee("verify", run_of_16_games).returncode == 0
