"""The figures of a tree as the commands print them."""

import json
from typing import Any

import click

from codebreaker.decision_tree import DecisionTree
from codebreaker.draw import DRAWINGS, suffix_of
from lingo_common.files import write_whole


def print_tree(tree: DecisionTree, seconds: float, as_json: bool, draw: str | None, more: dict[str, Any]) -> None:
    """Print the figures of a tree, and more of them, and draw it."""
    game, figures = tree.game, tree.measures
    written = game.notation
    path = [(written.guess_text(guess), written.reply_text(reply)) for guess, reply in tree.worst_case()]
    if draw:
        write_whole(draw, DRAWINGS[suffix_of(draw)](tree, game))
    if as_json:
        facts = {"opener": game.text(tree.guess), **figures._asdict(), "longest": path, "seconds": round(seconds, 3)}
        weights = {} if game.weights is None else {"weights": int(game.weights.sum())}
        click.echo(json.dumps(facts | weights | more))
        return
    print_sizes(tree)
    each_once, by_weight = (
        ("", "") if game.weights is None else (" (each secret once)", " (each secret with its weight)")
    )
    rows = {
        "opener": game.text(tree.guess),
        "distribution": ", ".join(f"{count:,} in {guesses}" for guesses, count in figures.distribution.items())
        + each_once,
        "total": f"{figures.total:,}{by_weight}",
        "mean": f"{figures.mean:.4f}{by_weight}",
        "worst": str(figures.worst),
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


def print_sizes(tree: DecisionTree) -> None:
    """Print the game, and how many guesses and secrets it has."""
    game = tree.game
    sizes = (_amount(len(game.guesses), "guess", "guesses"), _amount(len(game.secrets), "secret", "secrets"))
    click.echo(f"{game.name}: {', '.join(sizes)}")


def _amount(count: int, singular: str, plural: str) -> str:
    return f"{count:,} {singular if count == 1 else plural}"
