"""The fastest form of each hot function: numba's where it is installed (the `fast` extra) and worth its loading."""

import logging
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.game import Game
from codebreaker.objective import Objective
from codebreaker.replies import Array
from codebreaker.search.bounds_by_size import FEW_OPEN_BINS, GUESSES_AHEAD, Branching, least_by_splitting
from lingo_common.errors import install_hint

if TYPE_CHECKING:
    from codebreaker.search.compiled.search import CompiledSearch

_log = logging.getLogger(__name__)

REPLIES_OF_A_CALL = 5_000
"""A call of bin_totals takes some 30 microseconds beside the counting. numpy counts this many replies in that time."""
REPLIES_OF_LOADING = 50_000_000
"""numba takes a quarter of a second to load. numpy counts this many replies in that time."""
LARGE = 1 << 20
"""Replies (guesses x secrets) of a game whose exact search takes longer than numba takes to load."""
TOO_LARGE = 1 << 29
"""Replies of a game that is not compiled, because the search holds them all twice: 1 GB of bytes, or more."""


def with_fastest_totals(game: Game) -> Game:
    """The game, whose bins are counted by the fastest function."""
    return replace(game, totals=_fastest_totals())


@cache
def _fastest_totals() -> BinTotals:
    """A function with the results of bin_totals: that of numpy at first, and that of numba if there is much to count.

    numba takes its time to load. It is loaded when numpy has worked as long as that takes, so the work that follows is
    likely to be as long too.
    """
    totals: BinTotals = bin_totals
    replies_until_loading = REPLIES_OF_LOADING

    def totals_so_far_fastest(terms: Array, features: Array, table: Array, codes: int, largest: bool = False) -> Array:
        """The result of bin_totals, which has these arguments; counts down the replies until numba is loaded."""
        nonlocal totals, replies_until_loading
        if replies_until_loading > 0:
            replies_until_loading -= REPLIES_OF_A_CALL + terms.shape[1] * len(features)
            if replies_until_loading <= 0:
                totals = _compiled_totals()
        return totals(terms, features, table, codes, largest)

    return totals_so_far_fastest


def _compiled_totals() -> BinTotals:
    """The compiled form of bin_totals; bin_totals without numba."""
    try:
        from codebreaker.search import kernels
    except Exception as error:
        _log.debug("bins are counted by numpy: numba cannot be imported (%s)", error)
        return bin_totals
    _log.debug("bins are counted by compiled code")
    return kernels.compiled_bin_totals


def can_compile(game: Game, objective: Objective, fewest_replies: int) -> bool:
    """Whether there is a compiled search of the game, and the game is neither too small nor too large for it.

    fewest_replies: in a game with fewer replies (guesses x secrets) loading compiled code takes longer than it saves,
    for what the caller has to do.
    """
    replies = len(game.guesses) * len(game.secrets)
    # The compiled search bounds the bins of a first guess by the guess after it, so there must be one.
    if objective.attempts < 2 or not fewest_replies <= replies < TOO_LARGE:
        return False
    if not _has_winner_of_each_secret(game):
        return False
    try:
        import codebreaker.search.compiled.compiled_game  # noqa: F401
    except Exception as error:
        # Beside a numpy that does not fit it, numba has also raised SystemError and AttributeError.
        # In smaller games nobody would notice the difference.
        if game.plain and replies >= LARGE:
            hint = install_hint("fast", error)
            _log_once(f"without the extra [fast] this search takes several times as long: {hint}")
        return False
    return True


def _has_winner_of_each_secret(game: Game) -> bool:
    """Whether each secret is won by one guess, which wins against it alone: the games that compiled code knows."""
    if game.identify or game.wins is not None:
        # No guess wins where the game ends with the last candidate; with `wins` one guess wins against several secrets.
        return False
    # A guess that wins against no secret has -1.
    won_secrets = game.secret_of[game.secret_of >= 0]
    return np.array_equal(np.sort(won_secrets), np.arange(len(game.secrets)))


def fastest_search_of_few(game: Game, objective: Objective) -> "CompiledSearch | None":
    """The compiled search of a large game, for few candidates; None for other games and without numba.

    The game must be plain (Game.plain): its secrets count alike, and it ends with a win.
    """
    if game.plain and can_compile(game, objective, LARGE):
        return compiled_search(game, objective)
    return None


def compiled_search(game: Game, objective: Objective, hard: bool = False) -> "CompiledSearch":
    """The compiled search of a game that it knows (see can_compile); ImportError without numba.

    In a game of few replies it is given a table of least_by_splitting, whose bounds are higher than those that it
    computes itself. In that table every secret counts once, so a game with weights has none.
    """
    from codebreaker.search.compiled.search import CompiledSearch

    # Each reply but the winning one can leave a bin open.
    most_open_bins = game.codes - 1
    if game.weights is not None or most_open_bins > FEW_OPEN_BINS:
        return CompiledSearch(game, objective, hard)
    return CompiledSearch(game, objective, hard, _least_costs_by_splitting(game, objective, most_open_bins))


def _least_costs_by_splitting(game: Game, objective: Objective, most_open_bins: int) -> Array:
    """The table of CompiledGame.least_costs: int64 [open bins, guesses left, size]."""
    # There is a row for 0, 1, … GUESSES_AHEAD guesses left. The last row is that of all attempts, and stands for every
    # larger number too: with fewer guesses left a set costs no less, so the row is a lower bound.
    guesses_ahead = min(GUESSES_AHEAD, objective.attempts)
    guesses_left_of_rows = [*range(guesses_ahead + 1), objective.attempts]

    secrets = len(game.secrets)
    tables = []
    for open_bins in range(most_open_bins + 1):
        # The limit holds for every guess, whether it wins against one of the secrets or not.
        branching = Branching(open_bins=open_bins, after_hit=open_bins)
        rows = [least_by_splitting(objective, left, secrets, branching) for left in guesses_left_of_rows]
        tables.append(rows)

    return np.array(tables)


@cache
def _log_once(message: str) -> None:
    """Log the message, unless this process has logged it before."""
    _log.info("%s", message)
