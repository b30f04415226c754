"""`precompute evaluate`: the exact figures of the player's games against every word of a list."""

import json
import time

import click

from lingo_bot.commands import strategy_option
from lingo_bot.launch import NO_BOOK
from lingo_common.cli import logs
from lingo_common.cli.command import PATH
from lingo_common.executors import workers
from lingo_common.files import check_writable, write_whole
from precompute import stored_bounds, tree_text
from precompute.commands import options
from precompute.evaluation import Evaluation, evaluate
from precompute.lists import list_key
from precompute.played_tree import played_tree


@click.command("evaluate")
@options.of_list
@strategy_option.strategy
@click.option("--attempts", type=click.IntRange(1, 100), default=5, show_default=True)
@click.option(
    "--book",
    metavar="FILE",
    type=PATH,
    help="Play from this book, not from the packaged ones; `auto`: from your cache directory.",
)
@click.option("--no-book", is_flag=True, help="Play as lingo-bot --no-book does.")
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
    wordlist: str | None,
    lengths: tuple[int, ...],
    jobs: int,
    cluster: str | None,
    strategy: str,
    attempts: int,
    book: str | None,
    no_book: bool,
    tree_file: str | None,
    bounds: str | None,
    as_json: bool,
) -> None:
    """Print the exact mean points of a strategy over every word of the list, computed from its decision tree.

    The columns: the share of the words that is solved at each attempt and not at all, the mean attempts of the solved
    words, the size of the largest bin at the last attempt, and the gap to the bound if one is stored.

    \b
    Examples:
      precompute evaluate
      precompute evaluate --strategy expected --wordlist wordlist.txt --lengths 5 --tree five.txt
      precompute evaluate --no-book --strategy examples/strategies/unique.py --lengths 5
    """
    if book and no_book:
        raise click.UsageError("--book and --no-book exclude each other")
    if tree_file:
        check_writable(tree_file)
    found: dict[int, Evaluation] = {}
    lines: list[str] = []
    with workers(jobs, cluster) as executor:
        for length in lengths:
            start = time.perf_counter()
            key, words = list_key(length, wordlist, executor)
            proved = stored_bounds.stored(key.fingerprint, attempts, bounds or stored_bounds.PACKAGED)
            tree = played_tree(key, strategy, attempts, NO_BOOK if no_book else book, executor)
            seconds = time.perf_counter() - start
            found[length] = evaluate(tree, words, attempts, seconds, proved.bound if proved else None)
            if not as_json:
                _print_evaluation(length, found[length], attempts, heading=length == lengths[0])
            if tree_file:
                lines += tree_text.lines_of(tree, words, words, tree_text.TreeHeader(length, attempts))
    total = sum(100 * one.mean_points for one in found.values())
    if as_json:
        by_length = {str(length): one.as_json() for length, one in found.items()}
        record = {"strategy": strategy, "wordlist": wordlist, "lengths": by_length, "expected_total": total}
        click.echo(json.dumps(record))
    else:
        click.echo(f"expected total of a pit of 100 words a length: {total:,.1f}")
    if tree_file:
        write_whole(tree_file, "\n".join([*lines, ""]))


def _print_evaluation(length: int, one: Evaluation, attempts: int, heading: bool) -> None:
    if heading:
        shares = "".join(f"{f'at {attempt}':>8}" for attempt in range(1, attempts + 1))
        click.echo(f"letters  words  {'first guess':13}    points{shares}  unsolved  mean  largest  seconds")
    shares = "".join(f"{count / one.words:8.2%}" for name, count in one.attempts.items() if name != "unsolved")
    click.echo(
        f"{length:7} {one.words:6}  {one.first_guess:13}  {one.mean_points:8.4f}{shares}"
        f"{one.attempts['unsolved'] / one.words:10.2%} {one.mean_attempts:5.3f} {one.largest:8} {one.seconds:8.1f}"
        f"{'' if one.gap is None else '  optimal' if one.gap == 0 else f'  gap to the bound {one.gap:.4f}'}"
    )
