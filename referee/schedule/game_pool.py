"""The games of a run on the threads of this process."""

import contextlib
import threading
from collections.abc import Iterator

from lingo_common.errors import DataError
from referee.contest.contest import Fixture
from referee.contest.limits import Limits
from referee.contest.lists import WordGames
from referee.game.ending import Stop, Stopped
from referee.game.play_game import ANY_TIME, GameSetup, Turn, game_setup, play_fixture
from referee.game.record import GameRecord
from referee.runner.client import RunnerLost
from referee.runner.levels import Sandbox

_ATTEMPTS = 20
"""How often a game is played whose runner is killed."""


class GamePool:
    """Plays games on the threads that call it.

    Each thread that plays takes a setup and gives it back, so that there are as many as threads.
    """

    def __init__(self, word_games: WordGames, limits: Limits, sandbox: Sandbox, turn: Turn = ANY_TIME) -> None:
        """turn: see GameSetup."""
        self._word_games, self._limits, self._sandbox, self._turn = word_games, limits, sandbox, turn
        self._cleanup = contextlib.ExitStack()
        self._stop = self._cleanup.enter_context(contextlib.closing(Stop()))
        self._free: list[GameSetup] = []
        self._in_use, self._lock = 0, threading.Lock()

    def play(self, fixture: Fixture) -> GameRecord:
        """The record of a game; raises Stopped if the pool is closed meanwhile.

        A game whose runner was killed is played again.
        """
        for _ in range(_ATTEMPTS):
            with contextlib.suppress(RunnerLost), self._setup() as setup:
                return play_fixture(fixture, setup)
        raise DataError(f"the helper process that runs players was ended {_ATTEMPTS} times in a game")

    def close(self) -> None:
        """End all games at once, and remove the working directories as soon as the last game has ended."""
        self._stop.set()
        with self._lock:
            self._remove_if_unused()

    @contextlib.contextmanager
    def _setup(self) -> Iterator[GameSetup]:
        with self._lock:
            if self._stop.is_set:
                raise Stopped
            self._in_use += 1
            setup = self._free.pop() if self._free else None
        try:
            setup = setup or self._new_setup()
            yield setup
        except RunnerLost:
            setup = None
            raise
        finally:
            with self._lock:
                self._in_use -= 1
                if setup:
                    self._free.append(setup)
                self._remove_if_unused()

    def _new_setup(self) -> GameSetup:
        context = game_setup(self._word_games, self._limits, self._sandbox, self._stop, self._turn)
        setup = context.__enter__()
        with self._lock:
            self._cleanup.push(context)
        return setup

    def _remove_if_unused(self) -> None:
        if self._stop.is_set and not self._in_use:
            self._cleanup.close()
