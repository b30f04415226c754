"""The exact search over at most 64 candidates of a plain game, compiled by numba (the `fast` extra).

A set of candidates is a number with a bit for each of them. Guesses that split the candidates alike are looked at once.
The bounds are those of codebreaker.search.exact, and so are the totals that are found.
"""

from functools import cache

import numpy as np

from codebreaker.game import Game, partition
from codebreaker.payoff import INFINITY, Payoff
from codebreaker.replies import Array, sum_terms
from codebreaker.search.compiled.small_totals import SLOTS, KnownSets, Pays, best_total, fill_most
from codebreaker.search.compiled.splits import MAX_SIZE, ONE, Bits, Splits, all_splits, distinct, full
from codebreaker.search.recursion import Found
from codebreaker.tree import Tree


class SmallSets:
    """The search over sets of at most MAX_SIZE candidates of one game."""

    most = MAX_SIZE

    def __init__(self, game: Game, payoff: Payoff, slots: int = SLOTS) -> None:
        """slots: sets that are remembered, a power of two; a memory that is half full is emptied."""
        self.game, self.payoff = game, payoff
        self._pays = cache(self._pays_from)
        integers = [np.zeros(slots, dtype=np.int64) for _ in range(3)]
        self._known = KnownSets(
            np.zeros(slots, dtype=np.uint64),
            integers[0],
            integers[1],
            np.zeros(slots, dtype=np.int32),
            integers[2],
            np.zeros(3, dtype=np.int64),
        )

    def better(
        self, secrets: Array, attempt: int, above: int, work: int = INFINITY, width: int = INFINITY
    ) -> tuple[Found | None, int]:
        """A tree over those secret indices, at least three, with the largest total; None if it is not above.

        Also what remains of `work`, in guesses looked at: less than 0 where it is not enough, and nothing is
        found then. width: how many guesses are looked at for each set; with fewer than all of them a total may be
        missed.
        """
        splits, pays, memory = self._splits(secrets), self._pays(attempt), self._known
        memory.state[:] = memory.state[0] + 1, 0, work
        subset, choices = full(len(secrets)), np.arange(len(splits.guesses))
        total, split = best_total(splits, pays, memory, subset, choices, 0, above, width)
        remaining = int(memory.state[2])
        if split < 0 or remaining < 0:
            return None, remaining
        memory.state[2] = INFINITY
        return (int(total), self._tree(splits, pays, secrets, subset, 0, width)), remaining

    def _splits(self, secrets: Array) -> Splits:
        game = self.game
        places = np.full(len(game.secrets) + 1, -1)
        places[secrets] = np.arange(len(secrets))  # own = -1 points at the extra last entry
        splits = all_splits(sum_terms(game.terms(secrets), game.features), places[game.own], game.codes)
        firsts, _ = distinct(splits, full(len(secrets)), np.arange(len(splits.guesses)))
        return Splits(*(array[firsts] for array in splits))

    def _pays_from(self, attempt: int) -> Pays:
        """The payoff from an attempt on; a set needs no more guesses than it has secrets."""
        solved = np.array(self.payoff.solved[attempt : attempt + MAX_SIZE + 1], dtype=np.int64)
        most = np.empty((min(self.game.codes, MAX_SIZE + 1), len(solved) + 1, MAX_SIZE + 1), dtype=np.int64)
        fill_most(solved, self.payoff.missed, most)
        return Pays(solved, self.payoff.missed, most)

    def _tree(self, splits: Splits, pays: Pays, secrets: Array, subset: Bits, depth: int, width: int) -> Tree:
        """The best tree over some of the secrets, which the search has just found."""
        members = secrets[[index for index in range(len(secrets)) if int(subset) >> index & 1]]
        if len(members) == 1 or depth == len(pays.solved) - 1:
            return Tree(int(self.game.guess_of[members[0]]), 1, len(members) - 1, ())
        if len(members) == 2:
            guess, hit = int(self.game.guess_of[members[0]]), subset & (~subset + ONE)
        else:
            choices = np.arange(len(splits.guesses))
            _, split = best_total(splits, pays, self._known, subset, choices, depth, -INFINITY, width)
            guess, hit = int(splits.guesses[split]), splits.hits[split] & subset
        branches = {}
        for code, bin in partition(self.game, guess, members):
            if code != self.game.winning:
                inside = sum(1 << int(index) for index in np.searchsorted(secrets, bin))
                branches[code] = self._tree(splits, pays, secrets, np.uint64(inside), depth + 1, width)
        return Tree(guess, int(hit != 0), 0, tuple(sorted(branches.items())))
