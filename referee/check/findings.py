"""Breaches of the protocol and remarks that a game shows, with advice for the player's author.

For a game that was not played out the finding says how it ended.
"""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lingo_common.errors import count_text, printable
from referee.check.error_text import last_words, quote
from referee.contest.limits import Limits
from referee.contest.lists import WordGames
from referee.contest.needs import why_not_started
from referee.contest.player import Player, PythonPlayer, own_limits
from referee.game.game_text import exit_text
from referee.game.player_process import GRACE
from referee.game.protocol import word_in_line
from referee.game.record import PLAYED_OUT, TIMEOUTS, GameRecord, Silence, Termination, was_busy
from wordlists.reply import reply_for
from wordlists.step import Step
from wordlists.word_list import WordList

_BUSY = "other programs kept the machine busy, so this may not be the player's fault"
_FLUSH = (
    "Flush standard output after each guess (in Python print(guess, flush=True)), end it with a newline, and read one "
    "line after it, not before."
)
_CHECK_COMMAND = "Check the command, its path, its permission to execute and the interpreter it names."


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


def findings(record: GameRecord, player: Player, word_games: WordGames, limits: Limits) -> list[Finding]:
    """Return everything that a game shows, each kind once: guesses, then how game and process ended.

    limits: those of the run.
    """
    words = word_games[record.length].words
    limits = own_limits(player, limits)  # where the player has limits of its own, they count

    all_findings = [_illegal_guess(guess, record.length, words) for guess in record.guesses if guess not in words]
    all_findings += _guess_remarks(record, words)

    if record.termination in PLAYED_OUT:
        all_findings += _exit_findings(record)
    else:
        says, advice = _words_on_failure(record, player, limits)
        if record.suspect:
            says = f"{says}; {_BUSY}"
        all_findings.append(Finding(record.termination.value, says, advice))

    first_of_kind: dict[str, Finding] = {}
    for finding in all_findings:
        first_of_kind.setdefault(finding.kind, finding)
    return [*first_of_kind.values()]


def _illegal_guess(guess: str, length: int, words: WordList) -> Finding:
    """Return the mistake that an illegal guess most likely is; the first one that fits counts.

    guess: the line as the record has it, with escapes for what cannot be printed.
    """
    if not guess:
        return Finding("empty-line", "an empty line", "Every line of standard output is a guess, empty ones too.")

    quotation = f"{quote(guess)} for a word of {count_text(length, 'letter')}"
    # A group such as ch counts as one letter. The result is empty for a line that is not written as the list is.
    text = word_in_line(guess.encode(), words.spelling) or guess

    bare = text.strip()
    if bare != text and bare.lower() in words:
        return Finding("spaces", quotation, "A guess is the word and a newline, without spaces around it.")

    # A line of marks alone is a reply that the player printed to look at it.
    is_reply = set(text) <= set("O?X") and bare.lower() not in words
    if text.isalpha() and text != text.lower() and not is_reply:
        return Finding("upper-case", quotation, "Guesses are in lower case, as in the word list.")
    # A group is held as a character that is no letter.
    if is_reply or not words.spelling.is_word(text):
        advice = (
            "Every line of standard output is a guess of letters alone: send debug text to standard error. Correct "
            "this first: such a line gets a reply too, so the player reads wrong replies from then on, and other "
            "findings may follow from it."
        )
        return Finding("other-characters", quotation, advice)

    if len(text) != length:
        advice = "Every guess is a line of its own; the length of the word is the last argument of the command."
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


def _words_on_failure(record: GameRecord, player: Player, limits: Limits) -> tuple[str, str]:
    """Return what happened in a game that was not played out, and advice.

    limits: those of this player. An example is ("closed its standard output after 2 guesses", "Keep standard output
    open until the game is over.").
    """
    if isinstance(player, PythonPlayer):
        # Its traceback says more than any advice.
        return _words_on_object(record), ""
    if record.termination is Termination.NOT_STARTED:
        return _words_on_failed_start(record, player)
    return _words_on_failed_game(record, player, limits)


def _words_on_failed_start(record: GameRecord, player: Player) -> tuple[str, str]:
    """Return why the player was not started, and advice."""
    reason = why_not_started(player)
    if reason:
        return f"cannot be started: {reason}", _CHECK_COMMAND

    # The record of such a game has the referee's reason in place of the player's standard error.
    says = record.stderr_head.strip() or "cannot be started"
    # If its preparation has not succeeded, that is what failed.
    advice = _CHECK_COMMAND if player.is_prepared else _advice_on_preparation(player)
    return says, advice


def _words_on_failed_game(record: GameRecord, player: Player, limits: Limits) -> tuple[str, str]:
    """Return how the player ended its game before it was over, and advice."""
    if record.termination in TIMEOUTS:
        return _words_on_timeout(record, limits)

    after = _after_guesses(record)
    # Such as "; its standard error ends with 'KeyError: 7'".
    ending_words = last_words(record)
    if record.termination is Termination.CRASHED:
        says = f"ended {exit_text(record.exit_status, record.signal)} {after}{ending_words}"
        return says, f"Run it where it was run: {_shell(player)}"

    if record.termination is Termination.EXITED:
        advice = (
            "Go on until a reply of only O or the last attempt; was the length taken from the last argument? If no "
            "word was left, it reads replies wrongly, or keeps their newline."
        )
        return f"exited {after}{ending_words}", advice

    if record.termination is Termination.CLOSED_OUTPUT:
        return f"closed its standard output {after}", "Keep standard output open until the game is over."

    if record.termination is Termination.OUTPUT_LIMIT:
        says = f"wrote more than {count_text(limits.line, 'byte')} in a line, or {limits.output} in all, {after}"
        return says, "Write guesses to standard output and nothing else."

    # The other terminations are the limits on memory, disk, processes and processor time.
    says = f"was stopped for {record.termination.value} {after}{ending_words}"
    return says, "Use less than the limits of the run allow."


def _words_on_timeout(record: GameRecord, limits: Limits) -> tuple[str, str]:
    """Return what the player did until its time ran out, and advice."""
    doing = _what_it_did(record)
    if record.termination is Termination.STARTUP_TIMEOUT:
        says = f"{doing}no line came within {limits.startup:g} s{last_words(record)}"
        return says, _advice_on_silence(record.silence, "--startup-timeout")

    after = _after_guesses(record)
    if record.termination is Termination.MOVE_TIMEOUT:
        says = f"{doing}no further line came within {limits.move:g} s, {after}{last_words(record)}"
        return says, _advice_on_silence(record.silence, "--move-timeout")

    return f"{doing}the game was not over within {limits.game:g} s, {after}", "Guess faster, or give --game-timeout."


def _advice_on_silence(silence: Silence | None, option: str) -> str:
    """Return advice for a player that let its time run out.

    silence: what it did meanwhile, None if that is not known; option: that of the limit, such as --move-timeout.
    """
    if silence is None:
        return f"{_FLUSH} A slow player needs {option}."
    if silence is Silence.WAITS:
        return _FLUSH
    if silence is Silence.COMPUTES:
        return f"Compute less before a guess, or give {option}."
    return "It waits for something else than its input: a timer, a lock, a file or another process."


def _words_on_object(record: GameRecord) -> str:
    """Return what happened in a failed game of a Python object, whose standard error is its traceback."""
    after = _after_guesses(record)
    lines = record.stderr.rstrip().splitlines()
    return f"raised {printable(lines[-1])} {after}" if lines else f"ended its game {after}"


def _after_guesses(record: GameRecord) -> str:
    """Return when a game ended, such as "before its first guess" or "after 2 guesses"."""
    if record.attempts == 0:
        return "before its first guess"
    return f"after {count_text(record.attempts, 'guess')}"


def _shell(player: Player) -> str:
    """Return the command that opens a shell where the player runs."""
    return f"referee shell --players {shlex.quote(player.command)}"


def _advice_on_preparation(player: Player) -> str:
    """Return what the author of a player whose preparation failed can do."""
    return (
        f"Mend what its output names. Try the command where it ran: {_shell(player)}. The sandbox shows the files that "
        "the command names and those beside the source; homes, the network and other files are hidden. --expose DIR "
        "shows a directory."
    )


def _what_it_did(record: GameRecord) -> str:
    """Return what the player did when its time ran out, such as "waits for input: "; empty if that is not known."""
    if record.silence is None:
        return ""

    # The value of a Silence is a verb that fits here, such as "computes".
    doing = record.silence.value
    # The processor time is not known of a player that ended before a sample of it was taken.
    if record.silence is Silence.COMPUTES and record.cpu_seconds is not None:
        doing += f" ({record.cpu_seconds:.1f} s of processor time)"
    elif record.silence is Silence.WAITS and not record.attempts:
        doing += " before its first line"
    return f"{doing}: "
