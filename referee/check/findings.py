"""Breaches of the protocol and remarks that games show, with advice for the player's author.

For a game that was not played out the finding says how it ended. A remark is also made on what a sandbox hid or
refused, and `try_player` collects what a few games show.
"""

import errno
import os
import re
import shlex
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from lingo_common.errors import count_text, printable
from lingo_common.paths import within
from referee.contest.command_words import CLASS_PATHS
from referee.contest.contest import Fixture
from referee.contest.limits import NO_SANDBOX, IsolationRequest, Limits
from referee.contest.lists import WordGames
from referee.contest.needs import why_not_started
from referee.contest.own_files import list_of_paths
from referee.contest.player import Player, Program, PythonPlayer, own_limits
from referee.contest.termination import PLAYED_OUT, TIMEOUTS, Silence, Termination
from referee.contest.view import script_directory, view_of
from referee.game.game_pool import GamePool
from referee.game.game_text import error_line, exit_text
from referee.game.player_process import GRACE
from referee.game.protocol import word_in_line
from referee.game.record import GameRecord, was_busy
from wordlists.reply import reply_for
from wordlists.step import Step
from wordlists.word_list import WordList


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


_MAX_QUOTATION = 60
"""Characters of a guess that are quoted."""
_MAX_ERROR_LINE = 400
"""Characters of a line of standard error that are quoted: room for a path and what is wrong with it."""
_AFTER_THE_ERROR = re.compile(
    "|".join(
        (
            r"\s+(at |\.\.\. \d+ more)",  # the stack of Java and Node.js
            r"Node\.js v|\}$|  (errno|code|syscall|path|requireStack): |Require stack:|- /",  # Node.js: fields
            r"note: ",  # Rust: how to see the stack
            r"BEGIN failed--|Execution of .* aborted due to compilation errors",  # Perl
            r"\[\.\.\. \d+ bytes left out",  # the referee, in place of the middle of a long stack
        )
    )
)
"""The beginnings of lines that come after the line which names an error."""
_BUSY = "other programs kept the machine busy, so this may not be the player's fault"
_FLUSH = (
    "Flush standard output after each guess (in Python print(guess, flush=True)), end it with a newline, and read one "
    "line after it, not before."
)
_CHECK_COMMAND = "Check the command, its path, its permission to execute and the interpreter it names."
_REFUSED = os.strerror(errno.EROFS)
_REMARKS_ON_REFUSALS = {
    re.compile(_REFUSED): Finding(
        "read-only",
        f"its error text says '{_REFUSED}': in a sandbox a player can write to its working directory alone",
        "Write there, or to the directory that HOME and TMPDIR name, which is the same; nothing stays for the next "
        "game.",
        breach=False,
    ),
    re.compile("File too large|EFBIG"): Finding(
        "file-too-large",
        "its error text says that a file is too large: without a sandbox no file may exceed the limit on disk",
        "Give a larger --disk, or --disk off. The heap of Java's -XX:+UseZGC is such a file too, in memory.",
        breach=False,
    ),
    re.compile(r"out of pty devices|/dev/tty\b|/dev/ptmx|/dev/pts|ENOTTY|[Ii]nappropriate ioctl for device"): Finding(
        "no-terminal",
        "its error text says that it wants a terminal: a player has pipes, and a sandbox has no terminals",
        "Read standard input and write standard output as pipes.",
        breach=False,
    ),
    re.compile(
        "Network is unreachable|failure in name resolution|not resolve host|ENETUNREACH|EAI_AGAIN|UnknownHostException"
    ): Finding(
        "no-network",
        "its error text says that there is no network: in a sandbox a player has none",
        "Put what it fetches into files beside the program.",
        breach=False,
    ),
}
"""What a sandbox or the limit on disk refuses: the remark on it, by how systems and languages report it."""
_NOT_VISIBLE = "not-visible"
"""The kind of the remark on what the sandbox shows to a player that missed a file."""
_OTHER_DIRECTORY = "other-directory"
"""The kind of the remark on a file beside the program, or on Java's classes, looked for in the working directory."""
_LIKELY_CAUSES = (_NOT_VISIBLE, _OTHER_DIRECTORY)
"""The kinds of remarks that most likely say why a game failed."""
_MISSES_FILE = re.compile("no such file or directory|NoSuchFileException|FileNotFoundException|ENOENT", re.IGNORECASE)
"""How systems and languages report that there is no file of a name."""
_MISSES_MODULE = re.compile("No module named|Cannot find module|cannot load such file")
"""How Python, JavaScript and Ruby report that there is no module of a name."""
_MISSES_MAIN_CLASS = re.compile("Could not find or load main class")
"""How Java reports that it did not find the class that its command names."""
_RELATIVE_NAME = re.compile(r"(?<![\w./-])\w(?:[\w.-]*\w)?")
"""A name of a file in a text, or the first directory of a relative path; no part of an absolute path."""
_FAILS_ALWAYS = frozenset({Termination.NOT_STARTED, Termination.STARTUP_TIMEOUT})
"""After a game that ended in one of these ways a player is not tried again: its next games would end alike."""


def try_player(player: Player, words: Iterable[str], pool: GamePool) -> dict[str, Any]:
    """Play a game for each word and return what they showed, as `referee check --json` prints it.

    The keys are part of the interface. A player that did not start, or was too late with its first guess, plays no
    further game.
    """
    records: list[GameRecord] = []
    findings_by_game: list[list[Finding]] = []
    isolation_in_force = None if pool.sandbox.level == NO_SANDBOX else pool.sandbox.isolation

    for index, word in enumerate(words):
        record = pool.play(Fixture(player, index, word))
        records.append(record)

        findings_by_game.append([
            *remarks_on_sandbox(record, player, isolation_in_force),
            *findings(record, player, pool.word_games, pool.limits),
        ])  # fmt: skip

        if record.termination in _FAILS_ALWAYS:
            break

    findings_by_kind = [*_each_kind_once(findings_by_game), *never_solved(records)]
    # The time of the first guess includes the start of the program.
    startup_seconds = [record.move_seconds[0] for record in records if record.move_seconds]
    move_seconds = [seconds for record in records for seconds in record.move_seconds[1:]]

    return {
        "name": player.name,
        "command": player.command,
        "keeps_protocol": not any(finding.breach for finding in findings_by_kind),
        "games": len(records),
        "solved": sum(record.solved for record in records),
        "startup_ms": _milliseconds(startup_seconds),
        "move_ms": _milliseconds(move_seconds),
        "stderr": _error_texts(records),
        "findings": [asdict(finding) for finding in findings_by_kind],
    }


def quote(text: str, most: int = _MAX_QUOTATION) -> str:
    """Return the text in quotation marks, in printable characters and cut where it is long: safe in any terminal."""
    if len(text) > most:
        text = f"{text[:most]}..."
    return f"'{printable(text)}'"


def last_words(record: GameRecord) -> str:
    """Return the end of a sentence about the game that quotes standard error; empty if nothing was written there.

    It is `; its standard error ends with 'KeyError: 7'`, with the last line that may name the error.
    """
    lines = [line for line in record.stderr.splitlines() if line.strip()]
    if not lines:
        return ""

    telling_lines = [line for line in lines if not _AFTER_THE_ERROR.match(line)] or lines
    # error_line escapes control characters, and gives files in the game's directory the names that their author knows.
    line = error_line(telling_lines[-1].strip())
    return f"; its standard error ends with {quote(line, _MAX_ERROR_LINE)}"


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
        all_findings.append(Finding(record.termination, says, advice))

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
    # A group such as ch counts as one letter. A line in capitals, or in other letters than the list has, gives an empty
    # word.
    text = word_in_line(guess.encode(), words.spelling) or guess

    bare = text.strip()
    if bare != text and bare.lower() in words:
        return Finding("spaces", quotation, "A guess is the word and a newline, without spaces around it.")

    # A line of marks alone is a reply that the player printed to look at it, unless it is a word in capitals.
    is_reply = set(text) <= set("O?X") and bare.lower() not in words
    if text.isalpha() and text != text.lower() and not is_reply:
        return Finding("upper-case", quotation, "Guesses are in lower case, as in the word list.")
    # is_word, and not isalpha, because a group is held as a character that is no letter.
    if is_reply or not words.spelling.is_word(text):
        return Finding("other-characters", quotation, _advice_on_characters(text))

    if len(text) != length:
        advice = "Every guess is a line of its own; the length of the word is the last argument of the command."
        return Finding("wrong-length", quotation, advice)

    advice = f"Only the words of wordlist{length}.txt, in the working directory, are legal."
    return Finding("unknown-word", f"{quotation} is not in the word list", advice)


def _advice_on_characters(text: str) -> str:
    """Return advice for a line that has other characters than letters, as the record has it."""
    # The escape by which the record has a byte order mark.
    if text.startswith(r"\ufeff"):
        return "It begins with a byte order mark: write UTF-8 without one, in C# with new UTF8Encoding(false)."
    return (
        "Every line of standard output is a guess of letters alone: send debug text to standard error. Correct "
        "this first: such a line gets a reply too, so the player reads wrong replies from then on, and other "
        "findings may follow from it."
    )


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
            "Go on until a reply of only O or the last attempt, in the process that was started; was the length taken "
            "from the last argument? If no word was left, it reads replies wrongly, or keeps their newline."
        )
        return f"exited {after}{ending_words}", advice

    if record.termination is Termination.CLOSED_OUTPUT:
        return f"closed its standard output {after}", "Keep standard output open until the game is over."

    if record.termination is Termination.OUTPUT_LIMIT:
        says = f"wrote more than {count_text(limits.line, 'byte')} in a line, or {limits.output:,} in all, {after}"
        return says, "Write guesses to standard output and nothing else."

    # The other terminations are the limits on memory, disk, processes and processor time.
    says = f"was stopped for {record.termination} {after}{ending_words}"
    return says, "Use less than the limits of the run allow."


def _words_on_timeout(record: GameRecord, limits: Limits) -> tuple[str, str]:
    """Return what the player did until its time ran out, and advice."""
    what_it_did = _what_it_did(record)
    if record.termination is Termination.STARTUP_TIMEOUT:
        says = f"{what_it_did}no line came within {limits.startup:g} s{last_words(record)}"
        return says, _advice_on_silence(record.silence, "--startup-timeout")

    after = _after_guesses(record)
    if record.termination is Termination.MOVE_TIMEOUT:
        says = f"{what_it_did}no further line came within {limits.move:g} s, {after}{last_words(record)}"
        return says, _advice_on_silence(record.silence, "--move-timeout")

    says = f"{what_it_did}the game was not over within {limits.game:g} s, {after}"
    return says, "Guess faster, or give --game-timeout."


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
    """Return the command that opens a shell where the player runs.

    A player with settings stands in a contest's file, which may have several players. `referee shell` takes a file with
    one player, so the player's table goes into a file of its own.
    """
    if isinstance(player, Program) and (player.prepare or player.environment or player.expose or player.limits):
        return "referee shell --players @FILE.toml, a file with its table alone"
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
    doing = str(record.silence)
    # The processor time is not known of a player that ended before a sample of it was taken.
    if record.silence is Silence.COMPUTES and record.cpu_seconds is not None:
        doing += f" ({record.cpu_seconds:.1f} s of processor time)"
    elif record.silence is Silence.WAITS and not record.attempts:
        doing += " before its first line"
    return f"{doing}: "


def _milliseconds(times: Sequence[float]) -> dict[str, float] | None:
    """Return the median and the largest of some times in seconds, in milliseconds; None if there is none."""
    if not times:
        return None
    return {"median": round(1000 * statistics.median(times), 1), "largest": round(1000 * max(times), 1)}


def _error_texts(records: Iterable[GameRecord]) -> dict[str, str]:
    """Return the player's standard error by the word of the game, where there is any.

    A game that was not started is left out: its record has the referee's own words there.
    """
    started = [record for record in records if record.termination is not Termination.NOT_STARTED]
    return {record.word: record.stderr for record in started if record.stderr}


def _each_kind_once(findings_by_game: Iterable[Sequence[Finding]]) -> list[Finding]:
    """Return the first finding of each kind, with the number of games that had one.

    Where a kind is a breach in some games and a remark in others, it is the first breach that is returned.

    Breaches and remarks on files that the player missed, which are likely causes of a failure, come before all other
    remarks. Otherwise the order is that of the games.
    """
    firsts: dict[str, Finding] = {}
    counts: Counter[str] = Counter()
    for findings_of_game in findings_by_game:
        counts.update({finding.kind for finding in findings_of_game})
        for finding in findings_of_game:
            first = firsts.setdefault(finding.kind, finding)
            if finding.breach and not first.breach:
                firsts[finding.kind] = finding

    counted = [replace(first, games=counts[kind]) for kind, first in firsts.items()]
    # With reverse=True True comes first, and equals keep their order.
    return sorted(counted, key=lambda finding: finding.breach or finding.kind in _LIKELY_CAUSES, reverse=True)


def never_solved(records: Sequence[GameRecord]) -> list[Finding]:
    """Return a remark if all games were played to the end and none was solved, else nothing."""
    if not records or any(record.termination is not Termination.EXHAUSTED for record in records):
        return []

    says = "did not solve its game" if len(records) == 1 else f"solved none of {len(records)} games"
    return [Finding("never-solved", says, "Play one with `referee game` and look at its guesses.", breach=False)]


def serious_findings(
    record: GameRecord, player: Player, word_games: WordGames, limits: Limits, isolation: IsolationRequest | None
) -> list[Finding]:
    """Return what the sandbox hid or refused in a game, and then the breaches of the protocol in its record.

    isolation: what the sandbox was asked to show; None if there was no sandbox.
    """
    breaches = [finding for finding in findings(record, player, word_games, limits) if finding.breach]
    return [*remarks_on_sandbox(record, player, isolation), *breaches]


def remarks_on_sandbox(record: GameRecord, player: Player, isolation: IsolationRequest | None) -> list[Finding]:
    """Return remarks on what a failed game's error text says: that a file is missing, or what a sandbox refuses.

    There are none on a Python object, which runs in no sandbox. isolation: as for serious_findings.
    """
    if isinstance(player, PythonPlayer) or record.termination in PLAYED_OUT:
        return []

    text = record.stderr
    remarks: list[Finding] = []

    # The text on a player that was not started is the referee's own or that of its compiler, which sees other files.
    if record.termination is not Termination.NOT_STARTED:
        remarks += (
            _classes_elsewhere(text, player)
            or _files_beside_program(text, player)
            or _visible_files(text, player, isolation)
        )
    remarks += [remark for pattern, remark in _REMARKS_ON_REFUSALS.items() if pattern.search(text)]
    return remarks


def _visible_files(text: str, player: Program, isolation: IsolationRequest | None) -> list[Finding]:
    """Return a remark on what the player's sandbox shows if the text says that a file or module is missing, else none.

    No path of the text is used: a player could name any file of the machine, in the hope that somebody exposes it.
    """
    is_missing = _MISSES_FILE.search(text) or _MISSES_MODULE.search(text)
    if isolation is None or not is_missing:
        return []

    view = view_of(isolation, player.arguments, player.expose)
    says = "in its sandbox it sees the system"
    shown = [*view.copied, *view.live]
    if shown:
        says += f" and {list_of_paths(shown)}"

    # Nobody should show a player the words of the run.
    secrets_of_run = list(map(os.path.realpath, isolation.hidden))
    hidden = [path for path in (*view.left_out, *view.covered) if not within(path, *secrets_of_run)]
    if hidden:
        says += f", without {list_of_paths(hidden)}"

    advice = "If it is there on this machine, name it in the command, or give --expose FILE or --expose DIR."
    return [Finding(_NOT_VISIBLE, says, advice, breach=False)]


def _classes_elsewhere(text: str, player: Program) -> list[Finding]:
    """Return a remark if Java did not find its class, and the command does not say where classes are; else none.

    Such a command is `java Lingo`, which looks for Lingo.class in the working directory.
    """
    names_directory = any(argument in CLASS_PATHS for argument in player.arguments)
    if names_directory or not _MISSES_MAIN_CLASS.search(text):
        return []

    says = "Java looked for its classes in its working directory"
    advice = (
        "Name the directory that has them, as in java -cp ./classes Lingo, or enter the source, Lingo.java: the "
        "working directory of a game holds the lists of words alone."
    )
    return [Finding(_OTHER_DIRECTORY, says, advice, breach=False)]


def _files_beside_program(text: str, player: Player) -> list[Finding]:
    """Return a remark if the text says that a file is missing, and it lies in the program's directory; else none.

    Such a player opens the file by its name alone, as if the directory of its program were the working directory.
    """
    folder = script_directory(player.arguments)
    if folder is None:
        return []

    names: list[str] = []
    for line in text.splitlines():
        if _MISSES_FILE.search(line):
            # The words of the report itself, such as NoSuchFileException, are no names of files.
            rest_of_line = _MISSES_FILE.sub("", line)
            names += _RELATIVE_NAME.findall(rest_of_line)

    for name in names:
        path = os.path.join(folder, name)
        if os.path.exists(path) and path not in player.arguments:
            says = (
                f"it looked for {printable(name)} in its working directory; {printable(path)} lies beside its program"
            )
            advice = (
                f"Build the path from the program's, in Python with Path(__file__).with_name({printable(name)!r}): the "
                "working directory of a game holds the lists of words alone."
            )
            return [Finding(_OTHER_DIRECTORY, says, advice, breach=False)]

    return []
