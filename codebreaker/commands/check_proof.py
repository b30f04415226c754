"""`codebreaker check-proof`: checks a certificate against a game that the command line names."""

import hashlib
import time
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import count
from typing import Any

import click
import numpy as np
from click.core import ParameterSource

from codebreaker.certificate import rules_of
from codebreaker.check_proof import Checker, ProofError, Section, read_sections
from codebreaker.commands import options
from codebreaker.game import Game
from codebreaker.games.lingo import lingo
from codebreaker.games.named import game_of
from codebreaker.search.certify import hard_mode_of
from lingo_common.cli import logs
from lingo_common.cli.command import PATH
from lingo_common.cli.options import Sectioned, add_options, dataclass_options, jobs
from lingo_common.cli.progress import Progress
from lingo_common.errors import DataError, UsageError, reason
from lingo_common.files import read_file
from lingo_common.pieces import run_each, workers
from wordlists.rules import GameOptions
from wordlists.word_game import GUESSES, POINTS, WordGame

CLAIMS_IN_PIECE = 50
"""Claims that a process checks at a time: some tenths of a second for the largest lists."""

POINTS_FOR_GUESS = 100
"""What a guess costs each secret that it leaves open, in a game for points."""

_runs = count()

WORD_GAME = "lingo"
"""The value of --game for games of words, to which the rules of word games belong."""

_frequencies = click.option(
    "--frequencies", metavar="FILE", type=PATH, help="Weigh the secrets: each line is a word and how often it occurs."
)


@click.command("check-proof", cls=Sectioned)
@click.argument("file", metavar="FILE", type=PATH)
@jobs("Processes")
@options.with_game_options
@dataclass_options(GameOptions, "word_rules", "Rules of word games (--game lingo)", ("wordlist",))
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
    proof = Proof(file, _digest_of_file(file), tuple(sorted(described.items())), word_rules, next(_runs))
    try:
        for number, section in enumerate(proof.sections):
            click.echo(_check(proof, number, section, jobs))
    except OSError as error:
        raise DataError(f"{file}: {reason(error)}") from None
    except ProofError as error:
        raise DataError(f"{file}: {error}") from None


def _check_options(described: dict[str, Any], word_rules: GameOptions) -> None:
    """UsageError for rules of word games where the game is another one, and for --goal where it is one of words."""
    context = click.get_current_context()
    is_word_game = described["game"] == WORD_GAME
    for name in (
        "answers",
        "rules",
        "attempts",
        "hard",
        "objective",
        "show_first_letter",
        "fold",
        "language",
        "letters",
    ):
        if not is_word_game and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise UsageError(f"--{name.replace('_', '-')} goes with --game {WORD_GAME}")
    if is_word_game and described["goal"] != "win":
        raise UsageError(f"--goal {described['goal']} does not go with --game {WORD_GAME}")


@dataclass(frozen=True)
class Proof:
    """A certificate, and the game of the command line that it is checked against."""

    file: str
    digest: str
    """Hex sha256 of the file."""
    described: tuple[tuple[str, Any], ...]
    """The options that describe a game, as `game_of` takes them."""
    word_rules: GameOptions
    """The rules and lists, where the game is one of words."""
    run: int
    """Tells this check from an earlier one in the same process, whose game may have been read from other files."""

    @property
    def sections(self) -> list[Section]:
        """The proofs in the file."""
        return _sections_in(self.file, self.digest)

    def name(self, number: int) -> str:
        """The game of that section, for people, with the lists that were read and the rules that were checked."""
        description = dict(self.described)
        if description["game"] != WORD_GAME:
            return _game_of(self).name
        game = self.word_game(number)
        attempts = f"{game.attempts} attempts"
        lists = [path for path in game.paths if path is not None]
        return f"{game.name} of {', '.join(map(str, lists))} ({', '.join([attempts, *game.differences])})"

    def word_game(self, number: int) -> WordGame:
        """The game of words of that section; DataError if it shows a first letter with which no secret begins."""
        letter = self.sections[number].letter
        game = _word_game(self)
        for game_of_letter in game.first_letters():
            if game_of_letter.shown_letter == letter:
                return game_of_letter
        shown = f"shows the first letter {letter!r}" if letter else "shows no first letter"
        raise DataError(f"{self.file}: the proof is of a game that {shown}, unlike the rules given")

    def checker(self, number: int) -> Checker:
        """The checker of that section."""
        return _checker_of(self, number)

    def check_claims(self, number: int, start: int) -> int:
        """Check the claims of a piece, and return how many they are; ProofError if one is not proved."""
        checker = self.checker(number)
        claims = range(start, min(start + CLAIMS_IN_PIECE, len(checker.section.claims)))
        for claim in claims:
            checker.check_claim(claim)
        return len(claims)


@lru_cache(maxsize=1)
def _sections_in(file: str, digest: str) -> list[Section]:
    """The sections of the file with that digest. Processes that are forked after it was read have it already."""
    sections = read_sections(file)
    if _digest_of_file(file) != digest:
        raise DataError(f"{file}: the certificate has changed since the command began")
    return sections


def _digest_of_file(file: str) -> str:
    return hashlib.sha256(read_file(file)).hexdigest()


@lru_cache(maxsize=1)
def _game_of(proof: Proof) -> Game:
    return game_of(dict(proof.described))


@lru_cache(maxsize=1)
def _word_game(proof: Proof) -> WordGame:
    return proof.word_rules.word_game(dict(proof.described)["length"])


@lru_cache(maxsize=1)
def _game_to_check(proof: Proof, number: int) -> Game:
    """The game of a section, as the command line describes it."""
    if dict(proof.described)["game"] != WORD_GAME:
        return _game_of(proof)

    word_game = proof.word_game(number)
    answers = None if word_game.answers is None else word_game.answers.words
    game = lingo(word_game.words.words, answers)
    if word_game.weights is not None:
        game = replace(game, weights=np.array(word_game.weights))
    return game


@lru_cache(maxsize=1)
def _checker_of(proof: Proof, number: int) -> Checker:
    """The checker of a section. Processes that are forked after it was made have it already."""
    game = _game_to_check(proof, number)
    if proof.sections[number].charge == 0:
        game = replace(game, weights=None)  # the worst case does not depend on weights
    allowed_after = None
    if dict(proof.described)["game"] == WORD_GAME:
        word_game = proof.word_game(number)
        _compare_objective(proof.sections[number], word_game)
        if word_game.hard:
            allowed_after = hard_mode_of(game)
    return Checker(proof.sections[number], rules_of(game, allowed_after))


def _compare_objective(section: Section, word_game: WordGame) -> None:
    """ProofError if the costs of the section are not those of the game's objective."""
    costs = (section.attempts, section.charge, section.miss)
    if word_game.objective == POINTS:
        expected = [(word_game.attempts, POINTS_FOR_GUESS, 0)]
    elif word_game.objective == GUESSES:
        expected = [(word_game.attempts, 1, word_game.attempts * word_game.weight)]
    else:
        # With fewer attempts: that some secret is missed, or the fewest guesses of trees that miss none.
        expected = []
        for attempts in range(1, word_game.attempts + 1):
            expected += [(attempts, 0, 1), (attempts, 1, attempts * word_game.weight)]
    if costs not in expected:
        raise ProofError(f"the proof has attempts, charge and miss {costs}, and the rules given have {expected[-1]}")


def _check(proof: Proof, number: int, section: Section, jobs: int) -> str:
    """The line that says what a section proves; ProofError if it does not."""
    started = time.perf_counter()
    checker = proof.checker(number)
    cost_of_tree = checker.tree_cost()
    starts = range(0, len(section.claims), CLAIMS_IN_PIECE)
    done = 0
    with workers(jobs) as executor, Progress(len(section.claims), "claims") as progress:
        for _, checked in run_each(partial(proof.check_claims, number), starts, executor):
            done += checked
            progress.reach(done)

    told = statement(section, _game_to_check(proof, number), cost_of_tree)
    seconds = time.perf_counter() - started
    return f"{proof.name(number)}: {told}; {len(section.claims):,} claims checked in {seconds:.1f} s"


def statement(section: Section, game: Game, cost_of_tree: int | None) -> str:
    """What a section proves, in words, such as "no tree needs fewer than 5,625 guesses, and the tree needs 5,625".

    cost_of_tree: that of the tree in the section, None if it has none.
    """
    weight = game.weight(np.arange(len(game.secrets)))
    no_tree = "no tree" if section.first is None else f"no tree that begins with {game.text(section.first)}"
    if section.charge == 0 and section.cost == 0:
        if cost_of_tree != 0:
            raise ProofError(f"there is no tree that solves every secret within {section.attempts} guesses")
        return f"the tree solves every secret within {section.attempts} guesses"
    if section.charge == 0:
        return f"{no_tree} solves every secret within {section.attempts} guesses"

    if section.charge == POINTS_FOR_GUESS and section.miss == 0:
        most = POINTS_FOR_GUESS * section.attempts * weight
        told = f"{no_tree} wins more than {most - section.cost:,} points"
        of_tree = "" if cost_of_tree is None else f", and the tree wins {most - cost_of_tree:,}"
        return told + of_tree

    if section.attempts < len(game.secrets):
        no_tree += f" of at most {section.attempts} guesses a game"
    told = f"{no_tree} needs fewer than {_guesses(section, section.cost, weight)}"
    of_tree = "" if cost_of_tree is None else f", and the tree needs {_guesses(section, cost_of_tree, weight)}"
    return told + of_tree


def _guesses(section: Section, cost: int, weight: int) -> str:
    """The guesses of all secrets together that a cost comes to, and the missed secrets, if any, which count first."""
    missed, guesses = divmod(cost // section.charge + weight, 1 + section.miss)
    text = f"{guesses:,} guesses"
    return f"{missed:,} missed secrets and {text}" if missed else text
