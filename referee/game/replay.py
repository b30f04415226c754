"""Replays a recorded game with the oracle: its moves, and what in its record is impossible."""

import re
from collections.abc import Container, Iterator

from codebreaker.reply import ABSENT, reply_for, winning_reply
from referee.contest.termination import Termination
from referee.game.record import ATTEMPTS, GameRecord, Move, points_for

_LETTERS = re.compile("[a-z]+")


def moves(record: GameRecord) -> Iterator[Move]:
    """The moves of the game. A guess counts as legal if its reply is the oracle's."""
    for guess, reply, seconds in zip(record.guesses, record.replies, record.move_seconds, strict=False):
        yield Move(guess, reply, _true_reply(guess, record.word) == reply, seconds)


def discrepancies(record: GameRecord, listed: Container[str] | None = None) -> Iterator[str]:
    """One line for each contradiction in the record, to itself or to the rules.

    listed: the legal guesses. Without them, a reply of all X is accepted up to the recorded number of illegal guesses.
    """
    counts = {len(record.guesses), len(record.replies), len(record.move_seconds), record.attempts}
    if len(counts) > 1 or record.attempts > ATTEMPTS:
        yield (
            f"{len(record.guesses)} guesses, {len(record.replies)} replies, {len(record.move_seconds)} times "
            f"for {record.attempts} attempts of {ATTEMPTS} at most"
        )
        return
    yield from _false_replies(record, listed)
    yield from _false_count(record, listed)
    yield from _false_end(record)


def _false_replies(record: GameRecord, listed: Container[str] | None) -> Iterator[str]:
    for attempt, (guess, reply) in enumerate(zip(record.guesses, record.replies, strict=True), 1):
        right = _right_replies(guess, record.word, listed)
        if reply not in right:
            yield f"attempt {attempt}, {guess!r} for '{record.word}': the reply is {right[0]}, not {reply}"


def _right_replies(guess: str, word: str, listed: Container[str] | None) -> list[str]:
    """The possible replies to the guess; two if nobody can tell whether it was legal."""
    illegal = ABSENT * len(word)
    true = _true_reply(guess, word)
    if true is None or (listed is not None and guess not in listed):
        return [illegal]
    return [true] if listed is not None or guess == word else [true, illegal]


def _false_count(record: GameRecord, listed: Container[str] | None) -> Iterator[str]:
    if listed is not None:
        found = sum(guess not in listed or len(guess) != record.length for guess in record.guesses)
        if found != record.illegal:
            yield f"{found} illegal guesses, not {record.illegal}"
        return
    possible = sum(reply == ABSENT * record.length for reply in record.replies)
    certain = sum(not move.legal for move in moves(record))
    if not certain <= record.illegal <= possible:
        yield f"{record.illegal} illegal guesses are recorded; there were {certain} to {possible}"


def _false_end(record: GameRecord) -> Iterator[str]:
    win = winning_reply(record.length)
    solved = record.replies[-1:] == (win,)
    if win in record.replies[:-1]:
        yield f"goes on after attempt {record.replies.index(win) + 1}, which solved it"
    if solved != record.solved:
        yield f"is called {record.termination.value}, but its last guess was {'right' if solved else 'not right'}"
    if not solved and (record.attempts == ATTEMPTS) != (record.termination is Termination.EXHAUSTED):
        yield f"is called {record.termination.value} after {record.attempts} attempts"
    points = points_for(record.attempts) if solved else 0
    if record.points != points:
        yield f"is worth {points} points, not {record.points}"


def _true_reply(guess: str, word: str) -> str | None:
    """The oracle's reply; None if the guess is no word of that length."""
    return reply_for(guess, word) if len(guess) == len(word) and _LETTERS.fullmatch(guess) else None
