"""Breaches of the protocol and remarks that a game shows, with advice for the player's author."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from referee.check.error_text import last_words, quote
from referee.check.failures import words_on_failure
from referee.contest.limits import Limits
from referee.contest.lists import WordGames
from referee.contest.player import Player, own_limits
from referee.contest.termination import PLAYED_OUT, Termination
from referee.game.game_text import exit_text
from referee.game.player_process import GRACE
from referee.game.protocol import word_in_line
from referee.game.record import GameRecord, was_busy
from wordlists.reply import reply_for
from wordlists.step import Step
from wordlists.word_list import WordList

_SLOW_START = 0.5
"""A first guess that takes more than this part of the time limit is remarked on: it may be late on a busy machine."""
_BUSY = "other programs kept the machine busy, so this may not be the player's fault"


@dataclass(frozen=True)
class Finding:
    """Something that a game showed."""

    kind: str
    """A name for it, such as 'wrong-length'."""
    says: str
    """What happened, with an example."""
    advice: str
    """What the player's author can do about it."""
    breach: bool = True
    """Whether it violates the protocol; what is allowed is a remark."""
    games: int = 1
    """In how many games it was made."""


def findings(
    record: GameRecord,
    player: Player,
    word_games: WordGames,
    limits: Limits,
    lines: Iterable[bytes] | None = None,
    early_lines: int = 0,
) -> list[Finding]:
    """Return everything that a game shows, each kind once: lines, guesses, then how game and process ended.

    lines: the lines that the player wrote, without newlines; None if only the record is left, which has no exact copy
    of an illegal guess. early_lines: how many lines came before the reply to the line before. limits: those of the run.
    """
    words = word_games[record.length].words
    limits = own_limits(player, limits)  # where the player has limits of its own, they count
    if lines is None:
        lines = [words.spelling.write(guess).encode() for guess in record.guesses]

    all_findings: list[Finding] = []
    for line in lines:
        all_findings += _line_findings(line, record.length, words)

    if early_lines:
        says = f"{early_lines} of its guesses came before the reply to the guess before"
        advice = "Read one reply after every guess: it says what to guess next."
        all_findings.append(Finding("several-guesses", says, advice, breach=False))

    all_findings += _guess_remarks(record, words)

    if record.termination in PLAYED_OUT:
        all_findings += _exit_findings(record)
    else:
        says, advice = words_on_failure(record, player, limits)
        if record.suspect:
            says = f"{says}; {_BUSY}"
        all_findings.append(Finding(record.termination.value, says, advice))

    all_findings += _start_remarks(record, limits)

    first_of_kind: dict[str, Finding] = {}
    for finding in all_findings:
        first_of_kind.setdefault(finding.kind, finding)
    return [*first_of_kind.values()]


def _line_findings(line: bytes, length: int, words: WordList) -> Iterator[Finding]:
    """Yield what is wrong with a line of standard output."""
    if line.endswith(b"\r"):
        advice = "One such end of line is forgiven; write a newline alone to be safe with other referees."
        yield Finding("carriage-return", f"{quote(line)} ends with a carriage return", advice, breach=False)
        line = line.removesuffix(b"\r")

    text = word_in_line(line, words.spelling)
    is_legal = text in words and len(text) == length
    if not is_legal:
        # The text may be empty, as for a line that is not UTF-8. Then the line itself is quoted.
        yield _illegal_guess(text or line.decode("utf-8", "replace"), length, words)


def _illegal_guess(text: str, length: int, words: WordList) -> Finding:
    """Return the mistake that an illegal guess most likely is; the first one that fits counts."""
    quotation = f"{quote(words.spelling.write(text))} for a word of {length} letters"
    if not text:
        return Finding("empty-line", "an empty line", "Every line of standard output is a guess, empty ones too.")

    bare = text.strip()
    if bare != text and bare.lower() in words:
        return Finding("spaces", quotation, "A guess is the word and a newline, without spaces around it.")

    # A line of marks alone is a reply that the player printed to look at it.
    is_reply = set(text) <= set("O?X") and bare.lower() not in words
    if text.isalpha() and text != text.lower() and not is_reply:
        return Finding("upper-case", quotation, "Guesses are in lower case, as in the word list.")
    # A group such as ch, which counts as one letter, is held as a character that is no letter.
    if is_reply or not words.spelling.is_word(text):
        advice = (
            "Every line of standard output is a guess of letters alone: send debug text to standard error. Correct "
            "this first: such a line gets a reply too, so the player reads wrong replies from then on, and other "
            "findings may follow from it."
        )
        return Finding("other-characters", quotation, advice)

    if len(text) != length:
        advice = "The length of the word is the last argument of the command."
        if text[:length] in words:
            # Several guesses may have come as one line.
            advice = "End every guess with a newline; the length of the word is the last argument of the command."
        return Finding("wrong-length", quotation, advice)

    advice = f"Only the words of wordlist{length}.txt, in the working directory, are legal."
    return Finding("unknown-word", f"{quotation} is not in the word list", advice)


def _guess_remarks(record: GameRecord, words: WordList) -> Iterator[Finding]:
    """Yield remarks on legal guesses that cannot be the word."""
    moves = zip(record.guesses, record.replies, strict=True)
    legal = [Step(guess, reply) for guess, reply in moves if guess in words]

    for number, step in enumerate(legal):
        before = legal[:number]
        guess = quote(words.spelling.write(step.guess))

        if any(step.guess == earlier.guess for earlier in before):
            advice = "The reply is the same: it tells nothing new."
            yield Finding("repeated-guess", f"{guess} was guessed again", advice, breach=False)
        elif any(reply_for(earlier.guess, step.guess) != earlier.reply for earlier in before):
            says = f"{guess} cannot be the word after the replies before it"
            advice = "That may be wise where it tells candidates apart; else check how replies are read."
            yield Finding("excluded-guess", says, advice, breach=False)


def never_solved(records: Sequence[GameRecord]) -> list[Finding]:
    """Return a remark if all games were played to the end and none was solved, else nothing."""
    if not records or any(record.termination is not Termination.EXHAUSTED for record in records):
        return []

    says = "did not solve its game" if len(records) == 1 else f"solved none of {len(records)} games"
    return [Finding("never-solved", says, "Play one with `referee game` and look at its guesses.", breach=False)]


def _exit_findings(record: GameRecord) -> Iterator[Finding]:
    """Yield how the process behaved once its game was over, if it did not exit with status 0."""
    was_ended_by_referee = record.exit_status is None and record.signal is None
    if was_ended_by_referee:
        is_busy = was_busy(record.pressure)
        says = f"still ran {GRACE:g} s after the end of its game and was killed"
        if is_busy:
            says = f"{says}; {_BUSY}"
        advice = "Exit after a reply of only O, after the last reply, and at the end of standard input."
        yield Finding("does-not-exit", says, advice, breach=not is_busy)
    elif record.exit_status != 0:
        how = exit_text(record.exit_status, record.signal)
        says = f"ended {how} after its game was over{last_words(record)}"
        yield Finding("exit-status", says, "The game counts all the same; exit with status 0.", breach=False)


def _start_remarks(record: GameRecord, limits: Limits) -> Iterator[Finding]:
    """Yield a remark on a first guess that took a large part of the time that is allowed."""
    if not record.move_seconds or record.move_seconds[0] <= _SLOW_START * limits.startup:
        return

    says = f"needs {1000 * record.move_seconds[0]:.0f} ms to start, and {1000 * limits.startup:.0f} ms are allowed"
    advice = "On a busy machine that may be too late: load less before the first guess."
    yield Finding("slow-start", says, advice, breach=False)
