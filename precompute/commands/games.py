"""The games that the options of a command name: one for each length, or for each first letter of a length."""

from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Any

from lingo_common.cli.rules_options import GameOptions
from lingo_common.errors import DataError, UsageError
from precompute.board import check_files, check_game
from wordlists.word_game import WordGame


def word_games(
    game: GameOptions,
    lengths: tuple[int, ...],
    executor: Executor | None,
    first: str | None = None,
    criterion: str | None = None,
) -> Iterator[WordGame]:
    """The word games. first: only games that can begin with this word. criterion: see check_game.

    If the executor is a cluster, the lists of a game are sent to its workers when the game is asked for.
    """
    for length in lengths:
        for word_game in _with_letters(game, length, first):
            check_game(word_game, executor, criterion)
            yield word_game


def secrets_of_games(game: GameOptions, lengths: tuple[int, ...], first: str | None = None) -> list[tuple[int, int]]:
    """(length, number of secrets) of each game that word_games yields."""
    counts = []
    for length in lengths:
        for word_game in _with_letters(game, length, first):
            check_files(word_game)
            counts.append((length, len(word_game.secrets)))
    return counts


def _with_letters(game: GameOptions, length: int, first: str | None) -> Iterator[WordGame]:
    """The game of that length, or one for each first letter where it is shown."""
    whole = game.word_game(length)
    if not game.rules.first_letter:
        yield whole
    elif first is None:
        yield from whole.first_letters()
    else:
        letter = game.spelling.read(first)[:1]
        if not any(word.startswith(letter) for word in whole.secrets.words):
            raise DataError(f"no word that can be the secret has the first letter of {first!r}")
        yield whole.with_rules(letter=letter)


def check_attempts(game: GameOptions, what: str) -> None:
    """UsageError if the game has one attempt only; what: the thing that needs two."""
    if game.rules.attempts < 2:
        raise UsageError(f"{what} needs at least 2 attempts")


def add_result(results: dict[str, Any], game: WordGame, result: Any) -> None:
    """Add the result of a game by its length; with a shown first letter by its length and letter."""
    if game.letter is None:
        results[str(game.length)] = result
    else:
        results.setdefault(str(game.length), {})[game.shown_letter] = result
