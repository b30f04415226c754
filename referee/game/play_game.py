"""One game of one player for one word, from launch to record."""

import platform
from collections.abc import Callable
from dataclasses import dataclass

from referee.contest.fixture import Fixture
from referee.contest.limits import Limits
from referee.contest.termination import PLAYED_OUT, Termination
from referee.game.protocol import Rules, Transport, play
from referee.game.record import GameRecord, Move, points_for
from referee.process.ending import Ending
from referee.process.launcher import NotStarted
from referee.process.player_process import PlayerProcess
from referee.process.stop import Stop
from referee.process.working_directory import WorkingDirectory
from referee.sandbox.sandbox import OPEN, Sandbox


@dataclass(frozen=True)
class Table:
    """Where and under which conditions games are played."""

    directory: WorkingDirectory
    """The players' working directory, put in order after each game."""
    words: dict[int, frozenset[str]]
    """The legal guesses of each length."""
    limits: Limits
    """What a player may use."""
    stop: Stop | None = None
    """Ends the game at once when it is set."""
    sandbox: Sandbox = OPEN
    """What stands between the player and the machine."""


def play_game(
    fixture: Fixture,
    table: Table,
    watch: Callable[[Move], None] = lambda move: None,
    complaints: Callable[[bytes], object] = lambda data: None,
    through: Callable[[Transport], Transport] = lambda player: player,
) -> GameRecord:
    """The record of the game, whatever the player does.

    watch sees each move once it is answered, complaints each piece of standard error; through may put a
    transport of its own before the player's. Raises Stopped when the run is stopped meanwhile.
    """
    moves: list[Move] = []

    def note(move: Move) -> None:
        moves.append(move)
        watch(move)

    length = len(fixture.word)
    rules = Rules(fixture.word, table.words[length], table.limits)
    arguments = (*fixture.player.arguments, str(length))
    try:
        launch = table.sandbox.launch(arguments, table.directory.path, table.limits)
        with PlayerProcess(launch, table.limits, table.stop, complaints) as process:
            termination = play(through(process), rules, note, process.started)
            seconds = process.age()
            if termination in PLAYED_OUT:
                process.finish()
    except NotStarted as failure:
        return _record(fixture, moves, Termination.NOT_STARTED, 0.0, Ending(stderr_head=f"{failure}\n"))
    finally:
        table.directory.tidy()
    return _record(fixture, moves, termination, seconds, process.ending())


def _record(
    fixture: Fixture, moves: list[Move], termination: Termination, seconds: float, ending: Ending
) -> GameRecord:
    attempts = len(moves)
    return GameRecord(
        player=fixture.player.name,
        length=len(fixture.word),
        index=fixture.index,
        word=fixture.word,
        guesses=tuple(move.guess for move in moves),
        replies=tuple(move.reply for move in moves),
        attempts=attempts,
        points=points_for(attempts) if termination is Termination.SOLVED else 0,
        termination=termination,
        illegal=sum(not move.legal for move in moves),
        seconds=_rounded(seconds),
        move_seconds=tuple(_rounded(move.seconds) for move in moves),
        exit_status=ending.exit_status,
        signal=ending.signal,
        stderr_head=ending.stderr_head,
        stderr_tail=ending.stderr_tail,
        host=platform.node(),
    )


def _rounded(seconds: float) -> float:
    return round(seconds, 6)  # microseconds: nobody measures a pipe more finely
