"""`codebreaker bound` and `codebreaker optimal`: brackets around the least figure, narrowed until they are closed."""

import hashlib
import logging
import time
from collections.abc import Callable, Iterator
from typing import Any

import click
import numpy as np
from tqdm import tqdm

from codebreaker.commands import options
from codebreaker.commands.tree_report import report
from codebreaker.decision_tree import DecisionTree
from codebreaker.game import Game
from codebreaker.games.named import Description, files_of, game_of
from codebreaker.loading import provide
from codebreaker.search.anytime import Bracket, Workplace
from codebreaker.search.proof import Proof, narrow_mean, narrow_worst_case
from lingo_common.checkpoint import Checkpoint
from lingo_common.cli import logs
from lingo_common.cli.command import Command
from lingo_common.cli.sections import Sectioned
from lingo_common.cluster import Cluster, address_of
from lingo_common.executors import workers
from lingo_common.processors import MOST_JOBS

REPLIES_IN_IDENTITY = 64
"""Guesses whose replies tell one version of a game from another."""
LINE_SECONDS = 60.0
"""Seconds between lines where standard error is no terminal."""
_log = logging.getLogger(__name__)


def _options(command: Command) -> Command:
    """The options of both commands."""
    cluster = click.option(
        "--cluster",
        type=address_of,
        metavar="ADDRESS",
        help="Work on the Dask cluster whose scheduler is at HOST:PORT; a game's file or word list is sent along.",
    )
    minutes = click.option(
        "--minutes",
        type=click.FloatRange(0, min_open=True),
        metavar="M",
        help="Stop after about M minutes and print the bracket so far; the same command continues from there.",
    )
    jobs = click.option("--jobs", type=click.IntRange(1, MOST_JOBS), default=1, show_default=True, help="Processes.")
    return options.of_game(minutes(jobs(cluster(options.draw(options.as_json(logs.options(command)))))))


@click.command(cls=Sectioned)
@_options
def bound(**given: Any) -> None:
    """The proved least worst case, with a strategy that reaches it.

    Until it is proved there is a bracket: no strategy needs less than the lower figure, and one is in hand that needs
    the upper one. Results are kept, so the same command continues where it was stopped.

    \b
    Examples:
      codebreaker bound --secrets distinct
      codebreaker bound --game two-d --draw tree.txt
      codebreaker bound --colours 8 --holes 5 --secrets distinct --minutes 30
    """

    def proofs(game: Game, work: Callable[[int], Workplace]) -> Iterator[Proof]:
        return narrow_worst_case(game, work)

    _prove("least worst case", proofs, **given)


@click.command(cls=Sectioned)
@_options
def optimal(**given: Any) -> None:
    """The least mean number of guesses, proved, with a tree that reaches it.

    Until it is proved there is a bracket for the total number of guesses, as with `codebreaker bound`.

    \b
    Examples:
      codebreaker optimal --secrets distinct
      codebreaker optimal --colours 4 --holes 3 --json
      codebreaker optimal --colours 10 --guesses distinct --secrets distinct --minutes 30
    """

    def proofs(game: Game, work: Callable[[int], Workplace]) -> Iterator[Proof]:
        return narrow_mean(game, work(0))

    _prove("least total", proofs, **given)


def _prove(
    what: str,
    proofs: Callable[[Game, Callable[[int], Workplace]], Iterator[Proof]],
    draw: str | None,
    as_json: bool,
    minutes: float | None,
    jobs: int,
    cluster: str | None,
    **described: Any,
) -> None:
    """Narrow the bracket until it is closed, the time is up or Ctrl-C, and report."""
    game, description = options.described(described)
    started, checkpoints, proof = time.perf_counter(), list[Checkpoint](), None
    identity, interrupted, next_line = _identity(game, description), False, started + LINE_SECONDS
    with workers(jobs, cluster) as executor, tqdm(disable=logs.no_bar(), bar_format="{desc} [{elapsed}]") as bar:
        if isinstance(executor, Cluster):
            executor.bring(f"codebreaker-game-{identity[-1]}", provide, files_of(description))

        def told(bracket: Bracket) -> None:
            bar.set_description_str(f"{_said(proof)}, trying {game.text(bracket.opener)}, effort {bracket.level}")

        def told_line(proof: Proof) -> None:
            nonlocal next_line
            if bar.disable and time.perf_counter() >= next_line:
                next_line = time.perf_counter() + LINE_SECONDS
                _log.info("%s: %s so far", what, _said(proof))

        def work(goal: int) -> Workplace:
            checkpoints.append(Checkpoint(["codebreaker", what, goal, *identity]))
            return Workplace(description, game_of, executor, checkpoints[-1], told)

        try:
            for proof in proofs(game, work):
                told_line(proof)
                bar.set_description_str(_said(proof))
                if minutes is not None and time.perf_counter() - started > 60 * minutes:
                    break
        except KeyboardInterrupt:
            if proof is None:
                raise
            interrupted = True
    assert proof is not None
    closed = proof.lower >= proof.upper
    if closed:
        for checkpoint in checkpoints:
            checkpoint.done()
    more = {"proved": what} if closed else {"bracket": [proof.lower, proof.upper], "open": what}
    report(DecisionTree.of(proof.tree, game), time.perf_counter() - started, as_json, draw, more)
    if interrupted:
        raise KeyboardInterrupt


def _said(proof: Proof | None) -> str:
    return "first bracket" if proof is None else f"[{proof.lower:,}, {proof.upper:,}]"


def _identity(game: Game, description: Description) -> list[str]:
    """What the results depend on: the description and, as a file can change, the game itself."""
    secrets = np.arange(len(game.secrets))
    some = np.linspace(0, len(game.guesses) - 1, min(len(game.guesses), REPLIES_IN_IDENTITY)).astype(int)
    digest = hashlib.sha256(repr((list(game.guesses), list(game.secrets), game.winning)).encode())
    digest.update(game.replies(some, secrets).astype(np.int64).tobytes())
    digest.update(b"" if game.weights is None else game.weights.tobytes())
    return [description["game"], game.name, digest.hexdigest()]
