"""Players that are Python objects in the referee's own process."""

import logging
import os
import sys

import pytest

from lingo_common.errors import DataError, UsageError
from referee import open_run, run
from referee.contest.player import IN_PROCESS
from referee.contest.termination import Termination
from referee.storage.run import Recorder


class InOrder:
    """Guesses the words of the list in their order: blimp, cozen, crane, dents and so on."""

    def __init__(self, length, words):
        self.words = iter(words)

    def guess(self):
        return next(self.words)

    def hear(self, reply):
        pass


class Breaks(InOrder):
    """Raises an error at the first reply."""

    def hear(self, reply):
        raise RuntimeError("lost the thread")


@pytest.fixture
def run_for_blimp_and_dents(wordlist, tmp_path):
    """run_for_blimp_and_dents(players): the result of a run of two words, whose directory is `run` in tmp_path."""
    (tmp_path / "words").write_text("blimp\ndents\n")

    def result(players):
        words = str(tmp_path / "words")
        return run(players, words=words, wordlist=wordlist, out=str(tmp_path / "run"), sandbox="off")

    return result


class TestGames:
    def test_a_player_makes_its_guesses_and_wins_points(self, run_for_blimp_and_dents):
        result = run_for_blimp_and_dents({"mine": InOrder})

        assert [(game.word, game.guesses) for game in result.games] == [
            ("blimp", ("blimp",)),
            ("dents", ("blimp", "cozen", "crane", "dents")),
        ]
        # At the first attempt and at the fourth.
        assert result.points == {"mine": 500 + 200}

    def test_each_game_has_an_object_of_its_own(self, run_for_blimp_and_dents):
        made = []

        class Counted(InOrder):
            def __init__(self, length, words):
                super().__init__(length, words)
                made.append(self)

        run_for_blimp_and_dents({"mine": Counted})

        # The trial game and two games of the run.
        assert len(made) == 3

    def test_the_record_says_that_the_player_was_no_program(self, run_for_blimp_and_dents, tmp_path):
        run_for_blimp_and_dents({"mine": InOrder})

        with open_run(str(tmp_path / "run")) as record:
            assert record.contest.players[0].command == IN_PROCESS

    def test_an_error_of_a_player_is_a_crash_in_its_game(self, run_for_blimp_and_dents):
        result = run_for_blimp_and_dents({"broken": Breaks})

        [game] = [game for game in result.games if game.word == "dents"]
        assert (game.termination, game.guesses) == (Termination.CRASHED, ("blimp",))
        assert "RuntimeError: lost the thread" in game.stderr_head

    def test_a_player_that_exits_ends_its_game_alone(self, run_for_blimp_and_dents):
        class Exits(InOrder):
            def guess(self):
                sys.exit("no word is left")

        result = run_for_blimp_and_dents({"broken": Exits, "mine": InOrder})

        assert result.points == {"broken": 0, "mine": 500 + 200}
        assert result.games[0].termination is Termination.CRASHED

    def test_an_error_with_a_name_that_is_not_utf_8_is_recorded(self, run_for_blimp_and_dents):
        class Misses(InOrder):
            def guess(self):
                raise ValueError("no words in " + os.fsdecode(b"list-\xff"))

        result = run_for_blimp_and_dents({"broken": Misses})

        assert "no words in list-\\udcff" in result.games[0].stderr_head

    def test_a_program_plays_on_beside_a_player_with_an_error(self, run_for_blimp_and_dents, player_command):
        program = player_command("guesses.sh", "blimp", "dents")

        result = run_for_blimp_and_dents({"broken": Breaks, "program": program})

        # The program solves blimp at its first attempt and dents at its second.
        assert result.points["program"] == 500 + 400


class TestTrialGame:
    """What a Python object raises in its trial game goes to the caller's logging: its traceback, and no advice."""

    @pytest.fixture
    def play_trial_of_a_broken_player(self, run_for_blimp_and_dents, monkeypatch):
        """Play the trial game, whose word is drawn at random. Here it is not blimp, which would solve the game."""
        monkeypatch.setattr("secrets.choice", lambda words: words[-1])
        return lambda: run_for_blimp_and_dents({"broken": Breaks})

    def test_a_message_says_how_it_ended_and_another_is_the_traceback(self, play_trial_of_a_broken_player, caplog):
        play_trial_of_a_broken_player()

        messages = [record.getMessage() for record in caplog.records]
        end, traceback = [message for message in messages if "broken" in message]
        assert end == "tried 'broken': crashed: raised RuntimeError: lost the thread after 1 guess"
        assert traceback.startswith("tried 'broken':\nTraceback (most recent call last):\n")
        assert traceback.endswith('    raise RuntimeError("lost the thread")\nRuntimeError: lost the thread')

    def test_the_traceback_has_no_line_of_the_referee(self, play_trial_of_a_broken_player, caplog):
        play_trial_of_a_broken_player()

        # game_pool.py is the module that calls the methods of the player.
        assert "game/game_pool.py" not in caplog.text

    def test_a_handler_of_the_caller_gets_it_and_nothing_is_printed(
        self, play_trial_of_a_broken_player, capfd, monkeypatch
    ):
        messages = []
        handler = logging.Handler()
        handler.emit = lambda record: messages.append(record.getMessage())
        logger = logging.getLogger("referee")
        monkeypatch.setattr(logger, "handlers", [handler])
        monkeypatch.setattr(logger, "propagate", False)

        play_trial_of_a_broken_player()

        assert any("lost the thread" in message for message in messages)
        assert "lost the thread" not in "".join(capfd.readouterr())


def test_a_result_is_shown_as_its_leaderboard(run_for_blimp_and_dents):
    result = run_for_blimp_and_dents({f"player {number}": InOrder for number in range(12)})

    assert repr(result) == str(result)
    assert "   1  player 0     700 " in repr(result)


def test_an_interrupted_run_without_a_directory_names_none_to_go_on_with(wordlist, tmp_path, monkeypatch):
    (tmp_path / "words").write_text("blimp\n")

    def interrupt(recorder, games, again):
        raise KeyboardInterrupt

    monkeypatch.setattr(Recorder, "record", interrupt)

    with pytest.raises(DataError) as error:
        run({"a": InOrder}, words=str(tmp_path / "words"), wordlist=wordlist)

    lost = "none of them is kept, because no directory was named with `out`"
    assert str(error.value) == f"interrupted; 0 of 1 games are recorded; {lost}"


class TestRefused:
    def test_a_run_without_players(self, run_for_blimp_and_dents):
        with pytest.raises(UsageError, match="no players"):
            run_for_blimp_and_dents({})

    def test_a_command_that_no_program_has(self, run_for_blimp_and_dents):
        with pytest.raises(DataError, match="player 'x': nobody: there is no such program"):
            run_for_blimp_and_dents({"x": "nobody"})


class TestResume:
    """A run with a Python object goes on from Python, which gives the object again."""

    @pytest.fixture
    def directory(self, run_for_blimp_and_dents, tmp_path):
        """The directory of a finished run of `mine`."""
        run_for_blimp_and_dents({"mine": InOrder})
        return tmp_path / "run"

    def test_a_late_player_plays_the_same_words(self, directory, wordlist):
        result = run({"mine": InOrder, "late": InOrder}, resume=directory, wordlist=wordlist)

        assert result.points == {"mine": 700, "late": 700}

    def test_a_player_that_is_not_given_again_is_refused(self, directory, wordlist):
        run({"mine": InOrder, "late": InOrder}, resume=directory, wordlist=wordlist)

        with pytest.raises(UsageError, match="player 'late' is a Python object: resume the run from Python"):
            run({"mine": InOrder}, resume=directory, wordlist=wordlist)

    def test_another_directory_is_refused(self, directory, tmp_path):
        with pytest.raises(UsageError, match="--resume goes on in its own directory"):
            run(resume=directory, out=tmp_path / "other")
