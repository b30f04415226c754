"""`precompute bound`: proves an upper bound on the mean points of any player."""

import json
import time
from typing import Any

import click
from tqdm import tqdm

from codebreaker.payoff import pit_points
from codebreaker.tree import value
from lingo_bot.launch import DEFAULT_STRATEGY
from lingo_common.cli import logs
from lingo_common.cli.command import PATH
from lingo_common.executors import workers
from lingo_common.files import check_writable
from precompute import bound, stored_bounds, trees
from precompute.commands import options
from precompute.lists import ListKey, game_of, list_key, place_of
from precompute.played_tree import book_entry


@click.command("bound")
@options.of_list
@click.option("--attempts", type=click.IntRange(2, 100), default=5, show_default=True)
@click.option(
    "--book",
    metavar="FILE",
    type=PATH,
    help="Take the best known tree from this book, not from the packaged ones; `auto`: from your cache directory.",
)
@click.option("--no-book", is_flag=True, help="Take no known tree from any book.")
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
    wordlist: str | None,
    lengths: tuple[int, ...],
    jobs: int,
    cluster: str | None,
    attempts: int,
    book: str | None,
    no_book: bool,
    budget: int,
    exact: int,
    first: str | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Prove an upper bound on the mean points that any player can reach on the list (docs/strategy.md has the proof).

    The columns: the bound from the bins of the best first guess, the same bound with Lemma 1, the proved bound, the
    points of the best known tree, and the gap between the two. Survivors are first guesses whose own bound is above
    the best known tree. With --first the bounds hold for trees that begin with that guess: if the bound equals the
    points of the best known tree, no such tree is better.

    \b
    Examples:
      precompute bound --lengths 13
      precompute bound --wordlist wordlist.txt --budget 1000 --out bounds.json
      precompute bound --lengths 9 --first contrails
    """
    if book and no_book:
        raise click.UsageError("--book and --no-book exclude each other")
    if out and first:
        raise click.UsageError("--out stores bounds of whole lists, not those of one --first guess")
    if out:
        check_writable(out)
    found = {}
    with workers(jobs, cluster) as executor:
        for length in lengths:
            start = time.perf_counter()
            key, words = list_key(length, wordlist, executor)
            opener = None if first is None else place_of(first, key, words)
            in_hand = 0 if no_book else _points_in_hand(key, attempts, book)
            with tqdm(desc=f"{length} letters", disable=logs.no_bar(), leave=False, unit=" pieces") as bar:

                def show(guess: str, mean: float, bar: "tqdm[Any]" = bar) -> None:
                    bar.set_postfix_str(f"{guess} {mean:.3f}")
                    bar.update()

                proved = bound.prove(key, attempts, in_hand, budget * 10**9, exact, executor, show, opener)
            if out:
                stored_bounds.store(out, key.fingerprint, attempts, proved)
            found[length] = _bound_record(proved, in_hand, time.perf_counter() - start)
            if not as_json:
                _print_bound(length, found[length], first, heading=length == lengths[0])
    if as_json:
        click.echo(json.dumps({"wordlist": wordlist, "attempts": attempts, "first": first, "lengths": found}))


def _points_in_hand(key: ListKey, attempts: int, book: str | None) -> int:
    """The points over all words of the book's tree; 0 if there is none."""
    found = book_entry(key, DEFAULT_STRATEGY, attempts, book)
    if found is None or found[1].depth == 1:
        return 0
    return value(trees.from_book(game_of(key), *found, attempts), pit_points(attempts))


def _bound_record(proved: bound.Bound, in_hand: int, seconds: float) -> dict[str, Any]:
    words = proved.words
    return {
        "words": words,
        "bound": proved.bound / words,
        "first_guess": proved.first_guess,
        "first_level": proved.first_level / words,
        "capped": proved.capped / words,
        "reached": in_hand / words,
        "gap": (proved.bound - in_hand) / words,
        "optimal": proved.bound == in_hand,
        "survivors": proved.survivors,
        "refined": proved.refined,
        "exact": proved.exact,
        "seconds": round(seconds, 1),
    }


def _print_bound(length: int, record: dict[str, Any], first: str | None, heading: bool) -> None:
    if heading:
        click.echo("letters  words  first level    capped     bound   reached       gap  survivors  seconds")
    figures = "".join(f"{record[key]:10.4f}" for key in ("capped", "bound"))
    figures += "".join(f"{record[key]:10.4f}" if record["reached"] else f"{'-':>10}" for key in ("reached", "gap"))
    optimal = f"  optimal{f' after {first}' if first else ''}" if record["optimal"] else ""
    click.echo(
        f"{length:7} {record['words']:6}  {record['first_level']:11.4f}{figures}"
        f"{record['survivors']:11} {record['seconds']:8.1f}{optimal}"
    )
