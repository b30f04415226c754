"""Upper bounds on the mean points that any player can reach on a list.

Every first guess starts with its first-level bound. Then, in waves, the guesses with the largest bounds are refined
bin by bin until their bounds are at most a threshold, which falls from wave to wave. So the work lowers the largest
bound, which is the bound of the list. If few first guesses keep a bound above the best known tree, the optimum of
their bins is searched.
"""

import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from typing import Any, NamedTuple

import msgspec
import numpy as np

from codebreaker.game import partition
from codebreaker.replies import Array
from codebreaker.search.beam import Search
from codebreaker.search.bounds import at_most, bin_bound, guess_bounds, most_parts, refine
from codebreaker.search.exact import Exact
from codebreaker.search.fastest import fastest_totals as totals
from lingo_bot.strategy import expected_points
from lingo_common.errors import DataError, reason
from lingo_common.files import write_whole
from lingo_common.pieces import Checkpoint, run_pieces
from precompute.board import Board, board_of
from wordlists.word_game import POINTS, WordGame

STEPS = 32
"""Each wave's threshold is 1/STEPS of the initial gap below the largest remaining bound."""
PACKAGED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bounds.json")
"""The bounds that come with the package: JSON, a bound by its bound_name."""
WAVE = 512
"""First guesses in a wave; the budget and the threshold are updated between waves."""
MAX_SEARCHED = 16
"""If at most this many first guesses are left, they are searched exactly."""
IN_A_PIECE = 8
"""First guesses in a piece of work."""


class Bound(NamedTuple):
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


Piece = tuple[WordGame, int, int, list[tuple[int, int, int]]]
"""(game, parts, threshold, [(guess, bound, bins done), …])."""


def refine_piece(piece: Piece) -> list[tuple[int, int, int, int]]:
    """(guess, bound, bins done, work) for each guess of the piece."""
    key, parts, threshold, guesses = piece
    board = board_of(key)
    return [
        (guess, *refine(board.game, board.payoff, guess, parts, bound, done, threshold, board.terms, board.bin_bounds))
        for guess, bound, done in guesses
    ]


ExactPiece = tuple[WordGame, int, int, int]
"""(game, first guess, reply code, most secrets)."""


def exact_bin(piece: ExactPiece) -> tuple[int, bool]:
    """The optimum of a bin of a first guess, or a bound if it has too many secrets; and whether it was searched.

    A bin is searched for its optimum only if a quick search does not reach its bound.
    """
    key, guess, code, most = piece
    board = board_of(key)
    game, payoff = board.game, board.payoff
    secrets = board.once(_bins, guess)[code]
    bound = bin_bound(game, payoff, secrets, 1, totals())
    quick = Search(game, payoff, expected_points(key.length, payoff), [4] * key.attempts, totals())
    if len(secrets) > most or quick.best(secrets, 1)[0] == bound:
        return bound, False
    return Exact(game, payoff, totals()).best(secrets, 1)[0], True


def _bins(board: Board, guess: int) -> dict[int, Array]:
    """The bins of a first guess, secret indices by reply code."""
    return dict(partition(board.game, guess, board.secrets))


OnBound = Callable[[int, int], None]
"""Called with the first guess that has the largest bound so far, and that bound."""


class BoundProof:
    """Upper bounds of the first guesses of a game of at least two attempts; `run` lowers them.

    In hard mode the bounds are those of the same game without hard mode.
    """

    def __init__(self, game: WordGame, known_total: int, first: int | None = None) -> None:
        """known_total: the points of the best known tree, those of misses alone for none; bounds at or below it are not
        refined. first: bound only the trees that begin with this guess."""
        board = board_of(game)
        self.game, self.known_total = game, known_total
        self._parts = most_parts(board.game, board.secrets, totals())
        levels = [
            guess_bounds(board.game, board.payoff, board.secrets, 0, at_most(parts), totals())
            for parts in (len(board.secrets), self._parts)
        ]
        if first is not None:
            excluded = np.arange(len(board.game.guesses)) != first
            levels = [np.where(excluded, board.payoff.missed * len(board.secrets), level) for level in levels]
        self._first_level, self._lemma_1 = (int(level.max()) for level in levels)
        self.bounds: Array = levels[1]
        """int64 (guesses,): an upper bound on the total after each first guess."""
        self._done = np.zeros(len(self.bounds), dtype=np.int64)
        """int64 (guesses,): how many bins of each first guess have their own bounds."""
        self._exact = 0
        openers = [] if first is None else [first]
        self._checkpoint = Checkpoint(["bound", 5, game.with_rules(hard=False), known_total, *openers])

    @property
    def result(self) -> Bound:
        """The bounds proved so far."""
        top = int(self.bounds.argmax())
        return Bound(
            words=len(self.game.secrets),
            first_level=self._first_level,
            lemma_1=self._lemma_1,
            bound=int(self.bounds[top]),
            first_guess=self.game.write(top),
            not_ruled_out=int(np.count_nonzero(self.bounds > self.known_total)),
            refined=int(np.count_nonzero(self._done)),
            exact=self._exact,
        )

    def run(
        self, budget: int, most_exact: int, executor: Executor | None, on_bound: OnBound = lambda guess, bound: None
    ) -> None:
        """Lower the bounds; continues from its checkpoint.

        budget: how many pairs of a guess and a word to spend on refining; a wave is always finished. If few first
        guesses survive, their bins of at most most_exact words are searched for their optimum.
        """
        on_bound(int(self.bounds.argmax()), int(self.bounds.max()))
        for pieces in self._waves(budget):
            for _, results in run_pieces(refine_piece, pieces, executor, self._checkpoint):
                for guess, bound, bins, words in results:
                    self._spent += 2 * words * len(self.bounds)
                    self.bounds[guess], self._done[guess] = bound, bins
                on_bound(int(self.bounds.argmax()), int(self.bounds.max()))
        survivors = np.flatnonzero(self.bounds > self.known_total).tolist()
        for guess in survivors if len(survivors) <= MAX_SEARCHED else ():
            self._search(guess, most_exact, executor)
            on_bound(guess, int(self.bounds[guess]))
        self._checkpoint.done()

    def _waves(self, budget: int) -> Iterator[list[Piece]]:
        """Pieces that refine the guesses with the largest bounds, until the budget is spent; one wave after another."""
        step, self._spent = max(1, (int(self.bounds.max()) - self.known_total) // STEPS), 0
        unfinished = self.bounds > self.known_total
        while self._spent <= budget and unfinished.any():
            threshold = max(self.known_total, int(self.bounds[unfinished].max()) - step)
            wave = np.flatnonzero(unfinished & (self.bounds > threshold))
            wave = wave[np.argsort(-self.bounds[wave], kind="stable")][:WAVE]
            states = [(guess, int(self.bounds[guess]), int(self._done[guess])) for guess in wave.tolist()]
            chunks = [states[start : start + IN_A_PIECE] for start in range(0, len(states), IN_A_PIECE)]
            yield [(self.game, self._parts, threshold, chunk) for chunk in chunks]
            unfinished[wave] = (self.known_total < self.bounds[wave]) & (self.bounds[wave] <= threshold)

    def _search(self, guess: int, most_exact: int, executor: Executor | None) -> None:
        """Lower the bound of a first guess to the sum over its bins of their optima."""
        board = board_of(self.game)
        bins, payoff = board.once(_bins, guess), board.payoff
        sizes = {code: len(members) for code, members in bins.items() if code != board.game.winning}
        pieces = [(self.game, guess, code, most_exact) for code, size in sizes.items() if size > 2]
        results = [result for _, result in run_pieces(exact_bin, pieces, executor, self._checkpoint)]
        hit = payoff.solved[0] * (board.game.winning in bins)
        small = sum(payoff.most(size, 1) for size in sizes.values() if size <= 2)
        self.bounds[guess] = hit + small + sum(bound for bound, _ in results)
        self._exact += sum(searched for _, searched in results)


_StoredBound = msgspec.defstruct("_StoredBound", Bound.__annotations__.items(), forbid_unknown_fields=True)


def find_bound(name: str, path: str = PACKAGED) -> Bound | None:
    """The bound that a file has under a name (see bound_name), None if it has none; DataError if it cannot be read."""
    return _read(path).get(name)


def add_bound(path: str, name: str, bound: Bound) -> None:
    """Store the bound in the file, new or not, unless the file has a smaller bound of that name."""
    bounds = _read(path) if os.path.isfile(path) else {}  # a device or a pipe is only written
    if name not in bounds or bound.bound <= bounds[name].bound:
        content = {key: stored._asdict() for key, stored in (bounds | {name: bound}).items()}
        write_whole(path, json.dumps(content, indent=1, sort_keys=True) + "\n")


def bound_name(game: WordGame) -> str:
    """The name of a game's bound, which holds in hard mode too, where fewer guesses are allowed."""
    objective = "" if game.objective == POINTS else f":{game.objective}"
    return f"{game.fingerprint}:{game.attempts}{objective}"


def _read(path: str) -> dict[str, Bound]:
    kind: Any = dict[str, _StoredBound]  # type: ignore[valid-type]
    try:
        with open(path, "rb") as file:
            bounds = msgspec.json.decode(file.read(), type=kind)
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {reason(error)}") from None
    except msgspec.DecodeError:
        remedy = "write a new one with precompute bound --out FILE"
        raise DataError(f"{path}: not a file of bounds of this version: {remedy}") from None
    return {name: Bound(**msgspec.structs.asdict(bound)) for name, bound in bounds.items()}
