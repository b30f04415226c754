"""A hash table, compiled: upper bounds on what sets of secrets win with two guesses left, by their keys.

A secret that the first of the two guesses finds wins 2, and one that the second finds wins 1. A set wins the sum.

The key of a set, uint64 (2,), is a hash of 128 bits: GameByFeature of codebreaker.search.compiled.feature_splits has
the random numbers that it is made of. The key stands for the set: members are not compared, so a set need not be made
to look it up.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.typed import Dict

from codebreaker.objective import INFINITY
from codebreaker.replies import Array
from codebreaker.search.compiled.compiler import njit

_KEY = types.UniTuple(types.uint64, 2)  # type: ignore[no-untyped-call]
"""The type of a key in the dict: its two halves."""


class BoundMemo(NamedTuple):
    """The bounds of sets by their keys, and the work done."""

    bounds: Any
    """A dict of compiled code: the bound of a set, in wins, by the two halves of its key."""
    most_bounds: int
    """How many bounds are kept at most."""
    work: Array
    """int64 (1,): pairs of a guess and a secret that searches with this memo have looked at."""


@njit
def new_bound_memo(most_bounds: int) -> BoundMemo:
    """An empty memo that keeps at most that many bounds."""
    # Compiled, because numba compiles a function of its own, and does not keep it, where Python makes the dict.
    bounds = Dict.empty(_KEY, types.int64)
    return BoundMemo(bounds, most_bounds, np.zeros(1, dtype=np.int64))


@njit
def find_bound(memo: BoundMemo, key: Array) -> int:
    """The bound of the set with that key; INFINITY if the memo does not have it."""
    bound: int = memo.bounds.get((key[0], key[1]), INFINITY)
    return bound


@njit
def store_bound(memo: BoundMemo, key: Array, bound: int) -> None:
    """Keep the bound of a set that the memo does not have; a full memo is emptied first."""
    if len(memo.bounds) >= memo.most_bounds:
        memo.bounds.clear()
    memo.bounds[key[0], key[1]] = bound
