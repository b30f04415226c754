"""Plays the games of a run on the threads of a process: of the referee, or of a cluster's worker."""

import contextlib
import os
import platform
import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from lingo_common.errors import DataError
from referee.contest.conditions import REQUIRE, IsolationRequest, Limits
from referee.contest.contest import Fixture
from referee.contest.lists import WordGames
from referee.contest.own_files import changes, some_of, with_files
from referee.contest.player import Program
from referee.contest.players import Needs, missing_programs
from referee.game.levels import Sandbox, try_sandbox
from referee.game.play_game import ANY_TIME, GameSetup, Turn, game_setup, play_fixture
from referee.game.preparation import Preparations
from referee.game.protocol import Stop, Stopped
from referee.game.record import GameRecord
from referee.runner.client import Runner, RunnerLost
from referee.runner.prctl import hide_process

_ATTEMPTS = 20
"""How often a game is played whose runner is killed."""
_open: dict[str, "WorkerGames"] = {}
"""The games that this process can play, by the name of their configuration."""
_prepared: dict[str, Preparations] = {}
"""What this process prepared for the run that it played last, by the name of the run."""


class GamePool:
    """Plays games on the threads that call it; each takes a setup and gives it back."""

    def __init__(self, word_games: WordGames, limits: Limits, sandbox: Sandbox, turn: Turn = ANY_TIME) -> None:
        """turn: see GameSetup."""
        self._word_games, self._limits, self._sandbox, self._turn = word_games, limits, sandbox, turn
        self._cleanup = contextlib.ExitStack()
        self._stop = self._cleanup.enter_context(contextlib.closing(Stop()))
        self._free: list[GameSetup] = []
        self._in_use, self._lock = 0, threading.Lock()

    def play(self, fixture: Fixture) -> GameRecord:
        """The record of a game, played again if its runner is killed; Stopped if the pool is closed meanwhile."""
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
            if setup is None:
                context = game_setup(self._word_games, self._limits, self._sandbox)
                setup = replace(context.__enter__(), stop=self._stop, turn=self._turn)
                with self._lock:
                    self._cleanup.push(context)
            yield setup
        finally:
            with self._lock:
                self._in_use -= 1
                if setup:
                    self._free.append(setup)
                self._remove_if_unused()

    def _remove_if_unused(self) -> None:
        if self._stop.is_set and not self._in_use:
            self._cleanup.close()


@dataclass(frozen=True)
class WorkerConfig:
    """Everything that a worker must know of a run to play its games."""

    name: str
    """A name that no other configuration has."""
    run: str
    """The name of the run, in which each player is prepared once."""
    word_games: WordGames
    lists: Mapping[str, list[str]]
    """Their words by the fingerprint of each list: workers have no files of the referee's machine."""
    limits: Limits
    needs: tuple[Needs, ...]
    """What must be present before a game begins, as on the referee's machine."""
    isolation: IsolationRequest
    """The sandbox of all workers: required, or off."""
    caller: tuple[str, int] | None = None
    """The machine and the pid of the process that asks for the games, of which a worker may be a thread."""


def problems_here(needs: Iterable[Needs], isolation: IsolationRequest) -> list[str]:
    """One line for each thing that is missing on this machine, or each player whose files differ from the referee's."""
    programs = dict.fromkeys(need.player for need in needs if isinstance(need.player, Program) and need.player.digest)
    return missing_programs(needs) or [
        f"player '{player.name}': its files differ from those of the referee's machine"
        for player in programs
        if with_files(player, isolation).digest != player.digest
    ]


def other_files_here(needs: Iterable[Needs], isolation: IsolationRequest) -> list[str]:
    """One line for each player beside whose named files others differ on this machine from the referee's machine."""
    lines = []
    for player in dict.fromkeys(need.player for need in needs if isinstance(need.player, Program)):
        beside = changes(player, with_files(player, isolation)).beside
        if beside:
            lines.append(f"player '{player.name}': other files in its folder differ: {some_of(beside)}")
    return lines


class WorkerGames:
    """A pool of games in a worker."""

    def __init__(self, config: WorkerConfig) -> None:
        """Set up the sandbox; DataError if a player's program or a required sandbox is missing."""
        for game in config.word_games.values():
            game.load(config.lists)
        self._runner = Runner()
        sandbox, problem = try_sandbox(config.isolation, self._runner)
        problems = problems_here(config.needs, config.isolation)
        if problem and config.isolation.mode == REQUIRE:
            problems.append(f"no sandbox is in force there: {problem}")
        if problems:
            self._runner.close()
            raise DataError(f"a worker that came late cannot play: {problems[0]}")
        if config.caller != (platform.node(), os.getpid()):
            hide_process()
        self._sandbox = sandbox
        self._pool = GamePool(config.word_games, config.limits, sandbox)
        if config.run not in _prepared:
            _prepared.clear()
        self._config, self._preparations = config, _prepared.setdefault(config.run, Preparations())

    def play(self, fixtures: list[Fixture]) -> list[GameRecord]:
        """The records of these games, played one after the other; DataError if a needed preparation fails."""
        needed, config = {need.player.name for need in self._config.needs}, self._config
        records = []
        for fixture in fixtures:
            keep_going = fixture.player.name not in needed
            player = self._preparations.ready(fixture.player, config.word_games, self._sandbox, keep_going)
            records.append(self._pool.play(replace(fixture, player=player)))
        return records

    def close(self) -> None:
        """End all games."""
        self._pool.close()
        self._runner.close()


def open_games(config: WorkerConfig) -> None:
    """Let this process play the games of a run; DataError if it cannot."""
    _open[config.name] = WorkerGames(config)


def play_piece(piece: tuple[str, list[Fixture]]) -> list[GameRecord]:
    """The records of the games of a piece: (name of the configuration, fixtures)."""
    name, fixtures = piece
    return _open[name].play(fixtures)


def close_games(name: str) -> None:
    """End the games of that configuration, if this process has it open."""
    if games := _open.pop(name, None):
        games.close()
