"""Void games, the commitment to the words, and the hash of a record."""

import hashlib
import json
import re

import pytest
from made_runs import edit_record, written_leaderboard

from referee.contest.draw import in_drawing_order, read_seed
from referee.storage.reader import open_run

GAMES_OF_NONE = range(9, 17)
"""The numbers of its games in the run of the fixture `out`; see conftest.py."""
FIRST_OF_NONE = 9
"""The game of `none` for the word of game 1."""
LAST_TWO = "number IN (15, 16)"
"""The last two games of `none`, for a statement of SQL."""
ON_A_BUSY_MACHINE = "termination = 'move-timeout', points = 0, pressure = 0.9"
"""Makes a game one that timed out while other programs kept the machine busy."""


@pytest.fixture
def standing(in_json):
    """standing(directory, name): that player's line of the leaderboard, without the mean time of its games."""

    def line(directory, name):
        players = in_json("leaderboard", directory)["players"]
        [player] = [player for player in players if player["name"] == name]
        del player["mean_seconds"]
        return player

    return line


@pytest.fixture
def common_words(in_json):
    """common_words(directory, a, b): how many words count when those players are compared."""
    return lambda *arguments: in_json("compare", *arguments)["total"]["words"]


class TestVoid:
    """A game of `steady` that won points is void."""

    @pytest.fixture
    def game(self, out):
        with open_run(str(out)) as run:
            return next(game for game in run.games(player="steady") if game.points)

    @pytest.fixture
    def number(self, out, game):
        with open_run(str(out)) as run:
            return run.number(game)

    @pytest.fixture
    def make_void(self, referee, out, number):
        """make_void(): the finished command that makes the game void."""
        return lambda: referee("void", out, number, "--why", "the power failed")

    def test_is_confirmed_with_the_reason(self, make_void, number):
        done = make_void()
        assert (done.returncode, done.stdout) == (0, f"game {number} is void: the power failed\n")

    def test_its_points_do_not_count(self, make_void, out, standing, game):
        before = standing(out, "steady")
        make_void()
        assert before["total"] - standing(out, "steady")["total"] == game.points

    def test_is_counted_apart(self, make_void, out, standing):
        before = standing(out, "steady")
        make_void()
        after = standing(out, "steady")
        assert (before["games"], before["void"]) == (8, 0)
        assert (after["games"], after["void"]) == (7, 1)

    def test_the_leaderboard_is_written_again(self, make_void, out, standing):
        make_void()
        assert written_leaderboard(out)["players"][0] == standing(out, "steady")

    def test_show_has_the_reason(self, make_void, referee, out, number):
        make_void()
        assert "void, it counts for nothing: the power failed" in referee("show", out, number).stdout

    def test_the_run_is_still_verified(self, make_void, referee, out):
        make_void()
        done = referee("verify", out)
        assert done.returncode == 0
        assert "no discrepancies" in done.stdout

    def test_is_not_played_again_by_resume(self, make_void, referee, out, standing):
        make_void()
        after = standing(out, "steady")
        referee("run", "--resume", out)
        assert standing(out, "steady") == after

    def test_its_word_leaves_comparisons(self, referee, out, common_words):
        assert common_words(out, "steady", "none") == 8
        referee("void", out, FIRST_OF_NONE, "--why", "x")
        assert common_words(out, "steady", "none") == 7

    def test_other_players_keep_the_word(self, referee, out, common_words):
        """A third player's game for the same word as a void one counts against the second player's."""
        referee("run", "--resume", out, "--players", "third=false")
        referee("void", out, FIRST_OF_NONE, "--why", "x")
        assert common_words(out, "steady", "none") == 7
        assert common_words(out, "steady", "third") == 8


class TestManyVoidGames:
    def test_some_by_number(self, referee, out, standing):
        assert referee("void", out, 1, 2, "--why", "x").stdout == "2 games are void: x\n"
        assert standing(out, "steady")["void"] == 2

    def test_all_of_a_player(self, referee, out, standing):
        assert referee("void", out, "--player", "none", "--why", "x").stdout == "8 games are void: x\n"
        assert standing(out, "none")["void"] == len(GAMES_OF_NONE)

    def test_those_by_number_count_again(self, referee, out, standing):
        before = standing(out, "steady")
        referee("void", out, 1, 2, "--why", "x")
        assert referee("void", out, 1, 2, "--undo").stdout == "2 games count again\n"
        assert standing(out, "steady") == before

    def test_those_of_a_player_count_again(self, referee, out, standing):
        before = standing(out, "none")
        referee("void", out, "--player", "none", "--why", "x")
        assert referee("void", out, "--player", "none", "--undo").stdout == "8 games count again\n"
        assert standing(out, "none") == before

    def test_all_of_a_length(self, referee, out, in_json):
        done = referee("void", out, "--length", 4, "--why", "a wrong list")
        assert done.stdout == "8 games are void: a wrong list\n"
        assert [player["void"] for player in in_json("leaderboard", out)["players"]] == [4, 4]

    def test_all_of_a_player_at_a_length_count_again(self, referee, out):
        referee("void", out, "--length", 4, "--why", "a wrong list")
        done = referee("void", out, "--length", 4, "--player", "none", "--undo")
        assert done.stdout == "4 games count again\n"

    def test_a_length_that_was_not_played(self, referee, out):
        done = referee("void", out, "--length", 12, "--why", "x")
        assert "no game of 12 letters was played" in done.stderr


class TestDisqualify:
    @pytest.fixture
    def disqualify(self, referee, out):
        """disqualify(name, why): the finished command."""
        return lambda name="none", why="read the words": referee("disqualify", out, name, "--why", why)

    def test_is_confirmed_with_the_reason(self, disqualify):
        assert disqualify().stdout == "none is disqualified: read the words\n"

    def test_is_named_below_the_table_and_not_in_it(self, disqualify, referee, out):
        disqualify()
        for text in (referee("leaderboard", out).stdout, (out / "leaderboard.txt").read_text()):
            assert "disqualified: none (read the words)\n" in text
            assert "2: none" not in text
            assert "unfinished" not in text

    def test_is_apart_in_the_json(self, disqualify, out):
        disqualify()
        value = json.loads((out / "leaderboard.json").read_text())
        assert value["disqualified"] == {"none": "read the words"}
        assert [player["name"] for player in value["players"]] == ["steady"]

    def test_is_not_compared(self, disqualify, referee, out):
        disqualify()
        assert "player 'none' is disqualified: read the words" in referee("compare", out, "steady", "none").stderr

    def test_its_games_stay_in_the_record(self, disqualify, referee, out):
        disqualify()
        lines = referee("games", out, "--player", "none", "--format", "jsonl").stdout.splitlines()
        assert len(lines) == len(GAMES_OF_NONE)

    def test_the_run_is_still_verified(self, disqualify, referee, out):
        disqualify()
        assert referee("verify", out).returncode == 0

    def test_the_last_player_cannot_be(self, disqualify):
        disqualify()
        assert "'steady' is the only player left" in disqualify("steady").stderr

    def test_the_table_names_those_that_were_disqualified_before(self, disqualify, referee, out):
        referee("run", "--resume", out, "--players", "third=false")
        disqualify("none", "the first")
        disqualify("third", "the second")
        lines = (out / "leaderboard.txt").read_text().splitlines()
        assert "disqualified: none (the first)" in lines
        assert "disqualified: third (the second)" in lines

    def test_its_missing_games_are_counted_by_verify(self, disqualify, referee, out):
        edit_record(out, f"DELETE FROM games WHERE {LAST_TWO}")
        disqualify()
        done = referee("verify", out)
        assert done.returncode == 1
        assert "not verified: 2 of 16 games are missing, 2 of 'none', who plays no more" in done.stdout

    def test_is_undone(self, disqualify, referee, out):
        table = referee("leaderboard", out).stdout
        check = referee("verify", out).stdout
        disqualify()
        assert referee("disqualify", out, "none", "--undo").stdout == "none takes part again\n"
        assert referee("leaderboard", out).stdout == table
        assert referee("verify", out).stdout == check

    def test_plays_no_more_and_the_report_leaves_it_out(self, disqualify, referee, out):
        pytest.importorskip("matplotlib")
        disqualify(why="it <read> the words")
        referee("run", "--resume", out, "--players", "third=false")
        assert referee("report", out).returncode == 0
        page = (out / "report.html").read_text()
        assert "none is disqualified: it &lt;read&gt; the words" in page
        assert "third</th>" in page
        assert "none</th>" not in page


class TestForfeits:
    @pytest.fixture
    def half(self, tmp_path):
        """A player that crashes until the file `mended` is there."""
        (tmp_path / "half.sh").write_text(
            "test -e MENDED || exit 1; echo crane; read reply; exit 0\n".replace("MENDED", str(tmp_path / "mended"))
        )
        return f"half=sh {tmp_path / 'half.sh'}"

    @pytest.fixture
    def forfeiting(self, contest, steady, half, tmp_path):
        """The finished run of `steady` and of a player that fails in all of its 8 games, and forfeits after two."""
        options = ("--rounds", 4, "--seed", 1, "--jobs", 1, "--sandbox", "off", "--out", tmp_path / "out")
        return contest("--players", steady, half, "--forfeit-after", 2, *options)

    def test_after_failures_in_a_row_the_rest_is_forfeited(self, forfeiting, tmp_path, standing):
        assert "player 'half' failed 2 games in a row and forfeits the rest" in forfeiting.stderr
        value = standing(tmp_path / "out", "half")
        crashed = value["failures"]["crashed"]
        # Games that were under way at the second failure are played to their end.
        assert 2 <= crashed <= 4
        assert value["failures"]["forfeited"] == 8 - crashed
        assert value["total"] == 0
        assert f"forfeited after failures in a row: half {8 - crashed}; " in forfeiting.stdout

    def test_other_players_play_on(self, forfeiting, referee, tmp_path, standing):
        assert standing(tmp_path / "out", "steady")["games"] == 8
        assert referee("verify", tmp_path / "out").returncode == 0

    def test_a_player_without_forfeits_is_not_reinstated(self, forfeiting, referee, tmp_path):
        done = referee("run", "--resume", tmp_path / "out", "--reinstate", "steady")
        assert "forfeited no game" in done.stderr

    def test_a_reinstated_player_plays_what_it_forfeited(self, forfeiting, referee, tmp_path, standing):
        out = tmp_path / "out"
        crashed = standing(out, "half")["failures"]["crashed"]
        (tmp_path / "mended").write_text("")
        done = referee("run", "--resume", out, "--reinstate", "half", "--sandbox", "off")
        assert done.returncode == 0
        after = standing(out, "half")
        # It exits after one guess, which solves a game whose word is "crane".
        assert after["failures"] == {"crashed": crashed, "exited": 8 - crashed - after["solved"]}

    def test_a_disqualified_player_is_not_reinstated(self, referee, out, complaint):
        edit_record(out, f"UPDATE games SET termination = 'forfeited' WHERE {LAST_TWO}")
        referee("disqualify", out, "none", "--why", "x")
        assert "is disqualified; `referee disqualify" in complaint(
            referee("run", "--resume", out, "--reinstate", "none"), 1
        )
        assert edit_record(out, "SELECT count(*) FROM games WHERE player = 'none'") == [(8,)]

    def test_a_resumed_run_counts_on(self, contest, referee, half, tmp_path, standing):
        out = tmp_path / "out"
        contest("--players", half, "--rounds", 4, "--forfeit-after", 0, "--jobs", 1, "--sandbox", "off", "--out", out)
        edit_record(out, "DELETE FROM games WHERE word_index >= 2")
        referee("run", "--resume", out, "--forfeit-after", 5, "--jobs", 1, "--sandbox", "off")
        failures = standing(out, "half")["failures"]
        # Half of the 8 games were recorded as failures, so one more failure ends its games.
        assert 5 <= failures["crashed"] < 8
        assert failures["crashed"] + failures["forfeited"] == 8

    def test_reinstate_goes_with_resume(self, contest, half, complaint):
        assert "--reinstate goes with --resume" in complaint(contest("--players", half, "--reinstate", "half"), 2)


class TestRerun:
    def test_suspect_games_are_told_and_played_again(self, referee, out, standing):
        before = standing(out, "steady")
        edit_record(out, f"UPDATE games SET {ON_A_BUSY_MACHINE} WHERE number IN (1, 2)")
        assert standing(out, "steady")["suspect"] == 2

        done = referee("rerun", out, "--suspect", "--format", "json")
        assert done.returncode == 0
        assert standing(out, "steady") == before
        kept = edit_record(out, "SELECT number, json_extract(game, '$.termination') FROM replaced ORDER BY number")
        assert kept == [(1, "move-timeout"), (2, "move-timeout")]
        assert referee("verify", out).returncode == 0

    def test_games_of_a_disqualified_player_stay(self, referee, out, complaint):
        referee("disqualify", out, "none", "--why", "x")
        before = referee("games", out).stdout
        says = complaint(referee("rerun", out, 12), 1)
        assert f"player 'none' is disqualified; `referee disqualify {out} none --undo` lets it" in says
        assert referee("games", out).stdout == before

    def test_suspect_games_of_a_disqualified_player_are_left_out(self, referee, out):
        edit_record(out, f"UPDATE games SET {ON_A_BUSY_MACHINE} WHERE number IN (2, 12)")
        referee("disqualify", out, "none", "--why", "x")
        done = referee("rerun", out, "--suspect")
        assert "games are left out: player 'none' is disqualified" in done.stderr
        assert edit_record(out, "SELECT number FROM replaced") == [(2,)]
        assert edit_record(out, "SELECT count(*) FROM games") == [(16,)]

    def test_games_of_a_player_that_forfeits_stay(self, referee, out, complaint):
        edit_record(out, f"UPDATE games SET termination = 'forfeited' WHERE {LAST_TWO}")
        says = complaint(referee("rerun", out, 12), 1)
        assert f"player 'none' has forfeited games; `referee run --resume {out} --reinstate none` plays them" in says
        assert edit_record(out, "SELECT count(*) FROM games WHERE player = 'none'") == [(8,)]

    def test_a_game_stays_until_its_successor_is_recorded(self, referee, out):
        edit_record(out, "UPDATE players SET arguments = '[\"/not/there\"]' WHERE name = 'steady'")
        before = referee("games", out).stdout
        done = referee("rerun", out, 3)
        assert done.returncode == 1
        assert "/not/there: there is no such program" in done.stderr
        assert referee("games", out).stdout == before

    def test_an_interrupted_one_says_to_repeat_the_command(self, referee, out):
        edit_record(out, "UPDATE players SET arguments = '[\"/not/there\"]' WHERE name = 'steady'")
        done = referee("rerun", out, 3)
        assert "16 of 16 games are recorded; to go on: repeat the command" in done.stderr

    def test_void_games_and_games_by_number(self, referee, out, standing):
        referee("void", out, 1, "--why", "x")
        assert referee("rerun", out, 3, "--void").returncode == 0
        assert standing(out, "steady")["void"] == 0


class TestCommitment:
    def test_is_made_before_the_first_game_and_can_be_checked_by_hand(self, contest, referee, steady, tmp_path):
        done = contest("--players", steady, "--rounds", 2, "--commit", "--out", tmp_path / "out")
        made = re.search("commitment: ([0-9a-f]{64})", done.stderr)[1]
        with open_run(str(tmp_path / "out")) as run:
            words = [*run.contest.words[4], *run.contest.words[5]]
            assert str(run.contest.seed) not in done.stderr
        nonce = re.search("nonce: ([0-9a-f]{32})$", referee("verify", tmp_path / "out").stdout, re.MULTILINE)[1]
        assert hashlib.sha256("\n".join([nonce, *words, ""]).encode()).hexdigest() == made

    def test_other_words_are_found(self, contest, referee, steady, tmp_path):
        contest("--players", steady, "--rounds", 2, "--commit", "--out", tmp_path / "out")
        edit_record(tmp_path / "out", "UPDATE run SET nonce = ?", "0" * 32)
        done = referee("verify", tmp_path / "out")
        assert done.returncode == 1
        assert "the words are not those that the run was committed to" in done.stdout


def test_the_hash_says_whether_two_records_are_the_same(referee, out):
    def hash_line():
        return referee("verify", out).stdout.splitlines()[-1]

    before = hash_line()
    assert re.fullmatch("hash of the record: [0-9a-f]{64}", before)
    assert hash_line() == before

    referee("void", out, 1, "--why", "x")
    assert hash_line() != before


class TestSeed:
    """People retype a seed of ten digits; one of 128 bits, which nobody can find by trying, is hexadecimal."""

    def test_of_an_ordinary_run(self, contest, steady, tmp_path):
        contest("--players", steady, "--rounds", 1, "--out", tmp_path)
        with open_run(str(tmp_path)) as run:
            assert 0 <= run.contest.seed < 10**10

    @pytest.mark.parametrize("seed", [0x1F2E3D4C5B6A79881F2E3D4C5B6A7988, 12345678901])
    def test_a_long_one_is_written_in_hexadecimal_and_is_text_in_json(self, contest, referee, steady, in_json, seed):
        result = contest("--players", steady, "--rounds", 1, "--seed", seed, "--out", "run")
        assert f"seed: {hex(seed)}" in result.stdout
        assert in_json("leaderboard", "run")["seed"] == hex(seed)
        assert referee("run", "--resume", "run", "--seed", hex(seed)).returncode == 0
        assert f"its seed is {hex(seed)}, not 7" in referee("run", "--resume", "run", "--seed", "7").stderr

    def test_of_a_committed_run_has_128_bits(self, contest, steady, in_json):
        contest("--players", steady, "--rounds", 1, "--commit", "--out", "run")
        assert re.fullmatch("0x[0-9a-f]{24,32}", in_json("leaderboard", "run")["seed"])

    def test_words_are_drawn_by_the_decimal_form_as_ever(self):
        """The first word is the one with the least sha256("18446744073709551616:WORD")."""
        words = ["able", "seat", "teas", "zest"]
        least = min(words, key=lambda word: hashlib.sha256(f"18446744073709551616:{word}".encode()).hexdigest())
        assert in_drawing_order(words, read_seed("0x10000000000000000"))[0] == least
