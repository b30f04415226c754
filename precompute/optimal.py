"""The optimal tree of a word game for its objective, its figures, and what is proved of it."""

import time
from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Any

from codebreaker.objective import INFINITY, Objective
from codebreaker.proof import Execution, Proof, narrow, shared_searcher
from codebreaker.replies import code_dtype
from codebreaker.search.first_guess_searcher import FirstGuessSearcher
from codebreaker.tree import Tree, cost_of
from lingo_common.cli.progress import Progress
from lingo_common.cluster import Cluster
from lingo_common.errors import DataError
from lingo_common.pieces import MAX_UNFINISHED
from precompute import tree_text
from precompute.board import board_of, checkpoint_of
from precompute.figures import outcome_in, proved_objective
from wordlists.word_game import POINTS, WORST, WordGame

AT_A_TIME = 8
"""Unfinished pieces at a time on one machine: few, so that each begins with the least cost found so far."""
MOST_BYTES = 3 << 30
"""Bytes that all replies of a game may take in each process."""


def searcher_of(word_game: WordGame, keep: tuple[int, ...]) -> FirstGuessSearcher:
    """The searcher of a game; keep: guesses tried for good trees at the second attempt, the third, …."""
    return FirstGuessSearcher(board_of(word_game).game, proved_objective(word_game), word_game.hard, keep)


def word_proof(
    word_game: WordGame,
    execution: Execution,
    *,
    top: int = 1,
    first: int | None = None,
    limit: int = INFINITY,
    keep: Sequence[int] = (),
    known_tree: Tree | None = None,
) -> Proof:
    """The proof of a word game. keep: see searcher_of; known_tree: a tree to begin with; the others: see Proof."""
    build = partial(searcher_of, word_game, tuple(keep))
    execution = Execution(execution.executor, build, execution.ahead, execution.checkpoint)
    theory = board_of(word_game).game
    objective = proved_objective(word_game)
    proof = Proof(theory, objective, shared_searcher(build), execution, first=first, top=top, limit=limit)
    if known_tree is not None and known_tree.guess in proof.bounds:
        proof.offer(known_tree, cost_of(known_tree, theory, objective))
    return proof


def solve_word_game(
    word_game: WordGame,
    first: str | None,
    top: int,
    keep: Sequence[int],
    executor: Executor | None,
    known_tree: Tree | None = None,
    until: float | None = None,
) -> tuple[Tree, dict[str, Any], type[BaseException] | None]:
    """The best tree found, the object that `precompute optimal --json` prints, and what stopped the search, if any.

    first: only trees that begin with it. until: when the search stops, on the clock of time.perf_counter; None for
    never. The others: see word_proof.
    """
    started = time.perf_counter()
    size = (
        2 * len(word_game.words) * len(word_game.secrets) * code_dtype(word_game.length).itemsize
    )  # replies are held twice
    if size > MOST_BYTES:
        many = f"all replies of {word_game.length} letters would take {size / 2**30:.0f} GB"
        raise DataError(f"{many}: the lists are too long")

    opener = None if first is None else word_game.index_of(first)
    top = min(top, len(word_game.words))
    ahead = MAX_UNFINISHED if isinstance(executor, Cluster) else AT_A_TIME
    checkpoint = checkpoint_of("optimal", word_game)
    is_continued = bool(checkpoint.results)
    execution = Execution(executor, ahead=ahead, checkpoint=checkpoint)

    # The worst case is found with fewer attempts first, until there is a tree that misses nothing.
    fewer = range(2, word_game.attempts) if word_game.objective == WORST else ()
    nodes = 0
    stopped: type[BaseException] | None = None
    for attempts in (*fewer, word_game.attempts):
        limited = word_game.with_rules(attempts=attempts)
        is_last = attempts == word_game.attempts
        # With fewer attempts only trees that miss no secret are of interest.
        limit = INFINITY if is_last else (attempts - 1) * word_game.weight + 1
        begin_with = known_tree if is_last else None
        with Progress(0, "first guesses") as progress:
            progress.begin(limited.name)
            proof = word_proof(limited, execution, top=top, first=opener, limit=limit, keep=keep, known_tree=begin_with)
            progress.expect(len(proof.bounds))
            if not stopped:
                stopped = narrow(proof.steps(), partial(_show, limited, progress), until)
        nodes += proof.nodes
        if proof.tree is not None:
            break
    assert proof.tree is not None  # at last every tree is of interest
    if is_continued:
        _check_tree(proof.tree, limited, proof, checkpoint.path)
    if not stopped:
        execution.done()
    record = _record(limited, proof, proof.tree, not stopped and proof.is_proved)
    return proof.tree, record | {"seconds": round(time.perf_counter() - started, 2), "nodes": nodes}, stopped


def _check_tree(tree: Tree, word_game: WordGame, proof: Proof, path: str) -> None:
    """DataError if the tree, played against every secret with the slow oracle, does not cost what the proof says.

    path: the checkpoint that the tree may come from.
    """
    header, *games = tree_text.lines_of(tree, word_game)
    played = tree_text.Section(header, lambda length: word_game)
    try:
        for line in games:
            played.add(line)
        played.finish()
    except DataError as error:
        raise DataError(f"{path}: a tree that is kept there is none of the game; remove the file: {error}") from None

    # The figures of points have no misses.
    figures = (0, played.points) if word_game.objective == POINTS else (played.missed, played.guesses)
    if figures != proof.objective.figures_of(proof.best, word_game.weight):
        raise DataError(f"{path}: a tree that is kept there is not worth what it says; remove the file")


def _show(word_game: WordGame, progress: Progress, proof: Proof) -> None:
    """Show the bracket, and how many first guesses are ruled out or known exactly."""
    if progress.is_due:
        limit = proof.limit
        done = sum(bound >= limit for bound in proof.bounds.values())
        progress.reach(done, "[{:,}, {:,}]".format(*_bracket(word_game, proof)))


def _record(word_game: WordGame, proof: Proof, tree: Tree, is_proved: bool) -> dict[str, Any]:
    """The figures of the best tree and of the proof."""
    outcome = outcome_in(word_game, tree)
    total = outcome.points if word_game.objective == POINTS else outcome.guesses
    missed = 0 if word_game.objective == POINTS else outcome.missed
    record = {
        "first_guess": word_game.write(tree.guess),
        "total": total,
        "mean": total / word_game.weight,
        "distribution": {str(attempt): count for attempt, count in enumerate(outcome.solved, 1)},
        "worst": outcome.worst,
        "missed": outcome.missed,
        "proved": is_proved,
        "bound": _proved_figure(word_game, proof.objective, proof.at_least, missed),
    }
    if proof.top > 1:
        record["openers"] = [
            {"first_guess": word_game.write(guess), "total": proof.objective.figures_of(cost, word_game.weight)[1]}
            for guess, cost in proof.openers
        ]
    if not is_proved:
        record["bracket"] = _bracket(word_game, proof)
    return record


def _bracket(word_game: WordGame, proof: Proof) -> list[int]:
    """The figures between which the best one lies, the lower first: a bound on it, and the best that was found."""
    missed, reached = proof.objective.figures_of(proof.best, word_game.weight)
    return sorted((_proved_figure(word_game, proof.objective, proof.at_least, missed), reached))


def _proved_figure(word_game: WordGame, objective: Objective, at_least: int, missed: int) -> int:
    """The figure that no tree with as few missed secrets betters; trivial where fewer misses are not ruled out."""
    fewest, bound = objective.figures_of(at_least, word_game.weight)
    if fewest == missed:
        return bound
    # Every secret but one takes two guesses at least.
    return 2 * word_game.weight - max(word_game.weights or [1])
