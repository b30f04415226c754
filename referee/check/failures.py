"""What is said of a game that was not played out, and the advice for the player's author."""

import shlex

from lingo_common.errors import count_text, printable
from referee.check.error_text import last_words, stderr_text
from referee.contest.limits import Limits
from referee.contest.needs import why_not_started
from referee.contest.player import Player, PythonPlayer
from referee.contest.termination import TIMEOUTS, Silence, Termination
from referee.game.game_text import exit_text
from referee.game.record import GameRecord

_FLUSH = (
    "Flush standard output after each guess (in Python print(guess, flush=True)), end it with a newline, and read one "
    "line after it, not before."
)
_CHECK_COMMAND = "Check the command, its path, its permission to execute and the interpreter it names."


def words_on_failure(record: GameRecord, player: Player, limits: Limits) -> tuple[str, str]:
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
    lines = stderr_text(record).rstrip().splitlines()
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
