"""Reads transcripts of the original contest's engine.

    Starting new round, word is boons
    Got:   seora
    Sent:  ?XOXX
    …
    Round won with score 100

The guess begins after as many blanks as every guess has before it. Other lines are skipped. A round ends where the next
one starts; one without a reply of only O is lost.
"""

import re
from collections.abc import Iterable, Iterator

from codebreaker.reply import ABSENT, MARKS, reply_for, winning_reply
from lingo_common.errors import DataError
from referee.contest.termination import Termination
from referee.game.record import PIT, GameRecord

_START = re.compile(r"Starting new round, word is (\S+)")
_GUESS = re.compile(r"Got:(.*)")
_REPLY = re.compile(r"Sent: ?(.*)")


def is_transcript(lines: Iterable[str]) -> bool:
    """Whether a round starts in these lines."""
    return any(_START.match(line) for line in lines)


def games_of_transcript(lines: Iterable[str], player: str, path: str) -> Iterator[GameRecord]:
    """The games of a player's transcript; DataError that names the line that does not fit."""
    word, steps, indices = "", list[tuple[str, str]](), dict[int, int]()
    lines = list(lines)
    blanks = _blanks_before_guesses(lines)
    for number, line in enumerate(lines, 1):
        if start := _START.match(line):
            if word:
                yield _record(player, word, steps, indices)
            word, steps = start[1].lower(), []
        elif guess := _GUESS.match(line):
            steps.append((guess[1][blanks:], ""))
        elif reply := _REPLY.match(line):
            marks = "".join(reply[1].split())
            if not steps or steps[-1][1] or len(marks) != len(word) or set(marks) - set(MARKS):
                raise DataError(f"{path}: line {number}: not the reply to a guess: {line.strip()}")
            steps[-1] = (steps[-1][0], marks)
    if not word:
        raise DataError(f"{path}: neither games as JSON, one a line, nor a transcript of rounds")
    yield _record(player, word, steps, indices)


def _blanks_before_guesses(lines: Iterable[str]) -> int:
    """The blanks between the colon and the guess; a guess may begin with a blank itself."""
    guesses = [match[1] for match in map(_GUESS.match, lines) if match and match[1].strip()]
    return min((len(guess) - len(guess.lstrip(" ")) for guess in guesses), default=0)


def _record(player: str, word: str, steps: list[tuple[str, str]], indices: dict[int, int]) -> GameRecord:
    """The game of one round; indices counts the rounds of each length."""
    index = indices.setdefault(len(word), 0)
    indices[len(word)] += 1
    answered = [(guess, reply) for guess, reply in steps if reply]
    solved = bool(answered) and answered[-1][1] == winning_reply(len(word))
    ended = Termination.EXHAUSTED if len(answered) == PIT.attempts else Termination.EXITED
    return GameRecord(
        player=player,
        length=len(word),
        index=index,
        word=word,
        guesses=tuple(guess for guess, _ in answered),
        replies=tuple(reply for _, reply in answered),
        attempts=len(answered),
        points=PIT.points_for(len(answered)) if solved else 0,
        termination=Termination.SOLVED if solved else ended,
        illegal=sum(_is_illegal(guess, reply, word) for guess, reply in answered),
        seconds=0.0,
        move_seconds=(0.0,) * len(answered),
        exit_status=None,
        signal=None,
        stderr_head="",
        stderr_tail="",
        host="",
    )


def _is_illegal(guess: str, reply: str, word: str) -> bool:
    """Whether the reply shows that the guess was not accepted."""
    return reply == ABSENT * len(word) and (len(guess) != len(word) or reply_for(guess, word) != reply)
