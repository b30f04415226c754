"""The solution of a game for its objective: the best tree found, its figures, and what is proved of it."""

import time
from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Any, NamedTuple

from codebreaker.replies import code_dtype
from codebreaker.search.compiled.memo import UNLIMITED
from codebreaker.tree import Tree, attempts_distribution
from lingo_common.cli.progress import Progress
from lingo_common.errors import DataError, UsageError
from lingo_common.time_limit import TimeUp, time_limit
from precompute.optimal import OptimalProof, miss_of
from wordlists.word_game import POINTS, WORST, WordGame

MOST_BYTES = 3 << 30
"""Bytes that all replies of a game may take in each process."""


class GameSolution(NamedTuple):
    """The best tree that was found."""

    tree: Tree
    record: dict[str, Any]
    """The object that `precompute optimal --json` prints."""
    stopped: type[BaseException] | None
    """What ended the search before it was complete: KeyboardInterrupt or TimeUp."""


def solve(
    game: WordGame,
    first: str | None,
    top: int,
    keep: Sequence[int],
    executor: Executor | None,
    known: Tree | None = None,
    until: float | None = None,
) -> GameSolution:
    """The solution of the game; first: only trees that begin with it.

    until: when the search stops, on the clock of time.perf_counter; None for never. The others: see OptimalProof.
    """
    if game.attempts < 2:
        raise UsageError("an optimal tree needs at least 2 attempts")
    started = time.perf_counter()
    secrets = len(game.secrets)
    _check_memory(len(game.words) * secrets, game.length)
    opener = None if first is None else game.index_of(first)
    if known is not None and opener not in (None, known.guess):
        known = None
    nodes, stopped = 0, None
    for attempts, below in _limits(game):
        limited = game.with_rules(attempts=attempts)
        proof = OptimalProof(limited, top, opener, below, keep, known if attempts == game.attempts else None)
        try:
            if not stopped:
                with time_limit(None if until is None else until - time.perf_counter()):
                    _run(proof, executor, game.name)
        except (KeyboardInterrupt, TimeUp) as error:
            stopped = type(error)
        nodes += proof.nodes
        if proof.cost < below:
            break
    tree = proof.tree()
    record = _record(proof, tree)
    record["proved"] &= not stopped
    if not record["proved"]:
        record["bracket"] = list(_bracket(proof))
    return GameSolution(tree, record | {"seconds": round(time.perf_counter() - started, 2), "nodes": nodes}, stopped)


def _check_memory(replies: int, length: int) -> None:
    """DataError if all replies, which are held twice, would take too much memory."""
    size = 2 * replies * code_dtype(length).itemsize
    if size > MOST_BYTES:
        raise DataError(f"all replies of {length} letters would take {size / 2**30:.0f} GB: the lists are too long")


def _limits(game: WordGame) -> list[tuple[int, int]]:
    """(attempts, limit of the cost) of the problems to solve until one has a solution.

    For the worst case these are trees of two guesses, three, … that miss no secret, and at last those of all attempts.
    """
    fewer = range(2, game.attempts) if game.objective == WORST else ()
    return [(attempts, attempts * len(game.secrets) + 1) for attempts in fewer] + [(game.attempts, UNLIMITED)]


def _run(proof: OptimalProof, executor: Executor | None, name: str) -> None:
    """Complete the proof; show the bracket and how many first guesses are ruled out or known exactly."""
    with Progress(len(proof.low), "first guesses") as progress:
        progress.begin(name)

        def show() -> None:
            lower, upper = _bracket(proof)
            progress.reach(sum(low >= proof.limit for low in proof.low.values()), f"[{lower:,}, {upper:,}]")

        proof.run(executor, show)


def _record(proof: OptimalProof, tree: Tree) -> dict[str, Any]:
    """The figures of the best tree and of the proof."""
    game = proof.game
    solved, missed = attempts_distribution(tree)
    total = _total(game, proof.search.cost_of(tree))
    record = {
        "first_guess": game.write(tree.guess),
        "total": total,
        "mean": total / len(game.secrets),
        "distribution": {str(attempt): solved[attempt] for attempt in range(1, game.attempts + 1)},
        "worst": None if missed else max(solved),
        "missed": missed,
        "proved": proof.proved,
        "bound": _bound(game, proof.bound, missed),
    }
    if proof.top > 1:
        costs = [(game.write(guess), _total(game, cost)) for guess, cost in proof.openers]
        record["openers"] = [{"first_guess": guess, "total": total} for guess, total in costs]
    return record


def _bracket(proof: OptimalProof) -> tuple[int, int]:
    """The totals between which the best one lies, the lower first: a bound on it, and the best that was found."""
    game = proof.game
    missed = 0 if game.objective == POINTS else proof.cost // miss_of(game)
    bound, known = _bound(game, min(proof.bound, proof.cost), missed), _total(game, proof.cost)
    return min(bound, known), max(bound, known)


def _total(game: WordGame, cost: int) -> int:
    """The points that a cost comes to, or the guesses; the guesses of missed games count."""
    if game.objective == POINTS:
        return 100 * ((game.attempts + 1) * len(game.secrets) - cost)
    return cost % miss_of(game)


def _bound(game: WordGame, low: int, missed: int) -> int:
    """The total that no tree with as few missed secrets betters; trivial where fewer misses are not ruled out."""
    if game.objective == POINTS or low // miss_of(game) == missed:
        return _total(game, low)
    return 2 * len(game.secrets) - 1
