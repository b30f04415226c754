"""Tries players in a few games each, and collects the findings on the protocol and on what a sandbox refused."""

import errno
import os
import re
import shlex
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from lingo_common.errors import printable
from lingo_common.paths import within
from referee.check.findings import Finding, findings, never_solved
from referee.contest.contest import Fixture
from referee.contest.limits import Limits
from referee.contest.lists import WordGames
from referee.contest.player import Player, PythonPlayer
from referee.contest.termination import PLAYED_OUT, Termination
from referee.contest.visible_paths import is_shared, script_directory
from referee.game.game_pool import GamePool
from referee.game.record import GameRecord
from referee.game.unseen_paths import unseen_paths

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
"""The kind of the remark on a file that exists and that the player's sandbox does not show."""
_OTHER_DIRECTORY = "other-directory"
"""The kind of the remark on a file beside the program that was looked for in the working directory."""
_LIKELY_CAUSES = (_NOT_VISIBLE, _OTHER_DIRECTORY)
"""The kinds of remarks that most likely say why a game failed."""
_MISSES_FILE = re.compile("no such file or directory|NoSuchFileException|FileNotFoundException|ENOENT", re.IGNORECASE)
"""How systems and languages report that there is no file of a name."""
_RELATIVE_NAME = re.compile(r"(?<![\w./-])\w(?:[\w.-]*\w)?")
"""A name of a file in a text, or the first directory of a relative path; no part of an absolute path."""
UnseenPaths = Callable[[str, Player], list[str]]
"""Finds what a text names and the player's sandbox does not show (see referee.game.unseen_paths)."""
_FAILS_ALWAYS = frozenset({Termination.NOT_STARTED, Termination.STARTUP_TIMEOUT})
"""After a game that ended in one of these ways a player is not tried again: its next games would end alike."""


def try_player(player: Player, words: Iterable[str], pool: GamePool) -> dict[str, Any]:
    """Play a game for each word and return what they showed, as `referee check --json` prints it.

    The keys are part of the interface. A player that did not start, or was too late with its first guess, plays no
    further game.
    """
    records: list[GameRecord] = []
    findings_by_game: list[list[Finding]] = []
    find_unseen = partial(unseen_paths, sandbox=pool.sandbox)

    for index, word in enumerate(words):
        record = pool.play(Fixture(player, index, word))
        records.append(record)

        findings_by_game.append([
            *remarks_on_sandbox(record, player, find_unseen),
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
    record: GameRecord, player: Player, word_games: WordGames, limits: Limits, find_unseen: UnseenPaths
) -> list[Finding]:
    """Return what the sandbox hid or refused in a game, and then the breaches of the protocol in its record."""
    breaches = [finding for finding in findings(record, player, word_games, limits) if finding.breach]
    return [*remarks_on_sandbox(record, player, find_unseen), *breaches]


def remarks_on_sandbox(record: GameRecord, player: Player, find_unseen: UnseenPaths) -> list[Finding]:
    """Return remarks on what a failed game's error text names: files that it missed, what a sandbox refuses.

    There are none on a Python object, which runs in no sandbox.
    """
    if isinstance(player, PythonPlayer) or record.termination in PLAYED_OUT:
        return []

    text = record.stderr
    remarks = []

    # If the preparation of a player has failed, the text is that of its compiler, for example. The compiler could see
    # the source that it names, so no path in the text is remarked on.
    if player.is_prepared:
        remarks += [_unseen_file(path, player) for path in find_unseen(text, player)]
        remarks += _files_beside_program(text, player)
    remarks += [remark for pattern, remark in _REMARKS_ON_REFUSALS.items() if pattern.search(text)]
    return remarks


def _unseen_file(path: str, player: Player) -> Finding:
    """Return the remark on a file that exists and that the player's sandbox does not show."""
    own = script_directory(player.arguments)
    if own is not None and within(path, own):
        advice = (
            "The sandbox hides programs of other players, contest files and runs that lie beside a player, and with "
            "--careful everything that the player's command does not name. "
            f"If this player may use it, give --expose {printable(shlex.quote(path))}."
        )
    else:
        advice = (
            "A player sees the system, the files that its command names and, without --careful, the directory of its "
            "script."
        )
        exposed = _to_expose(path, player)
        if exposed is None:
            advice += " Put the file into that directory, or name it in the command."
        else:
            advice += f" To show this file, give --expose {printable(shlex.quote(exposed))}."

    says = f"{printable(path)} exists, but the sandbox does not show it"
    return Finding(_NOT_VISIBLE, says, advice, breach=False)


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


def _to_expose(path: str, player: Player) -> str | None:
    """Return the path to expose so that this one is seen; None unless the command names it.

    A path that only the player's error text names could be any file of the machine, so there is no advice to show it.
    """
    folder = os.path.dirname(path)
    # A word that is the text of a shell's command holds more than the path.
    if not any(path in word for word in player.arguments):
        return None

    # A home, for example, is not shown as a whole for the sake of one file.
    is_alone = os.path.isdir(path) or is_shared(folder)
    return path if is_alone else folder
