"""Replays a recorded game with the oracle: its moves, and what in its record is impossible."""

from collections.abc import Container, Iterator

from codebreaker.reply import ABSENT, reply_for, winning_reply
from codebreaker.rules import GameRules
from codebreaker.step import Step
from referee.contest.termination import Termination
from referee.game.record import PIT, GameRecord, Move


def moves(record: GameRecord) -> Iterator[Move]:
    """The moves of the game. A guess counts as legal if its reply is the oracle's."""
    for guess, reply, seconds in zip(record.guesses, record.replies, record.move_seconds, strict=False):
        yield Move(guess, reply, _true_reply(guess, record.word) == reply, seconds)


def discrepancies(record: GameRecord, listed: Container[str] | None = None, rules: GameRules = PIT) -> Iterator[str]:
    """One line for each contradiction in the record, to itself or to the rules.

    listed: the legal guesses. Without them, a reply of all X is accepted up to the recorded number of illegal guesses.
    """
    counts = {len(record.guesses), len(record.replies), len(record.move_seconds), record.attempts}
    if len(counts) > 1 or record.attempts > rules.attempts:
        yield (
            f"{len(record.guesses)} guesses, {len(record.replies)} replies, {len(record.move_seconds)} times "
            f"for {record.attempts} attempts of {rules.attempts} at most"
        )
        return
    legal = _legal(record, listed, rules)
    yield from _false_replies(record, legal)
    yield from _false_count(record, legal)
    yield from _false_end(record, rules)


def _legal(record: GameRecord, listed: Container[str] | None, rules: GameRules) -> list[bool | None]:
    """Whether each guess was legal; None if the list is not known and the rules allow the guess."""
    legal: list[bool | None] = []
    steps: list[Step[str, str]] = []
    letter = record.word[:1] if rules.first_letter else None
    for guess, reply in zip(record.guesses, record.replies, strict=True):
        true = _true_reply(guess, record.word)
        if true is None or (listed is not None and guess not in listed) or rules.why_illegal(guess, steps, letter):
            legal.append(False)
        else:
            legal.append(None if listed is None and guess != record.word else True)
            if reply == true:
                steps.append(Step(guess, reply))
    return legal


def _false_replies(record: GameRecord, legal: list[bool | None]) -> Iterator[str]:
    for attempt, (guess, reply, so) in enumerate(zip(record.guesses, record.replies, legal, strict=True), 1):
        true, illegal = _true_reply(guess, record.word), ABSENT * record.length
        right = [illegal] if so is False or true is None else [true] if so else [true, illegal]
        if reply not in right:
            yield f"attempt {attempt}, '{guess}' for '{record.word}': the reply is {right[0]}, not {reply}"


def _false_count(record: GameRecord, legal: list[bool | None]) -> Iterator[str]:
    certain = sum(so is False or not move.legal for so, move in zip(legal, moves(record), strict=True))
    if None not in legal:
        if legal.count(False) != record.illegal:
            yield f"{legal.count(False)} illegal guesses, not {record.illegal}"
        return
    possible = sum(reply == ABSENT * record.length for reply in record.replies)
    if not certain <= record.illegal <= possible:
        yield f"{record.illegal} illegal guesses are recorded; there were {certain} to {possible}"


def _false_end(record: GameRecord, rules: GameRules) -> Iterator[str]:
    win = winning_reply(record.length)
    solved = record.replies[-1:] == (win,)
    if win in record.replies[:-1]:
        yield f"goes on after attempt {record.replies.index(win) + 1}, which solved it"
    if solved != record.solved:
        yield f"is called {record.termination.value}, but its last guess was {'right' if solved else 'not right'}"
    if not solved and (record.attempts == rules.attempts) != (record.termination is Termination.EXHAUSTED):
        yield f"is called {record.termination.value} after {record.attempts} attempts"
    points = rules.points_for(record.attempts) if solved else 0
    if record.points != points:
        yield f"is worth {points} points, not {record.points}"


def _true_reply(guess: str, word: str) -> str | None:
    """The oracle's reply; None if the guess is no word of that length."""
    return reply_for(guess, word) if len(guess) == len(word) and "\\" not in guess else None
