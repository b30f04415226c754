"""The exact search with a limit on its work, and on the guesses that it looks at."""

from codebreaker.criteria import CRITERIA
from codebreaker.game import Game
from codebreaker.payoff import Payoff
from codebreaker.replies import Array
from codebreaker.search.exact import MUCH, Exact, SmallSearch
from codebreaker.search.fastest import fastest_small_sets, fastest_totals
from codebreaker.search.recursion import Found, Ranked


class OutOfBudget(Exception):
    """The search has done the work that it was allowed."""


class Limited(Exact):
    """The exact search that looks at `width` guesses for each set of candidates and stops after `budget` replies."""

    width: int | None = None
    """None for all guesses. A search with a width finds trees; where it finds none, that proves nothing."""
    budget = 0
    """Replies (guesses x candidates) that may still be worked out."""

    found: Found | None = None
    """The best tree of the bin so far; set it to None for another bin."""

    def evaluate(self, guess: int, secrets: Array, attempt: int, above: int | None = None) -> Found | None:
        """As in Recursion; the result for the whole bin is kept in case that the budget is used up."""
        result = super().evaluate(guess, secrets, attempt, above)
        if attempt == 1 and result:
            self.found = result
        return result

    def ranked(self, secrets: Array, attempt: int, above: int | None) -> Ranked:
        """The first `width` guesses of the exact search; OutOfBudget where the budget is used up."""
        self.budget -= len(secrets) * len(self.game.guesses)
        if self.budget < 0:
            raise OutOfBudget
        guesses, bounds = super().ranked(secrets, attempt, above)
        return Ranked(guesses[: self.width], bounds[: self.width])

    def _over_few(self, small: SmallSearch, secrets: Array, attempt: int, above: int) -> Found | None:
        """The same within the budget; OutOfBudget where it is used up."""
        found, left = small.better(secrets, attempt, above, self.budget // len(secrets), self.width or MUCH)
        self.budget = left * len(secrets)
        if left < 0:
            raise OutOfBudget
        return found


class BinSearch:
    """Searches bins of the first guess within a budget; what the exact search has learned serves the next bin too."""

    def __init__(self, game: Game, payoff: Payoff) -> None:
        # The worst case has many guesses with equal bounds.
        self._among_equals = CRITERIA["entropy"] if payoff.solved[0] == payoff.solved[-1] else None
        self._game, self._payoff, self._small = game, payoff, fastest_small_sets(game, payoff)
        self._exact = self._limited(None)

    def _limited(self, width: int | None) -> Limited:
        search = Limited(self._game, self._payoff, fastest_totals(), self._among_equals, small=self._small)
        search.width = width
        return search

    def bracket(
        self, secrets: Array, guess: int | None, above: int, width: int, budget: int
    ) -> tuple[Found | None, int | None]:
        """A tree with a total of more than above, if one is found; a proved upper bound, if the exact search ended.

        guess: the guess that the tree begins with; None for any. A search with that width, unless it is 0, looks for a
        tree first. The exact search then looks for a better one. It may work out `budget` replies, and the first one a
        quarter of that.
        """
        found = self._within(budget // 4, self._limited(width), secrets, guess, above)[0] if width else None
        if found and found[0] >= self._exact.most_of_size(secrets, 1):
            return found, found[0]
        above = found[0] if found else above
        better, ended = self._within(budget, self._exact, secrets, guess, above)
        best = better or found
        return best, (best[0] if best else above) if ended else None

    def _within(
        self, budget: int, search: Limited, secrets: Array, guess: int | None, above: int
    ) -> tuple[Found | None, bool]:
        """The best tree that the search finds within the budget, and whether it ended."""
        search.budget, search.found = budget, None
        try:
            if guess is None:
                return search.better(secrets, 1, above), True
            return search.evaluate(guess, secrets, 1, above), True
        except OutOfBudget:
            return search.found, False
