"""Board: a word game with what searches and strategies compute from it, made once in each process."""

import hashlib
import threading
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from codebreaker.criteria import CRITERIA
from codebreaker.game import Game
from codebreaker.identity import source_digest
from codebreaker.loading import imported_files, path_of, provided_contents, text_of
from codebreaker.objective import Objective
from codebreaker.replies import Array
from codebreaker.search.fastest import with_fastest_totals
from lingo_bot.criterion_strategy import strategy_of
from lingo_bot.expected_costs import played_objective
from lingo_bot.strategy import Strategy, game_of_lists
from lingo_common.option import is_file_or_module
from lingo_common.pieces import Checkpoint
from wordlists.word_game import POINTS, WordGame


class Board:
    """A word game as a game of codebreaker, and what is computed from it; what takes long is computed once."""

    def __init__(self, word_game: WordGame) -> None:
        """word_game: one whose lists are loaded."""
        self.word_game = word_game
        # Bins are counted by compiled code as soon as it saves more time than its loading takes.
        game = with_fastest_totals(game_of_lists(word_game))
        if word_game.weights is not None:
            game = replace(game, weights=np.array(word_game.weights))

        self.game = game
        """The game in which each secret counts with its weight, or once if it has none."""
        self.objective = searched_objective(word_game)
        """What the trees of books cost."""
        self._strategies: dict[tuple[str, str], Strategy] = {}
        """The results of `strategy` by name and by the digest of the file that defines it."""

    @cached_property
    def secrets(self) -> Array:
        """The indices of all secrets: int32 (secrets,)."""
        return np.arange(len(self.game.secrets), dtype=np.int32)

    @cached_property
    def terms(self) -> Array:
        """The terms of all secrets (see Game.terms), (features + 1, secrets); up to 300 MB for the contest's list."""
        return self.game.terms(self.secrets)

    @cached_property
    def quick_game(self) -> Game:
        """The board's game, faster for many bins: it takes the terms of a bin's secrets from those of all secrets."""
        # Not self.terms, which would keep the board in memory after the process has got another one.
        all_terms = self.terms

        def terms(secrets: Array) -> Array:
            """The terms of those secrets, which are ascending; without a copy if they are all secrets."""
            return all_terms if len(secrets) == all_terms.shape[1] else np.take(all_terms, secrets, axis=1)

        return replace(self.game, terms=terms)

    def costs(self, criterion: str) -> Array:
        """The cost of every first guess by a criterion, one of the keys of CRITERIA: int64 (words,)."""
        return CRITERIA[criterion].costs(self.game, self.secrets)

    def strategy(self, name: str) -> Strategy:
        """The strategy of lingo-bot of that name, or by the criterion that the file of that name defines."""
        # A worker of a cluster keeps its board for the next command, which may bring another file of the same path.
        key = (name, criterion_digest(name))
        if key not in self._strategies:
            # The player knows no weights: for it each secret counts once.
            unweighted = replace(self.game, weights=None)
            self._strategies[key] = strategy_of(name, self.word_game, unweighted)
        return self._strategies[key]


def searched_objective(word_game: WordGame) -> Objective:
    """The objective of the trees that are searched for a book of the game.

    It is the objective of the player, because a search ranks guesses by expected points, as the player does. A game
    with weights that is not played for points has another one. There a miss must cost more than all guesses together.
    The player's cost of a miss is the same for all games, and may be too small for the weights.
    """
    if word_game.weights is None or word_game.objective == POINTS:
        return played_objective(word_game.objective, word_game.attempts)
    return Objective.misses_first(word_game.attempts, word_game.total_weight)


_making = threading.Lock()
"""Held while a board is made: the threads of a cluster's worker share it, and begin at the same time."""


def board_of(word_game: WordGame) -> Board:
    """The board of that game; DataError if a file has changed since the command began."""
    with _making:
        board = _make_board(word_game)
    # A game that was sent to this process has no lists (see WordGame). It shares those of the board's game, its equal.
    word_game.take_lists_of(board.word_game)
    return board


# A board takes hundreds of megabytes, and commands work on one game after the other.
@lru_cache(maxsize=1)
def _make_board(word_game: WordGame) -> Board:
    """The board of that game, which the process keeps until it is asked for another one."""
    # A worker of a cluster may not have the files of the lists. The command has sent it their contents.
    word_game.load(provided_contents())
    return Board(word_game)


def checkpoint_of(work: str, word_game: WordGame, *options: Any) -> Checkpoint:
    """The checkpoint of some work on a game; options: everything else that the results depend on.

    The game is known by its rules and the fingerprints of its lists. The checkpoint also depends on every source file
    that takes part in the work, so that results of another version are never used.
    """
    sources = source_digest("codebreaker", "lingo_bot", "precompute", "wordlists")
    return Checkpoint([work, word_game, *options, sources])


def criterion_digest(criterion: str) -> str:
    """The sha256 of the file that defines the criterion and of those beside it that it imports; empty if built in."""
    path = path_of(criterion) if is_file_or_module(criterion) else ""
    # A module may also be built into Python, or be compiled.
    if not path.endswith(".py"):
        return ""

    digest = hashlib.sha256(text_of(path).encode())
    for file in imported_files(criterion):
        # A digest for each file: the texts alone would not tell in which of them a line stands.
        digest.update(hashlib.sha256(text_of(file).encode()).digest())
    return digest.hexdigest()
