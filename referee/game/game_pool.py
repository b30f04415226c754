"""Plays games of programs and Python objects, from launch to record.

The transport of a Python object is here; referee.game.player_process has the one of a program.
"""

import contextlib
import os
import platform
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import replace

from lingo_common.errors import DataError
from referee.contest.contest import Fixture
from referee.contest.limits import IsolationRequest, Limits
from referee.contest.lists import WordGames
from referee.contest.player import Factory, Player, PythonPlayer, command_for_game, own_limits
from referee.contest.termination import PLAYED_OUT, TIMEOUTS, Termination
from referee.game.player_process import PlayerProcess, exceeded_limit
from referee.game.preparation import prepare_player
from referee.game.protocol import GameEnded, hold_dialogue
from referee.game.record import GameRecord, Move, record_of
from referee.game.sandbox import Sandbox, find_sandbox
from referee.game.working_directory import WorkingDirectory
from referee.runner.client import Runner
from referee.runner.messages import EndReport, NotPassed, NotStarted, RunnerLost
from wordlists.guesser import Guesser


class InProcess:
    """A Python object that plays one game, with the methods of a PlayerProcess.

    An exception of the player ends its game as a crash. No limit holds for it, not even on time: nothing can interrupt
    a call of a Python object.
    """

    end_report = EndReport(exit_status=0)
    """What the runner would report: no limit is ever exceeded."""

    def __init__(self, factory: Factory, length: int, words: Sequence[str]) -> None:
        """factory: makes the player of this game, from the length and the words that may be guessed."""
        self.started = 0.0
        """When the player's time began, on the monotonic clock (see `begin`)."""
        self._factory = factory
        self._length = length
        self._words = words
        self._guesser: Guesser | None = None
        """The player; None until the first guess."""
        self._complaint = ""
        """The traceback of the exception that ended the player; empty until then."""

    def begin(self) -> None:
        """Note that the player's time begins now."""
        self.started = time.monotonic()

    def receive(self, until: float) -> bytes:
        """Return the next guess, also after the time `until`.

        Raises GameEnded if the player raises an exception, or raised one before.
        """
        if self._complaint:
            raise GameEnded(Termination.CRASHED)

        try:
            if self._guesser is None:
                self._guesser = self._factory(self._length, self._words)

            guess = str(self._guesser.guess())
            # A guess is a line: with a newline in it, it would be two.
            return guess.encode(errors="replace").replace(b"\n", b" ")
        except (Exception, SystemExit) as error:
            self._complaint = _traceback_of(error)
            raise GameEnded(Termination.CRASHED) from None

    def send(self, line: bytes) -> None:
        """Give the player a reply. An exception that it raises ends the game at the next call of `receive`."""
        assert self._guesser is not None
        try:
            self._guesser.hear(line.decode().rstrip("\n"))
        except (Exception, SystemExit) as error:
            self._complaint = _traceback_of(error)

    def silence(self) -> None:
        """Return None: whether a player in this process waits or computes is not known."""

    def finish(self) -> None:
        """Do nothing: there is no process to end."""

    def close(self) -> None:
        """Do nothing: there is no process to end."""

    def with_end(self, record: GameRecord) -> GameRecord:
        """Return the record with the traceback of the exception that the player raised, if any, as standard error."""
        return replace(record, exit_status=self.end_report.exit_status, stderr_head=self._complaint)


def _traceback_of(error: Exception | SystemExit) -> str:
    """Return the traceback of what a player raised, without the frame of this module that called it.

    It can be written as UTF-8: a lone surrogate, as in the name of a file that is not UTF-8, becomes an escape.
    """
    frames = error.__traceback__
    frames_of_player = None if frames is None else frames.tb_next
    lines = traceback.format_exception(error.with_traceback(frames_of_player))
    return "".join(lines).encode(errors="backslashreplace").decode()


OnMove = Callable[[Move], None]
"""Called with each move once the reply is sent."""
OnStderr = Callable[[bytes], object]
"""Called with each piece of the player's standard error."""

_MOST_STARTS = 20
"""How often a game is started if the runner, the helper process that starts players, is killed each time.

That may happen by accident, but not so often in a row.
"""


def ignore(_: object) -> None:
    """Do nothing with a move or a piece of standard error: the default of those who call a game."""


class GamePool(AbstractContextManager["GamePool"]):
    """Plays games, each on the thread that asks for it and in a working directory that no other game uses meanwhile.

    A thread takes a directory that is free, or makes one. When the pool is closed, also from another thread, all games
    end at once.
    """

    def __init__(
        self,
        word_games: WordGames,
        limits: Limits,
        sandbox: Sandbox,
        turn: AbstractContextManager[object] | None = None,
    ) -> None:
        """limits: those of players without limits of their own.

        turn: held by a game while its player plays, so that other games wait for it. The sandbox of a game is made
        before its turn comes, while others play. None if there is nothing to wait for.
        """
        self.word_games = word_games
        self.limits = limits
        self.sandbox = sandbox
        self._turn = turn or nullcontext()

        self._lock = threading.Lock()
        self._free: list[WorkingDirectory] = []
        self._in_use = 0
        """The number of working directories in which games are played now."""
        self._is_closed = False

        # A pipe that ends all games: their players' transports wait for its reading end too, which can be read as soon
        # as `close` has closed the writing end.
        self._stop, self._writing_end = os.pipe()

    def __exit__(self, *_: object) -> None:
        self.close()

    def play(self, fixture: Fixture, on_move: OnMove = ignore, on_stderr: OnStderr = ignore) -> GameRecord:
        """Play a game and return its record, whatever the player does.

        fixture: its player has been through `prepare_player`. Raises CancelledError if the pool is closed meanwhile,
        RunnerLost if the runner is killed, and DataError if the sandbox cannot be made.
        """
        player = fixture.player
        limits = own_limits(player, self.limits)
        word_game = self.word_games[len(fixture.word)]

        with self.working_directory() as directory:
            try:
                with closing(self._start(fixture, directory, limits, on_stderr)) as process, self._turn:
                    process.begin()
                    termination, moves = hold_dialogue(
                        process, fixture.word, word_game, limits, on_move, process.started
                    )
                    # Microseconds are enough: a line takes longer through a pipe.
                    seconds = round(time.monotonic() - process.started, 6)

                    # A player that was too slow still runs. What it does now may tell why it did not guess.
                    silence = process.silence() if termination in TIMEOUTS else None
                    # A player whose game is over may exit by itself.
                    if termination in PLAYED_OUT:
                        process.finish()

                    # The player ends before its turn does: it must not take time from the next one.
                    process.close()
            except NotStarted as failure:
                return unplayed_game(fixture, Termination.NOT_STARTED, f"{failure}\n")

        # A player that reaches a limit may become slow: then the limit ended the game, and what the player did when its
        # time was over does not matter. If the limit ended the player, hold_dialogue says so already.
        exceeded = exceeded_limit(process.end_report)
        if termination in TIMEOUTS and exceeded is not None:
            termination = exceeded
            silence = None

        record = record_of(player.name, fixture.index, fixture.word, moves, termination, word_game)
        record = replace(record, host=platform.node(), seconds=seconds, silence=silence)
        # What is known only when the player has ended: its standard error, its exit status, and what it used.
        return process.with_end(record)

    def play_word(
        self, player: Player, word: str, on_move: OnMove = ignore, on_stderr: OnStderr = ignore
    ) -> GameRecord:
        """Prepare a player, and return the record of its game for this word; raises as `play` and prepare_player do."""
        ready_player = prepare_player(player, self.word_games, self.sandbox)
        return self.play(Fixture(ready_player, index=0, word=word), on_move, on_stderr)

    def play_until_recorded(self, fixture: Fixture) -> GameRecord:
        """Return the record of a game, which is played again if its runner is killed; DataError if that goes on."""
        for _ in range(_MOST_STARTS):
            with contextlib.suppress(RunnerLost):
                return self.play(fixture)

        raise DataError(f"the helper process that runs players was ended {_MOST_STARTS} times in a game")

    @contextlib.contextmanager
    def working_directory(self) -> Iterator[WorkingDirectory]:
        """Yield a working directory that no other thread uses meanwhile, and restore its files afterwards.

        Raises CancelledError if the pool is closed.
        """
        with self._lock:
            if self._is_closed:
                raise CancelledError

            directory = self._free.pop() if self._free else WorkingDirectory(self.word_games, self.sandbox.runner)
            self._in_use += 1

        try:
            yield directory
        finally:
            try:
                directory.restore()
            finally:
                with self._lock:
                    self._in_use -= 1
                    self._free.append(directory)
                    self._clean_up_if_unused()

    def close(self) -> None:
        """End all games at once, and remove the working directories as soon as the last game has ended."""
        with self._lock:
            if not self._is_closed:
                self._is_closed = True
                os.close(self._writing_end)
                self._clean_up_if_unused()

    def _clean_up_if_unused(self) -> None:
        """Remove all working directories if the pool is closed and no game is left; the caller holds the lock."""
        if self._is_closed and not self._in_use:
            for directory in self._free:
                directory.close()
            os.close(self._stop)

    def _start(
        self, fixture: Fixture, directory: WorkingDirectory, limits: Limits, on_stderr: OnStderr
    ) -> PlayerProcess | InProcess:
        """Start the player of a game; raises NotStarted if it cannot be started, DataError if that is not its fault."""
        player = fixture.player
        length = len(fixture.word)
        if isinstance(player, PythonPlayer):
            assert player.factory is not None  # only players that were read from a record have none
            word_game = self.word_games[length]
            # Where the first letter is shown, only words with that letter may be guessed.
            allowed = word_game.with_rules(letter=word_game.letter_of(fixture.word))
            return InProcess(player.factory, length, list(allowed.words.written_words))

        if not player.is_prepared:
            raise NotStarted(player.problem)

        directory.write_rules(fixture.word)
        command = command_for_game(player, length)
        prepared_directory = player.prepared.get(length)  # None if it has no preparation
        launch = self.sandbox.launch(player, command, directory.path, limits, prepared_directory)
        try:
            return PlayerProcess(self.sandbox.runner, launch, limits, self._stop, on_stderr)
        except (RunnerLost, NotPassed):
            # The runner was killed, or no open files could be passed on. The message gets no player's name, because no
            # player is to blame.
            raise
        except DataError as error:
            raise DataError(f"player '{player.name}': {error}") from None


@contextlib.contextmanager
def opened_pool(word_games: WordGames, limits: Limits, isolation: IsolationRequest) -> Iterator[GamePool]:
    """Yield a pool with a runner of its own, which plays in the best sandbox that works here.

    Raises DataError if a sandbox is required and none works.
    """
    with Runner() as runner, GamePool(word_games, limits, find_sandbox(isolation, runner)) as pool:
        yield pool


def unplayed_game(fixture: Fixture, termination: Termination, reason: str = "") -> GameRecord:
    """Return the record of a game without a move, whose player was not started or forfeits it.

    reason: kept where other records have the player's standard error.
    """
    record = record_of(fixture.player.name, fixture.index, fixture.word, [], termination)
    return replace(record, stderr_head=reason, host=platform.node())
