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

_START = re.compile(r"Starting new round, word is (\S+)")
_GUESS = re.compile(r"Got:(.*)")
_REPLY = re.compile(r"Sent: ?(.*)")


def is_transcript(lines: Iterable[str]) -> bool:
    """Return whether these are the lines of a transcript: some line starts a round."""
    return any(map(_START.match, lines))


def games_of_transcript(lines: Sequence[str], path: str) -> Iterator[GameRecord]:
    """Yield the games of a transcript; the player is named after the file. DataError names a line that does not fit."""
    player = PurePath(path).stem
    blanks = _blanks_before_guesses(lines)

    # The word of the round; empty before the first round.
    word = ""
    # The guesses of the round with their replies, which are empty until they come.
    steps: list[tuple[str, str]] = []

    for number, line in enumerate(lines, 1):
        start = _START.match(line)
        guess = _GUESS.match(line)
        reply = _REPLY.match(line)
        if start:
            if word:
                yield _record(player, word, steps)
            word = start[1].lower()
            steps = []
        elif guess:
            steps.append((guess[1][blanks:], ""))  # its reply is on a later line
        elif reply:
            marks = "".join(reply[1].split())
            answers_a_guess = bool(steps) and not steps[-1][1]
            is_a_reply = len(marks) == len(word) and set(marks) <= set(MARKS)
            if not (answers_a_guess and is_a_reply):
                raise DataError(f"{path}: line {number}: not the reply to a guess: {line.strip()}")
            steps[-1] = (steps[-1][0], marks)

    yield _record(player, word, steps)


def _blanks_before_guesses(lines: Sequence[str]) -> int:
    """Return how many blanks the engine wrote before every guess."""
    blanks = []
    for match in map(_GUESS.match, lines):
        if match and match[1].strip():
            guess = match[1]
            blanks.append(len(guess) - len(guess.lstrip(" ")))

    return min(blanks, default=0)


def _record(player: str, word: str, steps: Sequence[tuple[str, str]]) -> GameRecord:
    """Return the game of one round, with the guesses that the engine answered.

    A transcript does not mark illegal guesses. They are those whose reply has only X although they have letters of the
    word, or are too short or too long.
    """
    all_absent = ABSENT * len(word)
    moves = []
    for guess, reply in steps:
        if not reply:
            continue  # the round ended before the engine answered

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
