"""`referee verify`: what it finds when somebody has edited the record of a run."""

from pathlib import Path

import pytest
from made_runs import edit_record, remove_leaderboards
from programs import program_path
from terminals import Terminal

from referee.contest.player import Program
from referee.storage.verify import values_of_player

NO_DISCREPANCIES = "16 of 16 games: no discrepancies"


@pytest.fixture
def verify(referee, run_of_16_games):
    """verify(*arguments): what `referee verify` prints, without the hash of the record.

    The exit code is 0 if it finds nothing, else 1.
    """

    def printed(*arguments):
        done = referee("verify", run_of_16_games, *arguments)
        lines = [line for line in done.stdout.splitlines() if not line.startswith("hash of the record: ")]

        assert done.stderr == ""
        expected_code = 0 if lines == [NO_DISCREPANCIES] else 1
        assert done.returncode == expected_code
        return "\n".join(lines)

    return printed


class TestVerify:
    def test_a_sound_record_has_no_discrepancies(self, verify):
        assert verify() == NO_DISCREPANCIES

    # In game 3 `steady` made five guesses, three of them illegal. In game 9 `none` crashed before its first guess.
    @pytest.mark.parametrize(("change", "problem"), [
        ("points = 500 WHERE number = 3", "game 3 (steady): is worth 0 points, not 500"),
        ("replies = replace(replies, 'XXXX?', 'XXX??')", "for 'dozes': the reply is XXXX?, not XXX??"),
        ("illegal = 0 WHERE number = 3", "game 3 (steady): 3 illegal guesses, not 0"),
        ("attempts = 2 WHERE number = 3", "game 3 (steady): 5 guesses, 5 replies, 5 times for 2 attempts"),
        ("termination = 'solved' WHERE number = 9", "is called solved, but its last guess was not right"),
        ("termination = 'exhausted' WHERE number = 9", "is called exhausted after 0 attempts"),
        ("termination = 'won' WHERE number = 9", "game 9 is damaged: Invalid enum value 'won'"),
        ("guesses = 'able' WHERE number = 9", "game 9 is damaged"),
        ("word = 'amateur', length = 7 WHERE number = 9", "is for another word than word 0 of 7 letters in the draw"),
        ("number = 99 WHERE number = 9", "has the number of another game than none's for"),
        ("points = 'x' WHERE number = 9", "game 9 is damaged: Expected `int`, got `str` - at `$.points`"),
        ("player = 'nobody' WHERE number = 9", "game 9 (nobody): has a player that does not take part"),
        ("seconds = 0.5 WHERE number = 3", "game 3 (steady): is not as it was recorded: its digest differs"),
    ])  # fmt: skip
    def test_an_edited_game_is_told(self, verify, run_of_16_games, change, problem):
        edit_record(run_of_16_games, f"UPDATE games SET {change}")

        assert problem in verify()

    def test_no_line_is_wider_than_the_terminal(self, run_of_16_games):
        edit_record(run_of_16_games, "UPDATE games SET points = 500 WHERE number = 3")

        lines = Terminal((program_path("referee"), "verify", run_of_16_games), columns=40).read().splitlines()

        first_line = lines.index("game 3 (steady): is worth 0 points, not")
        assert lines[first_line + 1] == "    500"
        # Only the path of the leaderboard is longer; no word is broken.
        assert all(len(line) <= 40 or " " not in line.strip() for line in lines)

    def test_an_edited_draw_is_told(self, verify, run_of_16_games):
        edit_record(run_of_16_games, "UPDATE words SET word = 'cozen' WHERE length = 5 AND word_index = 0")

        printed = verify()
        assert "words of 5 letters: not those that the seed draws" in printed
        assert "is for another word than word 0 of 5 letters in the draw" in printed

    def test_more_rounds_than_given_words_are_told(self, verify, run_of_16_games):
        # The words of a run without a seed were given.
        edit_record(run_of_16_games, "UPDATE run SET seed = NULL, rounds = '9'")

        printed = verify()
        assert "words of 4 letters: 4, and the run has 9 rounds" in printed
        assert "words of 5 letters: 4, and the run has 9 rounds" in printed

    def test_more_rounds_than_the_list_has_words_are_told(self, verify, run_of_16_games):
        edit_record(run_of_16_games, "UPDATE run SET rounds = '9'")
        remove_leaderboards(run_of_16_games)

        assert "run.sqlite: only 4 words of 4 letters for 9 rounds\n16 of 16 games: 1 discrepancy" in verify()

    @pytest.mark.parametrize("rounds", ["4", "all"])
    def test_the_rounds_of_given_words_may_be_their_number_or_all(self, verify, run_of_16_games, rounds):
        edit_record(run_of_16_games, "UPDATE run SET seed = NULL, rounds = ?", rounds)
        remove_leaderboards(run_of_16_games)

        assert verify() == NO_DISCREPANCIES

    @pytest.mark.parametrize(("name", "recorded", "edited", "line"), [
        ("leaderboard.json", '"total": 1400', '"total": 1500', 'line 18 is not that of the record: "total": 1400,'),
        ("leaderboard.json", '"rank": 1', '"rank": 2', 'line 19 is not that of the record: "rank": 1,'),
        ("leaderboard.json", '"seed": 1', '"seed": 2', 'line 3 is not that of the record: "seed": 1,'),
        ("leaderboard.csv", "1,steady,1400", "2,steady,1400", "line 2 is not that of the record: 1,steady,1400"),
        ("leaderboard.txt", "steady leads", "none leads", "line 1 is not that of the record: steady leads"),
        ("leaderboard.md", "steady leads", "none leads", "line 1 is not that of the record: steady leads"),
    ])  # fmt: skip
    def test_an_edited_leaderboard_is_told(self, verify, run_of_16_games, name, recorded, edited, line):
        board = run_of_16_games / name
        board.write_text(board.read_text().replace(recorded, edited, 1))

        printed = verify()
        assert f"{board}: {line}" in printed
        assert "16 of 16 games: 1 discrepancy" in printed

    def test_a_leaderboard_of_another_version_is_told_as_such(self, verify, run_of_16_games):
        edit_record(run_of_16_games, """UPDATE run SET versions = '{"lingo-bot": "0.0.1"}'""")
        board = run_of_16_games / "leaderboard.md"
        board.write_text(board.read_text().replace("steady leads", "steady is in front", 1))

        assert "steady leads" in verify()
        assert "(the run was begun by lingo-bot 0.0.1; " in verify()

    def test_a_player_that_a_leaderboard_lacks_is_told(self, verify, run_of_16_games):
        board = run_of_16_games / "leaderboard.csv"
        *lines, _ = board.read_text().splitlines(keepends=True)
        board.write_text("".join(lines))

        assert f"{board}: line 3 is not that of the record: 2,none,0," in verify()

    def test_a_player_that_a_leaderboard_has_twice_is_told(self, verify, run_of_16_games):
        board = run_of_16_games / "leaderboard.csv"
        header, first, *rest = board.read_text().splitlines(keepends=True)
        board.write_text("".join([header, first, first, *rest]))

        assert f"{board}: line 3 is not that of the record: 2,none,0," in verify()


class TestVerifyWithoutTheList:
    """The list of the run has got two more words since, one of four and one of five letters."""

    @pytest.fixture(autouse=True)
    def another_list(self, run_of_16_games, wordlist, tmp_path):
        """The record names that list."""
        (tmp_path / "other").write_text(f"{Path(wordlist).read_text()}extra\nmore\n")
        edit_record(run_of_16_games, "UPDATE lists SET path = ?", str(tmp_path / "other"))

    def test_the_run_is_not_verified(self, verify):
        assert "not verified: without the word list of 4, 5 letters" in verify()

    def test_a_word_is_certainly_legal_in_its_own_game(self, verify, run_of_16_games):
        """Any other guess may have got the reply to an illegal one, because it may not have been in the list."""
        edit_record(run_of_16_games, "UPDATE games SET replies = replace(replies, 'OOOO', 'XXXX') WHERE length = 4")

        assert "the reply is OOOO, not XXXX" in verify()

    def test_the_list_may_be_elsewhere(self, verify, wordlist):
        assert verify("--wordlist", wordlist) == NO_DISCREPANCIES


def test_the_hash_of_a_record_covers_no_preparation_of_a_program_without_one():
    """The first published hashes were of these fields alone; with another field a record would have another hash."""
    assert values_of_player(Program("mine", "./mine", ("/home/me/mine",))) == {
        "name": "mine", "command": "./mine", "arguments": ("/home/me/mine",), "environment": {}, "expose": (),
        "limits": {}, "prepared": {}, "digest": "",
    }  # fmt: skip


def test_the_hash_of_a_record_covers_a_preparation():
    prepared = Program("mine", "./mine.c", ("mine",), source="/mine.c", compile=("cc", "/mine.c"))
    values = values_of_player(prepared)
    assert (values["source"], values["compile"], values["problem"]) == ("/mine.c", ("cc", "/mine.c"), "")
