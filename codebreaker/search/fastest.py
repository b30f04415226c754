"""Which form of a hot function a program uses that is ready to wait for numba; the player never does."""

import logging
from functools import cache, partial

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.game import Game
from codebreaker.replies import Array
from codebreaker.search.bounds import BinBound, bin_bound

_log = logging.getLogger(__name__)


@cache
def fastest_totals() -> BinTotals:
    """The compiled form where numba is installed (the `fast` extra), else bin_totals; the results are the same."""
    try:
        from codebreaker.search import kernels
    except ImportError:
        _log.debug("bins are counted by numpy: there is no numba")
        return bin_totals
    _log.debug("bins are counted by compiled code")
    return kernels.bin_totals


def fastest_bounds(game: Game, terms: Array) -> BinBound:
    """bin_bound of that game, compiled where numba is installed; terms are those of all secrets."""
    try:
        from codebreaker.search.bin_bounds import Screen
    except ImportError:
        return partial(bin_bound, game)
    return Screen(game, terms)
