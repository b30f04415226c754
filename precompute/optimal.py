"""The optimal tree of a word game for its objective, its figures, and what is proved of it."""

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from codebreaker.commands.proof_run import ProofRun
from codebreaker.kept_searcher import kept_searcher
from codebreaker.objective import INFINITY, Objective
from codebreaker.proof import Proof
from codebreaker.replies import code_dtype
from codebreaker.search.first_guess_searcher import FirstGuessSearcher
from codebreaker.tree import Tree, cost_of
from lingo_common.cli.progress import Progress
from lingo_common.errors import DataError
from precompute.board import board_of, checkpoint_of
from precompute.figures import outcome_in, proved_objective
from precompute.tree_check import outcome_by_oracle
from wordlists.word_game import POINTS, WORST, WordGame

MOST_BYTES = 3 << 30
"""Bytes that all replies of a game may take in each process: 3 of the 4 GB that a machine commonly has for each."""


def word_searcher_source(word_game: WordGame, keep: Sequence[int]) -> Callable[[], FirstGuessSearcher]:
    """A function that makes the searcher of a game in any process; it can be pickled.

    keep: how many guesses are tried for good trees at the second attempt, the third, ….
    """
    return partial(_word_searcher, word_game, tuple(keep))


def _word_searcher(word_game: WordGame, keep: tuple[int, ...]) -> FirstGuessSearcher:
    """The searcher of a game in this process."""
    return FirstGuessSearcher(board_of(word_game).game, proved_objective(word_game), word_game.hard, keep)


def solve_word_game(
    word_game: WordGame,
    run: ProofRun,
    *,
    first: int | None = None,
    top: int = 1,
    keep: Sequence[int] = (),
    known_tree: Tree | None = None,
) -> tuple[Tree, dict[str, Any]]:
    """The best tree found, and the object that `precompute optimal --json` prints.

    first: the only first guess that is looked at; None for all. top: the least costs of this many first guesses are
    proved, those of the best ones. keep: see word_searcher_source. known_tree: the proof begins with it if it is a tree
    for the proof's first guesses.
    """
    started = time.perf_counter()
    _check_size(word_game)

    searched_sets = 0
    fewest_attempts = 1
    for attempts in _attempts_in_turn(word_game):
        # With fewer attempts than the game has, only a tree that misses no secret is of interest.
        limited_game = word_game.with_rules(attempts=attempts)
        is_whole_game = attempts == word_game.attempts
        limit = INFINITY if is_whole_game else _limit_without_misses(limited_game)
        game = board_of(limited_game).game
        objective = proved_objective(limited_game)
        checkpoint = checkpoint_of("optimal", limited_game, top)
        is_continued = bool(checkpoint.results)

        with Progress(unit="first guess") as progress:
            progress.begin(limited_game.name)
            # kept_searcher makes the searcher of this process and keeps it by its function. Processes that are forked
            # later ask for it by the same function: they find this searcher, with the tables that it has by then.
            build = word_searcher_source(limited_game, keep)
            execution = run.execution(build, checkpoint)
            proof = Proof(game, objective, kept_searcher(build), execution, first=first, top=top, limit=limit)

            # The known tree may need all attempts of the whole game.
            if is_whole_game and known_tree is not None and known_tree.guess in proof.bounds:
                proof.offer(known_tree, cost_of(known_tree, game, objective))
            progress.expect(len(proof.bounds))

            # After a stop nothing more is searched. A tree is needed all the same, so the loop goes on: the last proof,
            # that of the whole game, makes one when it begins.
            if not run.stopped:
                # With fewer attempts every tree is proved to miss a secret.
                fewest_attempts = attempts
                run.narrow(proof.states(), partial(_show, limited_game, progress))

        searched_sets += proof.searched_sets
        if proof.tree is not None:
            break

    # The whole game has no limit, so its proof has a tree.
    assert proof.tree is not None
    if is_continued:
        _check_tree(proof.tree, limited_game, proof, checkpoint.path)

    # If the search with fewer attempts was stopped, a proof of the whole game does not tell whether fewer are enough.
    is_proved = proof.is_proved and not run.stopped
    record = _record(limited_game, proof, proof.tree, is_proved)
    if not is_proved:
        record["bracket"] = _bracket(limited_game, proof)
        if word_game.objective == WORST:
            record["worst_bracket"] = _worst_bracket(record["worst"], fewest_attempts)
    record["seconds"] = round(time.perf_counter() - started, 2)
    record["nodes"] = searched_sets
    return proof.tree, record


def _check_size(word_game: WordGame) -> None:
    """DataError if all replies of the game take too much memory.

    A compiled search holds them twice: by guess and by secret.
    """
    replies = len(word_game.words) * len(word_game.secrets)
    size = 2 * replies * code_dtype(word_game.length).itemsize
    if size > MOST_BYTES:
        what = f"all replies of {word_game.length} letters would take {size / 2**30:.0f} GB"
        raise DataError(f"{what}: the lists are too long")


def _limit_without_misses(word_game: WordGame) -> int:
    """The limit below which a tree misses no secret: one above the highest cost of such a tree.

    The highest is that of a tree that solves every secret at the last attempt: a secret is charged its weight for each
    guess before the one that solves it, and a miss costs more than all of that.
    """
    return (word_game.attempts - 1) * word_game.total_weight + 1


def _attempts_in_turn(word_game: WordGame) -> Iterable[int]:
    """The numbers of attempts with which a game is searched, one after the other, until a tree is found.

    For the worst case they are 2, 3, …: the fewest with which some tree misses no secret are the best worst case. With
    2 a tree that solves a single secret at the first guess is found too. For another objective they are the attempts of
    the game alone.
    """
    if word_game.objective == WORST:
        return range(2, word_game.attempts + 1)
    return [word_game.attempts]


def _check_tree(tree: Tree, word_game: WordGame, proof: Proof, path: str) -> None:
    """DataError if the tree, played against every secret with the slow oracle, does not cost what the proof says.

    path: the checkpoint that the tree may come from.
    """
    try:
        outcome = outcome_by_oracle(tree, word_game)
    except DataError as error:
        raise DataError(f"{path}: a tree that is kept there is none of the game; remove the file: {error}") from None

    if proof.objective.cost(outcome) != proof.best_cost:
        raise DataError(f"{path}: a tree that is kept there is not worth what it says; remove the file")


def _show(word_game: WordGame, progress: Progress, proof: Proof) -> None:
    """Show the bracket, and how many first guesses are ruled out or known exactly."""
    if not progress.is_due:
        return
    limit = proof.limit
    # A guess is ruled out if its bound reaches the limit, and known exactly if the bound reaches the cost of its best
    # tree. Proof.is_open says the same, but would compute the limit for each guess.
    done = sum(bound >= min(limit, proof.reached.get(guess, limit)) for guess, bound in proof.bounds.items())
    lower, upper = _bracket(word_game, proof)
    progress.reach(done, f"[{lower:,}, {upper:,}]")


def _record(word_game: WordGame, proof: Proof, tree: Tree, is_proved: bool) -> dict[str, Any]:
    """The figures of the best tree and of the proof."""
    outcome = outcome_in(word_game, tree)
    if word_game.objective == POINTS:
        total = outcome.points
        # A cost in points does not tell how many secrets a tree misses. Objective.figures_of has 0 then, and so the
        # figures of tree and bound can be compared.
        missed = 0
    else:
        total = outcome.guesses
        missed = outcome.missed

    record = {
        "first_guess": word_game.write(tree.guess),
        "total": total,
        "mean": total / word_game.total_weight,
        "distribution": {str(attempt): count for attempt, count in enumerate(outcome.solved, 1)},
        "worst": outcome.worst,
        "missed": outcome.missed,
        "proved": is_proved,
        "bound": _proved_figure(word_game, proof.objective, proof.at_least, missed),
    }
    if proof.top > 1:
        record["openers"] = _openers(word_game, proof, outcome.worst)
    return record


def _openers(word_game: WordGame, proof: Proof, worst: int | None) -> list[dict[str, Any]]:
    """The best first guesses with their least totals, the best first.

    worst: the most guesses of the best tree, None if it misses a secret. For the objective WORST a first guess whose
    best tree needs more is left out.
    """
    openers = []
    for guess, cost in proof.openers:
        missed, total = proof.objective.figures_of(cost, word_game.total_weight)
        if word_game.objective == WORST and worst is not None:
            # A proof with all attempts of the game also has trees that miss a secret. A single secret takes one guess,
            # but is searched with two attempts, so its proof also has trees of two guesses.
            needs_more = missed > 0 or total > worst * word_game.total_weight
            if needs_more:
                continue

        openers.append({"first_guess": word_game.write(guess), "total": total})
    return openers


def _worst_bracket(worst: int | None, fewest_attempts: int) -> list[int | None]:
    """The fewest guesses that may be enough for every secret, and `worst`: the best worst case lies between them.

    worst: the most guesses of the best tree found, None if it misses a secret. fewest_attempts: with fewer, every tree
    is proved to miss one.
    """
    if worst is None:
        return [fewest_attempts, None]

    # A single secret takes one guess, and the first search has two attempts.
    return [min(fewest_attempts, worst), worst]


def _bracket(word_game: WordGame, proof: Proof) -> list[int]:
    """The two figures between which the best one lies, the lower first: the proved bound, and the best found.

    They are figures of trees that miss as many secrets as the best tree found, within the attempts of `word_game`. For
    the worst case these are fewer than all attempts. As long as it is not proved that still fewer are not enough
    (`worst_bracket` in the record), a tree may exist that has a better worst case, and more guesses than both figures.
    """
    missed, reached = proof.objective.figures_of(proof.best_cost, word_game.total_weight)
    bound = _proved_figure(word_game, proof.objective, proof.at_least, missed)
    return sorted((bound, reached))


def _proved_figure(word_game: WordGame, objective: Objective, at_least: int, missed: int) -> int:
    """The most points that a tree can win, or the fewest guesses that a tree with that many missed secrets can need.

    at_least: the proved bound on the cost of all trees. missed: 0 where points count, as in Objective.figures_of.
    """
    fewest_missed, bound = objective.figures_of(at_least, word_game.total_weight)
    if fewest_missed == missed:
        return bound

    # A tree of that cost would miss fewer secrets than this one, and it may need more guesses for that, so `bound` says
    # nothing here. In every tree the first guess solves one secret at most, and the others take two guesses or more.
    heaviest = max(word_game.weights or [1])
    return 2 * word_game.total_weight - heaviest
