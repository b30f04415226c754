"""A run that is being played, as its record shows it: standings, speed and the last games."""

import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass

from referee.game.record import GameRecord
from referee.results.leaderboard import Leaderboard
from referee.storage.reader import open_run

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
    """The last games of each player, the newest first."""
    speed: float
    """Games a second over the last half minute; 0 where nothing is known of it."""

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
        self._counts: deque[tuple[float, int]] = deque()

    def look(self) -> Snapshot | None:
        """The run as it is now; None if no game was added since the last look. DataError if there is no run."""
        with open_run(self._directory) as run:
            played = len(run.finished_numbers())
            if self._counts and played == self._counts[-1][1]:
                return None
            games = sorted(run.games(), key=lambda game: (game.started or 0, game.index, game.length))
            board = run.leaderboard(games)
        counts: Counter[str] = Counter()
        latest = []
        for game in reversed(games):
            counts[game.player] += 1
            if counts[game.player] <= LATEST:
                latest.append(game)
        now = self._clock()
        self._counts.append((now, played))
        while len(self._counts) > 2 and self._counts[1][0] <= now - _WINDOW:
            self._counts.popleft()
        begun, before = self._counts[0]
        return Snapshot(board, tuple(latest), (played - before) / (now - begun) if now > begun else 0.0)
