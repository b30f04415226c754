"""`precompute first-guesses`: ranks every word of a list as a first guess."""

import json
from typing import Any

import click

from codebreaker.criteria import CRITERIA
from codebreaker.tree import Tree
from lingo_bot.commands import strategy_option
from lingo_common.cli.options import PATH, Sectioned, as_json
from lingo_common.cli.progress import Progress
from lingo_common.errors import count_text
from lingo_common.files import check_writable
from lingo_common.pieces import Checkpoint, workers
from precompute import books
from precompute.board import checkpoint_of, criterion_digest
from precompute.books import pack_tree
from precompute.commands import options
from precompute.first_guesses import best_first_guesses
from wordlists.rules import GameOptions
from wordlists.word_game import WordGame

_OUT = "Write the best into this book, for lingo-bot --strategy NAME --book FILE."


@click.command("first-guesses", cls=Sectioned)
@options.of_games
@strategy_option.name_or_file(CRITERIA, "--criterion", "--strategy", "criterion", default="expected")
@options.number("--top", default=10, help="Words to show for each length.")
@click.option("--out", metavar="FILE", type=PATH, help=_OUT)
@as_json
def first_guesses_command(
    game_options: GameOptions,
    lengths: tuple[int, ...],
    jobs: int,
    cluster: str | None,
    criterion: str,
    top: int,
    out: str | None,
    as_json: bool,
) -> None:
    """Rank every word of the list as a first guess, by its bins over all words that can be the secret.

    The figures are exact; attempts and objective do not change them. With --show-first-letter the words of each letter
    are ranked. If the command is killed, the same command continues where it stopped.

    \b
    Examples:
      precompute first-guesses --lengths 5 --top 3
      precompute first-guesses --wordlist wordlist.txt --criterion entropy --out my.book
      precompute first-guesses --lengths 5 --wordlist allowed.txt --answers answers.txt
    """
    if out and criterion not in CRITERIA:
        raise click.UsageError("a book holds criteria by name: --out does not go with FILE.py")
    if out:
        check_writable(out)
        books.read_book(out)  # refuses a damaged book before the work begins

    results: dict[str, Any] = {}
    checkpoints: list[Checkpoint] = []
    with workers(jobs, cluster) as executor, Progress() as progress:
        for word_game in options.games_for_workers(game_options, lengths, executor, criterion=criterion):
            checkpoint = checkpoint_of("first-guesses", word_game, criterion, criterion_digest(criterion), top)
            checkpoints.append(checkpoint)
            best = best_first_guesses(word_game, criterion, top, executor, progress, checkpoint)
            figures = []
            for cost, guess in best:
                figure = _figure(criterion, cost, len(word_game.secrets))
                figures.append({"word": word_game.write(guess), "figure": figure})

            options.add_result(results, word_game, figures)
            if not as_json:
                for line in _lines_of(word_game, criterion, figures):
                    progress.print_result(line)
            if out:
                _, best_guess = best[0]
                _add_first_guess(out, word_game, criterion, best_guess)

    if as_json:
        click.echo(json.dumps({"criterion": criterion, "lengths": results}))
    for checkpoint in checkpoints:
        checkpoint.done()


def _add_first_guess(path: str, word_game: WordGame, criterion: str, guess: int) -> None:
    """Add the guess to the book, as a tree that has no other guess."""
    # A book does not keep how the games of its trees end, so it does not matter whether this guess can hit.
    tree = Tree(guess, hit=1, missed=0, branches=())
    # A first guess by bins is the same for any number of attempts.
    books.add_tree(path, word_game, criterion, pack_tree(tree, word_game), any_attempts=True)


def _figure(criterion: str, cost: float, secrets: int) -> float:
    """The figure for a cost that people read, such as the mean size of a bin; for a user's own criterion the cost."""
    if criterion in CRITERIA:
        return CRITERIA[criterion].figure(int(cost), secrets)
    return cost


def _lines_of(word_game: WordGame, criterion: str, best: list[dict[str, Any]]) -> list[str]:
    """A heading, and the best first guesses of a game with their figures, numbered."""
    answers = ""
    if word_game.answers:
        answers = f", {count_text(len(word_game.secrets), 'answer')}"
    describes = CRITERIA[criterion].describes if criterion in CRITERIA else f"cost by {criterion}"

    lines = [f"{word_game.name}, {count_text(len(word_game.words), 'word')}{answers}, {describes}:"]
    for number, guess in enumerate(best, 1):
        lines.append(f"{number:4}  {guess['word']}  {guess['figure']:.4f}")
    return lines
