"""`precompute evaluate`: the exact figures of the player's games against every word of a list."""

import json
import time
from collections.abc import Iterable

import click

from lingo_bot.commands import book_option, strategy_option
from lingo_common.cli.options import PATH, Sectioned, as_json
from lingo_common.cli.progress import Progress
from lingo_common.cli.rules_options import frequencies
from lingo_common.errors import UsageError
from lingo_common.files import check_writable, write_whole
from lingo_common.pieces import workers
from precompute import tree_text
from precompute.commands import options
from precompute.evaluation import Evaluation, comparison_lines, evaluate, heading, row, strategy_as_json, total_lines
from precompute.played_tree import played_tree
from precompute.stored_bounds import PACKAGED, bound_name, bounds_in
from wordlists.rules import GameOptions


@click.command("evaluate", cls=Sectioned)
@options.of_games
@frequencies
@strategy_option.strategies
@book_option.book
@options.tree_file
@click.option(
    "--bounds",
    metavar="FILE",
    type=PATH,
    help="Take bounds from this file (written by precompute bound --out FILE) instead of the packaged ones.",
)
@as_json
def evaluate_command(
    game_options: GameOptions,
    lengths: tuple[int, ...],
    jobs: int,
    cluster: str | None,
    strategies: tuple[str, ...],
    book: str | None,
    tree_file: str | None,
    bounds: str | None,
    as_json: bool,
) -> None:
    """Print the exact figures of strategies over every word that can be the secret, from their decision trees.

    The columns: mean points, mean guesses and misses, or the worst case, as --objective says; the share of the words
    that is solved at each attempt and not at all; the mean attempts of the solved words; the size of the largest bin at
    the last attempt; and the gap to the bound if one is stored. With --show-first-letter there is a line for each
    letter, and one for all. Several strategies are compared in a table at the end, and --json prints a list then.

    \b
    Examples:
      precompute evaluate
      precompute evaluate --strategy expected --wordlist wordlist.txt --lengths 5 --tree five.txt
      precompute evaluate --no-book --strategy my_strategy.py --strategy minimax --lengths 5
      precompute evaluate --rules wordle --lengths 5 --wordlist allowed.txt --answers answers.txt --book auto
    """
    _check_tree_file(tree_file, strategies)
    bound_by_name = bounds_in(bounds or PACKAGED)
    longest = max(lengths)

    # A strategy that is given twice is evaluated once.
    results: dict[str, list[Evaluation]] = {strategy: [] for strategy in strategies}
    tree_lines: list[str] = []

    with workers(jobs, cluster) as executor, Progress() as progress:
        for strategy, evaluations in results.items():
            for word_game in options.games_for_workers(game_options, lengths, executor, criterion=strategy):
                start = time.perf_counter()
                tree = played_tree(word_game, strategy, book, executor, progress)
                seconds = time.perf_counter() - start
                bound = bound_by_name.get(bound_name(word_game))
                evaluation = evaluate(tree, word_game, seconds, bound)

                is_first_row = not evaluations
                evaluations.append(evaluation)
                lines = [row(word_game.label, evaluation, longest)]
                if is_first_row:
                    # All rows have the columns of the first one.
                    lines.insert(0, heading(evaluation, longest))
                _print_table(lines, as_json, progress)
                if tree_file:
                    tree_lines += tree_text.lines_of(tree, word_game)

            _print_table(total_lines(game_options, evaluations), as_json, progress)

    if len(results) > 1:
        _print_table(comparison_lines(game_options, results), as_json, progress)
    if as_json:
        records = [strategy_as_json(strategy, game_options, evaluations) for strategy, evaluations in results.items()]
        click.echo(json.dumps(records if len(records) > 1 else records[0]))
    if tree_file:
        write_whole(tree_file, "\n".join([*tree_lines, ""]))


def _check_tree_file(tree_file: str | None, strategies: tuple[str, ...]) -> None:
    """UsageError if several strategies would write their trees to the file, DataError if it cannot be written."""
    if tree_file is None:
        return
    if len(strategies) > 1:
        raise UsageError("--tree writes the tree of one --strategy")
    # An existing file is replaced only if it begins as a tree file does.
    check_writable(tree_file, tree_text.BEGINNING)


def _print_table(lines: Iterable[str], as_json: bool, progress: Progress) -> None:
    """Print lines of the table, unless --json takes its place."""
    if as_json:
        return
    for line in lines:
        progress.print_result(line)
