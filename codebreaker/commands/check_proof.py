"""`codebreaker check-proof`: checks a certificate against a game that the command line names."""

import hashlib
import time
from collections.abc import Callable
from dataclasses import replace
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
from codebreaker.objective import Objective
from codebreaker.proof_file import read_certificate
from codebreaker.search.certify import hard_mode_of
from lingo_common.cli import logs
from lingo_common.cli.command import PATH
from lingo_common.cli.options import Sectioned, add_options, dataclass_options, jobs
from lingo_common.cli.progress import Progress
from lingo_common.errors import DataError, UsageError
from lingo_common.files import read_file
from lingo_common.option import options_of
from lingo_common.pieces import run_each, workers
from wordlists.rules import GameOptions
from wordlists.word_game import GUESSES, POINTS, WordGame

CLAIMS_IN_PIECE = 50
"""Claims that a process checks at a time: some tenths of a second for the largest lists."""

REMEMBERED_REPLIES = 4096
"""Replies whose allowed guesses are remembered in hard mode: each takes a byte a word."""

WORD_GAME = "lingo"
"""The value of --game for games of words, to which the rules of word games belong."""

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
    _check_options(described)
    word_rules = replace(word_rules, wordlist=described["wordlist"], frequencies=frequencies)
    options.check_game_options(described)

    content = read_file(file)
    digest = hashlib.sha256(content).hexdigest()
    try:
        sections = read_certificate(content)
        named_game = _game_named(described, word_rules)
        for number, section in enumerate(sections):
            read_again = partial(_read_again, file, digest, number, described, word_rules)
            click.echo(_check(section, named_game, jobs, read_again))
    except ProofError as error:
        raise DataError(f"{file}: {error}") from None


def _check_options(described: Description) -> None:
    """UsageError for rules of word games where the game is another one, and for --goal where it is one of words."""
    context = click.get_current_context()
    is_word_game = described["game"] == WORD_GAME
    # The option --wordlist is one of every game.
    names = [option.name for option in options_of(GameOptions).values() if option.name != "wordlist"]
    for name in [*names, "frequencies"]:
        source = context.get_parameter_source(name.replace("-", "_"))
        if source is ParameterSource.COMMANDLINE and not is_word_game:
            raise UsageError(f"--{name} goes with --game {WORD_GAME}")

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


def _game_of(section: Section, named_game: NamedGame) -> Game:
    """The game of the section, named as the output names it; ProofError if the section has other rules of words.

    The name of a word game has the paths of its lists, its attempts, and where its rules differ from those of the pit.
    """
    if isinstance(named_game, Game):
        return named_game

    word_game = _word_game_of(section, named_game)
    paths = ", ".join(str(path) for path in word_game.paths if path is not None)
    rules = ", ".join([f"{word_game.attempts} attempts", *word_game.differences])
    answers = None if word_game.answers is None else word_game.answers.words
    return replace(
        lingo(word_game.words.words, answers),
        name=f"{word_game.name} of {paths} ({rules})",
        weights=None if word_game.weights is None else np.array(word_game.weights),
    )


def _word_game_of(section: Section, word_game: WordGame) -> WordGame:
    """The game of words of the section; ProofError if the rules are others, or no secret begins with its letter."""
    letter = section.letter
    games = [game for game in word_game.games_by_first_letter() if game.written_letter == letter]
    if not games:
        shown = f"shows the first letter {letter!r}" if letter else "shows no first letter"
        raise ProofError(f"the proof is of a game that {shown}, unlike the rules given")

    _check_costs_of_rules(section, games[0])
    return games[0]


def _objective_of(section: Section) -> Objective:
    return Objective(section.attempts, section.charge, section.miss)


def _check_costs_of_rules(section: Section, word_game: WordGame) -> None:
    """ProofError if the costs of the section are not those of the word game's objective."""
    attempts = word_game.attempts
    weight = word_game.weight
    if word_game.objective == POINTS:
        expected = [Objective.points(attempts)]
    elif word_game.objective == GUESSES:
        expected = [Objective.misses_first(attempts, weight)]
    else:
        # A least worst case of n attempts has two sections: no tree of n - 1 attempts solves every secret, and the
        # tree of n attempts needs the fewest guesses. The rules do not say what n is.
        expected = []
        for fewer_attempts in range(1, attempts + 1):
            expected.append(Objective.misses_only(fewer_attempts))
            expected.append(Objective.misses_first(fewer_attempts, weight))

    objective = _objective_of(section)
    if objective not in expected:
        costs = (objective.attempts, objective.charge, objective.miss)
        costs_of_rules = (expected[-1].attempts, expected[-1].charge, expected[-1].miss)
        raise ProofError(f"the proof has attempts, charge and miss {costs}, and the rules given have {costs_of_rules}")


def _checker_of(section: Section, game: Game, named_game: NamedGame) -> Checker:
    """The checker of the section for its game; ProofError if the section says that it is of another one.

    named_game: says whether hard mode is played.
    """
    is_hard = isinstance(named_game, WordGame) and named_game.hard
    if section.hard != is_hard:
        raise ProofError("the certificate and the rules given differ in hard mode")
    if section.charge == 0:
        # The worst case does not depend on weights, and such proofs are made without them.
        game = replace(game, weights=None)

    allowed_after = lru_cache(REMEMBERED_REPLIES)(hard_mode_of(game)) if is_hard else None
    table = reply_table_of(game, allowed_after)
    if section.digest != digest_of_table(table):
        raise ProofError("the certificate is of another game than the one given: the digests of replies differ")
    # Those of a word game were compared with its rules (_word_game_of).
    if isinstance(named_game, Game):
        _check_costs(section, game)
    return Checker(section, table)


def _check_costs(section: Section, game: Game) -> None:
    """ProofError if the costs of a game of the theory count neither guesses after misses, nor misses alone.

    With other costs a true proof would not mean what `statement` says. Where a miss costs nothing, for instance, a tree
    of cost 0 need not solve any secret. Points depend on the attempts, which only the rules of a word game tell.
    """
    weight = game.weight(np.arange(len(game.secrets)))
    guesses = Objective.misses_first(section.attempts, weight)
    misses = Objective.misses_only(section.attempts)
    if _objective_of(section) not in (guesses, misses):
        raise ProofError(
            f"the proof has charge {section.charge:,} and miss {section.miss:,}: "
            "they count neither guesses nor missed secrets"
        )


# Checking a section in several processes


_checker: Checker | None = None
"""The checker at work. Processes that are forked after it was made have it, with the table of replies."""


def _check(section: Section, named_game: NamedGame, jobs: int, read_again: Callable[[], Checker]) -> str:
    """The line that says what a section proves; ProofError if it does not.

    read_again: makes the checker in a process that was not forked.
    """
    global _checker
    started = time.perf_counter()
    game = _game_of(section, named_game)
    _checker = _checker_of(section, game, named_game)

    # Playing the tree is quick: a wrong one is refused before the claims, which may take hours.
    cost_of_tree = _checker.tree_cost()

    starts = range(0, len(section.claims), CLAIMS_IN_PIECE)
    done = 0
    with workers(jobs) as executor, Progress(len(section.claims), "claims") as progress:
        for _, count in run_each(partial(_check_claims, read_again), starts, executor):
            done += count
            progress.reach(done)

    text = statement(section, game, cost_of_tree)
    seconds = time.perf_counter() - started
    return f"{game.name}: {text}; {len(section.claims):,} claims checked in {seconds:.1f} s"


def _check_claims(read_again: Callable[[], Checker], start: int) -> int:
    """Check the claims of a piece, and return how many they are; ProofError if one is not proved."""
    global _checker
    if _checker is None:
        _checker = read_again()

    claims = range(start, min(start + CLAIMS_IN_PIECE, len(_checker.section.claims)))
    for number in claims:
        _checker.check_claim(number)
    return len(claims)


def _read_again(file: str, digest: str, number: int, described: Description, word_rules: GameOptions) -> Checker:
    """The checker of a section, from the options of the command; DataError if the certificate has changed.

    digest: hex sha256 of the file. number: the section's number in it, from 0.
    """
    content = read_file(file)
    if hashlib.sha256(content).hexdigest() != digest:
        raise DataError(f"{file}: the certificate has changed since the command began")
    section = read_certificate(content)[number]
    named_game = _game_named(described, word_rules)
    return _checker_of(section, _game_of(section, named_game), named_game)


# What a section says


def statement(section: Section, game: Game, cost_of_tree: int | None) -> str:
    """What a section proves, in words, such as "no tree needs fewer than 5,625 guesses, and the tree needs 5,625".

    cost_of_tree: that of the tree in the section, None if it has none.
    """
    objective = _objective_of(section)
    weight = game.weight(np.arange(len(game.secrets)))
    no_tree = "no tree" if section.first is None else f"no tree that begins with {game.text(section.first)}"

    if section.charge == 0:
        return _statement_on_worst_case(section, no_tree, cost_of_tree)

    if section.miss == 0:
        text = f"{no_tree} wins more than {objective.points_of(section.cost, weight):,} points"
        if cost_of_tree is not None:
            text += f", and the tree wins {objective.points_of(cost_of_tree, weight):,}"
        return text

    # As many attempts as secrets are enough for any tree whose guesses all tell something: they are no limit.
    if section.attempts < len(game.secrets):
        no_tree += f" of at most {guess_count(section.attempts)} a game"
    text = f"{no_tree} needs fewer than {_guesses(objective, section.cost, weight)}"
    if cost_of_tree is not None:
        text += f", and the tree needs {_guesses(objective, cost_of_tree, weight)}"
    return text


def _statement_on_worst_case(section: Section, no_tree: str, cost_of_tree: int | None) -> str:
    """What a section proves where only misses cost: that some secret is missed, or that the tree misses none."""
    attempts = guess_count(section.attempts)
    if section.cost > 0:
        return f"{no_tree} solves every secret within {attempts}"
    if cost_of_tree != 0:
        raise ProofError(f"there is no tree that solves every secret within {attempts}")
    return f"the tree solves every secret within {attempts}"


def _guesses(objective: Objective, cost: int, weight: int) -> str:
    """The guesses of all secrets that a cost comes to, after the missed secrets, if any: `206 guesses`.

    weight: that of all secrets.
    """
    missed, guesses = objective.figures_of(cost, weight)
    if missed == 0:
        return guess_count(guesses)
    secrets = "1 missed secret" if missed == 1 else f"{missed:,} missed secrets"
    return f"{secrets} and {guess_count(guesses)}"
