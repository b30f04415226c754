"""`precompute optimal`: the best tree of a word game, with the proof that none is better."""

import json
from functools import partial
from typing import Any

import click

from codebreaker.commands.proof_run import proof_run
from codebreaker.proof_file import BEGINNING
from lingo_bot.launch import DEFAULT_STRATEGY
from lingo_common.cli.options import PATH, Sectioned, as_json, certificate, keep, minutes
from lingo_common.cli.rules_options import frequencies, rules_options
from lingo_common.errors import count_text, missing_extra
from lingo_common.files import check_files, write_whole
from precompute import books, tree_text
from precompute.certificates import problems_of
from precompute.commands import options
from precompute.optimal import solve_word_game, word_searcher_source
from precompute.played_tree import tree_in
from wordlists.rules import GameOptions
from wordlists.word_game import WORST, WordGame

_KEEP = "8,8,8,8"
"""Guesses that are tried at the second, third, fourth and fifth attempt, as the default of --keep."""
_TOP = "Prove the best N first guesses; with --objective worst those that reach the best worst case, N at most."


@click.command("optimal", cls=Sectioned, context_settings={"default_map": {"rules": "wordle"}})
@rules_options()
@frequencies
@options.of_lengths("5")
@options.parallel
@click.option("--first", metavar="WORD", help="The best tree that begins with this word, and the proof for it alone.")
@options.number("--top", default=1, help=_TOP)
@minutes
@keep(_KEEP, "for the trees that are searched before the proof begins")
@click.option("--out", metavar="BOOK", type=PATH, help="Begin with this book's tree, and add a better one to it.")
@options.tree_file
@certificate
@as_json
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
    # An existing file is replaced only if it begins as a file of its kind does. A book is added to, not replaced.
    check_files((out, b""), (tree_file, tree_text.BEGINNING), (certificate, BEGINNING))
    try:
        import numba  # noqa: F401
    except Exception as error:
        # Beside a numpy that does not fit it, numba has also raised SystemError and AttributeError.
        raise missing_extra("precompute optimal", "fast", error) from None

    results: dict[str, Any] = {}
    tree_lines: list[str] = []

    with proof_run(jobs, cluster, minutes, certificate) as run:
        # Where the first letter is shown, --first chooses the game of its letter.
        for word_game in options.games_for_workers(game_options, lengths, run.executor, first):
            opener = options.opener_of(word_game, first)
            known_tree = tree_in(out, word_game)
            tree, record = solve_word_game(word_game, run, first=opener, top=top, keep=keep, known_tree=known_tree)

            options.add_result(results, word_game, record)
            tree_lines += tree_text.lines_of(tree, word_game)
            try:
                if out:
                    # A book keeps its trees by strategy. A player without --strategy plays by DEFAULT_STRATEGY.
                    books.add_tree(out, word_game, DEFAULT_STRATEGY, books.pack_tree(tree, word_game))
            finally:
                # The figures may have taken hours, so they are printed even if the disk is full.
                if not as_json:
                    click.echo(_line(word_game, record, top))

            # What the certificate has to show. Its searcher is that of the proof, because --keep is the same: processes
            # that carried out the proof still have it, with what it remembers of its searches.
            problems = problems_of(word_game, tree, opener, partial(word_searcher_source, keep=keep))
            run.certify(f"{word_game.name}, certificate", problems)
            if run.stopped:
                break

        try:
            # It comes first, because it may have taken hours, and no checkpoint keeps it.
            run.write_certificate()
            if tree_file:
                write_whole(tree_file, "\n".join([*tree_lines, ""]))
        finally:
            if as_json:
                click.echo(_as_json(results))


def _check_options(game_options: GameOptions, first: str | None, top: int) -> None:
    """UsageError for options that exclude each other, and for a game of one attempt."""
    if first and top > 1:
        raise click.UsageError("--first and --top exclude each other")
    options.check_attempts(game_options, "an optimal tree")


def _as_json(results: dict[str, Any]) -> str:
    """The results by length as JSON; that of a single length stands alone, without its length.

    Where the first letter is shown, the result of a length is an object of results by letter (options.add_result).
    """
    records = list(results.values())
    return json.dumps(records[0] if len(records) == 1 else results)


def _line(word_game: WordGame, record: dict[str, Any], top: int) -> str:
    """The line of a game, and below it a line for each of the best first guesses if --top asks for several.

    record: the second result of solve_word_game, which --json prints.
    """
    # There is no worst case where a secret is missed.
    figures = f"total {record['total']:,}, mean {record['mean']:.4f}, worst {record['worst'] or '-'}"
    counts = " ".join(f"{attempt}:{count}" for attempt, count in record["distribution"].items())
    if record["proved"]:
        state = "proved"
    else:
        lower, upper = record["bracket"]
        state = f"not proved, bracket [{lower:,}, {upper:,}]"
        # The bracket is that of trees with the worst case of the best tree found. Another tree may have a better
        # worst case.
        if word_game.objective == WORST and record["worst"] is not None:
            fewest, worst = record["worst_bracket"]
            if fewest < worst:
                state += f" within {count_text(worst, 'guess')}, and {fewest} may be enough,"
    outcome = f"{record['first_guess']}, {figures}, missed {record['missed']} ({counts})"
    line = f"{word_game.name}: {outcome}; {state} in {record['seconds']:.1f} s"

    openers = record.get("openers", [])
    for opener in openers:
        line += f"\n  {opener['first_guess']}  {opener['total']:,}"

    # For the worst case only the trees are searched that need no more attempts than the best one. So there may be fewer
    # first guesses than --top asks for.
    is_proved_worst_case = record["proved"] and word_game.objective == WORST
    lacks_openers = top > 1 and len(openers) < min(top, len(word_game.words))
    if is_proved_worst_case and lacks_openers:
        line += f"\n  no other first guess keeps to {count_text(record['worst'], 'guess')}"
    return line
