"""A game as arrays for the compiled search: all replies, the charges of the objective, and what hard mode allows."""

from typing import Any, NamedTuple

import numpy as np

from codebreaker.game import Game
from codebreaker.letters import letters_of
from codebreaker.objective import Objective
from codebreaker.replies import Array, reply_blocks
from codebreaker.search.compiled import hard_mode
from codebreaker.search.compiled.compiler import njit

_BLOCK = 1 << 20
"""Replies that are computed at a time, so that the arrays in between stay small."""
_MOST_CODES = 1 << 21
"""The most codes for which a search has arrays with an entry for each; with more, those that occur are numbered.

The 3**13 codes of words of 13 letters, the longest of the packaged lists, are fewer.
"""


class CompiledGame(NamedTuple):
    """A game with its objective, in arrays that numba can pass on.

    If secrets have weights, they are numbered here by descending weight. The members of every set and bin ascend, so
    the first one is the heaviest.
    """

    by_guess: Array
    """Reply codes [guess, secret], or their numbers, in the smallest dtype that holds `codes - 1`.

    The search is compiled once for each dtype of this array.
    """
    by_secret: Array
    """The codes or numbers of by_guess, transposed: [secret, guess]."""
    guess_of: Array
    """int32 (secrets,): the guess that is this secret."""
    weights: Array
    """int64 (secrets,): how much each secret counts; empty if each counts once."""
    letters: Array
    """uint8 (guesses, length): the letters of each guess; (0, 0) without hard mode."""
    codes: int
    """Codes, or their numbers, are below this."""
    winning: int
    """The code that ends the game, or its number."""
    code_of: Array
    """int64 (codes,): the code of each number, ascending; where codes are not numbered, 0, 1, 2, …."""
    charge: int
    """What a guess charges each candidate that it leaves open."""
    miss: int
    """What a candidate that is open after the last guess pays beside these charges."""
    least_costs: Array
    """int64 [branches, guesses left, size]: no set of that many secrets costs less.

    This holds where no guess leaves more than `branches` bins open, because that limits how fast the set can be split
    (bounds_by_size.least_by_splitting). The last index of the guesses left stands for all larger numbers too. The array
    is empty if secrets have weights, and in a game with many replies, where counting bins gives higher bounds.
    """


def heaviest_first(game: Game) -> Array:
    """The secrets of the game (indices, int32) in the order in which CompiledGame numbers them."""
    if game.weights is None:
        return np.arange(len(game.secrets), dtype=np.int32)
    return np.argsort(-game.weights, kind="stable").astype(np.int32)


def compiled_game(
    game: Game, objective: Objective, hard: bool = False, least_costs: Array | None = None
) -> CompiledGame:
    """The arrays of a game; every secret must be a guess.

    hard: the guesses are words that hard mode restricts. least_costs: the table of CompiledGame.
    """
    order = heaviest_first(game)
    by_guess = np.empty((len(game.guesses), len(order)), dtype=np.min_scalar_type(game.codes - 1))
    for block, codes in reply_blocks(game.terms(order), game.features, _BLOCK):
        by_guess[block] = codes

    if game.codes <= _MOST_CODES:
        code_of = np.arange(game.codes)
    else:
        # Number the codes that occur, row by row, because np.searchsorted needs eight bytes for each number.
        code_of = np.unique(by_guess).astype(np.int64)
        for replies in by_guess:
            replies[:] = np.searchsorted(code_of, replies)
        by_guess = by_guess.astype(np.min_scalar_type(len(code_of) - 1))

    # numba has no None for an array: an empty one stands for it.
    letters = np.zeros((0, 0), dtype=np.uint8)
    if hard:
        letters = letters_of(game.guesses)
    weights = np.zeros(0, dtype=np.int64)
    if game.weights is not None:
        weights = game.weights[order].astype(np.int64)
    if least_costs is None:
        least_costs = np.zeros((0, 0, 0), dtype=np.int64)

    return CompiledGame(
        by_guess=by_guess,
        by_secret=np.ascontiguousarray(by_guess.T),
        guess_of=game.guess_of[order],
        weights=weights,
        letters=letters,
        codes=len(code_of),
        winning=int(np.searchsorted(code_of, game.winning)),
        code_of=code_of,
        charge=objective.charge,
        miss=objective.miss,
        least_costs=least_costs,
    )


# It is compiled here, because hard_mode is also used where numba is not installed.
_compiled_allowed_after = njit(hard_mode.allowed_after)


int32_guess: Any = np.int32
"""Gives a guess the type that it has in compiled code. numba would compile all functions again for an int of Python.

The annotation is Any, because the functions say that they take an int.
"""


@njit
def still_allowed(game: CompiledGame, allowed: Array, guess: int, code: int) -> Array:
    """int32: the allowed guesses that use what this reply to the guess shows; all of them without hard mode."""
    if not len(game.letters):
        return allowed
    return _compiled_allowed_after(game.letters, allowed, guess, game.code_of[code])


# weight_of and weight_of_first take the weights and not the game: numba counts references to every array of a tuple
# that is passed. For a few secrets that takes longer than the work itself.


@njit
def weight_of(weights: Array, secrets: Array) -> int:
    """How much those secrets count together; weights: those of the game."""
    if not len(weights):
        return len(secrets)
    weight = 0
    for index in range(len(secrets)):
        weight += weights[secrets[index]]
    return weight


@njit
def weight_of_first(weights: Array, secrets: Array) -> int:
    """How much the heaviest of those secrets counts; weights: those of the game."""
    return weights[secrets[0]] if len(weights) else 1
