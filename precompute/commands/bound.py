"""`precompute bound`: proves an upper bound on the mean points of any player."""

import json
import time
from contextlib import suppress
from typing import Any

import click
from msgspec.structs import asdict

from codebreaker.search.anytime import narrow
from codebreaker.tree import value
from lingo_bot.book_player import book_for
from lingo_bot.launch import DEFAULT_STRATEGY
from lingo_bot.strategy import MISS
from lingo_common.cli import logs
from lingo_common.cli.command import PATH
from lingo_common.cli.options import Sectioned, minutes
from lingo_common.cli.progress import Progress
from lingo_common.errors import UsageError
from lingo_common.files import check_writable
from lingo_common.pieces import workers
from lingo_common.signals import TimeUp
from precompute.board import board_of
from precompute.bound import Bound, BoundProof, add_bound, bound_name
from precompute.commands import options
from precompute.played_tree import tree_from_book
from wordlists.rules import GameOptions
from wordlists.word_game import POINTS, WORST, WordGame

_BUDGET = "Work on each length, in 10^9 pairs of guess and word; a wave of first guesses is always finished."
_EXACT = "If few first guesses survive, search bins of at most N words for their optimum."


@click.command("bound", cls=Sectioned)
@options.of_games
@options.known_book
@options.number("--budget", default=400, least=0, help=_BUDGET)
@options.number("--exact", default=256, least=0, help=_EXACT)
@click.option("--first", metavar="WORD", help="Bound only the trees that begin with this first guess.")
@click.option(
    "--out", metavar="FILE", type=PATH, help="Store the bounds in this file, for precompute evaluate --bounds FILE."
)
@minutes
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
    minutes: float | None,
    as_json: bool,
) -> None:
    """Prove an upper bound on the mean points that any player can reach on the list (docs/proofs.md has the proof).

    The columns: the bound from the bins of the best first guess, the same bound with Lemma 1, the proved bound, the
    points of the best known tree, the gap between the two, and how many first guesses are not ruled out: their own
    bound is above the best known tree. With --first the bounds hold for trees that begin with that guess: if the bound
    equals the points of the best known tree, no such tree is better. After Ctrl-C or --minutes the bounds so far are
    printed, which are true; the same command continues.

    \b
    Examples:
      precompute bound --lengths 13
      precompute bound --wordlist wordlist.txt --budget 1000 --out bounds.json
      precompute bound --lengths 9 --first contrails
    """
    if game.objective == WORST:
        raise UsageError("there is no bound for the worst case; precompute optimal --objective worst proves it")
    options.check_attempts(game, "a bound")
    if out and first:
        raise click.UsageError("--out stores bounds of whole lists, not those of one --first guess")
    if out:
        check_writable(out)
    results: dict[str, Any] = {}
    until = None if minutes is None else time.perf_counter() + 60 * minutes
    stopped: type[BaseException] | None = None
    with suppress(TimeUp), workers(jobs, cluster) as executor, Progress(0) as progress:
        for key in options.word_games(game, lengths, executor, first):
            start = time.perf_counter()
            opener, known_total = None if first is None else key.index_of(first), _known_total(key, book)
            misses_only = board_of(key).payoff.missed * len(key.secrets)
            reached = misses_only if known_total is None else known_total
            progress.begin(key.name)
            proof = BoundProof(key, reached, opener, budget * 10**9, exact, executor)
            stopped = narrow(proof.steps(), lambda proof: progress.step(_bracket_text(proof)), until)
            if not stopped:
                proof.work.done()
            if out:
                add_bound(out, bound_name(key), proof.result)
            record = _bound_record(key, proof.result, known_total, time.perf_counter() - start)
            if stopped:
                record["bracket"] = [record["reached"], record["bound"]]
            if not as_json:
                _print_bound(key, record, first, heading=not results)
            options.add_result(results, key, record)
            if stopped:
                break
        if as_json:
            rules = {"attempts": game.attempts, "objective": game.objective}
            click.echo(json.dumps({"wordlist": game.wordlist, **rules, "first": first, "lengths": results}))
        if stopped:
            raise stopped  # the workers end at once


def _bracket_text(proof: BoundProof) -> str:
    """The bracket of the mean: what the best known tree reaches, and the largest bound with its first guess."""
    guess, total = proof.largest
    reached, bound = (_mean(proof.game, total, len(proof.game.secrets)) for total in (proof.best, total))
    return f"{guess} [{reached:.3f}, {bound:.3f}]"


def _known_total(game: WordGame, book: str | None) -> int | None:
    """The total payoff of the book's tree; None if there is none."""
    entry = book_for(game, DEFAULT_STRATEGY, book)
    if entry is None or entry.depth == 1:
        return None
    board = board_of(game)
    return value(tree_from_book(board.game, entry, game.attempts), board.payoff)


def _bound_record(game: WordGame, proved: Bound, known_total: int | None, seconds: float) -> dict[str, Any]:
    """The object of a game that --json prints."""

    def mean(total: int) -> float:
        return _mean(game, total, proved.words)

    comparable = known_total is not None and _misses(proved.bound) == _misses(known_total)
    return asdict(proved) | {
        "bound": mean(proved.bound),
        "missed": _misses(proved.bound),
        "first_level": mean(proved.first_level),
        "lemma_1": mean(proved.lemma_1),
        "reached": None if known_total is None else mean(known_total),
        "gap": abs(mean(proved.bound) - mean(known_total)) if known_total is not None and comparable else None,
        "optimal": proved.bound == known_total,
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
    optimal += "  stopped" * ("bracket" in record)
    click.echo(
        f"{game.label:>7} {record['words']:6}  {record['first_level']:11.4f}{figures}"
        f"{record['not_ruled_out']:15} {record['seconds']:8.1f}{optimal}"
    )
