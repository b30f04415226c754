"""Bounds that look three guesses past a first guess, for lists of words of up to five letters.

The bins of a first guess take over the bounds of sets that are a little larger, which many first guesses have in
common (codebreaker.search.compiled.shared_bins, Lemmas 4 and 5 of docs/proofs.md).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

import numpy as np

from codebreaker.proof import Piece, Proof
from codebreaker.replies import code_dtype
from codebreaker.search.compiled import shared_bins
from codebreaker.search.compiled.all_replies import all_replies
from lingo_common.errors import DataError, UsageError
from precompute.board import board_of
from precompute.bound import STEPS, WAVE, BoundSearcher
from wordlists.word_game import POINTS, WordGame

TWO, THREE = 2, 3
"""Guesses that a bound looks ahead."""
STAGES = ((TWO, 2.0, 3), (THREE, 4.0, 60), (TWO, 1.0, 3), (THREE, 1.5, 20))
"""How the bins of a first guess are refined, one stage after the other: how many guesses are looked ahead, how much
larger the sets may be from which bins take over their bounds, and the fewest words of a bin that is refined."""
WITHIN = np.array([4.0, 1.5])
"""The same for the bins of the second guess."""
NEAR = 20
"""The bound of a set may be 1/NEAR too high."""
BITS_OF_MEMORY = 23
"""A process remembers the bounds of up to 3/4 of 2 to the power of this many sets."""
MOST_BYTES = 1 << 30
"""Bytes that all replies of a game may take in each process."""


@dataclass(frozen=True)
class BoundSet:
    """The task to bound what some guesses win over a set: the secrets of a bin of the first `depth` features of a first
    guess (codebreaker.search.compiled.shared_bins.Splits)."""

    first: int
    depth: int
    number: int
    guesses: int


@dataclass(frozen=True)
class BoundedSet:
    """The bound of a set."""

    at_most: int
    """What the guesses win at most; a secret counts as many times as guesses are left when it is found."""
    work: int
    """Pairs of a guess and a secret that were looked at."""


class Bin(NamedTuple):
    """A bin of a first guess, and the set from which it takes over a bound."""

    size: int
    depth: int
    number: int
    mark: bytes
    """Tells sets apart."""


class DeepSearcher(BoundSearcher):
    """Bounds the first guesses of a game of at least three attempts that is played for points."""

    kinds: ClassVar[dict[type, type]] = {BoundSet: BoundedSet}

    def __init__(self, word_game: WordGame, budget: int = 0, most_exact: int = 0) -> None:
        """The arguments are those of BoundSearcher; bins are not searched for their optimum, so most_exact is not used.

        Raises UsageError or DataError for a game that has no such bound.
        """
        super().__init__(word_game, budget, most_exact)
        if word_game.objective != POINTS or word_game.weights is not None or word_game.attempts < THREE:
            raise UsageError("--deep bounds points over at least three attempts, where all words count alike")
        size = 2 * len(word_game.words) * len(word_game.secrets) * code_dtype(word_game.length).itemsize
        if size > MOST_BYTES:
            gigabytes = f"{size / 2**30:.1f} GB"
            raise DataError(
                f"--deep: all replies of {word_game.length} letters would take {gigabytes}: the list is too long"
            )
        self._at_most: dict[int, dict[bytes, int]] = {TWO: {}, THREE: {}}
        """Bounds of sets by their marks, for two guesses and for three."""
        self._marks: dict[BoundSet, bytes] = {}
        """The marks of the sets whose bounds were asked for, by task."""
        self._asked: dict[int, set[bytes]] = {TWO: set(), THREE: set()}

    @cached_property
    def _clues(self) -> shared_bins.Clues:
        board = board_of(self.game)
        return shared_bins.clues_of(board.game, all_replies(board.game, board.objective))

    @cached_property
    def _known(self) -> shared_bins.KnownBounds:
        return shared_bins.new_bounds(BITS_OF_MEMORY)

    @cached_property
    def _splits(self) -> shared_bins.Splits:
        """The bins of the first guess that was split last."""
        return shared_bins.new_splits(self._clues)

    @cached_property
    def _splits_of_bins(self) -> shared_bins.Splits:
        return shared_bins.new_splits(self._clues)

    def _split(self, first: int) -> None:
        secrets = board_of(self.game).secrets
        shared_bins.begin(self._splits, self._clues, secrets)
        shared_bins.split(self._splits, self._clues, secrets, self._clues.rows[first], 0)

    def _bins(self, first: int, growth: float) -> list[Bin]:
        """The bins of a first guess, that of the hit included, the largest first; in the same order for any growth."""
        self._split(first)
        splits = self._splits
        last = len(splits.counts) - 1
        bins = []
        for number in range(splits.counts[last]):
            depth, above = shared_bins.wider(splits, number, growth)
            mark = splits.marks[depth, above].tobytes()
            bins.append(Bin(int(splits.sizes[last, number]), int(depth), int(above), mark))
        return sorted(bins, key=lambda one: -one.size)

    def batches(self, proof: Proof, level: int) -> Iterator[Iterator[Piece]]:
        """Waves of the guesses with the lowest bounds, until the budget is spent."""
        step = max(1, (proof.best - self._lemma_1) // STEPS)
        unfinished = set(filter(proof.is_open, proof.bounds))
        while self._spent <= self.budget and unfinished:
            enough = min(proof.best, min(proof.bounds[guess] for guess in unfinished) + step)
            below = [guess for guess in unfinished if proof.bounds[guess] < enough]
            wave = sorted(below, key=lambda guess: (proof.bounds[guess], guess))[:WAVE]
            yield (piece for guess in wave for piece in self._pieces(proof, guess, enough))
            for guess in wave:
                self._take_in(proof, guess, enough)
            # A guess that is still below the threshold has no bins left to refine.
            unfinished -= {guess for guess in wave if not enough <= proof.bounds[guess] < proof.best}

    def _take_in(self, proof: Proof, first: int, enough: int) -> None:
        """Raise the bound of a first guess by the bounds of sets that came after its tasks were made."""
        for task, _ in self._pieces(proof, first, enough):
            # It is not carried out now.
            self._asked[task.guesses].discard(self._marks.pop(task))

    def _pieces(self, proof: Proof, first: int, enough: int) -> Iterator[Piece]:
        """The tasks that a first guess needs until its bound is `enough`; they raise its bound as they go along."""
        left = self.game.attempts - 1
        words = len(self.game.secrets)
        self._done[first] = 1
        # The second guess finds one word of a bin at most, the third all others.
        values = [(left - 1) * one.size + 1 for one in self._bins(first, 1.0)]
        # A hit wins one more than its bin of one word, with a guess less, would.
        total = sum(values) + int(self._clues.own[first] >= 0)
        for guesses, growth, fewest in STAGES:
            for index, one in enumerate(self._bins(first, growth)):
                if proof.bounds[first] >= enough:
                    return
                if guesses > left or one.size < fewest:
                    continue
                at_most = self._at_most[guesses]
                task = BoundSet(first, one.depth, one.number, guesses)
                if one.mark not in at_most and one.mark not in self._asked[guesses]:
                    self._marks[task] = one.mark
                    self._asked[guesses].add(one.mark)
                    yield task, enough
                # In another process the bound is still computed perhaps.
                value = values[index]
                if one.mark in at_most:
                    value = (left - guesses) * one.size + at_most[one.mark]
                if value < values[index]:
                    total -= values[index] - value
                    values[index] = value
                    proof.raise_bound(first, proof.objective.charge * (self.game.attempts * words - total))

    def run(self, task: BoundSet, limit: int) -> BoundedSet:  # type: ignore[override]
        """The bound of a set."""
        self._split(task.first)
        secrets = board_of(self.game).secrets
        members = shared_bins.members_of(self._splits, secrets, task.depth, task.number)
        before = int(self._known.counted[1])
        if task.guesses == TWO:
            at_most = shared_bins.most_by_two(self._clues, self._known, members)
        else:
            at_most = shared_bins.most_by_three(self._clues, self._known, self._splits_of_bins, members, WITHIN, NEAR)
        return BoundedSet(int(at_most), int(self._known.counted[1]) - before)

    def learn(self, proof: Proof, task: BoundSet, result: BoundedSet) -> None:  # type: ignore[override]
        """Take in the bound of a set."""
        self._at_most[task.guesses][self._marks[task]] = result.at_most
        self._spent += result.work
