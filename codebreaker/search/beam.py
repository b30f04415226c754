"""The search that keeps a few guesses: good trees of games that are too large to be searched exactly.

With two attempts left a guess's total depends only on its bin sizes, so the best guess is known exactly. Before that
guesses are ranked by tables of expected totals by bin size, and the best few are evaluated by recursion. The search is
exhaustive if it keeps every guess.
"""

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.criteria import best_guess, largest
from codebreaker.game import Game, candidates
from codebreaker.replies import Array, alphabet_of, letters_of, sum_terms
from codebreaker.search.compiled.hard_mode import allowed_after
from codebreaker.search.recursion import Found, Key, Ranked, Recursion
from codebreaker.tree import Payoff

SCALE = 1024
"""Tables are in 1/SCALE of a payoff: integers, so that no rounding depends on the order of a sum."""
WEIGHED_FOR_EACH, MANY_SECRETS = 8, 8
"""Where secrets have weights, the bins of this many guesses are weighed for each kept one or each of few secrets."""
_UNIT = 64
"""Means of games with weights are in 1/_UNIT of a payoff, so that their products fit in 64 bits."""


class Search(Recursion):
    """The recursion over the guesses of a shortlist: the total of its tree is reached, and may not be the optimum."""

    def __init__(
        self,
        game: Game,
        payoff: Payoff,
        expected: Callable[[int, int], Array],
        keep: Sequence[int],
        totals: BinTotals = bin_totals,
        seen: Callable[[int, int, int], None] | None = None,
    ) -> None:
        """expected(attempt, n): int64 (n + 1,), the expected totals of bins of 0 … n secrets with that attempt (from 0)
        next, in 1/SCALE. keep[a]: how many guesses are evaluated by recursion at attempt a, for a below attempts - 2.
        """
        super().__init__(game, payoff, totals, seen)
        self.expected, self.keep = expected, keep
        self.pool = lambda secrets: (None, secrets)

    def rank(self, secrets: Array, attempt: int, above: int | None) -> Ranked:
        """The shortlist, with the bound that holds for every guess."""
        guesses = self.shortlist(secrets, attempt)
        return Ranked(guesses, np.full(len(guesses), self.most_of_size(secrets, attempt)))

    def shortlist(self, secrets: Array, attempt: int) -> Array:
        """The guesses to evaluate, most promising first: one where bin sizes alone decide, else up to keep[attempt].

        Three quarters by expected total, then one quarter by expected remaining candidates, without repetitions.
        """
        game = self.game
        pool, secrets = self.pool(secrets)
        size = len(secrets)
        guesses: Array = np.arange(len(game.guesses)) if pool is None else pool
        terms, features = game.terms(secrets), game.features if pool is None else game.features[pool]
        expected = self.totals(terms, features, self.expected(attempt + 1, size), game.codes)
        hits = candidates(game, secrets, pool)
        expected[hits] += self.gain_of_hit(attempt)
        keep = 1 if attempt == self.payoff.attempts - 2 else min(self.keep[attempt], len(expected))
        if game.weights is not None:
            count = WEIGHED_FOR_EACH * max(keep, min(size, MANY_SECRETS))
            chosen = largest(expected, min(count, len(expected)), hits)
            return self._by_weight(guesses[chosen], secrets, attempt)[:keep]
        if keep == 1:
            return guesses[[best_guess(-expected, hits)]]
        by_remaining = keep // 4 if keep < len(expected) else 0  # where every guess is kept one ranking is enough
        chosen = largest(expected, keep - by_remaining, hits)
        if by_remaining:
            squares = np.arange(size + 1, dtype=np.int64) ** 2
            remaining = self.totals(terms, features, squares, game.codes)
            fewest = largest(-remaining, by_remaining, np.zeros(len(remaining), dtype=bool))
            chosen = np.concatenate((chosen, np.setdiff1d(fewest, chosen)))
        return guesses[chosen]

    def _by_weight(self, guesses: Array, secrets: Array, attempt: int) -> Array:
        """The guesses, the best by the weights of their bins first.

        With two attempts left that is the exact total. Before, a bin of unequal weights is worth its weight times the
        mean of a secret in a bin of as many equal ones, (sum w)² / sum w² (Kish 1965: the effective sample size).
        """
        game, solved = self.game, self.payoff.solved
        assert game.weights is not None
        terms, weights = game.terms(secrets), game.weights[secrets]
        sizes = np.arange(1, len(secrets) + 1)
        means = np.concatenate(([0], self.expected(attempt + 1, len(secrets))[1:] // sizes * _UNIT // SCALE))
        values = np.empty(len(guesses), dtype=np.int64)
        for index, features in enumerate(game.features[guesses]):
            codes, members = np.unique(sum_terms(terms, features[None, :])[0], return_inverse=True)
            sums = np.bincount(members, weights).astype(np.int64)
            if attempt == self.payoff.attempts - 2:
                heaviest = np.zeros(len(codes), dtype=np.int64)
                np.maximum.at(heaviest, members, weights)
                worth = heaviest * solved[attempt + 1] * _UNIT
            else:
                worth = means[sums**2 // np.bincount(members, weights**2).astype(np.int64)] * sums
            values[index] = np.where(codes == game.winning, sums * solved[attempt] * _UNIT, worth).sum()
        return guesses[np.argsort(-values, kind="stable")]

    def gain_of_hit(self, attempt: int) -> int:
        """Return what a candidate adds to a guess's expected total because it can end the game now, in 1/SCALE."""
        return self.payoff.solved[attempt] * SCALE - int(self.expected(attempt + 1, 1)[1])


class HardRecursion(Recursion):
    """The search of trees of a word game in hard mode: every guess must use what the replies have shown."""

    def __init__(self, game: Game, *arguments: Any) -> None:
        """The arguments are those of the search."""
        super().__init__(game, *arguments)
        self._letters = letters_of(game.guesses, alphabet_of(game.guesses))
        self._allowed: Array = np.arange(len(game.guesses))
        self.pool = lambda secrets: (self._allowed, secrets)

    def key(self, secrets: Array, attempt: int) -> Key:
        """The key of the secrets and of the words that are allowed."""
        return attempt, secrets.tobytes() + blake2b(self._allowed.tobytes(), digest_size=16).digest()

    def after(self, guess: int, code: int, secrets: Array, attempt: int, above: int | None) -> Found | None:
        """The result where fewer words are allowed."""
        before = self._allowed
        self._allowed = allowed_after(self._letters, self._allowed, guess, code)
        try:
            return self.better(secrets, attempt, above)
        finally:
            self._allowed = before


class HardSearch(HardRecursion, Search):
    """The search over the words of a shortlist that hard mode allows."""
