"""The proved best worth of a set of secrets: every guess is tried unless a bound says that it cannot be better.

The same recursion as codebreaker.search with nothing left to judgement, for sets that are small enough.
"""

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.bounds import bin_bound, guess_bounds, most_parts
from codebreaker.game import Game, partition
from codebreaker.payoff import Payoff
from codebreaker.replies import Array
from codebreaker.search import Search
from codebreaker.tree import Tree
from codebreaker.worth import LearnedWorth


class Exact(Search):
    """A search whose worth is the optimum, not only the best found."""

    def __init__(self, game: Game, payoff: Payoff, totals: BinTotals = bin_totals) -> None:
        everything = [len(game.guesses)] * payoff.attempts
        super().__init__(game, payoff, LearnedWorth(payoff), everything, totals)

    def _searched(self, secrets: Array, attempt: int) -> tuple[int, Tree]:
        """The guesses in the order of their bounds, until the next bound is not above the best worth."""
        parts = most_parts(self.game, secrets, self.totals)
        bounds = guess_bounds(self.game, self.payoff, secrets, attempt, parts, self.totals)
        best: tuple[int, Tree] | None = None
        for guess in np.argsort(-bounds, kind="stable"):
            if best and bounds[guess] <= best[0]:
                break
            found = self.evaluate(int(guess), secrets, attempt, best[0] if best else None)
            if found and (best is None or found[0] > best[0]):
                best = found
        assert best is not None
        return best

    def evaluate(self, guess: int, secrets: Array, attempt: int, above: int | None = None) -> tuple[int, Tree] | None:
        """As Search.evaluate; a guess that may still be better is bounded bin by bin before its bins are searched."""
        if above is not None and attempt < self.payoff.attempts - 2:
            bins = [(code, members) for code, members in partition(self.game, guess, secrets)]
            bound = sum(
                self.payoff.solved[attempt]
                if code == self.game.winning
                else bin_bound(self.game, self.payoff, members, attempt + 1, self.totals)
                for code, members in bins
            )
            if bound <= above:
                return None
        return super().evaluate(guess, secrets, attempt, above)
