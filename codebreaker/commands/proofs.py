"""`codebreaker bound` and `codebreaker optimal`: the least worst case, and the least mean number of guesses.

A proof narrows a bracket around that number, between what is proved and what the best known tree needs. Both commands
carry it out in the same way, and print the best tree and what is proved of it.
"""

import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import click

from codebreaker import proof_file
from codebreaker.commands import options
from codebreaker.commands.proof_run import ProofRun, proof_run
from codebreaker.commands.tree import print_tree
from codebreaker.decision_tree import DecisionTree
from codebreaker.game import Game
from codebreaker.games.named import GameDescription, files_of, game_of
from codebreaker.identity import game_digest, source_digest
from codebreaker.loading import provide
from codebreaker.objective import Objective
from codebreaker.proof import Execution
from codebreaker.search.bracket import Bracket
from codebreaker.search.certify import Problem
from codebreaker.search.least_mean import attempts_allowed, narrow_mean, objective_of_mean, searcher_source
from codebreaker.search.worst_case import narrow_worst_case
from codebreaker.tree import attempts_of
from lingo_common.cli.command import Command
from lingo_common.cli.options import Sectioned, as_json, certificate, cluster, jobs, keep, minutes, whole_number
from lingo_common.cli.progress import Progress
from lingo_common.cluster import Cluster
from lingo_common.errors import DataError, count_text
from lingo_common.files import check_files
from lingo_common.pieces import Checkpoint

BuildGame = Callable[[], Game]
"""A function that makes the game in another process."""


def _options(command: Command) -> Command:
    """The options of both commands: those of the game, of the work and of the output."""
    # The help lists options from the last one that is added here to the first.
    for option in (
        as_json,
        certificate,
        options.draw,
        cluster("; a game's file or word list is sent along"),
        jobs("Processes", default=1),
        minutes,
        options.with_game_options,
    ):
        command = option(command)
    return command


@click.command("bound", cls=Sectioned)
@_options
def prove_bound(**arguments: Any) -> None:
    """Prove the least worst case: the number of guesses that is always enough, and a tree that reaches it.

    Until it is proved there is a bracket: no tree needs less than the lower figure, and a known tree needs the upper
    one. Results are kept until then, so the same command continues where it was stopped. The tree itself is written
    only with --draw.

    \b
    Examples:
      codebreaker bound --secrets distinct
      codebreaker bound --game two-d --draw tree.txt
      codebreaker bound --colours 8 --holes 5 --secrets distinct --minutes 30
    """
    _prove("least worst case", narrow_worst_case, lambda tree: tree.worst, _problems_of_worst_case, **arguments)


@click.command("optimal", cls=Sectioned)
@click.option(
    "--worst", type=whole_number(1), metavar="N", help="The least mean of the trees that need at most N guesses."
)
@click.option("--first", metavar="GUESS", help="The best tree that begins with this guess, and the proof for it alone.")
@click.option(
    "--top", type=whole_number(1), default=1, show_default=True, metavar="N", help="Prove the best N first guesses."
)
@keep(
    None,
    "in a search for good trees before the proof begins; without this option there is no such search, or one that "
    "tries a single guess",
)
@_options
def prove_optimal(worst: int | None, first: str | None, top: int, keep: list[int], **arguments: Any) -> None:
    """Prove the least mean number of guesses, and find a tree that reaches it.

    Until it is proved there is a bracket for the total number of guesses, as with `codebreaker bound`. The tree itself
    is written only with --draw. Of first guesses that a symmetry of the game maps onto each other, --top names one.

    \b
    Examples:
      codebreaker optimal --secrets distinct
      codebreaker optimal --colours 4 --holes 3 --json
      codebreaker optimal --worst 5
      codebreaker optimal --colours 10 --guesses distinct --secrets distinct --minutes 30
      codebreaker optimal --colours 8 --holes 5 --keep 4,3,2 --minutes 30
    """
    if first is not None and top > 1:
        raise click.UsageError("--first and --top exclude each other")

    def brackets(game: Game, execution: Execution, build_game: BuildGame) -> Generator[Bracket]:
        return narrow_mean(game, execution, worst, _guess_of(game, first), top, build_game, keep)

    def problems(game: Game, build_game: BuildGame, bracket: Bracket) -> list[Problem]:
        return [_problem_of_mean(game, build_game, bracket, worst, _guess_of(game, first), keep)]

    figure = "least total"
    if worst is not None:
        figure += f" within {count_text(worst, 'guess')}"
    if first is not None:
        figure += f" after {first}"
    _prove(figure, brackets, lambda tree: tree.total, problems, **arguments)


def _problems_of_worst_case(game: Game, build_game: BuildGame, bracket: Bracket) -> list[Problem]:
    """The problems of a certificate: to show that no tree needs fewer guesses in the worst case, and this one no more.

    game: not used; it is for figures that depend on the weights of secrets.
    """
    unweighted = partial(_without_weights, build_game)
    worst = bracket.lower
    problems: list[Problem] = []

    # With one attempt less every tree misses a secret, and costs 1 at least. No game has less than one attempt.
    if worst > 1:
        some_secret_is_missed = Problem(unweighted, Objective.misses_only(worst - 1), cost=1)
        problems.append(some_secret_is_missed)

    # This tree costs 0: it misses none.
    none_is_missed = Problem(unweighted, Objective.misses_only(worst), cost=0, tree=bracket.tree)
    problems.append(none_is_missed)
    return problems


def _without_weights(build_game: BuildGame) -> Game:
    return replace(build_game(), weights=None)


def _problem_of_mean(
    game: Game, build_game: BuildGame, bracket: Bracket, worst: int | None, first: int | None, keep: Sequence[int]
) -> Problem:
    """The problem of a certificate: to show that no tree has a smaller total than the bracket, which is closed.

    worst, first, keep: those with which narrow_mean has proved the total.
    """
    attempts = attempts_allowed(game, worst)
    weight = game.total_weight

    # A secret is charged 1 for each guess but the winning one: the cost is the total less one for each secret.
    cost = bracket.lower - weight
    # A tree of this cost misses no secret: it is at most (attempts - 1) * weight, and one miss costs attempts * weight.
    objective = Objective.misses_first(attempts, weight)

    # The searcher of the proof can write the certificate too, if it has searched with this objective. It has not if a
    # single attempt is allowed, because every proof has two attempts at least.
    is_objective_of_proof = objective == objective_of_mean(game, worst)
    searcher = searcher_source(game, build_game, objective, keep) if is_objective_of_proof else None
    return Problem(build_game, objective, cost, bracket.tree, searcher=searcher, first=first)


def _prove(
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

    figure: the name of what is proved, such as "least total". brackets: yields brackets of this figure, none wider than
    the one before. measure: what a tree needs by this figure, in guesses. problems: what the certificate of a closed
    bracket is to show, one Problem for each section. The following arguments are options of the command;
    game_description has those of the game.
    """
    # The proof may take hours, so it does not begin if its results could not be written. A drawing may replace a file
    # of any kind here: options.draw has checked what is there.
    check_files((certificate, proof_file.BEGINNING), (draw, b""))

    started = time.perf_counter()
    game = options.game_described_by(game_description)
    digest = game_digest(game)
    build_game = partial(_same_game, game_description, digest)

    # Results of another version of this package are not taken over, because it may have had an error: a checkpoint is
    # found by a digest of the source code, too.
    checkpoint = Checkpoint(["codebreaker", figure, digest, source_digest("codebreaker")])
    is_continued = bool(checkpoint.results)

    with proof_run(jobs, cluster, minutes, certificate) as run:
        if isinstance(run.executor, Cluster):
            # Its workers may lack the files that describe the game: each calls `provide` with what they hold.
            run.executor.bring(f"codebreaker-game-{digest}", provide, files_of(game_description))

        # Execution.build, which makes a searcher in another process, depends on the figure: `brackets` sets it.
        execution = run.execution(None, checkpoint)
        bracket = _narrow_with_progress(brackets(game, execution, build_game), figure, run)
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
            run.certify("certificate", problems(game, build_game, bracket))
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

        # No time limit stops the first bracket, which takes seconds: there must be a tree to print.
        show(next(brackets))
        run.narrow(brackets, show)
    return latest


def _check_tree(tree: DecisionTree, measure: Callable[[DecisionTree], int], needed: int, path: str) -> None:
    """DataError if the tree, played against every secret, does not need that many guesses, as `measure` counts them.

    path: the checkpoint that the tree may come from, which somebody may have changed.
    """
    # `measure` believes what the nodes of the tree say: how many secrets each guess wins against. That may be wrong in
    # a file that somebody has changed.
    played_distribution = Counter(attempts_of(tree.root, tree.game).tolist())
    if played_distribution != tree.distribution or measure(tree) != needed:
        raise DataError(
            f"{path}: a tree that is kept there does not need {needed:,} guesses, as it says: "
            "remove the file, and give the command again"
        )


def _proof_facts(figure: str, game: Game, bracket: Bracket) -> dict[str, Any]:
    """The facts that are printed beside the figures of the tree: what is proved, or the bracket and what is open.

    With --top also the best first guesses, each with the least total of its trees.
    """
    facts: dict[str, Any] = {"proved": figure}
    if not bracket.is_closed:
        facts = {"bracket": [bracket.lower, bracket.upper], "open": figure}

    if bracket.openers:
        facts["openers"] = [{"first_guess": game.text(guess), "total": total} for guess, total in bracket.openers]
    return facts


def _guess_of(game: Game, text: str | None) -> int | None:
    """The index of the guess that the option --first names; None without the option."""
    return None if text is None else game.parse_guess(text)


def _same_game(description: GameDescription, digest: str) -> Game:
    """The game of the description, made in another process; DataError if it is not the game of this command."""
    game = game_of(description)
    if game_digest(game) != digest:
        raise DataError(f"{game.name}: the game has changed since the command began, or a worker makes another one")
    return game
