"""Costs and bounds of the sets of candidates that a search has met: a hash table in arrays; compiled.

An entry is found by a hash and compared member by member, so that no two sets are ever taken for one. In hard mode the
same candidates may be met with other allowed guesses, so these are part of the key.
"""

from typing import Any, NamedTuple

import numpy as np

from codebreaker.objective import INFINITY
from codebreaker.replies import Array
from codebreaker.search.compiled.compiler import njit

ENTRIES = 1 << 21
"""Entries of a memo, of which half are used at most; a full memo is emptied."""
MEMBERS = 1 << 25
"""Members of all sets of a memo together; with its entries they take 200 MB.

All sets of Wordle's proof over every first guess have room, so the memo is not emptied before the writer of a
certificate looks them up. In hard mode the allowed guesses take room too, some 500 for each set, and the memo is
emptied now and then.
"""
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""An odd number that spreads the bits of its multiples (the golden ratio times 2 to the power 64)."""


class Memo(NamedTuple):
    """The arrays of the table; one entry for each set of candidates and number of guesses left, probed linearly.

    Numbers that change are in arrays of one or two, because numba passes a NamedTuple by value.
    """

    sizes: Array
    """int32 (entries,): the members of the entry's set, 0 for a free entry."""
    starts: Array
    """int64 (entries,): where the entry's set begins in members."""
    guesses_left: Array
    """int32 (entries,): the guesses left, part of the key; never more than the secrets (see _guesses_that_count)."""
    allowed_counts: Array
    """int32 (entries,): how many allowed guesses are part of the key; 0 if all guesses are allowed."""
    bound: Array
    """int64 (entries,): the optimal cost where guess is known, else a lower bound."""
    guess: Array
    """int32 (entries,): a guess that reaches the optimal cost, -1 where only a bound is known."""
    counted: Array
    """int64 (entries,): the lower bound that follows from counting the bins of all guesses, 0 where none is known.

    It stays when a search has raised `bound`: the writer of a certificate asks for it.
    """
    members: Array
    """int32: the secrets of all sets, set after set, each followed by the allowed guesses unless all are."""
    used: Array
    """int64 (2,): entries and members in use."""
    random: Array
    """uint64 (secrets,): a number for each secret.

    A hash is the exclusive or of the numbers of the secrets, those of the allowed guesses unless all are allowed, and a
    number for guesses_left.
    """
    random_of_guess: Array
    """uint64 (guesses,): a number for each guess."""
    searched: Array
    """int64 (1,): how many times the guesses of a set were searched, since the memo was made."""
    most_searched: Array
    """int64 (1,): the search ends when `searched` reaches this; its results mean nothing then."""


def new_memo(secrets: int, guesses: int, entries: int = ENTRIES, members: int = MEMBERS) -> Memo:
    """An empty memo for a game with that many secrets and guesses."""
    random = np.random.default_rng(0)
    return Memo(
        sizes=np.zeros(entries, dtype=np.int32),
        starts=np.zeros(entries, dtype=np.int64),
        guesses_left=np.zeros(entries, dtype=np.int32),
        allowed_counts=np.zeros(entries, dtype=np.int32),
        bound=np.zeros(entries, dtype=np.int64),
        guess=np.zeros(entries, dtype=np.int32),
        counted=np.zeros(entries, dtype=np.int64),
        members=np.zeros(max(members, secrets + guesses), dtype=np.int32),
        used=np.zeros(2, dtype=np.int64),
        random=random.integers(0, 1 << 63, secrets, dtype=np.uint64),
        random_of_guess=random.integers(0, 1 << 63, guesses, dtype=np.uint64),
        searched=np.zeros(1, dtype=np.int64),
        most_searched=np.full(1, INFINITY),
    )


@njit
def _restriction(memo: Memo, allowed: Array) -> Array:
    """The allowed guesses as a key has them: none if all are allowed, as they always are without hard mode."""
    if len(allowed) == len(memo.random_of_guess):
        return allowed[:0]
    return allowed


@njit
def _guesses_that_count(secrets: Array, guesses_left: int) -> int:
    """The guesses left as a key has them: at most as many as there are secrets.

    With as many guesses as secrets no secret need be missed. More guesses change nothing, so they share an entry.
    """
    return min(guesses_left, len(secrets))


@njit
def find(memo: Memo, secrets: Array, allowed: Array, guesses_left: int) -> int:
    """The entry of those secrets with those allowed guesses and that many guesses left.

    If they have none, it is a negative number that says which free entry they would take: -1 for entry 0, -2 for 1, ….
    """
    restriction = _restriction(memo, allowed)
    left_in_key = _guesses_that_count(secrets, guesses_left)
    key = np.uint64(left_in_key) * _SPREAD
    for secret in secrets:
        key ^= memo.random[secret]
    for guess in restriction:
        key ^= memo.random_of_guess[guess]

    size = len(secrets)
    # As an int64, because a uint64 modulo an int64, as below, is a floating-point number.
    entry: Any = np.int64(key % np.uint64(len(memo.sizes)))
    while memo.sizes[entry]:
        sizes_match = memo.sizes[entry] == size and memo.allowed_counts[entry] == len(restriction)
        if sizes_match and memo.guesses_left[entry] == left_in_key:
            start = memo.starts[entry]
            middle = start + size
            same_secrets = (memo.members[start:middle] == secrets).all()
            if same_secrets and (memo.members[middle : middle + len(restriction)] == restriction).all():
                return int(entry)
        entry = (entry + 1) % len(memo.sizes)
    return -1 - int(entry)


@njit
def store(memo: Memo, secrets: Array, allowed: Array, guesses_left: int, bound: int, guess: int) -> int:
    """Keep what is known of those secrets, in the place of what was known before; returns their entry.

    bound, guess: what the entry holds, as in Memo. A full memo is emptied first.
    """
    entry = find(memo, secrets, allowed, guesses_left)
    if entry < 0:
        restriction = _restriction(memo, allowed)
        stored = len(secrets) + len(restriction)
        if 2 * memo.used[0] >= len(memo.sizes) or memo.used[1] + stored > len(memo.members):
            memo.sizes[:] = 0
            memo.used[:] = 0
            entry = find(memo, secrets, allowed, guesses_left)

        # `find` returned the free entry as a negative number.
        entry = -1 - entry
        start = memo.used[1]
        middle = start + len(secrets)
        memo.guesses_left[entry] = _guesses_that_count(secrets, guesses_left)
        memo.starts[entry] = start
        memo.sizes[entry] = len(secrets)
        memo.allowed_counts[entry] = len(restriction)
        memo.counted[entry] = 0
        memo.members[start:middle] = secrets
        memo.members[middle : start + stored] = restriction
        memo.used[0] += 1
        memo.used[1] += stored

    memo.bound[entry] = bound
    memo.guess[entry] = guess
    return entry
