"""`codebreaker tree`: the tree of a greedy strategy, or the best first guesses; the figures of any tree."""

import json
import os
import time
from typing import Any

import click
import numpy as np

from codebreaker.commands import options
from codebreaker.criteria import CRITERIA, Ranking
from codebreaker.decision_tree import DecisionTree
from codebreaker.draw import DRAWINGS
from codebreaker.game import Game, candidates, part_of
from codebreaker.search.fastest import fastest_totals
from codebreaker.search.greedy import greedy, openers
from lingo_common.cli import logs
from lingo_common.cli.options import Sectioned
from lingo_common.cli.progress import Progress
from lingo_common.files import write_whole

SHOWN = ("entropy", "expected", "parts", "minimax")
"""The criteria whose figures --top prints."""


@click.command(cls=Sectioned)
@options.with_game_options
@options.criterion
@click.option("--opener", metavar="GUESS", help="Begin with this guess, not with the best one.")
@click.option("--top", type=click.IntRange(1), metavar="N", help="Print the N best first guesses and no tree.")
@options.draw
@options.as_json
@logs.options
def tree(
    criterion: Ranking, opener: str | None, top: int | None, draw: str | None, as_json: bool, **described: Any
) -> None:
    """Compute the tree of a greedy strategy; print its opener, distribution, total, mean and worst case.

    \b
    Examples:
      codebreaker tree --secrets distinct
      codebreaker tree --criterion minimax --draw tree.svg
      codebreaker tree --secrets distinct --symbols YBGROP --top 5
      codebreaker tree --secrets distinct --symbols YBGROP --opener YBGR
      codebreaker tree --game two-d --size 5 --json
    """
    if top is not None and (opener is not None or draw is not None):
        raise click.UsageError("--top ranks first guesses and works out no tree: leave out --opener and --draw")
    game, _ = options.game_described_by(described)
    options.tell_sample(game)
    started = time.perf_counter()
    if top is not None:
        _print_openers(game, criterion, top, as_json)
        return
    first = None if opener is None else game.parse_guess(opener)
    with Progress(len(game.secrets), "secrets") as progress:
        greedy_tree = greedy(game, criterion, first, lambda count: progress.step(count=count))
    print_tree(greedy_tree, time.perf_counter() - started, as_json, draw, {})


def _print_openers(game: Game, criterion: Ranking, count: int, as_json: bool) -> None:
    """A line for each of the best first guesses, with its figures under every criterion."""
    best = np.array(openers(game, criterion, count))
    secrets = np.arange(len(game.secrets))
    if game.sample is not None:
        game = part_of(game, best, secrets)
        best = np.arange(len(best))
    size = game.weight(secrets)
    hits = candidates(game, secrets, best)
    costs = {name: CRITERIA[name].costs(game, secrets, best, fastest_totals()) for name in SHOWN}
    rows = [
        {
            "guess": game.text(int(guess)),
            **{name: CRITERIA[name].figure(int(costs[name][row]), size) for name in SHOWN},
            "candidate": bool(hits[row]),
        }
        for row, guess in enumerate(best)
    ]
    if as_json:
        click.echo(json.dumps({"game": game.name, "criterion": criterion.name, "openers": rows}))
        return
    width = max(5, *(len(str(row["guess"])) for row in rows))
    click.echo(f"{'guess':{width}}    bits  expected size   parts  largest bin  can win")
    for row in rows:
        click.echo(
            f"{row['guess']:{width}}{row['entropy']:8.4f}{row['expected']:15.2f}{row['parts']:8.0f}"
            f"{row['minimax']:13.0f}  {'yes' if row['candidate'] else 'no'}"
        )


def print_tree(tree: DecisionTree, seconds: float, as_json: bool, draw: str | None, more: dict[str, Any]) -> None:
    """Print the figures of a tree, and more of them, and write the tree to the file `draw`."""
    game = tree.game
    written = game.notation
    path = [(written.guess_text(guess), written.reply_text(reply)) for guess, reply in tree.worst_case()]
    if draw:
        suffix = os.path.splitext(draw)[1]
        write_whole(draw, DRAWINGS[suffix](tree.root, game))

    if as_json:
        facts = {
            "opener": game.text(tree.root.guess),
            "distribution": tree.distribution,
            "total": tree.total,
            "mean": tree.mean,
            "worst": tree.worst,
            "longest": path,
            "seconds": round(seconds, 3),
        }
        if game.weights is not None:
            facts["weights"] = int(game.weights.sum())
        click.echo(json.dumps(facts | more))
        return

    guesses = len(game.guesses)
    secrets = len(game.secrets)
    secrets_text = f"{secrets:,} {'secret' if secrets == 1 else 'secrets'}"
    click.echo(f"{game.name}: {guesses:,} {'guess' if guesses == 1 else 'guesses'}, {secrets_text}")
    each_once = "" if game.weights is None else " (each secret once)"
    by_weight = "" if game.weights is None else " (each secret with its weight)"
    counts = ", ".join(f"{count:,} in {attempt}" for attempt, count in tree.distribution.items())
    rows = {
        "opener": game.text(tree.root.guess),
        "distribution": counts + each_once,
        "total": f"{tree.total:,}{by_weight}",
        "mean": f"{tree.mean:.4f}{by_weight}",
        "worst": str(tree.worst),
        "longest": " ".join(f"{text} [{reply}]" for text, reply in path),
        **{name: str(figure) for name, figure in more.items() if name != "openers"},
        "seconds": f"{seconds:.1f}",
    }
    for name, figure in rows.items():
        click.echo(f"  {name:13}{figure}")
    for opener in more.get("openers", ()):
        click.echo(f"  {opener['first_guess']:12} {opener['total']:,}")
    if more and draw is None:
        click.echo("  (--draw FILE.txt writes the tree)")
