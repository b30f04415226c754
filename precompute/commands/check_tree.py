"""`precompute check-tree`: verifies a tree file."""

import logging
from collections.abc import Sequence

import click

from lingo_common.cli.command import PATH
from lingo_common.cli.options import Sectioned
from lingo_common.cli.rules_options import rules_options
from precompute import tree_text
from precompute.board import number_of_words
from wordlists.rules import GameOptions

_log = logging.getLogger(__name__)


@click.command("check-tree", cls=Sectioned)
@click.argument("file", metavar="FILE", type=PATH)
@rules_options("preset", "attempts", "hard", "objective", "first_letter")
def check_tree_command(file: str, game: GameOptions) -> None:
    """Verify a tree file with the slow oracle, and recompute its figures.

    Every reply, every guess and the list of secrets are checked. Nothing but the file and the lists given is read; a
    tree that guesses words which cannot be the secret needs --wordlist, and --answers for the secrets.

    \b
    Examples:
      precompute check-tree games.txt           # written by precompute evaluate --tree games.txt
      precompute check-tree salet.txt --wordlist allowed.txt --answers answers.txt
    """

    def lists(length: int) -> tuple[Sequence[str], Sequence[str]]:
        word_game = game.word_game(length)
        for remark in word_game.remarks:
            _log.info("%s", remark)
        return word_game.words.words, word_game.secrets.words

    lists_of = lists if game.wordlist or game.answers else None
    for section in tree_text.check(file, lists_of, game.spelling):
        points = f"{section.first_guess}, mean points {section.points / section.games:.4f}"
        line = f"{section.header.length} letters: {number_of_words(section.games)}, {points}"
        if lists_of:
            mean = f"{section.guesses:,} guesses, mean {section.guesses / section.games:.4f}"
            line += f"; {mean}, worst {section.worst}, missed {section.missed}"
        click.echo(line)
