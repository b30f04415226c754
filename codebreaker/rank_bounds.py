"""Lower bounds on what the guesses of a game cost, from the number of their bins and the sizes of these.

Certificates are written with these bounds and checked with them. So this file, like codebreaker/check_proof.py, imports
nothing of the search: numpy alone. docs/proofs.md proves the bound by rank.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

REPLIES_AT_A_TIME = 1 << 20
"""Replies that are computed or sorted together; more do not fit the processor's cache."""


@dataclass(frozen=True)
class ReplyTable:
    """A game as the table of its replies. The caller makes it; nothing in it comes from the certificate."""

    replies: Array
    """Reply codes [guess, secret], an array of unsigned integers."""
    winning: int | None
    """The code of the reply that wins, which closes a bin. None in a game to identify, which ends as soon as one
    candidate is left: there a bin of one candidate is closed."""
    weights: Array | None = None
    """int64 (secrets,): how much each secret counts; None if each counts once."""
    allowed_after: Callable[[int, int], Array] | None = None
    """allowed_after(guess, code): bool (guesses,), which guesses hard mode allows after that reply; None without it."""

    @property
    def guesses(self) -> int:
        """How many guesses there are."""
        return int(self.replies.shape[0])

    @property
    def secrets(self) -> int:
        """How many secrets there are."""
        return int(self.replies.shape[1])

    def weight(self, secrets: Array) -> int:
        """How much those secrets count together."""
        return len(secrets) if self.weights is None else int(self.weights[secrets].sum())

    def open_bins(self, guess: int, secrets: Array) -> Iterator[tuple[int, Array]]:
        """(reply code, candidates) of each bin that the guess leaves open; the candidates stay in their order."""
        codes = self.replies[guess, secrets]
        order = np.argsort(codes, kind="stable")
        codes = codes[order]
        members = secrets[order]

        starts = [0, *(np.flatnonzero(codes[1:] != codes[:-1]) + 1).tolist()]
        ends = [*starts[1:], len(secrets)]
        for start, end in zip(starts, ends, strict=True):
            code = int(codes[start])
            is_closed = end - start == 1 if self.winning is None else code == self.winning
            if not is_closed:
                yield code, members[start:end]


@dataclass(frozen=True)
class RankBounds:
    """The bound by rank: a guess costs at least what the candidates in its open bins cost by their ranks.

    The candidates of a bin have ranks, from 0 for the heaviest. How many candidates of one bin any tree can solve
    within j guesses is limited, so a candidate of a higher rank pays for more guesses.
    """

    table: ReplyTable
    charge: int
    """What a guess charges every candidate that it leaves open."""
    miss: int
    """What a candidate pays that is open after the last guess."""

    def of_guesses(self, secrets: Array, guesses: Array, guesses_left: int, needed: int) -> tuple[Array, Array]:
        """(bounds, costs): lower bounds on the costs of guesses, (guesses,), and the costs by rank, (secrets,); int64.

        costs[r] is what a candidate of rank r in its bin costs at least, whichever guesses are made. The bound of a
        guess is the sum of these costs over the candidates of its open bins. Where a quick bound, which needs only the
        number of bins, is at least `needed`, the guess gets that instead: it is never higher than the sum.

        guesses: all guesses that may be made, now or later. guesses_left: how many are left after this one. There are
        no quick bounds in a game to identify, and none with weights.
        """
        bins, winners = self.count(secrets, guesses)
        open_bins = bins - (winners > 0)
        costs = self._costs_by_rank(len(secrets), guesses_left, winners, open_bins)

        bounds = np.zeros(len(guesses), dtype=np.int64)
        has_quick_bound = self.table.winning is not None and self.table.weights is None
        if has_quick_bound:
            # Each open bin has one candidate of rank 0. All others have higher ranks, and costs never fall with the
            # rank, so each costs at least as much as one of rank 1.
            cost_of_first = costs[0]
            cost_of_others = costs[1] if len(secrets) > 1 else costs[0]
            others = len(secrets) - winners - open_bins
            bounds = cost_of_first * open_bins + cost_of_others * others

        below = np.flatnonzero(bounds < needed)
        bounds[below] = self._sums_by_rank(secrets, guesses[below], costs)
        return bounds, costs

    def count(self, secrets: Array, guesses: Array) -> tuple[Array, Array]:
        """The bins of each guess, those that are closed too, and the secrets that it wins against: int64 (guesses,)."""
        bins = np.empty(len(guesses), dtype=np.int64)
        winners = np.zeros(len(guesses), dtype=np.int64)
        for block, codes, _ in self._sorted_replies(secrets, guesses):
            bins[block] = 1 + np.count_nonzero(codes[:, 1:] != codes[:, :-1], axis=1)
            if self.table.winning is not None:
                winners[block] = np.count_nonzero(codes == self.table.winning, axis=1)
        return bins, winners

    def _costs_by_rank(self, size: int, guesses_left: int, winners: Array, open_bins: Array) -> Array:
        """The least that a candidate of rank 0, 1, … of a bin costs, the guess's charge included: int64 (size,).

        winners, open_bins: how many candidates each guess wins against, and how many bins it leaves open, counted over
        all candidates. A later guess, which is made over the candidates of one bin, has no more of either. In a game to
        identify open_bins counts all bins: one candidate is solved in each of them at best.
        """
        most_winners = int(winners.max())
        most_open_bins = int(open_bins.max())
        # A guess that solves candidates has one bin less that it leaves open: the winning one is closed.
        most_open_bins_of_winner = int(open_bins[winners > 0].max(initial=0))
        ranks = np.arange(size)
        costs = np.full(size, self.charge, dtype=np.int64)

        # How many candidates of one bin any tree can solve within 0, 1, 2, … guesses: s_j in docs/proofs.md. The first
        # guess solves those that it wins against. In each bin that it leaves open, one guess less solves the others.
        # The search (codebreaker.search) counts by a function of its own, so a mistake in one of the two is noticed.
        #
        # If some guess wins, or splits the secrets of a game to identify, the number grows with each guess, so it is
        # `size` within `size` guesses. Otherwise it never changes: then only `size` guesses are charged, which is a
        # lower bound too, so that a very large number of attempts takes no time.
        solved = 0
        for _ in range(min(guesses_left, size)):
            if self.table.winning is None:
                # A candidate is solved when it is alone in its bin.
                solved = most_open_bins * max(solved, 1)
            else:
                if_it_wins = most_winners + most_open_bins_of_winner * solved
                if_it_does_not = most_open_bins * solved
                solved = max(if_it_wins, if_it_does_not)
            costs[ranks >= solved] += self.charge
            if solved >= size:
                break
        costs[ranks >= solved] += self.miss
        return costs

    def _sums_by_rank(self, secrets: Array, guesses: Array, costs: Array) -> Array:
        """The sum of what the candidates of all open bins of each guess cost by their ranks: int64 (guesses,)."""
        sums = np.empty(len(guesses), dtype=np.int64)
        columns = np.arange(len(secrets))
        for block, codes, weights in self._sorted_replies(secrets, guesses):
            # The replies of a bin are neighbours; the rank is the distance from the first of them.
            is_first = np.ones(codes.shape, dtype=bool)
            is_first[:, 1:] = codes[:, 1:] != codes[:, :-1]
            first_column_of_bin = np.maximum.accumulate(np.where(is_first, columns, 0), axis=1)
            costs_of_candidates = costs[columns - first_column_of_bin] * weights

            if self.table.winning is None:
                # A bin of one candidate is closed: its first reply is its last one.
                is_last = np.ones(codes.shape, dtype=bool)
                is_last[:, :-1] = is_first[:, 1:]
                is_closed = is_first & is_last
            else:
                is_closed = codes == self.table.winning
            costs_of_candidates[is_closed] = 0
            sums[block] = costs_of_candidates.sum(axis=1)
        return sums

    def _sorted_replies(self, secrets: Array, guesses: Array) -> Iterator[tuple[slice, Array, Array | int]]:
        """Yield for each block of guesses its slice, its sorted reply codes [guess, column], and the weights.

        The weights are those of the secrets that gave the codes, in the order of the codes: [guess, column]. Among
        secrets with the same code the heaviest comes first. Where all secrets count once, the weights are the number 1.
        """
        table = self.table
        if table.weights is not None:
            secrets = secrets[np.argsort(-table.weights[secrets], kind="stable")]

        step = max(1, REPLIES_AT_A_TIME // len(secrets))
        for start in range(0, len(guesses), step):
            block = slice(start, start + step)
            if len(guesses) == table.guesses:
                # These are all guesses, in order: taking columns of a slice is faster than naming each guess.
                codes = np.take(table.replies[block], secrets, axis=1)
            else:
                codes = table.replies[np.ix_(guesses[block], secrets)]

            if table.weights is None:
                codes.sort(axis=1)
                yield block, codes, 1
            else:
                order = np.argsort(codes, axis=1, kind="stable")
                yield block, np.take_along_axis(codes, order, axis=1), table.weights[secrets][order]
