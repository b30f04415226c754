"""The games that the options of a command name: one for each length, or for each first letter of a length."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Any

from lingo_common.cli.rules_options import GameOptions
from lingo_common.errors import DataError, UsageError
from precompute.game_key import GameKey, key_of
from precompute.lists import check_files, list_key, words_of
from wordlists.game_lists import read_lists
from wordlists.spelling import PLAIN


def games_of(
    game: GameOptions,
    lengths: tuple[int, ...],
    executor: Executor | None,
    first: str | None = None,
    criterion: str | None = None,
) -> Iterator[GameKey]:
    """The key of each game. first: only games that can begin with this word. criterion: see list_key.

    If the executor is a cluster, the lists of a length are sent to its workers when its first game is asked for.
    """
    for length in lengths:
        key, _ = list_key(length, game.wordlist, executor, game.answers, game.spelling, criterion)
        if not game.rules.first_letter:
            yield key_of(key, game.rules)
            continue
        for letter in _letters(game, words_of(key)[1], first):
            yield key_of(key._replace(first_letter=letter), game.rules)


def secrets_of_games(game: GameOptions, lengths: tuple[int, ...], first: str | None = None) -> list[tuple[int, int]]:
    """(length, number of secrets) of each game that games_of yields."""
    counts = []
    for length in lengths:
        lists = read_lists(length, game.wordlist, game.answers, game.spelling)
        check_files(lists)
        secrets = (lists.answers or lists.words).words
        initials = Counter(word[0] for word in secrets)
        letters = _letters(game, secrets, first) if game.rules.first_letter else []
        counts += [(length, initials[letter]) for letter in letters] or [(length, len(secrets))]
    return counts


def _letters(game: GameOptions, secrets: list[str], first: str | None) -> list[str]:
    """The letters that the secrets begin with; first: the word whose letter alone counts."""
    found = sorted({word[0] for word in secrets})
    if first is None:
        return found
    wanted = (game.spelling or PLAIN).read(first)[:1]
    if wanted not in found:
        raise DataError(f"no word that can be the secret has the first letter of {first!r}")
    return [wanted]


def check_attempts(game: GameOptions, what: str) -> None:
    """UsageError if the game has one attempt only; what: the thing that needs two."""
    if game.rules.attempts < 2:
        raise UsageError(f"{what} needs at least 2 attempts")


def add_result(found: dict[str, Any], game: GameKey, result: Any) -> None:
    """Add the result of a game by its length; with a shown first letter by its length and letter."""
    length, letter = str(game.lists.length), game.lists.shown_letter
    if game.lists.first_letter is None:
        found[length] = result
    else:
        found.setdefault(length, {})[letter] = result
