"""`codebreaker check-proof`: checks a certificate against a game that the command line names."""

import hashlib
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import click

from codebreaker.check_proof import Checker
from codebreaker.commands import options
from codebreaker.commands.section_game import WORD_GAME, NamedGame, game_and_checker, game_named, statement
from codebreaker.games.named import GameDescription
from codebreaker.proof_file import ProofError, Section, read_certificate
from lingo_common.cli.options import PATH, Sectioned, add_options, dataclass_options, jobs
from lingo_common.cli.progress import Progress
from lingo_common.cli.rules_options import frequencies
from lingo_common.errors import DataError, UsageError, count_text
from lingo_common.files import read_file
from lingo_common.option import options_of
from lingo_common.pieces import run_each, workers
from wordlists.rules import GameOptions

CLAIMS_IN_PIECE = 50
"""Claims that a process checks at a time. They take some tenths of a second for the largest word lists, so that the
progress shown moves and handing them out costs little."""


@click.command("check-proof", cls=Sectioned)
@click.argument("file", metavar="FILE", type=PATH)
@jobs("Processes")
@options.with_game_options
# --wordlist is an option of with_game_options already.
@dataclass_options(GameOptions, "game_options", "Rules of word games (--game lingo)", without=("wordlist",))
@add_options("Rules of word games (--game lingo)", frequencies)
def check_proof_command(file: str, jobs: int, game_options: GameOptions, **game_description: Any) -> None:
    """Check a certificate: the proof that no tree costs less than the one that was found.

    The certificate is written by --certificate of `codebreaker optimal`, `codebreaker bound`, `precompute optimal` and
    `precompute bound`. The game, its lists and its rules are those of the command line; a certificate of another game
    is refused. Nothing of the search takes part: bins are counted anew, and the tree is played against every secret.
    The exit code is 1 if a claim is not proved.

    \b
    Examples:
      codebreaker check-proof mastermind.proof
      codebreaker check-proof bulls.proof --colours 7 --guesses distinct --secrets distinct
      codebreaker check-proof wordle.proof --game lingo --rules wordle --wordlist allowed.txt --answers answers.txt
    """
    _check_rules_fit_game(game_description)
    options.check_game_options(game_description)
    word_rules = replace(game_options, wordlist=game_description["wordlist"])

    content = read_file(file)
    digest = hashlib.sha256(content).hexdigest()
    try:
        sections = read_certificate(content)
        named_game = game_named(game_description, word_rules)
        for number, section in enumerate(sections):
            make_checker = partial(_checker_of_file, file, digest, number, game_description, word_rules)
            click.echo(_check(section, named_game, jobs, make_checker))
    except ProofError as error:
        raise DataError(f"{file}: {error}") from None


def _check_rules_fit_game(game_description: GameDescription) -> None:
    """UsageError for rules of word games if the game is another one, or if its goal is not to win."""
    # options.check_game_options checks --wordlist.
    names = [option.name for option in options_of(GameOptions).values() if option.name != "wordlist"]
    for name in options.given_among([*names, "frequencies"]):
        if game_description["game"] != WORD_GAME:
            raise UsageError(f"--{name} goes with --game {WORD_GAME}")
        if game_description["goal"] != "win":
            raise UsageError(f"--{name} does not go with --goal {game_description['goal']}")


_checker: Checker | None = None
"""The checker of the section that is being checked. To make one takes long, because it has the table of all replies.

Processes that are forked after it was made inherit it; any other process makes one at the first piece that it gets.
Each section has processes of its own, so none of them holds the checker of another section.
"""


def _check(section: Section, named_game: NamedGame, jobs: int, make_checker: Callable[[], Checker]) -> str:
    """The line that says what a section proves; ProofError if it does not.

    make_checker: makes the checker in a process that did not inherit it.
    """
    global _checker
    started = time.perf_counter()
    game, _checker = game_and_checker(section, named_game)

    # Playing the tree is quick: a wrong one is refused before the claims, which may take hours.
    cost_of_tree = _checker.tree_cost()

    starts = range(0, len(section.claims), CLAIMS_IN_PIECE)
    done = 0
    with workers(jobs) as executor, Progress(len(section.claims), "claim") as progress:
        for _start, count in run_each(partial(_check_claims, make_checker), starts, executor):
            done += count
            progress.reach(done)

    text = statement(section, game, cost_of_tree)
    seconds = time.perf_counter() - started
    return f"{game.name}: {text}; {count_text(len(section.claims), 'claim')} checked in {seconds:.1f} s"


def _check_claims(make_checker: Callable[[], Checker], start: int) -> int:
    """Check CLAIMS_IN_PIECE claims, or all that are left, from the number `start` on; return how many they were.

    ProofError if one is not proved.
    """
    global _checker
    if _checker is None:
        _checker = make_checker()

    claims = range(start, min(start + CLAIMS_IN_PIECE, len(_checker.section.claims)))
    for number in claims:
        _checker.check_claim(number)
    return len(claims)


def _checker_of_file(
    file: str, digest: str, number: int, game_description: GameDescription, word_rules: GameOptions
) -> Checker:
    """The checker of a section, read anew from the file; DataError if the file has changed.

    A section may have a million claims, so it is not sent with each piece. digest: hex sha256 of the file as the
    command read it. number: that of the section in the file, from 0. game_description, word_rules: the game, as the
    command got it.
    """
    content = read_file(file)
    if hashlib.sha256(content).hexdigest() != digest:
        raise DataError(f"{file}: the certificate has changed since the command began")
    section = read_certificate(content)[number]
    _, checker = game_and_checker(section, game_named(game_description, word_rules))
    return checker
