"""Expected points of a bin of words by its size: means over searched trees (see precompute.worth)."""

import json
import os
from collections.abc import Sequence

from codebreaker.payoff import Payoff
from codebreaker.search.learned_values import Breakpoints, LearnedValues
from lingo_bot.book import PACKAGED
from wordlists.reader import LONGEST, SHORTEST

TABLES = os.path.join(PACKAGED, "worth.json")
"""{"length kind of game": {guesses left: [(bin size, mean points of a secret), …]}}; see learned_values.Breakpoints."""
ATTEMPTS = 5
"""Guesses of the games that the means are from: there are means for 2, 3 and 4 guesses left."""
WORDS, ANSWERS, LETTER = "words", "answers", "letter"
"""Kinds of games: every word can be the secret; some can; all words have the same first letter."""
HARD = " hard"
"""Ends the kind of a game in hard mode."""


def kind_of(words: Sequence[str], answers: Sequence[str], hard: bool = False) -> str:
    """The kind of the game over those sorted lists: the words that may be guessed, and those that can be the secret."""
    one_letter, few_answers = words[0][0] == words[-1][0], 2 * len(answers) < len(words)
    return (LETTER if one_letter else ANSWERS if few_answers else WORDS) + HARD * hard


def expected_points(length: int, payoff: Payoff, kind: str = WORDS) -> LearnedValues:
    """The expected payoffs of bins of words of that length in that kind of game; see codebreaker.search.beam.Search."""
    with open(TABLES, encoding="ascii") as file:
        by_left = json.load(file)[f"{min(max(length, SHORTEST), LONGEST)} {kind}"]
    breakpoints: list[Breakpoints] = []
    for guesses_left in range(payoff.attempts, 1, -1):
        in_table = min(guesses_left, ATTEMPTS - 1)
        extra = 100 * (guesses_left - in_table)  # for each guess beyond those measured, to every secret
        breakpoints.append([(size, mean + extra) for size, mean in by_left[str(in_table)]])
    return LearnedValues(payoff, breakpoints)
