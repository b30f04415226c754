"""`precompute check-tree`: verifies a tree file."""

import logging
from functools import cache

import click

from lingo_common.cli.options import PATH, Sectioned
from lingo_common.cli.rules_options import frequencies, rules_options
from lingo_common.errors import count_text
from precompute import tree_check
from wordlists.rules import GameOptions
from wordlists.word_game import WordGame

_log = logging.getLogger(__name__)


@click.command("check-tree", cls=Sectioned)
@click.argument("file", metavar="FILE", type=PATH)
# Both fill in game_options.
@rules_options()
@frequencies
def check_tree_file(file: str, game_options: GameOptions) -> None:
    """Verify a tree file with the slow oracle, and recompute its figures.

    Rules and lists are those of the command line; a file that states other rules is refused. Every reply, every guess
    and the list of secrets are checked. The line that is printed ends with the rules and lists that were checked.

    \b
    Examples:
      precompute check-tree games.txt           # written by precompute evaluate --tree games.txt
      precompute check-tree salet.txt --rules wordle --wordlist allowed.txt --answers answers.txt
    """

    # With --show-first-letter the file has a section for each letter. The lists are read once for all sections.
    @cache
    def game_of(length: int) -> WordGame:
        """The game that the options describe, with words of that length; remarks on its lists are logged."""
        word_game = game_options.word_game(length)
        for remark in word_game.remarks:
            _log.info("%s", remark)
        return word_game

    for section in tree_check.check(file, game_of):
        click.echo(_line(section))


def _line(section: tree_check.CheckedSection) -> str:
    """The figures of a section, and what it was checked against."""
    word_game = section.word_game
    outcome = section.outcome
    # There is no worst case where a secret is missed; its game takes all attempts.
    longest_game = outcome.worst or word_game.attempts
    return (
        f"{word_game.name}: {count_text(len(word_game.secrets), 'word')}, {section.first_guess}, "
        f"mean points {outcome.mean_points:.4f}; "
        f"{count_text(outcome.guesses, 'guess')}, mean {outcome.mean_guesses:.4f}, "
        f"worst {longest_game}, missed {outcome.missed}; "
        f"checked for {', '.join(_rules(word_game))}"
    )


def _rules(word_game: WordGame) -> list[str]:
    """The rules and the lists of a game, for people, such as ["6 attempts", "hard", "words of allowed.txt"]."""
    # `differences` are the rules that differ from those of the contest's pit.
    attempts = count_text(word_game.attempts, "attempt")
    words, answers, frequencies = word_game.paths
    texts = [attempts, *word_game.differences, f"words of {words}"]
    if answers is not None:
        texts.append(f"answers of {answers}")
    if frequencies is not None:
        texts.append(f"weights of {frequencies}")
    return texts
