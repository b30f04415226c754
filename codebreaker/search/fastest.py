"""The fastest form of each hot function: numba's where it is installed (the `fast` extra) and worth its loading."""

import logging
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.game import Game
from codebreaker.objective import Objective
from codebreaker.replies import Array
from codebreaker.search.bounds import FEW_REPLIES, LEVELS, Branching, least_by_splitting
from lingo_common.errors import install_hint

if TYPE_CHECKING:
    from codebreaker.search.compiled.search import CompiledSearch

_log = logging.getLogger(__name__)

CALL, LOADING = 5_000, 50_000_000
"""Replies that numpy counts in the time of a call, and in the time that numba takes to load."""
LARGE = 1 << 20
"""Replies (guesses x secrets) of a game whose exact search takes longer than numba takes to load."""
TOO_LARGE = 1 << 29
"""Replies of a game that take too much memory."""


class _GrowingTotals:
    """bin_totals, and its compiled form as soon as numpy has worked for as long as numba takes to load."""

    def __init__(self) -> None:
        self._totals: BinTotals = bin_totals
        self._ahead = LOADING

    def __call__(self, terms: Array, features: Array, table: Array, codes: int, largest: bool = False) -> Array:
        if self._ahead > 0:
            self._ahead -= CALL + terms.shape[1] * len(features)
            if self._ahead <= 0:
                self._totals = _compiled_totals()
        return self._totals(terms, features, table, codes, largest)


@cache
def fastest_totals() -> BinTotals:
    """The form of bin_totals that is ready first: numpy's for little work, then numba's. Their results are equal."""
    return _GrowingTotals()


def _compiled_totals() -> BinTotals:
    try:
        from codebreaker.search import kernels
    except ImportError:
        _log.debug("bins are counted by numpy: there is no numba")
        return bin_totals
    _log.debug("bins are counted by compiled code")
    return kernels.compiled_bin_totals


def fastest_few_candidates(game: Game, objective: Objective) -> "CompiledSearch | None":
    """The compiled search of a large plain game, for few candidates; None for other games and without numba."""
    if not (game.plain and LARGE <= len(game.guesses) * len(game.secrets) < TOO_LARGE and objective.attempts > 1):
        return None
    try:
        from codebreaker.search.compiled.search import can_search
    except ImportError:
        _warn_of_missing_extra()
        return None
    return compiled_search(game, objective) if can_search(game) else None


def compiled_search(game: Game, objective: Objective, hard: bool = False) -> "CompiledSearch":
    """The compiled search of a game that it knows, with a table of bounds if the game has few replies.

    ImportError without numba.
    """
    from codebreaker.search.compiled.all_replies import cost_unit
    from codebreaker.search.compiled.search import CompiledSearch

    branches = game.codes - 1
    if game.weights is not None or branches > FEW_REPLIES:
        return CompiledSearch(game, objective, hard)

    unit = cost_unit(objective)
    in_units = Objective(objective.attempts, objective.charge // unit, objective.miss // unit)
    secrets = len(game.secrets)
    # With more guesses left than the table looks ahead the bound of all attempts holds, which is the smallest one.
    lefts = [*range(min(LEVELS, objective.attempts) + 1), objective.attempts]
    tables = [
        [least_by_splitting(in_units, guesses_left, secrets, Branching(open_bins, open_bins)) for guesses_left in lefts]
        for open_bins in range(branches + 1)
    ]
    return CompiledSearch(game, objective, hard, np.array(tables))


@cache
def _warn_of_missing_extra() -> None:
    """Log, once in a process, how to install what makes the search of a large game several times as fast."""
    _log.info("without the extra [fast] this search takes several times as long: %s", install_hint("fast"))
