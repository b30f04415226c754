"""The search that proves its total to be the largest: a guess is left out only where a bound excludes it.

Three bounds on a total: of a bin by its size (search.bounds.most_by_size), of a guess by the sum over its bins, and of
a set of candidates by its best guess. Guesses come in the order of their bounds, so the first one that cannot be better
ends the search; of guesses that a symmetry maps onto each other one is looked at. (Koyama & Lai, Journal of
Recreational Mathematics 25, 1993, found the least mean of Mastermind by such a search.)
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Protocol

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.criteria import CRITERIA, Criterion
from codebreaker.game import Game, hit_weights, settled
from codebreaker.payoff import Payoff
from codebreaker.replies import Array
from codebreaker.search.bounds import FEW_REPLIES, Branching, guess_bounds, heaviest, most_by_splitting, most_of_weights
from codebreaker.search.recursion import Found, Key, Ranked, Recursion

MUCH = 1 << 60
"""More than any total, and than any work."""


class SmallSearch(Protocol):
    """A form of the search for few candidates; see codebreaker.search.small_sets."""

    @property
    def most(self) -> int:
        """The most candidates that it takes."""
        ...

    def better(
        self, secrets: Array, attempt: int, above: int, work: int = MUCH, width: int = MUCH
    ) -> tuple[Found | None, int]:
        """The best tree if its total is more than above, and the work that is left; see small_sets."""
        ...


class Exact(Recursion):
    """The recursion over every guess that a bound does not exclude, for games that are small enough."""

    def __init__(
        self,
        game: Game,
        payoff: Payoff,
        totals: BinTotals = bin_totals,
        among_equals: Criterion | None = None,
        progress: Callable[[int, int], object] | None = None,
        small: SmallSearch | None = None,
    ) -> None:
        """among_equals orders the guesses whose bounds are equal; without it those that can win come first.

        small searches few candidates; the totals are the same without it.
        """
        super().__init__(game, payoff, totals, progress=progress)
        self.among_equals, self.small = among_equals, small
        others = game.codes - bool(game.most_hits)
        self._branching = Branching(others, others if game.most_hits else 0, game.most_hits)
        self._tables = cache(partial(most_by_splitting, payoff, size=len(game.secrets)))

    def ranked(self, secrets: Array, attempt: int, above: int | None) -> Ranked:
        """Every guess (one of each class) that splits the secrets and whose bound is above, largest bound first."""
        game = self.game
        pool = game.representatives(secrets)
        guesses = np.arange(len(game.guesses)) if pool is None else pool
        hits = hit_weights(game, secrets, guesses)
        parts_of = CRITERIA["parts"].table(len(secrets))
        parts = -self.totals(game.terms(secrets), game.features[guesses], parts_of, game.codes)
        others = parts - (hits > 0)
        branching = Branching(int(others.max()), int(others[hits > 0].max(initial=0)), game.most_hits)
        table = None
        if game.weights is None and self._branching.others <= FEW_REPLIES:
            table = self._tables(attempt + 1, branching=branching)[: len(secrets) + 1]
        bounds = guess_bounds(game, self.payoff, secrets, attempt, branching, self.totals, guesses, table)
        useful = (parts > 1) | (hits > 0) if game.wins is not None else parts > 1
        kept = np.flatnonzero(useful if above is None else useful & (bounds > above))
        guesses, bounds = guesses[kept], bounds[kept]
        costs = [-hits[kept]]
        if self.among_equals:
            costs.append(self.among_equals.costs(game, secrets, guesses, self.totals))
        order = np.lexsort((*costs, -bounds))
        return Ranked(guesses[order], bounds[order])

    def _over_guesses(self, secrets: Array, attempt: int, above: int | None) -> Found | None:
        """As in Recursion; few candidates are left to the search for them."""
        if self.small and len(secrets) <= self.small.most:
            return self._over_few(self.small, secrets, attempt, -MUCH if above is None else above)
        return super()._over_guesses(secrets, attempt, above)

    def _over_few(self, small: SmallSearch, secrets: Array, attempt: int, above: int) -> Found | None:
        """What the search for few candidates finds."""
        return small.better(secrets, attempt, above)[0]

    def bounds(self, bins: Sequence[Array], attempt: int, above: int | None) -> list[int] | None:
        """By size alone first, then bin by bin from their best guesses while the sum is above."""
        bounds = [self.most_of_size(members, attempt) for members in bins]
        if above is None:
            return bounds
        excess = sum(bounds) - above
        for place, members in enumerate(bins):
            if excess <= 0:
                return None
            if len(members) > 2 or not self.game.plain:
                bound = self.most((attempt, members.tobytes()), members)
                excess, bounds[place] = excess + bound - bounds[place], bound
        return bounds if excess > 0 else None

    def excluded(self, guess: int, secrets: Array, attempt: int, above: int) -> bool:
        """Whether the bounds of the guess's bins exclude a total of more than above."""
        won, rest = settled(self.game, guess, secrets)
        now = self.payoff.solved[attempt] * self.game.weight(won)
        return self.bounds([members for _, members in rest], attempt + 1, above - now) is None

    def most(self, key: Key, secrets: Array) -> int:
        """The bound of the best guess, or a lower one that an earlier search has proved."""
        attempt = key[0]
        if key in self._solved:
            return self._solved[key][0]
        if key not in self._at_most:
            if attempt == self.payoff.attempts - 1 or len(secrets) == 1:
                return self.most_of_size(secrets, attempt)
            self._at_most[key] = int(self.ranked(secrets, attempt, None).bounds[0])
        return self._at_most[key]

    def most_of_size(self, secrets: Array, attempt: int) -> int:
        """The bound of a bin by its size and, where there are weights, by those of its secrets."""
        weights = heaviest(self.game, secrets)
        if weights is None:
            return int(self._tables(attempt, branching=self._branching)[len(secrets)])
        return most_of_weights(self.payoff, attempt, self._branching, weights)
