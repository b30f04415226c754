"""Tries players in a few games each, and collects the findings on the protocol and on what a sandbox refused."""

import errno
import os
import secrets
import shlex
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from lingo_common.errors import printable
from referee.check.findings import Finding, Seen, findings, never_solved, stderr_text
from referee.contest.contest import Fixture
from referee.contest.limits import Limits
from referee.contest.lists import WordGames
from referee.contest.player import Player, own_limits
from referee.contest.players import why_not_started
from referee.contest.termination import PLAYED_OUT, Termination
from referee.game.play_game import GameSetup, play_fixture
from referee.game.protocol import Transport
from referee.game.record import GameRecord
from referee.game.transports import RecordingTransport
from referee.game.unseen_paths import unseen_paths
from referee.runner.visible_paths import is_shared, script_directory, within

_REFUSED = os.strerror(errno.EROFS)
_READ_ONLY = Finding(
    "read-only",
    f"its error text says '{_REFUSED}': in a sandbox a player can write to its working directory alone",
    "Write there, or to the directory that HOME and TMPDIR name, which is the same; nothing stays for the next game.",
    breach=False,
)
Look = Callable[[str, Player], list[str]]
"""Finds what a text names and the player's sandbox does not show (see referee.game.unseen_paths)."""
HOPELESS = frozenset({Termination.NOT_STARTED, Termination.STARTUP_TIMEOUT})
"""A player whose game ended so need not be tried again."""


@dataclass(frozen=True)
class Shown:
    """A finding and in how many games it was made."""

    finding: Finding
    """As the first of these games showed it."""
    games: int


@dataclass(frozen=True)
class Conduct:
    """The findings and times of a player in some games."""

    player: Player
    games: int
    solved: int
    shown: tuple[Shown, ...]
    """The breaches first, then the remarks, each in the order of their first game."""
    startup: tuple[float, ...]
    """The time to the first guess of each game that had one, in seconds."""
    moves: tuple[float, ...]
    """The time of every further guess, in seconds."""
    errors: Mapping[str, str] = field(default_factory=dict)
    """What each game's word brought on standard error, games without any left out."""

    @property
    def breaches(self) -> tuple[Shown, ...]:
        """The findings that violate the protocol."""
        return tuple(remark for remark in self.shown if remark.finding.breach)


def try_player(player: Player, words: Iterable[str], setup: GameSetup) -> Conduct:
    """Play a game for each word and collect the findings; the first without a start or a guess is the last."""
    records: list[GameRecord] = []
    transports: list[RecordingTransport] = []
    made: list[Finding] = []
    look = partial(unseen_paths, sandbox=setup.sandbox)
    for index, word in enumerate(words):
        record, transport = _watch(Fixture(player, index, word), setup)
        records.append(record)
        transports += [transport] if transport else []
        made += _findings(Seen.by(transport, record), player, setup.word_games, setup.limits)
        made += unseen_files(record, player, look)
        if record.termination in HOPELESS:
            break
    return Conduct(
        player,
        games=len(records),
        solved=sum(record.solved for record in records),
        shown=_count_findings([*made, *never_solved(records)]),
        startup=tuple(record.move_seconds[0] for record in records if record.move_seconds),
        moves=tuple(seconds for transport in transports for seconds in transport.seconds),
        errors={record.word: text for record in records if (text := _own_error_text(record))},
    )


def trial_fixtures(players: Iterable[Player], word_games: WordGames) -> list[Fixture]:
    """One game for each player, for a random word of the shortest length; it tells nothing about a run's words."""
    word = secrets.choice(word_games[min(word_games)].words.words)
    return [Fixture(player, 0, word) for player in players]


def breaches(record: GameRecord, player: Player, word_games: WordGames, limits: Limits, look: Look) -> list[Finding]:
    """The breaches of the protocol that the record of a game shows, and the files that the sandbox did not show."""
    made = _findings(Seen.by(None, record, word_games[record.length].spelling), player, word_games, limits)
    return [*(finding for finding in made if finding.breach), *unseen_files(record, player, look)]


def _findings(seen: Seen, player: Player, word_games: WordGames, limits: Limits) -> list[Finding]:
    """The findings; that of a player that could not be started says what is missing, where that is known."""
    made = findings(seen, word_games[seen.record.length].words, own_limits(player, limits))
    if seen.record.termination is Termination.NOT_STARTED and (reason := why_not_started(player)):
        return [replace(finding, says=f"cannot be started: {reason}") for finding in made]
    return made


def milliseconds(times: tuple[float, ...]) -> dict[str, float] | None:
    """The median and the largest of some times in seconds, in milliseconds; None if there is none."""
    if not times:
        return None
    return {"median": round(1000 * statistics.median(times), 1), "largest": round(1000 * max(times), 1)}


def _own_error_text(record: GameRecord) -> str:
    """Return the player's standard error; of one that was not started the record has the referee's own words."""
    return "" if record.termination is Termination.NOT_STARTED else stderr_text(record)


def _watch(fixture: Fixture, setup: GameSetup) -> tuple[GameRecord, RecordingTransport | None]:
    """The record of a game and what was recorded of its lines; None if the player could not be started."""
    transports: list[RecordingTransport] = []

    def wrap(player: Transport) -> Transport:
        transports.append(RecordingTransport(player))
        return transports[0]

    record = play_fixture(fixture, setup, wrap=wrap)
    return record, transports[0] if transports else None


def _count_findings(made: list[Finding]) -> tuple[Shown, ...]:
    counts = Counter(finding.kind for finding in made)
    firsts = {finding.kind: finding for finding in reversed(made)}
    counted = (Shown(firsts[kind], games) for kind, games in counts.items())
    return tuple(sorted(counted, key=lambda one: not one.finding.breach))


def unseen_files(record: GameRecord, player: Player, look: Look) -> list[Finding]:
    """Remarks on what a failed game's error text says of the sandbox.

    They are on each file that it names and that is there but not visible, and on writing where nothing may be written.
    """
    if record.termination in PLAYED_OUT:
        return []
    text = stderr_text(record)
    return [*(_finding(path, player) for path in look(text, player)), *([_READ_ONLY] if _REFUSED in text else [])]


def _finding(path: str, player: Player) -> Finding:
    exposed = _to_expose(path, player)
    where = "Visible are the system, what the command names and, without --careful, the directory of its script"
    own = "its author can have it there, or in the command"
    advice = f"{where}; {own if exposed is None else f'give --expose {printable(shlex.quote(exposed))}'}."
    return Finding("not-visible", f"{printable(path)} exists, but the sandbox does not show it", advice, breach=False)


def _to_expose(path: str, player: Player) -> str | None:
    """Return what to expose so that the path is seen.

    None for a path that only the player names: else a player could make the contest's holder show it any file.
    """
    folder, own = os.path.dirname(path), script_directory(player.arguments)
    if own is not None and within(path, own):
        return path
    if not any(path in word for word in player.arguments):
        return None
    return path if os.path.isdir(path) or is_shared(folder) else folder
