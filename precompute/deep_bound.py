"""Bounds that look two and three guesses past a first guess.

The bins of a first guess take over the bounds of sets that are a little larger, which many first guesses have in
common (codebreaker.search.compiled.shared_bins, Lemmas 4 and 5 of docs/proofs.md).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import ClassVar

import numpy as np

from codebreaker.proof import Piece, Proof
from codebreaker.search.compiled import shared_bins
from lingo_common.errors import UsageError
from precompute.board import board_of
from precompute.bound import BoundSearcher
from wordlists.word_game import POINTS, WordGame

STAGES = ((2, 2.0, 3), (2, 1.0, 3), (3, 4.0, 60), (3, 1.5, 20))
"""How the bins of a first guess are refined, one stage after the other.

A stage is (guesses, growth, fewest): how many guesses are looked ahead, 2 or 3; how many times as large as a bin the
set may be from which it takes over its bound; and the fewest words of a bin that is refined.
"""
STAGES_OF_LONG_LISTS = STAGES[1:]
"""Two first guesses of long words rarely have a larger set in common, so each bin gets a bound of its own at once."""
LONG_LIST = 20_000
"""Words of a long list. With the 28,127 of 6 letters, larger sets take 1.7 times as long for 200 first guesses."""
GROWTH_OF_SECOND_BINS = np.array([4.0, 1.5])
"""How many times as large as a bin of the second guess a set may be from which it takes over its bound, in turn."""
SLACK_SHARE = 20
"""The bound of a set that is looked at three guesses ahead may be 1/SLACK_SHARE too high."""
BITS_OF_MEMORY = 23
"""A process remembers the bounds of up to 3/4 of 2 to the power of this many sets."""


@dataclass(frozen=True)
class BoundSet:
    """The task to bound how much some guesses can win over a set of secrets.

    A first guess is split letter by letter: its first `depth` features (codebreaker.search.compiled.shared_bins.Splits)
    have bins of their own, and the set is one of these.
    """

    first: int
    depth: int
    number: int
    """The number of the bin."""
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

        self._at_most: dict[tuple[int, bytes], int] = {}
        """The bounds of sets, by the number of guesses and the set's mark."""
        self._marks: dict[BoundSet, bytes] = {}
        """The mark of the set of each task that was made."""
        self._requested: set[tuple[int, bytes]] = set()
        """The number of guesses and the mark of each task that was made."""
        self._split_guess: int | None = None
        """The first guess whose bins _splits holds."""

    @cached_property
    def _clues(self) -> shared_bins.Clues:
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
            shared_bins.split(self._splits, self._clues, secrets, self._clues.rows[first], 0)
            self._split_guess = first
        return self._splits

    def batches(self, proof: Proof, level: int) -> Iterator[Iterable[Piece]]:
        """Waves of the guesses with the lowest bounds, until the budget is spent."""
        return self.waves(proof)

    def raise_bounds(self, proof: Proof, wave: Sequence[int], enough: int) -> Iterator[Iterable[Piece]]:
        """One batch of the tasks of all these first guesses; afterwards their bounds are raised by all results."""
        yield chain.from_iterable(self._pieces(proof, first, enough) for first in wave)

        for first in wave:
            # Results that came after the tasks of a guess were made have not raised its bound yet.
            for task, _ in self._pieces(proof, first, enough):
                # This batch is over. A later wave may make the task again.
                self._requested.discard((task.guesses, self._marks.pop(task)))

    def _pieces(self, proof: Proof, first: int, enough: int) -> Iterator[Piece]:
        """The tasks that a first guess needs until its bound is `enough`; results that are there raise it on the way.

        A task is made when there is room for it, so that earlier results can save it. What another first guess has
        asked for is not asked for again.
        """
        self._done[first] = 1
        guesses_left = self.game.attempts - 1
        all_bins = shared_bins.largest_bins(self._bins_of(first), growth=1.0, fewest=1)
        # The second guess finds one word of a bin at most, the third all others.
        values = (guesses_left - 1) * all_bins.sizes + 1
        # A hit wins one more than its bin of one word, with a guess less, would.
        can_hit = self._clues.own[first] >= 0
        total = int(values.sum()) + int(can_hit)

        stages = STAGES if len(self.game.secrets) < LONG_LIST else STAGES_OF_LONG_LISTS
        for guesses, growth, fewest in stages:
            if guesses > guesses_left:
                continue

            bins = shared_bins.largest_bins(self._bins_of(first), growth, fewest)
            for index, size in enumerate(bins.sizes):
                if proof.bounds[first] >= enough:
                    return

                mark = bins.marks[index].tobytes()
                key = (guesses, mark)
                if key not in self._requested:
                    task = BoundSet(first, int(bins.depths[index]), int(bins.numbers[index]), guesses)
                    self._marks[task] = mark
                    self._requested.add(key)
                    yield task, enough

                # While another process computes it, the result is not there.
                if key in self._at_most:
                    # The guesses before those that are looked ahead win once for each word.
                    value = (guesses_left - guesses) * size + self._at_most[key]
                    if value < values[index]:
                        total -= int(values[index] - value)
                        values[index] = value
                        proof.raise_bound(first, self._cost_of(proof, total))

    def _cost_of(self, proof: Proof, won: int) -> int:
        """The cost of a first guess after which later guesses win so much; see BoundedSet.at_most."""
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
                self._clues, self._memory, self._splits_of_bins, members, GROWTH_OF_SECOND_BINS, SLACK_SHARE
            )
        return BoundedSet(int(at_most), int(self._memory.counted[1]) - work_before)

    def learn(self, proof: Proof, task: BoundSet, result: BoundedSet) -> None:  # type: ignore[override]
        """Take in the bound of a set."""
        self._at_most[task.guesses, self._marks[task]] = result.at_most
        self._spent += result.work
