"""`precompute check-tree`: verifies a tree file."""

import logging
from collections.abc import Iterator, Sequence

import click

from lingo_common.cli.command import PATH
from lingo_common.cli.options import Sectioned
from lingo_common.cli.rules_options import GameOptions, rules_options
from lingo_common.errors import DataError, reason
from precompute import tree_text
from precompute.board import number_of_words

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
    for checked in tree_text.check(_lines(file), file, lists_of, game.spelling):
        click.echo(_line(checked, lists_of is not None))


def _line(checked: tree_text.Checked, in_guesses: bool) -> str:
    """The figures of a section; in_guesses: those that count guesses too."""
    line = f"{checked.length} letters: {number_of_words(checked.words)}, {checked.first_guess}, "
    line += f"mean points {checked.points / checked.words:.4f}"
    if not in_guesses:
        return line
    mean = checked.guesses / checked.words
    return f"{line}; {checked.guesses:,} guesses, mean {mean:.4f}, worst {checked.worst}, missed {checked.missed}"


def _lines(path: str) -> Iterator[str]:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            yield from file
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {reason(error)}") from None
