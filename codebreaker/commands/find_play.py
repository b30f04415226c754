"""`codebreaker find --play`: a finder guesses an arrangement that a person, or another program, keeps secret."""

import re
import sys

import click

from codebreaker.commands.play import answer_to
from codebreaker.contradiction import Contradiction
from codebreaker.finders.arrangements import NOTHING_FITS, Code, Finder, Try
from codebreaker.finders.existence import MOST_ENUMERATED, check_existence, contradiction_in
from codebreaker.games.mastermind import black_white
from lingo_common.errors import DataError, count_text

_ANSWER = re.compile(r"\s*(\d{1,3})\s*[;,\s]\s*(\d{1,3})\s*")
"""The blacks and whites that a person types, such as 1;2 or 1 2."""


def play_finder(holes: int, finder: Finder) -> None:
    """Print guesses such as 3,11,14,7,2,9,5 and read answers such as 2;3 until the answer is holes;0.

    DataError, with the replies that contradict one another, where no arrangement fits them.
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

        # The last guess is the secret, so every earlier answer must be its reply.
        if not _fits(guess, tries):
            raise Contradiction(NOTHING_FITS)
    except Contradiction as error:
        # With many holes it may not be found out which replies contradict one another.
        raise contradiction_in(holes, tries) or DataError("no arrangement fits these replies together") from error

    click.echo(f"Found with {count_text(len(tries), 'guess')}.")


def _check_possible(holes: int, tries: list[Try]) -> None:
    """Contradiction if no arrangement fits the tries; DataError if this is not known after very many tries."""
    if holes <= MOST_ENUMERATED:
        check_existence(holes, tries)

    # A game takes far fewer tries than there are pairs of a hole and a colour.
    pairs = holes * 2 * holes
    if len(tries) > pairs:
        raise DataError("no arrangement that fits these replies was found; whether there is one is not known")


def _fits(code: Code, tries: list[Try]) -> bool:
    """Whether the code, if it were the secret, would give all these replies."""
    return all(black_white(step.guess, code) == step.reply for step in tries)


def _reply(guess: Code, holes: int) -> tuple[int, int] | None:
    """The black and white pegs that are answered; None at the end of the input or for `quit`."""
    while True:
        answer = answer_to(",".join(str(colour + 1) for colour in guess))
        if answer.lower() in ("", "quit"):
            return None

        pegs = _ANSWER.fullmatch(answer)
        if pegs and sum(map(int, pegs.groups())) <= holes:
            return int(pegs[1]), int(pegs[2])
        click.echo(f"{answer!r} is no reply: blacks;whites, such as 1;2.", err=True)
