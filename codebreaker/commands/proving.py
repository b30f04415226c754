"""Carries out a proof for the commands `bound` and `optimal`, and prints the best tree and what is proved of it."""

import time
from collections import Counter
from collections.abc import Callable, Generator
from functools import partial
from typing import Any

from codebreaker.commands import options
from codebreaker.commands.proof_run import ProofRun, proof_run
from codebreaker.commands.tree import print_tree
from codebreaker.decision_tree import DecisionTree
from codebreaker.game import Game
from codebreaker.games.named import GameDescription, files_of, game_of
from codebreaker.identity import game_digest, source_digest
from codebreaker.loading import provide
from codebreaker.proof import Execution
from codebreaker.proof_file import BEGINNING
from codebreaker.search.bracket import Bracket
from codebreaker.search.certify import Problem
from codebreaker.tree import attempts_of
from lingo_common.cli.progress import Progress
from lingo_common.cluster import Cluster
from lingo_common.errors import DataError
from lingo_common.files import check_files
from lingo_common.pieces import Checkpoint

BuildGame = Callable[[], Game]
"""A function that makes the game in another process."""


def prove(
    figure: str,
    brackets: Callable[[Game, Execution, BuildGame], Generator[Bracket]],
    measure: Callable[[DecisionTree], int],
    problems: Callable[[Game, BuildGame, Bracket], list[Problem]],
    *,
    draw: str | None,
    certificate: str | None,
    as_json: bool,
    minutes: float | None,
    jobs: int,
    cluster: str | None,
    **game_description: Any,
) -> None:
    """Narrow the bracket until it is closed, the time is up or the user presses Ctrl-C; then print the best tree.

    figure: the name of what is proved, such as "least total". brackets: yields brackets of this figure, each narrower
    than the one before. measure: the figure of a tree. problems: what the certificate of a closed bracket is to show,
    one Problem for each section. The following arguments are options of the command; game_description has those of the
    game.
    """
    # Before the proof, which may take hours.
    check_files((certificate, BEGINNING), (draw, b""))

    started = time.perf_counter()
    game = options.game_described_by(game_description)
    digest = game_digest(game)
    build = partial(_same_game, game_description, digest)

    # Results of another version of this package are not taken over, because it may have had an error: a checkpoint is
    # found by a digest of the source code, too.
    checkpoint = Checkpoint(["codebreaker", figure, digest, source_digest("codebreaker")])
    is_continued = bool(checkpoint.results)

    with proof_run(jobs, cluster, minutes, certificate) as run:
        if isinstance(run.executor, Cluster):
            # Its workers may lack the files that describe the game: each calls `provide` with what they hold.
            run.executor.bring(f"codebreaker-game-{digest}", provide, files_of(game_description))

        # The function that yields the brackets makes the searchers, and says how a process makes them.
        execution = run.execution(None, checkpoint)
        bracket = _narrow_with_progress(brackets(game, execution, build), figure, run)
        if bracket.upper is None:
            # `optimal --worst N` looks for trees of at most N guesses. None was found so far, so the bracket has no
            # upper figure. Its tree misses secrets, and is not printed.
            raise DataError(
                f"{game.name}: {figure}: no tree is known yet, and none has a total below {bracket.lower:,}"
            )
        tree = DecisionTree(bracket.tree, game)
        if is_continued:
            _check_tree(tree, measure, bracket.upper, checkpoint.path)
        print_tree(tree, time.perf_counter() - started, as_json, draw, _proof_facts(figure, game, bracket))

        # The certificate may take longer than the proof, so the tree is printed before it is begun.
        if bracket.is_closed:
            run.certify("certificate", problems(game, build, bracket))
            run.write_certificate()


def _narrow_with_progress(brackets: Generator[Bracket], figure: str, run: ProofRun) -> Bracket:
    """The last bracket of the figure; the run stops the search before it is closed, at Ctrl-C or when time is up."""
    with Progress() as progress:
        progress.begin(figure)
        latest: Bracket

        def show(bracket: Bracket) -> None:
            nonlocal latest
            latest = bracket
            upper = "no tree yet" if bracket.upper is None else f"{bracket.upper:,}"
            progress.step(f"[{bracket.lower:,}, {upper}]")

        # The first bracket takes seconds and does not count as time that is up, so that there is a tree to print.
        show(next(brackets))
        run.narrow(brackets, show)
    return latest


def _check_tree(tree: DecisionTree, measure: Callable[[DecisionTree], int], needed: int, path: str) -> None:
    """DataError if the tree, played against every secret, does not need that many guesses, as `measure` counts them.

    path: the checkpoint that the tree may come from, which somebody may have changed.
    """
    # The nodes of a tree say how many secrets each guess wins against, and `measure` counts these. A changed file may
    # have other numbers there.
    played_distribution = Counter(attempts_of(tree.root, tree.game).tolist())
    if played_distribution != tree.distribution or measure(tree) != needed:
        raise DataError(
            f"{path}: a tree that is kept there does not need {needed:,} guesses, as it says: "
            "remove the file, and give the command again"
        )


def _proof_facts(figure: str, game: Game, bracket: Bracket) -> dict[str, Any]:
    """What is printed beside the figures of the tree: what is proved, or the bracket and what is open.

    With --top also the best first guesses, each with the least total of its trees.
    """
    facts: dict[str, Any] = {"proved": figure}
    if not bracket.is_closed:
        facts = {"bracket": [bracket.lower, bracket.upper], "open": figure}

    if bracket.openers:
        facts["openers"] = [{"first_guess": game.text(guess), "total": total} for guess, total in bracket.openers]
    return facts


def guess_of(game: Game, text: str | None) -> int | None:
    """The index of the guess that the option --first names; None without the option."""
    return None if text is None else game.parse_guess(text)


def _same_game(description: GameDescription, digest: str) -> Game:
    """The game of the description, made in another process; DataError if it is not the game of this command."""
    game = game_of(description)
    if game_digest(game) != digest:
        raise DataError(f"{game.name}: the game has changed since the command began, or a worker makes another one")
    return game
