"""`referee rerun`: games are played again, and the record keeps those that they replace.

In the run of the fixture `run_of_16_games`, `steady` has played games 1 to 8 and `none` games 9 to 16.
"""

import pytest
from made_runs import edit_record

SUSPECT = "UPDATE games SET termination = 'move-timeout', points = 0, pressure = 0.9"
"""Changes games into time-outs of a machine that other programs kept busy."""


class TestSuspectGames:
    @pytest.fixture
    def suspect(self, run_of_16_games):
        """Two games of `steady` are suspect."""
        edit_record(run_of_16_games, f"{SUSPECT} WHERE number IN (1, 2)")

    def test_are_told_of(self, suspect, run_of_16_games, standing):
        assert standing(run_of_16_games, "steady")["suspect"] == 2

    def test_are_played_again_with_the_result_of_an_idle_machine(self, referee, run_of_16_games, standing):
        before = standing(run_of_16_games, "steady")
        edit_record(run_of_16_games, f"{SUSPECT} WHERE number IN (1, 2)")

        assert referee("rerun", run_of_16_games, "--suspect").returncode == 0

        assert standing(run_of_16_games, "steady") == before

    def test_stay_in_the_record_as_replaced_ones(self, suspect, referee, run_of_16_games):
        referee("rerun", run_of_16_games, "--suspect")

        replaced = edit_record(
            run_of_16_games, "SELECT number, json_extract(game, '$.termination') FROM replaced ORDER BY number"
        )
        assert replaced == [(1, "move-timeout"), (2, "move-timeout")]
        assert referee("verify", run_of_16_games).returncode == 0

    def test_of_a_disqualified_player_are_left_out(self, referee, run_of_16_games):
        edit_record(run_of_16_games, f"{SUSPECT} WHERE number IN (2, 12)")
        referee("disqualify", run_of_16_games, "none", "--why", "a reason")

        done = referee("rerun", run_of_16_games, "--suspect")

        assert "games are left out: player 'none' is disqualified" in done.stderr
        assert edit_record(run_of_16_games, "SELECT number FROM replaced") == [(2,)]
        assert edit_record(run_of_16_games, "SELECT count(*) FROM games") == [(16,)]


def test_void_games_and_a_game_by_number_are_played_again(referee, run_of_16_games, standing):
    referee("void", run_of_16_games, 1, "--why", "a reason")

    assert referee("rerun", run_of_16_games, 3, "--void").returncode == 0

    assert standing(run_of_16_games, "steady")["void"] == 0
    assert edit_record(run_of_16_games, "SELECT number FROM replaced ORDER BY number") == [(1,), (3,)]


def test_games_that_an_interrupted_run_lacks_are_not_played(referee, run_of_16_games):
    edit_record(run_of_16_games, "DELETE FROM games WHERE number IN (2, 16)")

    assert referee("rerun", run_of_16_games, 3).returncode == 0

    assert edit_record(run_of_16_games, "SELECT number FROM replaced") == [(3,)]
    assert edit_record(run_of_16_games, "SELECT count(*) FROM games") == [(14,)]


def test_games_of_a_player_that_forfeits_are_not_played_again(referee, run_of_16_games, error_line):
    edit_record(run_of_16_games, "UPDATE games SET termination = 'forfeited' WHERE number IN (15, 16)")

    says = error_line(referee("rerun", run_of_16_games, 12), exit_code=1)

    remedy = f"`referee run --resume {run_of_16_games} --reinstate none` plays them"
    assert f"player 'none' has forfeited games; {remedy}" in says
    assert edit_record(run_of_16_games, "SELECT count(*) FROM games WHERE player = 'none'") == [(8,)]


class TestPlayerThatIsGone:
    @pytest.fixture
    def gone(self, run_of_16_games):
        """The program of `steady` is not there any more."""
        edit_record(run_of_16_games, "UPDATE players SET arguments = '[\"/not/there\"]' WHERE name = 'steady'")

    def test_a_game_stays_until_its_successor_is_recorded(self, gone, referee, run_of_16_games):
        before = referee("games", run_of_16_games).stdout

        done = referee("rerun", run_of_16_games, 3)

        assert done.returncode == 1
        assert "/not/there: there is no such program" in done.stderr
        assert referee("games", run_of_16_games).stdout == before

    def test_the_message_says_to_repeat_the_command(self, gone, referee, run_of_16_games):
        done = referee("rerun", run_of_16_games, 3)

        assert "16 of 16 games are recorded; to go on: repeat the command" in done.stderr
