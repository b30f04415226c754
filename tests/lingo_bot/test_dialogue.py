"""The dialogue with scripted players and scripted referees, in memory."""

import io

import pytest

from lingo_bot.dialogue import checked_reply, play_over_streams
from lingo_common.errors import DataError


class Scripted:
    """Guesses aaa, bbb, … and writes down what it hears."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def guess(self) -> str:
        return "abcdefgh"[len(self.heard)] * 3

    def hear(self, reply: str) -> None:
        self.heard.append(reply)


def played(replies: bytes, attempts: int = 5) -> tuple[bytes, list[str], bytes]:
    """(what was printed, what the player heard, the input left over)."""
    player = Scripted()
    source = io.BytesIO(replies)
    sink = io.BytesIO()
    play_over_streams(player, 3, attempts, source, sink)
    return sink.getvalue(), player.heard, source.read()


@pytest.mark.parametrize(("replies", "attempts", "printed", "heard", "left"), [
    (b"XX?\nX?O\nOOO\n", 5, b"aaa\nbbb\nccc\n", ["XX?", "X?O"], b""),
    (b"OOO\nXXX\n", 5, b"aaa\n", [], b"XXX\n"),  # a win ends the game
    # The reply to the last guess is read, but the player need not hear it.
    (b"XXX\n" * 7, 5, b"aaa\nbbb\nccc\nddd\neee\n", ["XXX"] * 4, b"XXX\n" * 2),
    (b"XXX\n" * 2, 1, b"aaa\n", [], b"XXX\n"),
    (b"", 5, b"aaa\n", [], b""),  # the end of the input ends the game too
    (b"X?X\n", 5, b"aaa\nbbb\n", ["X?X"], b""),
    (b"XX?\nOOO", 5, b"aaa\nbbb\n", ["XX?"], b""),  # a last line without its end is a reply
])  # fmt: skip
def test_a_guess_a_line_and_a_reply_a_line(replies, attempts, printed, heard, left):
    assert played(replies, attempts) == (printed, heard, left)


@pytest.mark.parametrize("line", [b"O?X\n", b"O?X\r\n", b"O?X", b"  O?X \t\n"])
def test_a_reply_may_have_white_space_around_it(line):
    assert checked_reply(line, 3) == "O?X"


@pytest.mark.parametrize("line", [
    b"\n", b"\r\n", b"O?\n", b"O?XX\n", b"o?x\n", b"0?X\n", b"O X\n", b"O\0X\n", b"\xff\xfe?\n",
    b"O\xc3\x97\n", b"good\n",
])  # fmt: skip
def test_a_line_that_is_no_reply_is_quoted_in_one_line_of_ascii(line):
    with pytest.raises(DataError, match=r"^not a reply of 3 marks O, \? or X: '") as caught:
        checked_reply(line, 3)
    assert str(caught.value).isascii()
    assert "\n" not in str(caught.value)


def test_every_guess_is_flushed_before_the_reply_is_read():
    done = []

    class Pipe(io.BytesIO):
        def write(self, data):
            done.append(data)

        def flush(self):
            done.append("flush")

        def readline(self, *_):
            done.append("read")
            return b"XXX\n"

    pipe = Pipe()
    play_over_streams(Scripted(), 3, 2, pipe, pipe)
    assert done == [b"aaa\n", "flush", "read", b"bbb\n", "flush", "read"]


# gyb.b: the letters of green, yellow and black, which the assistant takes for marks.
@pytest.mark.parametrize("line", [b"help\n", b"gyb.b\n"])
def test_what_a_person_types_names_the_assistant(line):
    with pytest.raises(DataError, match="for a person there is lingo-bot 5 --assist"):
        checked_reply(line, 5)


def test_a_wrong_reply_of_a_program_does_not_name_the_assistant():
    with pytest.raises(DataError) as raised:
        checked_reply(b"OOOO\n", 5)
    assert "--assist" not in str(raised.value)
