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
        game, size = self.game, len(secrets)
        terms = game.terms(secrets)
        worth = self.rank(terms, secrets, attempt)
        if attempt == self.payoff.attempts - 2 or self.keep[attempt] == 1:
            return np.array([worth.argmax()])
        keep = min(self.keep[attempt], len(worth))
        others = keep // 4
        chosen = _largest(worth, keep - others)
        if others:
            remaining = self.totals(terms, game.features, np.arange(size + 1, dtype=np.int64) ** 2, game.codes)
            chosen = np.concatenate((chosen, np.setdiff1d(_largest(-remaining, others), chosen)))
        return chosen

    def rank(self, terms: Array, secrets: Array, attempt: int) -> Array:
        """The expected worth of every guess at that attempt: int64 (guesses,), in 1/SCALE; more is better."""
        table = self.expected(attempt + 1, len(secrets))
        worth = self.totals(terms, self.game.features, table, self.game.codes)
        # A guess that is the secret itself ends the game now instead of at the next attempt.
        worth[self._guess_of[secrets]] += self.payoff.solved[attempt] * SCALE - table[1]
        # Between equals a candidate goes first; two more bits leave the order otherwise as it was.
        worth *= 2
        worth[self._guess_of[secrets]] += 1
        return worth

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


class LearnedWorth:
    """Tables of expected worth by bin size, averaged over the bins whose worth a search has found.

    Between the sizes seen the worth of one secret is interpolated linearly in the logarithm of the size.
    """

    def __init__(self, payoff: Payoff, knots: dict[int, dict[int, tuple[int, int]]] | None = None) -> None:
        self.payoff = payoff
        self.sums: dict[int, dict[int, tuple[int, int]]] = knots or {}
        self._tables: dict[int, Array] = {}

    def see(self, attempt: int, size: int, worth: int) -> None:
        """Count in a bin of that size."""
        bins, total = self.sums.setdefault(attempt, {}).get(size, (0, 0))
        self.sums[attempt][size] = bins + 1, total + worth

    def refresh(self) -> None:
        """Let the tables follow what was seen since."""
        self._tables.clear()

    def __call__(self, attempt: int, size: int) -> Array:
        table = self._tables.get(attempt)
        if table is None or len(table) <= size:
            table = self._tables[attempt] = self._table(attempt, max(size, 1 << 16))
        return table[: size + 1]

    def _table(self, attempt: int, size: int) -> Array:
        payoff = self.payoff
        sizes = np.arange(size + 1, dtype=np.int64)
        if attempt == payoff.attempts - 1:
            worth = (payoff.solved[attempt] + payoff.missed * (sizes - 1)) * SCALE
        else:
            worth = np.rint(self._each(attempt, sizes) * sizes * SCALE).astype(np.int64)
            worth[1] = payoff.solved[attempt] * SCALE
            worth[2:3] = payoff.most(2, attempt) * SCALE
        worth[0] = 0
        return worth

    def _each(self, attempt: int, sizes: Array) -> Array:
        """The expected worth of one secret in bins of those sizes, float."""
        grouped: dict[int, tuple[int, int, int]] = {}
        for size, (bins, total) in self.sums.get(attempt, {}).items():
            place = size if size < 16 else int(8 * np.log2(size))  # eight knots an octave
            counted = grouped.get(place, (0, 0, 0))
            grouped[place] = counted[0] + bins, counted[1] + bins * size, counted[2] + total
        knots = [(bins_size / bins, total / bins_size) for bins, bins_size, total in grouped.values()]
        if not knots:
            return self._guessed(attempt, sizes)
        knots.append((2.0, self.payoff.most(2, attempt) / 2))
        at, each = np.array(sorted(knots)).T
        # Worth a secret only falls as bins grow; averages over few bins must not say otherwise.
        return np.interp(np.log(np.maximum(sizes, 1)), np.log(at), np.minimum.accumulate(each))

    def _guessed(self, attempt: int, sizes: Array) -> Array:
        """Before anything was seen: the least worth of a hit, falling to half of it as bins grow."""
        most, next_best = self.payoff.solved[attempt], self.payoff.solved[attempt + 1]
        spread = np.log2(np.maximum(sizes, 1)) / 16
        return next_best + (most - next_best) / np.maximum(sizes, 1) - spread * (next_best - self.payoff.missed)
