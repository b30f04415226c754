"""Reads games from a transcript of the original engine, which looks like this:

    Starting new round, word is boons
    Got:   seora
    Sent:  ?XOXX
    …
    Round won with score 100

The number of blanks before a guess depends on the engine, and an illegal guess may begin with blanks of its own. So the
smallest number before any guess is taken for the engine's. Other lines are skipped. A round ends where the next one
starts; one without a reply of only O is lost.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

from lingo_common.errors import DataError
from referee.contest.termination import Termination
from referee.game.record import GameRecord, Move, record_of
from wordlists.reply import ABSENT, MARKS, reply_for, winning_reply
from wordlists.rules import PIT
from wordlists.step import Step

_START = re.compile(r"Starting new round, word is (\S+)")
_GUESS = re.compile(r"Got:(.*)")
_BLANKS = re.compile(r"Got:( *)\S")
"""The blanks before a guess that is not empty."""
_REPLY = re.compile(r"Sent: ?(.*)")


def is_transcript(lines: Iterable[str]) -> bool:
    """Return whether these are the lines of a transcript: some line starts a round."""
    return any(map(_START.match, lines))


def games_of_transcript(lines: Sequence[str], path: str) -> Iterator[GameRecord]:
    """Yield the games of a transcript; the player is named after the file. DataError names a line that does not fit."""
    player = PurePath(path).stem
    # How many blanks the engine wrote before every guess.
    blanks = min((len(match[1]) for match in map(_BLANKS.match, lines) if match), default=0)

    # The word of the round; empty before the first round.
    word = ""
    # The guesses of the round that the engine answered, and the one whose reply is on a later line.
    steps: list[Step[str, str]] = []
    unanswered: str | None = None

    for number, line in enumerate(lines, 1):
        start = _START.match(line)
        guess = _GUESS.match(line)
        reply = _REPLY.match(line)
        if start:
            if word:
                yield _record(player, word, steps)
            word = start[1].lower()
            steps = []
            unanswered = None
        elif guess:
            unanswered = guess[1][blanks:]
        elif reply:
            marks = "".join(reply[1].split())
            is_a_reply = len(marks) == len(word) and set(marks) <= set(MARKS)
            if unanswered is None or not is_a_reply:
                raise DataError(f"{path}: line {number}: not the reply to a guess: {line.strip()}")

            steps.append(Step(unanswered, marks))
            unanswered = None

    yield _record(player, word, steps)


def _record(player: str, word: str, steps: Iterable[Step[str, str]]) -> GameRecord:
    """Return the game of one round with these guesses and replies.

    A transcript does not mark illegal guesses. They are those whose reply has only X although they have letters of the
    word, or are too short or too long.
    """
    all_absent = ABSENT * len(word)
    moves = []
    for guess, reply in steps:
        deserves_only_x = len(guess) == len(word) and reply_for(guess, word) == all_absent
        is_legal = reply != all_absent or deserves_only_x
        moves.append(Move(guess, reply, is_legal, seconds=0.0))  # a transcript has no times

    if moves and moves[-1].reply == winning_reply(len(word)):
        ended = Termination.SOLVED
    elif len(moves) == PIT.attempts:
        ended = Termination.EXHAUSTED
    else:
        # A transcript does not say why no further guess came. Most players that stop guessing exit.
        ended = Termination.EXITED

    # Whoever imports the games knows the places of the words.
    return record_of(player, 0, word, moves, ended)
