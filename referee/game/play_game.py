"""One game of one player for one word, from its options to its record."""

import os
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from lingo_common.option import check_instance, take_options
from referee.contest.contest import Fixture
from referee.contest.limits import AUTO, IsolationRequest, Limits
from referee.contest.lists import WordGames, read_word, read_word_games
from referee.contest.needs import check_present
from referee.contest.player import Player, Program
from referee.contest.players import player_of
from referee.game.game_pool import GamePool, OnMove, OnStderr, ignore
from referee.game.preparation import prepare_player
from referee.game.record import GameRecord, Move, spell_out
from referee.game.sandbox import find_sandbox
from referee.runner.client import Runner
from wordlists.rules import GameOptions


def play_game(
    command: Program | str,
    word: str,
    *,
    limits: Limits | None = None,
    sandbox: str = AUTO,
    expose: Iterable[str | os.PathLike[str]] = (),
    on_move: OnMove = ignore,
    on_stderr: OnStderr = ignore,
    **rules: Any,
) -> GameRecord:
    """Play one game of a player for this word and return its record.

    command: a command, NAME=command, or a Program. The other arguments are the options of `referee game`; rules: those
    of the rules and lists, such as wordlist or attempts. Words are written as in the list. Raises DataError if the
    program or the word list is missing, the list does not have the word, or a sandbox cannot be made.
    """
    player = player_of(command) if isinstance(command, str) else check_instance("command", command, str, Program)
    check_present([player])

    # What take_options leaves in `rules` is no option.
    options = take_options(GameOptions, rules)
    if rules:
        raise TypeError(f"play_game() got an unexpected keyword argument '{next(iter(rules))}'")

    spelling = options.spelling
    length = len(spelling.read(check_instance("word", word, str)))
    limits = check_instance("limits", limits or Limits(), Limits)
    word_games = read_word_games([length], options)
    secret = read_word(word, word_games[length])
    # IsolationRequest makes the tuple of its field of any iterable.
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
    on_move: OnMove = ignore,
    on_stderr: OnStderr = ignore,
) -> GameRecord:
    """Return the record of one game for this word, which is in the list and in the form of the record.

    Raises DataError where play_game does.
    """
    with Runner() as runner:
        sandbox, _ = find_sandbox(isolation, runner)
        player = prepare_player(player, word_games, sandbox)
        with GamePool(word_games, limits, sandbox) as pool:
            return pool.play(Fixture(player, 0, word), on_move, on_stderr)
