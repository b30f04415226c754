"""Players that are Python objects in the referee's own process."""

import logging

import pytest

from lingo_common.errors import DataError, UsageError
from referee import open_run, run
from referee.contest.player import IN_PROCESS
from referee.contest.termination import Termination


class InOrder:
    """Guesses the words of the list in their order."""

    made = 0

    def __init__(self, length, words):
        type(self).made += 1
        self.words = iter(words)
        self.heard = []

    def guess(self):
        return next(self.words)

    def hear(self, reply):
        self.heard.append(reply)


class Breaks(InOrder):
    """Raises an error at the first reply."""

    def hear(self, reply):
        raise RuntimeError("lost the thread")


@pytest.fixture
def played(wordlist, tmp_path):
    """played(players): the result of a contest for blimp and dents that is kept in a directory."""
    (tmp_path / "words").write_text("blimp\ndents\n")

    def contest(players, **options):
        return run(players, words=str(tmp_path / "words"), wordlist=wordlist, out=str(tmp_path / "run"), **options)

    return contest


def test_each_game_has_an_object_of_its_own(played, tmp_path):
    InOrder.made = 0
    result = played({"mine": InOrder})
    assert InOrder.made == 3  # the trial and two games
    assert [(game.word, game.guesses) for game in result.games] == [
        ("blimp", ("blimp",)),
        ("dents", ("blimp", "cozen", "crane", "dents")),
    ]
    assert result.points == {"mine": 500 + 200}

    with open_run(str(tmp_path / "run")) as record:
        assert record.contest.players[0].command == IN_PROCESS


def test_beside_a_program_and_with_an_error_of_its_own(played, player_command):
    result = played({"broken": Breaks, "steady": player_command("guesses.sh", "blimp", "dents")})
    assert result.points["steady"] == 500 + 400
    broken = next(game for game in result.games if (game.player, game.word) == ("broken", "dents"))
    assert (broken.termination, broken.guesses) == (Termination.CRASHED, ("blimp",))
    assert "RuntimeError: lost the thread" in broken.stderr_head


class TestTrial:
    """What a Python object raises in its trial game goes to the caller's logging, whole and without advice."""

    def test_the_traceback_is_one_message(self, played, caplog, monkeypatch):
        # A trial word that is the first guess would solve the game before it breaks.
        monkeypatch.setattr("secrets.choice", lambda words: words[-1])
        played({"broken": Breaks}, lengths=[5])
        said, trace = [record.getMessage() for record in caplog.records if "broken" in record.getMessage()]
        assert said == "tried 'broken': crashed: raised RuntimeError: lost the thread after 1 guess"
        assert trace.startswith("tried 'broken':\nTraceback (most recent call last):\n")
        assert trace.endswith('    raise RuntimeError("lost the thread")\nRuntimeError: lost the thread')
        assert "game/in_process.py" not in trace

    def test_a_handler_of_the_callers_has_it_alone(self, played, capfd, monkeypatch):
        messages = []
        handler = logging.Handler()
        handler.emit = lambda record: messages.append(record.getMessage())
        logger = logging.getLogger("referee")
        monkeypatch.setattr(logger, "handlers", [handler])
        monkeypatch.setattr(logger, "propagate", False)
        played({"broken": Breaks}, lengths=[5])

        assert any("lost the thread" in message for message in messages)
        assert "lost the thread" not in "".join(capfd.readouterr())


def test_a_result_is_shown_in_ten_lines_at_most(played):
    result = played({f"player {number}": InOrder for number in range(12)}, lengths=[5])
    lines = repr(result).splitlines()
    assert len(lines) == 10
    assert lines[0] == "<24 games of 12 players>"
    assert lines[2] == "   1  700  player 0"
    assert lines[-1] == "and 5 more; print(result) shows all"


def test_what_is_no_player_is_refused(played):
    with pytest.raises(UsageError, match="no players"):
        played({})
    with pytest.raises(DataError, match="player 'x': nobody: there is no such program"):
        played({"x": "nobody"})


def test_a_run_with_such_a_player_is_resumed_from_python(played, tmp_path, wordlist):
    played({"mine": InOrder}, lengths=[5])
    resumed = run({"mine": InOrder, "late": InOrder}, resume=tmp_path / "run", wordlist=wordlist)
    assert resumed.points == {"mine": 700, "late": 700}
    with pytest.raises(UsageError, match="player 'late' is a Python object: resume the run from Python"):
        run({"mine": InOrder}, resume=tmp_path / "run", wordlist=wordlist)
    with pytest.raises(UsageError, match="--resume goes on in its own directory"):
        run(resume=tmp_path / "run", out=tmp_path / "other")
