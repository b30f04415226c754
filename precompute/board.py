"""Board: a word game with all that a search needs of it, made once in each process."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar, cast

import numpy as np

from codebreaker.game import Game
from codebreaker.games.lingo import lingo
from codebreaker.identity import source_digest
from codebreaker.loading import provide, text_of
from codebreaker.replies import Array
from codebreaker.tree import Payoff
from lingo_bot.strategy import payoff_of
from lingo_common.pieces import Checkpoint
from wordlists.word_game import WordGame

T = TypeVar("T")
_brought: dict[str, list[Any]] = {}
"""On a cluster worker: the words and weights that were sent to it, by fingerprint."""
_kept: list["Board"] = []
"""The board that this process has made last."""


class Board:
    """A word game, its theory's game, and what is computed from it."""

    def __init__(self, word_game: WordGame) -> None:
        self.word_game = word_game
        answers, weights = word_game.answers, word_game.weights
        self.plain_game: Game = lingo(word_game.words.words, None if answers is None else answers.words)
        self.game = self.plain_game if weights is None else replace(self.plain_game, weights=np.array(weights))
        """The game in which each secret counts with its weight."""
        self.payoff = payoff_of(word_game.objective, word_game.attempts)
        if weights is not None:
            self.payoff = weighted_payoff(self.payoff, sum(weights))
        self._made: dict[tuple[Any, ...], Any] = {}

    @cached_property
    def secrets(self) -> Array:
        """The indices of all secrets."""
        return np.arange(len(self.game.secrets), dtype=np.int32)

    @cached_property
    def terms(self) -> Array:
        """The terms of the whole list, (features + 1, words); up to 300 MB for the contest's list."""
        return self.game.terms(np.arange(len(self.game.secrets)))

    @cached_property
    def stored_game(self) -> Game:
        """The game whose terms are taken from those of the whole list, for many sets of secrets."""
        return replace(self.game, terms=lambda secrets: np.take(self.terms, secrets, axis=1))

    def once(self, make: Callable[..., T], *arguments: Any) -> T:
        """make(board, *arguments), which is kept until it is asked for with other arguments."""
        key = (make, *arguments)
        if key not in self._made:
            self._made = {made: value for made, value in self._made.items() if made[0] is not make}
            self._made[key] = make(self, *arguments)
        return cast(T, self._made[key])


def weighted_payoff(payoff: Payoff, weight: int) -> Payoff:
    """The payoff with the same best trees that pays nothing for a miss; weight: that of all secrets."""
    if payoff.missed == 0:
        return payoff
    miss = payoff.attempts * weight + 1  # more than all guesses
    return Payoff(tuple(miss + later for later in range(payoff.attempts - 1, -1, -1)))


def board_of(game: WordGame) -> Board:
    """The board of that game; DataError if a file has changed since the command began."""
    if not _kept or _kept[0].word_game != game:
        game.load(_brought)
        _kept[:] = [Board(game)]
    game.share(_kept[0].word_game)
    return _kept[0]


def checkpoint_of(work: str, game: WordGame, *options: Any) -> Checkpoint:
    """The checkpoint of some work on a game: its name, the game with the digests of its lists, and all its options.

    It also depends on every source file that takes part in the work, so results of another version are never used.
    """
    sources = source_digest("codebreaker", "lingo_bot", "precompute", "wordlists")
    return Checkpoint([work, game, *options, sources])


def number_of_words(count: int) -> str:
    """The number in words for people: `1 word`, `12 words`."""
    return f"{count} word{'s' * (count != 1)}"


def digest_of(criterion: str | None) -> str:
    """The sha256 of the file that defines the criterion; empty for a criterion that has a name."""
    if criterion is None or not criterion.endswith(".py"):
        return ""
    return hashlib.sha256(text_of(criterion).encode()).hexdigest()


def take(value: tuple[dict[str, list[Any]], dict[str, str]]) -> None:
    """Keep what was sent to this process: the words of lists by fingerprint, and the texts of files by path."""
    lists, texts = value
    _brought.update(lists)
    provide(texts)
