"""Upper bounds on the mean points that any player can reach on a list, and the file that keeps them.

All first guesses start with their first-level bound. Then, in waves, the guesses with the largest bounds are refined
bin by bin until they lie below a falling line: work goes where it lowers the maximum, the bound of the list. Where few
are left above the points in hand, the optimum of their bins is searched.
"""

import json
import os
from collections.abc import Callable
from concurrent.futures import Executor
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from codebreaker.game import partition
from codebreaker.payoff import pit_points
from codebreaker.replies import Array
from codebreaker.search.beam import Search
from codebreaker.search.bounds import at_most, bin_bound, guess_bounds, most_parts, refine
from codebreaker.search.exact import Exact
from codebreaker.search.fastest import fastest_totals as totals
from lingo_bot.expected_points import ExpectedPoints
from lingo_common.checkpoint import Checkpoint
from lingo_common.errors import DataError, reason
from lingo_common.files import write_whole
from lingo_common.pieces import in_pieces
from precompute.lists import ListKey, all_terms, bin_bounds, game_of

PACKAGED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bounds.json")
"""The bounds that come with the package."""
STEPS = 32
"""The line lies a so many-th of the way from the first-level bound to the points in hand below the largest bound."""
WAVE = 512
"""First guesses refined between two looks at the budget and at the largest bound."""
MOST_SURVIVORS = 16
"""Up to so many first guesses left in the end are searched exactly."""
IN_A_PIECE = 8
"""Guesses in a piece of work."""


class Bound(NamedTuple):
    """What is proved of a list; points are sums over all words."""

    words: int
    first_level: int
    """The bound from the bins of the best first guess."""
    capped: int
    """The same where no bin counts for more parts than any guess has over the whole list."""
    bound: int
    """The bound: no player reaches more."""
    first_guess: str
    """The first guess that the bound belongs to."""
    survivors: int
    """First guesses whose own bound lies above the points in hand: only they could begin a better tree."""
    refined: int
    """First guesses whose bins were looked at."""
    exact: int
    """Bins searched for their optimum: a quick search had not reached the bound on them."""


Piece = tuple[ListKey, int, int, int, list[tuple[int, int, int]]]
"""(list, attempts, parts, stop, [(guess, bound, bins done), …])."""


def refine_piece(piece: Piece) -> list[tuple[int, int, int, int]]:
    """(guess, bound, bins done, work) for each guess of the piece."""
    raw_key, attempts, parts, stop, guesses = piece
    key = ListKey(*raw_key)
    game, payoff = game_of(key), pit_points(attempts)
    terms, bound_of = all_terms(key), bin_bounds(key)
    return [
        (guess, *refine(game, payoff, guess, parts, bound, done, stop, terms, bound_of))
        for guess, bound, done in guesses
    ]


ExactPiece = tuple[ListKey, int, int, int, int]
"""(list, attempts, first guess, reply code, most secrets)."""


def exact_bin(piece: ExactPiece) -> tuple[int, bool]:
    """The proved worth of a bin of a first guess, or a bound where it holds too many secrets; whether it was searched.

    Only bins on which the bound of bin_bound lies above a quick search are searched for their optimum.
    """
    raw_key, attempts, guess, code, most = piece
    key = ListKey(*raw_key)
    game, payoff = game_of(key), pit_points(attempts)
    secrets = _bins(key, guess)[code]
    bound = bin_bound(game, payoff, secrets, 1, totals())
    quick = Search(game, payoff, ExpectedPoints(key.length, attempts), [4] * attempts, totals())
    if len(secrets) > most or quick.best(secrets, 1)[0] == bound:
        return bound, False
    return Exact(game, payoff, totals()).best(secrets, 1)[0], True


@lru_cache(maxsize=1)
def _bins(key: ListKey, guess: int) -> dict[int, Array]:
    """The bins of a first guess, secret indices by reply code."""
    game = game_of(key)
    return dict(partition(game, guess, np.arange(len(game.secrets), dtype=np.int32)))


class Work(NamedTuple):
    """What all pieces of a proof share."""

    key: ListKey
    attempts: int
    in_hand: int
    """The points of the best tree known, 0 for none; bounds are not refined below."""
    executor: Executor | None
    checkpoint: Checkpoint
    told: Callable[[str, float], None]
    """Hears of the guess with the largest bound so far and its mean."""

    def tell(self, guess: int, bound: int) -> None:
        """Say how far the proof is."""
        words = game_of(self.key).guesses
        self.told(words[guess], bound / len(words))


def prove(
    key: ListKey,
    attempts: int,
    in_hand: int,
    budget: int,
    most_exact: int,
    executor: Executor | None,
    told: Callable[[str, float], None] = lambda guess, bound: None,
    opener: int | None = None,
) -> Bound:
    """The bound of a list, with about so many pairs of a guess and a word for refining: a wave begun is finished.

    attempts are at least 2; in_hand and told as in Work. Where few first guesses survive, their bins of at most
    most_exact words are searched for their optimum. With an opener it is the bound of trees that begin with that
    guess. Checkpointed: a killed run goes on where it stopped.
    """
    game, payoff = game_of(key), pit_points(attempts)
    secrets = np.arange(len(game.secrets), dtype=np.int32)
    parts = most_parts(game, secrets, totals())
    first = guess_bounds(game, payoff, secrets, 0, at_most(len(secrets)), totals())
    capped = guess_bounds(game, payoff, secrets, 0, at_most(parts), totals())
    openers = [] if opener is None else [opener]
    if openers:
        first, capped = (np.where(secrets == opener, bounds, 0) for bounds in (first, capped))
    checkpoint = Checkpoint(["bound", 3, key.fingerprint, attempts, in_hand, *openers])
    work = Work(key, attempts, in_hand, executor, checkpoint, told)
    bounds, refined = _refined(work, capped, parts, budget)
    exact = 0
    survivors = np.flatnonzero(bounds > in_hand)
    if len(survivors) <= MOST_SURVIVORS:
        for guess in survivors:
            bounds[guess], searched = _searched(work, int(guess), most_exact)
            exact += searched
            work.tell(int(guess), int(bounds[guess]))
    checkpoint.done()
    top = int(bounds.argmax())
    return Bound(
        words=len(game.guesses),
        first_level=int(first.max()),
        capped=int(capped.max()),
        bound=int(bounds[top]),
        first_guess=game.guesses[top],
        survivors=int(np.count_nonzero(bounds > in_hand)),
        refined=refined,
        exact=exact,
    )


def _refined(work: Work, capped: Array, parts: int, budget: int) -> tuple[Array, int]:
    """The bounds of all first guesses, refined as far as the budget goes, and how many of them were."""
    bounds, done = capped.copy(), np.zeros(len(capped), dtype=np.int64)
    step, spent = max(1, (int(bounds.max()) - work.in_hand) // STEPS), 0
    unfinished = bounds > work.in_hand
    while spent <= budget and unfinished.any():
        line = max(work.in_hand, int(bounds[unfinished].max()) - step)
        wave = np.flatnonzero(unfinished & (bounds > line))
        wave = wave[np.argsort(-bounds[wave], kind="stable")][:WAVE]
        pieces = _pieces(work.key, work.attempts, parts, line, wave, bounds, done)
        for _, results in in_pieces(refine_piece, pieces, work.executor, work.checkpoint):
            for guess, bound, bins, words in results:
                spent += 2 * words * len(bounds)
                bounds[guess], done[guess] = bound, bins
                unfinished[guess] = work.in_hand < bound <= line
            work.tell(int(bounds.argmax()), int(bounds.max()))
    return bounds, int(np.count_nonzero(done))


def _searched(work: Work, guess: int, most_exact: int) -> tuple[int, int]:
    """The bound of a first guess from the optimum of its bins, and how many of these were searched."""
    game, payoff, bins = game_of(work.key), pit_points(work.attempts), _bins(work.key, guess)
    large = sorted(code for code, members in bins.items() if len(members) > 2 and code != game.winning)
    small = [len(members) for code, members in bins.items() if len(members) <= 2 and code != game.winning]
    pieces: list[ExactPiece] = [(work.key, work.attempts, guess, code, most_exact) for code in large]
    found = [result for _, result in in_pieces(exact_bin, pieces, work.executor, work.checkpoint)]
    hit = payoff.solved[0] if game.winning in bins else 0
    bound = hit + sum(payoff.most(size, 1) for size in small) + sum(worth for worth, _ in found)
    return bound, sum(searched for _, searched in found)


def _pieces(
    key: ListKey, attempts: int, parts: int, line: int, guesses: Array, bounds: Array, done: Array
) -> list[Piece]:
    """The guesses, their bounds and how far they are refined, in pieces."""
    chunks = [guesses[start : start + IN_A_PIECE] for start in range(0, len(guesses), IN_A_PIECE)]
    return [
        (key, attempts, parts, line, [(int(guess), int(bounds[guess]), int(done[guess])) for guess in chunk])
        for chunk in chunks
    ]


def stored(fingerprint: str, attempts: int, path: str = PACKAGED) -> Bound | None:
    """The bound that a file holds for a list, None where it holds none; DataError where it cannot be read."""
    found = _read(path).get(f"{fingerprint}:{attempts}")
    try:
        return None if found is None else Bound(**found)
    except TypeError:
        raise _no_bounds(path) from None


def store(path: str, fingerprint: str, attempts: int, bound: Bound) -> None:
    """Put the bound into the file, which may be a new one, unless a smaller one is in it."""
    there = os.path.isfile(path)  # what a device or a pipe holds is not ours to read
    known = stored(fingerprint, attempts, path) if there else None
    if known is None or bound.bound <= known.bound:
        content = (_read(path) if there else {}) | {f"{fingerprint}:{attempts}": bound._asdict()}
        write_whole(path, json.dumps(content, indent=1, sort_keys=True) + "\n")


def _no_bounds(path: str) -> DataError:
    return DataError(f"{path}: not a file of bounds")


def _read(path: str) -> dict[str, Any]:
    try:
        with open(path, encoding="ascii") as file:
            content = json.load(file)
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {reason(error)}") from None
    except ValueError:
        content = None
    if not isinstance(content, dict):
        raise _no_bounds(path)
    return content
