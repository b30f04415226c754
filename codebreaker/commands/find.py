"""`codebreaker find`: arrangements of n among 2n colours, found."""

import json
import re
import time
from collections import Counter
from collections.abc import Callable

import click
import numpy as np
from tqdm import tqdm

from codebreaker.commands.options import as_json
from codebreaker.finders.annealing import AnnealingFinder
from codebreaker.finders.arrangements import Code, Finder, ListFinder, Try, TwoPhaseFinder, check_listed, random_code
from codebreaker.finders.constraint import ConstraintFinder
from codebreaker.games.mastermind import all_codes, black_white
from lingo_common.cli import logs
from lingo_common.errors import UsageError

_TWO_PHASE_UNTIL = 11
"""Above that many holes the orders of known colours take longer than annealing."""
_MOST = 30
"""60 colours fit a 64-bit set."""
_MOST_ROUNDS = 1_000_000
"""All secrets are drawn before the first game, so that every method meets the same."""
_SECRET = re.compile(r"\d{1,9}(\s*(,|;|-|->|\s)\s*\d{1,9})*", re.ASCII)
"""Numbers with something between them, an arrow too, as the tries are printed."""


@click.command()
@click.argument("holes", metavar="N", type=click.IntRange(1, _MOST))
@click.option("--secret", metavar="COLOURS", help="N colours from 1 to 2N, such as 2,5,4,6,8; else drawn.")
@click.option("--seed", type=click.IntRange(0), help="Seed of the draws.")
@click.option(
    "--rounds", type=click.IntRange(1, _MOST_ROUNDS), help="Play so many drawn secrets; mean and distribution."
)
@click.option(
    "--method",
    type=click.Choice(["list", "two-phase", "annealing", "constraint"]),
    help=f"Default: list to {ListFinder.MOST - 1} holes, two-phase to {_TWO_PHASE_UNTIL}, annealing above.",
)
@as_json
@logs.options
def find(
    holes: int, secret: str | None, seed: int | None, rounds: int | None, method: str | None, as_json: bool
) -> None:
    """Find an arrangement of N among 2N colours, no colour twice.

    \b
    Examples:
      codebreaker find 5 --secret 2,5,4,6,8
      codebreaker find 7 --rounds 100 --seed 1
      codebreaker find 20 --method annealing
    """
    if secret is not None and rounds is not None:
        raise UsageError("--secret is one game: leave out --rounds")
    random = np.random.default_rng(seed)
    given = [] if secret is None else [secret_of(secret, holes)]
    hidden = given or [random_code(holes, random) for _ in range(rounds or 1)]
    finder = finders(holes, method or by_size(holes))
    counts, started = Counter[int](), time.perf_counter()
    for each in tqdm(hidden, unit="game", disable=rounds is None or logs.no_bar()):
        tries = found(each, finder(random))
        counts[len(tries)] += 1
        if rounds is None and not as_json:
            _print(each, tries)
    if rounds is not None or as_json:
        _print_rounds(counts, time.perf_counter() - started, as_json)


def by_size(holes: int) -> str:
    """The method that finds an arrangement of so many holes best."""
    return "list" if holes < ListFinder.MOST else "two-phase" if holes <= _TWO_PHASE_UNTIL else "annealing"


def finders(holes: int, method: str) -> Callable[[np.random.Generator], Finder]:
    """What makes a new finder for a game; it or this raises UsageError where the method cannot manage the size.

    MissingExtra where the method needs a package that is not installed.
    """
    if method == "list":
        check_listed(holes)
        every = all_codes(2 * holes, holes, "distinct")
        return lambda random: ListFinder(holes, random, every)
    made: dict[str, Callable[[int, np.random.Generator], Finder]] = {
        "two-phase": TwoPhaseFinder,
        "annealing": AnnealingFinder,
        "constraint": ConstraintFinder,
    }
    return lambda random: made[method](holes, random)


def found(secret: Code, finder: Finder) -> list[Try]:
    """The tries of a game, the last one the secret itself."""
    tries: list[Try] = []
    while not tries or tries[-1].black < len(secret):
        guess = finder.guess(tries)
        tries.append(Try(guess, *black_white(guess, secret)))
    return tries


def secret_of(text: str, holes: int) -> Code:
    """The colours, from 0, of a secret as people write it; UsageError where it is no arrangement."""
    numbers = re.findall(r"\d+", text) if _SECRET.fullmatch(text.strip()) else []
    colours = tuple(int(number) - 1 for number in numbers)
    if len(colours) != holes or len(set(colours)) < holes or not all(0 <= each < 2 * holes for each in colours):
        raise UsageError(f"--secret {text!r} is not {holes} different colours from 1 to {2 * holes}")
    return colours


def _text(code: Code) -> str:
    return " -> ".join(str(colour + 1) for colour in code)


def _print(secret: Code, tries: list[Try]) -> None:
    click.echo(f"The secret is: {_text(secret)}")
    for each in tries:
        click.echo(f"{_text(each.guess)} = [{each.black}; {each.white}]")
    click.echo(f"Found with {len(tries)} {'try' if len(tries) == 1 else 'tries'}")


def _print_rounds(counts: Counter[int], seconds: float, as_json: bool) -> None:
    distribution, games = dict(sorted(counts.items())), counts.total()
    mean = sum(tries * count for tries, count in counts.items()) / games
    if as_json:
        figures = {"rounds": games, "mean": mean, "distribution": distribution, "seconds": round(seconds, 3)}
        click.echo(json.dumps(figures))
        return
    click.echo(f"{games:,} games, mean {mean:.3f} tries, {seconds / games:.3f} s a game")
    click.echo("  " + ", ".join(f"{count:,} in {tries}" for tries, count in distribution.items()))
