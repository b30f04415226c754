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

CALL = 5_000
"""Replies that numpy counts in the time that a call of bin_totals takes beside the counting."""
LOADING = 50_000_000
"""Replies that numpy counts in the time that numba takes to load."""
LARGE = 1 << 20
"""Replies (guesses x secrets) of a game whose exact search takes longer than numba takes to load."""
TOO_LARGE = 1 << 29
"""Replies of a game that take too much memory."""


@cache
def fastest_totals() -> BinTotals:
    """The form of bin_totals that is ready first: numpy's, and numba's once numpy has worked as long as that loads.

    Their results are equal.
    """
    totals: BinTotals = bin_totals
    remaining = LOADING

    def growing_totals(terms: Array, features: Array, table: Array, codes: int, largest: bool = False) -> Array:
        """The result of bin_totals. It counts the replies until loading numba is worth while."""
        nonlocal totals, remaining
        if remaining > 0:
            remaining -= CALL + terms.shape[1] * len(features)
            if remaining <= 0:
                totals = _compiled_totals()
        return totals(terms, features, table, codes, largest)

    return growing_totals


def _compiled_totals() -> BinTotals:
    """The compiled form of bin_totals; bin_totals without numba."""
    try:
        from codebreaker.search import kernels
    except ImportError:
        _log.debug("bins are counted by numpy: there is no numba")
        return bin_totals
    _log.debug("bins are counted by compiled code")
    return kernels.compiled_bin_totals


def can_compile(game: Game, objective: Objective, fewest_replies: int) -> bool:
    """Whether there is a compiled search of the game, and the game is neither too small nor too large for it.

    fewest_replies: in a game with fewer replies (guesses x secrets) loading compiled code takes longer than it saves.
    """
    replies = len(game.guesses) * len(game.secrets)
    if objective.attempts < 2 or not fewest_replies <= replies < TOO_LARGE:
        return False
    try:
        from codebreaker.search.compiled.search import can_search
    except ImportError:
        if game.plain and replies >= LARGE:
            _warn_of_missing_extra()
        return False
    return can_search(game)


def fastest_few_candidates(game: Game, objective: Objective) -> "CompiledSearch | None":
    """The compiled search of a large plain game, for few candidates; None for other games and without numba."""
    if game.plain and can_compile(game, objective, LARGE):
        return compiled_search(game, objective)
    return None


def compiled_search(game: Game, objective: Objective, hard: bool = False) -> "CompiledSearch":
    """The compiled search of a game that it knows (see can_compile), with a table of bounds for a game of few replies.

    ImportError without numba.
    """
    from codebreaker.search.compiled.compiled_game import cost_unit
    from codebreaker.search.compiled.search import CompiledSearch

    branches = game.codes - 1
    if game.weights is not None or branches > FEW_REPLIES:
        return CompiledSearch(game, objective, hard)

    unit = cost_unit(objective)
    in_units = Objective(objective.attempts, objective.charge // unit, objective.miss // unit)
    secrets = len(game.secrets)
    # The table looks LEVELS guesses ahead. Its last row holds for more guesses left: it is that of all attempts, and a
    # set costs no more if more guesses are left.
    rows = [*range(min(LEVELS, objective.attempts) + 1), objective.attempts]
    tables = []
    for open_bins in range(branches + 1):
        branching = Branching(open_bins, open_bins)
        tables.append([least_by_splitting(in_units, guesses_left, secrets, branching) for guesses_left in rows])
    return CompiledSearch(game, objective, hard, np.array(tables))


@cache
def _warn_of_missing_extra() -> None:
    """Log, once in a process, how to install what makes the search of a large game several times as fast."""
    _log.info("without the extra [fast] this search takes several times as long: %s", install_hint("fast"))
