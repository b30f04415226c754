"""Costs and bounds of the sets of candidates that a search has met: a hash table in arrays; compiled.

An entry is found by a hash and compared member by member, so that no two sets are ever taken for one.
"""

from typing import Any, NamedTuple

import numpy as np

from codebreaker.replies import Array
from codebreaker.search.compiled.compiler import njit
from codebreaker.tree import INFINITY

ENTRIES, MEMBERS = 1 << 20, 1 << 24
"""Sets that a memo holds, and members of all of them together: 110 MB. A full memo is emptied."""
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""An odd number that spreads the bits of its multiples (the golden ratio times 2 to the power 64)."""


class Memo(NamedTuple):
    """The arrays of the table; one entry for each set of candidates and number of guesses left."""

    slots: Array
    """int32: 1 + the entry that stands there, 0 for none; probed linearly."""
    hashes: Array
    starts: Array
    """int64 (entries,): where the entry's set begins in members."""
    sizes: Array
    turns: Array
    low: Array
    """int64 (entries,): the optimal cost where guess is known, else a lower bound."""
    guess: Array
    """int32 (entries,): a guess that reaches the optimal cost, -1 where only a bound is known."""
    members: Array
    used: Array
    """int64 (2,): entries and members in use."""
    random: Array
    """uint64 (secrets,): a hash is the exclusive or of one number for each member, and one for turns."""
    counted: Array
    """int64 (1,): sets whose guesses were searched, since the memo was made."""
    most: Array
    """int64 (1,): the search ends when counted reaches this; its results are worth nothing then."""


def new_memo(secrets: int, entries: int = ENTRIES, members: int = MEMBERS) -> Memo:
    """An empty memo for a game with that many secrets."""
    return Memo(
        slots=np.zeros(2 * entries, dtype=np.int32),
        hashes=np.zeros(entries, dtype=np.uint64),
        starts=np.zeros(entries, dtype=np.int64),
        sizes=np.zeros(entries, dtype=np.int32),
        turns=np.zeros(entries, dtype=np.int32),
        low=np.zeros(entries, dtype=np.int64),
        guess=np.zeros(entries, dtype=np.int32),
        members=np.zeros(max(members, secrets), dtype=np.int32),
        used=np.zeros(2, dtype=np.int64),
        random=np.random.default_rng(0).integers(0, 1 << 63, secrets, dtype=np.uint64),
        counted=np.zeros(1, dtype=np.int64),
        most=np.full(1, INFINITY),
    )


@njit
def find(memo: Memo, secrets: Array, turns: int) -> int:
    """The entry of those secrets with `turns` guesses left; -1 - the free slot for one if they have none."""
    key = _hash(memo, secrets, turns)
    slot: Any = np.int64(key % np.uint64(len(memo.slots)))
    while memo.slots[slot]:
        entry = memo.slots[slot] - 1
        if memo.hashes[entry] == key and memo.turns[entry] == turns and _same(memo, entry, secrets):
            return int(entry)
        slot = (slot + 1) % len(memo.slots)
    return -1 - int(slot)


@njit
def store(memo: Memo, secrets: Array, turns: int, low: int, guess: int) -> None:
    """Keep what is known of those secrets, in the place of what was known before; a full memo is emptied first."""
    entry, size = find(memo, secrets, turns), len(secrets)
    if entry < 0:
        if memo.used[0] == len(memo.hashes) or memo.used[1] + size > len(memo.members):
            memo.slots[:] = 0
            memo.used[:] = 0
            entry = find(memo, secrets, turns)
        slot = -1 - entry
        entry, start = memo.used
        memo.slots[slot] = entry + 1
        memo.hashes[entry], memo.turns[entry] = _hash(memo, secrets, turns), turns
        memo.starts[entry], memo.sizes[entry] = start, size
        memo.members[start : start + size] = secrets
        memo.used[0] += 1
        memo.used[1] += size
    memo.low[entry], memo.guess[entry] = low, guess


@njit
def _hash(memo: Memo, secrets: Array, turns: int) -> int:
    key = np.uint64(turns) * _SPREAD
    for secret in secrets:
        key ^= memo.random[secret]
    return key  # type: ignore[return-value]


@njit
def _same(memo: Memo, entry: int, secrets: Array) -> bool:
    """Whether the entry holds exactly those secrets."""
    if memo.sizes[entry] != len(secrets):
        return False
    start = memo.starts[entry]
    return (memo.members[start : start + len(secrets)] == secrets).all()  # type: ignore[no-any-return]
