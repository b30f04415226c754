"""`codebreaker bound` and `codebreaker optimal`: brackets around the least figure, narrowed until they are closed."""

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import click
import numpy as np

from codebreaker.certificate import Certificate, write_certificate
from codebreaker.commands import options
from codebreaker.commands.tree import print_tree
from codebreaker.decision_tree import DecisionTree
from codebreaker.game import Game
from codebreaker.games.named import Description, files_of, game_of
from codebreaker.identity import game_digest, source_digest
from codebreaker.loading import provide
from codebreaker.objective import Objective
from codebreaker.proof import Execution, narrow
from codebreaker.search.certify import Problem, certify
from codebreaker.search.prove import Bracket, narrow_mean, narrow_worst_case
from codebreaker.tree import Tree, attempts_of, outcome_of
from lingo_common.cli import logs
from lingo_common.cli.command import Command
from lingo_common.cli.options import Sectioned, cluster, jobs, minutes
from lingo_common.cli.progress import Progress
from lingo_common.cluster import Cluster
from lingo_common.errors import DataError
from lingo_common.files import check_writable
from lingo_common.pieces import MAX_UNFINISHED, Checkpoint, workers
from lingo_common.signals import TimeUp

WORST_CASE = "least worst case"
"""What `codebreaker bound` proves."""


def _options(command: Command) -> Command:
    """The options of both commands."""
    command = cluster("Work", "; a game's file or word list is sent along")(
        options.draw(options.certificate(options.as_json(logs.options(command))))
    )
    return options.with_game_options(minutes(jobs("Processes", default=1)(command)))


@click.command("bound", cls=Sectioned)
@_options
def prove_bound(**given: Any) -> None:
    """Prove the least worst case: the number of guesses that is always enough, and a tree that reaches it.

    Until it is proved there is a bracket: no tree needs less than the lower figure, and a known tree needs the upper
    one. Results are kept, so the same command continues where it was stopped.

    \b
    Examples:
      codebreaker bound --secrets distinct
      codebreaker bound --game two-d --draw tree.txt
      codebreaker bound --colours 8 --holes 5 --secrets distinct --minutes 30
    """
    _prove(WORST_CASE, narrow_worst_case, _worst_case_problems, **given)


@click.command("optimal", cls=Sectioned)
@click.option(
    "--worst", type=click.IntRange(1), metavar="N", help="The least mean of the trees that need at most N guesses."
)
@click.option("--first", metavar="GUESS", help="The best tree that begins with this guess, and the proof for it alone.")
@click.option(
    "--top", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="Prove the best N first guesses."
)
@_options
def prove_optimal(worst: int | None, first: str | None, top: int, **given: Any) -> None:
    """Prove the least mean number of guesses, and find a tree that reaches it.

    Until it is proved there is a bracket for the total number of guesses, as with `codebreaker bound`. Of first guesses
    that a symmetry of the game maps onto each other, --top names one.

    \b
    Examples:
      codebreaker optimal --secrets distinct
      codebreaker optimal --colours 4 --holes 3 --json
      codebreaker optimal --worst 5
      codebreaker optimal --colours 10 --guesses distinct --secrets distinct --minutes 30
    """

    if first is not None and top > 1:
        raise click.UsageError("--first and --top exclude each other")

    def brackets(game: Game, execution: Execution, source: Callable[[], Game]) -> Generator[Bracket]:
        opener = None if first is None else game.parse_guess(first)
        return narrow_mean(game, execution, worst, opener, top, source)

    def problems(game: Game, build: Callable[[], Game], bracket: Bracket) -> Iterator[Claimed]:
        opener = None if first is None else game.parse_guess(first)
        return _mean_problems(game, build, bracket, worst, opener)

    within = f" within {worst} guesses" if worst else ""
    _prove(f"least total{within}{f' after {first}' if first else ''}", brackets, problems, **given)


Brackets = Callable[[Game, Execution, Callable[[], Game]], Generator[Bracket]]
"""brackets(game, execution, source): ever narrower brackets; source makes the game in another process."""


Claimed = tuple[Problem, Tree | None, int | None]
"""What a section of a certificate is to show, the tree that costs as much, and the only first guess, None for any."""

Problems = Callable[[Game, Callable[[], Game], Bracket], Iterator[Claimed]]
"""problems(game, build, bracket): the sections of the certificate of a closed bracket; build makes the game."""


def _worst_case_problems(game: Game, build: Callable[[], Game], bracket: Bracket) -> Iterator[Claimed]:
    """No tree needs fewer guesses in the worst case, and this one needs as many. Weights do not count."""
    unweighted = partial(_without_weights, build)
    worst = bracket.lower
    if worst > 1:
        yield Problem(unweighted, Objective.misses_only(worst - 1), 1), None, None
    yield Problem(unweighted, Objective.misses_only(worst), 0), bracket.tree, None


def _without_weights(build: Callable[[], Game]) -> Game:
    return replace(build(), weights=None)


def _mean_problems(
    game: Game, build: Callable[[], Game], bracket: Bracket, worst: int | None, first: int | None
) -> Iterator[Claimed]:
    """No tree of at most that many guesses a game needs fewer in all; worst None for as many as there are secrets."""
    weight = game.weight(np.arange(len(game.secrets)))
    attempts = min(worst or len(game.secrets), len(game.secrets))
    # Each secret has paid one charge less than it took guesses.
    cost = bracket.lower - weight
    yield Problem(build, Objective.misses_first(attempts, weight), cost), bracket.tree, first


def _certificate(sections: Iterator[Claimed], executor: Executor | None) -> list[Certificate]:
    """The sections of a certificate; a cluster takes no part in making them."""
    processes = None if isinstance(executor, Cluster) else executor
    certificates = []
    with Progress(0, "first guesses") as progress:
        progress.begin("certificate")

        def show(done: int, total: int) -> None:
            progress.reach(done, f"of {total:,}")

        for problem, tree, first in sections:
            certificates.append(certify(problem, tree, first=first, executor=processes, show=show))
    return certificates


def _prove(
    what: str,
    brackets: Brackets,
    problems: Problems,
    draw: str | None,
    certificate: str | None,
    as_json: bool,
    minutes: float | None,
    jobs: int,
    cluster: str | None,
    **described: Any,
) -> None:
    """Narrow the bracket until it is closed, the time is up or Ctrl-C, and report."""
    if certificate:
        check_writable(certificate)
    game, description = options.game_described_by(described)
    digest = game_digest(game)
    build = partial(_same_game, description, digest)
    reached: list[Bracket] = []
    started = time.perf_counter()
    with suppress(TimeUp), workers(jobs, cluster) as executor:
        with Progress() as progress:
            if isinstance(executor, Cluster):
                executor.bring(f"codebreaker-game-{digest}", provide, files_of(description))

            def show(bracket: Bracket) -> None:
                reached[:] = [bracket]
                progress.step(_bracket_text(bracket))

            progress.begin(what)
            ahead = MAX_UNFINISHED if cluster else jobs
            checkpoint = Checkpoint(["codebreaker", what, digest, source_digest("codebreaker")])
            is_continued = bool(checkpoint.results)
            execution = Execution(executor, ahead=ahead, checkpoint=checkpoint)
            narrower = brackets(game, execution, build)
            show(next(narrower))  # the first tree is there within seconds
            until = None if minutes is None else started + 60 * minutes
            stopped = narrow(narrower, show, until)
        [bracket] = reached
        if is_continued:
            _check_tree(bracket, game, what, checkpoint.path)
        if bracket.upper is None:
            raise DataError(f"{game.name}: {what}: no tree is known yet, and none has a total below {bracket.lower:,}")
        if certificate and bracket.is_closed and not stopped:
            write_certificate(certificate, _certificate(problems(game, build, bracket), executor))
        if not stopped:
            execution.done()

        more: dict[str, Any] = {"proved": what}
        if not bracket.is_closed:
            more = {"bracket": [bracket.lower, bracket.upper], "open": what}
        if bracket.openers:
            more["openers"] = [{"first_guess": game.text(guess), "total": total} for guess, total in bracket.openers]
        print_tree(DecisionTree(bracket.tree, game), time.perf_counter() - started, as_json, draw, more)
        if stopped:
            raise stopped  # the workers end at once


def _bracket_text(bracket: Bracket) -> str:
    return f"[{bracket.lower:,}, {'no tree yet' if bracket.upper is None else f'{bracket.upper:,}'}]"


def _same_game(description: Description, digest: str) -> Game:
    """The game of the description; DataError if another process makes another game of it than this command did."""
    game = game_of(description)
    if game_digest(game) != digest:
        raise DataError(f"{game.name}: the game has changed since the command began, or a worker makes another one")
    return game


def _check_tree(bracket: Bracket, game: Game, what: str, path: str) -> None:
    """DataError if the tree of a bracket, played against every secret, does not need what the bracket says.

    what: whether the bracket is of the worst case or of the total. path: the checkpoint that the tree may come from.
    """
    if bracket.upper is None:
        return  # the tree is none that is asked for, and is not printed

    attempts = attempts_of(bracket.tree, game)
    if what == WORST_CASE:
        needed = int(attempts.max())
    elif game.weights is None:
        needed = int(attempts.sum())
    else:
        needed = int(attempts @ game.weights)

    counts = dict(Counter(attempts.tolist()))
    if needed != bracket.upper or counts != outcome_of(bracket.tree).distribution:
        raise DataError(
            f"{path}: a tree that is kept there does not need {bracket.upper:,} guesses, as it says: "
            "remove the file, and give the command again"
        )
