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
    steps: list[Step[str, str]] = []
    letter = record.word[:1] if rules.first_letter else None
    illegal_reply, certain, uncertain = ABSENT * record.length, 0, False
    for attempt, (guess, reply) in enumerate(zip(record.guesses, record.replies, strict=True), 1):
        true = _true_reply(guess, record.word)
        if true is None or (listed is not None and guess not in listed) or rules.why_illegal(guess, steps, letter):
            right = [illegal_reply]
            certain += 1
        else:
            unlisted = listed is None and guess != record.word
            right = [true, illegal_reply] if unlisted else [true]
            uncertain |= unlisted
            certain += unlisted and reply != true
            if reply == true:
                steps.append(Step(guess, reply))
        if reply not in right:
            yield f"attempt {attempt}, '{guess}' for '{record.word}': the reply is {right[0]}, not {reply}"
    possible = record.replies.count(illegal_reply)
    if not uncertain and certain != record.illegal:
        yield f"{certain} illegal guesses, not {record.illegal}"
    elif uncertain and not certain <= record.illegal <= possible:
        yield f"{record.illegal} illegal guesses are recorded; there were {certain} to {possible}"
    yield from _false_end(record, rules)


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
