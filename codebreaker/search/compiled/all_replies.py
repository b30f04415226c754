"""The game as arrays for the compiled search: all replies, by guess and by secret, and what hard mode allows."""

from math import gcd
from typing import NamedTuple

import numpy as np

from codebreaker.game import Game
from codebreaker.objective import Objective
from codebreaker.replies import Array, alphabet_of, letters_of, sum_terms
from codebreaker.search.compiled import hard_mode
from codebreaker.search.compiled.compiler import njit

_BLOCK = 256
"""Guesses whose replies are computed at a time."""
_MOST_CODES = 1 << 21
"""Codes up to which a search can have an entry for each; with more, the codes that occur are numbered."""


class AllReplies(NamedTuple):
    """All replies of a game, and what else the search asks of it.

    If secrets have weights, they are numbered here by descending weight: the first secret of any set or bin, whose
    members always ascend, is the heaviest one.
    """

    by_guess: Array
    """Reply codes [guess, secret], or their numbers, in the smallest dtype that holds `codes - 1`.

    Whatever dtype the terms of a game have, the search is compiled once for bytes and once for two bytes.
    """
    by_secret: Array
    """The same [secret, guess]."""
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
    """int64 (codes,): the code of each number, ascending; codes that are not numbered are their own numbers."""
    price: int
    """What a guess charges each candidate that it leaves open, 0 or 1 unless the miss is no multiple of it."""
    miss: int
    """What a candidate pays beside these charges that is open after the last guess."""
    least: Array
    """int64 (branches, turns, sizes): the least cost of that many secrets with that many guesses left, if no guess
    leaves more than that many bins beside the hit. The last row of turns is for any larger number. (0, 0, 0) if such a
    table would not pay, or if secrets have weights."""


def cost_unit(objective: Objective) -> int:
    """The largest unit in which both charges of the objective are whole numbers."""
    return max(1, gcd(objective.charge, objective.miss))


def heaviest_first(game: Game) -> Array:
    """The secrets of the game (indices, int32) in the order in which AllReplies numbers them."""
    if game.weights is None:
        return np.arange(len(game.secrets), dtype=np.int32)
    return np.argsort(-game.weights, kind="stable").astype(np.int32)


def all_replies(game: Game, objective: Objective, hard: bool = False, least: Array | None = None) -> AllReplies:
    """The replies of a game; every secret must be a guess. hard: the guesses are words that hard mode restricts.

    least: the table of AllReplies, in the units of cost_unit.
    """
    order = heaviest_first(game)
    terms = game.terms(order)
    by_guess = np.empty((len(game.guesses), len(order)), dtype=np.min_scalar_type(game.codes - 1))
    for start in range(0, len(by_guess), _BLOCK):
        by_guess[start : start + _BLOCK] = sum_terms(terms, game.features[start : start + _BLOCK])

    code_of = np.arange(game.codes)
    if game.codes > _MOST_CODES:
        code_of = np.unique(by_guess).astype(np.int64)
        for replies in by_guess:
            replies[:] = np.searchsorted(code_of, replies)
        by_guess = by_guess.astype(np.min_scalar_type(len(code_of) - 1))

    letters = letters_of(game.guesses, alphabet_of(game.guesses)) if hard else np.zeros((0, 0), dtype=np.uint8)
    weights = np.zeros(0, dtype=np.int64) if game.weights is None else game.weights[order].astype(np.int64)
    unit = cost_unit(objective)
    return AllReplies(
        by_guess=by_guess,
        by_secret=np.ascontiguousarray(by_guess.T),
        guess_of=game.guess_of[order],
        weights=weights,
        letters=letters,
        codes=len(code_of),
        winning=int(np.searchsorted(code_of, game.winning)),
        code_of=code_of,
        price=objective.charge // unit,
        miss=objective.miss // unit,
        least=np.zeros((0, 0, 0), dtype=np.int64) if least is None else least,
    )


narrow = njit(hard_mode.allowed_after)
"""The compiled form of that function."""


@njit
def still_allowed(table: AllReplies, allowed: Array, guess: int, code: int) -> Array:
    """int32: the allowed guesses that use what this reply to the guess shows; all of them without hard mode."""
    if not len(table.letters):
        return allowed
    return narrow(table.letters, allowed, guess, table.code_of[code])


@njit
def weight_of(table: AllReplies, secrets: Array) -> int:
    """How much those secrets count together."""
    if not len(table.weights):
        return len(secrets)
    weight = 0
    for secret in secrets:
        weight += table.weights[secret]
    return weight


@njit
def weight_of_first(table: AllReplies, secrets: Array) -> int:
    """How much the heaviest of those secrets counts."""
    return table.weights[secrets[0]] if len(table.weights) else 1
