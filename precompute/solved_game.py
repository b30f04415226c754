"""The solution of a game for its objective: the best tree found, its figures, and what is proved of it."""

import time
from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Any, NamedTuple

from codebreaker.replies import code_dtype
from codebreaker.rules import POINTS, WORST, GameRules
from codebreaker.search.compiled.memo import UNLIMITED
from codebreaker.tree import Tree, attempts_distribution
from lingo_common.cli.progress import Progress
from lingo_common.errors import DataError, UsageError
from lingo_common.time_limit import TimeUp, time_limit
from precompute.lists import ListKey, place_of, words_of
from precompute.optimal import OptimalProof, Problem, problem_of

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
    key: ListKey,
    rules: GameRules,
    first: str | None,
    top: int,
    keep: Sequence[int],
    executor: Executor | None,
    known: Tree | None = None,
    until: float | None = None,
) -> GameSolution:
    """The solution of the game over those lists; first: only trees that begin with it.

    until: when the search stops, on the clock of time.perf_counter; None for never. The others: see OptimalProof.
    """
    if rules.attempts < 2:
        raise UsageError("an optimal tree needs at least 2 attempts")
    started = time.perf_counter()
    words, secrets = words_of(key)
    _check_memory(len(words) * len(secrets), key.length)
    opener = None if first is None else place_of(first, key, words)
    if known is not None and opener not in (None, known.guess):
        known = None
    nodes, stopped = 0, None
    for attempts, below in _limits(rules, len(secrets)):
        problem = problem_of(key, len(secrets), attempts, rules.objective, rules.hard)
        proof = OptimalProof(problem, top, opener, below, keep, known if attempts == rules.attempts else None)
        try:
            if not stopped:
                with time_limit(None if until is None else until - time.perf_counter()):
                    _run(proof, executor, key.name, len(secrets), rules.objective == POINTS)
        except (KeyboardInterrupt, TimeUp) as error:
            stopped = type(error)
        nodes += proof.nodes
        if proof.cost < below:
            break
    tree = proof.tree()
    written = list(map(key.letters.write, words))
    record = _record(proof, tree, written, len(secrets), rules.objective == POINTS)
    record["proved"] &= not stopped
    if not record["proved"]:
        record["bracket"] = list(_bracket(proof, len(secrets), rules.objective == POINTS))
    return GameSolution(tree, record | {"seconds": round(time.perf_counter() - started, 2), "nodes": nodes}, stopped)


def _check_memory(replies: int, length: int) -> None:
    """DataError if all replies, which are held twice, would take too much memory."""
    size = 2 * replies * code_dtype(length).itemsize
    if size > MOST_BYTES:
        raise DataError(f"all replies of {length} letters would take {size / 2**30:.0f} GB: the lists are too long")


def _limits(rules: GameRules, secrets: int) -> list[tuple[int, int]]:
    """(attempts, limit of the cost) of the problems to solve until one has a solution.

    For the worst case these are trees of two guesses, three, … that miss no secret, and at last those of all attempts.
    """
    fewer = range(2, rules.attempts) if rules.objective == WORST else ()
    return [(attempts, attempts * secrets + 1) for attempts in fewer] + [(rules.attempts, UNLIMITED)]


def _run(proof: OptimalProof, executor: Executor | None, name: str, secrets: int, points: bool) -> None:
    """Complete the proof; show the bracket and how many first guesses are ruled out or known exactly."""
    with Progress(len(proof.low), "first guesses") as progress:
        progress.begin(name)

        def show() -> None:
            lower, upper = _bracket(proof, secrets, points)
            progress.reach(sum(low >= proof.limit for low in proof.low.values()), f"[{lower:,}, {upper:,}]")

        proof.run(executor, show)


def _record(proof: OptimalProof, tree: Tree, words: list[str], secrets: int, points: bool) -> dict[str, Any]:
    """The figures of the best tree and of the proof."""
    problem = proof.problem
    solved, missed = attempts_distribution(tree)
    total = _total(problem, proof.search.cost_of(tree), secrets, points)
    record = {
        "first_guess": words[tree.guess],
        "total": total,
        "mean": total / secrets,
        "distribution": {str(attempt): solved[attempt] for attempt in range(1, problem.attempts + 1)},
        "worst": None if missed else max(solved),
        "missed": missed,
        "proved": proof.proved,
        "bound": _bound(problem, proof.bound, missed, secrets, points),
    }
    if proof.top > 1:
        costs = [(words[guess], _total(problem, cost, secrets, points)) for guess, cost in proof.openers]
        record["openers"] = [{"first_guess": guess, "total": total} for guess, total in costs]
    return record


def _bracket(proof: OptimalProof, secrets: int, points: bool) -> tuple[int, int]:
    """The totals between which the best one lies, the lower first: a bound on it, and the best that was found."""
    missed = 0 if points else proof.cost // proof.problem.miss
    bound = _bound(proof.problem, min(proof.bound, proof.cost), missed, secrets, points)
    known = _total(proof.problem, proof.cost, secrets, points)
    return min(bound, known), max(bound, known)


def _total(problem: Problem, cost: int, secrets: int, points: bool) -> int:
    """The points that a cost comes to, or the guesses; the guesses of missed games count."""
    return 100 * ((problem.attempts + 1) * secrets - cost) if points else cost % problem.miss


def _bound(problem: Problem, low: int, missed: int, secrets: int, points: bool) -> int:
    """The total that no tree with as few missed secrets betters; trivial where fewer misses are not ruled out."""
    if points or low // problem.miss == missed:
        return _total(problem, low, secrets, points)
    return 2 * secrets - 1
