"""Playing by hand: the program guesses your secret, or you guess the program's."""

import random
import sys
from typing import Any

import click
import numpy as np

from codebreaker.commands import options
from codebreaker.criteria import CRITERIA
from codebreaker.games.boards import Board
from codebreaker.replies import Array
from codebreaker.search.fastest import fastest_totals
from codebreaker.solution import Greedy
from codebreaker.solver import CodedStep, contradiction, remaining
from codebreaker.step import Step
from lingo_common.errors import DataError

_SHOWN = 10
"""So many candidates are listed by name."""


def _step_text(board: Board, step: CodedStep) -> str:
    return f"{board.text(step.guess)} [{board.reply_text(step.reply)}]"


@click.command()
@options.of_board
@options.criterion
def play(criterion: str, **named: Any) -> None:
    """You think of a secret and answer the guesses; `undo` takes the last reply back, `quit` ends.

    \b
    Examples:
      codebreaker play
      codebreaker play --colours 8 --holes 5 --criterion parts
      codebreaker play --game lingo --length 6
    """
    board = options.board_of(**named)
    strategy = Greedy(board.game, CRITERIA[criterion], fastest_totals())
    click.echo(f"Think of a secret. Answer with {board.asks}; undo; quit.")
    steps: list[CodedStep] = []
    while not steps or steps[-1].reply != board.game.winning:
        secrets = remaining(board.game, steps)
        click.echo(_candidates(board, secrets))
        guess = strategy(secrets)
        answer = _prompt(f"Guess {len(steps) + 1}: {board.text(guess)}")
        if answer in ("", "quit"):
            return
        if answer == "undo":
            if not steps:
                click.echo("There is nothing to undo.")
            del steps[-1:]
            continue
        _answered(board, steps, guess, answer)
    click.echo(f"Solved with {len(steps)} {'guess' if len(steps) == 1 else 'guesses'}.")


def _answered(board: Board, steps: list[CodedStep], guess: int, answer: str) -> None:
    """Append the step where the answer is a reply that fits a secret; else say what is wrong."""
    try:
        steps.append(Step(guess, board.reply_of(answer)))
    except ValueError:
        click.echo(f"{answer!r} is no reply: {board.asks}.")
        return
    error = contradiction(board.game, steps, lambda step: _step_text(board, step))
    if error:
        del steps[-1:]
        click.echo(f"A contradiction: {error}. Answer again, or undo.")


def _candidates(board: Board, secrets: Array) -> str:
    """How many candidates there are, and the first of them."""
    names = [board.guess_text(board.game.secrets[secret]) for secret in secrets[:_SHOWN]]
    more = ", …" if len(secrets) > _SHOWN else ""
    return f"{len(secrets):,} {'candidate' if len(secrets) == 1 else 'candidates'}: {', '.join(names)}{more}"


def _prompt(question: str) -> str:
    """A line of the user's that is not empty, in lower case; "" at the end of the input."""
    if sys.stdin is None:
        raise DataError("standard input must be open")
    while True:
        click.echo(f"{question} ? ", nl=False)
        line = sys.stdin.readline()
        if not line:
            click.echo()
            return ""
        if line.strip():
            return line.strip().lower()


@click.command()
@options.of_board
@click.option("--seed", type=click.IntRange(0), help="Seed of the secret.")
def guess(seed: int | None, **named: Any) -> None:
    """The program thinks of a secret and you guess it; `quit` tells it.

    \b
    Examples:
      codebreaker guess --secrets distinct
      codebreaker guess --game two-d --seed 7
    """
    board = options.board_of(**named)
    game = board.game
    secret = random.Random(seed).randrange(len(game.secrets))
    tries = 0
    quits = "" if "quit" in game.guesses else "quit"  # where it is a word it may be the secret
    told = f"{quits or 'the end of the input (Ctrl-D)'} tells the secret"
    click.echo(f"{game.name}. A guess is written like {board.text(0)}; {told}.")
    while True:
        line = _prompt(f"Guess {tries + 1}")
        if line in ("", quits):
            click.echo(f"The secret was {board.guess_text(game.secrets[secret])}.")
            return
        try:
            index = board.guess_of(line)
        except DataError as error:
            click.echo(f"{error}.")
            continue
        tries += 1
        code = int(game.replies(np.array([index]), np.array([secret]))[0, 0])
        click.echo(f"  [{board.reply_text(code)}]")
        if code == game.winning:
            click.echo(f"Found with {tries} {'guess' if tries == 1 else 'guesses'}.")
            return
