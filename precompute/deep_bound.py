"""Bounds that look two and three guesses past a first guess.

A bin of a first guess is a part of a larger set: the words that agree with it in those features of the guess that tell
most (codebreaker.search.compiled.shared_bins.Splits). No player wins more over the bin than over that set (Lemma 4 of
docs/proofs.md), so the bin takes over the set's bound. Many first guesses have such a set in common, and it is bounded
once. How much larger it may be is the *growth*: with 1.5, it has at most 1.5 times as many words as the bin.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import ClassVar

import numpy as np

from codebreaker.proof import Piece, Proof
from codebreaker.replies import Array
from codebreaker.search.compiled import shared_bins
from lingo_common.errors import UsageError
from precompute.board import board_of
from precompute.bound import BoundSearcher
from wordlists.word_game import POINTS, WordGame

STAGES = ((2, 2.0, 3), (2, 1.0, 3), (3, 4.0, 60), (3, 1.5, 20))
"""How the bins of a first guess are bounded, one stage after the other, the quick ones first.

A stage is (guesses, growth, fewest): how many guesses are looked ahead, 2 or 3; the growth; and the fewest words of a
bin that is bounded. Three guesses take much longer than two, so only larger bins are worth it. A larger growth gives
sets that more first guesses have in common, and higher values.
"""
STAGES_OF_LONG_LISTS = STAGES[1:]
"""In a long list two first guesses rarely have a larger set in common, so each bin gets a bound of its own at once."""
LONG_LIST = 20_000
"""Words of a long list. With the 28,127 of 6 letters, larger sets take 1.7 times as long for 200 first guesses."""
GROWTHS_OF_SECOND_BINS = np.array([4.0, 1.5])
"""Where three guesses are looked ahead, the bins of the second guess take over bounds too: first with the one growth,
then with the other."""
SLACK_SHARE = 20
"""The bound of a set that is looked at three guesses ahead may be 1/SLACK_SHARE too high."""
BITS_OF_MEMORY = 23
"""A process remembers the bounds of up to 3/4 of 2 to the power of this many sets."""
SetKey = tuple[int, bytes]
"""How many guesses are looked ahead, and the key of a set: the bytes of its mark in shared_bins.LargestBins."""


@dataclass(frozen=True)
class BoundSet:
    """The task to bound how much some guesses can win over a set of secrets."""

    first: int
    """The first guess; the set is a bin of its first `depth` features alone."""
    depth: int
    number: int
    """The number of that bin in shared_bins.Splits."""
    guesses: int
    """How many guesses are looked ahead, 2 or 3."""


@dataclass(frozen=True)
class BoundedSet:
    """The bound of a set."""

    at_most: int
    """What the guesses win at most; a secret counts as many times as guesses are left when it is found."""
    work: int
    """Pairs of a guess and a secret that were looked at."""


class DeepSearcher(BoundSearcher):
    """Bounds the first guesses of a game of at least three attempts that is played for points."""

    kinds: ClassVar[dict[type, type]] = {BoundSet: BoundedSet}

    def __init__(self, word_game: WordGame, budget: int = 0, most_exact: int = 0) -> None:
        """The arguments are those of BoundSearcher; bins are not searched for their optimum, so most_exact is not used.

        Raises UsageError or DataError for a game that has no such bound.
        """
        super().__init__(word_game, budget, most_exact)
        counts_alike = word_game.objective == POINTS and word_game.weights is None
        if not counts_alike or word_game.attempts < 3:
            raise UsageError("--deep bounds points over at least three attempts, where all words count alike")

        self._at_most: dict[SetKey, int] = {}
        """The bounds of sets."""
        self._keys: dict[BoundSet, SetKey] = {}
        """The keys of the tasks that were made."""
        self._requested: set[SetKey] = set()
        """The same keys, to ask whether a set was requested, by whichever first guess."""
        self._split_guess: int | None = None
        """The first guess whose bins _splits holds."""

    @cached_property
    def _clues(self) -> shared_bins.Clues:
        """The game as shared_bins needs it."""
        board = board_of(self.game)
        return shared_bins.clues_of(board.game)

    @cached_property
    def _memory(self) -> shared_bins.KnownBounds:
        """The bounds of sets that this process has computed on the way."""
        return shared_bins.new_bounds(BITS_OF_MEMORY)

    @cached_property
    def _splits(self) -> shared_bins.Splits:
        """The bins of _split_guess."""
        return shared_bins.new_splits(self._clues)

    @cached_property
    def _splits_of_bins(self) -> shared_bins.Splits:
        """Room for the bins of second guesses."""
        return shared_bins.new_splits(self._clues)

    def _bins_of(self, first: int) -> shared_bins.Splits:
        """The bins of a first guess; they are there until the next call."""
        if self._split_guess != first:
            secrets = board_of(self.game).secrets
            shared_bins.begin(self._splits, self._clues, secrets)
            shared_bins.split(self._splits, self._clues, secrets, self._clues.rows[first], depth=0)
            self._split_guess = first
        return self._splits

    def batches(self, proof: Proof, level: int) -> Iterator[Iterable[Piece]]:
        """Waves of the guesses with the lowest bounds, until the budget is spent."""
        return self.waves(proof)

    def raise_bounds(self, proof: Proof, wave: Sequence[int], enough: int) -> Iterator[Iterable[Piece]]:
        """One batch of the tasks of all these first guesses; afterwards their bounds are raised by all results."""
        yield chain.from_iterable(self._pieces(proof, first, enough) for first in wave)

        # All results are there now; some came after the tasks of a guess were made, and have not raised its bound yet.
        for first in wave:
            values = self._values_by_size(first)
            total = int(values.sum())
            for index, size, _, key in self._tasks_of(first):
                if proof.bounds[first] >= enough:
                    break
                total -= self._lower(values, index, size, key)
                proof.raise_bound(first, self._cost_of(proof, first, total))

    def _pieces(self, proof: Proof, first: int, enough: int) -> Iterator[Piece]:
        """The tasks that a first guess needs until its bound is `enough`; results that are there raise it on the way.

        A task is made when there is room for it, so that earlier results can save it. What another first guess has
        asked for is not asked for again.
        """
        # Bound.refined counts the first guesses for which this is not 0.
        self._done[first] = 1

        values = self._values_by_size(first)
        total = int(values.sum())
        for index, size, task, key in self._tasks_of(first):
            if proof.bounds[first] >= enough:
                return
            if key not in self._requested:
                self._keys[task] = key
                self._requested.add(key)
                yield task, enough
            total -= self._lower(values, index, size, key)
            proof.raise_bound(first, self._cost_of(proof, first, total))

    def _values_by_size(self, first: int) -> Array:
        """What is won at most in each bin of a first guess by its size alone, the largest bin first: int64 (bins,).

        The second guess finds one word of a bin at most, the third all others.
        """
        bins = shared_bins.largest_bins(self._bins_of(first), growth=1.0, fewest=1)
        return np.asarray((self.game.attempts - 2) * bins.sizes + 1)

    def _tasks_of(self, first: int) -> Iterator[tuple[int, int, BoundSet, SetKey]]:
        """(index, size, task, key) for each bin that a stage bounds, stage by stage, the largest bin first.

        index and size are those of the bin, by the order of _values_by_size, which begins with these bins. The task and
        its key are those of the set whose bound the bin takes over.
        """
        is_long = len(self.game.secrets) >= LONG_LIST
        for guesses, growth, fewest in STAGES_OF_LONG_LISTS if is_long else STAGES:
            if guesses >= self.game.attempts:
                continue

            bins = shared_bins.largest_bins(self._bins_of(first), growth, fewest)
            for index, size in enumerate(bins.sizes):
                task = BoundSet(first, int(bins.depths[index]), int(bins.numbers[index]), guesses)
                key = (guesses, bins.marks[index].tobytes())
                yield index, int(size), task, key

    def _lower(self, values: Array, index: int, size: int, key: SetKey) -> int:
        """Lower the value of a bin of that size to the bound of the set with that key; returns by how much.

        By nothing while the bound is not there, because another process computes it.
        """
        if key not in self._at_most:
            return 0

        guesses, _ = key
        # The guesses before those that are looked ahead win once for each word (Lemma 5).
        value = (self.game.attempts - 1 - guesses) * size + self._at_most[key]
        fall = max(0, int(values[index]) - value)
        values[index] -= fall
        return fall

    def _cost_of(self, proof: Proof, first: int, won_in_bins: int) -> int:
        """The cost of a first guess if its bins win so much, counted as in BoundedSet.at_most."""
        # If the first guess can be the secret, that secret counts once for each attempt. As a bin of one word, it was
        # counted as if the second guess found it.
        can_win = self._clues.own[first] >= 0
        won = won_in_bins + int(can_win)
        return proof.objective.charge * (self.game.attempts * len(self.game.secrets) - won)

    def run(self, task: BoundSet, limit: int) -> BoundedSet:  # type: ignore[override]
        """The bound of a set."""
        splits = self._bins_of(task.first)
        secrets = board_of(self.game).secrets
        members = shared_bins.members_of(splits, secrets, task.depth, task.number)

        # The second counter is that of the pairs of a guess and a secret.
        work_before = int(self._memory.counted[1])
        if task.guesses == 2:
            at_most = shared_bins.most_by_two(self._clues, self._memory, members)
        else:
            at_most = shared_bins.most_by_three(
                self._clues, self._memory, self._splits_of_bins, members, GROWTHS_OF_SECOND_BINS, SLACK_SHARE
            )
        return BoundedSet(int(at_most), int(self._memory.counted[1]) - work_before)

    def learn(self, proof: Proof, task: BoundSet, result: BoundedSet) -> None:  # type: ignore[override]
        """Take in the bound of a set."""
        self._at_most[self._keys[task]] = result.at_most
        self._spent += result.work
