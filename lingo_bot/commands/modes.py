"""The modes of `lingo-bot` beside plain play: explain each guess, advise a person, review a game, write the page.

The parts of lingo_bot.assistant and lingo_bot.page, which import numpy, are imported when their mode is asked for. In
each function strategy is the value of --strategy, and book one that lingo_bot.book_player.book_for takes.
"""

import json
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from lingo_bot.dialogue import play_here
from lingo_common.cli import logs
from lingo_common.errors import say
from wordlists.word_game import WordGame

if TYPE_CHECKING:
    from lingo_bot.assistant.player import Player


def play_and_explain(word_game: WordGame, strategy: str, book: str | None, first_guess: str | None) -> None:
    """Play one game over standard input and output, with a line on standard error that explains each guess."""
    from lingo_bot.assistant.tables import explain_guess

    player = _advising_player(word_game, strategy, book, first_guess)

    def explain(guess: str) -> None:
        with suppress(OSError):  # a closed standard error ends no game
            click.echo(explain_guess(player, guess), err=True)

    play_here(player, word_game, explain=explain)


def advise_person(word_game: WordGame, strategy: str, book: str | None, words: tuple[str, ...]) -> None:
    """Advise a person; words: what was played before, each as WORD=REPLY."""
    from lingo_bot.assistant.assist import assist
    from lingo_bot.assistant.steps import step_of

    player = _advising_player(word_game, strategy, book)
    assist(player, [step_of(text, player.length, player.spelling) for text in words])


def print_review(
    word_game: WordGame, strategy: str, book: str | None, secret: str, guesses: tuple[str, ...], as_json: bool
) -> None:
    """Print the review of a finished game for that secret, as lines of text or as JSON."""
    from lingo_bot.assistant.review import review, review_json, review_lines
    from lingo_common.cli import terminal

    player = _advising_player(word_game, strategy, book)
    # In the form in which player.words and player.answers have their words.
    written_word = player.spelling.write(player.spelling.read(secret))
    is_no_answer = written_word in player.words and written_word not in player.answers
    if is_no_answer:
        player = player.with_every_word()
        if not logs.is_quiet():
            say("lingo-bot", f"{secret} is no answer: every word of the list counts as possible")

    reviewed = review(player, secret, guesses)
    if as_json:
        click.echo(json.dumps(review_json(player, written_word, reviewed), ensure_ascii=False, indent=2))
        return

    for line in review_lines(player, secret, reviewed, terminal.width(), terminal.use_colours(sys.stdout)):
        # The lines hold colours only where they are wanted, so click must not take them out.
        click.echo(line, color=True)


def write_page(word_game: WordGame, strategy: str, book: str | None, path: str) -> None:
    """Write the page to a file, or to standard output for the path `-`."""
    from lingo_bot.page.write import page
    from lingo_common.files import check_writable, write_whole
    from lingo_common.html.page import BEGINNING

    is_file = path != "-"
    if is_file:
        # Before the work of making the page. A file that is there already is replaced only if it begins as a page does.
        check_writable(path, BEGINNING)

    content = page(word_game, strategy, book).encode()
    if is_file:
        write_whole(path, content)
    else:
        sys.stdout.buffer.write(content)

    _say_remarks(word_game)
    if is_file and not logs.is_quiet():
        say("lingo-bot", f"{path}: {len(content) / 1000:,.0f} KB; open it in a browser")


def _advising_player(word_game: WordGame, strategy: str, book: str | None, first_guess: str | None = None) -> "Player":
    """The lingo_bot.Player of this game, after remarks on its lists."""
    from lingo_bot.assistant.player import Player

    player = Player.of_game(word_game, strategy, book, first_guess)
    _say_remarks(word_game)
    return player


def _say_remarks(word_game: WordGame) -> None:
    """Print the remarks on the lists on standard error, but not with --quiet."""
    if not logs.is_quiet():
        for remark in word_game.remarks:
            say("lingo-bot", remark)
