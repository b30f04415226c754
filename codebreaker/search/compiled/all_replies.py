"""The game as arrays for the compiled search: all replies, stored by guess and by secret."""

from typing import NamedTuple

import numpy as np

from codebreaker.game import Game
from codebreaker.replies import Array, alphabet_of, letters_of, sum_terms

_BLOCK = 256
"""Guesses whose replies are computed at a time."""


class AllReplies(NamedTuple):
    """All replies of a game, and what else the search asks of it."""

    by_guess: Array
    """Reply codes [guess, secret]."""
    by_secret: Array
    """The same codes [secret, guess]."""
    guess_of: Array
    """int32 (secrets,): the guess that is this secret."""
    letters: Array
    """uint8 (guesses, length): the letters of each guess; (0, 0) without hard mode."""
    codes: int
    """Codes are below this."""
    winning: int
    """The code that ends the game."""
    miss: int
    """What a missed secret costs beside the guesses of its game, at least 1."""


def all_replies(game: Game, miss: int, hard: bool = False) -> AllReplies:
    """The replies of a game; every secret must be a guess. hard: the guesses are words that hard mode restricts."""
    terms = game.terms(np.arange(len(game.secrets)))
    by_guess = np.empty((len(game.guesses), terms.shape[1]), dtype=terms.dtype)
    for start in range(0, len(by_guess), _BLOCK):
        by_guess[start : start + _BLOCK] = sum_terms(terms, game.features[start : start + _BLOCK])
    letters = letters_of(game.guesses, alphabet_of(game.guesses)) if hard else np.zeros((0, 0), dtype=np.uint8)
    return AllReplies(
        by_guess, np.ascontiguousarray(by_guess.T), game.guess_of, letters, game.codes, game.winning, miss
    )
