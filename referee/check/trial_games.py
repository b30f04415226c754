"""Tries players in a few games each, and collects the findings on the protocol and on what a sandbox refused."""

import errno
import os
import re
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from typing import Any

from lingo_common.errors import printable
from lingo_common.paths import within
from referee.check.findings import Finding, findings, never_solved
from referee.contest.contest import Fixture
from referee.contest.limits import IsolationRequest, Limits
from referee.contest.lists import WordGames
from referee.contest.own_files import list_of_paths
from referee.contest.player import Player, Program, PythonPlayer
from referee.contest.view import view_of
from referee.contest.visible_paths import script_directory
from referee.game.game_pool import GamePool
from referee.game.record import PLAYED_OUT, GameRecord, Termination

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
        "Give a larger --disk, or --disk off. That holds for the heap of Java's -XX:+UseZGC too, a file in memory.",
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
"""The kind of the remark on a file beside the program that was looked for in the working directory."""
_LIKELY_CAUSES = (_NOT_VISIBLE, _OTHER_DIRECTORY)
"""The kinds of remarks that most likely say why a game failed."""
_MISSES_FILE = re.compile("no such file or directory|NoSuchFileException|FileNotFoundException|ENOENT", re.IGNORECASE)
"""How systems and languages report that there is no file of a name."""
_MISSES_MODULE = re.compile("No module named|Cannot find module|cannot load such file")
"""How Python, JavaScript and Ruby report that there is no module of a name."""
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
    isolation = pool.sandbox.isolation if pool.sandbox.box else None

    for index, word in enumerate(words):
        record = pool.play(Fixture(player, index, word))
        records.append(record)

        findings_by_game.append([
            *remarks_on_sandbox(record, player, isolation),
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

    Where a kind is a breach in some games and a remark in others, that is the first breach. Breaches come first, with
    the remarks on files that the player missed, which are likely causes of a failure. All other remarks follow. Within
    both groups the order is that of the games.
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

    # If the preparation of a player has failed, the text is that of its compiler, for example, which sees other files.
    # That of a player that was not started is the referee's own.
    if player.is_prepared and record.termination is not Termination.NOT_STARTED:
        remarks += _files_beside_program(text, player) or _visible_files(text, player, isolation)
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


def _files_beside_program(text: str, player: Player) -> list[Finding]:
    """Return a remark if the text says that a file is missing whose name one in the player's directory has, else none.

    Such a player opens the file by its name alone, as if the directory of its program were the working directory.
    """
    folder = script_directory(player.arguments)
    if folder is None:
        return []

    names: list[str] = []
    for line in text.splitlines():
        if _MISSES_FILE.search(line):
            names += _RELATIVE_NAME.findall(_MISSES_FILE.sub("", line))

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
