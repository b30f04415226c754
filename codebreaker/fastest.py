"""Which form of the hot function a program uses that is ready to wait for numba; the player never does."""

import logging
from functools import cache

from codebreaker.bins import BinTotals, bin_totals

_log = logging.getLogger(__name__)


@cache
def fastest_totals() -> BinTotals:
    """The compiled form where numba is installed (the `fast` extra), else bin_totals; the results are the same."""
    try:
        from codebreaker import kernels
    except ImportError:
        _log.debug("bins are counted by numpy: there is no numba")
        return bin_totals
    _log.debug("bins are counted by compiled code")
    return kernels.bin_totals
