"""The solution of a game for its objective: the best tree found, its figures, and what is proved of it."""

import time
from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import closing
from itertools import chain
from typing import Any, NamedTuple

from codebreaker.replies import code_dtype
from codebreaker.search.anytime import Workplace
from codebreaker.tree import INFINITY, Tree
from lingo_common.cli.progress import Progress
from lingo_common.errors import DataError, UsageError
from lingo_common.pieces import Checkpoint
from lingo_common.signals import TimeUp, time_limit
from precompute.figures import figures_of
from precompute.optimal import WeightedProof, WordProof, proof_payoff
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


def solve_word_game(
    game: WordGame,
    first: str | None,
    top: int,
    keep: Sequence[int],
    executor: Executor | None,
    known_tree: Tree | None = None,
    until: float | None = None,
) -> GameSolution:
    """The solution of the game; first: only trees that begin with it.

    until: when the search stops, on the clock of time.perf_counter; None for never. The others: see WordProof.
    """
    if game.attempts < 2:
        raise UsageError("an optimal tree needs at least 2 attempts")
    started = time.perf_counter()
    _check_memory(len(game.words) * len(game.secrets), game.length)
    opener = None if first is None else game.index_of(first)
    if known_tree is not None and opener not in (None, known_tree.guess):
        known_tree = None
    nodes, stopped = 0, None
    fewer = range(2, game.attempts) if game.objective == WORST else ()  # the worst case: first with fewer attempts
    for attempts in (*fewer, game.attempts):
        limited = game.with_rules(attempts=attempts)
        # With fewer attempts only trees that miss no secret are of interest.
        above = proof_payoff(limited).solved[-1] * game.weight - 1 if attempts < game.attempts else -INFINITY
        checkpoint = Checkpoint(["optimal", 7, limited])
        begin_with = known_tree if attempts == game.attempts else None
        work = Workplace(executor=executor, checkpoint=checkpoint)
        proof: WordProof | WeightedProof
        if game.weights is None:
            proof = WordProof(limited, work, top, opener, above, keep, begin_with)
        else:
            proof = WeightedProof(limited, work, top, opener, keep, begin_with)
        try:
            if not stopped:
                with time_limit(None if until is None else until - time.perf_counter()):
                    _run(limited, proof)
                checkpoint.done()
        except (KeyboardInterrupt, TimeUp) as error:
            stopped = type(error)
        nodes += proof.nodes
        tree = proof.best_tree()
        if tree and proof.best > above:
            break
    assert tree is not None  # at last every tree is of interest
    record = _record(limited, proof, tree)
    record["proved"] &= not stopped
    if not record["proved"]:
        record["bracket"] = list(_bracket(limited, proof))
    return GameSolution(tree, record | {"seconds": round(time.perf_counter() - started, 2), "nodes": nodes}, stopped)


def _check_memory(replies: int, length: int) -> None:
    """DataError if all replies, which are held twice, would take too much memory."""
    size = 2 * replies * code_dtype(length).itemsize
    if size > MOST_BYTES:
        raise DataError(f"all replies of {length} letters would take {size / 2**30:.0f} GB: the lists are too long")


def _run(game: WordGame, proof: WordProof | WeightedProof) -> None:
    """Complete the proof; show the bracket and how many first guesses are ruled out or known exactly."""
    with Progress(len(proof.bounds), "first guesses") as progress, closing(proof.levels()) as levels:
        progress.begin(game.name)
        for _ in chain([0], levels):
            lower, upper = _bracket(game, proof)
            done = sum(bound <= proof.floor for bound in proof.bounds.values())
            progress.reach(done, f"[{lower:,}, {upper:,}]")


def _record(game: WordGame, proof: WordProof | WeightedProof, tree: Tree) -> dict[str, Any]:
    """The figures of the best tree and of the proof."""
    figures = figures_of(tree, game)
    missed = figures.missed
    total = figures.points if game.objective == POINTS else figures.guesses
    record = {
        "first_guess": game.write(tree.guess),
        "total": total,
        "mean": total / game.weight,
        "distribution": {str(attempt): count for attempt, count in enumerate(figures.solved, 1)},
        "worst": figures.worst,
        "missed": missed,
        "proved": proof.is_proved,
        "bound": _proved_figure(game, proof.at_most, 0 if game.objective == POINTS else missed),
    }
    if proof.top > 1:
        openers = [(game.write(guess), _figures(game, total)[1]) for guess, total in proof.openers]
        record["openers"] = [{"first_guess": guess, "total": total} for guess, total in openers]
    return record


def _bracket(game: WordGame, proof: WordProof | WeightedProof) -> tuple[int, int]:
    """The figures between which the best one lies, the lower first: a bound on it, and the best that was found."""
    missed, reached = _figures(game, proof.best)
    bound = _proved_figure(game, proof.at_most, missed)
    return min(bound, reached), max(bound, reached)


def _figures(game: WordGame, total: int) -> tuple[int, int]:
    """The missed secrets and the guesses, those of missed games too, of a total; 0 and the points where these count."""
    if game.objective == POINTS:
        return 0, total // 100 * 100
    *_, last = solved = proof_payoff(game).solved
    return divmod(game.weight * (solved[0] + 1) - total, last)


def _proved_figure(game: WordGame, at_most: int, missed: int) -> int:
    """The figure that no tree with as few missed secrets betters; trivial where fewer misses are not ruled out."""
    fewest, bound = _figures(game, at_most)
    return bound if fewest == missed else 2 * game.weight - max(game.weights or [1])
