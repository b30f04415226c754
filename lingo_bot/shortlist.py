"""shortlist: the guesses that are worth trying where there are too many to try them all."""

from dataclasses import replace

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.criteria import largest
from codebreaker.game import Game, restrict
from codebreaker.replies import Array

MAX_REPLIES = 2_000_000
"""Replies (guesses × candidates) computed to rank the guesses of one move; 0.1 s in numpy, more or less."""
MIN_GUESSES = 40
"""Guesses that are tried at least; where the budget is exceeded, fewer candidates stand for all of them."""
SMALL_SAMPLE = 400
"""Evenly spaced candidates on which the terms of the features are compared."""


def shortlist(game: Game, secrets: Array, totals: BinTotals = bin_totals) -> tuple[Array | None, Array]:
    """The guesses to try (ascending indices; None for all) and the secrets to try them on, within the budget.

    Over the budget, the guesses are those that would leave the fewest expected candidates if the terms of their
    features were independent of each other. Where even few guesses exceed it, an evenly spaced sample stands for the
    secrets.
    """
    if len(secrets) * len(game.guesses) <= MAX_REPLIES:
        return None, secrets
    sample = evenly_spaced(secrets, MAX_REPLIES // MIN_GUESSES)
    shared = _shared(game, evenly_spaced(secrets, SMALL_SAMPLE), totals)
    count = min(MAX_REPLIES // len(sample), len(shared))
    return np.sort(largest(-shared, count, np.zeros(len(shared), dtype=bool))), sample


def among(game: Game, guesses: Array | None) -> Game:
    """The game where only those guesses (ascending indices; None for all) may be made.

    Its features are the guesses themselves, so that the terms of the features of all other guesses are not computed.
    """
    if guesses is None:
        return game
    fewer = restrict(game, guesses)
    guess_indices = np.arange(len(guesses), dtype=np.int32)

    def terms(secrets: Array) -> Array:
        replies = fewer.replies(guess_indices, secrets)
        return np.concatenate((replies, np.zeros_like(replies[:1])))

    return replace(fewer, features=guess_indices[:, None], terms=terms)


def evenly_spaced(secrets: Array, most: int) -> Array:
    """At most that many of the secrets, evenly spaced."""
    return secrets[:: -(-len(secrets) // most)]


def _shared(game: Game, secrets: Array, totals: BinTotals) -> Array:
    """int64 (guesses,): the logarithm of the chance that two of the secrets give a guess the same reply, in 1/1024.

    The chance is the product over the guess's features of the chance that two secrets share the feature's term.
    """
    terms = game.terms(secrets)
    features = np.arange(len(terms))[:, None]
    pairs = totals(terms, features, np.arange(len(secrets) + 1, dtype=np.int64) ** 2, game.codes)
    logarithms = np.rint(1024 * np.log(pairs / len(secrets) ** 2)).astype(np.int64)
    shared: Array = logarithms[game.features].sum(axis=1)
    return shared
