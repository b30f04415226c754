"""`codebreaker tree` and `codebreaker check-tree`: the tree of a greedy strategy, and the figures of any tree."""

import json
import os
import time
from typing import Any

import click
import numpy as np

from codebreaker import tree_json
from codebreaker.candidates import can_win
from codebreaker.commands import options
from codebreaker.criteria import CRITERIA, Ranking
from codebreaker.decision_tree import DecisionTree
from codebreaker.derived_games import part_of
from codebreaker.draw import DRAWINGS
from codebreaker.game import Game
from codebreaker.search.greedy import greedy
from codebreaker.solution import ranked_guesses
from lingo_common.cli.options import PATH, Sectioned, as_json, whole_number
from lingo_common.cli.progress import Progress
from lingo_common.errors import DataError, count_text
from lingo_common.files import read_file, write_whole


@click.command(cls=Sectioned)
@options.with_game_options
@options.criterion
@click.option("--opener", metavar="GUESS", help="Begin with this guess, not with the best one.")
@click.option("--top", type=whole_number(1), metavar="N", help="Print the N best first guesses and no tree.")
@options.draw
@as_json
def tree(
    criterion: Ranking, opener: str | None, top: int | None, draw: str | None, as_json: bool, **game_description: Any
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
    game = options.game_described_by(game_description)
    options.tell_if_guesses_are_sampled(game)
    if top is not None:
        _print_openers(game, criterion, top, as_json)
        return

    started = time.perf_counter()
    first = None if opener is None else game.parse_guess(opener)
    with Progress(len(game.secrets), "secret") as progress:
        greedy_tree = greedy(game, criterion, first, lambda count: progress.step(count=count))
    print_tree(greedy_tree, time.perf_counter() - started, as_json, draw, {})


def _print_openers(game: Game, criterion: Ranking, count: int, as_json: bool) -> None:
    """A line for each of the best first guesses, with its figures under every criterion."""
    secrets = game.all_secrets
    best = ranked_guesses(game, criterion, secrets, count)
    if game.sample is not None:
        # This game computes replies whenever they are needed. The part of it with the best guesses alone is small
        # enough for a table, so each reply is computed once for all criteria.
        game = part_of(game, best, secrets)
        # In the part, the guesses have the numbers 0, 1, 2, ….
        best = np.arange(len(best))

    rows: list[dict[str, Any]] = [{"guess": game.text(int(guess))} for guess in best]
    weight = game.weight(secrets)
    for name, ranking in CRITERIA.items():
        # A criterion counts what is best if it is least. Its figure is what people know, such as bits a reply.
        costs = ranking.costs(game, secrets, best)
        for row, cost in zip(rows, costs, strict=True):
            row[name] = ranking.figure(int(cost), weight)

    for row, is_candidate in zip(rows, can_win(game, secrets, best), strict=True):
        row["candidate"] = bool(is_candidate)

    if as_json:
        click.echo(json.dumps({"game": game.name, "criterion": criterion.name, "openers": rows}))
        return

    width = max(len("guess"), *(len(row["guess"]) for row in rows))
    # The words of the heading end where the figures below them do.
    click.echo(f"{'guess':{width}}    bits  expected size   parts  largest bin  can win")
    for row in rows:
        answer = "yes" if row["candidate"] else "no"
        click.echo(
            f"{row['guess']:{width}}{row['entropy']:8.4f}{row['expected']:15.2f}{row['parts']:8.0f}"
            f"{row['minimax']:13.0f}  {answer}"
        )


def print_tree(tree: DecisionTree, seconds: float, as_json: bool, draw: str | None, proof: dict[str, Any]) -> None:
    """Print the figures of a tree, and write it to the file `draw` if there is one.

    proof: what is proved of the tree, such as {"proved": "least total"}; empty if nothing is. The key `openers` has a
    list of {"first_guess": …, "total": …}, which becomes a line each.
    """
    try:
        if draw is not None:
            suffix = os.path.splitext(draw)[1]
            write_whole(draw, DRAWINGS[suffix](tree.root, tree.game))
    finally:
        # The figures may have taken hours, so they are printed even if the disk is full.
        print_figures = _print_json if as_json else _print_text
        print_figures(tree, seconds, proof)


def _longest_game(tree: DecisionTree) -> list[tuple[str, str]]:
    """(guess, reply) of the tree's longest game, as texts."""
    notation = tree.game.notation
    # These are the guesses and replies themselves, where a node of the tree has their numbers.
    return [(notation.guess_text(guess), notation.reply_text(reply)) for guess, reply in tree.worst_case()]


def _print_json(tree: DecisionTree, seconds: float, proof: dict[str, Any]) -> None:
    """Print the figures of a tree as JSON; proof: as in print_tree."""
    facts = {
        "opener": tree.game.text(tree.root.guess),
        "distribution": tree.distribution,
        "total": tree.total,
        "mean": tree.mean,
        "worst": tree.worst,
        "longest": _longest_game(tree),
        "seconds": round(seconds, 3),
    }
    if tree.game.weights is not None:
        facts["weights"] = tree.game.total_weight
    click.echo(json.dumps(facts | proof))


def _print_text(tree: DecisionTree, seconds: float, proof: dict[str, Any]) -> None:
    """Print the figures of a tree in lines; proof: as in print_tree."""
    game = tree.game
    guesses = count_text(len(game.guesses), "guess")
    secrets = count_text(len(game.secrets), "secret")
    click.echo(f"{game.name}: {guesses}, {secrets}")

    each_once = "" if game.weights is None else " (each secret once)"
    by_weight = "" if game.weights is None else " (each secret with its weight)"
    counts = ", ".join(f"{count:,} in {attempt}" for attempt, count in tree.distribution.items())
    proved = {name: fact for name, fact in proof.items() if name != "openers"}
    rows = {
        "opener": game.text(tree.root.guess),
        "distribution": counts + each_once,
        "total": f"{tree.total:,}{by_weight}",
        "mean": f"{tree.mean:.4f}{by_weight}",
        "worst": tree.worst,
        "longest": " ".join(f"{guess} [{reply}]" for guess, reply in _longest_game(tree)),
        **proved,
        "seconds": f"{seconds:.1f}",
    }
    for name, figure in rows.items():
        click.echo(f"  {name:13}{figure}")
    for opener in proof.get("openers", []):
        click.echo(f"  {opener['first_guess']:12} {opener['total']:,}")


@click.command("check-tree", cls=Sectioned)
@click.argument("file", metavar="FILE", type=PATH)
@options.with_game_options
def check_game_tree(file: str, **game_description: Any) -> None:
    """Check a tree in JSON: play it against every secret of a game, and compute its figures anew.

    Such files are written by --draw FILE.json. The game is that of the command line; a tree of another game is refused.

    \b
    Examples:
      codebreaker check-tree tree.json
      codebreaker check-tree coins.json --game coins.py
    """
    game = options.game_described_by(game_description)

    content = read_file(file)
    try:
        tree = DecisionTree(tree_json.read(content.decode(), game), game)
    except UnicodeDecodeError:
        raise DataError(f"{file}: not a tree: it is not text in UTF-8") from None
    except RecursionError:
        raise DataError(f"{file}: not a tree: it is nested too deeply") from None
    except DataError as error:
        raise DataError(f"{file}: {error}") from None

    weighted = "" if game.weights is None else " (each secret with its weight)"
    click.echo(
        f"{game.name}: {count_text(len(game.secrets), 'secret')}, first guess {game.text(tree.root.guess)}, "
        f"{count_text(tree.total, 'guess')}, mean {tree.mean:.4f}{weighted}, worst {tree.worst}"
    )
