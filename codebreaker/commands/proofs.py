"""`codebreaker bound` and `codebreaker optimal`: the least worst case, and the least mean number of guesses.

A proof narrows a bracket around that number, between what is proved and what the best known tree needs.
"""

import time
from collections import Counter
from collections.abc import Callable, Generator
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import click
import numpy as np

from codebreaker.certificate import CertificateSection, write_certificate
from codebreaker.commands import options
from codebreaker.commands.tree import print_tree
from codebreaker.decision_tree import DecisionTree
from codebreaker.game import Game
from codebreaker.games.named import Description, files_of, game_of
from codebreaker.identity import game_digest, source_digest
from codebreaker.loading import provide
from codebreaker.objective import Objective
from codebreaker.proof import Execution, narrow
from codebreaker.search.bracket import Bracket
from codebreaker.search.certify import Problem, certify
from codebreaker.search.least_mean import narrow_mean
from codebreaker.search.worst_case import narrow_worst_case
from codebreaker.tree import Tree, attempts_of, outcome_of
from lingo_common.cli import logs
from lingo_common.cli.command import Command
from lingo_common.cli.options import Sectioned, certificate, cluster, jobs, minutes
from lingo_common.cli.progress import Progress
from lingo_common.cluster import Cluster
from lingo_common.errors import DataError
from lingo_common.files import check_writable
from lingo_common.pieces import MAX_UNFINISHED, Checkpoint, workers
from lingo_common.signals import TimeUp

BuildGame = Callable[[], Game]
"""A function that makes the game in another process."""


def _options(command: Command) -> Command:
    """The options of both commands: those of the game, of the work and of the output."""
    # The help lists options from the last one that is added here to the first.
    command = options.as_json(logs.options(command))
    command = options.draw(certificate(command))
    command = cluster("Work", "; a game's file or word list is sent along")(command)
    command = minutes(jobs("Processes", default=1)(command))
    return options.with_game_options(command)


@click.command("bound", cls=Sectioned)
@_options
def prove_bound(**arguments: Any) -> None:
    """Prove the least worst case: the number of guesses that is always enough, and a tree that reaches it.

    Until it is proved there is a bracket: no tree needs less than the lower figure, and a known tree needs the upper
    one. Results are kept, so the same command continues where it was stopped.

    \b
    Examples:
      codebreaker bound --secrets distinct
      codebreaker bound --game two-d --draw tree.txt
      codebreaker bound --colours 8 --holes 5 --secrets distinct --minutes 30
    """
    _prove("least worst case", narrow_worst_case, _longest_game, _problems_of_worst_case, **arguments)


@click.command("optimal", cls=Sectioned)
@click.option(
    "--worst", type=click.IntRange(1), metavar="N", help="The least mean of the trees that need at most N guesses."
)
@click.option("--first", metavar="GUESS", help="The best tree that begins with this guess, and the proof for it alone.")
@click.option(
    "--top", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="Prove the best N first guesses."
)
@_options
def prove_optimal(worst: int | None, first: str | None, top: int, **arguments: Any) -> None:
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

    def brackets(game: Game, execution: Execution, build: BuildGame) -> Generator[Bracket]:
        return narrow_mean(game, execution, worst, _guess_of(game, first), top, build)

    def problems(game: Game, build: BuildGame, bracket: Bracket) -> list[Problem]:
        return [_problem_of_mean(game, build, bracket, worst)]

    figure = "least total"
    if worst is not None:
        figure += f" within {worst} guesses"
    if first is not None:
        figure += f" after {first}"
    _prove(figure, brackets, _total, problems, first, **arguments)


def _longest_game(tree: Tree, game: Game) -> int:
    """The most guesses that the tree needs for a secret."""
    return int(attempts_of(tree, game).max())


def _total(tree: Tree, game: Game) -> int:
    """The guesses that the tree needs for all secrets together, each with its weight."""
    attempts = attempts_of(tree, game)
    if game.weights is None:
        return int(attempts.sum())
    return int(attempts @ game.weights)


def _guess_of(game: Game, text: str | None) -> int | None:
    """The index of the guess that the option --first names; None without the option."""
    return None if text is None else game.parse_guess(text)


def _problems_of_worst_case(game: Game, build: BuildGame, bracket: Bracket) -> list[Problem]:
    """What the certificate is to show: no tree needs fewer guesses in the worst case, and this one needs as many.

    game: not used; the worst case does not depend on its weights.
    """
    unweighted = partial(_without_weights, build)
    worst = bracket.lower
    problems: list[Problem] = []

    # With one attempt less every tree misses a secret; a game has one attempt at least.
    if worst > 1:
        some_secret_is_missed = Problem(unweighted, Objective.misses_only(worst - 1), cost=1)
        problems.append(some_secret_is_missed)

    none_is_missed = Problem(unweighted, Objective.misses_only(worst), cost=0, tree=bracket.tree)
    problems.append(none_is_missed)
    return problems


def _without_weights(build: BuildGame) -> Game:
    return replace(build(), weights=None)


def _problem_of_mean(game: Game, build: BuildGame, bracket: Bracket, worst: int | None) -> Problem:
    """What the certificate is to show: no tree has a smaller total than that of the bracket, which is closed.

    worst: the most guesses that a tree may need for a secret; None for any number.
    """
    # A game takes no more guesses than there are secrets, because each guess rules one out.
    attempts = len(game.secrets) if worst is None else min(worst, len(game.secrets))
    weight = game.weight(np.arange(len(game.secrets)))

    # A secret is charged 1 for each guess but the winning one: the cost is the total less one for each secret.
    # One miss costs attempts * weight, which is more, so a tree of that cost misses no secret.
    cost = bracket.lower - weight
    return Problem(build, Objective.misses_first(attempts, weight), cost, bracket.tree)


def _prove(
    figure: str,
    brackets: Callable[[Game, Execution, BuildGame], Generator[Bracket]],
    measure: Callable[[Tree, Game], int],
    problems: Callable[[Game, BuildGame, Bracket], list[Problem]],
    first: str | None = None,
    *,
    draw: str | None,
    certificate: str | None,
    as_json: bool,
    minutes: float | None,
    jobs: int,
    cluster: str | None,
    **described: Any,
) -> None:
    """Narrow the bracket until it is closed, the time is up or the user presses Ctrl-C; then print the best tree.

    figure: what is proved to be the least of all trees, in words. brackets: narrower and narrower brackets of it.
    measure: the figure of a tree, by playing it against every secret. problems: what the certificate of a closed
    bracket shows, section by section. first: the first guess of all trees, as the user writes it; None for any.
    The following arguments are options of the command, `described` those of the game.
    """
    if certificate is not None:
        # Before the proof, which may take hours.
        _check_certificate_path(certificate, draw)

    started = time.perf_counter()
    end = None if minutes is None else started + 60 * minutes

    game = options.game_described_by(described)
    digest = game_digest(game)
    build = partial(_same_game, described, digest)

    # Results of other sources may be those of an error that was mended, so they are not taken over.
    checkpoint = Checkpoint(["codebreaker", figure, digest, source_digest("codebreaker")])
    is_continued = bool(checkpoint.results)

    with suppress(TimeUp), workers(jobs, cluster) as executor:
        if isinstance(executor, Cluster):
            executor.bring(f"codebreaker-game-{digest}", provide, files_of(described))
        # A task looks for trees that cost less than the best one known when it is made. Others may find a better one
        # before it is carried out, so it is made as late as possible. But the workers of a cluster would wait for each
        # task to arrive, so they have more of them at a time.
        ahead = MAX_UNFINISHED if cluster else jobs
        execution = Execution(executor, ahead=ahead, checkpoint=checkpoint)
        bracket, stopped = _narrow(brackets(game, execution, build), figure, end)

        if bracket.upper is None:
            # Only with --worst: no tree that was found keeps to that number of guesses. The best of them misses secrets
            # and is not printed.
            raise DataError(
                f"{game.name}: {figure}: no tree is known yet, and none has a total below {bracket.lower:,}"
            )
        if is_continued:
            _check_tree(bracket, game, measure, checkpoint.path)

        tree = DecisionTree(bracket.tree, game)
        print_tree(tree, time.perf_counter() - started, as_json, draw, _proof_facts(figure, game, bracket))
        if stopped is not None:
            # The workers end at once. Ctrl-C decides the exit code; the end of --minutes (TimeUp) is a success.
            raise stopped

        # The certificate may take longer than the proof, so the tree is printed before it is begun.
        if certificate is not None and bracket.is_closed:
            sections = _certificate(problems(game, build, bracket), _guess_of(game, first), executor)
            write_certificate(certificate, sections)

        # The checkpoint is removed only now: an error or Ctrl-C above leaves it for the next try.
        checkpoint.done()


def _check_certificate_path(certificate: str, draw: str | None) -> None:
    """DataError if the certificate cannot be written, UsageError if the drawing would overwrite it."""
    check_writable(certificate)
    if certificate == draw:
        raise click.UsageError("--certificate and --draw name the same file")


def _narrow(brackets: Generator[Bracket], figure: str, end: float | None) -> tuple[Bracket, type[BaseException] | None]:
    """The last bracket of the figure, and what stopped the search before the bracket was closed.

    end: on the clock of time.perf_counter.
    """
    with Progress() as progress:
        progress.begin(figure)

        # The first bracket takes seconds and does not count as time that is up, so that there is a tree to print.
        latest = next(brackets)
        progress.step(_bracket_text(latest))

        def show(bracket: Bracket) -> None:
            nonlocal latest
            latest = bracket
            progress.step(_bracket_text(bracket))

        stopped = narrow(brackets, show, end)
    return latest, stopped


def _certificate(problems: list[Problem], first: int | None, executor: Executor | None) -> list[CertificateSection]:
    """The sections of a certificate that shows these costs; first: the only first guess of the trees, None for any."""
    # `certify` uses processes of this machine only.
    processes = None if isinstance(executor, Cluster) else executor
    with Progress(unit="first guesses") as progress:
        progress.begin("certificate")

        def show(done: int, total: int) -> None:
            progress.reach(done, f"of {total:,}")

        sections = []
        for problem in problems:
            sections.append(certify(problem, first=first, executor=processes, show=show))
        return sections


def _proof_facts(figure: str, game: Game, bracket: Bracket) -> dict[str, Any]:
    """What is printed beside the figures of the tree: what is proved, or the bracket and what is open."""
    facts: dict[str, Any] = {"proved": figure}
    if not bracket.is_closed:
        facts = {"bracket": [bracket.lower, bracket.upper], "open": figure}

    if bracket.openers:
        facts["openers"] = [{"first_guess": game.text(guess), "total": total} for guess, total in bracket.openers]
    return facts


def _bracket_text(bracket: Bracket) -> str:
    """The bracket as progress shows it, such as `[5, 6]`."""
    upper = "no tree yet" if bracket.upper is None else f"{bracket.upper:,}"
    return f"[{bracket.lower:,}, {upper}]"


def _same_game(description: Description, digest: str) -> Game:
    """The game of the description; DataError if another process makes another game of it than this command did."""
    game = game_of(description)
    if game_digest(game) != digest:
        raise DataError(f"{game.name}: the game has changed since the command began, or a worker makes another one")
    return game


def _check_tree(bracket: Bracket, game: Game, measure: Callable[[Tree, Game], int], path: str) -> None:
    """DataError if the tree of a bracket, played against every secret, does not need what the bracket says.

    path: the checkpoint that the tree may come from, which somebody may have changed.
    """
    distribution = dict(Counter(attempts_of(bracket.tree, game).tolist()))
    tells_its_distribution = distribution == outcome_of(bracket.tree).distribution
    if measure(bracket.tree, game) != bracket.upper or not tells_its_distribution:
        raise DataError(
            f"{path}: a tree that is kept there does not need {bracket.upper:,} guesses, as it says: "
            "remove the file, and give the command again"
        )
