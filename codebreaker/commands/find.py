"""`codebreaker find`: finds arrangements of n among 2n colours; with --play a person or a program keeps the secret."""

import json
import re
import sys
import time
from collections import Counter
from math import sqrt
from statistics import fmean, stdev

import click
import numpy as np

from codebreaker.commands.play import answer_to
from codebreaker.contradiction import Contradiction
from codebreaker.finders.arrangements import Code, Finder, Try, random_code
from codebreaker.finders.existence import MOST_ENUMERATED, check_existence, contradiction_in
from codebreaker.finders.methods import (
    LIST_UNTIL,
    METHODS,
    TWO_PHASE_UNTIL,
    default_method,
    find_secret,
    finder_factory,
)
from codebreaker.games.mastermind import black_white
from lingo_common.cli.options import as_json, whole_number
from lingo_common.cli.progress import Progress
from lingo_common.errors import DataError, UsageError, count_text

_MOST_HOLES = 30
"""A round number below 32, the most possible: a set of the 2N colours is held as the bits of a uint64."""
_MOST_ROUNDS = 1_000_000
"""All secrets are drawn before the first game: they must fit the memory."""
_NORMAL = 1.96
"""A mean lies within this many standard errors in 95 % of all samples."""
_SECRET = re.compile(r"\d{1,9}(\s*(,|;|-|->|\s)\s*\d{1,9})*", re.ASCII)
"""Numbers with something between them: also an arrow, so that a printed try can be given as it stands.

Python refuses to convert a number of thousands of digits, and none of nine digits is a colour.
"""
_ANSWER = re.compile(r"\[?\s*(\d{1,3})\s*[;,\s]\s*(\d{1,3})\s*\]?")
"""The blacks and whites that a person types, such as 1;2 or 1 2, or [1; 2] as this command prints them."""


@click.command("find")
@click.argument("holes", metavar="N", type=whole_number(1, _MOST_HOLES))
@click.option("--secret", metavar="COLOURS", help="N colours from 1 to 2N, such as 2,5,4,6,8; else drawn.")
@click.option("--seed", type=whole_number(0), metavar="N", help="The seed of the draws; by default a random one.")
@click.option(
    "--rounds",
    type=whole_number(1, _MOST_ROUNDS),
    metavar="N",
    help="Play N drawn secrets; print mean and distribution of the tries, after Ctrl-C of those so far.",
)
@click.option(
    "--method",
    type=click.Choice(METHODS),
    help=f"Default: list to {LIST_UNTIL} holes, two-phase to {TWO_PHASE_UNTIL}, annealing above.",
)
@click.option("--play", is_flag=True, help="You keep the secret and answer blacks;whites; the program finds it.")
@as_json
def find_command(
    holes: int, secret: str | None, seed: int | None, rounds: int | None, method: str | None, play: bool, as_json: bool
) -> None:
    """Find an arrangement of N among 2N colours, no colour twice.

    \b
    Examples:
      codebreaker find 5 --secret 2,5,4,6,8
      codebreaker find 7 --rounds 100 --seed 1
      codebreaker find 20 --method annealing
      codebreaker find 7 --play
    """
    random = np.random.default_rng(seed)
    method = method or default_method(holes)
    if play:
        _check_play(secret, rounds, as_json)
        new_finder = finder_factory(holes, method)
        _play_finder(holes, new_finder(random))
        return

    # The factory may list all arrangements, which takes seconds, so the secret is checked before.
    secrets = _secrets_of_games(secret, rounds, holes, random)
    new_finder = finder_factory(holes, method)
    counts = Counter[int]()
    started = time.perf_counter()
    try:
        with Progress(len(secrets), "game") as progress:
            for code in secrets:
                tries = find_secret(code, new_finder(random))
                counts[len(tries)] += 1
                progress.step()
    except KeyboardInterrupt:
        # A thousand games may take hours: the figures of those that were played are printed first.
        if counts:
            _print_rounds(counts, time.perf_counter() - started, as_json)
        raise

    seconds = time.perf_counter() - started
    if rounds is not None or as_json:
        _print_rounds(counts, seconds, as_json)
    else:
        # There was one game, and these are its tries.
        _print_game(tries, seconds)


def _check_play(secret: str | None, rounds: int | None, as_json: bool) -> None:
    """UsageError if --play is given together with an option for games whose secret the program keeps."""
    if secret is not None or rounds is not None or as_json:
        raise UsageError("--play is one game, whose secret you keep: leave out --secret, --rounds and --json")


def _secrets_of_games(secret: str | None, rounds: int | None, holes: int, random: np.random.Generator) -> list[Code]:
    """The secret of each game: the one that the option names, or as many as there are rounds; without both, one."""
    if secret is None:
        # All are drawn before the first game, because the finder draws from the same numbers: so every method meets the
        # same secrets.
        return [random_code(holes, random) for _ in range(rounds or 1)]

    if rounds is not None:
        raise UsageError("--secret is one game: leave out --rounds")
    return [secret_of(secret, holes)]


def _print_game(tries: list[Try], seconds: float) -> None:
    """Print the secret, which is the last guess, and every guess with its reply."""
    click.echo(f"The secret is: {_text(tries[-1].guess)}")
    for step in tries:
        black, white = step.reply
        click.echo(f"{_text(step.guess)} = [{black}; {white}]")

    click.echo(f"Found with {count_text(len(tries), 'try')} in {seconds:.3f} s")


def secret_of(text: str, holes: int) -> Code:
    """The colours, from 0, of a secret as people write it; UsageError if it is no arrangement."""
    numbers = re.findall(r"\d+", text) if _SECRET.fullmatch(text.strip()) else []
    colours = tuple(int(number) - 1 for number in numbers)
    different_colours = set(colours)
    are_valid = different_colours <= set(range(2 * holes))
    if not are_valid or len(different_colours) != holes or len(colours) != holes:
        raise UsageError(f"--secret {text!r} is not {holes} different colours from 1 to {2 * holes}")
    return colours


def _text(code: Code) -> str:
    """The colours from 1, such as "2 -> 5 -> 4"."""
    return " -> ".join(str(colour + 1) for colour in code)


def _print_rounds(counts: Counter[int], seconds: float, as_json: bool) -> None:
    """Print the mean number of tries, with its margin of error (half of the 95 % interval), and their distribution.

    One game has no margin. counts: the number of games by their tries, such as {5: 2} for two games of five tries.
    """
    distribution = dict(sorted(counts.items()))
    tries_of_games = list(counts.elements())
    games = len(tries_of_games)

    mean = fmean(tries_of_games)
    margin: float | None = None
    if games > 1:
        margin = round(_NORMAL * stdev(tries_of_games) / sqrt(games), 4)

    if as_json:
        figures = {"rounds": games, "mean": mean, "margin": margin, "distribution": distribution}
        click.echo(json.dumps(figures | {"seconds": round(seconds, 3)}))
        return

    interval = "" if margin is None else f" ± {margin:.3f}"
    click.echo(f"{count_text(games, 'game')}, mean {mean:.3f}{interval} tries, {seconds / games:.3f} s a game")
    click.echo("  " + ", ".join(f"{count:,} in {tries}" for tries, count in distribution.items()))


def _play_finder(holes: int, finder: Finder) -> None:
    """Print guesses such as 3,11,14,7,2,9,5 and read answers such as 2;3 until the answer is holes;0.

    The error of _nothing_fits where no arrangement fits the answers.
    """
    if sys.stdin is not None and sys.stdin.isatty():
        click.echo(f"Think of {holes} different numbers from 1 to {2 * holes}. Answer with blacks;whites, such as 1;2.")

    tries: list[Try] = []
    try:
        while not tries or tries[-1].reply != (holes, 0):
            guess = finder(tries)
            if not _fits(guess, tries):
                # A finder makes such a guess to learn something. But it may also be that nothing fits any more, and the
                # finder does not know.
                _check_possible(holes, tries)

            reply = _reply(guess, holes)
            if reply is None:
                return
            tries.append(Try(guess, reply))
    except Contradiction as error:
        # The finder, or the check, knows that nothing fits, but not which answers are at fault.
        raise _nothing_fits(holes, tries) from error

    # The last guess is the secret, so every earlier answer must be its reply.
    if not _fits(guess, tries):
        raise _nothing_fits(holes, tries)
    click.echo(f"Found with {count_text(len(tries), 'guess')}.")


def _nothing_fits(holes: int, tries: list[Try]) -> DataError:
    """The error for answers that no arrangement fits. It names those at fault, which are not found with many holes."""
    return contradiction_in(holes, tries) or DataError("no arrangement fits these replies together")


def _check_possible(holes: int, tries: list[Try]) -> None:
    """Contradiction if no arrangement fits the tries; DataError if this is not known after very many tries."""
    # With more holes it would take minutes before each guess.
    if holes <= MOST_ENUMERATED:
        check_existence(holes, tries)
        return

    # A finder that does not know that nothing fits would guess for ever. A game takes far fewer tries than there are
    # pairs of a hole and a colour.
    most_tries = holes * 2 * holes
    if len(tries) > most_tries:
        raise DataError("no arrangement that fits these replies was found; whether there is one is not known")


def _fits(code: Code, tries: list[Try]) -> bool:
    """Whether the code, if it were the secret, would give all these replies."""
    return all(black_white(step.guess, code) == step.reply for step in tries)


def _reply(guess: Code, holes: int) -> tuple[int, int] | None:
    """The black and white pegs that are answered; None at the end of the input or for `quit`."""
    while True:
        answer = answer_to(",".join(str(colour + 1) for colour in guess))
        # Empty lines are skipped by answer_to: "" is the end of the input.
        if answer.lower() in ("", "quit"):
            return None

        pegs = _ANSWER.fullmatch(answer)
        if pegs and sum(map(int, pegs.groups())) <= holes:
            return int(pegs[1]), int(pegs[2])
        # On standard error, because a program may read the guesses from standard output.
        click.echo(f"{answer!r} is no reply: blacks;whites, such as 1;2.", err=True)
