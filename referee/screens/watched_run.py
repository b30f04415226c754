"""A run that is being played, as its record shows it: standings, speed and the last games."""

import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from codebreaker.rules import GameRules
from referee.game.record import GameRecord
from referee.results.leaderboard import Leaderboard
from referee.storage.reader import Run, open_run

LATEST = 6
"""Games of each player that are kept to be shown."""
_WINDOW = 30.0
"""Seconds over which the speed is measured."""


@dataclass(frozen=True)
class Snapshot:
    """A run at one moment."""

    board: Leaderboard
    """The standings."""
    latest: tuple[GameRecord, ...]
    """The last games of all players and of each, the newest first."""
    speed: float
    """Games a second over the last half minute; 0 where nothing is known of it."""

    rules: GameRules
    """The rules of the games."""

    @property
    def seconds_left(self) -> float | None:
        """Seconds until all games are played at this speed; None if that is not known."""
        return (self.board.games - self.board.games_played) / self.speed if self.speed else None

    @property
    def is_finished(self) -> bool:
        """Whether the last game is played."""
        decided = self.board.decision is not None and self.board.decision.leader is not None
        return decided or self.board.games_played == self.board.games


class WatchedRun:
    """A run that is looked at again and again; the record is open only meanwhile."""

    def __init__(self, directory: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._directory, self._clock = directory, clock
        self._seen: set[int] = set()
        self._counts: deque[tuple[float, int]] = deque()
        self._latest: dict[str, deque[GameRecord]] = {}

    def look(self) -> Snapshot | None:
        """The run as it is now; None if no game was added since the last look. DataError if there is no run."""
        with open_run(self._directory) as run:
            if self._counts and len(run.finished_numbers()) == len(self._seen):
                return None
            games = list(run.games())
            self._count(len(games))
            self._take(run, games)
            board = run.leaderboard(games)
            rules = run.contest.rules
        latest = sorted((game for games in self._latest.values() for game in games), key=_order, reverse=True)
        return Snapshot(board, tuple(latest), self._speed(), rules)

    def _take(self, run: Run, games: Iterable[GameRecord]) -> None:
        """Keep the last of the new games of each player."""
        for game in sorted(games, key=_order):
            if (number := run.number(game)) not in self._seen:
                self._latest.setdefault(game.player, deque(maxlen=LATEST)).append(game)
                self._seen.add(number)

    def _count(self, played: int) -> None:
        now = self._clock()
        self._counts.append((now, played))
        while len(self._counts) > 2 and self._counts[1][0] <= now - _WINDOW:
            self._counts.popleft()

    def _speed(self) -> float:
        (begun, before), (now, played) = self._counts[0], self._counts[-1]
        return (played - before) / (now - begun) if now > begun else 0.0


def _order(game: GameRecord) -> tuple[int, int]:
    """Where a game stands in the order of play: first those of the first word of every length."""
    return game.index, game.length
