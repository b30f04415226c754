"""The worst case: is there a strategy that needs at most so many guesses, and the least such number."""

from collections.abc import Callable

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.criteria import CRITERIA, candidates
from codebreaker.game import Game, partition
from codebreaker.measures import measures
from codebreaker.replies import Array
from codebreaker.solution import Greedy, Solution
from codebreaker.tree import Tree


class WorstCase:
    """Branch and bound on the number of guesses, remembering which candidates need more than how many."""

    def __init__(self, game: Game, totals: BinTotals = bin_totals) -> None:
        self.game, self.totals = game, totals
        self._guess_of = game.guess_of
        self._impossible: dict[bytes, int] = {}

    def solve(self, secrets: Array, guesses: int) -> Tree | None:
        """A tree that solves those secret indices with at most so many guesses, or None where there is none."""
        if len(secrets) == 1:
            return Tree(int(self._guess_of[secrets[0]]), True, 0, ()) if guesses else None
        key = secrets.tobytes()
        if guesses < 2 or self._impossible.get(key, 0) >= guesses:
            return None
        for guess in self.worth_trying(secrets, guesses):
            tree = self._split(int(guess), secrets, guesses)
            if tree:
                return tree
        self._impossible[key] = guesses
        return None

    def worth_trying(self, secrets: Array, guesses: int) -> Array:
        """The guesses no bin of which is larger than later guesses can tell apart, most informative first."""
        game, pool = self.game, self.game.representatives(secrets)
        index = np.arange(len(game.guesses)) if pool is None else pool
        parts, largest, entropy = (
            CRITERIA[name].costs(game, secrets, index, self.totals) for name in ("parts", "minimax", "entropy")
        )
        # Replies that tell nothing apart now never will: with r bins at most, k guesses settle r^(k - 1) secrets.
        settled = int(-parts.min()) ** (guesses - 2)
        order = np.argsort(entropy * 2 + ~candidates(game, secrets, index), kind="stable")
        fits = (largest <= settled) & (parts < -1)
        chosen: Array = index[order[fits[order]]]
        return chosen

    def _split(self, guess: int, secrets: Array, guesses: int) -> Tree | None:
        bins = partition(self.game, guess, secrets)
        branches: dict[int, Tree] = {}
        for code, members in sorted(bins, key=lambda item: -len(item[1])):
            if code != self.game.winning:
                tree = self.solve(members, guesses - 1)
                if tree is None:
                    return None
                branches[code] = tree
        return Tree(guess, bins[-1][0] == self.game.winning, 0, tuple(sorted(branches.items())))


def solution_exists(game: Game, max_guesses: int, totals: BinTotals = bin_totals) -> Tree | None:
    """A tree with at most max_guesses on every path, or None where there provably is none."""
    return WorstCase(game, totals).solve(np.arange(len(game.secrets)), max_guesses)


def least_worst_case(
    game: Game, totals: BinTotals = bin_totals, trying: Callable[[int], object] = lambda guesses: None
) -> Tree:
    """A tree whose worst case is proved to be the least; trying is told each number that is tried for.

    Starts from the best greedy tree and asks for one guess fewer until there is none.
    """
    greedy = (Solution(game, Greedy(game, criterion, totals)).tree() for criterion in CRITERIA.values())
    best = min(greedy, key=lambda tree: (measures(tree).worst, measures(tree).total))
    while True:
        fewer = measures(best).worst - 1
        trying(fewer)
        found = solution_exists(game, fewer, totals)
        if found is None:
            return best
        best = found
