"""Plays the games of a run on the threads of a process: of the referee, or of a cluster's worker."""

import contextlib
import threading
from collections.abc import Iterator
from dataclasses import replace

from lingo_common.errors import DataError
from referee.contest.contest import Fixture
from referee.contest.plan import Plan
from referee.game.levels import Sandbox
from referee.game.play_game import ANY_TIME, GameSetup, Turn, game_setup, play_fixture
from referee.game.preparation import Preparations
from referee.game.protocol import Stop, Stopped
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
        self._cleanup = contextlib.ExitStack()
        self._stop = self._cleanup.enter_context(contextlib.closing(Stop()))
        self._free: list[GameSetup] = []
        self._in_use = 0
        self._lock = threading.Lock()

    def play(self, fixture: Fixture) -> GameRecord:
        """Return the record of a game, whose player is prepared if it was not yet.

        A game whose runner is killed is played again. Raises Stopped if the pool is closed meanwhile, and DataError if
        a player cannot be prepared and the others are not to go on without it.
        """
        plan = self._plan
        player = self._preparations.ready(fixture.player, plan.word_games, self._sandbox, plan.keep_going)
        for _ in range(_ATTEMPTS):
            with contextlib.suppress(RunnerLost), self._setup() as setup:
                return play_fixture(replace(fixture, player=player), setup)

        raise DataError(f"the helper process that runs players was ended {_ATTEMPTS} times in a game")

    def close(self) -> None:
        """End all games at once, and remove the working directories as soon as the last game has ended."""
        self._stop.set()
        with self._lock:
            self._remove_if_unused()

    @contextlib.contextmanager
    def _setup(self) -> Iterator[GameSetup]:
        """Yield a setup that no other thread uses; Stopped if the pool is closed."""
        with self._lock:
            if self._stop.is_set:
                raise Stopped

            self._in_use += 1
            setup = self._free.pop() if self._free else None

        try:
            if setup is None:
                setup = self._new_setup()
            yield setup
        finally:
            with self._lock:
                self._in_use -= 1
                if setup is not None:
                    self._free.append(setup)

                self._remove_if_unused()

    def _new_setup(self) -> GameSetup:
        """Return a setup that is removed when the pool is closed and no game is under way."""
        context = game_setup(self._plan.word_games, self._plan.conditions.limits, self._sandbox)
        setup = context.__enter__()
        with self._lock:
            self._cleanup.push(context)

        return replace(setup, stop=self._stop, turn=self._turn)

    def _remove_if_unused(self) -> None:
        """Remove all setups once nothing more will be played; the lock must be held."""
        if self._stop.is_set and not self._in_use:
            self._cleanup.close()
