"""`precompute book`: searches trees and writes them into a book."""

import os
import re
from concurrent.futures import Executor

import click
from tqdm import tqdm

from codebreaker.payoff import pit_points
from codebreaker.search.learned_values import Breakpoints
from codebreaker.tree import value
from lingo_bot.book import Book
from lingo_bot.launch import cache_path
from lingo_common.checkpoint import Checkpoint
from lingo_common.cli import logs
from lingo_common.cli.command import PATH
from lingo_common.errors import DataError, reason
from lingo_common.executors import workers
from lingo_common.files import check_writable
from lingo_common.pieces import in_pieces
from precompute import book_search, books, trees
from precompute.commands import options
from precompute.lists import ListKey, game_of, list_key, place_of

STRATEGY = "score"


def keep_of(context: click.Context, parameter: click.Parameter, value: str) -> list[int]:
    """The numbers in a text such as `6,4`: guesses kept at the second attempt, the third, …; usage error if one is not
    a number from 1."""
    parts = value.split(",")
    if not all(re.fullmatch(r"[1-9][0-9]{0,8}", part.strip()) for part in parts):
        raise click.BadParameter(f"{value!r} is not a list of numbers such as 6,4", context, parameter)
    return [int(part) for part in parts]


@click.command("book")
@options.of_list
@click.option(
    "--keep",
    default="6,4",
    callback=keep_of,
    show_default=True,
    metavar="K,K,…",
    help="Guesses evaluated by recursion at the second attempt, the third, …",
)
@click.option(
    "--first-guesses",
    "count",
    type=click.IntRange(1),
    default=16,
    show_default=True,
    metavar="N",
    help="First guesses tried: the best N by expected points, by number of bins and by entropy.",
)
@click.option(
    "--widely",
    type=click.IntRange(1),
    default=4,
    show_default=True,
    metavar="N",
    help="The best N of them are searched again with --keep.",
)
@click.option("--first", metavar="WORD", help="Search only the tree of this first guess, with --keep.")
@click.option("--attempts", type=click.IntRange(2, 100), default=5, show_default=True)
@click.option("--out", metavar="FILE", type=PATH, help="The book to add to. [default: a book in your cache directory]")
@logs.options
def book_command(
    wordlist: str | None,
    lengths: tuple[int, ...],
    jobs: int,
    cluster: str | None,
    keep: list[int],
    count: int,
    widely: int,
    first: str | None,
    attempts: int,
    out: str | None,
) -> None:
    """Search a strong tree for each length of a list, and write it into a book.

    A tree in the book is replaced only by a better one. If the command is killed, the same command continues where it
    stopped. Without --out the book is written to your cache directory, where lingo-bot --book auto finds it.

    \b
    Examples:
      precompute book --wordlist wordlist.txt
      precompute book --lengths 4 --keep 40,20 --first-guesses 60 --out mine.book
    """
    with workers(jobs, cluster) as executor:
        for length in lengths:
            key, words = list_key(length, wordlist, executor)
            path = out or cache_path(key.fingerprint)
            _make_room(path)
            kept = [1, *keep, *[1] * attempts][:attempts]
            openers = [] if first is None else [place_of(first, key, words)]
            best = _search(key, words, attempts, kept, count, widely, executor, openers)
            before = _points_in(path, key, attempts)
            if best.points > before:
                _write(path, key, best.entry(key, attempts), wordlist)
            reached = max(best.points, before) / len(words)
            guess = words[best.first_guess]
            said = "kept the tree in the book" if before >= best.points else f"{guess}, written to {path}"
            click.echo(f"{length} letters: {len(words)} words, {reached:.4f} points a game ({said})")


def _search(
    key: ListKey,
    words: list[str],
    attempts: int,
    keep: list[int],
    count: int,
    widely: int,
    executor: Executor | None,
    openers: list[int],
) -> book_search.FoundTree:
    """The best tree found, over the given first guesses if there are any; checkpointed."""
    checkpoint = Checkpoint(["book", 1, key.fingerprint, attempts, keep, count, widely, openers])
    breakpoints: list[Breakpoints] | None = checkpoint.results.get("breakpoints")
    if breakpoints is None:
        breakpoints = book_search.learn(key, attempts)
        checkpoint.add("breakpoints", breakpoints)
    guesses = openers or book_search.first_guesses(key, attempts, breakpoints, count)
    trees_searched = 1 if openers else len(guesses) + min(widely, len(guesses))
    with tqdm(total=trees_searched, desc=f"{key.length} letters", disable=logs.no_bar(), leave=False) as bar:

        def searched(some: list[int], kept: list[int]) -> list[book_search.FoundTree]:
            pieces: list[book_search.TreePiece] = [(key, attempts, guess, kept, breakpoints) for guess in some]
            found = []
            for _, result in in_pieces(book_search.search_tree, pieces, executor, checkpoint):
                found.append(book_search.FoundTree(*result))
                bar.set_postfix_str(f"{words[found[-1].first_guess]} {found[-1].points / len(words):.3f}")
                bar.update()
            return sorted(found, reverse=True)

        greedy = [] if openers else searched(guesses, [1] * attempts)
        wide = searched(openers or [one.first_guess for one in greedy[:widely]], keep)
    checkpoint.done()
    return max(greedy + wide)


def _make_room(path: str) -> None:
    """Make the directory of the book; DataError if the book cannot be written there, before the search begins."""
    try:
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    except OSError as error:
        raise DataError(f"{path}: cannot be written: {reason(error)}") from None
    check_writable(path)


def _points_in(path: str, key: ListKey, attempts: int) -> int:
    """The points over all words of the book's tree for this list; -1 if it has none."""
    if not os.path.exists(path):
        return -1
    book = Book(path)
    entry = book.find(key.fingerprint, key.length, STRATEGY, attempts)
    if entry is None:
        return -1
    return value(trees.from_book(game_of(key), book, entry, attempts), pit_points(attempts))


def _write(path: str, key: ListKey, entry: books.BookEntry, wordlist: str | None) -> None:
    entries, files = books.read_entries(path)
    books.write_book(path, books.with_entry(entries, entry), files | books.file_line(key.length, wordlist))
