"""`codebreaker bound` and `codebreaker optimal`: the least worst case, and the least mean number of guesses.

A proof narrows a bracket around that number, between what is proved and what the best known tree needs.
"""

from collections.abc import Generator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import click

from codebreaker.commands import options
from codebreaker.commands.proving import BuildGame, guess_of, prove
from codebreaker.game import Game
from codebreaker.objective import Objective
from codebreaker.proof import Execution
from codebreaker.search.bracket import Bracket
from codebreaker.search.certify import Problem
from codebreaker.search.least_mean import attempts_allowed, narrow_mean, objective_of_mean, searcher_source
from codebreaker.search.worst_case import narrow_worst_case
from lingo_common.cli import logs
from lingo_common.cli.command import Command
from lingo_common.cli.options import Sectioned, as_json, certificate, cluster, jobs, keep, minutes
from lingo_common.errors import count_text


def _options(command: Command) -> Command:
    """The options of both commands: those of the game, of the work and of the output."""
    # The help lists options from the last one that is added here to the first.
    command = as_json(logs.options(command))
    command = options.draw(certificate(command))
    command = cluster("; a game's file or word list is sent along")(command)
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
    prove("least worst case", narrow_worst_case, lambda tree: tree.worst, _problems_of_worst_case, **arguments)


@click.command("optimal", cls=Sectioned)
@click.option(
    "--worst", type=click.IntRange(1), metavar="N", help="The least mean of the trees that need at most N guesses."
)
@click.option("--first", metavar="GUESS", help="The best tree that begins with this guess, and the proof for it alone.")
@click.option(
    "--top", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="Prove the best N first guesses."
)
@keep(None, "in a search for good trees before the proof begins; without it there is none, or one that keeps one guess")
@_options
def prove_optimal(worst: int | None, first: str | None, top: int, keep: list[int], **arguments: Any) -> None:
    """Prove the least mean number of guesses, and find a tree that reaches it.

    Until it is proved there is a bracket for the total number of guesses, as with `codebreaker bound`. Of first guesses
    that a symmetry of the game maps onto each other, --top names one.

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

    def brackets(game: Game, execution: Execution, build: BuildGame) -> Generator[Bracket]:
        return narrow_mean(game, execution, worst, guess_of(game, first), top, build, keep)

    def problems(game: Game, build: BuildGame, bracket: Bracket) -> list[Problem]:
        return [_problem_of_mean(game, build, bracket, worst, guess_of(game, first), keep)]

    figure = "least total"
    if worst is not None:
        figure += f" within {count_text(worst, 'guess')}"
    if first is not None:
        figure += f" after {first}"
    prove(figure, brackets, lambda tree: tree.total, problems, **arguments)


def _problems_of_worst_case(game: Game, build: BuildGame, bracket: Bracket) -> list[Problem]:
    """What the certificate is to show: no tree needs fewer guesses in the worst case, and this one needs no more.

    Every tree costs at least the cost of a Problem. If it has a tree, that tree costs no more.

    game: not needed, because the worst case does not depend on its weights; `prove` passes it for other figures.
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


def _problem_of_mean(
    game: Game, build: BuildGame, bracket: Bracket, worst: int | None, first: int | None, keep: Sequence[int]
) -> Problem:
    """What the certificate is to show: no tree has a smaller total than that of the bracket, which is closed.

    worst: the most guesses that a tree may need for a secret; None for any number. worst, first, keep: as for
    narrow_mean, which has proved the total.
    """
    attempts = attempts_allowed(game, worst)
    weight = game.total_weight

    # A secret is charged 1 for each guess but the winning one: the cost is the total less one for each secret.
    # With all secrets solved it is at most (attempts - 1) * weight. One miss costs attempts * weight, which is more, so
    # a tree of that cost misses no secret.
    cost = bracket.lower - weight
    objective = Objective.misses_first(attempts, weight)
    # Where one attempt is allowed, the proof was made for two, so its searcher does not know the costs with one. Only a
    # proof for the same objective has a searcher that is of use here.
    is_proved = objective == objective_of_mean(game, worst)
    searcher = searcher_source(game, build, objective, keep) if is_proved else None
    return Problem(build, objective, cost, bracket.tree, searcher=searcher, first=first)
