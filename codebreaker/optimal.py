"""The least mean number of guesses, proved: the search over all guesses with bounds and symmetry.

Codes are worth minus the number of guesses. With at most r other replies than the winning one, n secrets need
at least the total of a tree with one secret at the root, r one step down, r squared below that, and so on;
a guess needs at least n plus the sum of that over its bins. Guesses come in the order of that bound, so the
first one that cannot be better ends the search. (Koyama & Lai, Journal of Recreational Mathematics 25, 1993.)
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.criteria import CRITERIA, candidates
from codebreaker.game import Game, partition
from codebreaker.payoff import fewest_guesses
from codebreaker.replies import Array
from codebreaker.search import Search
from codebreaker.solution import Greedy, Solution
from codebreaker.tree import Tree, value

_ATTEMPTS = 99
"""More guesses than any tree needs that wastes none."""


class Ranked(NamedTuple):
    """Guesses in the order of what they are worth at most."""

    guesses: Array
    worths: Array


def most_worth(replies: int, size: int) -> Array:
    """The most that 0 … size secrets are worth with `replies` other replies than the winning one: int64 (size + 1,)."""
    each, depth, width = [0], 1, 1
    while len(each) <= size:
        each += [-depth] * min(width, size + 1 - len(each))
        depth, width = depth + 1, width * max(1, replies)
    return np.cumsum(each, dtype=np.int64)


@dataclass
class BestMean(Search):
    """The search that looks at every guess and passes down what a bin must be worth to matter.

    Worth is counted from the attempt at hand, so that a set of candidates is solved once whenever it comes up.
    """

    progress: Callable[[int, int], object] | None = None
    """Told (guesses done, guesses in all) of the first guess."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._solved: dict[bytes, tuple[int, Tree]] = {}
        self._at_most: dict[bytes, int] = {}
        self._bound = cache(lambda replies: most_worth(replies, len(self.game.secrets)))

    def solve(self, secrets: Array, above: int | None = None) -> tuple[int, Tree] | None:
        """The worth of those secret indices and a tree, or None where it is not more than above."""
        size = len(secrets)
        if size <= 2:
            return super().best(secrets)
        key = secrets.tobytes()
        if key in self._solved:
            return self._solved[key]
        if above is not None and self.at_most(key, secrets) <= above:
            return None
        found = self._separating(secrets, 0) or self._over_guesses(key, secrets, above)
        if found:
            self._solved[key] = found
            self._at_most[key] = found[0]
        elif above is not None:
            self._at_most[key] = min(above, self._at_most[key])
        return found

    def at_most(self, key: bytes, secrets: Array) -> int:
        """An upper bound on the worth of those secrets, the lowest known so far."""
        if key not in self._at_most:
            self._at_most[key] = int(self.ranked(secrets).worths[0])
        return self._at_most[key]

    def ranked(self, secrets: Array) -> Ranked:
        """Every guess that says something (one of each kind), with what it is worth at most, best first."""
        game, size = self.game, len(secrets)
        pool = game.representatives(secrets)
        guesses = np.arange(len(game.guesses)) if pool is None else pool
        terms, features = game.terms(secrets), game.features[guesses]
        bins = -self.totals(terms, features, CRITERIA["parts"].table(size), game.codes)
        guesses, features, bins = guesses[bins > 1], features[bins > 1], bins[bins > 1]
        hits = candidates(game, secrets, guesses)
        table = self._bound(int((bins - hits).max()))
        # A winning bin is worth nothing more than the guess itself, which every secret pays for.
        worths = self.totals(terms, features, table[: size + 1], game.codes) + hits - size
        order = np.argsort(-worths * 2 - hits, kind="stable")
        return Ranked(guesses[order], worths[order])

    def _over_guesses(self, key: bytes, secrets: Array, above: int | None) -> tuple[int, Tree] | None:
        best: tuple[int, Tree] | None = None
        guesses, worths = self.ranked(secrets)
        first = len(secrets) == len(self.game.secrets)
        for done, (guess, worth) in enumerate(zip(guesses, worths, strict=True)):
            if first and self.progress:
                self.progress(done, len(guesses))
            if above is not None and worth <= above:
                break
            found = self.split(int(guess), secrets, above)
            if found:
                best, above = found, found[0]
        return best

    def split(self, guess: int, secrets: Array, above: int | None) -> tuple[int, Tree] | None:
        """The worth of a guess and its tree, or None as soon as it cannot be more than above."""
        bins = partition(self.game, guess, secrets)
        hit = bins[-1][0] == self.game.winning
        rest = sorted(bins[:-1] if hit else bins, key=lambda item: len(item[1]))
        bounds = self._bounds(rest, len(secrets), above)
        if bounds is None:
            return None
        most = sum(bounds) - len(secrets)
        branches: list[tuple[int, Tree]] = []
        for (code, members), bound in zip(rest, bounds, strict=True):
            found = self.solve(members, None if above is None else above - (most - bound))
            if found is None:
                return None
            most += found[0] - bound
            branches.append((code, found[1]))
            if above is not None and most <= above:
                return None
        return most, Tree(guess, bool(hit), 0, tuple(sorted(branches, key=lambda item: item[0])))

    def _bounds(self, bins: list[tuple[int, Array]], size: int, above: int | None) -> list[int] | None:
        """What each bin is worth at most, the largest worked out first; None once all are not worth more than above."""
        table = self._bound(self.game.codes - 1)
        bounds = [int(table[len(members)]) for _, members in bins]
        most = sum(bounds) - size
        for place in range(len(bins) - 1, -1, -1):
            if above is not None and most <= above:
                return None
            members = bins[place][1]
            if len(members) > 2:
                bound = self.at_most(members.tobytes(), members)
                most, bounds[place] = most + bound - bounds[place], bound
        return None if above is not None and most <= above else bounds


def optimal(game: Game, totals: BinTotals = bin_totals, progress: Callable[[int, int], object] | None = None) -> Tree:
    """A tree with the least total number of guesses over all secrets."""
    everything = np.arange(len(game.secrets))
    payoff = fewest_guesses(_ATTEMPTS)
    search = BestMean(game, payoff, lambda *_: everything, (), totals, progress=progress)
    trees = (Solution(game, Greedy(game, criterion, totals)).tree() for criterion in CRITERIA.values())
    greedy = max(trees, key=lambda tree: value(tree, payoff))
    found = search.solve(everything, value(greedy, payoff))
    return found[1] if found else greedy
