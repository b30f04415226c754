"""One game of one player for one word, from launch to record."""

import os
import platform
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass, replace
from typing import Any

from lingo_common.errors import DataError
from lingo_common.option import instance, take_options
from referee.contest.conditions import AUTO, IsolationRequest, Limits
from referee.contest.contest import Fixture
from referee.contest.lists import WordGames, read_word, read_word_games
from referee.contest.needs import check_present
from referee.contest.player import Player, Program, PythonPlayer, command_for_game, own_limits
from referee.contest.players import player_of
from referee.contest.termination import PLAYED_OUT, TIMEOUTS, Termination
from referee.game.levels import Sandbox, find_sandbox
from referee.game.player_process import PlayerProcess
from referee.game.preparation import prepare_player
from referee.game.protocol import Transport, hold_dialogue
from referee.game.record import Ending, GameRecord, Move, record_of, spell_out
from referee.game.transports import InProcess
from referee.game.working_directory import WorkingDirectory
from referee.runner.client import Runner, RunnerLost
from referee.runner.messages import NotPassed, NotStarted
from wordlists.rules import GameOptions

OnMove = Callable[[Move], None]
"""Called with each move once the reply is sent."""
OnStderr = Callable[[bytes], object]
"""Called with each piece of the player's standard error."""
Turn = AbstractContextManager[object]
"""What a thread waits for before its player begins."""
ANY_TIME: Turn = nullcontext()


@dataclass(frozen=True)
class GameSetup:
    """Everything that games of one job share: a working directory, limits and a sandbox."""

    directory: WorkingDirectory
    """The players' working directory; it is restored after each game."""
    word_games: WordGames
    limits: Limits
    sandbox: Sandbox
    stop: int | None = None
    """The number of a file: once it can be read, the game ends at once."""
    turn: Turn = ANY_TIME
    """Held while a player plays; its sandbox is made before."""


def play_game(
    command: Program | str,
    word: str,
    *,
    limits: Limits | None = None,
    sandbox: str = AUTO,
    expose: Iterable[str | os.PathLike[str]] = (),
    on_move: OnMove = lambda move: None,
    on_stderr: OnStderr = lambda data: None,
    **rules: Any,
) -> GameRecord:
    """Play one game of a player for this word and return its record.

    command: a command, NAME=command, or a Program. The other arguments are the options of `referee game`; rules: those
    of the rules and lists, such as wordlist or attempts. Words are written as in the list. Raises DataError if the
    program or the word list is missing, the list does not have the word, or a sandbox cannot be made.
    """
    player = player_of(command) if isinstance(command, str) else instance("command", command, str, Program)
    check_present([player])
    options = take_options(GameOptions, rules)
    if rules:
        raise TypeError(f"play_game() got an unexpected keyword argument '{next(iter(rules))}'")

    spelling = options.spelling
    length = len(spelling.read(instance("word", word, str)))
    limits = instance("limits", limits or Limits(), Limits)
    word_games = read_word_games([length], options)
    secret = read_word(word, word_games[length])
    isolation = IsolationRequest(sandbox, expose)  # type: ignore[arg-type]

    def show(move: Move) -> None:
        on_move(replace(move, guess=spelling.write(move.guess)))

    record = play_word(player, secret, word_games, limits, isolation, show, on_stderr)
    return spell_out(record, spelling)


def play_word(
    player: Player,
    word: str,
    word_games: WordGames,
    limits: Limits,
    isolation: IsolationRequest,
    on_move: OnMove = lambda move: None,
    on_stderr: OnStderr = lambda data: None,
) -> GameRecord:
    """Return the record of one game for this word, which is in the list and in the form of the record.

    Raises DataError where play_game does.
    """
    with Runner() as runner:
        sandbox, _ = find_sandbox(isolation, runner)
        player = prepare_player(player, word_games, sandbox)
        with game_setup(word_games, limits, sandbox) as setup:
            return play_fixture(Fixture(player, 0, word), setup, on_move, on_stderr)


@contextmanager
def game_setup(
    word_games: WordGames, limits: Limits, sandbox: Sandbox, stop: int | None = None, turn: Turn = ANY_TIME
) -> Iterator[GameSetup]:
    """Yield the setup of a new job, whose working directory is removed at the end; the arguments are its fields."""
    with WorkingDirectory(word_games, lambda: sandbox.runner.directory) as directory:
        yield GameSetup(directory, word_games, limits, sandbox, stop, turn)


def forfeited_game(fixture: Fixture) -> GameRecord:
    """Return the record of a game that was not played because its player forfeits it."""
    return record_of(fixture.player.name, fixture.index, fixture.word, [], Termination.FORFEITED, host=platform.node())


def play_fixture(
    fixture: Fixture,
    setup: GameSetup,
    on_move: OnMove = lambda move: None,
    on_stderr: OnStderr = lambda data: None,
    wrap: Callable[[Transport], Transport] = lambda player: player,
) -> GameRecord:
    """Play a game and return its record, whatever the player does.

    wrap: may put another transport before the player's. Raises Stopped if the run is stopped meanwhile, DataError if
    the sandbox cannot be made.
    """
    moves: list[Move] = []

    def note(move: Move) -> None:
        moves.append(move)
        on_move(move)

    limits = own_limits(fixture.player, setup.limits)
    word_game = setup.word_games[len(fixture.word)]
    # The first arguments of record_of, however the game ends.
    identity = fixture.player.name, fixture.index, fixture.word, moves
    host = platform.node()

    try:
        with closing(_start(fixture, setup, limits, on_stderr)) as process, setup.turn:
            process.begin()
            transport = wrap(process)
            termination = hold_dialogue(transport, fixture.word, word_game, limits, note, process.started)
            seconds = round(time.monotonic() - process.started, 6)  # finer than the noise of a pipe

            silence = process.silence() if termination in TIMEOUTS else None
            if termination in PLAYED_OUT:
                process.finish()

            process.close()
    except NotStarted as failure:
        return record_of(*identity, Termination.NOT_STARTED, Ending(stderr_head=f"{failure}\n"), host=host)
    finally:
        setup.directory.restore()

    # A limit that slowed the player down is the cause of its delay.
    if termination in TIMEOUTS and process.exceeded_limit is not None:
        termination = process.exceeded_limit
        silence = None

    return record_of(*identity, termination, process.ending(), word_game, host=host, seconds=seconds, silence=silence)


def _start(fixture: Fixture, setup: GameSetup, limits: Limits, on_stderr: OnStderr) -> PlayerProcess | InProcess:
    """Start the player of the game; NotStarted if it cannot be started, DataError if that is not its fault."""
    player = fixture.player
    length = len(fixture.word)
    if isinstance(player, PythonPlayer):
        assert player.factory is not None
        game = setup.word_games[length]
        game = game.with_rules(letter=game.letter_of(fixture.word))
        return InProcess(player.factory, length, [*game.words.written_words])

    if not player.is_prepared:
        raise NotStarted(player.problem)

    setup.directory.describe(fixture.word)
    words = command_for_game(player, length)
    launch = setup.sandbox.launch(player, words, setup.directory.path, limits, player.prepared.get(length))
    try:
        return PlayerProcess(setup.sandbox.runner, launch, limits, setup.stop, on_stderr)
    except (RunnerLost, NotPassed):
        raise  # their messages name no player, because none is to blame
    except DataError as error:
        raise DataError(f"player '{player.name}': {error}") from None
