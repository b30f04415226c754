"""`precompute book`: searches trees and writes them into a book."""

import logging
import os
import shlex
import sys
from functools import partial

import click

from lingo_bot.book_player import NO_BOOK, cache_path
from lingo_bot.commands import strategy_option
from lingo_bot.launch import DEFAULT_STRATEGY
from lingo_common.cli.options import PATH, Sectioned, keep
from lingo_common.cli.progress import Progress
from lingo_common.cli.rules_options import frequencies
from lingo_common.errors import DataError, count_text, reason
from lingo_common.files import check_writable
from lingo_common.pieces import Checkpoint, workers
from precompute import books
from precompute.board import checkpoint_of, criterion_digest
from precompute.book_search import find_tree, stages_of, work_of
from precompute.books import PackedTree, pack_tree
from precompute.commands import options
from precompute.figures import figure_text
from precompute.played_tree import played_tree
from wordlists.rules import GameOptions
from wordlists.word_game import WordGame

_log = logging.getLogger(__name__)
_TRIED = "First guesses tried: the best N by expected points, by number of bins and by entropy."


@click.command("book", cls=Sectioned)
@options.of_games
@frequencies
@keep(default="6,4", purpose="for the trees that are searched widely")
@options.number("--first-guesses", "from_each_ranking", default=16, help=_TRIED)
@options.number("--widely", default=4, help="The best N of them are searched again with --keep.")
@click.option("--first", metavar="WORD", help="Search only the tree of this first guess, with --keep.")
@click.option("--out", metavar="FILE", type=PATH, help="The book to add to. [default: a book in your cache directory]")
@strategy_option.strategy
def book_command(
    game_options: GameOptions,
    lengths: tuple[int, ...],
    jobs: int,
    cluster: str | None,
    keep: list[int],
    from_each_ranking: int,
    widely: int,
    first: str | None,
    out: str | None,
    strategy: str,
) -> None:
    """Search a strong tree for each length of a list, and write it into a book.

    With --show-first-letter there is a tree for each letter. A tree in the book is replaced only by a better one. If
    the command is killed, the same command continues where it stopped. Without --out the book is written to your cache
    directory, where lingo-bot --book auto finds it.

    With a --strategy other than score nothing is searched: the book gets the tree that this strategy plays. lingo-bot
    plays it by look-up with the same --strategy.

    \b
    Examples:
      precompute book --wordlist wordlist.txt
      precompute book --lengths 4 --keep 40,20 --first-guesses 60 --out mine.book
      precompute book --rules wordle --lengths 5 --wordlist allowed.txt --answers answers.txt
      precompute book --lengths 5 --strategy entropy --out entropy.book
    """
    is_search = strategy == DEFAULT_STRATEGY
    _check_options(game_options, is_search, first, out)
    stages = partial(
        stages_of, keep=keep, from_each_ranking=from_each_ranking, wide_searches=widely, has_first=first is not None
    )
    # The bar shows the trees to search for all games, and the work of their searches. Where no tree is searched, it
    # shows the pieces of work of played_tree, which adds them itself.
    trees = 0
    work = 0.0
    if is_search:
        for word_game in options.games_of(game_options, lengths, first):
            # Before any search, in case the list of a later length lacks the word.
            options.opener_of(word_game, first)
            for stage in stages(word_game):
                trees += stage.most_trees
                work += stage.most_trees * work_of(word_game, stage.keep)

    checkpoints: list[Checkpoint] = []
    written: list[str] = []

    with workers(jobs, cluster) as executor, Progress(trees, work=work) as progress:
        try:
            for word_game in options.games_for_workers(game_options, lengths, executor, first, criterion=strategy):
                path = _place_of_book(out, word_game)

                # An interruption looks for the checkpoint in the list, so it is there before the tree is searched.
                checkpoint = checkpoint_of("book", word_game, strategy, criterion_digest(strategy))
                checkpoints.append(checkpoint)
                if checkpoint.results:
                    results = count_text(len(checkpoint.results), "result")
                    _log.info("%s: %s of an interrupted run found", word_game.name, results)

                if is_search:
                    opener = options.opener_of(word_game, first)
                    best = find_tree(word_game, stages(word_game), opener, executor, progress, checkpoint)
                else:
                    tree = played_tree(word_game, strategy, NO_BOOK, executor, progress, checkpoint)
                    best = pack_tree(tree, word_game)
                line = _add_tree(path, word_game, strategy, best)
                written.append(f"{word_game.name} (in {path})")
                progress.print_result(line)
        except KeyboardInterrupt:
            has_unfinished_game = len(checkpoints) > len(written)
            unfinished = ""
            if has_unfinished_game and checkpoints[-1].results:
                unfinished = f"kept of {word_game.name}: {count_text(len(checkpoints[-1].results), 'result')}"
            _log_what_remains(written, unfinished)
            raise

    # If the command ends before this, the checkpoints stay, and the same command goes on after the last finished game.
    for checkpoint in checkpoints:
        checkpoint.done()


def _check_options(game_options: GameOptions, is_search: bool, first: str | None, out: str | None) -> None:
    """UsageError for options that do not go together; DataError if no book can be written to `out`."""
    options.check_attempts(game_options, "a book")
    if first and not is_search:
        raise click.UsageError("--first is for the search; --strategy begins with its own first guess")
    # The player knows no frequencies, so it would not find the tree in the cache directory.
    if game_options.frequencies and not (is_search and out):
        raise click.UsageError("--frequencies is for the search, and wants --out FILE, for lingo-bot --book FILE")
    if out is not None:
        _prepare_book(out)


def _log_what_remains(written: list[str], unfinished: str) -> None:
    """Say what an interrupted command leaves behind, and how to go on.

    written: the finished games with their books. unfinished: what a checkpoint keeps of another game; may be empty.
    """
    parts = []
    if written:
        parts.append(f"finished and ready for lingo-bot --book: {', '.join(written)}")
    if unfinished:
        parts.append(unfinished)
    parts.append(f"to continue: {shlex.join(['precompute', *sys.argv[1:]])}")
    _log.warning("%s", "; ".join(parts))


def _place_of_book(out: str | None, word_game: WordGame) -> str:
    """The path of the book: that of --out, or without it one in the cache directory, where one can be written."""
    # That of --out was prepared before the first search.
    if out is not None:
        return out

    path = cache_path(word_game.fingerprint)
    try:
        _prepare_book(path)
    except DataError as error:
        raise DataError(f"{error}; --out FILE chooses another place") from None
    return path


def _prepare_book(path: str) -> None:
    """Make the directory of the book; DataError, before the search begins, if no book can be written to the path."""
    try:
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    except OSError as error:
        raise DataError(f"{path}: cannot be written: {reason(error)}") from None
    check_writable(path)
    books.read_book(path)


def _add_tree(path: str, word_game: WordGame, strategy: str, best: PackedTree) -> str:
    """Write the tree into the book unless the book has one as good, and return the line that says what it has now."""
    outcome = books.add_tree(path, word_game, strategy, best)
    what_happened = "kept the tree in the book"
    if outcome is None:
        outcome = best.outcome
        what_happened = f"{word_game.write(best.first_guess)}, written to {path}"

    words = count_text(len(word_game.secrets), "word")
    return f"{word_game.name}: {words}, {figure_text(outcome, word_game.objective)} ({what_happened})"
