"""`referee disqualify`: a player is left out of table, report and comparisons, and plays no more.

In the run of the fixture `out`, `steady` and `none` have played 8 games each; numbers 9 to 16 are those of `none`.
"""

import json

import pytest
from made_runs import edit_record

REASON = "read the words"


@pytest.fixture
def disqualify(referee, run_of_16_games):
    """disqualify(name, why): the finished command."""
    return lambda name="none", why=REASON: referee("disqualify", run_of_16_games, name, "--why", why)


def test_is_confirmed_with_the_reason(disqualify):
    assert disqualify().stdout == "none is disqualified: read the words\n"


def test_the_table_on_the_terminal_and_the_written_one_name_it_below(disqualify, referee, run_of_16_games):
    disqualify()

    for text in (referee("leaderboard", run_of_16_games).stdout, (run_of_16_games / "leaderboard.txt").read_text()):
        assert "disqualified: none (read the words)\n" in text
        assert "2: none" not in text
        assert "unfinished" not in text


def test_all_that_were_disqualified_are_named(disqualify, referee, run_of_16_games):
    referee("run", "--resume", run_of_16_games, "--players", "third=false")
    disqualify("none", "the first")
    disqualify("third", "the second")

    lines = (run_of_16_games / "leaderboard.txt").read_text().splitlines()
    assert "disqualified: none (the first)" in lines
    assert "disqualified: third (the second)" in lines


def test_is_apart_in_the_json(disqualify, run_of_16_games):
    disqualify()

    value = json.loads((run_of_16_games / "leaderboard.json").read_text())
    assert value["disqualified"] == {"none": "read the words"}
    assert [player["name"] for player in value["players"]] == ["steady"]


def test_is_not_compared(disqualify, referee, run_of_16_games):
    disqualify()

    assert (
        "player 'none' is disqualified: read the words" in referee("compare", run_of_16_games, "steady", "none").stderr
    )


def test_its_games_stay_in_the_record(disqualify, referee, run_of_16_games):
    disqualify()

    games = referee("games", run_of_16_games, "--player", "none", "--format", "jsonl").stdout.splitlines()
    assert len(games) == 8


def test_the_run_is_still_verified(disqualify, referee, run_of_16_games):
    disqualify()

    assert referee("verify", run_of_16_games).returncode == 0


def test_games_that_it_has_not_played_are_counted_by_verify(disqualify, referee, run_of_16_games):
    edit_record(run_of_16_games, "DELETE FROM games WHERE number IN (15, 16)")
    disqualify()

    done = referee("verify", run_of_16_games)

    assert done.returncode == 1
    assert "not verified: 2 of 16 games are missing, 2 of 'none', who plays no more" in done.stdout


def test_the_last_player_cannot_be(disqualify):
    disqualify("none")

    assert "'steady' is the only player left" in disqualify("steady").stderr


def test_is_undone(disqualify, referee, run_of_16_games):
    table = referee("leaderboard", run_of_16_games).stdout
    check = referee("verify", run_of_16_games).stdout
    disqualify()

    assert referee("disqualify", run_of_16_games, "none", "--undo").stdout == "none takes part again\n"
    assert referee("leaderboard", run_of_16_games).stdout == table
    assert referee("verify", run_of_16_games).stdout == check


def test_the_report_names_it_with_the_reason_and_has_no_line_of_it(disqualify, referee, run_of_16_games):
    pytest.importorskip("matplotlib")
    disqualify(why="it <read> the words")

    assert referee("report", run_of_16_games).returncode == 0

    page = (run_of_16_games / "report.html").read_text()
    assert "none is disqualified: it &lt;read&gt; the words" in page
    assert "steady</th>" in page
    assert "none</th>" not in page


def test_a_game_of_it_is_not_played_again(disqualify, referee, run_of_16_games, error_line):
    disqualify()
    before = referee("games", run_of_16_games).stdout

    says = error_line(referee("rerun", run_of_16_games, 12), 1)

    assert f"player 'none' is disqualified; `referee disqualify {run_of_16_games} none --undo` lets it" in says
    assert referee("games", run_of_16_games).stdout == before


def test_a_forfeited_game_of_it_is_not_played(disqualify, referee, run_of_16_games, error_line):
    edit_record(run_of_16_games, "UPDATE games SET termination = 'forfeited' WHERE number IN (15, 16)")
    disqualify()

    done = referee("run", "--resume", run_of_16_games, "--reinstate", "none")

    assert "is disqualified; `referee disqualify" in error_line(done, 1)
    assert edit_record(run_of_16_games, "SELECT count(*) FROM games WHERE player = 'none'") == [(8,)]
