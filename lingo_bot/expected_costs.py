"""What bins are expected to cost the player, by their sizes: tables that were measured, one for each kind of game."""

import json
import os
from collections.abc import Sequence

from codebreaker.objective import Objective
from codebreaker.outcome import POINTS_A_GUESS
from codebreaker.search.learned_values import Breakpoints, LearnedValues
from lingo_bot.book import BOOKS
from wordlists.reader import LONGEST, SHORTEST
from wordlists.word_game import POINTS

TABLES = os.path.join(BOOKS, "worth.json")
"""What bins are worth, as `python -m tools.worth` measured it.

{"5 words": {"2": [[3, 114.39], [4, 107.17], …], …}, …}: by length and kind of game, then by guesses left, (bin size,
mean points of a secret in such a bin), sizes ascending.
"""
TABLE_ATTEMPTS = 5
"""Guesses of the games that the means are from: there are means for 2, 3 and 4 guesses left."""
WORDS = "words"
"""The kind of a game in which most words, or all, can be the secret."""
ANSWERS = "answers"
"""The kind of a game in which fewer than half of the words can be the secret."""
LETTER = "letter"
"""The kind of a game in which all words have the same first letter."""
HARD = " hard"
"""Ends the kind of a game in hard mode, as in `words hard`."""


def played_objective(objective: str, attempts: int) -> Objective:
    """What the player's trees cost, for an objective of wordlists.word_game.

    In a game for POINTS it is the points that are not won. In others the fewest misses count first, and among trees
    with as few the fewest guesses.

    A guess costs POINTS_A_GUESS in each, because the means of TABLES are points.
    """
    if objective == POINTS:
        return Objective.points(attempts)
    return Objective.misses_first_in_points(attempts)


def kind_of(words: Sequence[str], answers: Sequence[str], hard: bool = False) -> str:
    """The kind of the game over those sorted lists: the words that may be guessed, and those that can be the secret."""
    if words[0][0] == words[-1][0]:
        kind = LETTER
    elif 2 * len(answers) < len(words):
        kind = ANSWERS
    else:
        kind = WORDS
    return kind + HARD if hard else kind


def expected_costs(length: int, objective: Objective, kind: str = WORDS) -> LearnedValues:
    """The expected costs of bins of words of that length in a game of that kind, from the means of TABLES.

    Lengths and numbers of guesses that were not measured have the means of the nearest ones that were.
    """
    # The lengths of the packaged lists were measured.
    measured_length = min(max(length, SHORTEST), LONGEST)
    with open(TABLES, encoding="ascii") as file:
        tables = json.load(file)
    means_by_guesses_left = tables[f"{measured_length} {kind}"]

    # LearnedValues takes the points of each attempt but the last, the first attempt first, and turns them into costs.
    # With one guess left it needs none, because costs are exact.
    breakpoints: list[Breakpoints] = []
    for guesses_left in range(objective.attempts, 1, -1):
        measured_guesses_left = min(guesses_left, TABLE_ATTEMPTS - 1)
        means = means_by_guesses_left[str(measured_guesses_left)]
        # With k guesses more than were measured a word that is solved wins k times POINTS_A_GUESS more.
        more_points = POINTS_A_GUESS * (guesses_left - measured_guesses_left)
        breakpoints.append([(size, mean + more_points) for size, mean in means])

    return LearnedValues(objective, breakpoints)
