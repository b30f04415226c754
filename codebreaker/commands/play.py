"""`codebreaker play` and `codebreaker guess`: the program guesses your secret, or you guess the program's."""

import random
import sys
from typing import Any

import click

from codebreaker.candidates import partition, remaining
from codebreaker.commands import options
from codebreaker.contradiction import CodedStep, find_contradiction
from codebreaker.criteria import Ranking
from codebreaker.game import Game
from codebreaker.replies import Array
from codebreaker.solution import greedy_strategy
from lingo_common.cli.options import Sectioned, whole_number
from lingo_common.cli.terminal import output_lines, width, wrap_text
from lingo_common.errors import DataError, count_text
from wordlists.step import Step

_MOST_NAMED = 10
"""Candidates that are listed by name: they fit a line or two."""

_MOST_LISTED = 2000
"""Guesses that `?` lists: some twenty screens."""


@click.command("play", cls=Sectioned)
@options.with_game_options
@options.criterion
def play_your_secret(criterion: Ranking, **game_description: Any) -> None:
    """Guess the secret that you think of, from your replies.

    `undo` takes the last reply back, `quit` ends.

    \b
    Examples:
      codebreaker play
      codebreaker play --colours 8 --holes 5 --criterion parts
      codebreaker play --game lingo --length 6
      codebreaker play --game battleship.py
    """
    game = options.game_described_by(game_description)
    options.tell_if_guesses_are_sampled(game)
    strategy = greedy_strategy(game, criterion)
    _say(f"Think of a secret. Answer with {game.notation.reply_form}; undo; quit.")

    steps: list[CodedStep] = []
    candidates = remaining(game, steps)
    while not steps or not game.ends(steps[-1].reply, candidates):
        _say(_candidates_text(game, candidates))
        guess = strategy(candidates)
        answer = answer_to(f"Guess {len(steps) + 1}: {game.text(guess)}")

        # Empty lines are skipped by answer_to: "" is the end of the input.
        if answer.lower() in ("", "quit"):
            return
        if answer.lower() != "undo":
            step = _typed_step(game, steps, guess, answer)
            if step is not None:
                steps.append(step)
        elif steps:
            steps.pop()
        else:
            _say("There is nothing to undo.")

        candidates = remaining(game, steps)

    # A game to identify ends before its secret is guessed.
    solution = f": {game.secret_text(int(candidates[0]))}" if game.identify else ""
    _say(f"Solved with {count_text(len(steps), 'guess')}{solution}.")


def _typed_step(game: Game, steps: list[CodedStep], guess: int, answer: str) -> CodedStep | None:
    """The guess, an index, with the code of the reply that the user typed.

    None, after a message, if the answer is no reply, or if no secret fits it together with the steps before.
    """
    try:
        step = Step(guess, game.parse_reply(answer))
    except ValueError:
        _say(f"{answer!r} is no reply: {game.notation.reply_form}.")
        return None

    error = find_contradiction(game, [*steps, step])
    if error is not None:
        _say(f"A contradiction: {error}. Answer again, or undo.")
        return None
    return step


def _say(text: str) -> None:
    """Print a text, as many lines as a terminal's width makes of it."""
    click.echo("\n".join(output_lines(text)))


def _candidates_text(game: Game, secrets: Array) -> str:
    """How many candidates there are, and the first of them."""
    # They stand between semicolons, because a name may have commas itself, as a tuple has.
    names = [game.secret_text(secret) for secret in secrets[:_MOST_NAMED]]
    if len(secrets) > _MOST_NAMED:
        names.append("…")
    return f"{count_text(len(secrets), 'candidate')}: {'; '.join(names)}"


@click.command("guess", cls=Sectioned)
@options.with_game_options
@click.option("--seed", type=whole_number(0), metavar="N", help="The seed of the draw; by default a random one.")
@click.option("--adversary", is_flag=True, help="Leave the secret undecided as long as that is possible.")
def guess_its_secret(seed: int | None, adversary: bool, **game_description: Any) -> None:
    """Guess a secret of the program yourself; `?` lists the guesses, `quit` tells the secret.

    With --adversary the secret is not fixed: each reply keeps as many secrets as possible.

    \b
    Examples:
      codebreaker guess --secrets distinct
      codebreaker guess --game two-d --seed 7
      codebreaker guess --adversary
    """
    if adversary and seed is not None:
        raise click.UsageError("--adversary draws no secret: leave out --seed")
    game = options.game_described_by(game_description)
    # The secrets that fit every reply, as the user knows them.
    candidates = game.all_secrets

    # The secrets that the program can still hide: for an adversary all that fit its replies, else one that is drawn.
    possible = candidates
    if not adversary:
        drawn = random.Random(seed).randrange(len(candidates))
        possible = candidates[[drawn]]

    # In a list of words `quit` may be a guess, and then it is no command; in a game of one's own `?` may be one too.
    guesses = {game.text(index).lower() for index in range(len(game.guesses))}
    list_command = "" if "?" in guesses else " ? lists the guesses;"
    end = "the end of the input (Ctrl-D)" if "quit" in guesses else "quit"
    _say(f"{game.name}. A guess is written like {game.text(0)};{list_command} {end} tells the secret.")

    tries = 0
    while True:
        guess = _read_guess(game, f"Guess {tries + 1}")
        if guess is None:
            _say(f"The secret was {game.secret_text(int(possible[0]))}.")
            return

        # A code does not tell the reply: in a game of one's own several replies may win, and these share a code. The
        # one that is shown is the reply to the first secret of the bin.
        code, possible = _largest_bin(game, guess, possible)
        reply = game.reply_to(guess, int(possible[0]))
        click.echo(f"  [{game.notation.reply_text(reply)}]")

        tries += 1
        candidates = dict(partition(game, guess, candidates))[code]
        if game.ends(code, candidates):
            solution = f": the secret is {game.secret_text(int(candidates[0]))}" if game.identify else ""
            _say(f"Found with {count_text(tries, 'guess')}{solution}.")
            return


def _read_guess(game: Game, question: str) -> int | None:
    """Ask until the user types a guess of the game, and return its index; None if the user ends the game."""
    while True:
        line = answer_to(question)
        if not line:
            return None

        # Only what is no guess of the game can be a command.
        try:
            return game.parse_guess(line)
        except DataError as error:
            if line.lower() == "quit":
                return None
            if line == "?":
                click.echo(_guesses_text(game))
            else:
                _say(f"{error}.")


def _largest_bin(game: Game, guess: int, secrets: Array) -> tuple[int, Array]:
    """The largest bin of the guess that does not win, as an adversary answers; the winning one if there is no other.

    Where one secret is possible, its reply is the only bin.
    """

    def order(bin: tuple[int, Array]) -> tuple[bool, int]:
        code, members = bin
        return code != game.winning, len(members)

    return max(partition(game, guess, secrets), key=order)


def _guesses_text(game: Game) -> str:
    """The first guesses as text, folded to the width of the terminal."""
    # A guess with spaces stays on one line: they are other characters while the text is folded.
    names = [game.text(index).replace(" ", "\0") for index in range(min(len(game.guesses), _MOST_LISTED))]
    text = "  ".join(names)
    if len(game.guesses) > _MOST_LISTED:
        text += f" … and {len(game.guesses) - _MOST_LISTED:,} more"

    return "\n".join(wrap_text(text, width())).replace("\0", " ")


def answer_to(question: str) -> str:
    """The next line that is not empty, stripped; "" at the end of the input.

    On a terminal the answer is typed beside the question. Elsewhere the question is a line of the output, which a
    program can read.
    """
    if sys.stdin is None:
        raise DataError("standard input must be open")
    is_terminal = sys.stdin.isatty()

    while True:
        if is_terminal:
            click.echo(f"{question} ? ", nl=False)
        else:
            click.echo(question)
        line = sys.stdin.readline()
        if not line:
            if is_terminal:
                # End the line of the question, which nobody has ended by an answer.
                click.echo()
            return ""
        if line.strip():
            return line.strip()
