"""Bounds on the points that any player can win on a list: a searcher for the proofs of codebreaker.proof.

A proof counts costs (codebreaker.objective), so a bound on points is a lower bound on the cost of a tree here. Each
first guess has a bound, and the lowest of these is the bound of the list. Three levels of work raise it:

1. Every first guess gets a bound from the sizes of its bins alone, the *first level* of docs/proofs.md.
2. Wave by wave, the guesses with the lowest bounds are *refined*: their bins get bounds of their own, the largest bin
   first, until the bound of the guess reaches a threshold, which rises from wave to wave.
3. A guess whose bound is below the cost of the best known tree is a *survivor*: a better tree may begin with it. If few
   guesses survive, the least costs of their bins are searched.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

import numpy as np

from codebreaker.candidates import partition, settle
from codebreaker.commands.proof_run import ProofRun
from codebreaker.proof import Piece, Proof, Result, Searcher
from codebreaker.replies import Array, sum_terms
from codebreaker.search.bin_searcher import SearchBin
from codebreaker.search.bounds import bin_bound, guess_bounds, most_parts, refine
from codebreaker.search.bounds_by_size import branching_of, least_by_size
from codebreaker.search.exact import ExactSearch
from precompute.board import board_of, checkpoint_of
from precompute.stored_bounds import Bound
from wordlists.word_game import WordGame

STEPS = 32
"""A wave raises the lowest bounds by 1/STEPS of the gap that there is before the first wave.

That is the gap between the cost of the best known tree and the lowest bound of the first level with Lemma 1. With more
steps more of the budget goes to the guesses with the lowest bounds, and there are more waves.
"""
WAVE = 512
"""The most first guesses in a wave: enough for all processes. A wave is finished even if it exceeds the budget."""
MAX_SEARCHED = 16
"""Bins are searched if there are at most this many survivors: to search a bin takes longer than to refine it."""
TRIVIAL_BIN = 2
"""The least cost of a bin of up to two words depends on their number alone: one of them is guessed first."""
REPLIES_A_PAIR = 2
"""What the budget counts for each pair of a guess and a word of a bin that is refined.

The reply of the pair is worked out twice at most: to count the bins of the guess, and to bound them.
"""


@dataclass(frozen=True)
class Refinement:
    """How far a first guess is refined: its bound, and how many of its bins have bounds of their own.

    It is both a task, to refine the guess further from here, and the result of that task: how far it is refined then.
    """

    first: int
    """The index of the first guess."""
    most_bins: int
    """The most bins of any guess over the whole list. A task carries it, because counting it takes long."""
    bound: int
    """The lower bound on the cost of the first guess."""
    refined_bins: int = 0
    """How many bins have bounds of their own, the largest ones."""
    refined_words: int = 0
    """The words in these bins."""


class BoundSearcher(Searcher):
    """Bounds the first guesses of a game of at least two attempts, in which each secret counts once.

    In hard mode the bounds are those of the same game without it, which hold too, because fewer guesses are allowed.
    """

    # By the type of a task, the type of its result.
    result_types: ClassVar[dict[type, type]] = {Refinement: Refinement, SearchBin: Result}
    # The arguments of __init__ limit the work, so there is one level of effort.
    efforts = 1
    # Each wave is chosen by the bounds that the wave before has left. So a continued proof learns a stored result only
    # when its task comes up again, and makes the same waves.
    learns_in_turn = True

    def __init__(self, word_game: WordGame, budget: int = 0, most_exact: int = 0) -> None:
        """budget: how many replies to spend on refining.

        No wave begins when more are spent. A wave that has begun is finished, so a budget of 0 allows one. most_exact:
        the most words of a survivor's bin that is searched. Only `batches` uses these two, so a searcher that just
        carries out tasks needs neither.
        """
        self.word_game = word_game
        self.budget = budget
        self.most_exact = most_exact
        self._most_bins = 0
        """The most bins of any guess over the whole list."""
        self._first_level = 0
        """The lowest bound of a first guess by the sizes of its bins."""
        self._lemma_1 = 0
        """The lowest such bound with Lemma 1: no guess splits a bin into more than _most_bins bins."""
        self._refinements: dict[int, Refinement] = {}
        """How far each first guess is refined."""
        self._refined_guesses: set[int] = set()
        """The first guesses with bins that have bounds of their own."""
        self._spent = 0
        """How much of the budget is spent."""
        self._bin_bounds: dict[tuple[int, int], int] = {}
        """The bounds of the bins of survivors, by first guess and reply code."""

    def first_bounds(self, proof: Proof) -> dict[int, int]:
        """The first-level bounds with Lemma 1."""
        board = board_of(self.word_game)
        guesses = np.arange(len(board.game.guesses)) if proof.first is None else np.array([proof.first])
        self._most_bins = most_parts(board.game, board.secrets)

        # Without Lemma 1 a guess may split a bin into as many parts as the bin has words.
        plain = self._first_level_bounds(guesses, most_bins=len(board.secrets))
        lemma_1 = self._first_level_bounds(guesses, self._most_bins)
        self._first_level = int(plain.min())
        self._lemma_1 = int(lemma_1.min())

        bounds = dict(zip(guesses.tolist(), lemma_1.tolist(), strict=True))
        for guess, bound in bounds.items():
            self._refinements[guess] = Refinement(guess, self._most_bins, bound)
        return bounds

    def _first_level_bounds(self, guesses: Array, most_bins: int) -> Array:
        """The first-level bounds of the guesses, if no guess splits a bin into more than that many."""
        board = board_of(self.word_game)
        objective = board.objective
        attempts = self.word_game.attempts
        # The branching limits how many secrets the guesses of a tree solve. That gives the least cost of a bin by size.
        branching = branching_of(most_bins)
        least_costs = least_by_size(objective, attempts - 1, len(board.secrets), branching)
        return guess_bounds(board.game, objective, board.secrets, attempts, least_costs, guesses)

    def result(self, proof: Proof) -> Bound:
        """The bounds proved so far."""
        objective = board_of(self.word_game).objective
        words = len(self.word_game.secrets)
        guess = min(proof.bounds, key=proof.bounds.__getitem__)
        return Bound(
            words=words,
            first_level=objective.points_of(self._first_level, words),
            lemma_1=objective.points_of(self._lemma_1, words),
            bound=objective.points_of(proof.bounds[guess], words),
            first_guess=self.word_game.write(guess),
            not_ruled_out=sum(map(proof.is_open, proof.bounds)),
            refined=len(self._refined_guesses),
        )

    def batches(self, proof: Proof, level: int) -> Iterator[Iterable[Piece]]:
        """Waves of the guesses with the lowest bounds, until the budget is spent; then bins of the survivors.

        level: 0, the only level of effort.
        """
        yield from self.waves(proof)

        survivors = list(filter(proof.is_open, proof.bounds))
        if len(survivors) > MAX_SEARCHED:
            return
        for guess in survivors:
            yield self._search_survivor(proof, guess)
            # The batch is finished, so each of these bins has a bound.
            proof.raise_bound(guess, self._bound_of_survivor(guess))

    def waves(self, proof: Proof) -> Iterator[Iterable[Piece]]:
        """The batches that raise the bounds of the first guesses with the lowest ones, until the budget is spent."""
        # Costs are whole numbers, and with a step of 0 no bound would be below the threshold.
        step = max(1, (proof.best_cost - self._lemma_1) // STEPS)
        unfinished = set(filter(proof.is_open, proof.bounds))

        while self._spent <= self.budget and unfinished:
            lowest = min(proof.bounds[guess] for guess in unfinished)
            enough = min(proof.best_cost, lowest + step)
            below = [guess for guess in unfinished if proof.bounds[guess] < enough]
            # Equal bounds are ordered by the guess, so that a continued proof makes the same waves.
            wave = sorted(below, key=lambda guess: (proof.bounds[guess], guess))[:WAVE]
            yield from self.raise_bounds(proof, wave, enough)

            for guess in wave:
                # A guess that is still below the threshold has no bins left to refine.
                is_exhausted = proof.bounds[guess] < enough
                is_ruled_out = proof.bounds[guess] >= proof.best_cost
                if is_exhausted or is_ruled_out:
                    unfinished.discard(guess)

    def raise_bounds(self, proof: Proof, wave: Sequence[int], enough: int) -> Iterator[Iterable[Piece]]:
        """The batches of a wave: they raise the bounds of its first guesses to `enough`, or as far as they can."""
        # A piece is a task with its limit: here the bound that is enough.
        yield [(self._refinements[guess], enough) for guess in wave]

    def _search_survivor(self, proof: Proof, guess: int) -> Iterator[Piece]:
        """The pieces that bound the bins of a first guess, one for each bin that is not trivial."""
        board = board_of(self.word_game)
        # settle returns the secrets that the guess wins against, and the bins of the others by reply code.
        _, bins = settle(board.game, guess, board.secrets)
        for code, members in bins:
            if len(members) > TRIVIAL_BIN:
                # All second guesses are tried. The unit of most_work is here the words of a bin (see _search_bin).
                task = SearchBin(guess, code, second=None, most_work=self.most_exact)
                # A piece has a limit, which the search of a bin does not look at.
                yield task, proof.best_cost

    def _bound_of_survivor(self, guess: int) -> int:
        """The bound of a first guess: what it charges the secrets that it leaves open, and the bounds of its bins."""
        board = board_of(self.word_game)
        objective = board.objective
        won, bins = settle(board.game, guess, board.secrets)

        open_secrets = len(board.secrets) - len(won)
        bound = objective.open_charge(objective.attempts) * open_secrets
        for code, members in bins:
            # The next guess wins one word at most. In a trivial bin it does, and the guess after it wins the other one.
            least_cost = objective.least(len(members), won=1, guesses_left=objective.attempts - 1)
            bound += self._bin_bounds.get((guess, code), least_cost)
        return bound

    def run(self, task: Refinement | SearchBin, limit: int) -> Refinement | Result:
        """The first guess refined until its bound reaches the limit, or as far as it can be; or the bound of a bin."""
        if isinstance(task, Refinement):
            return self._refine(task, enough=limit)
        return self._search_bin(task)

    def _refine(self, task: Refinement, enough: int) -> Refinement:
        """Raise the bound of a first guess bin by bin until it is enough."""
        board = board_of(self.word_game)
        # A reply code is the sum of the terms of the guess's features. sum_terms takes several guesses, here one.
        features_of_one_guess = board.game.features[[task.first]]
        [replies] = sum_terms(board.terms, features_of_one_guess)
        bound, refined_bins, words = refine(
            board.quick_game,
            board.objective,
            replies,
            task.most_bins,
            bound=task.bound,
            done=task.refined_bins,
            enough=enough,
        )
        return replace(task, bound=bound, refined_bins=refined_bins, refined_words=task.refined_words + words)

    def _search_bin(self, task: SearchBin) -> Result:
        """The least cost of a bin, without its tree.

        A bin of more words than the task's most_work is not searched: it has a bound by the bins of all second guesses.
        """
        board = board_of(self.word_game)
        game = board.quick_game
        objective = board.objective
        guesses_left = objective.attempts - 1

        secrets = dict(partition(game, task.first, board.secrets))[task.code]
        if len(secrets) > task.most_work:
            at_least = bin_bound(game, objective, secrets, guesses_left)
        else:
            at_least, _ = ExactSearch(game, objective).best(secrets, guesses_left)
        return Result(best=None, at_least=at_least)

    def learn(self, proof: Proof, task: Refinement | SearchBin, result: Refinement | Result) -> None:
        """Take in the bound of a refined guess, or that of a bin."""
        if isinstance(result, Refinement):
            before = self._refinements[task.first]
            words = result.refined_words - before.refined_words
            self._spent += REPLIES_A_PAIR * words * len(proof.game.guesses)

            proof.bounds[task.first] = result.bound
            self._refinements[task.first] = result
            if result.refined_bins:
                self._refined_guesses.add(task.first)
            return

        # The result of _search_bin always has a bound.
        assert isinstance(task, SearchBin)
        assert result.at_least is not None
        self._bin_bounds[task.first, task.code] = result.at_least


def bound_proof(
    searcher: BoundSearcher, run: ProofRun, known_cost: int | None = None, first: int | None = None
) -> Proof:
    """The proof of the bound of the searcher's game. Its states narrow the bound, and searcher.result has the figures.

    known_cost: the cost of the best known tree; only trees that cost less are of interest. None if no tree is known.
    first: bound only the trees that begin with this guess.
    """
    word_game = searcher.word_game
    board = board_of(word_game)
    if known_cost is None:
        # The cost of a tree that misses every secret: no tree costs more.
        known_cost = board.objective.cost_of_miss * len(word_game.secrets)

    # The bounds with hard mode are those without it, so a game and its hard form have one checkpoint. The board stays
    # that of word_game: the caller has made it, and a process keeps one.
    plain_game = word_game.with_rules(hard=False)
    kind = type(searcher)
    checkpoint = checkpoint_of("bound", plain_game, known_cost, kind.__name__, first)

    # Each process of the executor builds a searcher, which carries out tasks and needs no limits.
    execution = run.execution(partial(kind, word_game), checkpoint)
    return Proof(board.game, board.objective, searcher, execution, first=first, limit=known_cost)
