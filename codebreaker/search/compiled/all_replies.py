"""The game as arrays for the compiled search: all replies, by guess and by secret, and what hard mode allows."""

from typing import NamedTuple

import numpy as np

from codebreaker.game import Game
from codebreaker.replies import Array, alphabet_of, letters_of, sum_terms
from codebreaker.search.compiled import hard_mode
from codebreaker.search.compiled.compiler import njit

_BLOCK = 256
"""Guesses whose replies are computed at a time."""
_MOST_CODES = 1 << 21
"""Codes up to which a search can have an entry for each; with more, the codes that occur are numbered."""


class AllReplies(NamedTuple):
    """All replies of a game, and what else the search asks of it."""

    by_guess: Array
    """Reply codes [guess, secret], or their numbers."""
    by_secret: Array
    """The same [secret, guess]."""
    guess_of: Array
    """int32 (secrets,): the guess that is this secret."""
    letters: Array
    """uint8 (guesses, length): the letters of each guess; (0, 0) without hard mode."""
    codes: int
    """Codes, or their numbers, are below this."""
    winning: int
    """The code that ends the game, or its number."""
    code_of: Array
    """int64 (codes,): the code of each number, ascending; codes that are not numbered are their own numbers."""
    miss: int
    """What a missed secret costs beside the guesses of its game, at least 1."""
    price: int
    """What a guess costs, 1; 0 where only missed secrets count."""


def all_replies(game: Game, miss: int, hard: bool = False, price: int = 1) -> AllReplies:
    """The replies of a game; every secret must be a guess. hard: the guesses are words that hard mode restricts."""
    terms = game.terms(np.arange(len(game.secrets)))
    by_guess = np.empty((len(game.guesses), terms.shape[1]), dtype=terms.dtype)
    for start in range(0, len(by_guess), _BLOCK):
        by_guess[start : start + _BLOCK] = sum_terms(terms, game.features[start : start + _BLOCK])
    letters = letters_of(game.guesses, alphabet_of(game.guesses)) if hard else np.zeros((0, 0), dtype=np.uint8)
    code_of = np.arange(game.codes)
    if game.codes > _MOST_CODES:
        code_of = np.unique(by_guess).astype(np.int64)
        for replies in by_guess:
            replies[:] = np.searchsorted(code_of, replies)
    winning = int(np.searchsorted(code_of, game.winning))
    by_secret = np.ascontiguousarray(by_guess.T)
    return AllReplies(by_guess, by_secret, game.guess_of, letters, len(code_of), winning, code_of, miss, price)


narrow = njit(hard_mode.allowed_after)
"""The compiled form of that function."""


@njit
def still_allowed(table: AllReplies, allowed: Array, guess: int, code: int) -> Array:
    """int32: the allowed guesses that use what this reply to the guess shows; all of them without hard mode."""
    if not len(table.letters):
        return allowed
    return narrow(table.letters, allowed, guess, table.code_of[code])
