"""Players that fail too often in a row: they forfeit the rest of their games."""

import logging
from collections import Counter
from collections.abc import Iterable, Iterator

from referee.contest.contest import Fixture
from referee.contest.player import Player
from referee.contest.termination import PLAYED_OUT, Termination
from referee.game.game_pool import unplayed_game
from referee.game.record import GameRecord

_log = logging.getLogger(__name__)


class Forfeits:
    """Counts the failures of each player in a row, and makes the records of the games that a player forfeits.

    The fixtures of a run go through `to_play` before they are played, and the finished games through `with_forfeited`,
    where they are counted. So a player that has just failed too often has no further game in `to_play`.
    """

    def __init__(self, limit: int, play_no_more: Iterable[str]) -> None:
        """limit: how many failures in a row end a player's games, 0 for never; play_no_more: names of players."""
        self._limit = limit
        self._play_no_more = set(play_no_more)
        self._in_a_row: Counter[str] = Counter()
        self._forfeited: list[GameRecord] = []
        """The forfeited games that `with_forfeited` has not yielded yet."""

    def who_plays_on(self, players: Iterable[Player]) -> tuple[Player, ...]:
        """Return those of the players that have not forfeited the rest of their games."""
        return tuple(player for player in players if player.name not in self._play_no_more)

    def to_play(self, fixtures: Iterable[Fixture]) -> Iterator[Fixture]:
        """Yield the games of players that play on; the others come with the next batch of `with_forfeited`."""
        for fixture in fixtures:
            if fixture.player.name in self._play_no_more:
                self._forfeited.append(unplayed_game(fixture, Termination.FORFEITED))
            else:
                yield fixture

    def with_forfeited(self, batches: Iterable[list[GameRecord]]) -> Iterator[list[GameRecord]]:
        """Yield the batches of finished games, each with the games that were forfeited since the batch before."""
        for batch in batches:
            for record in batch:
                self.count(record.player, record.termination)

            yield batch + self._take_forfeited()

        # Games may have been forfeited after the last batch.
        yield self._take_forfeited()

    def count(self, name: str, termination: Termination) -> None:
        """Count one more game of that player, in the order of play."""
        if termination in PLAYED_OUT:
            self._in_a_row[name] = 0
            return

        self._in_a_row[name] += 1
        has_reached_limit = 0 < self._limit <= self._in_a_row[name]
        if has_reached_limit and name not in self._play_no_more:
            self._play_no_more.add(name)
            _log.warning("player '%s' failed %d games in a row and forfeits the rest", name, self._limit)

    def _take_forfeited(self) -> list[GameRecord]:
        """Return the forfeited games since the last call."""
        records = self._forfeited
        self._forfeited = []
        return records
