"""Finds what in the record of a game is impossible: contradictions to itself or to the rules."""

from collections.abc import Container, Iterator, Sequence

from lingo_common.errors import count_text
from referee.game.record import GameRecord, Termination, true_reply
from wordlists.reply import ABSENT, winning_reply
from wordlists.rules import why_illegal
from wordlists.step import WordStep
from wordlists.word_game import WordGame


def discrepancies(record: GameRecord, listed: Container[str] | None, rules: WordGame) -> Iterator[str]:
    """Yield one line for each contradiction of the record to itself or to the rules, those of its word game.

    listed: the words of the list. None if they are not known: then a guess that got all X may have been illegal, and
    the recorded number of illegal guesses is taken for right if it can be.
    """
    counts = {len(record.guesses), len(record.replies), len(record.move_seconds), record.attempts}
    has_different_counts = len(counts) > 1
    if has_different_counts or record.attempts > rules.attempts:
        guesses = count_text(len(record.guesses), "guess")
        replies = count_text(len(record.replies), "reply")
        times = count_text(len(record.move_seconds), "time")
        attempts = count_text(record.attempts, "attempt")
        yield f"{guesses}, {replies}, {times} for {attempts} of {rules.attempts} at most"
        return

    yield from _false_replies(record, listed, rules)
    yield from _false_end(record, rules)


def _false_replies(record: GameRecord, listed: Container[str] | None, rules: WordGame) -> Iterator[str]:
    """Yield one line for each reply that cannot be right, and one for a wrong number of illegal guesses."""
    illegal_reply = ABSENT * record.length
    legal_steps: list[WordStep] = []
    illegal_guesses = 0

    for attempt, (guess, reply) in enumerate(zip(record.guesses, record.replies, strict=True), 1):
        legal_reply = _legal_reply(guess, record.word, legal_steps, listed, rules)
        right_reply = illegal_reply if legal_reply is None else legal_reply

        # Without the list, only the secret is certainly listed. Another guess that got the reply to illegal guesses may
        # have been unlisted.
        needs_list = legal_reply is not None and listed is None and guess != record.word
        may_be_unlisted = needs_list and reply == illegal_reply

        if reply != right_reply and not may_be_unlisted:
            yield f"attempt {attempt}, '{guess}' for '{record.word}': the reply is {right_reply}, not {reply}"

        if reply == legal_reply:
            legal_steps.append(WordStep(guess, reply))
        elif legal_reply is None:
            illegal_guesses += 1

    # Without the list it is not known which guesses were illegal.
    if listed is not None and illegal_guesses != record.illegal:
        yield f"{count_text(illegal_guesses, 'illegal guess')}, not {record.illegal}"


def _legal_reply(
    guess: str,
    word: str,
    legal_steps: Sequence[WordStep],
    listed: Container[str] | None,
    rules: WordGame,
) -> str | None:
    """Return the reply to the guess if it is legal after these steps, None if it is not.

    If the list is not known, every guess counts as listed.
    """
    is_listed = listed is None or guess in listed
    reply = true_reply(guess, word) if is_listed else None
    if reply is None or why_illegal(rules, guess, legal_steps, rules.letter_of(word)):
        return None
    return reply


def _false_end(record: GameRecord, rules: WordGame) -> Iterator[str]:
    """Yield one line for each contradiction between the replies and the end of the game or its points."""
    win = winning_reply(record.length)
    solved = record.replies[-1:] == (win,)
    if win in record.replies[:-1]:
        yield f"goes on after attempt {record.replies.index(win) + 1}, which solved it"
    if solved != record.solved:
        was = "right" if solved else "not right"
        yield f"is called {record.termination.value}, but its last guess was {was}"

    used_all_attempts = record.attempts == rules.attempts
    is_called_exhausted = record.termination is Termination.EXHAUSTED
    if not solved and used_all_attempts != is_called_exhausted:
        yield f"is called {record.termination.value} after {count_text(record.attempts, 'attempt')}"

    points = rules.points_for(record.attempts) if solved else 0
    if record.points != points:
        yield f"is worth {points} points, not {record.points}"
