"""The command line of the offline programs."""

import json
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Any

import click
from tqdm import tqdm

from codebreaker.criteria import CRITERIA
from codebreaker.tree import Tree
from lingo_bot.launch import DEFAULT_STRATEGY, NO_BOOK, STRATEGIES
from precompute import books, bound, evaluation, first_guesses, options, tree_text
from precompute.book_command import book_command
from precompute.bound_command import bound_command
from precompute.lists import ListKey, list_key
from precompute.played import played_tree
from precompute.report_command import report_command
from programs import logs
from programs.command import EXIT_CODES, PATH, Program, settings, version
from programs.errors import DataError, reason
from programs.files import write_whole
from programs.pieces import Checkpoint, in_pieces, workers


@click.group(cls=Program, no_args_is_help=False, context_settings=settings("PRECOMPUTE"), epilog=EXIT_CODES)
@version
def precompute() -> None:
    """Work out in advance what the player knows, and exactly how good it is."""


@precompute.command("first-guesses")
@options.of_list
@click.option("--criterion", type=click.Choice(list(CRITERIA)), default="expected", show_default=True)
@click.option("--top", type=click.IntRange(1), default=10, show_default=True, help="Words to show for each length.")
@click.option("--out", metavar="FILE", type=PATH, help="Write the best into this book (read by lingo-bot --book FILE).")
@options.as_json
@logs.options
def first_guess_command(
    wordlist: str | None,
    lengths: list[int],
    jobs: int,
    cluster: str | None,
    criterion: str,
    top: int,
    out: str | None,
    as_json: bool,
) -> None:
    """Rank every word of the list as a first guess, by its bins over all words.

    A killed run goes on where it stopped when the same command is given again. The figures are exact and the same
    whatever the number of processes.

    \b
    Examples:
      precompute first-guesses --lengths 5 --top 3
      precompute first-guesses --wordlist wordlist.txt --criterion entropy --out my.book
    """
    entries, files = books.read_entries(out) if out else ([], {})
    found = {}
    with workers(jobs, cluster) as executor:
        for length in lengths:
            key, words = list_key(length, wordlist, executor)
            best = _first_guesses(key, words, criterion, top, executor)
            found[length] = [
                {"word": words[one.guess], "figure": CRITERIA[criterion].figure(one.cost, len(words))} for one in best
            ]
            if not as_json:
                _print_first_guesses(length, len(words), criterion, found[length])
            tree = Tree(best[0].guess, True, 0, ())
            entries = books.with_entry(entries, books.entry_of(tree, length, key.fingerprint, criterion, 0))
            files |= books.file_line(length, wordlist)
    if as_json:
        click.echo(json.dumps({"criterion": criterion, "lengths": found}))
    if out:
        books.write_book(out, entries, files)


def _first_guesses(
    key: ListKey, words: list[str], criterion: str, top: int, executor: Executor | None
) -> list[first_guesses.FirstGuess]:
    pieces = first_guesses.pieces(key, len(words), criterion, top)
    checkpoint = Checkpoint(["first-guesses", 1, key.fingerprint, criterion, top])
    results = []
    with tqdm(total=len(pieces), desc=f"{key.length} letters", disable=logs.no_bar(), leave=False) as bar:
        for _, result in in_pieces(first_guesses.best_of_piece, pieces, executor, checkpoint):
            results.append(result)
            bar.update()
    checkpoint.done()
    return first_guesses.merged(results, top)


def _print_first_guesses(length: int, words: int, criterion: str, best: list[dict[str, Any]]) -> None:
    click.echo(f"{length} letters, {words} words, {CRITERIA[criterion].describes}:")
    for place, guess in enumerate(best, 1):
        click.echo(f"{place:4}  {guess['word']}  {guess['figure']:.4f}")


@precompute.command("evaluate")
@options.of_list
@click.option("--strategy", type=click.Choice(STRATEGIES), default=DEFAULT_STRATEGY, show_default=True)
@click.option("--attempts", type=click.IntRange(1, 100), default=5, show_default=True)
@click.option("--book", metavar="FILE", type=PATH, help="Play from this book instead of the package's.")
@click.option("--no-book", is_flag=True, help="Play as lingo-bot --no-book does.")
@click.option(
    "--tree", "tree_file", metavar="FILE", type=PATH, help="Write every game of the tree (see precompute check-tree)."
)
@options.as_json
@logs.options
def evaluate_command(
    wordlist: str | None,
    lengths: list[int],
    jobs: int,
    cluster: str | None,
    strategy: str,
    attempts: int,
    book: str | None,
    no_book: bool,
    tree_file: str | None,
    as_json: bool,
) -> None:
    """Play the strategy against every word of the list, by walking its decision tree, and print exact means.

    \b
    Examples:
      precompute evaluate
      precompute evaluate --strategy expected --wordlist wordlist.txt --lengths 5 --tree five.txt
    """
    if book and no_book:
        raise click.UsageError("--book and --no-book exclude each other")
    found: dict[int, evaluation.Evaluation] = {}
    lines: list[str] = []
    with workers(jobs, cluster) as executor:
        for length in lengths:
            start = time.perf_counter()
            key, words = list_key(length, wordlist, executor)
            tree = played_tree(key, strategy, attempts, NO_BOOK if no_book else book, executor)
            proved = bound.stored(key.fingerprint, attempts)
            most = proved.bound if proved else None
            found[length] = evaluation.evaluate(tree, words, attempts, time.perf_counter() - start, most)
            if not as_json:
                _print_evaluation(length, found[length], attempts, heading=length == lengths[0])
            if tree_file:
                lines += tree_text.lines_of(tree, words, attempts, key.fingerprint)
    total = sum(100 * one.mean_points for one in found.values())
    if as_json:
        by_length = {str(length): one.as_json() for length, one in found.items()}
        click.echo(
            json.dumps({"strategy": strategy, "wordlist": wordlist, "lengths": by_length, "expected_total": total})
        )
    else:
        click.echo(f"expected total of a pit of 100 words a length: {total:,.1f}")
    if tree_file:
        write_whole(tree_file, "\n".join([*lines, ""]))


def _print_evaluation(length: int, one: evaluation.Evaluation, attempts: int, heading: bool) -> None:
    if heading:
        shares = "".join(f"{f'at {attempt}':>8}" for attempt in range(1, attempts + 1))
        click.echo(
            f"letters  words  {'first guess':13}    points{shares}  unsolved  mean  largest  seconds  gap to the bound"
        )
    shares = "".join(f"{count / one.words:8.2%}" for name, count in one.attempts.items() if name != "unsolved")
    click.echo(
        f"{length:7} {one.words:6}  {one.first_guess:13}  {one.mean_points:8.4f}{shares}"
        f"{one.attempts['unsolved'] / one.words:10.2%} {one.mean_attempts:5.3f} {one.largest:8} {one.seconds:8.1f}"
        f"{'' if one.gap is None else '  none: optimal' if one.gap == 0 else f'  {one.gap:.4f}'}"
    )


@precompute.command("check-tree")
@click.argument("file", metavar="FILE", type=PATH)
def check_tree_command(file: str) -> None:
    """Verify a tree file with the slow oracle alone, and recompute its mean points.

    Every reply, every guess and the list itself are checked; the tree may come from anybody.

    \b
    Examples:
      precompute check-tree games.txt           # written by precompute evaluate --tree games.txt
    """
    for checked in tree_text.check(_lines(file)):
        mean = checked.points / checked.words
        click.echo(f"{checked.length} letters: {checked.words} words, {checked.first_guess}, mean points {mean:.4f}")


def _lines(path: str) -> Iterator[str]:
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            yield from file
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {reason(error)}") from None


precompute.add_command(bound_command)
precompute.add_command(book_command)
precompute.add_command(report_command)
