"""Breaches of the protocol and remarks that a game shows, with advice for the player's author."""

import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lingo_common.errors import printable
from referee.contest.conditions import Limits
from referee.contest.lists import WordGames
from referee.contest.needs import why_not_started
from referee.contest.player import PREPARED, Player, PythonPlayer, UnpreparedProgram, own_limits
from referee.contest.termination import PLAYED_OUT, Silence, Termination
from referee.game.game_text import error_line, exit_text
from referee.game.player_process import GRACE
from referee.game.protocol import word_in_line
from referee.game.record import GameRecord, was_busy
from wordlists.reader import WordList
from wordlists.reply import reply_for
from wordlists.step import Step

_MAX_QUOTATION = 60
"""Characters of a guess that are quoted."""
_MAX_ERROR_LINE = 400
"""Characters of a line of standard error that are quoted: room for a path and what is wrong with it."""
_FIRST_LINES, _LAST_LINES = 8, 4
"""The lines of an excerpt of standard error: an interpreter names the cause in the first or in the last ones."""
_AFTER_THE_ERROR = re.compile(
    r"\s+(at |\.\.\. \d+ more)|note: |Node\.js v|\}$|  (errno|code|syscall|path|requireStack): |Require stack:|- /"
    r"|BEGIN failed--|Execution of .* aborted due to compilation errors"
)
"""Lines that Java, Node.js, Rust and Perl print after the error: the stack, the error's fields, and remarks."""
_SLOW_START = 0.5
"""A first guess that takes more than this part of the time limit is remarked on."""
_BUSY = "other programs kept the machine busy, so this may not be the player's fault"

_FLUSH = (
    "Flush standard output after each guess (in Python print(guess, flush=True)), end it with a newline, and read one "
    "line after it, not before. A slow player needs --{limit}-timeout."
)
_ADVICE = {
    None: _FLUSH,
    Silence.WAITS: _FLUSH.partition(" A slow")[0],
    Silence.COMPUTES: "Compute less before a guess, or give --{limit}-timeout.",
    Silence.SLEEPS: "It waits for something else than its input: a timer, a lock, a file or another process.",
}
"""What helps a player that let its time run out, by what it did."""


@dataclass(frozen=True)
class Finding:
    """Something that a game showed."""

    kind: str
    """A name for it, such as 'wrong-length'."""
    says: str
    """What happened, with an example."""
    advice: str
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
    early: int = 0,
) -> list[Finding]:
    """Everything that a game shows, each kind once: lines, guesses, then how the game and the process ended.

    lines: the player's lines as they came, None for those of the record; early: how many of them came before the reply
    to the line before.
    """
    words, limits = word_games[record.length].words, own_limits(player, limits)
    if lines is None:
        lines = [words.spelling.write(guess).encode() for guess in record.guesses]
    result = [finding for line in lines for finding in _of_line(line, record.length, words)]
    if early:
        says = f"{early} of its guesses came before the reply to the guess before"
        advice = "Read one reply after every guess: it says what to guess next."
        result.append(Finding("several-guesses", says, advice, breach=False))
    result += _of_guesses(record, words)
    result += _of_process(record) if record.termination in PLAYED_OUT else [_of_failure(record, player, limits)]
    if record.move_seconds and record.move_seconds[0] > _SLOW_START * limits.startup:
        says = f"needs {1000 * record.move_seconds[0]:.0f} ms to start, and {1000 * limits.startup:.0f} ms are allowed"
        advice = "On a busy machine that may be too late: load less before the first guess."
        result.append(Finding("slow-start", says, advice, breach=False))
    firsts: dict[str, Finding] = {}
    for finding in result:
        firsts.setdefault(finding.kind, finding)
    return [*firsts.values()]


def quote(text: str | bytes, most: int = _MAX_QUOTATION) -> str:
    """The text in quotation marks, in printable characters and cut where it is long: safe in any terminal."""
    text = text if isinstance(text, str) else text.decode("utf-8", "backslashreplace")
    return f"'{printable(text if len(text) <= most else text[:most] + '...')}'"


def _of_line(line: bytes, length: int, words: WordList) -> Iterator[Finding]:
    if line.endswith(b"\r"):
        advice = "One such end of line is forgiven; write a newline alone to be safe with other referees."
        yield Finding("carriage-return", f"{quote(line)} ends with a carriage return", advice, breach=False)
    line = line.removesuffix(b"\r")
    text = word_in_line(line, words.spelling)
    if not (text in words and len(text) == length):
        yield _illegal(text or line.decode("utf-8", "replace"), length, words)


def _illegal(text: str, length: int, words: WordList) -> Finding:
    quotation = f"{quote(words.spelling.write(text))} for a word of {length} letters"
    if not text:
        return Finding("empty-line", "an empty line", "Every line of standard output is a guess, empty ones too.")
    if text.strip().lower() in words and text.strip() != text:
        return Finding("spaces", quotation, "A guess is the word and a newline, without spaces around it.")
    if text.isalpha() and text != text.lower():
        return Finding("upper-case", quotation, "Guesses are in lower case, as in the word list.")
    if not text.isalpha():
        advice = "Every line of standard output is a guess of letters alone: send debug text to standard error."
        return Finding("other-characters", quotation, advice)
    if len(text) != length:
        advice = "The length of the word is the last argument of the command."
        if text[:length] in words:
            advice = "End every guess with a newline; the length of the word is the last argument of the command."
        return Finding("wrong-length", quotation, advice)
    advice = f"Only the words of wordlist{length}.txt, in the working directory, are legal."
    return Finding("unknown-word", f"{quotation} is not in the word list", advice)


def _of_guesses(record: GameRecord, words: WordList) -> Iterator[Finding]:
    """Remarks on legal guesses that cannot be the word."""
    legal = [Step(guess, reply) for guess, reply in zip(record.guesses, record.replies, strict=True) if guess in words]
    for number, step in enumerate(legal):
        before, guess = legal[:number], quote(words.spelling.write(step.guess))
        if any(step.guess == earlier.guess for earlier in before):
            advice = "The reply is the same: it tells nothing new."
            yield Finding("repeated-guess", f"{guess} was guessed again", advice, breach=False)
        elif any(reply_for(earlier.guess, step.guess) != earlier.reply for earlier in before):
            says = f"{guess} cannot be the word after the replies before it"
            advice = "That may be wise where it tells candidates apart; else check how replies are read."
            yield Finding("excluded-guess", says, advice, breach=False)


def never_solved(records: Sequence[GameRecord]) -> list[Finding]:
    """A remark if all games were played to the end and none was solved."""
    if not records or any(record.termination is not Termination.EXHAUSTED for record in records):
        return []
    says = f"solved none of {len(records)} games" if len(records) > 1 else "did not solve its game"
    return [Finding("never-solved", says, "Play one with `referee game` and look at its guesses.", breach=False)]


def stderr_text(record: GameRecord) -> str:
    """Everything that was kept of the player's standard error in a game."""
    return record.stderr_head + record.stderr_tail


def error_excerpt(record: GameRecord, sentences: Iterable[str] = ()) -> list[str]:
    """The first and the last lines of a failed game's standard error, if one line does not tell all.

    sentences: what was said of the game; if one of them quotes the last line, the excerpt ends before it.
    """
    lines = [line for line in stderr_text(record).splitlines() if line.strip()]
    if record.termination in PLAYED_OUT or len(lines) < 2:
        return []
    excerpt = lines if len(lines) <= _FIRST_LINES + _LAST_LINES else [*lines[:_FIRST_LINES], "…", *lines[-_LAST_LINES:]]
    last = _quoted_end(error_line(lines[-1].strip()))
    return excerpt[:-1] if any(last in sentence for sentence in sentences) else excerpt


def _of_process(record: GameRecord) -> Iterator[Finding]:
    """How the process behaved once its game was over."""
    if record.exit_status is None and record.signal is None:
        busy = was_busy(record.pressure)
        says = f"still ran {GRACE:g} s after the end of its game and was killed{f'; {_BUSY}' if busy else ''}"
        advice = "Exit after a reply of only O, after the last reply, and at the end of standard input."
        yield Finding("does-not-exit", says, advice, breach=not busy)
    elif record.exit_status != 0:
        says = f"ended {exit_text(record)} after its game was over{last_words(record)}"
        yield Finding("exit-status", says, "The game counts all the same; exit with status 0.", breach=False)


def _of_failure(record: GameRecord, player: Player, limits: Limits) -> Finding:
    """The fault in a game that was not played out, and what may help."""
    if isinstance(player, PythonPlayer):
        return _of_python_failure(record)
    guesses = f"{record.attempts} guess{'es' * (record.attempts > 1)}"
    after = f"after {guesses}" if record.attempts else "before its first guess"
    ending_words = last_words(record)
    match record.termination:
        case Termination.NOT_STARTED:
            reason = why_not_started(player)
            says = f"cannot be started: {reason}" if reason else record.stderr_head.strip() or "cannot be started"
            advice = "Check the command, its path, its permission to execute and the interpreter it names."
            if isinstance(player, UnpreparedProgram) and not reason:
                advice = _advice_on_preparation(player)
        case Termination.STARTUP_TIMEOUT:
            says = f"{_doing(record)}no line came within {limits.startup:g} s{ending_words}"
            advice = _ADVICE[record.silence].format(limit="startup")
        case Termination.MOVE_TIMEOUT:
            says = f"{_doing(record)}no further line came within {limits.move:g} s, {after}{ending_words}"
            advice = _ADVICE[record.silence].format(limit="move")
        case Termination.GAME_TIMEOUT:
            says = f"{_doing(record)}the game was not over within {limits.game:g} s, {after}"
            advice = "Guess faster, or give --game-timeout."
        case Termination.CRASHED:
            says = f"ended {exit_text(record)} {after}{ending_words}"
            advice = f"Run it where it was run: {_shell(player)}"
        case Termination.EXITED:
            says = f"exited {after}{ending_words}"
            advice = "Go on until a reply of only O or the last attempt; was the length taken from the last argument?"
        case Termination.CLOSED_OUTPUT:
            says = f"closed its standard output {after}"
            advice = "Keep standard output open until the game is over."
        case Termination.OUTPUT_LIMIT:
            says = f"wrote more than {limits.line} bytes in a line, or {limits.output} in all, {after}"
            advice = "Write guesses to standard output and nothing else."
        case other:
            says = f"was stopped for {other.value} {after}{ending_words}"
            advice = "Use less than the limits of the run allow."
    if record.suspect:
        says = f"{says}; {_BUSY}"
    return Finding(record.termination.value, says, advice)


def _of_python_failure(record: GameRecord) -> Finding:
    """Return the fault in a game of a Python object. Its traceback says more than any advice, so there is none."""
    after = f"after {record.attempts} guess{'' if record.attempts == 1 else 'es'}"
    lines = stderr_text(record).rstrip().splitlines()
    says = f"raised {printable(lines[-1])} {after}" if lines else f"ended its game {after}"
    return Finding(record.termination.value, says, advice="")


def _shell(player: Player) -> str:
    """Return the command that opens a shell where the player runs."""
    return f"referee shell --players {shlex.quote(player.command)}"


def _advice_on_preparation(player: UnpreparedProgram) -> str:
    """Return what the author of a player whose preparation failed can do by hand, which has a directory `prepared/`."""
    compiler = shlex.join(player.compile)
    if player.compile and compiler in player.problem:
        return f"Mend what its output names. By hand: mkdir -p {PREPARED} && {compiler}"
    command = shlex.join(player.prepare)
    return f"Mend what its output names. By hand, beside the word lists: mkdir -p {PREPARED} && {command}"


def _doing(record: GameRecord) -> str:
    """Return what the player did when its time ran out, to begin a sentence; empty if that is not known."""
    if record.silence is None:
        return ""
    more = "" if record.attempts else " before its first line" if record.silence is Silence.WAITS else ""
    used = f" ({record.cpu_seconds:.1f} s of processor time)" if record.silence is Silence.COMPUTES else ""
    return f"{record.silence}{more}{used}: "


def last_words(record: GameRecord) -> str:
    """The last line of standard error that may name the error, to be appended; empty if there is none."""
    lines = [line for line in (record.stderr_tail or record.stderr_head).split("\n") if line.strip()]
    telling = [line for line in lines if not _AFTER_THE_ERROR.match(line)] or lines
    return _quoted_end(error_line(telling[-1].strip())) if lines else ""


def _quoted_end(line: str) -> str:
    return f"; its standard error ends with {quote(line, _MAX_ERROR_LINE)}"
