"""`precompute first-guesses`: ranks every word of a list as a first guess."""

import json
from concurrent.futures import Executor
from typing import Any

import click
from tqdm import tqdm

from codebreaker.criteria import CRITERIA
from codebreaker.tree import Tree
from lingo_common.checkpoint import Checkpoint
from lingo_common.cli import logs
from lingo_common.cli.command import PATH
from lingo_common.executors import workers
from lingo_common.files import check_writable
from lingo_common.pieces import in_pieces
from precompute import books, first_guesses
from precompute.commands import options
from precompute.lists import ListKey, list_key


@click.command("first-guesses")
@options.of_list
@click.option("--criterion", type=click.Choice(list(CRITERIA)), default="expected", show_default=True)
@click.option("--top", type=click.IntRange(1), default=10, show_default=True, help="Words to show for each length.")
@click.option("--out", metavar="FILE", type=PATH, help="Write the best into this book, for lingo-bot --book FILE.")
@options.as_json
@logs.options
def first_guesses_command(
    wordlist: str | None,
    lengths: tuple[int, ...],
    jobs: int,
    cluster: str | None,
    criterion: str,
    top: int,
    out: str | None,
    as_json: bool,
) -> None:
    """Rank every word of the list as a first guess, by its bins over all words.

    The figures are exact. If the command is killed, the same command continues where it stopped.

    \b
    Examples:
      precompute first-guesses --lengths 5 --top 3
      precompute first-guesses --wordlist wordlist.txt --criterion entropy --out my.book
    """
    if out:
        check_writable(out)
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
