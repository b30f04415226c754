"""`referee play`: a person plays at the terminal, alone or against a program."""

import os
import sys
from collections.abc import Iterator

import click

from codebreaker.reply import PLACED
from codebreaker.step import Step
from lingo_common.errors import DataError
from lingo_common.screen.terminal import coloured, width
from referee.commands.options import common as options
from referee.commands.options import values as arguments
from referee.commands.options.isolation import with_isolation
from referee.commands.options.limits import with_limits
from referee.contest.draw import in_drawing_order, new_seed
from referee.contest.isolation import IsolationRequest
from referee.contest.limits import Limits
from referee.contest.lists import read_lists
from referee.contest.termination import PLAYED_OUT, Termination
from referee.game import live_text
from referee.game.game_view import GameView, Look, WordStep
from referee.game.play_game import play_game
from referee.game.protocol import Task, hold_dialogue
from referee.game.record import ATTEMPTS, GameRecord, Move, points_for
from referee.game.terminal_player import TerminalPlayer

FOREVER = Limits(startup=float("inf"), move=float("inf"), game=float("inf"))
"""A person's limits."""


@click.command("play")
@click.option(
    "--length",
    type=click.IntRange(1, arguments.LONGEST_WORD),
    default=5,
    show_default=True,
    help="Letters of the word.",
)
@click.option("--opponent", metavar="P", help="Race this player on the same word: a command, or NAME=command.")
@options.wordlist
@click.option("--seed", type=int, help="The same seed and word list give the same word; by default a new one.")
@click.option("--strict", is_flag=True, help="As in the pit, a guess that is not in the word list uses up an attempt.")
@click.option(
    "--look",
    type=click.Choice([*map(str, Look)]),
    help="By default colour in a terminal, words in a dumb one, shapes elsewhere and under NO_COLOR.",
)
@with_limits
@with_isolation
def play(
    length: int,
    opponent: str | None,
    wordlist: str | None,
    seed: int | None,
    strict: bool,
    look: str | None,
    limits: Limits,
    isolation: IsolationRequest,
) -> None:
    """Guess a word yourself, by the rules of the pit: five guesses, and 100 points for each not needed plus 100.

    A letter in its place is marked O, one that the word has elsewhere ?, others X. The limits and the sandbox are the
    opponent's; you have none. `--look words` is for screen readers.

    \b
    Examples:
      referee play
      referee play --length 7 --opponent lingo-bot
      referee play --seed 42              # the same word for all who have the same list
    """
    seed = new_seed() if seed is None else seed
    lists = read_lists([length], wordlist)
    word = in_drawing_order(lists[length].words, seed)[0]
    view = GameView(Look(look) if look else _look(), width())
    # The opponent plays its whole game first; its moves are shown one by one.
    theirs = (
        play_game(opponent, word, limits=limits, wordlist=wordlist, sandbox=isolation.mode, expose=isolation.exposed)
        if opponent
        else None
    )
    against = f" You race {theirs.player}." if theirs else ""
    click.echo(view.text(f"A word of {length} letters, {ATTEMPTS} guesses.{against}"))
    race = _Race(view, theirs)
    words = lists[length]
    person = TerminalPlayer(_ask, lambda text: click.echo(view.text(text)), words, length, strict)
    termination = hold_dialogue(person, Task(word, words, FOREVER), race.show)
    click.echo("\n".join(race.result(word, termination, f"{length} letters, seed {seed}")))


class _Race:
    """A person's game, beside the game of a program if there is one; its guesses stay hidden until the end."""

    def __init__(self, view: GameView, theirs: GameRecord | None) -> None:
        self._view, self._theirs = view, theirs
        self._mine: list[WordStep] = []
        self._legal: list[WordStep] = []

    def show(self, move: Move) -> None:
        """Print a move, what is known of the letters, and the reply to the opponent's guess of the same number."""
        self._mine.append(Step(move.guess, move.reply))
        self._legal += [self._mine[-1]] if move.legal else []  # the reply to an illegal guess tells nothing
        attempt = len(self._mine)
        click.echo(self._view.line(attempt, self._mine[-1]))
        if not move.legal:
            click.echo("not in the word list")
        if self._theirs and attempt <= self._theirs.attempts:
            click.echo(self._view.hidden(self._theirs.player, attempt, self._theirs.replies[attempt - 1]))
        if attempt < ATTEMPTS and set(move.reply) != {PLACED}:
            click.echo(self._view.letters(self._legal))

    def result(self, word: str, termination: Termination, about: str) -> Iterator[str]:
        """The lines for the end: the word, the points, the opponent's game, and the text to share."""
        points = points_for(len(self._mine)) if termination is Termination.SOLVED else 0
        yield ""
        if termination is Termination.EXITED:
            yield f"You gave up; the word was {word}."
        elif points:
            yield f"{word} at guess {len(self._mine)}: {points} points."
        else:
            yield f"No points; the word was {word}."
        yield from self._their_game(points)
        yield ""
        outcome = f"{len(self._mine)}/{ATTEMPTS}" if points else f"X/{ATTEMPTS}"
        yield self._share(f"Lingo, {about}: {outcome}, {points} points", [one.reply for one in self._mine])
        if self._theirs:
            yield self._share(f"{self._theirs.player}: {self._theirs.points} points", self._theirs.replies)

    def _their_game(self, points: int) -> Iterator[str]:
        if self._theirs is None:
            return
        yield ""
        for attempt, (guess, reply) in enumerate(zip(self._theirs.guesses, self._theirs.replies, strict=True), 1):
            yield self._view.line(attempt, Step(guess, reply))
        name = self._theirs.player
        if self._theirs.termination not in PLAYED_OUT:
            yield self._view.text(f"{name} failed: {live_text.end_line(self._theirs)}")
        difference = points - self._theirs.points
        if difference:
            yield f"{'You win' if difference > 0 else name + ' wins'} by {abs(difference)} points."
        else:
            yield f"A tie: {points} points each."

    def _share(self, title: str, replies: "list[str] | tuple[str, ...]") -> str:
        return self._view.share(title, replies, sys.stdout.encoding)


def _look() -> Look:
    """The default style for standard output."""
    if os.environ.get("TERM") == "dumb":
        return Look.WORDS
    return Look.COLOUR if coloured(sys.stdout) else Look.SHAPES


def _ask(prompt: str) -> str | None:
    """A typed line; None at the end of input."""
    if sys.stdin is None:
        raise DataError("standard input must be open")
    click.echo(prompt, nl=False)
    line = sys.stdin.buffer.readline()
    if not line:
        click.echo()
        return None
    if not sys.stdin.isatty():
        click.echo()  # there was no Enter key to end the line
    return line.decode(errors="replace")
