"""The record of a run: what is in it, what is read out of it, and what `verify` finds when somebody edits it."""

import contextlib
import json
import os
import re
import resource
import shlex
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from made_runs import edit_record, plan_of

from lingo_common.errors import DataError
from referee.contest.conditions import Conditions
from referee.contest.contest import Contest
from referee.contest.draw import draw_words
from referee.contest.isolation import NO_ISOLATION
from referee.contest.limits import Limits
from referee.contest.lists import read_word_games
from referee.contest.player import Program
from referee.contest.players import player_of
from referee.contest.termination import Termination
from referee.schedule.local_scheduler import LocalScheduler
from referee.storage.reader import open_run
from referee.storage.recorder import Recorder
from referee.storage.verify import values_of_player


def alter(path, statement):
    """Carry out a statement of SQL in the database at that path, which is made if there is none."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)


OPEN_AS_NOBODY = """
import os, sys
from lingo_common.errors import DataError
from referee import open_run

nobody = 65534
os.seteuid(nobody)
try:
    open_run(sys.argv[1])
except DataError as error:
    print(error)
"""
"""Opens the run in a directory as an ordinary user, and prints the error."""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_a_record_that_may_not_be_read_is_not_called_absent(run_of_16_games):
    run_of_16_games.chmod(0o700)
    command = [sys.executable, "-c", OPEN_AS_NOBODY, run_of_16_games]

    done = subprocess.run(command, capture_output=True, text=True, timeout=60)

    assert done.stdout == f"{run_of_16_games}/run.sqlite: cannot be read: permission denied\n"


class TestFile:
    @pytest.mark.parametrize(("setting", "value"), [
        ("user_version", 4), ("journal_mode", "wal"), ("application_id", int.from_bytes(b"Ling")),
    ])  # fmt: skip
    def test_is_a_versioned_database_in_write_ahead_mode(self, run_of_16_games, setting, value):
        assert edit_record(run_of_16_games, f"PRAGMA {setting}") == [(value,)]

    def test_games_are_on_the_disk_before_they_are_passed_on(self, wordlist, steady_player, no_sandbox, tmp_path):
        word_games = read_word_games([4, 5], wordlist)
        words = draw_words(word_games, rounds=4, seed=1)
        contest = Contest((player_of(steady_player),), words, 4, 1, wordlist, word_games)

        with Recorder(str(tmp_path), contest, Conditions(Limits())) as recorder:
            batches = LocalScheduler(2, no_sandbox, "", NO_ISOLATION).play(plan_of(contest), contest.fixtures())
            for count, record in enumerate(recorder.record(batches), 1):
                with open_run(str(tmp_path)) as run:
                    assert run.game(run.number(record)) == record
                    assert len(run.finished_numbers()) >= count

        # Four words of each of two lengths.
        assert count == 8

    def test_holds_players_rounds_and_seed(self, run_of_16_games):
        with open_run(str(run_of_16_games)) as run:
            contest = run.contest

        assert [player.name for player in contest.players] == ["steady", "none"]
        assert (contest.rounds, contest.seed) == (4, 1)

    def test_holds_where_the_word_lists_are(self, run_of_16_games):
        with open_run(str(run_of_16_games)) as run:
            word_game = run.contest.word_games[5]

        assert word_game.size == 6  # the words of five letters in the fixture `wordlist`
        assert word_game == read_word_games([5], word_game.paths[0])[5]

    def test_holds_the_conditions(self, run_of_16_games):
        with open_run(str(run_of_16_games)) as run:
            conditions = run.conditions

        assert conditions.limits.move == 7  # as the fixture's command line says
        assert set(conditions.versions) == {"lingo-bot", "python", "system"}
        assert conditions.isolation == "none"
        assert conditions.host
        assert conditions.started

    @pytest.mark.parametrize(("make", "refusal"), [
        (lambda path: path.touch(), "ended before its first game"),
        (lambda path: path.write_bytes(b"nothing of the kind\n" * 1000), r"run\.sqlite: cannot be read"),
        (lambda path: alter(path, "CREATE TABLE run (id)"), "not the record of a run"),
    ])  # fmt: skip
    def test_what_is_no_record(self, tmp_path, make, refusal):
        make(tmp_path / "run.sqlite")
        with pytest.raises(DataError, match=refusal), open_run(str(tmp_path)):
            pass

    @pytest.mark.parametrize("change", [
        "UPDATE games SET points = 'x' WHERE number = 3", "UPDATE games SET points = 600 WHERE number = 3",
        "UPDATE games SET points = -100 WHERE number = 3",
        "UPDATE games SET termination = 'won' WHERE number = 3",
        "UPDATE games SET player = 'nobody' WHERE number = 3", "UPDATE games SET length = 9 WHERE number = 3",
        "UPDATE games SET guesses = '[1]' WHERE number = 3",
        "UPDATE games SET signal = X'ff' WHERE number = 3", "UPDATE players SET arguments = '[1]'",
        "UPDATE words SET length = 9 WHERE length = 5 AND word_index = 0", "UPDATE run SET limits = '-1'",
        "UPDATE run SET wordlist = X'ff'", "DELETE FROM players", "DELETE FROM words", "DELETE FROM lists",
    ])  # fmt: skip
    def test_damage_is_one_line(self, run_of_16_games, change):
        edit_record(run_of_16_games, change)
        with pytest.raises(DataError, match="damaged"), open_run(str(run_of_16_games)) as run:
            for _ in run.games():
                pass


class TestGames:
    @pytest.fixture
    def numbers(self, run_of_16_games):
        """numbers(**values): the numbers of the games that have these values."""
        with open_run(str(run_of_16_games)) as run:
            yield lambda **values: [run.number(game) for game in run.games(**values)]

    def test_come_in_the_order_of_their_numbers(self, numbers):
        assert numbers() == list(range(1, 17))

    def test_of_a_player(self, numbers):
        assert numbers(player="none") == list(range(9, 17))

    def test_of_a_length(self, numbers):
        assert numbers(length=5) == [5, 6, 7, 8, 13, 14, 15, 16]

    def test_with_two_values(self, numbers):
        """All games of `none` crashed."""
        assert numbers(termination=Termination.CRASHED, length=4) == [9, 10, 11, 12]

    def test_for_a_word(self, numbers):
        """Both players have played it, at the same place of their games."""
        number_of_steady, number_of_none = numbers(word="dozes")
        assert number_of_none == number_of_steady + 8


class TestVerbs:
    def test_games_as_text(self, referee, run_of_16_games):
        lines = referee("games", run_of_16_games, "--player", "steady", "--word", "DOZES").stdout.splitlines()
        [cells] = [line.split() for line in lines]
        assert cells[1:5] == ["steady", "dozes", "300", "solved"]
        assert cells[-3:] == ["able", "crane", "dozes"]

    def test_games_as_json_lines(self, referee, run_of_16_games):
        lines = referee("games", run_of_16_games, "--format", "jsonl", "--termination", "crashed").stdout.splitlines()
        games = [json.loads(line) for line in lines]
        assert len(games) == 8
        assert games[0]["game"] == 9
        wanted = {"player", "length", "word", "guesses", "replies", "attempts", "points", "termination", "seconds"}
        assert wanted | {"host", "illegal", "index"} <= set(games[0])

    @pytest.fixture
    def game_for_dozes(self, run_of_16_games):
        """The number of the game that `steady` has played for dozes, and its record."""
        with open_run(str(run_of_16_games)) as run:
            [game] = run.games(player="steady", word="dozes")
            return run.number(game), game

    def test_show_begins_with_the_moves_of_the_game(self, referee, run_of_16_games, game_for_dozes):
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

    def test_show_ends_with_the_figures_that_the_system_told(self, referee, run_of_16_games, game_for_dozes):
        number, game = game_for_dozes
        figures = [
            (game.cpu_seconds, "processor time: [0-9.]+ s"),
            (game.peak_memory, "most memory: [0-9.]+ MiB"),
            (game.pressure, r"pressure by other programs: [0-9.]+ \(0 to 1\)"),
        ]
        patterns = [pattern for figure, pattern in figures if figure is not None]

        lines = referee("show", run_of_16_games, number).stdout.splitlines()

        assert re.fullmatch("\n".join(patterns), "\n".join(lines[5:]))

    def test_show_has_the_standard_error(self, referee, run_of_16_games):
        assert referee("show", run_of_16_games, 9).stdout.endswith("standard error:\n  no idea\n")

    @pytest.mark.parametrize(("arguments", "code", "message"), [
        ("show OUT 17", 1, "there is no game 17"),
        (f"show OUT {10**20}", 1, "there is no game"),
        ("show OUT 0", 2, "GAME must be a whole number of at least 1, not 0"),
        ("games OUT --player x", 2, "no player 'x'"),
        ("games OUT --termination x", 2, "not 'x'"),
        (f"games OUT --length {10**20}", 2, "words have 1 to 20 letters"),
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
    def test_mistakes(self, referee, run_of_16_games, error_line, arguments, code, message):
        result = referee(*(word.replace("OUT", str(run_of_16_games)) for word in shlex.split(arguments)))
        assert message in error_line(result, code)
        assert result.stdout == ""


NO_DISCREPANCIES = "16 of 16 games: no discrepancies"


@pytest.fixture
def verify(referee, run_of_16_games):
    """verify(*arguments): what `referee verify` prints but for the hash of the record, which ends a good check."""

    def printed(*arguments):
        """Run the command, whose exit code is 0 if it finds nothing, else 1."""
        done = referee("verify", run_of_16_games, *arguments)
        lines = [line for line in done.stdout.splitlines() if not line.startswith("hash of the record: ")]

        assert done.stderr == ""
        assert done.returncode == (0 if lines == [NO_DISCREPANCIES] else 1)
        return "\n".join(lines)

    return printed


class TestVerify:
    def test_a_sound_record_has_no_discrepancies(self, verify):
        assert verify() == NO_DISCREPANCIES

    @pytest.mark.parametrize(("change", "problem"), [
        ("points = 500 WHERE number = 3", "game 3 (steady): is worth 0 points, not 500"),
        ("replies = replace(replies, 'XXXX?', 'XXX??')", "for 'dozes': the reply is XXXX?, not XXX??"),
        # Game 3 has five guesses, three of them illegal.
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

    def test_an_edited_draw_is_told(self, verify, run_of_16_games):
        edit_record(run_of_16_games, "UPDATE words SET word = 'cozen' WHERE length = 5 AND word_index = 0")

        printed = verify()
        assert "words of 5 letters: not those that the seed 1 draws" in printed
        assert "is for another word than word 0 of 5 letters in the draw" in printed

    def test_an_edited_leaderboard_is_told(self, verify, run_of_16_games):
        board = run_of_16_games / "leaderboard.json"
        board.write_text(board.read_text().replace('"total": 1400', '"total": 1500'))

        assert "steady has 1400 points in total, not 1500" in verify()


class TestVerifyWithoutTheList:
    """The list of the run has changed since."""

    @pytest.fixture(autouse=True)
    def another_list(self, run_of_16_games, wordlist, tmp_path):
        """Where the run had its list is one with a word more of four and of five letters."""
        (tmp_path / "other").write_text(f"{Path(wordlist).read_text()}extra\nmore\n")
        edit_record(run_of_16_games, "UPDATE lists SET path = ?", str(tmp_path / "other"))

    def test_the_run_is_not_verified(self, verify):
        printed = verify()
        assert "not verified: without the word list of 4 letters" in printed
        assert "not verified: without the word list of 5 letters" in printed

    def test_the_list_may_be_elsewhere(self, verify, wordlist):
        assert verify("--wordlist", wordlist) == NO_DISCREPANCIES

    def test_a_wrong_number_of_illegal_guesses_is_still_told(self, verify, run_of_16_games):
        edit_record(run_of_16_games, "UPDATE games SET illegal = 0 WHERE number = 3")

        assert "0 illegal guesses are recorded; there were 3 to 3" in verify()


def test_the_hash_of_a_record_covers_no_preparation_of_a_program_without_one():
    """Such programs had these fields alone when hashes were published first; more would make another hash."""
    assert values_of_player(Program("mine", "./mine", ("/home/me/mine",))) == {
        "name": "mine", "command": "./mine", "arguments": ("/home/me/mine",), "environment": {}, "expose": (),
        "limits": {}, "prepared": {}, "digest": "",
    }  # fmt: skip


def test_the_hash_of_a_record_covers_a_preparation():
    prepared = Program("mine", "./mine.c", ("mine",), source="/mine.c", compile=("cc", "/mine.c"))
    values = values_of_player(prepared)
    assert (values["source"], values["compile"], values["problem"]) == ("/mine.c", ("cc", "/mine.c"), "")


class TestFullDisk:
    """A disk that takes nothing any more still gives what is on it; here no file of any size may be written."""

    @pytest.fixture
    def full_disk(self):
        """The option of `referee` by which its process may write no byte."""
        return {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))}

    def test_a_run_can_be_read(self, referee, run_of_16_games, full_disk):
        done = referee("leaderboard", run_of_16_games, **full_disk)

        assert done.stdout == (run_of_16_games / "leaderboard.txt").read_text()

    def test_a_run_that_cannot_go_on_says_so_in_one_line(self, referee, run_of_16_games, full_disk, error_line):
        done = referee("run", "--resume", run_of_16_games, **full_disk)

        assert error_line(done, 1)
        assert done.stdout == ""


def test_a_reader_that_may_not_write(run_of_16_games, monkeypatch):
    """Such a reader can make no files beside the record, and needs none."""
    # The reader asks os.access whether it may write.
    monkeypatch.setattr("os.access", lambda path, mode: False)
    before = sorted(file.name for file in run_of_16_games.iterdir())
    with open_run(str(run_of_16_games)) as run:
        assert len(run.finished_numbers()) == 16
        assert sorted(file.name for file in run_of_16_games.iterdir()) == before
