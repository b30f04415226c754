"""Plays the games of a run on the threads of a process: of the referee, or of a cluster's worker."""

import contextlib
import os
import threading
from collections.abc import Iterator
from dataclasses import replace

from lingo_common.errors import DataError
from referee.contest.contest import Fixture
from referee.contest.plan import Plan
from referee.game.levels import Sandbox
from referee.game.play_game import ANY_TIME, GameSetup, Turn, game_setup, play_fixture
from referee.game.preparation import Preparations
from referee.game.protocol import Stopped
from referee.game.record import GameRecord
from referee.runner.client import RunnerLost

_ATTEMPTS = 20
"""How often a game is played whose runner is killed."""


class GamePool:
    """Plays games on the threads that call it.

    A game needs a setup: a working directory, above all. There are as many setups as games at a time; a thread takes a
    free one, or makes one, and gives it back.
    """

    def __init__(self, plan: Plan, sandbox: Sandbox, preparations: Preparations, turn: Turn = ANY_TIME) -> None:
        """preparations: what this process prepared for the run before; turn: held by each game while it is played."""
        self._plan = plan
        self._sandbox = sandbox
        self._preparations = preparations
        self._turn = turn
        self._lock = threading.Lock()
        self._free: list[GameSetup] = []
        self._in_use = 0
        self._is_closed = False
        self._cleanup = contextlib.ExitStack()
        """Removes the setups."""

        # When the writing end is closed, the other one can be read: that ends all games.
        self._stop, self._stopper = os.pipe()
        self._cleanup.callback(os.close, self._stop)

    def play(self, fixture: Fixture) -> GameRecord:
        """Return the record of a game, whose player is prepared if it was not yet.

        A game whose runner is killed is played again. Raises Stopped if the pool is closed meanwhile, and DataError if
        a player cannot be prepared and the others are not to go on without it.
        """
        plan = self._plan
        player = self._preparations.ready(fixture.player, plan.contest.word_games, self._sandbox, plan.keep_going)
        for _ in range(_ATTEMPTS):
            with contextlib.suppress(RunnerLost), self._setup() as setup:
                return play_fixture(replace(fixture, player=player), setup)

        raise DataError(f"the helper process that runs players was ended {_ATTEMPTS} times in a game")

    def close(self) -> None:
        """End all games at once, and remove the working directories as soon as the last game has ended."""
        with self._lock:
            if not self._is_closed:
                self._is_closed = True
                os.close(self._stopper)
            self._remove_if_unused()

    @contextlib.contextmanager
    def _setup(self) -> Iterator[GameSetup]:
        """Yield a setup that no other thread uses, until the pool is closed and no game is under way.

        Raises Stopped if the pool is closed.
        """
        with self._lock:
            if self._is_closed:
                raise Stopped

            if not self._free:
                plan = self._plan
                limits = plan.conditions.limits
                new = game_setup(plan.contest.word_games, limits, self._sandbox, self._stop, self._turn)
                self._free.append(self._cleanup.enter_context(new))

            setup = self._free.pop()
            self._in_use += 1

        try:
            yield setup
        finally:
            with self._lock:
                self._in_use -= 1
                self._free.append(setup)
                self._remove_if_unused()

    def _remove_if_unused(self) -> None:
        """Remove all setups once nothing more will be played; the lock must be held."""
        if self._is_closed and not self._in_use:
            self._cleanup.close()
