"""The protocol against scripted players in memory: no process, no clock but a pretended one."""

from types import SimpleNamespace
from unittest.mock import patch

import pytest
from word_games import game_of

from referee.contest.limits import Limits
from referee.contest.termination import Termination
from referee.game import protocol
from referee.game.protocol import GameEnded, answer, hold_dialogue, word_in_line
from wordlists.spelling import spelling_of

GAME = game_of(["crane", "dents", "dozes", "tosse"])
"""A game with five attempts."""


class ScriptedPlayer:
    """A player that writes its lines, each some seconds after what went before, and then ends.

    It has a clock of its own, on which time passes only while the referee waits for a line.
    """

    def __init__(self, script, end=Termination.EXITED):
        """script: pairs of seconds and a line. end: how the player ends after the last one."""
        self.script = list(script)
        self.end = end
        self.now = 0.0
        self.replies = []

    def receive(self, until):
        """The next line, or TimeoutError where it comes after that time; GameEnded at the end of the script."""
        if not self.script:
            raise GameEnded(self.end)

        seconds, line = self.script[0]
        arrival = self.now + seconds
        if arrival > until:
            self.script[0] = (arrival - until, line)
            self.now = until
            raise TimeoutError

        self.now = arrival
        self.script.pop(0)
        return line

    def send(self, line):
        """Take a reply."""
        self.replies.append(line.decode().rstrip("\n"))


def at_once(*lines):
    """The script of a player that writes these lines without a delay."""
    return [(0.0, line) for line in lines]


def play(player, **limits):
    """How the game of the player for dents ended, and its moves; limits in seconds, by default those of `Limits`."""
    clock = SimpleNamespace(monotonic=lambda: player.now)
    with patch.object(protocol, "time", clock):
        return hold_dialogue(player, "dents", GAME, Limits(**limits), on_move=lambda move: None, started=0.0)


class TestEnds:
    """Every guess is answered, the last one too."""

    @pytest.mark.parametrize(("lines", "termination", "replies"), [
        ([b"crane"] * 5, Termination.EXHAUSTED, ["XXX??"] * 5),
        ([b"crane"] * 4 + [b"dents"], Termination.SOLVED, ["XXX??"] * 4 + ["OOOOO"]),
        ([b"dents\r"], Termination.SOLVED, ["OOOOO"]),
    ])  # fmt: skip
    def test_a_game_ends_with_the_word_or_the_fifth_guess(self, lines, termination, replies):
        player = ScriptedPlayer(at_once(*lines))

        assert play(player)[0] is termination
        assert player.replies == replies

    def test_an_illegal_guess_uses_up_an_attempt(self):
        player = ScriptedPlayer(at_once(b"", b"", b"", b"", b"", b"dents"))

        assert play(player)[0] is Termination.EXHAUSTED
        assert player.replies == ["XXXXX"] * 5

    def test_a_crash_ends_the_game(self):
        player = ScriptedPlayer(at_once(b"crane"), end=Termination.CRASHED)

        termination, moves = play(player)

        assert termination is Termination.CRASHED
        assert [move.guess for move in moves] == ["crane"]


def test_a_guess_in_the_record_is_printable_and_cut():
    move = answer(b"\x1b[2J\xff" + b"x" * 1000, "dents", GAME, seconds=0.0)

    # 80 characters are kept: the escape, three of [2J, four of \xff and 72 x. Then the escape is written as \x1b.
    assert move.guess == r"\x1b[2J\xff" + 72 * "x" + "..."


def test_a_guess_of_wide_characters_has_the_mark_of_a_cut_too():
    """A character of four bytes in UTF-8 is the widest."""
    move = answer(("\N{GRINNING FACE}" * 81).encode(), "dents", GAME, seconds=0.0)

    assert move.guess == "\N{GRINNING FACE}" * 80 + "..."


@pytest.mark.parametrize(("line", "word"), [
    (b"kijk", "kĳk"), (b"KIJK", ""), ("kĳk".encode(), ""), ("kíjk".encode(), "kíjk"), (b"k\xffijk", ""),
])  # fmt: skip
def test_a_line_that_is_not_written_as_the_list_is_gives_no_word_of_it(line, word):
    """The list is folded and has no í, so the word with it is not in the list."""
    assert word_in_line(line, spelling_of(fold=True, letters="ij")) == word


class TestTime:
    """Limits on time, in seconds, and the times of moves."""

    @pytest.mark.parametrize(("guesses", "limits", "termination"), [
        (1, {"startup": 2}, Termination.STARTUP_TIMEOUT),
        (2, {"move": 2}, Termination.MOVE_TIMEOUT),
        # The limit on moves does not hold for the first guess.
        (1, {"move": 2}, Termination.EXITED),
        # Three guesses are within 10 seconds, five within 16.
        (5, {"game": 10}, Termination.GAME_TIMEOUT),
        (5, {"game": 16}, Termination.EXHAUSTED),
        # The shorter limit ends the game, and that for the start if they are equal.
        (1, {"startup": 5, "game": 2}, Termination.GAME_TIMEOUT),
        (1, {"startup": 2, "game": 2}, Termination.STARTUP_TIMEOUT),
    ])  # fmt: skip
    def test_the_limit_that_is_exceeded_is_named(self, guesses, limits, termination):
        """The player takes three seconds for each guess, which is never the word, and then ends."""
        player = ScriptedPlayer([(3.0, b"crane")] * guesses)

        assert play(player, **limits)[0] is termination

    def test_a_move_takes_the_time_since_the_reply_before(self):
        _, moves = play(ScriptedPlayer([(2.0, b"crane"), (0.5, b"dents")]))

        assert [move.seconds for move in moves] == [2.0, 0.5]
