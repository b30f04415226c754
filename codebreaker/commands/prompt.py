"""Questions to a person, or to a program that writes the answers to our standard input."""

import sys

import click

from lingo_common.errors import DataError


def answer_to(question: str) -> str:
    """The next line that is not empty, in lower case; "" at the end of the input.

    A person is asked on the line of the answer, a program gets the question as a line.
    """
    if sys.stdin is None:
        raise DataError("standard input must be open")
    typed = sys.stdin.isatty()
    while True:
        click.echo(f"{question} ? " if typed else question, nl=not typed)
        line = sys.stdin.readline()
        if not line:
            click.echo(nl=typed)
            return ""
        if line.strip():
            return line.strip().lower()


def guess_count(count: int) -> str:
    """The number of guesses in words."""
    return f"{count} {'guess' if count == 1 else 'guesses'}"
