"""The expected costs of bins for the player, by their sizes: tables that were measured, one for each kind of game."""

import json
import os
from collections.abc import Sequence

from codebreaker.objective import Objective
from codebreaker.outcome import POINTS_A_GUESS
from codebreaker.search.learned_values import Breakpoints, LearnedValues
from lingo_bot.book import BOOKS
from wordlists.reader import LONGEST_PACKAGED, SHORTEST_PACKAGED
from wordlists.word_game import POINTS

TABLES = os.path.join(BOOKS, "worth.json")
"""What bins are worth, as `python -m tools.worth` measured it.

{"5 words": {"2": [[3, 114.39], [4, 107.17], …], …}, …}: by length and kind of game, with HARD if it is in hard mode;
then by guesses left, (bin size, mean points of a secret in such a bin), sizes ascending.
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
"""Follows the kind of a game in hard mode, as in `5 words hard`."""


def played_objective(objective: str, attempts: int) -> Objective:
    """The objective of the player's trees, for an objective of wordlists.word_game.

    For POINTS the cost is the points that are not won. For other objectives it is least for the fewest misses, and then
    for the fewest guesses. In each of them a guess costs POINTS_A_GUESS, because the means of TABLES are points.
    """
    if objective == POINTS:
        return Objective.points(attempts)
    return Objective.misses_first_in_points(attempts)


def kind_of(words: Sequence[str], secrets: Sequence[str]) -> str:
    """The kind of a game with those words, which are sorted, and those secrets."""
    if words[0][0] == words[-1][0]:
        return LETTER
    return ANSWERS if 2 * len(secrets) < len(words) else WORDS


def expected_costs(length: int, objective: Objective, kind: str = WORDS, hard: bool = False) -> LearnedValues:
    """The expected costs of bins of words of that length in a game of that kind, from the means of TABLES.

    Lengths and numbers of guesses that were not measured have the means of the nearest ones that were.
    """
    # The lengths of the packaged lists were measured.
    measured_length = min(max(length, SHORTEST_PACKAGED), LONGEST_PACKAGED)
    with open(TABLES, encoding="ascii") as file:
        tables = json.load(file)
    means_by_guesses_left = tables[f"{measured_length} {kind}{HARD if hard else ''}"]

    # LearnedValues takes the means of each attempt but the last, beginning with the first attempt. At the last one the
    # costs are exact without means.
    breakpoints: list[Breakpoints] = []
    for guesses_left in range(objective.attempts, 1, -1):
        measured_guesses_left = min(guesses_left, TABLE_ATTEMPTS - 1)
        means = means_by_guesses_left[str(measured_guesses_left)]
        # A guess more that is left adds POINTS_A_GUESS to what a solved word wins.
        more_points = POINTS_A_GUESS * (guesses_left - measured_guesses_left)
        breakpoints.append([(size, mean + more_points) for size, mean in means])

    return LearnedValues(objective, breakpoints)
