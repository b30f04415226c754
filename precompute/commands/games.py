"""The games that the options of a command name: one for each length, or for each first letter of a length."""

import logging
import os
from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Any

from codebreaker.loading import text_of
from lingo_common.cli.rules_options import GameOptions
from lingo_common.cluster import Cluster
from lingo_common.errors import DataError, UsageError
from precompute.board import digest_of, take
from wordlists.word_game import WordGame

_log = logging.getLogger(__name__)


def word_games(
    game: GameOptions,
    lengths: tuple[int, ...],
    executor: Executor | None,
    first: str | None = None,
    criterion: str | None = None,
) -> Iterator[WordGame]:
    """The games of games_of; what is to be said of their lists is logged.

    If the executor is a cluster, the lists of a game are sent to its workers when the game is asked for, and the text
    of the file that defines the criterion.
    """
    for word_game in games_of(game, lengths, first):
        lists = [word_game.words, *([word_game.answers] if word_game.answers else [])]
        for listed in lists:
            _log.debug("%s: %d words of %d letters, %s", listed.path, len(listed), listed.length, listed.fingerprint)
        for remark in word_game.remarks:
            _log.info(remark)
        if isinstance(executor, Cluster):
            texts = {criterion: text_of(criterion)} if criterion and digest_of(criterion) else {}
            brought: dict[str, list[Any]] = {listed.fingerprint: listed.words for listed in lists}
            if word_game.weights is not None:
                brought[word_game.to_json()["weights"]] = word_game.weights
            name = "-".join(["lingo-words", word_game.fingerprint, digest_of(criterion)])
            executor.bring(name, take, (brought, texts))
        yield word_game


def games_of(game: GameOptions, lengths: tuple[int, ...], first: str | None = None) -> Iterator[WordGame]:
    """The game of each length, or of each first letter where it is shown. first: only those that can begin with it.

    DataError if a list was read from something that several processes cannot read again.
    """
    for length in lengths:
        whole = game.word_game(length)
        for listed in (whole.words, whole.secrets):
            if not os.path.isfile(listed.path):
                raise DataError(f"{listed.path}: several processes read the list: give a file, not a pipe")
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
