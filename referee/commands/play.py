"""`referee play`: a person plays at the terminal, alone or against a program."""

import os
import sys
from dataclasses import replace
from typing import get_args

import click

from lingo_common.cli import logs
from lingo_common.cli.options import Sectioned
from lingo_common.cli.rules_options import rules_options, word_length
from lingo_common.cli.terminal import use_colours, width
from lingo_common.cli.tiles import alphabet
from lingo_common.errors import DataError, UsageError, count_text, printable
from referee.commands import options
from referee.commands.play_result import lines_to_share, result_lines
from referee.contest.draw import in_drawing_order, new_seed
from referee.contest.isolation import IsolationRequest
from referee.contest.limits import Limits
from referee.contest.lists import read_word_games
from referee.contest.needs import check_present
from referee.contest.players import player_of
from referee.game.game_view import GameView, Look
from referee.game.person_game import PersonGame
from referee.game.play_game import play_word
from referee.game.record import GameRecord
from referee.runner.prctl import hide_process
from wordlists.rules import GameOptions
from wordlists.word_game import WordGame
from wordlists.word_list import person_secrets

_QUIT = "quit"
"""What a person types to give up, unless it is a legal guess, which it may be in a game of four letters."""
_HELP = """\
Type a word of {letters} and press Enter. O: the letter is in its place. ?: the word has it elsewhere. \
X: no, or no more of it. quit gives up{unless}; ? shows this."""


@click.command("play", cls=Sectioned)
@click.option(
    "--length", type=word_length, default=5, show_default=True, metavar="N", help="Letters of the word, 1 to 20."
)
@click.option("--opponent", metavar="P", help="Race this player on the same word: a command, or NAME=command.")
@rules_options("first_letter")  # all but this one, which is declared below
@click.option(
    # Only this command takes the name --first-letter too: earlier versions had it.
    "--show-first-letter",
    "--first-letter",
    "first_letter",
    is_flag=True,
    help="Show the first letter; every guess begins with it.",
)
@click.option("--adversary", is_flag=True, help="Leave the word undecided as long as that is possible.")
@click.option(
    "--seed",
    type=int,
    metavar="N",
    default=new_seed,
    help="The same seed and list give the same word; by default a new one.",
)
@click.option("--strict", is_flag=True, help="As in the pit, a guess that is not allowed uses up an attempt.")
@click.option(
    "--look",
    type=click.Choice(get_args(Look)),
    help="By default colour in a terminal, words in a dumb one, shapes elsewhere and under NO_COLOR.",
)
@options.limits
@options.isolation_without_careful
@logs.options
def play_command(
    length: int,
    opponent: str | None,
    game_options: GameOptions,
    first_letter: bool,
    adversary: bool,
    seed: int,
    strict: bool,
    look: Look | None,
    limits: Limits,
    isolation: IsolationRequest,
) -> None:
    """Guess a word yourself, by the rules of the pit.

    You have five guesses; a word that is guessed wins 100 points, and 100 more for each guess left.

    A letter in its place is marked O, a letter that the word has elsewhere ?, all others X. The limits and the sandbox
    are the opponent's. `--look words` is for screen readers. Type `?` for help, `quit` to give up.

    Of a packaged list the word is a common one; of a list of your own it is an answer, or any word without --answers.

    \b
    Examples:
      referee play
      referee play --length 7 --opponent lingo-bot
      referee play --seed 42              # the same word for all who have the same list
      referee play --adversary --hard --attempts 6
    """
    # The opponent is a program, and could read the seed and the word list's path in the command line of this one.
    hide_process()
    if adversary and opponent:
        raise UsageError("--opponent plays for a word that is drawn, not against --adversary")

    # The rules of --rules may show the first letter too.
    game_options = replace(game_options, first_letter=first_letter or game_options.first_letter)
    word_games = read_word_games([length], game_options)
    word_game = word_games[length]

    candidates = _candidates(word_game, seed, adversary)

    rival_game = None
    if opponent is not None:
        # The opponent plays its whole game first; its moves are shown one by one. There is no adversary, so the only
        # candidate is the word.
        player = player_of(opponent)
        check_present([player])
        [word] = candidates
        rival_game = play_word(player, word, word_games, limits, isolation)

    spelling = game_options.spelling
    letters = alphabet(word_game.words.words)
    view = GameView(look or _usual_look(), width(), letters, spelling)
    game = PersonGame(candidates, word_game, strict)
    _play(game, view, rival_game)

    # The title names the rules that differ from the pit's.
    title = ", ".join([f"Lingo, {count_text(length, 'letter')}, seed {seed}", *word_game.differences])
    if adversary:
        title += ", adversary"
    lines = [*result_lines(game, view, rival_game), "", *lines_to_share(game, view, rival_game, title)]
    # In these lines a group of letters such as ij is still the one character that stands for it in a game.
    click.echo(spelling.write("\n".join(lines)))


def _candidates(word_game: WordGame, seed: int, adversary: bool) -> list[str]:
    """Return the words that the secret can be: the one that is drawn, or with an adversary all that begin alike."""
    # From a packaged list only a common word is drawn.
    secrets = person_secrets(word_game.secrets)
    drawn = in_drawing_order(secrets, seed)[0]
    if not adversary:
        return [drawn]

    # If the first letter is shown, it is that of the drawn word. Nothing else of that word counts.
    first_letter = word_game.letter_of(drawn) or ""
    return [secret for secret in secrets if secret.startswith(first_letter)]


def _usual_look() -> Look:
    """Return how a game is shown if the user does not say, by what the terminal can do."""
    if os.environ.get("TERM") == "dumb":
        return "words"
    return "colour" if use_colours(sys.stdout) else "shapes"


def _play(game: PersonGame, view: GameView, rival_game: GameRecord | None) -> None:
    """Let a person play a game line by line, until it is over or given up.

    rival_game: the finished game of the opponent; None without one. Its guesses stay hidden while the person plays.
    """
    spelling = view.spelling
    attempts = game.word_game.attempts
    _say(view, _introduction(game, rival_game))
    while not game.over:
        typed = _ask(f"Guess {len(game.steps) + 1} of {attempts}: ")
        if typed is None:
            return

        # Messages quote the guess, so it must be printable.
        guess = spelling.read(printable(typed.strip()))
        is_legal = game.problem(guess) is None
        # The guess was read with the spelling, which may fold letters or join them to groups, so this word is too.
        if guess == spelling.read(_QUIT) and not is_legal:
            return

        _take(guess, game, view, rival_game)


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


def _take(guess: str, game: PersonGame, view: GameView, rival_game: GameRecord | None) -> None:
    """Show the help for a "?"; else take the guess in and show its line, or why it is refused."""
    letters = count_text(game.length, "letter")
    if guess == "?":
        may_be_a_guess = game.length == len(_QUIT)
        unless = ", where it is no word of the list" if may_be_a_guess else ""
        _say(view, _HELP.format(letters=letters, unless=unless))
        return

    # An empty line is no guess, even in a strict game.
    if not guess:
        _say(view, f"Type a word of {letters} and press Enter.")
        return

    # In hard mode the reply changes which guesses are legal, so the problem is looked for before.
    problem = game.problem(guess) or ""
    step = game.guess(guess)
    if step is None:
        # A guess of another length has a problem that says what to type.
        has_length = len(guess) == game.length
        _say(view, f"{problem.removesuffix('.')}: guess again." if has_length else problem)
        return

    attempt = len(game.steps)
    click.echo(view.line(attempt, step))
    if problem:
        # In a strict game an illegal guess is taken all the same.
        _say(view, problem)

    # The opponent's reply at the same attempt is shown, and its guess is not.
    if rival_game is not None and attempt <= rival_game.attempts:
        click.echo(view.hidden_line(rival_game.player, attempt, rival_game.replies[attempt - 1]))

    if not game.over:
        click.echo(view.letters(game.legal_steps))


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
        click.echo()  # nobody pressed Enter, which would end the line on a terminal
    return line.decode(errors="replace")
