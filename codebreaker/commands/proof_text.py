"""What a section of a certificate proves, in words."""

import numpy as np

from codebreaker.commands.section_game import objective_of
from codebreaker.game import Game
from codebreaker.objective import Objective
from codebreaker.proof_section import ProofError, Section
from lingo_common.errors import count_text


def statement(section: Section, game: Game, cost_of_tree: int | None) -> str:
    """What a section proves, in words, such as "no tree needs fewer than 5,625 guesses, and the tree needs 5,625".

    cost_of_tree: that of the tree in the section, None if it has none.
    """
    objective = objective_of(section)
    weight = game.weight(np.arange(len(game.secrets)))
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
    text = f"{no_tree} needs fewer than {_guesses(objective, section.cost, weight)}"
    if cost_of_tree is not None:
        text += f", and the tree needs {_guesses(objective, cost_of_tree, weight)}"
    return text


def _statement_on_worst_case(section: Section, no_tree: str, cost_of_tree: int | None) -> str:
    """What a section proves where only misses cost: that some secret is missed, or that the tree misses none."""
    attempts = count_text(section.attempts, "guess")
    if section.cost > 0:
        # Every tree misses at least one secret.
        return f"{no_tree} solves every secret within {attempts}"
    # The section proves nothing if it has no tree, or a tree that misses a secret.
    if cost_of_tree != 0:
        raise ProofError(f"there is no tree that solves every secret within {attempts}")
    return f"the tree solves every secret within {attempts}"


def _guesses(objective: Objective, cost: int, weight: int) -> str:
    """The guesses of all secrets that a cost comes to, after the missed secrets, if any: `206 guesses`.

    weight: that of all secrets.
    """
    missed, guesses = objective.figures_of(cost, weight)
    if missed == 0:
        return count_text(guesses, "guess")
    return f"{count_text(missed, 'missed secret')} and {count_text(guesses, 'guess')}"
