"""`referee disqualify`: a player is left out of table, report and comparisons, and plays no more.

In the run of the fixture `run_of_16_games`, `steady` and `none` have played 8 games each. The numbers 9 to 16 are those
of `none`, which is disqualified here.
"""

import json

import pytest
from made_runs import edit_record


@pytest.fixture
def disqualify(referee, run_of_16_games):
    """disqualify(name, why): disqualify that player, by default `none`; returns the finished command."""

    def command(name="none", why="read the words"):
        return referee("disqualify", run_of_16_games, name, "--why", why)

    return command


class TestCommand:
    def test_confirms_with_the_reason(self, disqualify):
        assert disqualify().stdout == "none is disqualified: read the words\n"

    def test_refuses_to_disqualify_the_last_player(self, disqualify, error_line):
        disqualify("none")

        assert error_line(disqualify("steady"), exit_code=1) == "'steady' is the only player left"

    def test_needs_a_reason(self, referee, run_of_16_games, error_line):
        says = error_line(referee("disqualify", run_of_16_games, "none"), exit_code=2)

        assert "give the reason with --why TEXT, or --undo" in says

    def test_a_reason_of_bytes_that_are_no_utf8_is_written_out(self, disqualify):
        assert disqualify(why="read \udcff").stdout == "none is disqualified: read \\udcff\n"

    def test_names_the_players_there_are(self, disqualify, error_line, run_of_16_games):
        says = error_line(disqualify("nobody"), exit_code=2)

        assert f"no player 'nobody' in {run_of_16_games}; there are steady, none" in says


class TestLeaderboard:
    @pytest.fixture
    def table(self, referee, run_of_16_games):
        """table(): the table as `referee leaderboard` prints it."""
        return lambda: referee("leaderboard", run_of_16_games).stdout

    def test_the_player_is_named_with_the_reason_below_the_table(self, disqualify, table):
        disqualify()

        assert "\ndisqualified: none (read the words)\n" in table()

    def test_the_player_has_no_rank(self, disqualify, table):
        assert "   2  none " in table()

        disqualify()

        assert "   1  steady " in table()
        assert "   2  none " not in table()

    def test_games_that_it_has_not_played_do_not_make_the_run_unfinished(self, disqualify, run_of_16_games, table):
        edit_record(run_of_16_games, "DELETE FROM games WHERE number IN (15, 16)")
        assert "unfinished: 14 of 16 games" in table()

        disqualify()

        assert "unfinished" not in table()

    def test_the_file_in_the_directory_is_written_again(self, disqualify, run_of_16_games):
        disqualify()

        lines = (run_of_16_games / "leaderboard.txt").read_text().splitlines()
        assert "disqualified: none (read the words)" in lines

    def test_all_that_were_disqualified_are_named(self, disqualify, referee, run_of_16_games, table):
        referee("run", "--resume", run_of_16_games, "--players", "third=false")
        disqualify("none", "the first")
        disqualify("third", "the second")

        lines = table().splitlines()
        assert "disqualified: none (the first)" in lines
        assert "disqualified: third (the second)" in lines

    def test_the_json_has_the_player_apart_from_the_standings(self, disqualify, run_of_16_games):
        disqualify()

        value = json.loads((run_of_16_games / "leaderboard.json").read_text())
        assert value["disqualified"] == {"none": "read the words"}
        assert [player["name"] for player in value["players"]] == ["steady"]


class TestOtherViews:
    def test_the_player_is_not_compared(self, disqualify, referee, run_of_16_games, error_line):
        disqualify()

        says = error_line(referee("compare", run_of_16_games, "steady", "none"), exit_code=2)

        assert says.startswith("no player 'none' in the table of ")

    def test_without_another_player_there_is_nothing_to_compare(self, disqualify, referee, run_of_16_games, error_line):
        disqualify()

        says = error_line(referee("compare", run_of_16_games), exit_code=1)

        assert says == f"{run_of_16_games}: no two players have games that count for the same word"

    def test_the_report_names_it_with_the_reason_and_has_no_line_of_it(self, disqualify, referee, run_of_16_games):
        pytest.importorskip("matplotlib")
        disqualify(why="it <read> the words")

        assert referee("report", run_of_16_games).returncode == 0

        page = (run_of_16_games / "report.html").read_text()
        assert "none is disqualified: it &lt;read&gt; the words" in page
        assert "steady</th>" in page
        assert "none</th>" not in page


class TestRecord:
    def test_its_games_stay(self, disqualify, referee, run_of_16_games):
        disqualify()

        games = referee("games", run_of_16_games, "--player", "none", "--format", "jsonl").stdout.splitlines()
        assert len(games) == 8

    def test_the_run_is_still_verified(self, disqualify, referee, run_of_16_games):
        disqualify()

        assert referee("verify", run_of_16_games).returncode == 0

    def test_verify_counts_the_games_that_it_has_not_played(self, disqualify, referee, run_of_16_games):
        edit_record(run_of_16_games, "DELETE FROM games WHERE number IN (15, 16)")
        disqualify()

        done = referee("verify", run_of_16_games)

        assert done.returncode == 1
        assert "not verified: 2 of 16 games are missing" in done.stdout


class TestUndo:
    @pytest.fixture
    def undo(self, referee, run_of_16_games):
        """undo(): let the player take part again; returns the finished command."""
        return lambda: referee("disqualify", run_of_16_games, "none", "--undo")

    def test_is_confirmed(self, disqualify, undo):
        disqualify()

        assert undo().stdout == "none takes part again\n"

    def test_of_a_player_that_takes_part_is_refused(self, undo, error_line):
        assert error_line(undo(), exit_code=1) == "'none' is not disqualified"

    @pytest.mark.parametrize("view", ["leaderboard", "verify"])
    def test_everything_is_as_before(self, disqualify, undo, referee, run_of_16_games, view):
        before = referee(view, run_of_16_games).stdout
        disqualify()

        undo()

        assert referee(view, run_of_16_games).stdout == before


class TestLaterGames:
    def test_a_game_of_it_is_not_played_again(self, disqualify, referee, run_of_16_games, error_line):
        disqualify()
        before = referee("games", run_of_16_games).stdout

        says = error_line(referee("rerun", run_of_16_games, 12), exit_code=1)

        assert f"player 'none' is disqualified; `referee disqualify {run_of_16_games} none --undo` lets it" in says
        assert referee("games", run_of_16_games).stdout == before

    def test_its_source_is_not_compiled_and_may_be_gone(self, referee_run, referee, steady_player, tmp_path):
        source = tmp_path / "entry.sh"
        source.write_text("exit\n")
        (tmp_path / "players.toml").write_text(f'[players]\nentry = {{command = "true", prepare = "sh {source}"}}')
        out = tmp_path / "out"
        referee_run("--players", steady_player, f"@{tmp_path}/players.toml", "--rounds", 1, "--out", out)
        edit_record(out, "DELETE FROM games")
        referee("disqualify", out, "entry", "--why", "a reason")
        source.unlink()

        assert referee("run", "--resume", out).returncode == 0
        assert edit_record(out, "SELECT DISTINCT player FROM games") == [("steady",)]

    def test_a_game_that_it_forfeited_is_not_played(self, disqualify, referee, run_of_16_games, error_line):
        edit_record(run_of_16_games, "UPDATE games SET termination = 'forfeited' WHERE number IN (15, 16)")
        disqualify()

        done = referee("run", "--resume", run_of_16_games, "--reinstate", "none")

        assert error_line(done, exit_code=1).startswith("player 'none' is disqualified; `referee disqualify")
        forfeited = "SELECT number FROM games WHERE termination = 'forfeited' ORDER BY number"
        assert edit_record(run_of_16_games, forfeited) == [(15,), (16,)]
