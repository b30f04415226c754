"""The dialogue of `referee play`: a person guesses at a terminal and is shown how the game ended."""

import sys
from collections.abc import Iterator

import click

from lingo_common.errors import DataError, count_text, printable
from referee.check.findings import last_words
from referee.commands.game_view import GameView
from referee.commands.person_game import PersonGame
from referee.contest.termination import PLAYED_OUT
from referee.game import game_text
from referee.game.record import GameRecord
from wordlists.step import Step

_QUIT = "quit"
"""What a person types to give up, unless it is a legal guess, which it may be in a game of four letters."""
_HELP = """\
Type a word of {letters} and press Enter. O: the letter is in its place. ?: the word has it elsewhere. \
X: no, or no more of it. quit gives up{unless}; ? shows this."""


def play_at_terminal(game: PersonGame, view: GameView, rival_game: GameRecord | None, title: str) -> None:
    """Let a person play a game, and print how it ended.

    rival_game: the finished game of the opponent, which is shown at the end; None without one. title: the game, its
    seed and its rules.
    """
    _say(view, _introduction(game, rival_game))
    _play(game, view)
    lines = [*_result_lines(game, view, rival_game), "", *_lines_to_share(game, view, rival_game, title)]
    # In these lines a group of letters such as ij is still one character.
    click.echo(view.spelling.write("\n".join(lines)))


def _play(game: PersonGame, view: GameView) -> None:
    """Let a person play a game line by line, until it is over or given up."""
    spelling = view.spelling
    attempts = game.word_game.attempts
    while not game.over:
        typed = _ask(f"Guess {len(game.steps) + 1} of {attempts}: ")
        if typed is None:
            return

        # Messages quote the guess, so it must be printable.
        guess = spelling.read(printable(typed.strip()))
        # The spelling may join letters of a word to groups. It did so to the guess, so it must to this word.
        asks_to_quit = guess == spelling.read(_QUIT)
        if asks_to_quit and game.problem(guess):
            return

        _take(guess, game, view)


def _introduction(game: PersonGame, rival_game: GameRecord | None) -> str:
    """Return the sentences that begin a game: what is to be guessed, by which rules, and against whom."""
    letters = count_text(game.length, "letter")
    guesses = count_text(game.word_game.attempts, "guess")
    sentences = [f"A word of {letters}, {guesses}."]
    if game.first_letter:
        sentences.append(f"It begins with {game.first_letter}.")
    if game.word_game.hard:
        sentences.append("Every guess must use what is known.")
    if rival_game is not None:
        sentences.append(f"You race {rival_game.player}.")
    return " ".join(sentences)


def _take(guess: str, game: PersonGame, view: GameView) -> None:
    """Show the help for a "?"; else take the guess in and show its line, or why it is refused."""
    letters = count_text(game.length, "letter")
    if guess == "?":
        quit_may_be_a_guess = game.length == len(_QUIT)
        unless = ", where it is no word of the list" if quit_may_be_a_guess else ""
        _say(view, _HELP.format(letters=letters, unless=unless))
        return

    if not guess:
        _say(view, f"Type a word of {letters} and press Enter.")
        return

    problem = game.problem(guess)
    if problem is not None:
        # The problem of a guess of another length says already what to type.
        if len(guess) == game.length:
            problem = f"{problem.removesuffix('.')}: guess again."
        _say(view, problem)
        return

    step = game.guess(guess)
    click.echo(view.line(len(game.steps), step))
    if not game.over:
        click.echo(view.letters(game.steps))


def _say(view: GameView, text: str) -> None:
    """Print a text, wrapped to the terminal's width."""
    click.echo(view.text(text))


def _ask(prompt: str) -> str | None:
    """Return a typed line; None at the end of input."""
    if sys.stdin is None:
        raise DataError("standard input must be open")
    click.echo(prompt, nl=False)
    # Bytes, because a line that is not valid in the terminal's encoding would raise an error as text.
    line = sys.stdin.buffer.readline()
    if not line:
        click.echo()
        return None

    if not sys.stdin.isatty():
        click.echo()  # on a terminal the Enter of the person ends the line
    return line.decode(errors="replace")


def _result_lines(game: PersonGame, view: GameView, rival_game: GameRecord | None) -> Iterator[str]:
    """Yield the lines for the end: the word, the points, and the opponent's game."""
    yield ""
    if not game.over:
        yield f"You gave up; the word was {game.secret}."
    elif game.solved:
        yield f"{game.secret} at guess {len(game.steps)}: {game.points} points."
    else:
        yield f"No points; the word was {game.secret}."

    if rival_game is not None:
        yield from _opponents_game(game, view, rival_game)


def _opponents_game(game: PersonGame, view: GameView, rival_game: GameRecord) -> Iterator[str]:
    """Yield the lines of the opponent's game, and who won."""
    yield ""
    steps = map(Step, rival_game.guesses, rival_game.replies)
    for attempt, step in enumerate(steps, 1):
        yield view.line(attempt, step)

    if rival_game.termination not in PLAYED_OUT:
        # Such as "; its standard error ends with 'KeyError: 7'".
        quotation = last_words(rival_game)
        yield view.text(f"{rival_game.player} failed: {game_text.end_line(rival_game)}{quotation}")

    difference = game.points - rival_game.points
    if difference > 0:
        yield f"You win by {difference} points."
    elif difference < 0:
        yield f"{rival_game.player} wins by {-difference} points."
    else:
        yield f"A tie: {rival_game.points} points each."


def _lines_to_share(game: PersonGame, view: GameView, rival_game: GameRecord | None, title: str) -> Iterator[str]:
    """Yield the replies of the game, and then of the opponent's, without the words, as players of Wordle share theirs.

    title: the game, its seed and its rules, to which the outcome is added: "3/5", or "X/5" if the word was not found.
    """
    attempts = len(game.steps) if game.solved else "X"
    outcome = f"{attempts}/{game.word_game.attempts}, {game.points} points"
    replies = [step.reply for step in game.steps]

    encoding = sys.stdout.encoding
    yield view.share(f"{title}: {outcome}", replies, encoding)
    if rival_game is not None:
        yield view.share(f"{rival_game.player}: {rival_game.points} points", rival_game.replies, encoding)
