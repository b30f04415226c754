"""The search for the tree with the largest total payoff, for any game: one recursion.

Best play with a attempts used over candidates S has the value W(S, a), the largest over guesses of the sum over bins
of W(bin, a + 1). Two subclasses decide which guesses are looked at, in which order, and what bounds a bin:
codebreaker.search.beam keeps the few most promising guesses and finds good trees of large games;
codebreaker.search.exact leaves a guess out only where a bound proves that it cannot be better. The payoff says what is
sought: points, the mean number of guesses, or whether some number of guesses is always enough.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.game import Game, hit_weights, separating_candidate, settle
from codebreaker.replies import Array
from codebreaker.search.bounds import most_at_once
from codebreaker.tree import Payoff, Tree

Found = tuple[int, Tree]
"""A total payoff and a tree that reaches it."""
Key = tuple[int, bytes]
"""An attempt (from 0) and the bytes of secret indices."""


class Ranked(NamedTuple):
    """The guesses to evaluate, in that order."""

    guesses: Array
    bounds: Array
    """Upper bounds on the totals of the guesses, none larger than the one before."""


class Recursion(ABC):
    """The recursion with its cache; a subclass says which guesses are looked at."""

    pool: Callable[[Array], tuple[Array | None, Array]]
    """The guesses to rank over those secrets (ascending indices; None for all), and the secrets to rank them on."""

    def __init__(
        self,
        game: Game,
        payoff: Payoff,
        totals: BinTotals = bin_totals,
        seen: Callable[[int, int, int], None] | None = None,
    ) -> None:
        """totals: bin_totals or its equal. seen(attempt, size, total) is called for every bin solved.

        A payoff for a game with weights gives 0 for a miss."""
        if game.weights is not None and payoff.missed != 0:
            raise ValueError("a game with weights needs a payoff of 0 for a miss")
        self.game, self.payoff, self.totals, self.seen = game, payoff, totals, seen
        self._solved: dict[Key, Found] = {}
        self._at_most: dict[Key, int] = {}

    @abstractmethod
    def rank(self, secrets: Array, attempt: int, above: int | None) -> Ranked:
        """The guesses whose totals may be more than above (None: all) at that attempt over those secrets."""

    def bounds(self, bins: Sequence[Array], attempt: int, above: int | None) -> list[int] | None:
        """An upper bound on the total of each bin at that attempt; None if their sum is not more than above.

        By size alone first, then bin by bin with what `most` says while the sum is above.
        """
        bounds = [self.most_of_size(members, attempt) for members in bins]
        if above is None:
            return bounds
        excess = sum(bounds) - above
        for index, members in enumerate(bins):
            if excess <= 0:
                return None
            if len(members) > 2 or not self.game.plain:
                bound = self.most((attempt, members.tobytes()), members)
                excess, bounds[index] = excess + bound - bounds[index], bound
        return bounds if excess > 0 else None

    def most(self, key: Key, secrets: Array) -> int:
        """The lowest upper bound that is known on the total for those secrets."""
        return self._at_most.get(key, self.most_of_size(secrets, key[0]))

    def most_of_size(self, secrets: Array, attempt: int) -> int:
        """An upper bound on the total of those secrets that needs no reply."""
        return most_at_once(self.game, self.payoff, secrets, attempt)

    def key(self, secrets: Array, attempt: int) -> Key:
        """The key of the result for those secrets in the cache."""
        return attempt, secrets.tobytes()

    def after(self, guess: int, code: int, secrets: Array, attempt: int, above: int | None) -> Found | None:
        """The result of `better` where the secrets are left after that reply to the guess."""
        return self.better(secrets, attempt, above)

    def best(self, secrets: Array, attempt: int = 0) -> Found:
        """The largest total found for those secret indices (ascending, not empty), with that attempt (from 0) next."""
        result = self.better(secrets, attempt, None)
        assert result is not None
        return result

    def better(self, secrets: Array, attempt: int, above: int | None) -> Found | None:
        """The largest total found and its tree, or None if nothing is found with a total of more than above.

        Cached and trivial results are returned even if they are not better than `above`.
        """
        size = len(secrets)
        if size == 1 or attempt == self.payoff.attempts - 1:
            return self._last(secrets, attempt)
        key = self.key(secrets, attempt)
        if key in self._solved:
            return self._solved[key]
        if above is not None and self.most(key, secrets) <= above:
            return None
        result = self._separating(secrets, attempt) or self._over_guesses(secrets, attempt, above)
        if result:
            self._solved[key] = result
            if self.seen:
                self.seen(attempt, size, result[0])
        elif above is not None:
            self._at_most[key] = above
        return result

    def _last(self, secrets: Array, attempt: int) -> Found:
        """One secret, or the last attempt: the guess that wins against most; the other secrets are missed."""
        game, size = self.game, len(secrets)
        if game.plain or (size == 1 and not game.identify):
            guess, won = int(game.guess_of[secrets[0]]), secrets[:1]
        else:
            guess = int(self._weights_won(secrets).argmax())
            won, _ = settle(game, guess, secrets)
        missed = size - len(won)
        total = self.payoff.solved[attempt] * game.weight(won) + self.payoff.missed * missed
        return total, Tree(guess, len(won), missed, ())

    def _weights_won(self, secrets: Array) -> Array:
        """The weight of the secrets that each guess wins against or, in a game that identifies, leaves alone."""
        game = self.game
        if not game.identify:
            return hit_weights(game, secrets)
        if game.weights is not None:
            return np.array([game.weight(settle(game, guess, secrets)[0]) for guess in range(len(game.guesses))])
        alone = np.zeros(len(secrets) + 1, dtype=np.int64)
        alone[1] = 1
        return self.totals(game.terms(secrets), game.features, alone, game.codes)

    def _separating(self, secrets: Array, attempt: int) -> Found | None:
        """The first candidate that tells all the others apart: in a plain game no total is larger."""
        guess = separating_candidate(self.game, secrets) if self.game.plain else None
        return None if guess is None else self.evaluate(guess, secrets, attempt)

    def _over_guesses(self, secrets: Array, attempt: int, above: int | None) -> Found | None:
        """The best of the guesses that are looked at; None if no total is more than above."""
        best: Found | None = None
        guesses, bounds = self.rank(secrets, attempt, above)
        for guess, bound in zip(guesses.tolist(), bounds.tolist(), strict=True):
            if above is not None and bound <= above:
                break
            result = self.evaluate(guess, secrets, attempt, above)
            if result:
                best, above = result, result[0]
        return best

    def evaluate(self, guess: int, secrets: Array, attempt: int, above: int | None = None) -> Found | None:
        """The total of a guess and its tree, or None as soon as the total cannot be more than above."""
        game = self.game
        won, unsolved = settle(game, guess, secrets)
        if above is not None and unsolved and len(unsolved[0][1]) == len(secrets):
            return None  # the guess splits nothing: the same candidates, one attempt fewer
        now = self.payoff.solved[attempt] * game.weight(won)
        bounds = self.bounds([members for _, members in unsolved], attempt + 1, None if above is None else above - now)
        if bounds is None:
            return None
        most = now + sum(bounds)
        branches: dict[int, Tree] = {}
        for (code, members), bound in zip(unsolved, bounds, strict=True):
            limit = None if above is None else above - (most - bound)
            result = self.after(guess, code, members, attempt + 1, limit)
            if result is None:
                return None
            most += result[0] - bound
            branches[code] = result[1]
            if above is not None and most <= above:
                return None
        return most, Tree(guess, len(won), 0, tuple(sorted(branches.items())))
