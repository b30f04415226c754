"""`referee play`: a person at the terminal plays, alone or against a program."""

import os
import sys
from collections.abc import Iterator

import click

from codebreaker.reply import PLACED
from lingo_common.errors import DataError
from lingo_common.screen.terminal import coloured, width
from referee.commands.options import common as options
from referee.commands.options import values as arguments
from referee.commands.options.isolation import in_force, with_isolation
from referee.commands.options.limits import with_limits
from referee.contest.draw import in_drawing_order, new_seed
from referee.contest.fixture import Fixture
from referee.contest.limits import Limits
from referee.contest.lists import read_lists
from referee.contest.players import check_present, player_of
from referee.contest.termination import PLAYED_OUT, Termination
from referee.game import tiles
from referee.game.game_view import Guessed, Look, Sheet
from referee.game.play_game import Table, play_game
from referee.game.protocol import Rules
from referee.game.protocol import play as hold_dialogue
from referee.game.record import ATTEMPTS, GameRecord, Move, points_for
from referee.game.terminal_player import Person
from referee.process.working_directory import working_directory
from referee.sandbox.isolation import Wanted
from wordlists.reader import WordList

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
    wanted: Wanted,
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
    sheet = Sheet(Look(look) if look else _look(), width())
    theirs = _game_of(opponent, word, lists, limits, wanted) if opponent else None
    against = f" You race {theirs.player}." if theirs else ""
    click.echo(sheet.text(f"A word of {length} letters, {ATTEMPTS} guesses.{against}"))
    race = _Race(sheet, theirs)
    words = frozenset(lists[length].words)
    person = Person(_ask, lambda text: click.echo(sheet.text(text)), words, length, strict)
    termination = hold_dialogue(person, Rules(word, words, FOREVER), race.show)
    click.echo("\n".join(race.result(word, termination, f"{length} letters, seed {seed}")))


class _Race:
    """A person's game beside that of a program, if there is one, whose guesses stay hidden meanwhile."""

    def __init__(self, sheet: Sheet, theirs: GameRecord | None) -> None:
        self._sheet, self._theirs = sheet, theirs
        self._mine: list[Guessed] = []
        self._legal: list[Guessed] = []

    def show(self, move: Move) -> None:
        """Print a move, what it tells of the letters, and the reply to the other's guess of the same number."""
        self._mine.append(Guessed(move.guess, move.reply))
        self._legal += [self._mine[-1]] if move.legal else []  # the reply to another guess says nothing
        attempt = len(self._mine)
        click.echo(self._sheet.line(attempt, self._mine[-1]))
        if not move.legal:
            click.echo("not in the word list")
        if self._theirs and attempt <= self._theirs.attempts:
            click.echo(self._sheet.hidden(self._theirs.player, attempt, self._theirs.replies[attempt - 1]))
        if attempt < ATTEMPTS and set(move.reply) != {PLACED}:
            click.echo(self._sheet.letters(self._legal))

    def result(self, word: str, termination: Termination, about: str) -> Iterator[str]:
        """The lines for the end: the word, the points, the other's game, and the text to share."""
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
            yield self._sheet.line(attempt, Guessed(guess, reply))
        name = self._theirs.player
        if self._theirs.termination not in PLAYED_OUT:
            yield self._sheet.text(f"{name} failed: {tiles.summed_up(self._theirs)}")
        difference = points - self._theirs.points
        if difference:
            yield f"{'You win' if difference > 0 else name + ' wins'} by {abs(difference)} points."
        else:
            yield f"A tie: {points} points each."

    def _share(self, title: str, replies: "list[str] | tuple[str, ...]") -> str:
        return self._sheet.share(title, replies, sys.stdout.encoding)


def _game_of(opponent: str, word: str, lists: dict[int, WordList], limits: Limits, wanted: Wanted) -> GameRecord:
    """The opponent's whole game, played before the person's begins; its moves are shown one by one."""
    player = player_of(opponent)
    check_present([player])
    words = {length: frozenset(listed.words) for length, listed in lists.items()}
    with in_force(wanted) as (sandbox, _), working_directory(lists) as directory:
        return play_game(Fixture(player, 0, word), Table(directory, words, limits, sandbox=sandbox))


def _look() -> Look:
    """How to show the game to whoever sits at standard output."""
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
        click.echo()  # nobody pressed Enter here
    return line.decode(errors="replace")
