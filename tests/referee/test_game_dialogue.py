"""The protocol against scripted players in memory: no process, no clock but a pretended one."""

import pytest
from word_games import game_of

from referee.check.recording_transport import PATIENCE, RecordingTransport
from referee.contest.conditions import Limits
from referee.contest.termination import Termination
from referee.game.protocol import GameEnded, answer, hold_dialogue

GAME = game_of(["crane", "dents", "dozes", "tosse"])


class Scripted:
    """A player that says its lines, each after its number of seconds; an exception is raised as it stands."""

    def __init__(self, *script):
        self.script = list(script)
        self.now = 0.0
        self.replies = []

    def receive(self, until):
        """The next line, or TimeoutError where it comes after that time; GameEnded at the end of the script."""
        if not self.script:
            raise GameEnded(Termination.EXITED)
        delay, line = self.script[0] if isinstance(self.script[0], tuple) else (0.0, self.script[0])
        if self.now + delay > until:
            self.script[0] = (self.now + delay - until, line)
            self.now = until
            raise TimeoutError

        self.script.pop(0)
        self.now += delay
        if isinstance(line, Exception):
            raise line
        return line

    def send(self, line):
        self.replies.append(line.decode())


def held(player, word="dents", **limits):
    """How the dialogue ended, and its moves."""
    moves = []
    termination = hold_dialogue(
        player, word, GAME, Limits(**limits), moves.append, started=0.0, clock=lambda: player.now
    )
    return termination, moves


class TestGame:
    @pytest.mark.parametrize(("script", "termination", "replies"), [
        ([b"crane"] * 5, Termination.EXHAUSTED, 5),
        ([*[b"crane"] * 4, b"dents"], Termination.SOLVED, 5),
        ([b"crane", GameEnded(Termination.CRASHED)], Termination.CRASHED, 1),
        ([*[b""] * 5, b"dents"], Termination.EXHAUSTED, 5),  # an illegal guess uses up an attempt
        ([b"dents\r"], Termination.SOLVED, 1),
    ])  # fmt: skip
    def test_ends(self, script, termination, replies):
        """Every guess is answered, the fifth too."""
        player = Scripted(*script)
        ended, moves = held(player)
        assert (ended, len(moves), len(player.replies)) == (termination, replies, replies)


class TestLegality:
    def test_guess_in_the_record_is_printable(self):
        move = answer(b"\x1b[2J\xff" + b"x" * 1000, "dents", GAME, 0.0)
        assert move.guess.startswith(r"\x1b[2J\xffxxx")
        assert move.guess.isprintable()
        assert len(move.guess) < 120


class TestTime:
    @pytest.mark.parametrize(("script", "limits", "termination"), [
        ([(3.0, b"crane")], {"startup": 2}, Termination.STARTUP_TIMEOUT),
        ([(3.0, b"crane"), (3.0, b"crane")], {"move": 2}, Termination.MOVE_TIMEOUT),
        ([(3.0, b"crane")], {"move": 2}, Termination.EXITED),
        ([(3.0, b"crane")] * 5, {"game": 10}, Termination.GAME_TIMEOUT),
        ([(3.0, b"crane")], {"startup": 5, "game": 2}, Termination.GAME_TIMEOUT),
        ([(3.0, b"crane")], {"startup": 2, "game": 2}, Termination.STARTUP_TIMEOUT),
        ([(3.0, b"crane")] * 5, {"game": 16}, Termination.EXHAUSTED),
    ])  # fmt: skip
    def test_which_limit(self, script, limits, termination):
        assert held(Scripted(*script), **limits)[0] is termination

    def test_seconds_of_moves(self):
        _, moves = held(Scripted((2.0, b"crane"), (0.5, b"dents")))
        assert [move.seconds for move in moves] == [2.0, 0.5]


class TestWitness:
    def watched(self, *script):
        player = Scripted(*script)
        witness = RecordingTransport(lambda: player.now).pass_on(player)
        termination = hold_dialogue(witness, "dozes", GAME, Limits(), started=0.0, clock=lambda: player.now)
        return player, witness, termination

    def test_a_player_that_waits(self):
        player, witness, termination = self.watched((1.0, b"crane"), (2.0, b"dozes"), (6.0, b""))
        assert termination is Termination.SOLVED
        assert (witness.lines, witness.early) == ([b"crane", b"dozes"], 0)
        assert witness.seconds == [pytest.approx(2.0 - PATIENCE)]
        assert len(player.replies) == 2

    def test_all_guesses_at_once(self):
        player, witness, termination = self.watched((1.0, b"crane"), *[b"crane"] * 4)
        assert termination is Termination.EXHAUSTED
        assert (len(witness.lines), witness.early, len(player.replies)) == (5, 4, 5)

    def test_an_end_that_was_seen_ahead(self):
        player, witness, termination = self.watched((1.0, b"crane"))
        assert termination is Termination.EXITED
        assert (witness.early, len(player.replies)) == (0, 1)
