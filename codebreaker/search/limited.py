"""The exact search with a limit on its work, and on the guesses that it looks at."""

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.criteria import CRITERIA
from codebreaker.game import Game
from codebreaker.payoff import Payoff
from codebreaker.replies import Array
from codebreaker.search.exact import Exact
from codebreaker.search.recursion import Found, Ranked


class OutOfBudget(Exception):
    """The search has done the work that it was allowed."""


class Limited(Exact):
    """The exact search that looks at `width` guesses for each set of candidates and stops after `budget` replies."""

    width: int | None = None
    """None for all guesses. A search with a width finds trees; where it finds none, that proves nothing."""
    budget = 0
    """Replies (guesses x candidates) that may still be worked out."""

    def ranked(self, secrets: Array, attempt: int, above: int | None) -> Ranked:
        """The first `width` guesses of the exact search; OutOfBudget where the budget is used up."""
        self.budget -= len(secrets) * len(self.game.guesses)
        if self.budget < 0:
            raise OutOfBudget
        guesses, bounds = super().ranked(secrets, attempt, above)
        return Ranked(guesses[: self.width], bounds[: self.width])


class BinSearch:
    """Searches bins of the first guess within a budget; what the exact search has learned serves the next bin too."""

    def __init__(self, game: Game, payoff: Payoff, totals: BinTotals = bin_totals) -> None:
        # The worst case has many guesses with equal bounds.
        self._among_equals = CRITERIA["entropy"] if payoff.solved[0] == payoff.solved[-1] else None
        self._game, self._payoff, self._totals = game, payoff, totals
        self._exact = self._limited(None)

    def _limited(self, width: int | None) -> Limited:
        search = Limited(self._game, self._payoff, self._totals, self._among_equals)
        search.width = width
        return search

    def bracket(self, secrets: Array, above: int, width: int, budget: int) -> tuple[Found | None, int | None]:
        """A tree with a total of more than above, if one is found; a proved upper bound, if the exact search ended.

        Where it did not end within the budget, a search with that width looks for a tree.
        """
        for search in (self._exact, self._limited(width)):
            search.budget = budget
            try:
                found = search.better(secrets, 1, above)
            except OutOfBudget:
                continue
            if search.width is None:
                return found, above if found is None else found[0]
            return found, None
        return None, None
