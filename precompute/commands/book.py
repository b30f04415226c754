"""`precompute book`: searches trees and writes them into a book."""

import logging
import os
import shlex
import sys

import click

from lingo_bot.book_player import NO_BOOK, cache_path
from lingo_bot.commands import strategy_option
from lingo_bot.launch import DEFAULT_STRATEGY
from lingo_common.cli import logs
from lingo_common.cli.command import PATH
from lingo_common.cli.options import Sectioned
from lingo_common.cli.progress import Progress
from lingo_common.errors import DataError, reason
from lingo_common.files import check_writable
from lingo_common.pieces import Checkpoint, workers
from precompute import books
from precompute.board import checkpoint_of, digest_of, number_of_words
from precompute.books import PackedTree, packed
from precompute.commands import options
from precompute.figures import figure_text, objective_of, outcome_in
from precompute.played_tree import played_tree, tree_in
from precompute.tree_search import BookSearch, SearchPlan
from wordlists.rules import GameOptions
from wordlists.word_game import WordGame

_log = logging.getLogger(__name__)
_TRIED = "First guesses tried: the best N by expected points, by number of bins and by entropy."


@click.command("book", cls=Sectioned)
@options.of_games
@options.frequencies
@options.keep("6,4", "for the trees that are searched widely")
@options.number("--first-guesses", "count", default=16, help=_TRIED)
@options.number("--widely", default=4, help="The best N of them are searched again with --keep.")
@click.option("--first", metavar="WORD", help="Search only the tree of this first guess, with --keep.")
@click.option("--out", metavar="FILE", type=PATH, help="The book to add to. [default: a book in your cache directory]")
@strategy_option.strategy
@logs.options
def book_command(
    game_options: GameOptions,
    lengths: tuple[int, ...],
    jobs: int,
    cluster: str | None,
    keep: list[int],
    count: int,
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
    options.check_attempts(game_options, "a book")
    searched = strategy == DEFAULT_STRATEGY
    if first and not searched:
        raise click.UsageError("--first is for the search; --strategy begins with its own first guess")
    if game_options.frequencies and not (searched and out):
        raise click.UsageError("--frequencies is for the search, and wants --out FILE, for lingo-bot --book FILE")
    if out:
        _make_room(out)
    plan = SearchPlan(keep, count, widely, first)
    games = options.games_of(game_options, lengths, first) if searched else ()
    expected = [plan.max_work(key.length, len(key.secrets), key.attempts) for key in games]
    checkpoints: list[Checkpoint] = []
    written: list[str] = []
    with workers(jobs, cluster) as executor, Progress(len(expected) * plan.max_trees, work=sum(expected)) as progress:
        try:
            for key in options.word_games(game_options, lengths, executor, first, strategy):
                path = out or cache_path(key.fingerprint)
                _make_room(path)
                search = BookSearch(key, plan, executor, progress) if searched else None
                if search:
                    checkpoints.append(search.checkpoint)
                else:
                    checkpoints.append(checkpoint_of("strategy", key, strategy, digest_of(strategy)))
                if checkpoints[-1].results:
                    _log.info("%s: %s of an interrupted run found", key.name, _results(checkpoints[-1]))
                if search:
                    best = search.find()
                else:
                    best = packed(played_tree(key, strategy, NO_BOOK, executor, progress, checkpoints[-1]), key)
                line = _add_tree(path, key, strategy, best)
                written.append(f"{key.name} (in {path})")
                click.echo(line)
        except KeyboardInterrupt:
            parts = [f"finished and ready for lingo-bot --book: {', '.join(written)}"] if written else []
            if len(checkpoints) > len(written) and checkpoints[-1].results:
                parts.append(f"kept of {key.name}: {_results(checkpoints[-1])}")
            _log.warning("%s", "; ".join([*parts, f"to continue: {shlex.join(['precompute', *sys.argv[1:]])}"]))
            raise
    for checkpoint in checkpoints:  # not before: a later command continues after the last finished length
        checkpoint.done()


def _results(checkpoint: Checkpoint) -> str:
    """The number of results of a checkpoint in words."""
    count = len(checkpoint.results)
    return "1 result" if count == 1 else f"{count:,} results"


def _make_room(path: str) -> None:
    """Make the directory of the book; DataError, before the search begins, if no book can be written there."""
    try:
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    except OSError as error:
        raise DataError(f"{path}: cannot be written: {reason(error)}") from None
    check_writable(path)
    books.read_entries(path)


def _add_tree(path: str, word_game: WordGame, strategy: str, best: PackedTree) -> str:
    """Write the tree into the book unless the book has one as good; the line that says what is there now.

    The tree of a strategy that is not searched for is always written.
    """
    old = tree_in(path, word_game) if strategy == DEFAULT_STRATEGY else None
    outcome = best.outcome
    written = f"{word_game.write(best.first_guess)}, written to {path}"
    objective = objective_of(word_game)
    before = None if old is None else outcome_in(word_game, old)
    if before is not None and objective.cost(before) <= objective.cost(outcome):
        outcome = before
        written = "kept the tree in the book"
    else:
        books.add_entry(path, word_game, best.entry(word_game, strategy))
    words = number_of_words(len(word_game.secrets))
    return f"{word_game.name}: {words}, {figure_text(outcome, word_game.objective)} ({written})"
