"""`codebreaker check-proof`: checks a certificate against a game that the command line names."""

import hashlib
import time
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

import click
import numpy as np
from click.core import ParameterSource

from codebreaker.certificate import digest_of_table, reply_table_of
from codebreaker.check_proof import Checker, ProofError, Section
from codebreaker.commands import options
from codebreaker.commands.play import guess_count
from codebreaker.game import Game
from codebreaker.games.lingo import lingo
from codebreaker.games.named import Description, game_of
from codebreaker.proof_file import read_certificate
from codebreaker.search.certify import hard_mode_of
from lingo_common.cli import logs
from lingo_common.cli.command import PATH
from lingo_common.cli.options import Sectioned, add_options, dataclass_options, jobs
from lingo_common.cli.progress import Progress
from lingo_common.errors import DataError, UsageError
from lingo_common.files import read_file
from lingo_common.pieces import run_each, workers
from wordlists.rules import GameOptions
from wordlists.word_game import GUESSES, POINTS, WordGame

CLAIMS_IN_PIECE = 50
"""Claims that a process checks at a time: some tenths of a second for the largest lists."""

POINTS_FOR_GUESS = 100
"""What a guess costs each secret that it leaves open, in a game for points."""

REMEMBERED_REPLIES = 4096
"""Replies whose allowed guesses are remembered in hard mode: each takes a byte a word."""

WORD_GAME = "lingo"
"""The value of --game for games of words, to which the rules of word games belong."""

_WORD_OPTIONS = (
    "answers",
    "rules",
    "attempts",
    "hard",
    "objective",
    "show_first_letter",
    "fold",
    "language",
    "letters",
    "frequencies",
)
"""The parameters that go with games of words alone."""

_frequencies = click.option(
    "--frequencies", metavar="FILE", type=PATH, help="Weigh the secrets: each line is a word and how often it occurs."
)


@click.command("check-proof", cls=Sectioned)
@click.argument("file", metavar="FILE", type=PATH)
@jobs("Processes")
@options.with_game_options
# --wordlist is among the options of every game.
@dataclass_options(GameOptions, "word_rules", "Rules of word games (--game lingo)", without=("wordlist",))
@add_options("Rules of word games (--game lingo)", _frequencies)
@logs.options
def check_proof_command(
    file: str, jobs: int, word_rules: GameOptions, frequencies: str | None, **described: Any
) -> None:
    """Check a certificate: the proof that no tree costs less than the one that was found.

    The certificate is written by --certificate of `codebreaker optimal`, `codebreaker bound` and `precompute optimal`.
    The game, its lists and its rules are those of the command line; a certificate of another game is refused. Nothing
    of the search takes part: bins are counted anew, and the tree is played against every secret. The exit code is 1 if
    a claim is not proved.

    \b
    Examples:
      codebreaker check-proof mastermind.proof
      codebreaker check-proof bulls.proof --colours 7 --guesses distinct --secrets distinct
      codebreaker check-proof wordle.proof --game lingo --rules wordle --wordlist allowed.txt --answers answers.txt
    """
    _check_options(described, word_rules)
    word_rules = replace(word_rules, wordlist=described["wordlist"], frequencies=frequencies)
    options.check_game_options(described)

    content = read_file(file)
    digest = hashlib.sha256(content).hexdigest()
    try:
        sections = read_certificate(content)
        game = _game_named(described, word_rules)
        for number, section in enumerate(sections):
            source = _Source(file, digest, number, tuple(sorted(described.items())), word_rules)
            click.echo(_check(source, section, game, jobs))
    except ProofError as error:
        raise DataError(f"{file}: {error}") from None


def _check_options(described: Description, word_rules: GameOptions) -> None:
    """UsageError for rules of word games where the game is another one, and for --goal where it is one of words."""
    context = click.get_current_context()
    is_word_game = described["game"] == WORD_GAME
    for name in _WORD_OPTIONS:
        is_given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if is_given and not is_word_game:
            raise UsageError(f"--{name.replace('_', '-')} goes with --game {WORD_GAME}")

    if is_word_game and described["goal"] != "win":
        raise UsageError(f"--goal {described['goal']} does not go with --game {WORD_GAME}")


# The game that a section is checked against


NamedGame = Game | WordGame
"""What the command line names: a game of the theory, or a word game. Where the first letter is shown, each section of
the certificate is about the words with one first letter."""


def _game_named(described: Description, word_rules: GameOptions) -> NamedGame:
    """The game of the command line, with its lists read."""
    if described["game"] == WORD_GAME:
        return word_rules.word_game(described["length"])
    return game_of(described)


def _word_game_of(section: Section, word_game: WordGame) -> WordGame:
    """The game of words of the section; ProofError if the rules are others, or no secret begins with its letter."""
    letter = section.letter
    games = [game for game in word_game.games_by_first_letter() if game.shown_letter == letter]
    if not games:
        shown = f"shows the first letter {letter!r}" if letter else "shows no first letter"
        raise ProofError(f"the proof is of a game that {shown}, unlike the rules given")

    _check_objective(section, games[0])
    return games[0]


def _check_objective(section: Section, word_game: WordGame) -> None:
    """ProofError if the costs of the section are not those of the game's objective."""
    costs = (section.attempts, section.charge, section.miss)
    if word_game.objective == POINTS:
        expected = [(word_game.attempts, POINTS_FOR_GUESS, 0)]
    elif word_game.objective == GUESSES:
        # One miss costs as much as all guesses of all games, so that the fewest misses come before the fewest guesses.
        expected = [(word_game.attempts, 1, word_game.attempts * word_game.weight)]
    else:
        # The least worst case may be any number of attempts. One section proves that every tree with an attempt less
        # misses a secret: there only a miss costs. The other one proves that no tree with these attempts costs less.
        expected = []
        for attempts in range(1, word_game.attempts + 1):
            expected.append((attempts, 0, 1))
            expected.append((attempts, 1, attempts * word_game.weight))

    if costs not in expected:
        raise ProofError(f"the proof has attempts, charge and miss {costs}, and the rules given have {expected[-1]}")


def _theory_game_of(word_game: WordGame) -> Game:
    """The theory's game of a game of words."""
    answers = None if word_game.answers is None else word_game.answers.words
    game = lingo(word_game.words.words, answers)
    if word_game.weights is None:
        return game
    return replace(game, weights=np.array(word_game.weights))


def _checker_of(section: Section, game: Game, is_hard: bool) -> Checker:
    """The checker of the section for that game; ProofError if the section says that it is of another one."""
    if section.charge == 0:
        # The worst case does not depend on weights, and such proofs are made without them.
        game = replace(game, weights=None)
    if section.hard != is_hard:
        raise ProofError("the certificate and the rules given differ in hard mode")

    allowed_after = lru_cache(REMEMBERED_REPLIES)(hard_mode_of(game)) if is_hard else None
    table = reply_table_of(game, allowed_after)
    if section.digest != digest_of_table(table):
        raise ProofError("the certificate is of another game than the one given: the digests of replies differ")
    return Checker(section, table)


# Checking a section in several processes


@dataclass(frozen=True)
class _Source:
    """Where a process finds a section and its game, if it does not have the checker yet."""

    file: str
    digest: str
    """Hex sha256 of the file."""
    number: int
    """The section's number in the file, from 0."""
    described: tuple[tuple[str, Any], ...]
    """The options that describe a game, as `game_of` takes them."""
    word_rules: GameOptions


_checkers: dict[_Source, Checker] = {}
"""The checker at work. Processes that are forked after it was made have it; others make it anew."""


def _check(source: _Source, section: Section, named_game: NamedGame, jobs: int) -> str:
    """The line that says what a section proves; ProofError if it does not."""
    started = time.perf_counter()
    game, checker, name = _prepare(section, named_game)
    _checkers.clear()
    _checkers[source] = checker

    # Playing the tree is quick: a wrong one is refused before the claims, which may take hours.
    cost_of_tree = checker.tree_cost()

    starts = range(0, len(section.claims), CLAIMS_IN_PIECE)
    done = 0
    with workers(jobs) as executor, Progress(len(section.claims), "claims") as progress:
        for _, count in run_each(partial(_check_claims, source), starts, executor):
            done += count
            progress.reach(done)

    text = statement(section, game, cost_of_tree)
    seconds = time.perf_counter() - started
    return f"{name}: {text}; {len(section.claims):,} claims checked in {seconds:.1f} s"


def _prepare(section: Section, named_game: NamedGame) -> tuple[Game, Checker, str]:
    """The game of a section, its checker, and the name of the game.

    The name of a word game has the paths of its lists, its attempts, and where its rules differ from those of the pit.
    """
    if isinstance(named_game, Game):
        return named_game, _checker_of(section, named_game, is_hard=False), named_game.name

    word_game = _word_game_of(section, named_game)
    game = _theory_game_of(word_game)
    checker = _checker_of(section, game, word_game.hard)

    paths = ", ".join(str(path) for path in word_game.paths if path is not None)
    rules = ", ".join([f"{word_game.attempts} attempts", *word_game.differences])
    return game, checker, f"{word_game.name} of {paths} ({rules})"


def _check_claims(source: _Source, start: int) -> int:
    """Check the claims of a piece, and return how many they are; ProofError if one is not proved."""
    if source not in _checkers:
        content = read_file(source.file)
        if hashlib.sha256(content).hexdigest() != source.digest:
            raise DataError(f"{source.file}: the certificate has changed since the command began")
        section = read_certificate(content)[source.number]
        game = _game_named(dict(source.described), source.word_rules)
        _, _checkers[source], _ = _prepare(section, game)

    checker = _checkers[source]
    claims = range(start, min(start + CLAIMS_IN_PIECE, len(checker.section.claims)))
    for number in claims:
        checker.check_claim(number)
    return len(claims)


# What a section says


def statement(section: Section, game: Game, cost_of_tree: int | None) -> str:
    """What a section proves, in words, such as "no tree needs fewer than 5,625 guesses, and the tree needs 5,625".

    cost_of_tree: that of the tree in the section, None if it has none.
    """
    weight = game.weight(np.arange(len(game.secrets)))
    no_tree = "no tree" if section.first is None else f"no tree that begins with {game.text(section.first)}"

    if section.charge == 0:
        return _statement_on_worst_case(section, no_tree, cost_of_tree)

    if section.charge == POINTS_FOR_GUESS and section.miss == 0:
        most = POINTS_FOR_GUESS * section.attempts * weight
        text = f"{no_tree} wins more than {most - section.cost:,} points"
        if cost_of_tree is not None:
            text += f", and the tree wins {most - cost_of_tree:,}"
        return text

    # As many attempts as secrets are enough for any tree whose guesses all tell something: they are no limit.
    if section.attempts < len(game.secrets):
        no_tree += f" of at most {guess_count(section.attempts)} a game"
    text = f"{no_tree} needs fewer than {_guesses(section, section.cost, weight)}"
    if cost_of_tree is not None:
        text += f", and the tree needs {_guesses(section, cost_of_tree, weight)}"
    return text


def _statement_on_worst_case(section: Section, no_tree: str, cost_of_tree: int | None) -> str:
    """What a section proves where only misses cost: that some secret is missed, or that the tree misses none."""
    attempts = guess_count(section.attempts)
    if section.cost > 0:
        return f"{no_tree} solves every secret within {attempts}"
    if cost_of_tree != 0:
        raise ProofError(f"there is no tree that solves every secret within {attempts}")
    return f"the tree solves every secret within {attempts}"


def _guesses(section: Section, cost: int, weight: int) -> str:
    """The guesses of all secrets together that a cost comes to, and the missed secrets, if any, which count first.

    A secret that is solved pays a charge for each guess but the last one. A missed secret pays a charge for every
    guess, and the miss. So with a charge of 1, a miss of 320 and 64 secrets, a cost of 142 means 206 guesses
    (142 + 64), and a cost of 462 means 1 missed secret and 205 guesses.
    """
    # One charge more for each secret makes it a charge for each guess. A missed secret then has one too many.
    charges = cost // section.charge + weight
    missed, guesses = divmod(charges, 1 + section.miss)

    if missed == 0:
        return guess_count(guesses)
    secrets = "1 missed secret" if missed == 1 else f"{missed:,} missed secrets"
    return f"{secrets} and {guess_count(guesses)}"
