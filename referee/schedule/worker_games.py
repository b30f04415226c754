"""Where a cluster's worker plays the games of a run: tables that last from piece to piece, for each thread its own."""

import contextlib
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lingo_common.errors import DataError
from referee.contest.fixture import Fixture
from referee.contest.limits import Limits
from referee.contest.players import Needs, complaints
from referee.game.play_game import Table, play_game
from referee.game.record import GameRecord
from referee.process.stop import Stop
from referee.process.working_directory import working_directory
from referee.sandbox.isolation import REQUIRE, Wanted, tried
from referee.sandbox.sandbox import Sandbox
from wordlists.reader import WordList

_halls: dict[str, "Hall"] = {}
"""The halls that are open in this process, by name."""


@dataclass(frozen=True)
class Setting:
    """All that a worker must know of a run to play its games."""

    name: str
    """The name of the hall, unlike any other."""
    lists: Mapping[int, WordList]
    """The word lists."""
    limits: Limits
    """What a player may use."""
    needs: tuple[Needs, ...]
    """What must be there before a game is begun."""
    wanted: Wanted
    """The sandbox that all workers are to have: required, or off."""


class Hall:
    """The tables of one run in this process; each is used by one game at a time."""

    def __init__(self, setting: Setting, sandbox: Sandbox) -> None:
        self._setting, self._sandbox = setting, sandbox
        self._words = {length: frozenset(listed.words) for length, listed in setting.lists.items()}
        self._cleanup = contextlib.ExitStack()
        self._stop = self._cleanup.enter_context(contextlib.closing(Stop()))
        self._free: list[Table] = []
        self._taken, self._lock = 0, threading.Lock()

    def play(self, fixtures: list[Fixture]) -> list[GameRecord]:
        """The records of these games, one after the other; raises Stopped where the hall is closed meanwhile."""
        with self._table() as table:
            return [play_game(fixture, table) for fixture in fixtures]

    def close(self) -> None:
        """End all games at once, and leave nothing behind once they have ended."""
        self._stop.set()
        with self._lock:
            self._clear_if_left()

    @contextlib.contextmanager
    def _table(self) -> Iterator[Table]:
        with self._lock:
            self._taken += 1
            table = self._free.pop() if self._free else None
        try:
            table = table or self._new_table()
            yield table
        finally:
            with self._lock:
                self._taken -= 1
                if table:
                    self._free.append(table)
                self._clear_if_left()

    def _new_table(self) -> Table:
        directory = self._cleanup.enter_context(working_directory(self._setting.lists))
        return Table(directory, self._words, self._setting.limits, self._stop, self._sandbox)

    def _clear_if_left(self) -> None:
        if self._stop.is_set and not self._taken:
            self._cleanup.close()


def open_hall(setting: Setting) -> None:
    """Open the hall in this process; DataError where a player's program or a sandbox that must be is not there."""
    sandbox, trouble = tried(setting.wanted)
    unfit = complaints(setting.needs)
    if trouble is not None and setting.wanted.how == REQUIRE:
        unfit.append(f"no sandbox is in force there: {trouble}")
    for complaint in unfit:
        raise DataError(f"a worker that came late cannot play: {complaint}")
    _halls[setting.name] = Hall(setting, sandbox)


def play_piece(piece: tuple[str, list[Fixture]]) -> list[GameRecord]:
    """The records of the games of a piece, (name of the hall, fixtures)."""
    name, fixtures = piece
    return _halls[name].play(fixtures)


def close_hall(name: str) -> None:
    """Close the hall where it is open in this process."""
    if hall := _halls.pop(name, None):
        hall.close()
