"""Bounds that look two and three guesses past a first guess; the method is in docs/proofs.md.

The words of a bin have the same marks for every *feature* of the first guess: for each of its letter groups. The words
that have the same marks for only some of these features, those that tell most, are a larger set, which contains the bin
(codebreaker.search.compiled.feature_splits finds the sets). No player wins more over the bin than over such a set
(Lemma 4), so a bound of the set is a bound of the bin. Many first guesses have the set in common, and it is bounded
once. The *growth* says how much larger it may be: with 1.5, it has at most 1.5 times as many words as the bin.

Sets are bounded by what is *won*: a word counts as many times as guesses are left when it is found, the guess that
finds it included. Costs would not do, because a lower bound on the cost of a set does not hold for its parts. So a
bound of a set is the most that can be won over it, and a smaller one is better. From the bounds of all bins follows the
least cost of the first guess (DeepSearcher._cost_of). This is the bound that rises in the proof.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from codebreaker.proof import Piece, Proof
from codebreaker.replies import Array
from codebreaker.search.compiled import feature_splits, shared_bins
from lingo_common.errors import UsageError
from precompute.board import board_of
from precompute.bound import BoundSearcher
from wordlists.word_game import POINTS, WordGame

Stages = Sequence[tuple[int, float, int, int]]
"""A row of four numbers for each stage; STAGES says what they are."""
STAGES: Stages = (
    # guesses, growth, fewest, slack_divisor
    (2, 2.0, 3, 0),
    (2, 1.0, 3, 0),
    (3, 2.0, 1000, 5),
    (3, 1.3, 1000, 5),
    (3, 1.0, 300, 5),
    (3, 1.0, 20, 20),
)
"""How the bins of a first guess are bounded, one stage after the other, the quick ones first.

guesses: how many guesses are looked ahead, 2 or 3.

growth: how many times as large as a bin the set may be whose bound the bin takes over. More first guesses have a larger
set in common, but its bound is less close.

fewest: the words of the smallest bin that is bounded. Three guesses take much longer than two, so only larger bins are
worth it.

slack_divisor: where three guesses are looked ahead, second guesses are compared with the best one so far. One that can
win at most 1/slack_divisor more than that is passed over, so the bound may be too high by that share. A larger divisor
takes longer. That of the last stage is larger, so the bins of the stage before it get closer bounds.

The stages were found by trial, and others near them may be as good. With two stages of three guesses, of the growths
4.0 and 1.5 and the slack_divisor 20, it took four times as long to bound `tare` in the contest's list by 164.37 points,
where these reach 160.85, and `tares` by 217.54, where these reach 208.38. docs/proofs.md says how the stages work.
"""
STAGES_OF_LONG_LISTS = STAGES[1:]
"""In a long list two first guesses rarely have a larger set in common, so each bin gets a bound of its own at once."""
LONG_LIST = 20_000
"""Words of a long list.

In the list of 6 letters, 28,127 words, it takes 2.2 times as long to look two guesses ahead for the first 60 first
guesses by STAGES as by STAGES_OF_LONG_LISTS. In that of 5 letters, 14,847 words, first guesses have many sets in
common. The border is a choice between the two.
"""
GROWTHS_OF_SECOND_BINS = np.array([4.0, 1.5])
"""Where three guesses are looked ahead, the bins of the second guess take over bounds too: first with the one growth,
then with the other."""
MOST_BOUNDS = 5_500_000
"""How many bounds of sets a process keeps at most.

They take some 300 MB. A dict doubles when two thirds of it are full: with a few more it would be twice as large.
"""
SetKey = tuple[int, int, tuple[int, int]]
"""The name of a bound: guesses and slack_divisor of its stage, and the key of the set (BoundSet.set_key)."""


@dataclass(frozen=True)
class BoundSet:
    """The task to bound what can be won over a set of secrets."""

    first: int
    """A first guess; others may have the same set."""
    depth: int
    """The words of the set have the same marks for this many features of the first guess, those that tell most."""
    number: int
    """The number of the set among the sets of that depth in feature_splits.Splits."""
    set_key: tuple[int, int]
    """A hash of the set, 128 bits in two halves, by which other first guesses find its bound."""
    guesses: int
    """How many guesses are looked ahead, 2 or 3."""
    slack_divisor: int
    """Which second guesses are passed over (STAGES); 0 where two guesses are looked ahead."""

    @property
    def key(self) -> SetKey:
        """The name of the bound. Tasks of several first guesses have the same one if they share the set."""
        return self.guesses, self.slack_divisor, self.set_key


class DeepSearcher(BoundSearcher):
    """Bounds the first guesses of a game of at least three attempts that is played for points."""

    # By the type of a task, the type of its result.
    result_types: ClassVar[dict[type, type]] = {BoundSet: tuple[int, int]}

    def __init__(self, word_game: WordGame, budget: int = 0, most_exact: int = 0) -> None:
        """budget: how many pairs of guess and secret to look at; no wave begins after more. With 0 there is one wave.

        most_exact is not used, because bins are not searched for their optimum. Raises UsageError for a game that has
        no such bound.
        """
        super().__init__(word_game, budget, most_exact)
        # In a worker the game has no lists, and so no weights, until its board is made.
        board = board_of(word_game)
        if word_game.objective != POINTS or board.game.weights is not None or word_game.attempts < 3:
            raise UsageError("--deep bounds points over at least three attempts, where all words count alike")

        self._requested: set[SetKey] = set()
        """The sets for which a task was made, by whichever first guess."""
        self._at_most: dict[SetKey, int] = {}
        """The bounds of sets that results have brought so far."""
        self._split_guess: int | None = None
        """The first guess whose bins _first_splits holds."""

    @cached_property
    def _by_feature(self) -> feature_splits.GameByFeature:
        """The features, terms and keys of the game in arrays."""
        board = board_of(self.word_game)
        return feature_splits.game_by_feature(board.game)

    @cached_property
    def _memo(self) -> shared_bins.BoundMemo:
        """The bounds of sets that this process has computed on the way."""
        return shared_bins.new_bound_memo(MOST_BOUNDS)

    @cached_property
    def _first_splits(self) -> feature_splits.Splits:
        """The bins of the first guess _split_guess."""
        return feature_splits.new_splits(self._by_feature)

    @cached_property
    def _second_splits(self) -> feature_splits.Splits:
        """Room for the bins of second guesses, which most_by_three fills."""
        return feature_splits.new_splits(self._by_feature)

    def _bins_of(self, first: int) -> feature_splits.Splits:
        """The bins of a first guess; the next call writes those of another guess into the same arrays."""
        if self._split_guess != first:
            secrets = board_of(self.word_game).secrets
            feature_splits.begin(self._first_splits, self._by_feature, secrets)
            feature_splits.split(self._first_splits, self._by_feature, first)
            self._split_guess = first
        return self._first_splits

    def batches(self, proof: Proof, level: int) -> Iterator[Iterable[Piece]]:
        """Waves of the guesses with the lowest bounds, until the budget is spent."""
        return self.waves(proof)

    def raise_bounds(self, proof: Proof, wave: Sequence[int], enough: int) -> Iterator[Iterable[Piece]]:
        """A batch for each stage: it bounds the bins of these first guesses, as far as they need it.

        enough: the bound from which on a guess of this wave needs no more work.
        """
        for count in range(1, len(self._stages) + 1):
            # A bound is put together from the results of all stages so far.
            stages = self._stages[:count]
            # A later stage takes much longer, so it begins when all results of this one are there.
            yield self._pieces(proof, wave, enough, stages)

            # Some results came after the tasks of their first guess were made, and have not raised its bound yet.
            for first in wave:
                sets_without_bound = list(self._raise_by_results(proof, first, enough, stages))
                assert not sets_without_bound, "a batch is finished, so each of its tasks has a result"

    def _pieces(self, proof: Proof, wave: Sequence[int], enough: int, stages: Stages) -> Iterator[Piece]:
        """The pieces of these stages that the first guesses need until their bounds are `enough`, each set once.

        A piece is asked for when a process is free. By then earlier results may have made further pieces needless.
        """
        for first in wave:
            self._refined_guesses.add(first)
            for task in self._raise_by_results(proof, first, enough, stages):
                if task.key not in self._requested:
                    self._requested.add(task.key)
                    yield task, enough

    def _raise_by_results(self, proof: Proof, first: int, enough: int, stages: Stages) -> Iterator[BoundSet]:
        """Raise the bound of a first guess bin by bin, by the bounds of its sets, until it is `enough`.

        Yields the task of each set of these stages that has no bound yet.
        """
        most_won = self._most_won_by_size(first)
        # (index, size, key) of the bins whose sets have no bound yet.
        waiting: list[tuple[int, int, SetKey]] = []
        for index, size, task in self._tasks_of(first, stages):
            if proof.bounds[first] >= enough:
                return
            if task.key not in self._at_most:
                yield task

            # During the yield the results of this bin and of earlier ones may have arrived.
            looked_at = [*waiting, (index, size, task.key)]
            waiting = []
            for bin_index, words, key in looked_at:
                if key in self._at_most:
                    most_won[bin_index] = min(most_won[bin_index], self._most_won_by_set(words, key))
                else:
                    waiting.append((bin_index, words, key))

            proof.raise_bound(first, self._cost_of(proof, first, int(most_won.sum())))

    def _most_won_by_set(self, size: int, key: SetKey) -> int:
        """The most that is won in a bin of that many words, by the bound of the set with that key."""
        guesses_ahead, _, _ = key
        # Each word counts once more for each guess beyond those that are looked ahead (Lemma 5).
        guesses_beyond = self.word_game.attempts - 1 - guesses_ahead
        return guesses_beyond * size + self._at_most[key]

    def _most_won_by_size(self, first: int) -> Array:
        """The most that is won in each bin of a first guess by its size alone, the largest bin first: int64 (bins,).

        The second guess finds one word of a bin at most, with attempts - 1 guesses left. At best the third one finds
        all others, each with attempts - 2 guesses left.
        """
        # With this growth the sets are the bins themselves.
        bins = feature_splits.largest_bins(self._bins_of(first), growth=1.0, fewest=1)
        sizes = bins[:, 0]
        found_by_second = 1
        found_by_third = sizes - found_by_second
        attempts = self.word_game.attempts
        return np.asarray((attempts - 1) * found_by_second + (attempts - 2) * found_by_third)

    @property
    def _stages(self) -> Stages:
        """The stages for this list."""
        return STAGES_OF_LONG_LISTS if len(self.word_game.secrets) >= LONG_LIST else STAGES

    def _tasks_of(self, first: int, stages: Stages) -> Iterator[tuple[int, int, BoundSet]]:
        """(index, size, task) for each bin that one of the stages bounds, stage by stage, the largest bin first.

        index: that of the bin in _most_won_by_size, which has the same order in every stage. size: the words of the
        bin. task: bounds the set whose bound the bin takes over.
        """
        for guesses, growth, fewest, slack_divisor in stages:
            # In a game of three attempts only two guesses follow the first one.
            if guesses >= self.word_game.attempts:
                continue

            splits = self._bins_of(first)
            # A row for each bin: its size, and depth and number of the set whose bound it takes over.
            bins = feature_splits.largest_bins(splits, growth, fewest)
            _sizes, depths, numbers = bins.T
            # All keys at once: while this generator waits, `splits` may get the bins of another first guess.
            keys = splits.keys[depths, numbers].tolist()
            for index, (size, depth, number) in enumerate(bins.tolist()):
                low, high = keys[index]
                yield index, size, BoundSet(first, depth, number, (low, high), guesses, slack_divisor)

    def _cost_of(self, proof: Proof, first: int, won_in_bins: int) -> int:
        """The cost of a first guess in whose bins that much is won: a charge for whatever is not won.

        The most that can be won is each word at the first guess, with all attempts left.
        """
        # A first guess that can be the secret is a bin of its own. won_in_bins has it as found by the second guess, but
        # it is found by the first, with one more guess left. secret_of is -1 for a guess that cannot win.
        can_win = self._by_feature.secret_of[first] >= 0
        won = won_in_bins + int(can_win)
        most = self.word_game.attempts * len(self.word_game.secrets)
        return proof.objective.charge * (most - won)

    def run(self, task: BoundSet, limit: int) -> tuple[int, int]:  # type: ignore[override]
        """(at_most, work): the most that is won over the set, and the pairs of guess and secret that were looked at.

        The bound does not depend on the limit.
        """
        members = feature_splits.members_of(self._bins_of(task.first), task.depth, task.number)
        work_before = int(self._memo.work[0])
        if task.guesses == 2:
            at_most = shared_bins.most_by_two(self._by_feature, members, self._memo.work)
        else:
            at_most = shared_bins.most_by_three(
                self._by_feature, self._memo, self._second_splits, members, GROWTHS_OF_SECOND_BINS, task.slack_divisor
            )
        return int(at_most), int(self._memo.work[0]) - work_before

    def learn(self, proof: Proof, task: BoundSet, result: tuple[int, int]) -> None:  # type: ignore[override]
        """Take in the bound of a set, and count its work in the budget."""
        self._at_most[task.key], work = result
        self._spent += work
