"""The search for the tree that is worth most, for any game and any payoff.

Best play with a attempts behind it over candidates S is worth W(S, a), the largest over guesses of the sum
over bins of W(bin, a + 1). With two attempts left the sum depends on bin sizes alone and is exact. Before
that guesses are ranked by tables of *expected* worth by bin size, and the best few evaluated by recursion.
Keeping every guess makes the search exhaustive.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.criteria import candidates
from codebreaker.game import Game, partition
from codebreaker.payoff import Payoff
from codebreaker.replies import Array
from codebreaker.tree import Tree

SCALE = 1024
"""Tables hold worth in 1/1024: integers, so that no rounding ever depends on the order of a sum."""
_DIRECT = 48
"""Up to so many candidates a candidate that separates all of them is looked for before anything else."""


@dataclass
class Search:
    """A search with its tables, its width and what it has learned."""

    game: Game
    payoff: Payoff
    expected: Callable[[int, int], Array]
    """expected(attempt, n): int64 (n + 1,), the expected worth of bins of 0 … n secrets with that attempt
    (from 0) next, in 1/SCALE."""
    keep: Sequence[int]
    """keep[a]: how many guesses are evaluated by recursion at attempt a, for a below attempts - 2."""
    totals: BinTotals = bin_totals
    seen: Callable[[int, int, int], None] | None = None
    """Told (attempt, size, worth) of every bin whose worth was found."""
    pool: Callable[[Array], tuple[Array | None, Array]] = lambda secrets: (None, secrets)
    """pool(secrets): which guesses (ascending indices; None for all) to rank, and on which of the secrets."""
    _memory: dict[tuple[int, bytes], tuple[int, Tree]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._guess_of = self.game.guess_of

    def best(self, secrets: Array, attempt: int = 0) -> tuple[int, Tree]:
        """The worth found for those secret indices (ascending, not empty) and its tree."""
        payoff, size, last = self.payoff, len(secrets), self.payoff.attempts - 1
        if size == 1:
            return payoff.solved[attempt], self._leaf(secrets)
        if attempt == last:
            return payoff.solved[attempt] + payoff.missed * (size - 1), self._leaf(secrets)
        if size == 2:
            return self._pair(secrets, attempt)
        key = (attempt, secrets.tobytes())
        found = self._memory.get(key)
        if found is None:
            found = self._separating(secrets, attempt) or self._searched(secrets, attempt)
            self._memory[key] = found
            if self.seen:
                self.seen(attempt, size, found[0])
        return found

    def _leaf(self, secrets: Array) -> Tree:
        return Tree(int(self._guess_of[secrets[0]]), True, len(secrets) - 1, ())

    def _pair(self, secrets: Array, attempt: int) -> tuple[int, Tree]:
        guess = self._guess_of[secrets[:1]]
        code = int(self.game.replies(guess, secrets[1:])[0, 0])
        return (
            self.payoff.most(2, attempt),
            Tree(int(guess[0]), True, 0, ((code, self._leaf(secrets[1:])),)),
        )

    def _separating(self, secrets: Array, attempt: int) -> tuple[int, Tree] | None:
        """The first candidate that tells all the others apart: nothing can be worth more."""
        if len(secrets) > _DIRECT:
            return None
        guesses = self._guess_of[secrets]
        codes = np.sort(self.game.replies(guesses, secrets), axis=1)
        separates = (codes[:, 1:] != codes[:, :-1]).all(axis=1)
        if not separates.any():
            return None
        return self.evaluate(int(guesses[separates.argmax()]), secrets, attempt)

    def _searched(self, secrets: Array, attempt: int) -> tuple[int, Tree]:
        most = self.payoff.most(len(secrets), attempt)
        best: tuple[int, Tree] | None = None
        for guess in self.shortlist(secrets, attempt):
            found = self.evaluate(int(guess), secrets, attempt, best[0] if best else None)
            if found and (best is None or found[0] > best[0]):
                best = found
            if best and best[0] >= most:
                break
        assert best is not None
        return best

    def shortlist(self, secrets: Array, attempt: int) -> Array:
        """The guesses to evaluate, most promising first: one where bin sizes alone decide, else keep[attempt].

        Most by expected worth, every fourth by expected remaining candidates.
        """
        game = self.game
        pool, secrets = self.pool(secrets)
        size = len(secrets)
        guesses: Array = np.arange(len(game.guesses)) if pool is None else pool
        terms, features = game.terms(secrets), game.features if pool is None else game.features[pool]
        worth = self.totals(terms, features, self.expected(attempt + 1, size), game.codes)
        worth = self._with_hits(worth, candidates(game, secrets, pool), attempt)
        if attempt == self.payoff.attempts - 2 or self.keep[attempt] == 1:
            return guesses[[int(worth.argmax())]]
        keep = min(self.keep[attempt], len(worth))
        others = keep // 4
        chosen = _largest(worth, keep - others)
        if others:
            squares = np.arange(size + 1, dtype=np.int64) ** 2
            remaining = self.totals(terms, features, squares, game.codes)
            chosen = np.concatenate((chosen, np.setdiff1d(_largest(-remaining, others), chosen)))
        return guesses[chosen]

    def _with_hits(self, worth: Array, candidate: Array, attempt: int) -> Array:
        """Expected worth with what a candidate gains by ending the game now; between equals a candidate is first.

        int64 (guesses,), in 1/(2 SCALE).
        """
        gain = self.payoff.solved[attempt] * SCALE - int(self.expected(attempt + 1, 1)[1])
        with_hits: Array = (worth + gain * candidate) * 2 + candidate
        return with_hits

    def evaluate(self, guess: int, secrets: Array, attempt: int, above: int | None = None) -> tuple[int, Tree] | None:
        """The worth of a guess and its tree, or None as soon as it cannot be more than above."""
        game, payoff = self.game, self.payoff
        bins = partition(game, guess, secrets)
        hit = bins[-1][0] == game.winning
        rest = bins[:-1] if hit else bins
        if len(rest) == 1 and len(rest[0][1]) == len(secrets) and above is not None:
            return None  # says nothing: the same candidates, one attempt fewer
        bound = payoff.solved[attempt] * hit + sum(payoff.most(len(members), attempt + 1) for _, members in rest)
        branches: dict[int, Tree] = {}
        for code, members in sorted(rest, key=lambda item: -len(item[1])):
            if above is not None and bound <= above:
                return None
            worth, branches[code] = self.best(members, attempt + 1)
            bound += worth - payoff.most(len(members), attempt + 1)
        return bound, Tree(guess, hit, 0, tuple((code, branches[code]) for code, _ in rest))


def _largest(values: Array, count: int) -> Array:
    """The indices of the count largest values, largest first, the lower index first among equals."""
    threshold = np.partition(values, -count)[-count]
    candidates = np.flatnonzero(values >= threshold)
    return candidates[np.argsort(-values[candidates], kind="stable")][:count]
