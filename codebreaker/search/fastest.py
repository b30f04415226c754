"""The fastest form of each hot function that is installed; the player does not use it, because numba loads slowly."""

import logging
from functools import cache, partial

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.game import Game
from codebreaker.replies import Array
from codebreaker.search.bounds import BinBound, bin_bound

_log = logging.getLogger(__name__)


@cache
def fastest_totals() -> BinTotals:
    """The compiled form where numba is installed (the `fast` extra), else bin_totals; their results are equal."""
    try:
        from codebreaker.search import kernels
    except ImportError:
        _log.debug("bins are counted by numpy: there is no numba")
        return bin_totals
    _log.debug("bins are counted by compiled code")
    return kernels.bin_totals


def fastest_bounds(game: Game, terms: Array) -> BinBound:
    """bin_bound of that plain game, compiled where numba is installed; terms are those of all secrets."""
    try:
        from codebreaker.search.bin_bounds import CompiledBinBound
    except ImportError:
        return partial(bin_bound, game)
    return CompiledBinBound(game, terms)
