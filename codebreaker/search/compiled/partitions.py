"""The bins of one guess over a set of secrets; compiled."""

from typing import NamedTuple

import numpy as np

from codebreaker.replies import Array
from codebreaker.search.compiled.compiled_game import CompiledGame
from codebreaker.search.compiled.compiler import njit


class Bins(NamedTuple):
    """The bins of a guess without that of the hit, the largest first, and what is known of their costs.

    Python code calls a function that returns them only in a thread (CompiledSearch._interruptible): numba may crash if
    Ctrl-C comes while it makes a NamedTuple in the main thread.
    """

    members: Array
    """int32: the secrets, bin after bin."""
    starts: Array
    """int32 (bins + 1,): where each bin begins in members."""
    codes: Array
    """int64 (bins,): the reply code of each bin."""
    bounds: Array
    """int64 (bins,): a lower bound on the cost of each bin; 0 until a caller knows a better one."""
    is_exact: Array
    """bool (bins,): whether that bound is the least cost; False at first."""


@njit
def partition_replies(game: CompiledGame, guess: int, secrets: Array) -> Bins:
    """The bins of those secrets under a guess."""
    row = game.by_guess[guess]
    sizes = np.zeros(game.codes, dtype=np.int32)
    codes = np.empty(len(secrets), dtype=np.int64)
    count = 0
    for secret in secrets:
        code = row[secret]
        if code != game.winning:
            if sizes[code] == 0:
                codes[count] = code
                count += 1
            sizes[code] += 1

    codes = codes[:count]
    codes = codes[largest_first(sizes[codes])]
    starts = np.zeros(count + 1, dtype=np.int32)
    for number, code in enumerate(codes):
        starts[number + 1] = starts[number] + sizes[code]

    # The sizes have done their work: their array now says, by code, where the next member of a bin goes.
    next_slots = sizes
    next_slots[codes] = starts[:count]
    members = np.empty(starts[count], dtype=np.int32)
    for secret in secrets:
        code = row[secret]
        if code != game.winning:
            members[next_slots[code]] = secret
            next_slots[code] += 1

    bounds = np.zeros(count, dtype=np.int64)
    is_exact = np.zeros(count, dtype=np.bool_)
    return Bins(members, starts, codes, bounds, is_exact)


@njit
def bin_members(bins: Bins, number: int) -> Array:
    """int32: the secrets of the bin with that number, in the order in which they were split."""
    return bins.members[bins.starts[number] : bins.starts[number + 1]]


@njit
def largest_first(numbers: Array) -> Array:
    """int64: the indices of the numbers, the largest number first, the lower index first among equals.

    The numbers are not negative, and none is very large: they are sorted by counting how often each occurs.
    """
    largest = 0
    for number in numbers:
        largest = max(largest, number)

    # slots[d]: how many numbers come before those that are d less than the largest.
    slots = np.zeros(largest + 2, dtype=np.int64)
    for number in numbers:
        slots[largest - number + 1] += 1
    for difference in range(1, largest + 2):
        slots[difference] += slots[difference - 1]

    order = np.empty(len(numbers), dtype=np.int64)
    for index in range(len(numbers)):
        order[slots[largest - numbers[index]]] = index
        slots[largest - numbers[index]] += 1
    return order
