"""`precompute optimal`: the best tree of a word game, with the proof that none is better."""

import json
from contextlib import suppress
from typing import Any

import click

from codebreaker.certificate import Certificate, write_certificate
from codebreaker.tree import Tree
from lingo_bot.launch import DEFAULT_STRATEGY
from lingo_common.cli import logs
from lingo_common.cli.command import PATH
from lingo_common.cli.options import Sectioned, certificate, minutes
from lingo_common.cli.rules_options import rules_options
from lingo_common.errors import missing_extra
from lingo_common.files import check_writable, write_whole
from lingo_common.pieces import Checkpoint, workers
from lingo_common.signals import TimeUp
from precompute import books, tree_text
from precompute.board import checkpoint_of
from precompute.certificates import certificate_sections
from precompute.commands import options
from precompute.figures import cost_in
from precompute.played_tree import tree_in
from wordlists.rules import GameOptions
from wordlists.word_game import WORST, WordGame

_TOP = "Prove the best N first guesses; with --objective worst those that reach the best worst case, N at most."


@click.command("optimal", cls=Sectioned)
@rules_options(preset="wordle")
@options.frequencies
@options.of_lengths("5")
@options.parallel
@click.option("--first", metavar="WORD", help="The best tree that begins with this word, and the proof for it alone.")
@options.number("--top", default=1, help=_TOP)
@minutes
@options.keep("8,8,8,8", "for the trees that are searched before the proof begins")
@click.option("--out", metavar="BOOK", type=PATH, help="Begin with this book's tree, and add a better one to it.")
@options.tree_file
@certificate
@options.as_json
@logs.options
def optimal_command(
    game_options: GameOptions,
    lengths: tuple[int, ...],
    jobs: int,
    cluster: str | None,
    first: str | None,
    top: int,
    minutes: float | None,
    keep: list[int],
    out: str | None,
    tree_file: str | None,
    certificate: str | None,
    as_json: bool,
) -> None:
    """Find the best tree of a word game, and prove that no tree is better.

    Needs the extra [fast]. It searches for good trees first; --keep says how widely. Then the proof begins. After
    Ctrl-C or --minutes the best tree and the bracket so far are printed; the same command continues. A tree in the
    book of --out is replaced only by a better one; lingo-bot --book plays it. With --show-first-letter there is a tree
    for each letter. The default rules are Wordle's.

    --certificate writes why no tree is better, in a form that another program can check.

    \b
    Examples:
      precompute optimal --wordlist allowed.txt --answers answers.txt
      precompute optimal --wordlist allowed.txt --answers answers.txt --certificate wordle.proof
      precompute optimal --wordlist allowed.txt --answers answers.txt --first salet --tree salet.txt
      precompute optimal --wordlist wordlist.txt --lengths 13 --rules lingo
    """
    _check_options(game_options, first, top)
    _check_files(out, tree_file, certificate)
    try:
        from precompute.optimal import solve_word_game
    except ImportError:
        raise missing_extra("precompute optimal", "fast") from None

    results: dict[str, Any] = {}
    tree_lines: list[str] = []
    sections: list[Certificate] = []
    until = options.end_after(minutes)
    checkpoints: list[Checkpoint] = []
    stopped: type[BaseException] | None = None
    with suppress(TimeUp), workers(jobs, cluster) as executor:
        for word_game in options.word_games(game_options, lengths, executor, first):
            known_tree = _tree_in_book(out, word_game)
            checkpoints.append(checkpoint_of("optimal", word_game))
            tree, record, stopped = solve_word_game(
                word_game, first, top, keep, executor, checkpoints[-1], known_tree, until
            )
            options.add_result(results, word_game, record)
            if out:
                _add_if_better(out, word_game, tree, known_tree)
            tree_lines += tree_text.lines_of(tree, word_game)
            if not as_json:
                click.echo(_line(word_game, record, top))
            if stopped:
                break
            try:
                sections += certificate_sections(certificate, word_game, tree, first, executor, keep)
            except KeyboardInterrupt:
                # The tree is proved, so it is written below all the same.
                stopped = KeyboardInterrupt
                break

        if sections:
            write_certificate(str(certificate), sections)
        if tree_file:
            write_whole(tree_file, "\n".join([*tree_lines, ""]))
        if as_json:
            click.echo(_as_json(results))
        if stopped:
            # Raised within the context of the workers, which ends them at once.
            raise stopped

        # Not before: if a game or a file above fails or is interrupted, the same command proves nothing twice.
        for checkpoint in checkpoints:
            checkpoint.done()


def _check_options(game_options: GameOptions, first: str | None, top: int) -> None:
    """UsageError for options that exclude each other, and for a game of one attempt."""
    if first and top > 1:
        raise click.UsageError("--first and --top exclude each other")
    options.check_attempts(game_options, "an optimal tree")


def _check_files(*paths: str | None) -> None:
    """DataError if one of the files that are given cannot be written."""
    for path in paths:
        if path is not None:
            check_writable(path)


def _tree_in_book(book: str | None, word_game: WordGame) -> Tree | None:
    """The tree of the game in the book; None if there is no book, or no tree of that game in it."""
    return None if book is None else tree_in(book, word_game)


def _add_if_better(book: str, word_game: WordGame, tree: Tree, known_tree: Tree | None) -> None:
    """Add the tree to the book if it is better than the known tree, which the book has, or if the book has none."""
    if known_tree is None or cost_in(word_game, tree) < cost_in(word_game, known_tree):
        books.add_tree(book, word_game, DEFAULT_STRATEGY, books.pack_tree(tree, word_game))


def _as_json(results: dict[str, Any]) -> str:
    """The results by length as JSON; that of a single length stands alone, without its length."""
    records = list(results.values())
    return json.dumps(records[0] if len(records) == 1 else results)


def _line(word_game: WordGame, record: dict[str, Any], top: int) -> str:
    """The line of a game in the table, and a line for each opener; top: how many openers were asked for."""
    figures = f"total {record['total']:,}, mean {record['mean']:.4f}, worst {record['worst'] or '-'}"
    counts = " ".join(f"{attempt}:{count}" for attempt, count in record["distribution"].items())
    if record["proved"]:
        state = "proved"
    else:
        lower, upper = record["bracket"]
        state = f"not proved, bracket [{lower:,}, {upper:,}]"
    outcome = f"{record['first_guess']}, {figures}, missed {record['missed']} ({counts})"
    line = f"{word_game.name}: {outcome}; {state} in {record['seconds']:.1f} s"

    openers = record.get("openers", [])
    for opener in openers:
        line += f"\n  {opener['first_guess']}  {opener['total']:,}"

    # For the worst case the search ends with the fewest attempts that miss no secret. It has ruled out that another
    # first guess keeps to them, and knows nothing else of it.
    is_worst_case = record["proved"] and word_game.objective == WORST
    lacks_openers = top > 1 and len(openers) < min(top, len(word_game.words))
    if is_worst_case and lacks_openers:
        line += f"\n  no other first guess keeps to {record['worst']} guesses"
    return line
