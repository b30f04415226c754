"""The game that a section of a certificate is checked against, and what the section proves in words.

Nothing of the game is taken from the certificate: it is the game of the command line. The section says its costs, hard
mode, the first letter shown, and a digest of all replies; if one of them is not that of the game, the section is
refused with a ProofError.
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from codebreaker.certificate import digest_of_table, reply_table_of
from codebreaker.check_proof import Checker
from codebreaker.game import Game
from codebreaker.games.lingo import lingo
from codebreaker.games.named import GameDescription, game_of
from codebreaker.objective import Objective
from codebreaker.proof_file import ProofError, Section
from codebreaker.rank_bounds import ReplyTable
from codebreaker.search.certify import hard_mode_of
from lingo_common.errors import count_text
from wordlists.rules import GameOptions
from wordlists.word_game import ATTEMPTS, GUESSES, POINTS, WordGame

WORD_GAME = "lingo"
"""The value of --game for games of words, to which the rules of word games belong."""
REMEMBERED_REPLIES = 4096
"""Replies whose allowed guesses are remembered in hard mode. Each takes a byte a word: 53 MB for 13,000 words."""

NamedGame = Game | WordGame
"""What the command line names: a game of the theory, or a word game. Where the first letter is shown, each section of
the certificate is about the words with one first letter."""


def game_named(game_description: GameDescription, word_rules: GameOptions) -> NamedGame:
    """The game of the command line, with its lists read."""
    # Rules of word games have no goal but to guess the word; a game to identify it is one of the theory.
    if game_description["game"] == WORD_GAME and game_description["goal"] == "win":
        return word_rules.word_game(game_description["length"])
    return game_of(game_description)


def game_and_checker(section: Section, named_game: NamedGame) -> tuple[Game, Checker]:
    """The game of the section, named as the output names it, and the checker of the section for that game.

    ProofError if the section is about another game or other rules.
    """
    if isinstance(named_game, Game):
        return named_game, _checker_of_theory(section, named_game)

    word_game = _word_game_of(section, named_game)
    game = _lingo_of(word_game)
    # The default rules count points, and then a miss has no cost of its own. So a section where it has one is by
    # `codebreaker optimal` or `codebreaker bound`, which count guesses or misses and know no rules of word games.
    if _has_default_rules(word_game) and section.miss > 0:
        game = replace(game, name=_name_with_lists(word_game))
        return game, _checker_of_theory(section, game)

    _check_costs_of_rules(section, word_game)
    return game, Checker(section, _table_of(section, game, word_game.hard))


def _checker_of_theory(section: Section, game: Game) -> Checker:
    """The checker of a section about a game of the theory; ProofError if it is about another game or other costs."""
    table = _table_of(section, game, hard=False)
    # Costs are checked last, so that a certificate of another game is called that, whatever its costs.
    _check_costs(section, game)
    return Checker(section, table)


def _has_default_rules(word_game: WordGame) -> bool:
    """Whether all rules are the default ones, as where the command line names words alone."""
    has_answers = word_game.answers is not None or word_game.weights is not None
    return not has_answers and word_game.attempts == ATTEMPTS and not word_game.differences


def _lingo_of(word_game: WordGame) -> Game:
    """The word game as a Game, whose name has the paths of its lists, its attempts and the rules that are not default.

    An example of a name: `5 letters of allowed.txt, answers.txt (6 attempts, hard)`.
    """
    rules = ", ".join([count_text(word_game.attempts, "attempt"), *word_game.differences])
    answers = None if word_game.answers is None else word_game.answers.words
    return replace(
        lingo(word_game.words.words, answers),
        name=f"{_name_with_lists(word_game)} ({rules})",
        weights=None if word_game.weights is None else np.array(word_game.weights),
    )


def _name_with_lists(word_game: WordGame) -> str:
    """The name of the game with the paths of its lists: `5 letters of allowed.txt, answers.txt`."""
    paths = ", ".join(str(path) for path in word_game.paths if path is not None)
    return f"{word_game.name} of {paths}"


def objective_of(section: Section) -> Objective:
    """The costs that the section counts."""
    return Objective(section.attempts, section.charge, section.miss)


def _check_costs(section: Section, game: Game) -> None:
    """ProofError if the section, about a game of the theory, counts other costs than those of `optimal` and `bound`.

    These count the fewest misses and then the fewest guesses, or misses alone. With other costs a true proof would not
    mean what its statement says. Where a miss costs nothing, for instance, a tree of cost 0 need not solve any secret.
    Points depend on the attempts, which only the rules of a word game tell.
    """
    # A miss costs more than all guesses for all secrets, so the objective depends on their weight.
    weight = game.total_weight
    guesses = Objective.misses_first(section.attempts, weight)
    misses = Objective.misses_only(section.attempts)
    if objective_of(section) not in (guesses, misses):
        raise ProofError(
            f"the proof has charge {section.charge:,} and miss {section.miss:,}: "
            "they count neither guesses nor missed secrets"
        )


def _word_game_of(section: Section, word_game: WordGame) -> WordGame:
    """The word game with the first letter that the section shows; ProofError if the rules do not have such a game."""
    # section.letter and written_letter are both empty where no letter is shown.
    letter = section.letter
    for game in word_game.games_by_first_letter():
        if game.written_letter == letter:
            return game

    shown = f"shows the first letter {letter!r}" if letter else "shows no first letter"
    raise ProofError(f"the proof is of a game that {shown}, unlike the rules given")


def _check_costs_of_rules(section: Section, word_game: WordGame) -> None:
    """ProofError if the costs of the section are not those of the word game's objective."""
    attempts = word_game.attempts
    weight_of_all_secrets = word_game.total_weight
    if word_game.objective == POINTS:
        objectives = [Objective.points(attempts)]
    elif word_game.objective == GUESSES:
        objectives = [Objective.misses_first(attempts, weight_of_all_secrets)]
    else:
        # A least worst case of n guesses has two sections: no tree of n - 1 guesses solves every secret, and the tree
        # of n guesses needs the fewest in all. The rules do not say what n is.
        objectives = []
        for worst in range(1, attempts + 1):
            objectives.append(Objective.misses_only(worst))
            objectives.append(Objective.misses_first(worst, weight_of_all_secrets))

    objective = objective_of(section)
    if objective not in objectives:
        # The last objective has all the attempts of the rules.
        objective_of_rules = objectives[-1]
        raise ProofError(
            f"the proof has attempts, charge and miss {_costs_text(objective)}, "
            f"and the rules given have {_costs_text(objective_of_rules)}"
        )


def _costs_text(objective: Objective) -> str:
    """Attempts, charge and miss, such as "(6, 1, 60)"."""
    return str((objective.attempts, objective.charge, objective.miss))


def _table_of(section: Section, game: Game, hard: bool) -> ReplyTable:
    """The table of the game's replies; ProofError if the section differs in hard mode or in a reply.

    hard: whether the rules of the command line are those of hard mode.
    """
    if section.hard != hard:
        raise ProofError("the certificate and the rules given differ in hard mode")
    if section.charge == 0:
        # Only misses cost: the worst case does not depend on weights, and such proofs are made without them.
        game = replace(game, weights=None)

    # allowed_after(guess, code) says which guesses hard mode allows after this reply to the guess. Claims ask for the
    # same replies again and again.
    allowed_after = lru_cache(REMEMBERED_REPLIES)(hard_mode_of(game)) if hard else None
    table = reply_table_of(game, allowed_after)
    if section.digest != digest_of_table(table):
        raise ProofError("the certificate is of another game than the one given: the digests of replies differ")
    return table


def statement(section: Section, game: Game, cost_of_tree: int | None) -> str:
    """The statement that a section proves: "no tree needs fewer than 5,625 guesses, and the tree needs 5,625".

    cost_of_tree: that of the tree in the section, None if it has none.
    """
    objective = objective_of(section)
    weight = game.total_weight
    no_tree = "no tree" if section.first is None else f"no tree that begins with {game.text(section.first)}"

    if objective.charge == 0:
        # Only misses cost.
        return _statement_on_worst_case(section, no_tree, cost_of_tree)

    # A miss costs nothing beside the charges only where points are counted: other proofs with such costs are refused.
    if objective.miss == 0:
        text = f"{no_tree} wins more than {objective.points_of(section.cost, weight):,} points"
        if cost_of_tree is not None:
            text += f", and the tree wins {objective.points_of(cost_of_tree, weight):,}"
        return text

    # As many attempts as secrets are enough for any tree whose guesses all tell something: they are no limit.
    if section.attempts < len(game.secrets):
        no_tree += f" of at most {count_text(section.attempts, 'guess')} a game"
    text = f"{no_tree} needs fewer than {_guesses_text(objective, section.cost, weight)}"
    if cost_of_tree is not None:
        text += f", and the tree needs {_guesses_text(objective, cost_of_tree, weight)}"
    return text


def _statement_on_worst_case(section: Section, no_tree: str, cost_of_tree: int | None) -> str:
    """The statement of a section where only misses cost: that some secret is missed, or that the tree misses none."""
    attempts = count_text(section.attempts, "guess")
    if section.cost > 0:
        # Every tree misses at least one secret.
        return f"{no_tree} solves every secret within {attempts}"
    # The section proves nothing if it has no tree, or a tree that misses a secret.
    if cost_of_tree != 0:
        raise ProofError(f"there is no tree that solves every secret within {attempts}")
    return f"the tree solves every secret within {attempts}"


def _guesses_text(objective: Objective, cost: int, weight: int) -> str:
    """A cost in words, such as `206 guesses` or `1 missed secret and 206 guesses`; weight: that of all secrets."""
    missed, guesses = objective.figures_of(cost, weight)
    if missed == 0:
        return count_text(guesses, "guess")
    return f"{count_text(missed, 'missed secret')} and {count_text(guesses, 'guess')}"
