"""`precompute first-guesses`: ranks every word of a list as a first guess."""

import json
from concurrent.futures import Executor
from typing import Any

import click

from codebreaker.criteria import CRITERIA
from codebreaker.tree import Tree
from lingo_bot.commands import strategy_option
from lingo_common.checkpoint import Checkpoint
from lingo_common.cli import logs
from lingo_common.cli.command import PATH
from lingo_common.cli.options import Sectioned
from lingo_common.cli.progress import Progress
from lingo_common.cli.rules_options import GameOptions
from lingo_common.files import check_writable
from lingo_common.pieces import run_pieces, workers
from precompute import books, first_guesses
from precompute.board import digest_of, number_of_words
from precompute.commands import options
from precompute.commands.games import add_result, word_games
from precompute.first_guesses import FirstGuess
from wordlists.word_game import WordGame


@click.command("first-guesses", cls=Sectioned)
@options.of_games
@strategy_option.name_or_file(tuple(CRITERIA), "--criterion", "--strategy", "criterion", default="expected")
@click.option(
    "--top", type=click.IntRange(1), default=10, show_default=True, metavar="N", help="Words to show for each length."
)
@click.option("--out", metavar="FILE", type=PATH, help="Write the best into this book, for lingo-bot --book FILE.")
@options.as_json
@logs.options
def first_guesses_command(
    game: GameOptions,
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
    entries, files = books.read_entries(out) if out else ([], {})
    results_by_length: dict[str, Any] = {}
    with workers(jobs, cluster) as executor, Progress(0) as progress:
        for key in word_games(game, lengths, executor, criterion=criterion):
            best = _first_guesses(key, criterion, top, executor, progress)
            figures = _figures(key, criterion, best)
            if not as_json:
                _print_first_guesses(key, criterion, figures)
            add_result(results_by_length, key, figures)
            if out:
                tree = Tree(best[0].guess, True, 0, ())
                entry = books.entry_for(key, tree, criterion)._replace(attempts=0)
                entries = books.with_entry(entries, entry)
                files |= books.file_line(key)
    if as_json:
        click.echo(json.dumps({"criterion": criterion, "lengths": results_by_length}))
    if out:
        books.write_book(out, entries, files)


def _first_guesses(
    game: WordGame, criterion: str, top: int, executor: Executor | None, progress: Progress
) -> list[FirstGuess]:
    pieces = first_guesses.pieces(game, criterion, top)
    checkpoint = Checkpoint(["first-guesses", 2, game, criterion, digest_of(criterion), top])
    progress.begin(game.name)
    progress.expect(len(pieces))
    results = []
    for _, result in run_pieces(first_guesses.best_of_piece, pieces, executor, checkpoint):
        results.append(result)
        progress.step()
    checkpoint.done()
    return first_guesses.merge_results(results, top)


def _figures(game: WordGame, criterion: str, best: list[FirstGuess]) -> list[dict[str, Any]]:
    """The words and their figures under the criterion, as --json prints them."""
    built_in = CRITERIA.get(criterion)
    figures = [built_in.figure(int(guess.cost), len(game.secrets)) if built_in else guess.cost for guess in best]
    return [{"word": game.write(guess.guess), "figure": figure} for guess, figure in zip(best, figures, strict=True)]


def _print_first_guesses(game: WordGame, criterion: str, best: list[dict[str, Any]]) -> None:
    secrets = len(game.secrets)
    answers = f", {secrets} answer{'s' * (secrets != 1)}" if game.answers else ""
    count = f"{number_of_words(len(game.words))}{answers}"
    describes = CRITERIA[criterion].describes if criterion in CRITERIA else f"cost by {criterion}"
    click.echo(f"{game.name}, {count}, {describes}:")
    for number, guess in enumerate(best, 1):
        click.echo(f"{number:4}  {guess['word']}  {guess['figure']:.4f}")
