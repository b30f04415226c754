"""Sets of at most 64 candidates as numbers: bit i stands for candidate i; compiled."""

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from codebreaker.search.compiled.compiler import njit

MOST = 64
"""Candidates that the bits of a number can hold."""
ONE, ZERO = np.uint64(1), np.uint64(0)
Bits = Any
"""A set as uint64."""
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""An odd number that spreads the bits of its multiples (the golden ratio times 2 to the power 64)."""


def _popcount(context: Any, some: Any) -> Any:
    """numba's form of size_of: the instruction of the processor."""
    return types.int64(types.uint64), lambda context, builder, signature, given: builder.ctpop(given[0])


size_of: Any = intrinsic(_popcount)
"""size_of(some): how many bits are set."""


def full(size: int) -> Bits:
    """The set of that many candidates."""
    return np.uint64((1 << size) - 1)


@njit
def lowest(some: Bits) -> int:
    """The place of the lowest bit that is set."""
    place: int = size_of((some & (~some + ONE)) - ONE)
    return place


@njit
def mixed(number: Bits) -> Bits:
    """A hash of 64 bits."""
    number ^= number >> np.uint64(32)
    number *= _SPREAD
    number ^= number >> np.uint64(29)
    number *= _SPREAD
    return number ^ (number >> np.uint64(32))
