"""`precompute bound`: proves an upper bound on the mean points of any player."""

import json
import time
from concurrent.futures import Executor
from typing import Any

import click

from codebreaker.tree import value
from lingo_bot.launch import DEFAULT_STRATEGY, book_for
from lingo_bot.strategy import MISS
from lingo_common.cli import logs
from lingo_common.cli.command import PATH
from lingo_common.cli.options import Sectioned
from lingo_common.cli.progress import Progress
from lingo_common.cli.rules_options import GameOptions
from lingo_common.errors import UsageError
from lingo_common.executors import workers
from lingo_common.files import check_writable
from precompute import bound, stored_bounds
from precompute.board import board_of
from precompute.commands import options
from precompute.commands.games import add_result, check_attempts, games_of
from precompute.played import trees
from wordlists.word_game import POINTS, WORST, WordGame


@click.command("bound", cls=Sectioned)
@options.of_games
@options.known_book
@click.option(
    "--budget",
    type=click.IntRange(0),
    default=400,
    show_default=True,
    metavar="N",
    help="Work on each length, in 10^9 pairs of guess and word; a wave of first guesses is always finished.",
)
@click.option(
    "--exact",
    type=click.IntRange(0),
    default=256,
    show_default=True,
    metavar="N",
    help="If few first guesses survive, search bins of at most N words for their optimum.",
)
@click.option("--first", metavar="WORD", help="Bound only the trees that begin with this first guess.")
@click.option(
    "--out", metavar="FILE", type=PATH, help="Store the bounds in this file, for precompute evaluate --bounds FILE."
)
@options.as_json
@logs.options
def bound_command(
    game: GameOptions,
    lengths: tuple[int, ...],
    jobs: int,
    cluster: str | None,
    book: str | None,
    budget: int,
    exact: int,
    first: str | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Prove an upper bound on the mean points that any player can reach on the list (docs/proofs.md has the proof).

    The columns: the bound from the bins of the best first guess, the same bound with Lemma 1, the proved bound, the
    points of the best known tree, the gap between the two, and how many first guesses are not ruled out: their own
    bound is above the best known tree. With --first the bounds hold for trees that begin with that guess: if the bound
    equals the points of the best known tree, no such tree is better.

    \b
    Examples:
      precompute bound --lengths 13
      precompute bound --wordlist wordlist.txt --budget 1000 --out bounds.json
      precompute bound --lengths 9 --first contrails
    """
    if game.rules.objective == WORST:
        raise UsageError("there is no bound for the worst case; precompute optimal --objective worst proves it")
    check_attempts(game, "a bound")
    if out and first:
        raise click.UsageError("--out stores bounds of whole lists, not those of one --first guess")
    if out:
        check_writable(out)
    found: dict[str, Any] = {}
    with workers(jobs, cluster) as executor, Progress(0) as progress:
        for key in games_of(game, lengths, executor, first):
            start = time.perf_counter()
            opener = None if first is None else key.index_of(first)
            known_total = _known_total(key, book)
            proved = _proved(key, known_total, opener, budget * 10**9, exact, executor, progress)
            if out:
                stored_bounds.add_bound(out, stored_bounds.bound_name(key), proved)
            record = _bound_record(key, proved, known_total, time.perf_counter() - start)
            if not as_json:
                _print_bound(key, record, first, heading=not found)
            add_result(found, key, record)
    if as_json:
        rules = {"attempts": game.rules.attempts, "objective": game.rules.objective}
        click.echo(json.dumps({"wordlist": game.wordlist, **rules, "first": first, "lengths": found}))


def _proved(
    game: WordGame,
    known_total: int | None,
    opener: int | None,
    budget: int,
    exact: int,
    executor: Executor | None,
    progress: Progress,
) -> bound.Bound:
    """The proof of a game; see bound.prove."""
    secrets = len(game.secrets)
    progress.begin(game.name)

    def show(guess: str, total: int) -> None:
        progress.step(f"{guess} {_mean(game, total, secrets):.3f}")

    known = board_of(game).payoff.missed * secrets if known_total is None else known_total
    return bound.prove(game, known, budget, exact, executor, show, opener)


def _known_total(game: WordGame, book: str | None) -> int | None:
    """The total payoff of the book's tree; None if there is none."""
    found = book_for(game, DEFAULT_STRATEGY, book)
    if found is None or found[1].depth == 1:
        return None
    board = board_of(game)
    return value(trees.from_book(board.game, *found, game.attempts), board.payoff)


def _bound_record(game: WordGame, proved: bound.Bound, known_total: int | None, seconds: float) -> dict[str, Any]:
    """The object of a game that --json prints."""

    def mean(total: int) -> float:
        return _mean(game, total, proved.words)

    comparable = known_total is not None and _misses(proved.bound) == _misses(known_total)
    return {
        "words": proved.words,
        "bound": mean(proved.bound),
        "missed": _misses(proved.bound),
        "first_guess": proved.first_guess,
        "first_level": mean(proved.first_level),
        "lemma_1": mean(proved.lemma_1),
        "reached": None if known_total is None else mean(known_total),
        "gap": abs(mean(proved.bound) - mean(known_total)) if known_total is not None and comparable else None,
        "optimal": proved.bound == known_total,
        "not_ruled_out": proved.not_ruled_out,
        "refined": proved.refined,
        "exact": proved.exact,
        "seconds": round(seconds, 1),
    }


def _misses(total: int) -> int:
    """The fewest misses that a total payoff comes with."""
    return -(min(total, 0) // MISS)


def _mean(game: WordGame, total: int, words: int) -> float:
    """The mean points of a total payoff; the mean guesses where these count."""
    missed = _misses(total)
    points = total + MISS * missed
    if game.objective == POINTS:
        return points / words
    # A solved secret gives 100 points for each attempt left, the one that solves it included.
    return ((words - missed) * (game.attempts + 1) + missed * game.attempts - points / 100) / words


def _print_bound(game: WordGame, record: dict[str, Any], first: str | None, heading: bool) -> None:
    if heading:
        click.echo("letters  words  first level   lemma 1     bound   reached       gap  not ruled out  seconds")
    figures = "".join(f"{record[key]:10.4f}" for key in ("lemma_1", "bound"))
    figures += "".join(f"{'-':>10}" if record[key] is None else f"{record[key]:10.4f}" for key in ("reached", "gap"))
    optimal = f"  optimal{f' after {first}' if first else ''}" if record["optimal"] else ""
    click.echo(
        f"{game.label:>7} {record['words']:6}  {record['first_level']:11.4f}{figures}"
        f"{record['not_ruled_out']:15} {record['seconds']:8.1f}{optimal}"
    )
