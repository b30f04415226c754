"""Trying players: a few games each, and what they show of the player's manners."""

import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from referee.check.findings import Finding, Seen, findings
from referee.contest.draw import in_drawing_order
from referee.contest.fixture import Fixture
from referee.contest.limits import Limits
from referee.contest.players import Player
from referee.contest.termination import Termination
from referee.game.play_game import Table, play_game
from referee.game.protocol import Transport
from referee.game.record import GameRecord
from referee.game.recording_transport import Witness
from referee.sandbox.sandbox import OPEN, Sandbox
from referee.schedule.local_games import play_all
from wordlists.reader import WordList

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
    """What a player's games came to."""

    player: Player
    games: int
    solved: int
    shown: tuple[Shown, ...]
    """The breaches first, then the remarks, in the order in which they occurred."""
    startup: tuple[float, ...]
    """The time to the first guess of each game that had one, in seconds."""
    moves: tuple[float, ...]
    """The time of every further guess, in seconds."""

    @property
    def breaches(self) -> tuple[Shown, ...]:
        """What was against the protocol."""
        return tuple(one for one in self.shown if one.finding.breach)


def check(player: Player, words: Iterable[str], table: Table) -> Conduct:
    """The player's conduct in a game for each word; after a game without a single line no other is begun."""
    records: list[GameRecord] = []
    witnesses: list[Witness] = []
    found: list[Finding] = []
    for index, word in enumerate(words):
        record, witness = _watched(Fixture(player, index, word), table)
        records.append(record)
        witnesses += [witness] if witness else []
        found += findings(Seen.by(witness, record), table.words[len(word)], table.limits)
        if record.termination in HOPELESS:
            break
    return Conduct(
        player,
        games=len(records),
        solved=sum(record.solved for record in records),
        shown=_counted(found),
        startup=tuple(record.move_seconds[0] for record in records if record.move_seconds),
        moves=tuple(seconds for witness in witnesses for seconds in witness.seconds),
    )


def trial(
    players: tuple[Player, ...],
    lists: Mapping[int, WordList],
    limits: Limits,
    jobs: int,
    seed: int,
    sandbox: Sandbox = OPEN,
) -> Iterator[tuple[str, GameRecord, list[Finding]]]:
    """(name, record, breaches) of one game of every player, as they finish.

    seed: one that nobody can foresee, so that the word says nothing of the words of a run.
    """
    length = min(lists)
    word = in_drawing_order(lists[length].words, seed)[0]
    fixtures = (Fixture(player, 0, word) for player in players)
    for record in chain.from_iterable(play_all(fixtures, lists, limits, jobs, sandbox)):
        found = findings(Seen.by(None, record), frozenset(lists[length].words), limits)
        yield record.player, record, [finding for finding in found if finding.breach]


def milliseconds(times: tuple[float, ...]) -> dict[str, float] | None:
    """The median and the largest of some times in seconds, in milliseconds; None where there is none."""
    if not times:
        return None
    return {"median": round(1000 * statistics.median(times), 1), "largest": round(1000 * max(times), 1)}


def _watched(fixture: Fixture, table: Table) -> tuple[GameRecord, Witness | None]:
    """The record of a game and what its witness saw; None where the player could not be started."""
    witnesses: list[Witness] = []

    def through(player: Transport) -> Transport:
        witnesses.append(Witness(player))
        return witnesses[0]

    record = play_game(fixture, table, through=through)
    return record, witnesses[0] if witnesses else None


def _counted(found: list[Finding]) -> tuple[Shown, ...]:
    counts = Counter(finding.kind for finding in found)
    firsts = {finding.kind: finding for finding in reversed(found)}
    shown = (Shown(firsts[kind], games) for kind, games in counts.items())
    return tuple(sorted(shown, key=lambda one: not one.finding.breach))
