"""A hash table in arrays, compiled: upper bounds on what sets of secrets win with two guesses left, by their keys.

A secret that the first of the two guesses finds wins 2, and one that the second finds wins 1. A set wins the sum.

The key of a set, uint64 (2,), is a hash of 128 bits: GameByFeature of codebreaker.search.compiled.feature_splits has
the random numbers that it is made of. The key stands for the set: members are not compared, so a set need not be made
to look it up.
"""

from typing import NamedTuple

import numpy as np

from codebreaker.objective import INFINITY
from codebreaker.replies import Array
from codebreaker.search.compiled.compiler import njit


class BoundMemo(NamedTuple):
    """A hash table of sets of secrets and their bounds; numbers that change are in arrays of one."""

    keys: Array
    """uint64 (slots, 2): the key of the slot's set; 0 and 0 for a free slot."""
    bounds: Array
    """int32 (slots,): the bound of the slot's set, in wins."""
    used: Array
    """int64 (1,): slots that are not free."""
    work: Array
    """int64 (1,): pairs of a guess and a secret that searches with this memo have looked at."""


def new_bound_memo(bits: int) -> BoundMemo:
    """A memo of 2**bits slots, of which it uses up to 3/4."""
    slots = 1 << bits
    return BoundMemo(
        keys=np.zeros((slots, 2), dtype=np.uint64),
        bounds=np.zeros(slots, dtype=np.int32),
        used=np.zeros(1, dtype=np.int64),
        work=np.zeros(1, dtype=np.int64),
    )


@njit
def _slot_of(memo: BoundMemo, key: Array) -> int:
    """The slot of the set with that key, or the free one where it belongs: the first from the place that it names."""
    last = len(memo.bounds) - 1
    # A signed number, because numba makes a float of the sum of a uint64 and an int64.
    slot = int(np.int64(key[0] & np.uint64(last)))
    while not _is_free(memo, slot):
        if memo.keys[slot, 0] == key[0] and memo.keys[slot, 1] == key[1]:
            break
        slot = (slot + 1) & last
    return slot


@njit
def _is_free(memo: BoundMemo, slot: int) -> bool:
    return bool(memo.keys[slot, 0] == 0 and memo.keys[slot, 1] == 0)


@njit
def find_bound(memo: BoundMemo, key: Array) -> int:
    """The bound of the set with that key; INFINITY if the memo does not have it."""
    slot = _slot_of(memo, key)
    return INFINITY if _is_free(memo, slot) else int(memo.bounds[slot])


@njit
def store_bound(memo: BoundMemo, key: Array, bound: int) -> None:
    """Keep the bound of a set that the memo does not have; a full memo is emptied first."""
    if 4 * memo.used[0] >= 3 * len(memo.bounds):
        memo.keys[:] = 0
        memo.used[0] = 0
    slot = _slot_of(memo, key)
    memo.used[0] += 1
    memo.keys[slot] = key
    memo.bounds[slot] = bound
