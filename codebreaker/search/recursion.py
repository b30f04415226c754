"""The search for the tree that is worth most, for any game and any payoff: one recursion.

Best play with a attempts behind it over candidates S is worth W(S, a), the largest over guesses of the sum
over bins of W(bin, a + 1). Which guesses are looked at, in which order, and how much a bin can be worth at most
is left to two subclasses: codebreaker.search.beam keeps the few most promising guesses and finds good trees of large
games; codebreaker.search.exact leaves a guess out only where a bound proves that it cannot be better. The payoff says
what is sought: points, the mean number of guesses, or whether some number of guesses is always enough.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import NamedTuple

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.game import Game, partition, separating
from codebreaker.payoff import Payoff
from codebreaker.replies import Array
from codebreaker.tree import Tree

_DIRECT = 48
"""Up to so many candidates a candidate that separates all of them is looked for before anything else."""

Found = tuple[int, Tree]
"""A worth and a tree that is worth it."""
Key = tuple[int, bytes]
"""An attempt (from 0) and the bytes of secret indices."""


class Ranked(NamedTuple):
    """The guesses to evaluate, in that order, and what each of them and of those after it is worth at most."""

    guesses: Array
    worths: Array


class Recursion(ABC):
    """The recursion, and what it has learned; a subclass says which guesses are worth looking at."""

    def __init__(
        self,
        game: Game,
        payoff: Payoff,
        totals: BinTotals = bin_totals,
        seen: Callable[[int, int, int], None] | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> None:
        """totals: bin_totals or its equal. seen is told (attempt, size, worth) of every bin solved, progress (first
        guesses done, first guesses)."""
        self.game, self.payoff, self.totals, self.seen, self.progress = game, payoff, totals, seen, progress
        self._guess_of = game.guess_of
        self._solved: dict[Key, Found] = {}
        self._at_most: dict[Key, int] = {}

    @abstractmethod
    def ranked(self, secrets: Array, attempt: int, above: int | None) -> Ranked:
        """The guesses that may be worth more than above (None: anything) at that attempt over those secrets."""

    def bounds(self, bins: Sequence[Array], attempt: int, above: int | None) -> list[int] | None:
        """What each bin is worth at most at that attempt; None where their sum is not more than above."""
        bounds = [self.payoff.most(len(members), attempt) for members in bins]
        return None if above is not None and sum(bounds) <= above else bounds

    def most(self, key: Key, secrets: Array) -> int:
        """An upper bound on the worth that can be found for those secrets, the lowest that is known."""
        return self._at_most.get(key, self.payoff.most(len(secrets), key[0]))

    def best(self, secrets: Array, attempt: int = 0) -> Found:
        """The worth found for those secret indices (ascending, not empty), with that attempt (from 0) next."""
        found = self.better(secrets, attempt, None)
        assert found is not None
        return found

    def better(self, secrets: Array, attempt: int, above: int | None) -> Found | None:
        """As best, or None where nothing is found that is worth more than above.

        What is known already, or at once, is returned even where it is worth no more.
        """
        size = len(secrets)
        if size <= 2 or attempt == self.payoff.attempts - 1:
            return self._at_once(secrets, attempt)
        key = (attempt, secrets.tobytes())
        if key in self._solved:
            return self._solved[key]
        if above is not None and self.most(key, secrets) <= above:
            return None
        found = self._separating(secrets, attempt) or self._over_guesses(secrets, attempt, above)
        if found:
            self._solved[key] = found
            if self.seen:
                self.seen(attempt, size, found[0])
        elif above is not None:
            self._at_most[key] = above
        return found

    def _at_once(self, secrets: Array, attempt: int) -> Found:
        """One secret, two of them, or the last attempt: guess a candidate."""
        size, leaf = len(secrets), self._leaf(secrets)
        if size == 1:
            return self.payoff.solved[attempt], leaf
        if attempt == self.payoff.attempts - 1:
            return self.payoff.solved[attempt] + self.payoff.missed * (size - 1), leaf
        code = int(self.game.replies(self._guess_of[secrets[:1]], secrets[1:])[0, 0])
        return self.payoff.most(2, attempt), Tree(leaf.guess, True, 0, ((code, self._leaf(secrets[1:])),))

    def _leaf(self, secrets: Array) -> Tree:
        """The first of the secrets guessed, and the others missed."""
        return Tree(int(self._guess_of[secrets[0]]), True, len(secrets) - 1, ())

    def _separating(self, secrets: Array, attempt: int) -> Found | None:
        """The first candidate that tells all the others apart: nothing can be worth more."""
        if len(secrets) > min(_DIRECT, self.game.codes):
            return None
        guesses = self._guess_of[secrets]
        separates = separating(self.game, guesses, secrets)
        if not separates.any():
            return None
        return self.evaluate(int(guesses[separates.argmax()]), secrets, attempt)

    def _over_guesses(self, secrets: Array, attempt: int, above: int | None) -> Found | None:
        """The best of the guesses that are looked at; None where none is worth more than above."""
        best: Found | None = None
        guesses, worths = self.ranked(secrets, attempt, above)
        for done, (guess, worth) in enumerate(zip(guesses, worths, strict=True)):
            if attempt == 0 and self.progress:
                self.progress(done, len(guesses))
            if above is not None and worth <= above:
                break
            found = self.evaluate(int(guess), secrets, attempt, above)
            if found:
                best, above = found, found[0]
        return best

    def evaluate(self, guess: int, secrets: Array, attempt: int, above: int | None = None) -> Found | None:
        """The worth of a guess and its tree, or None as soon as it cannot be more than above."""
        bins = partition(self.game, guess, secrets)
        rest = [bin for bin in bins if bin[0] != self.game.winning]
        rest.sort(key=lambda item: -len(item[1]))
        hit = len(rest) < len(bins)
        if above is not None and len(rest[0][1]) == len(secrets):
            return None  # says nothing: the same candidates, one attempt fewer
        now = self.payoff.solved[attempt] * hit
        bounds = self.bounds([members for _, members in rest], attempt + 1, None if above is None else above - now)
        if bounds is None:
            return None
        most = now + sum(bounds)
        branches: dict[int, Tree] = {}
        for (code, members), bound in zip(rest, bounds, strict=True):
            found = self.better(members, attempt + 1, None if above is None else above - (most - bound))
            if found is None:
                return None
            most += found[0] - bound
            branches[code] = found[1]
            if above is not None and most <= above:
                return None
        return most, Tree(guess, hit, 0, tuple(sorted(branches.items())))
