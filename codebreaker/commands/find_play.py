"""`codebreaker find N --play`: a person or a program keeps the secret, and a finder finds it."""

import re
import sys

import click

from codebreaker.commands.prompt import answer_to, guess_count
from codebreaker.finders.arrangements import Code, Finder, NothingFits, Try
from codebreaker.finders.existence import contradiction_in, fits_try
from lingo_common.errors import DataError

_ANSWER = re.compile(r"\s*(\d{1,3})\s*[;,\s]\s*(\d{1,3})\s*")


def play_finder(holes: int, finder: Finder) -> None:
    """Print guesses such as 3,11,14,7,2,9,5 and read answers such as 2;3 until the answer is holes;0.

    DataError, with the replies that contradict one another, where no arrangement fits them.
    """
    if sys.stdin is not None and sys.stdin.isatty():
        click.echo(f"Think of {holes} different numbers from 1 to {2 * holes}. Answer with blacks;whites, such as 1;2.")
    tries: list[Try] = []
    while not tries or tries[-1].reply != (holes, 0):
        guess = _next_guess(holes, finder, tries)
        reply = _reply(guess, holes)
        if reply is None:
            return
        tries.append(Try(guess, reply))
    if not all(fits_try(guess, step) for step in tries):
        raise _contradicting(holes, tries)
    click.echo(f"Found with {guess_count(len(tries))}.")


def _next_guess(holes: int, finder: Finder, tries: list[Try]) -> Code:
    try:
        guess = finder.guess(tries)
    except NothingFits:
        raise _contradicting(holes, tries) from None
    if not all(fits_try(guess, step) for step in tries) and len(tries) > 2 * holes * holes:
        raise DataError("no arrangement that fits these replies was found; whether there is one is not known")
    return guess


def _contradicting(holes: int, tries: list[Try]) -> DataError:
    return contradiction_in(holes, tries) or DataError("no arrangement fits these replies together")


def _reply(guess: Code, holes: int) -> tuple[int, int] | None:
    """The black and white pegs that are answered; None at the end of the input or for `quit`."""
    while True:
        answer = answer_to(",".join(str(colour + 1) for colour in guess))
        if answer in ("", "quit"):
            return None
        pegs = _ANSWER.fullmatch(answer)
        if pegs and sum(map(int, pegs.groups())) <= holes:
            return int(pegs[1]), int(pegs[2])
        click.echo(f"{answer!r} is no reply: blacks;whites, such as 1;2.", err=True)
