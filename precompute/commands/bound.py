"""`precompute bound`: proves an upper bound on the mean points of any player."""

import json
import time
from functools import partial
from typing import Any

import click

from codebreaker.commands.proof_run import proof_run
from codebreaker.proof import Proof
from codebreaker.proof_file import BEGINNING
from codebreaker.tree import Tree, cost_of
from lingo_bot.book_player import book_for
from lingo_bot.commands import book_option
from lingo_bot.launch import DEFAULT_STRATEGY
from lingo_common.cli.options import PATH, Sectioned, as_json, certificate, minutes
from lingo_common.cli.progress import Progress
from lingo_common.errors import DataError, UsageError, install_hint
from lingo_common.files import check_files
from precompute.board import board_of
from precompute.bound import MAX_SEARCHED, WAVE, BoundSearcher, bound_proof
from precompute.bound_record import HEADING, bound_line, bound_record, mean_of
from precompute.certificates import problems_of
from precompute.commands import options
from precompute.played_tree import tree_of_book
from precompute.stored_bounds import add_bound, bound_name, bounds_to_add_to
from wordlists.rules import GameOptions
from wordlists.word_game import WORST, WordGame

_HELP_OF_BUDGET = (
    "Work on each length, in 10^9 pairs of guess and word; "
    f"the first guesses that are being worked on, {WAVE} at most, are finished."
)
_HELP_OF_DEEP = "Look two and three guesses past the first one: proves a smaller bound, and takes hours. Needs [fast]."
_HELP_OF_EXACT = (
    f"If at most {MAX_SEARCHED} first guesses are not ruled out, search bins of up to N words for their optimum."
)

PAIRS = 10**9
"""The unit of --budget, in pairs of a guess and a word."""
BUDGET = 400
"""The default of --budget: some 2 minutes of processor time at five letters of the packaged list, and 11 at nine."""
MOST_EXACT = 256
"""The default of --exact: at nine letters no search of a bin of so many words takes longer than a third of a second."""


@click.command("bound", cls=Sectioned)  # its help has the options in sections
@options.of_games  # game_options, lengths, jobs and cluster
@book_option.book
@options.number("--budget", default=BUDGET, least=0, help=_HELP_OF_BUDGET)
@options.number("--exact", default=MOST_EXACT, least=0, help=_HELP_OF_EXACT)
@click.option("--deep", is_flag=True, help=_HELP_OF_DEEP)
@click.option("--first", metavar="WORD", help="Bound only the trees that begin with this first guess.")
@click.option(
    "--out", metavar="FILE", type=PATH, help="Store the bounds in this file, for precompute evaluate --bounds FILE."
)
@certificate
@minutes
@as_json
def bound_command(
    game_options: GameOptions,
    lengths: tuple[int, ...],
    jobs: int,
    cluster: str | None,
    book: str | None,
    budget: int,
    exact: int,
    deep: bool,
    first: str | None,
    out: str | None,
    certificate: str | None,
    minutes: float | None,
    as_json: bool,
) -> None:
    """Prove an upper bound on the mean points that any player can reach on the list.

    The columns: the bound from the bins of the best first guess, the same bound with Lemma 1, the proved bound, the
    points of the best known tree, the gap between the two, and how many first guesses are not ruled out: their own
    bound is above the best known tree. With --first the bounds hold for trees that begin with that guess: if the bound
    equals the points of the best known tree, no such tree is better. After Ctrl-C or --minutes the bounds so far are
    printed, which are true; the same command continues. --certificate writes the proof of each length whose bound is
    that of the best known tree.

    \b
    Examples:
      precompute bound --lengths 13
      precompute bound --lengths 10-13 --certificate long.proof
      precompute bound --wordlist wordlist.txt --budget 1000 --out bounds.json
      precompute bound --lengths 9 --first contrails
      precompute bound --lengths 4 --deep --budget 100000
    """
    _check_options(game_options, first, out, certificate, deep)
    kind = _searcher_kind(deep)

    results: dict[str, Any] = {}
    with proof_run(jobs, cluster, minutes, certificate) as run:
        # Workers of a cluster are sent the lists of each game. Where each secret shows its first letter there is a game
        # for each letter; with --first only the game of that word's letter is bounded.
        for word_game in options.games_for_workers(game_options, lengths, run.executor, first):
            start = time.perf_counter()
            # It ends before the certificate begins, which shows a progress of its own.
            with Progress() as progress:
                progress.begin(word_game.name)
                opener = options.opener_of(word_game, first)
                # A book keeps its trees by strategy; those that were searched are under DEFAULT_STRATEGY.
                tree_in_book = tree_of_book(word_game, book_for(word_game, DEFAULT_STRATEGY, book))
                book_cost = _cost_in(word_game, tree_in_book)

                searcher = kind(word_game, budget * PAIRS, exact)
                proof = bound_proof(searcher, run, book_cost, opener)
                run.narrow(proof.states(), partial(_show, word_game, progress))
                bound = searcher.result(proof)

            seconds = time.perf_counter() - start
            record = bound_record(word_game, bound, book_cost, seconds, is_stopped=bool(run.stopped))
            try:
                if out:
                    add_bound(out, bound_name(word_game), bound)
            finally:
                # The bound may have taken hours, so it is printed even if the disk is full.
                if not as_json:
                    heading = [] if results else [HEADING]
                    click.echo("\n".join([*heading, bound_line(word_game, record, first)]))
            options.add_result(results, word_game, record)

            if record["optimal"]:
                assert tree_in_book is not None  # its cost is the bound
                problems = problems_of(word_game, tree_in_book, opener)
                run.certify(f"{word_game.name}, certificate", problems)
            if run.stopped:
                break

        try:
            run.write_certificate()
        finally:
            if as_json:
                _print_json(game_options, first, results)


def _print_json(game_options: GameOptions, first: str | None, results: dict[str, Any]) -> None:
    """Print the records of all games, by length, with the rules and the list."""
    record = {
        "wordlist": game_options.wordlist,
        "attempts": game_options.attempts,
        "objective": game_options.objective,
        "first": first,
        "lengths": results,
    }
    click.echo(json.dumps(record))


def _check_options(
    game_options: GameOptions, first: str | None, out: str | None, certificate: str | None, deep: bool
) -> None:
    """UsageError for options that exclude each other, DataError for files that cannot be written."""
    if game_options.objective == WORST:
        raise UsageError("there is no bound for the worst case; precompute optimal --objective worst proves it")
    options.check_attempts(game_options, "a bound")
    if out and first:
        raise UsageError("--out stores bounds of whole lists, not those of one --first guess")
    if certificate and game_options.hard:
        raise UsageError("--certificate: the bound is that of the game without hard mode; see precompute optimal")
    if certificate and deep:
        raise UsageError("--certificate: check-proof does not know the lemma that --deep rests on")
    # A file that does not begin so is of another kind, and is not overwritten.
    check_files((out, b"{"), (certificate, BEGINNING))
    if out:
        # Other files of JSON begin like one of bounds, so the file is read too.
        bounds_to_add_to(out)


def _searcher_kind(deep: bool) -> type[BoundSearcher]:
    """The class of the searcher; DataError for --deep without the extra [fast]."""
    if not deep:
        return BoundSearcher
    try:
        from precompute.deep_bound import DeepSearcher
    except Exception as error:
        # Beside a numpy that does not fit it, numba has also raised SystemError and AttributeError.
        raise DataError(f"--deep needs the extra [fast]: {install_hint('fast', error)}") from None
    return DeepSearcher


def _show(word_game: WordGame, progress: Progress, proof: Proof) -> None:
    """Show the first guess with the lowest bound on its cost, and a bracket: the best known tree's mean, and the bound.

    The means are of points, or of guesses where these count.
    """
    guess = min(proof.bounds, key=proof.bounds.__getitem__)
    reached = mean_of(word_game, proof.best_cost)
    bound = mean_of(word_game, proof.bounds[guess])
    progress.step(f"{word_game.write(guess)} [{reached:.3f}, {bound:.3f}]")


def _cost_in(word_game: WordGame, tree: Tree | None) -> int | None:
    """The cost of a tree of the game by the objective of the proof; None without a tree."""
    if tree is None:
        return None
    board = board_of(word_game)
    return cost_of(tree, board.game, board.objective)
