"""Bounds on the points that any player can win on a list: a proof like those of codebreaker.search.

Points are counted as costs here, so a bound is the least that a tree costs. Three levels follow each other:

1. Every first guess gets a bound from the sizes of its bins alone.
2. In waves, the guesses with the lowest bounds are refined bin by bin until their bounds reach a threshold, which rises
   from wave to wave. So the work raises the lowest bound, which is the bound of the list.
3. If few first guesses keep a bound below the cost of the best known tree, the *survivors*, the least costs of their
   bins are searched.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import msgspec
import numpy as np

from codebreaker.game import partition, settle
from codebreaker.proof import Execution, Piece, Proof, Searcher
from codebreaker.replies import Array, sum_terms
from codebreaker.search.beam import BeamSearch
from codebreaker.search.bounds import bin_bound, branching_of, guess_bounds, most_parts, refine
from codebreaker.search.exact import ExactSearch
from codebreaker.search.fastest import fastest_totals
from lingo_bot.strategy import expected_points
from lingo_common.errors import DataError
from lingo_common.files import read_file, write_whole
from precompute.board import board_of, checkpoint_of
from wordlists.word_game import POINTS, WordGame

STEPS = 32
"""Each wave's threshold is 1/STEPS of the initial gap above the lowest remaining bound."""
PACKAGED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bounds.json")
"""The bounds that come with the package: JSON, a bound by its bound_name."""
WAVE = 512
"""First guesses in a wave; the budget and the threshold are updated between waves."""
MAX_SEARCHED = 16
"""If at most this many first guesses are left, they are searched exactly."""
TRIVIAL_BIN = 2
"""The least cost of a bin of at most so many words depends on their number alone."""
QUICKLY_KEPT = 4
"""Guesses kept at each attempt by the quick search of a bin."""
REPLIES_A_PAIR = 2
"""The budget counts a pair of a guess and a word twice: refining a bin asks for its reply up to two times."""


class Bound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The proved bounds of a game as files have them: points, sums over all words that can be the secret.

    Where the game is not played for points, what is left of the charges stands for points (Objective.points_of).
    """

    words: int
    """Words that can be the secret."""
    first_level: int
    """The largest first-level bound of any first guess."""
    lemma_1: int
    """The same with Lemma 1: no guess splits a bin into more parts than any guess splits the whole list."""
    bound: int
    """The proved bound: no player reaches more."""
    first_guess: str
    """The first guess that has the largest bound."""
    not_ruled_out: int
    """First guesses whose own bound is above the best known tree: only they could begin a better tree."""
    refined: int
    """First guesses with at least one refined bin."""
    exact: int
    """Bins that were searched for their optimum, because a quick search did not reach their bound."""


@dataclass(frozen=True)
class RefineGuess:
    """The task to raise the bound of a first guess bin by bin; see codebreaker.search.bounds.refine."""

    first: int
    parts: int
    """The most bins of any guess over the whole list."""
    bound: int
    """The bound so far."""
    done: int
    """Bins that have their own bounds."""
    enough: int
    """The bound at which the work ends."""


@dataclass(frozen=True)
class RefinedGuess:
    """The bound of a first guess after that."""

    bound: int
    done: int
    words: int
    """Words in the bins that were looked at."""


@dataclass(frozen=True)
class SolveBin:
    """The task to bound a bin of a first guess, and to search it if it is not too large."""

    first: int
    code: int
    """The reply code of the bin."""
    most: int
    """The most words of a bin that is searched."""


@dataclass(frozen=True)
class SolvedBin:
    """A lower bound on the cost of a bin."""

    at_least: int
    is_searched: bool
    """Whether an exact search found it: the quick search had not reached the bound."""


class BoundSearcher(Searcher):
    """Bounds the first guesses of a game of at least two attempts.

    In hard mode the bounds are those of the same game without hard mode.
    """

    kinds: ClassVar[dict[type, type]] = {RefineGuess: RefinedGuess, SolveBin: SolvedBin}
    efforts = 1
    # Each wave is chosen by the bounds that the wave before has left.
    in_turn = True

    def __init__(self, word_game: WordGame, budget: int = 0, most_exact: int = 0) -> None:
        """budget: how many pairs of a guess and a word to spend on refining; a wave is always finished.

        If few first guesses survive, their bins of at most most_exact words are searched.
        """
        self.game = word_game
        self.budget = budget
        self.most_exact = most_exact
        self._parts = 0
        """The most bins of any guess over the whole list."""
        self._first_level = 0
        self._lemma_1 = 0
        self._done: dict[int, int] = {}
        """How many bins of each first guess have their own bounds."""
        self._spent = 0
        """How much of the budget is spent."""
        self._searched = 0
        """Bins that were searched exactly."""
        self._survivor_cost = 0
        """The bound of the survivor whose bins are searched now, from the bins that are done."""

    def first_bounds(self, proof: Proof) -> dict[int, int]:
        """The first-level bounds with Lemma 1."""
        secrets = board_of(self.game).secrets
        game = board_of(self.game).game
        guesses = np.arange(len(game.guesses)) if proof.first is None else np.array([proof.first])
        self._parts = most_parts(game, secrets, fastest_totals())

        # Without Lemma 1 a guess may split a bin into as many parts as it has words.
        plain = self._bounds(guesses, len(secrets))
        lemma_1 = self._bounds(guesses, self._parts)
        self._first_level = int(plain.min())
        self._lemma_1 = int(lemma_1.min())

        self._done = dict.fromkeys(guesses.tolist(), 0)
        return dict(zip(guesses.tolist(), lemma_1.tolist(), strict=True))

    def _bounds(self, guesses: Array, parts: int) -> Array:
        """The first-level bounds of the guesses, if no guess splits a set into more than that many parts."""
        board = board_of(self.game)
        attempts = self.game.attempts
        return guess_bounds(
            board.game, board.objective, board.secrets, attempts, branching_of(parts), fastest_totals(), guesses
        )

    def result(self, proof: Proof) -> Bound:
        """The bounds proved so far."""
        objective = board_of(self.game).objective
        words = len(self.game.secrets)
        guess = min(proof.bounds, key=proof.bounds.__getitem__)
        return Bound(
            words=words,
            first_level=objective.points_of(self._first_level, words),
            lemma_1=objective.points_of(self._lemma_1, words),
            bound=objective.points_of(proof.bounds[guess], words),
            first_guess=self.game.write(guess),
            not_ruled_out=sum(map(proof.is_open, proof.bounds)),
            refined=sum(map(bool, self._done.values())),
            exact=self._searched,
        )

    def batches(self, proof: Proof, level: int) -> Iterator[Iterable[Piece]]:
        """Waves of the guesses with the lowest bounds, until the budget is spent; then bins of the survivors."""
        yield from self.waves(proof)

        survivors = list(filter(proof.is_open, proof.bounds))
        if len(survivors) > MAX_SEARCHED:
            return
        for guess in survivors:
            yield self._bins_of_survivor(proof, guess)
            # The batch is finished, so every bin of the survivor has been added.
            proof.bounds[guess] = self._survivor_cost

    def waves(self, proof: Proof) -> Iterator[Iterable[Piece]]:
        """The batches that raise the bounds of the first guesses with the lowest ones, until the budget is spent."""
        step = max(1, (proof.best - self._lemma_1) // STEPS)
        unfinished = set(filter(proof.is_open, proof.bounds))
        while self._spent <= self.budget and unfinished:
            lowest = min(proof.bounds[guess] for guess in unfinished)
            enough = min(proof.best, lowest + step)
            below = [guess for guess in unfinished if proof.bounds[guess] < enough]
            wave = sorted(below, key=lambda guess: (proof.bounds[guess], guess))[:WAVE]
            yield from self.raise_bounds(proof, wave, enough)

            for guess in wave:
                # A guess that is still below the threshold has no bins left to refine.
                is_exhausted = proof.bounds[guess] < enough
                is_ruled_out = proof.bounds[guess] >= proof.best
                if is_exhausted or is_ruled_out:
                    unfinished.discard(guess)

    def raise_bounds(self, proof: Proof, wave: Sequence[int], enough: int) -> Iterator[Iterable[Piece]]:
        """The batches that raise the bounds of these first guesses to `enough`, where they can be raised so far."""
        batch = []
        for guess in wave:
            task = RefineGuess(guess, self._parts, proof.bounds[guess], self._done[guess], enough)
            batch.append((task, enough))
        yield batch

    def _bins_of_survivor(self, proof: Proof, guess: int) -> list[Piece]:
        """The tasks to search the bins of a first guess; what it costs besides them is in _survivor_cost."""
        board = board_of(self.game)
        attempts = self.game.attempts
        won, bins = settle(board.game, guess, board.secrets)

        still_open = len(board.secrets) - len(won)
        self._survivor_cost = board.objective.open_charge(attempts) * still_open
        pieces = []
        for code, members in bins:
            if len(members) > TRIVIAL_BIN:
                pieces.append((SolveBin(guess, code, self.most_exact), proof.best))
            else:
                self._survivor_cost += board.objective.least(len(members), 1, attempts - 1)
        return pieces

    def run(self, task: RefineGuess | SolveBin, limit: int) -> RefinedGuess | SolvedBin:
        """The bound of a guess that is refined, or of a bin."""
        return self._refine(task) if isinstance(task, RefineGuess) else self._solve(task)

    def _refine(self, task: RefineGuess) -> RefinedGuess:
        """Raise the bound of a first guess bin by bin."""
        board = board_of(self.game)
        game = board.stored_game
        replies = sum_terms(board.terms, game.features[[task.first]])[0]
        bound, done, words = refine(
            game, board.objective, replies, task.parts, task.bound, task.done, task.enough, fastest_totals()
        )
        return RefinedGuess(bound, done, words)

    def _solve(self, task: SolveBin) -> SolvedBin:
        """Bound a bin; where a quick search does not reach its bound, the exact search finds its least cost."""
        board = board_of(self.game)
        game = board.stored_game
        objective = board.objective
        totals = fastest_totals()
        guesses_left = objective.attempts - 1
        secrets = dict(partition(game, task.first, board.secrets))[task.code]
        bound = bin_bound(game, objective, secrets, guesses_left, totals)
        if len(secrets) > task.most:
            return SolvedBin(bound, is_searched=False)

        keep = [QUICKLY_KEPT] * self.game.attempts
        quick_search = BeamSearch(game, objective, expected_points(self.game.length, objective), keep, totals)
        quick_cost, _ = quick_search.best(secrets, guesses_left)
        if quick_cost == bound:
            return SolvedBin(bound, is_searched=False)

        least_cost, _ = ExactSearch(game, objective, totals).best(secrets, guesses_left)
        return SolvedBin(least_cost, is_searched=True)

    def at_least(self, secrets: Array, guesses_left: int, needed: int, allowed: Array | None = None) -> int:
        """The least cost of the secrets if it is below `needed`, else `needed`; see Searcher."""
        board = board_of(self.game)
        search = ExactSearch(board.stored_game, board.objective, fastest_totals())
        cost_and_tree = search.better(secrets, guesses_left, needed)
        return needed if cost_and_tree is None else cost_and_tree[0]

    def learn(self, proof: Proof, task: RefineGuess | SolveBin, result: RefinedGuess | SolvedBin) -> None:
        """Take in the bound of a refined guess, or that of a bin."""
        if isinstance(result, RefinedGuess):
            proof.bounds[task.first] = result.bound
            self._done[task.first] = result.done
            self._spent += REPLIES_A_PAIR * result.words * len(proof.game.guesses)
        else:
            self._survivor_cost += result.at_least
            self._searched += result.is_searched


def bound_proof(
    word_game: WordGame,
    known_cost: int,
    first: int | None = None,
    budget: int = 0,
    most_exact: int = 0,
    executor: Executor | None = None,
    kind: type[BoundSearcher] = BoundSearcher,
) -> tuple[Proof, BoundSearcher]:
    """The proof that narrows the bound, and its searcher, which has the result.

    known_cost: that of the best known tree, or of missing every secret; only trees that cost less are of interest.
    first: bound only the trees that begin with this guess. kind: the class of the searcher. The others: see
    BoundSearcher.
    """
    openers = [] if first is None else [first]
    checkpoint = checkpoint_of("bound", word_game.with_rules(hard=False), known_cost, kind.__name__, *openers)
    board = board_of(word_game)
    searcher = kind(word_game, budget, most_exact)
    execution = Execution(executor, build=partial(kind, word_game), checkpoint=checkpoint)
    return Proof(board.game, board.objective, searcher, execution, first=first, limit=known_cost), searcher


def add_bound(path: str, name: str, bound: Bound) -> None:
    """Store the bound in the file, new or not, unless the file has a smaller bound of that name."""
    # A device or a pipe is only written.
    bounds = bounds_in(path) if os.path.isfile(path) else {}
    if name not in bounds or bound.bound <= bounds[name].bound:
        content = msgspec.json.encode(bounds | {name: bound}, order="sorted")
        write_whole(path, msgspec.json.format(content, indent=1) + b"\n")


def bound_name(word_game: WordGame) -> str:
    """The name of a game's bound, which holds in hard mode too, where fewer guesses are allowed."""
    objective = "" if word_game.objective == POINTS else f":{word_game.objective}"
    return f"{word_game.fingerprint}:{word_game.attempts}{objective}"


def bounds_in(path: str = PACKAGED) -> dict[str, Bound]:
    """The bounds of a file by name (see bound_name); DataError if it cannot be read."""
    try:
        return msgspec.json.decode(read_file(path), type=dict[str, Bound])
    except msgspec.DecodeError:
        remedy = "write a new one with precompute bound --out FILE"
        raise DataError(f"{path}: not a file of bounds of this version: {remedy}") from None
