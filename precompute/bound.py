"""Upper bounds on the mean points that any player can reach on a list.

Every first guess starts with its first-level bound. Then, in waves, the guesses with the largest bounds are refined
bin by bin until their bounds are at most a threshold, which falls from wave to wave. So the work lowers the largest
bound, which is the bound of the list. If few first guesses keep a bound above the best known tree, the optimum of
their bins is searched.
"""

from collections.abc import Callable
from concurrent.futures import Executor
from typing import NamedTuple

import numpy as np

from codebreaker.game import partition
from codebreaker.replies import Array
from codebreaker.search.beam import Search
from codebreaker.search.bounds import at_most, bin_bound, guess_bounds, most_parts, refine
from codebreaker.search.exact import Exact
from codebreaker.search.fastest import fastest_totals as totals
from lingo_bot.expected_points import ExpectedPoints
from lingo_common.checkpoint import Checkpoint
from lingo_common.pieces import run_pieces
from precompute.board import Board, board_of
from wordlists.word_game import WordGame

STEPS = 32
"""Each wave's threshold is 1/STEPS of the initial gap below the largest remaining bound."""
WAVE = 512
"""First guesses in a wave; the budget and the threshold are updated between waves."""
MOST_SEARCHED = 16
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
    quick = Search(game, payoff, ExpectedPoints(key.length, key.attempts, payoff), [4] * key.attempts, totals())
    if len(secrets) > most or quick.best(secrets, 1)[0] == bound:
        return bound, False
    return Exact(game, payoff, totals()).best(secrets, 1)[0], True


def _bins(board: Board, guess: int) -> dict[int, Array]:
    """The bins of a first guess, secret indices by reply code."""
    return dict(partition(board.game, guess, board.secrets))


class Work(NamedTuple):
    """The parameters that all pieces of a proof share."""

    game: WordGame
    known_total: int
    """The points of the best known tree, those of misses alone for none; bounds at or below it are not refined."""
    executor: Executor | None
    checkpoint: Checkpoint
    show: Callable[[str, int], None]
    """Called with the guess that has the largest bound so far, and that bound."""

    def report(self, guess: int, bound: int) -> None:
        """Show how far the proof is."""
        self.show(self.game.write(guess), bound)


def prove(
    key: WordGame,
    known_total: int,
    budget: int,
    most_exact: int,
    executor: Executor | None,
    show: Callable[[str, int], None] = lambda guess, bound: None,
    opener: int | None = None,
) -> Bound:
    """The bound of a game of at least two attempts. In hard mode it is that of the same game without hard mode.

    known_total, show: see Work. budget: how many pairs of a guess and a word to spend on refining; a
    wave is always finished. If few first guesses survive, their bins of at most most_exact words are searched for
    their optimum. opener: bound only the trees that begin with this guess. A killed run continues from its checkpoint.
    """
    board = board_of(key)
    game, payoff, secrets = board.game, board.payoff, board.secrets
    parts = most_parts(game, secrets, totals())
    first = guess_bounds(game, payoff, secrets, 0, at_most(len(secrets)), totals())
    with_lemma = guess_bounds(game, payoff, secrets, 0, at_most(parts), totals())
    openers = [] if opener is None else [opener]
    if openers:
        others = np.arange(len(game.guesses)) != opener
        first, with_lemma = (np.where(others, payoff.missed * len(secrets), bounds) for bounds in (first, with_lemma))
    checkpoint = Checkpoint(["bound", 5, key.with_rules(hard=False), known_total, *openers])
    work = Work(key, known_total, executor, checkpoint, show)
    bounds, refined = _refined(work, with_lemma, parts, budget)
    exact = 0
    left = np.flatnonzero(bounds > known_total)
    if len(left) <= MOST_SEARCHED:
        for guess in left:
            bounds[guess], searched = _searched(work, int(guess), most_exact)
            exact += searched
            work.report(int(guess), int(bounds[guess]))
    checkpoint.done()
    top = int(bounds.argmax())
    return Bound(
        words=len(secrets),
        first_level=int(first.max()),
        lemma_1=int(with_lemma.max()),
        bound=int(bounds[top]),
        first_guess=key.write(top),
        not_ruled_out=int(np.count_nonzero(bounds > known_total)),
        refined=refined,
        exact=exact,
    )


def _refined(work: Work, with_lemma: Array, parts: int, budget: int) -> tuple[Array, int]:
    """The bounds of all first guesses, refined until the budget is spent, and how many were refined."""
    bounds, done = with_lemma.copy(), np.zeros(len(with_lemma), dtype=np.int64)
    step, spent = max(1, (int(bounds.max()) - work.known_total) // STEPS), 0
    unfinished = bounds > work.known_total
    while spent <= budget and unfinished.any():
        threshold = max(work.known_total, int(bounds[unfinished].max()) - step)
        wave = np.flatnonzero(unfinished & (bounds > threshold))
        wave = wave[np.argsort(-bounds[wave], kind="stable")][:WAVE]
        pieces = _pieces(work.game, parts, threshold, wave, bounds, done)
        for _, results in run_pieces(refine_piece, pieces, work.executor, work.checkpoint):
            for guess, bound, bins, words in results:
                spent += 2 * words * len(bounds)
                bounds[guess], done[guess] = bound, bins
                unfinished[guess] = work.known_total < bound <= threshold
            work.report(int(bounds.argmax()), int(bounds.max()))
    return bounds, int(np.count_nonzero(done))


def _searched(work: Work, guess: int, most_exact: int) -> tuple[int, int]:
    """The bound of a first guess from the optimum of its bins, and how many bins were searched."""
    board = board_of(work.game)
    game, payoff, bins = board.game, board.payoff, board.once(_bins, guess)
    large = sorted(code for code, members in bins.items() if len(members) > 2 and code != game.winning)
    small = [len(members) for code, members in bins.items() if len(members) <= 2 and code != game.winning]
    pieces: list[ExactPiece] = [(work.game, guess, code, most_exact) for code in large]
    found = [result for _, result in run_pieces(exact_bin, pieces, work.executor, work.checkpoint)]
    hit = payoff.solved[0] if game.winning in bins else 0
    bound = hit + sum(payoff.most(size, 1) for size in small) + sum(worth for worth, _ in found)
    return bound, sum(searched for _, searched in found)


def _pieces(game: WordGame, parts: int, threshold: int, guesses: Array, bounds: Array, done: Array) -> list[Piece]:
    """Pieces of work that refine the guesses from their present bounds."""
    chunks = [guesses[start : start + IN_A_PIECE] for start in range(0, len(guesses), IN_A_PIECE)]
    return [
        (game, parts, threshold, [(int(guess), int(bounds[guess]), int(done[guess])) for guess in chunk])
        for chunk in chunks
    ]
