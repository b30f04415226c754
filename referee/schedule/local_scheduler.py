"""Plays the games of a run on this machine."""

import contextlib
import threading
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from lingo_common.pieces import run_in_batches
from referee.contest.contest import Fixture, Plan
from referee.contest.limits import NO_SANDBOX
from referee.contest.needs import check_present
from referee.contest.player import Player
from referee.game.game_pool import GamePool
from referee.game.preparation import prepare_player
from referee.game.record import GameRecord
from referee.game.sandbox import Sandbox

Batches = Generator[list[GameRecord], None, None]
"""Lists of the records of games that finished since the list before."""


class LocalScheduler:
    """Plays games on threads of this process, each in a sandbox of the same kind."""

    def __init__(self, jobs: int, sandbox: Sandbox) -> None:
        """jobs: games at a time."""
        self.jobs = jobs
        self.line = sandbox.line
        self.isolation = sandbox.isolation
        self.level = sandbox.level
        self._sandbox = sandbox
        self._ready: dict[str, Player] = {}
        """The players that were prepared, by name; a preparation that failed is not tried again."""

    def __str__(self) -> str:
        return f"at a time: {self.jobs}"

    def check_present(self, players: Sequence[Player]) -> None:
        """Raise DataError for the first player that cannot be played, because its program is missing."""
        check_present(players)

    def prepare(self, plan: Plan, players: Sequence[Player]) -> tuple[Player, ...]:
        """Compile and prepare players of the plan before their first game, and return them ready to play.

        Raises DataError if a preparation fails. With plan.keep_going the player is returned with its problem instead.
        """
        for player in players:
            if player.name not in self._ready:
                word_games = plan.contest.word_games
                self._ready[player.name] = prepare_player(player, word_games, self._sandbox, plan.keep_going)

        return tuple(self._ready[player.name] for player in players)

    def play(self, plan: Plan, fixtures: Iterable[Fixture]) -> Batches:
        """Yield the records of all games, up to `jobs` at a time.

        When the caller leaves, also by an interrupt or by closing this generator, all players are ended before control
        returns. An error of the referee in a game is raised here.
        """
        # To make a sandbox takes longer than most games. So each game that is played has a second thread beside it,
        # which makes the sandbox of a later game and waits for its turn.
        threads = self.jobs if self.level == NO_SANDBOX else 2 * self.jobs
        turn = threading.BoundedSemaphore(self.jobs)
        # As many games wait as are under way, so that a thread whose game is over finds the next one.
        games_under_way_or_waiting = 2 * threads

        pool = GamePool(plan.contest.word_games, plan.conditions.limits, self._sandbox, turn)

        def play(fixture: Fixture) -> GameRecord:
            """Play a game with its player as `prepare` returned it, again if its runner is killed."""
            player = self._ready.get(fixture.player.name, fixture.player)
            return pool.play_until_recorded(replace(fixture, player=player))

        # Both are closed by `with` too, in case a second Ctrl-C interrupts the steps of `finally`.
        with contextlib.closing(pool), ThreadPoolExecutor(threads) as executor:
            try:
                for batch in run_in_batches(play, fixtures, executor, games_under_way_or_waiting):
                    yield [record for _, record in batch]
            finally:
                # The executor waits for games under way, so they are ended first.
                pool.close()
                executor.shutdown(cancel_futures=True)
