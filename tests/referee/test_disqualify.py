"""`referee disqualify`: a player is left out of table, report and comparisons, and plays no more.

In the run of the fixture `out`, `steady` and `none` have played 8 games each; numbers 9 to 16 are those of `none`.
"""

import json

import pytest
from made_runs import edit_record

REASON = "read the words"


@pytest.fixture
def disqualify(referee, out):
    """disqualify(name, why): the finished command."""
    return lambda name="none", why=REASON: referee("disqualify", out, name, "--why", why)


def test_is_confirmed_with_the_reason(disqualify):
    assert disqualify().stdout == "none is disqualified: read the words\n"


def test_the_table_on_the_terminal_and_the_written_one_name_it_below(disqualify, referee, out):
    disqualify()

    for text in (referee("leaderboard", out).stdout, (out / "leaderboard.txt").read_text()):
        assert "disqualified: none (read the words)\n" in text
        assert "2: none" not in text
        assert "unfinished" not in text


def test_all_that_were_disqualified_are_named(disqualify, referee, out):
    referee("run", "--resume", out, "--players", "third=false")
    disqualify("none", "the first")
    disqualify("third", "the second")

    lines = (out / "leaderboard.txt").read_text().splitlines()
    assert "disqualified: none (the first)" in lines
    assert "disqualified: third (the second)" in lines


def test_is_apart_in_the_json(disqualify, out):
    disqualify()

    value = json.loads((out / "leaderboard.json").read_text())
    assert value["disqualified"] == {"none": "read the words"}
    assert [player["name"] for player in value["players"]] == ["steady"]


def test_is_not_compared(disqualify, referee, out):
    disqualify()

    assert "player 'none' is disqualified: read the words" in referee("compare", out, "steady", "none").stderr


def test_its_games_stay_in_the_record(disqualify, referee, out):
    disqualify()

    games = referee("games", out, "--player", "none", "--format", "jsonl").stdout.splitlines()
    assert len(games) == 8


def test_the_run_is_still_verified(disqualify, referee, out):
    disqualify()

    assert referee("verify", out).returncode == 0


def test_games_that_it_has_not_played_are_counted_by_verify(disqualify, referee, out):
    edit_record(out, "DELETE FROM games WHERE number IN (15, 16)")
    disqualify()

    done = referee("verify", out)

    assert done.returncode == 1
    assert "not verified: 2 of 16 games are missing, 2 of 'none', who plays no more" in done.stdout


def test_the_last_player_cannot_be(disqualify):
    disqualify("none")

    assert "'steady' is the only player left" in disqualify("steady").stderr


def test_is_undone(disqualify, referee, out):
    table = referee("leaderboard", out).stdout
    check = referee("verify", out).stdout
    disqualify()

    assert referee("disqualify", out, "none", "--undo").stdout == "none takes part again\n"
    assert referee("leaderboard", out).stdout == table
    assert referee("verify", out).stdout == check


def test_the_report_names_it_with_the_reason_and_has_no_line_of_it(disqualify, referee, out):
    pytest.importorskip("matplotlib")
    disqualify(why="it <read> the words")

    assert referee("report", out).returncode == 0

    page = (out / "report.html").read_text()
    assert "none is disqualified: it &lt;read&gt; the words" in page
    assert "steady</th>" in page
    assert "none</th>" not in page


def test_a_game_of_it_is_not_played_again(disqualify, referee, out, complaint):
    disqualify()
    before = referee("games", out).stdout

    says = complaint(referee("rerun", out, 12), 1)

    assert f"player 'none' is disqualified; `referee disqualify {out} none --undo` lets it" in says
    assert referee("games", out).stdout == before


def test_a_forfeited_game_of_it_is_not_played(disqualify, referee, out, complaint):
    edit_record(out, "UPDATE games SET termination = 'forfeited' WHERE number IN (15, 16)")
    disqualify()

    done = referee("run", "--resume", out, "--reinstate", "none")

    assert "is disqualified; `referee disqualify" in complaint(done, 1)
    assert edit_record(out, "SELECT count(*) FROM games WHERE player = 'none'") == [(8,)]
