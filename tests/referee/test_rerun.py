"""`referee rerun`: games are played again, and the record keeps those that they replace.

In the run of the fixture `out`, `steady` has played games 1 to 8 and `none` games 9 to 16.
"""

import pytest
from made_runs import edit_record

SUSPECT = "UPDATE games SET termination = 'move-timeout', points = 0, pressure = 0.9"
"""Makes games some that timed out while other programs kept the machine busy."""


class TestSuspectGames:
    @pytest.fixture
    def suspect(self, out):
        """Two games of `steady` are suspect."""
        edit_record(out, f"{SUSPECT} WHERE number IN (1, 2)")

    def test_are_told_of(self, suspect, out, standing):
        assert standing(out, "steady")["suspect"] == 2

    def test_are_played_again_with_the_result_of_an_idle_machine(self, referee, out, standing):
        before = standing(out, "steady")
        edit_record(out, f"{SUSPECT} WHERE number IN (1, 2)")

        done = referee("rerun", out, "--suspect", "--format", "json")

        assert done.returncode == 0
        assert standing(out, "steady") == before

    def test_stay_in_the_record_as_replaced_ones(self, suspect, referee, out):
        referee("rerun", out, "--suspect")

        replaced = edit_record(out, "SELECT number, json_extract(game, '$.termination') FROM replaced ORDER BY number")
        assert replaced == [(1, "move-timeout"), (2, "move-timeout")]
        assert referee("verify", out).returncode == 0

    def test_of_a_disqualified_player_are_left_out(self, referee, out):
        edit_record(out, f"{SUSPECT} WHERE number IN (2, 12)")
        referee("disqualify", out, "none", "--why", "a reason")

        done = referee("rerun", out, "--suspect")

        assert "games are left out: player 'none' is disqualified" in done.stderr
        assert edit_record(out, "SELECT number FROM replaced") == [(2,)]
        assert edit_record(out, "SELECT count(*) FROM games") == [(16,)]


def test_void_games_and_a_game_by_number_are_played_again(referee, out, standing):
    referee("void", out, 1, "--why", "a reason")

    assert referee("rerun", out, 3, "--void").returncode == 0

    assert standing(out, "steady")["void"] == 0
    assert edit_record(out, "SELECT number FROM replaced ORDER BY number") == [(1,), (3,)]


def test_games_of_a_player_that_forfeits_are_not_played_again(referee, out, complaint):
    edit_record(out, "UPDATE games SET termination = 'forfeited' WHERE number IN (15, 16)")

    says = complaint(referee("rerun", out, 12), 1)

    assert f"player 'none' has forfeited games; `referee run --resume {out} --reinstate none` plays them" in says
    assert edit_record(out, "SELECT count(*) FROM games WHERE player = 'none'") == [(8,)]


class TestPlayerThatIsGone:
    @pytest.fixture
    def gone(self, out):
        """The program of `steady` is not there any more."""
        edit_record(out, "UPDATE players SET arguments = '[\"/not/there\"]' WHERE name = 'steady'")

    def test_a_game_stays_until_its_successor_is_recorded(self, gone, referee, out):
        before = referee("games", out).stdout

        done = referee("rerun", out, 3)

        assert done.returncode == 1
        assert "/not/there: there is no such program" in done.stderr
        assert referee("games", out).stdout == before

    def test_the_message_says_to_repeat_the_command(self, gone, referee, out):
        done = referee("rerun", out, 3)

        assert "16 of 16 games are recorded; to go on: repeat the command" in done.stderr
