"""Forfeits: a player that fails again and again plays no more, and the rest of its games are recorded as forfeited."""

import logging
from collections import Counter
from collections.abc import Iterable, Iterator

from referee.contest.contest import Fixture
from referee.contest.termination import PLAYED_OUT, Termination
from referee.game.play_game import forfeited_game
from referee.game.record import GameRecord

_log = logging.getLogger(__name__)


class Forfeits:
    """The players of a run that play no more."""

    def __init__(self, after: int, players: Iterable[str] = ()) -> None:
        """after: how many failures in a row end a player's games, 0 for never; players: those that play no more."""
        self._after, self._out = after, set(players)
        self._in_a_row: Counter[str] = Counter()
        self._records: list[GameRecord] = []

    def to_play(self, fixtures: Iterable[Fixture]) -> Iterator[Fixture]:
        """The games of players that play on; the others come with the next batch of `with_forfeited`."""
        for fixture in fixtures:
            if fixture.player.name in self._out:
                self._records.append(forfeited_game(fixture))
            else:
                yield fixture

    def with_forfeited(self, batches: Iterable[list[GameRecord]]) -> Iterator[list[GameRecord]]:
        """The batches of finished games, with the forfeited ones; failures are counted meanwhile."""
        for batch in batches:
            for record in batch:
                self.count(record.player, record.termination)
            yield batch + self._take_records()
        yield self._take_records()

    def count(self, name: str, termination: Termination) -> None:
        """Count one more game of that player, in the order of play."""
        self._in_a_row[name] = 0 if termination in PLAYED_OUT else self._in_a_row[name] + 1
        if self._after and self._in_a_row[name] >= self._after and name not in self._out:
            self._out.add(name)
            _log.warning("player '%s' failed %d games in a row and forfeits the rest", name, self._after)

    def _take_records(self) -> list[GameRecord]:
        """The records of forfeited games since the last call."""
        records, self._records = self._records, []
        return records
