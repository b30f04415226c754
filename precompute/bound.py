"""Upper bounds on the mean points that any player can reach on a list: a proof like those of codebreaker.search.

Every first guess starts with its first-level bound. Then, in waves, the guesses with the largest bounds are refined
bin by bin until their bounds are at most a threshold, which falls from wave to wave. So the work lowers the largest
bound, which is the bound of the list. If few first guesses keep a bound above the best known tree, the optimum of
their bins is searched.
"""

import os
from collections.abc import Iterator
from concurrent.futures import Executor
from functools import partial
from typing import Any

import msgspec
import numpy as np

from codebreaker.game import partition, settle
from codebreaker.replies import sum_terms
from codebreaker.search.anytime import Anytime, Piece, Workplace
from codebreaker.search.beam import Search
from codebreaker.search.bounds import at_most, bin_bound, guess_bounds, most_parts, refine
from codebreaker.search.exact import Exact
from codebreaker.search.fastest import fastest_totals as totals
from lingo_bot.strategy import expected_points
from lingo_common.errors import DataError
from lingo_common.files import read_file, write_whole
from precompute.board import board_of, checkpoint_of
from wordlists.word_game import POINTS, WordGame

STEPS = 32
"""Each wave's threshold is 1/STEPS of the initial gap below the largest remaining bound."""
PACKAGED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bounds.json")
"""The bounds that come with the package: JSON, a bound by its bound_name."""
WAVE = 512
"""First guesses in a wave; the budget and the threshold are updated between waves."""
MAX_SEARCHED = 16
"""If at most this many first guesses are left, they are searched exactly."""

REFINE, EXACT = "refine", "exact"
"""Kinds of tasks: [REFINE, first guess, most bins of any guess, bound, bins done, threshold]; [EXACT, first guess,
reply code, most secrets]."""


class Bound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The proved bounds of a game; points are sums over all words that can be the secret.

    Where the game is not played for points they are its total payoffs (see lingo_bot.strategy.payoff_of).
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


def bound_piece(word_game: WordGame, piece: Piece) -> Any:
    """The bound of a guess that is refined, its bins done, and the work; or a bound of a bin, and whether it is the
    optimum of an exact search, which is made if a quick search does not reach the bound and the bin is not too large.
    """
    (kind, guess, *task), _ = piece
    board = board_of(word_game)
    game, payoff = board.stored_game, board.payoff
    if kind == REFINE:
        parts, bound, done, threshold = task
        replies = sum_terms(board.terms, game.features[[guess]])[0]
        return refine(game, payoff, replies, parts, bound, done, threshold, totals())
    code, most = task
    secrets = dict(partition(game, guess, board.secrets))[code]
    bound = bin_bound(game, payoff, secrets, 1, totals())
    quick = Search(game, payoff, expected_points(word_game.length, payoff), [4] * word_game.attempts, totals())
    if len(secrets) > most or quick.best(secrets, 1)[0] == bound:
        return bound, False
    return Exact(game, payoff, totals()).best(secrets, 1)[0], True


class BoundProof(Anytime):
    """Upper bounds of the first guesses of a game of at least two attempts.

    In hard mode the bounds are those of the same game without hard mode.
    """

    efforts, in_turn = 1, True  # waves follow from the results before them

    def __init__(
        self,
        game: WordGame,
        known_total: int,
        first: int | None = None,
        budget: int = 0,
        most_exact: int = 0,
        executor: Executor | None = None,
    ) -> None:
        """known_total: the points of the best known tree, those of misses alone for none; bounds at or below it are not
        refined. first: bound only the trees that begin with this guess.

        budget: how many pairs of a guess and a word to spend on refining; a wave is always finished. If few first
        guesses survive, their bins of at most most_exact words are searched for their optimum.
        """
        openers = [] if first is None else [first]
        checkpoint = checkpoint_of("bound", game.with_rules(hard=False), known_total, *openers)
        super().__init__(known_total, Workplace(executor=executor, checkpoint=checkpoint))
        self.game, self.budget, self.most_exact = game, budget, most_exact
        self.search = partial(bound_piece, game)
        self._board = board = board_of(game)
        self._parts = most_parts(board.game, board.secrets, totals())
        guesses = np.array(openers or range(len(board.game.guesses)))
        first_level, lemma_1 = (
            guess_bounds(board.game, board.payoff, board.secrets, 0, at_most(parts), totals(), guesses)
            for parts in (len(board.secrets), self._parts)
        )
        self._first_level, self._lemma_1 = int(first_level.max()), int(lemma_1.max())
        self.bounds = dict[int, int](zip(guesses.tolist(), lemma_1.tolist(), strict=True))
        self._done = dict.fromkeys(self.bounds, 0)
        """How many bins of each first guess have their own bounds."""
        self._spent = self._exact = self._of_bins = 0

    @property
    def largest(self) -> tuple[str, int]:
        """The first guess with the largest bound, and that bound."""
        guess = max(self.bounds, key=self.bounds.__getitem__)
        return self.game.write(guess), self.bounds[guess]

    @property
    def result(self) -> Bound:
        """The bounds proved so far."""
        first_guess, bound = self.largest
        return Bound(
            words=len(self.game.secrets),
            first_level=self._first_level,
            lemma_1=self._lemma_1,
            bound=bound,
            first_guess=first_guess,
            not_ruled_out=sum(map(self.is_open, self.bounds)),
            refined=sum(map(bool, self._done.values())),
            exact=self._exact,
        )

    def batches(self, level: int) -> Iterator[list[Piece]]:
        """Waves of the guesses with the largest bounds, until the budget is spent; then bins of the survivors."""
        step = max(1, (self._lemma_1 - self.best) // STEPS)
        unfinished = set(filter(self.is_open, self.bounds))
        while self._spent <= self.budget and unfinished:
            threshold = max(self.best, max(self.bounds[guess] for guess in unfinished) - step)
            above = [guess for guess in unfinished if self.bounds[guess] > threshold]
            wave = sorted(above, key=lambda guess: (-self.bounds[guess], guess))[:WAVE]
            yield [
                ((REFINE, guess, self._parts, self.bounds[guess], self._done[guess], threshold), None) for guess in wave
            ]
            unfinished -= {guess for guess in wave if not self.best < self.bounds[guess] <= threshold}
        survivors = list(filter(self.is_open, self.bounds))
        for guess in survivors if len(survivors) <= MAX_SEARCHED else ():
            won, bins = settle(self._board.game, guess, self._board.secrets)
            payoff = self._board.payoff
            small = sum(payoff.most(len(members), 1) for _, members in bins if len(members) <= 2)
            self._of_bins = payoff.solved[0] * len(won) + small
            yield [((EXACT, guess, code, self.most_exact), None) for code, members in bins if len(members) > 2]
            self.bounds[guess] = self._of_bins

    def learn(self, task: Any, result: Any) -> None:
        """Take in the bound of a refined guess, or that of a bin."""
        kind, guess, *_ = task
        if kind == REFINE:
            self.bounds[guess], self._done[guess], words = result
            self._spent += 2 * words * len(self._board.game.guesses)
        else:
            bound, searched = result
            self._of_bins += bound
            self._exact += searched


def add_bound(path: str, name: str, bound: Bound) -> None:
    """Store the bound in the file, new or not, unless the file has a smaller bound of that name."""
    bounds = bounds_in(path) if os.path.isfile(path) else {}  # a device or a pipe is only written
    if name not in bounds or bound.bound <= bounds[name].bound:
        content = msgspec.json.encode(bounds | {name: bound}, order="sorted")
        write_whole(path, msgspec.json.format(content, indent=1) + b"\n")


def bound_name(game: WordGame) -> str:
    """The name of a game's bound, which holds in hard mode too, where fewer guesses are allowed."""
    objective = "" if game.objective == POINTS else f":{game.objective}"
    return f"{game.fingerprint}:{game.attempts}{objective}"


def bounds_in(path: str = PACKAGED) -> dict[str, Bound]:
    """The bounds of a file by name (see bound_name); DataError if it cannot be read."""
    try:
        return msgspec.json.decode(read_file(path), type=dict[str, Bound])
    except msgspec.DecodeError:
        remedy = "write a new one with precompute bound --out FILE"
        raise DataError(f"{path}: not a file of bounds of this version: {remedy}") from None
