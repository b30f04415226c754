"""`precompute evaluate`: the exact figures of the player's games against every word of a list."""

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import click

from codebreaker.rules import GUESSES, POINTS, WORST, to_json
from codebreaker.tree import Tree
from lingo_bot.commands import strategy_option
from lingo_common.cli import logs
from lingo_common.cli.command import PATH
from lingo_common.cli.progress import Progress
from lingo_common.cli.rules_options import GameOptions
from lingo_common.cli.sections import Sectioned
from lingo_common.executors import workers
from lingo_common.files import check_writable, write_whole
from precompute import stored_bounds, tree_text
from precompute.commands import options
from precompute.commands.games import games_of
from precompute.game_key import GameKey
from precompute.lists import words_of
from precompute.played.evaluation import Evaluation, evaluate, together
from precompute.played.played_tree import played_tree


@click.command("evaluate", cls=Sectioned)
@options.of_games
@strategy_option.strategy
@options.known_book
@click.option(
    "--tree", "tree_file", metavar="FILE", type=PATH, help="Write every game of the tree (see precompute check-tree)."
)
@click.option(
    "--bounds",
    metavar="FILE",
    type=PATH,
    help="Take bounds from this file (written by precompute bound --out FILE) instead of the packaged ones.",
)
@options.as_json
@logs.options
def evaluate_command(
    game: GameOptions,
    lengths: tuple[int, ...],
    jobs: int,
    cluster: str | None,
    strategy: str,
    book: str | None,
    tree_file: str | None,
    bounds: str | None,
    as_json: bool,
) -> None:
    """Print the exact figures of a strategy over every word that can be the secret, computed from its decision tree.

    The columns: mean points, mean guesses and misses, or the worst case, as --objective says; the share of the words
    that is solved at each attempt and not at all; the mean attempts of the solved words; the size of the largest bin at
    the last attempt; and the gap to the bound if one is stored. With --show-first-letter there is a line for each
    letter, and one for all.

    \b
    Examples:
      precompute evaluate
      precompute evaluate --strategy expected --wordlist wordlist.txt --lengths 5 --tree five.txt
      precompute evaluate --no-book --strategy examples/strategies/unique.py --lengths 5
      precompute evaluate --rules wordle --lengths 5 --wordlist allowed.txt --answers answers.txt --book auto
    """
    if tree_file:
        check_writable(tree_file)
    path = bounds or stored_bounds.PACKAGED
    found: dict[int, dict[str, Evaluation]] = {}
    lines: list[str] = []
    with workers(jobs, cluster) as executor, Progress(0) as progress:
        for key in games_of(game, lengths, executor, criterion=strategy):
            start = time.perf_counter()
            tree = played_tree(key, strategy, book, executor, progress)
            proved = stored_bounds.stored(stored_bounds.bound_name(key), path)
            one = evaluate(tree, key, time.perf_counter() - start, proved and proved.bound)
            if not as_json:
                _print_row(key.lists.label, one, max(lengths), heading=not found)
            found.setdefault(key.lists.length, {})[key.lists.shown_letter] = one
            if tree_file:
                lines += _tree_lines(tree, key)
    totals = {length: together(list(by_letter.values())) for length, by_letter in found.items()}
    if as_json:
        click.echo(json.dumps(_record(game, strategy, found, totals)))
    else:
        _print_totals(game, totals)
    if tree_file:
        write_whole(tree_file, "\n".join([*lines, ""]))


def _tree_lines(tree: Tree, game: GameKey) -> Iterator[str]:
    key = game.lists
    header = tree_text.TreeHeader(key.length, game.attempts, game.hard, key.first_letter)
    return tree_text.lines_of(tree, *words_of(key), header, key.letters)


def _record(
    game: GameOptions, strategy: str, found: dict[int, dict[str, Evaluation]], totals: dict[int, Evaluation]
) -> dict[str, Any]:
    """What --json prints."""
    record: dict[str, Any] = {"strategy": strategy, "wordlist": game.wordlist, "answers": game.answers}
    record |= {"rules": to_json(game.rules), "lengths": {}}
    for length, one in totals.items():
        record["lengths"][str(length)] = one.as_json()
        if game.rules.first_letter:
            letters = {letter: each.as_json() for letter, each in found[length].items()}
            record["lengths"][str(length)]["first_letters"] = letters
    return record | {"expected_total": _pit_total(totals)}


def _pit_total(totals: dict[int, Evaluation]) -> float:
    return sum(100 * one.mean_points for one in totals.values())


_FIGURES: dict[str, dict[str, Callable[[Evaluation], str]]] = {
    POINTS: {"    points": lambda one: f"{one.mean_points:10.4f}"},
    GUESSES: {
        "   guesses": lambda one: f"{one.mean_guesses:10.4f}",
        "  missed": lambda one: f"{one.figures.missed:8}",
    },
}
_FIGURES[WORST] = {"   worst": lambda one: f"{one.figures.worst or '-':>8}"} | _FIGURES[GUESSES]
"""The columns of each objective: heading and figure."""


def _print_row(name: str, one: Evaluation, longest: int, heading: bool = False) -> None:
    """The line of a game; longest: the most letters of a first guess; heading: with the heading before it."""
    columns, solved, width = _FIGURES[one.objective], one.figures.solved, max(13, longest)
    if heading:
        shares = "".join(f"{f'at {attempt}':>8}" for attempt in range(1, len(solved) + 1))
        click.echo(
            f"letters  words  {'first guess':{width}}{''.join(columns)}{shares}  unsolved  mean  largest  seconds"
        )
    shares = "".join(f"{count / one.words:8.2%}" for count in solved)
    click.echo(
        f"{name:>7} {one.words:6}  {one.first_guess:{width}}{''.join(text(one) for text in columns.values())}{shares}"
        f"{one.figures.missed / one.words:10.2%} {one.mean_attempts:5.3f} {one.largest:8} {one.seconds:8.1f}"
        f"{'' if one.gap is None else '  optimal' if one.gap == 0 else f'  gap to the bound {one.gap:.4f}'}"
    )


def _print_totals(game: GameOptions, totals: dict[int, Evaluation]) -> None:
    """The lines of all first letters of a length together, and the total of a pit."""
    if game.rules.first_letter:
        for length, one in totals.items():
            _print_row(f"{length} all", one, max(totals))
    if game.rules.objective == POINTS:
        click.echo(f"expected total of a pit of 100 words a length: {_pit_total(totals):,.1f}")
