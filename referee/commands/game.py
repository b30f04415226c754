"""`referee game` and `play`: one game outside of a contest, by a player or by a person."""

import contextlib
import itertools
import os
import sys
from dataclasses import replace

import click

from lingo_common.cli.options import Sectioned, whole_number
from lingo_common.cli.rules_options import rules_options, word_length
from lingo_common.cli.terminal import use_colours, width
from lingo_common.cli.tiles import alphabet
from lingo_common.errors import EXIT_DATA, UsageError, count_text
from referee.check.findings import serious_findings
from referee.commands import options
from referee.commands.game_view import GameView
from referee.commands.person_dialogue import play_at_terminal
from referee.commands.person_game import PersonGame
from referee.contest.draw import in_drawing_order, new_seed
from referee.contest.limits import IsolationRequest, Limits
from referee.contest.lists import read_word, read_word_games
from referee.contest.needs import check_present
from referee.contest.players import player_of
from referee.contest.termination import PLAYED_OUT
from referee.game import game_text
from referee.game.game_pool import opened_pool
from referee.game.record import Move
from referee.runner.prctl import hide_process
from wordlists.rules import GameOptions
from wordlists.word_game import WordGame
from wordlists.word_list import person_secrets


@click.command("game", cls=Sectioned)
@click.argument("player")
@click.option("--word", metavar="WORD", help="The word to guess.")
@click.option("--length", type=word_length, metavar="N", help="Draw a word of N letters, 1 to 20, instead.")
@rules_options()
@options.seed
@options.limits
@options.isolation_without_careful
def game_command(
    player: str,
    word: str | None,
    length: int | None,
    game_options: GameOptions,
    seed: int | None,
    limits: Limits,
    isolation: IsolationRequest,
) -> None:
    """Play one game and show it live, with the player's standard error.

    PLAYER is a command, or a source file with its arguments; sources end in .awk, .c, .cc, .cpp, .go, .java, .js, .pl,
    .py, .rb or .rs.

    \b
    Examples:
      referee game lingo-bot --word dents
      referee game "python3 my-player.py" --length 7 --seed 1
      referee game "my-player.py --level 3" --word dents
    """
    # The player could read the word, the seed and the word list's path in the command line of this process.
    hide_process()
    # A variable of a script that is not set gives an empty word.
    if (not word) == (length is None):
        raise UsageError("give either --word WORD or --length N")
    if word and seed is not None:
        raise UsageError("--word draws no word: leave --seed away")

    program = player_of(player)
    check_present([program])

    spelling = game_options.spelling
    if word:
        length = len(spelling.read(word))
    assert length is not None
    word_games = read_word_games([length], game_options)
    word_game = word_games[length]

    if word:
        secret = read_word(word, word_game)
    else:
        secret = in_drawing_order(word_game.secrets.words, new_seed() if seed is None else seed)[0]

    click.echo(f"{program.name}: {count_text(len(secret), 'letter')}, the word is {spelling.write(secret)}")

    is_coloured = use_colours(sys.stdout)
    attempts = itertools.count(1)

    def show(move: Move) -> None:
        click.echo(game_text.move_line(move, next(attempts), is_coloured, spelling))

    with opened_pool(word_games, limits, isolation) as pool:
        record = pool.play_word(program, secret, show, _pass_on)
    click.echo(game_text.end_line(record))

    # Without a box of bubblewrap the player ran without isolation, whatever the options ask for.
    isolation_in_force = None if pool.sandbox.box is None else isolation
    for finding in serious_findings(record, program, word_games, limits, isolation_in_force):
        click.echo(f"{finding.kind}: {finding.says}. {finding.advice}", err=True)

    if record.termination not in PLAYED_OUT:
        sys.exit(EXIT_DATA)


def _pass_on(data: bytes) -> None:
    """Write what the player wrote on standard error to that of this process, with escapes for control characters.

    Where that fails, the text is lost and the game goes on.
    """
    lines = data.decode(errors="replace").split("\n")
    safe_text = "\n".join(map(game_text.error_line, lines))
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            # sys.stderr.write would keep in its buffer what it cannot write, and fail again when the program ends.
            os.write(sys.stderr.fileno(), safe_text.encode(errors="replace"))


@click.command("play", cls=Sectioned)
@click.option(
    "--length", type=word_length, default=5, show_default=True, metavar="N", help="Letters of the word, 1 to 20."
)
@click.option("--opponent", metavar="P", help="Race this player on the same word: a command, or NAME=command.")
@rules_options("first_letter")  # without the option for this rule, which is declared next
@click.option(
    # Earlier versions of this command had --first-letter, so it still takes that name too.
    "--show-first-letter",
    "--first-letter",
    "first_letter",
    is_flag=True,
    help="Show the first letter; every guess begins with it.",
)
@click.option("--adversary", is_flag=True, help="Leave the word undecided as long as that is possible.")
@click.option(
    "--seed",
    type=whole_number(),
    metavar="N",
    default=new_seed,
    help="The same seed and list give the same word; by default a new one.",
)
@options.limits
@options.isolation_without_careful
def play_command(
    length: int,
    opponent: str | None,
    game_options: GameOptions,
    first_letter: bool,
    adversary: bool,
    seed: int,
    limits: Limits,
    isolation: IsolationRequest,
) -> None:
    """Guess a word yourself, by the rules of the pit.

    You have five guesses; a word that is guessed wins 100 points, and 100 more for each guess left.

    A letter in its place is marked O, a letter that the word has elsewhere ?, all others X. The limits and the sandbox
    are the opponent's. Type `?` for help, `quit` to give up. Without colours (NO_COLOR=1) marks are told in words, as
    for a screen reader.

    Of a packaged list the word is a common one; of a list of your own it is one of --answers, else any word.

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

    # The rules that --rules names may have shown the first letter already.
    game_options = replace(game_options, first_letter=first_letter or game_options.first_letter)
    word_games = read_word_games([length], game_options)
    word_game = word_games[length]

    candidates = _candidates(word_game, seed, adversary)

    rival_game = None
    if opponent is not None:
        # The opponent plays its whole game before the person begins. It is shown at the end.
        player = player_of(opponent)
        check_present([player])
        [word] = candidates  # an opponent is refused with --adversary, so the word is drawn
        with opened_pool(word_games, limits, isolation) as pool:
            rival_game = pool.play_word(player, word)

    spelling = game_options.spelling
    letters = alphabet(word_game.words.words)
    view = GameView(use_colours(sys.stdout), width(), letters, spelling)
    game = PersonGame(candidates, word_game)

    # The title names the rules that differ from the pit's.
    title = ", ".join([f"Lingo, {count_text(length, 'letter')}, seed {seed}", *word_game.differences])
    if adversary:
        title += ", adversary"

    play_at_terminal(game, view, rival_game, title)


def _candidates(word_game: WordGame, seed: int, adversary: bool) -> list[str]:
    """Return the words that the secret can be: the one that is drawn, or with an adversary all possible ones."""
    # From a packaged list only a common word is drawn.
    secrets = person_secrets(word_game.secrets)
    drawn = in_drawing_order(secrets, seed)[0]
    if not adversary:
        return [drawn]

    # If the game shows a first letter, it is that of the drawn word, and all candidates have it.
    first_letter = word_game.letter_of(drawn) or ""
    return [secret for secret in secrets if secret.startswith(first_letter)]
