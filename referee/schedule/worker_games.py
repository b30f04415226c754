"""The games of a run in the process of a cluster's worker."""

import os
import platform
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from lingo_common.errors import DataError
from referee.contest.contest import Fixture
from referee.contest.isolation import REQUIRE, IsolationRequest
from referee.contest.limits import Limits
from referee.contest.lists import WordGames
from referee.contest.player import Player, Program
from referee.contest.players import Needs, missing_programs
from referee.game.preparation import Preparations
from referee.game.record import GameRecord
from referee.runner.client import Runner
from referee.runner.levels import try_sandbox
from referee.runner.prctl import hide_process
from referee.runner.sight import files_digest
from referee.schedule.game_pool import GamePool

_open: dict[str, "WorkerGames"] = {}
"""The games that this process can play, by the name of their configuration."""
_prepared: dict[str, Preparations] = {}
"""What this process prepared for the run that it played last, by the name of the run."""


@dataclass(frozen=True)
class WorkerConfig:
    """Everything that a worker must know of a run to play its games."""

    name: str
    """A name that no other configuration has."""
    run: str
    """The name of the run, in which each player is prepared once."""
    word_games: WordGames
    """The games."""
    lists: Mapping[str, list[str]]
    """Their words by the fingerprint of each list: workers have no files of the referee's machine."""
    limits: Limits
    """What a player may use."""
    needs: tuple[Needs, ...]
    """What must be present before a game begins."""
    isolation: IsolationRequest
    """The sandbox of all workers: required, or off."""
    caller: tuple[str, int] | None = None
    """The machine and the pid of the process that asks for the games, of which a worker may be a thread."""
    players: tuple[Player, ...] = ()
    """The players whose files must be those of the referee's machine."""


def problems_here(needs: Iterable[Needs], players: Iterable[Player], isolation: IsolationRequest) -> list[str]:
    """One line for each thing that is missing on this machine, or each player whose files differ from the referee's."""
    programs = (player for player in players if isinstance(player, Program) and player.digest)
    return missing_programs(needs) or [
        f"player '{player.name}': its files differ from those of the referee's machine"
        for player in programs
        if files_digest(player, isolation) != player.digest
    ]


class WorkerGames:
    """A pool of games in a worker."""

    def __init__(self, config: WorkerConfig) -> None:
        """Set up the sandbox; DataError if a player's program or a required sandbox is missing."""
        for game in config.word_games.values():
            game.load(config.lists)
        self._runner = Runner()
        sandbox, problem = try_sandbox(config.isolation, self._runner)
        problems = problems_here(config.needs, config.players, config.isolation)
        if problem is not None and config.isolation.mode == REQUIRE:
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
        return [self._pool.play(replace(fixture, player=self._ready(fixture.player))) for fixture in fixtures]

    def _ready(self, player: Player) -> Player:
        """The player, prepared on this worker."""
        keep_going = player.name not in {need.player for need in self._config.needs}
        return self._preparations.ready(player, self._config.word_games, self._sandbox, keep_going)

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
