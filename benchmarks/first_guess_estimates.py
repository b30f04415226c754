"""Errors of the values that lingo-bot shows for first guesses without a book, against quickly searched trees.

For a first guess the program shows an estimate, because trees of all candidates take too long to search in a game. The
trees that are searched here try one guess at each attempt, so the points that they reach are all too low, and only
differences between words count.
"""

from collections.abc import Sequence
from statistics import mean
from typing import Any

from codebreaker.search.fastest import with_fastest_totals
from lingo_bot.assistant.advice import Adviser
from lingo_bot.assistant.guess_values import points_by_bins
from lingo_bot.book_player import NO_BOOK
from lingo_bot.shortlist import LiveSearch
from wordlists.word_game import read_game

RANKS = (0, 0.002, 0.01, 0.03, 0.08, 0.15, 0.25, 0.4, 0.55, 0.7, 0.9)
"""The ranks of the first guesses that are compared: 0 is the most promising of the list, 1 the least.

They are dense near 0, because these are the guesses that a player looks at.
"""
QUICK_RANKS = RANKS[:3]
"""The ranks in a quick benchmark."""


def first_guess_errors(words: str | None, length: int, ranks: Sequence[float]) -> dict[str, Any]:
    """Return mean errors over the first guesses of a list at those ranks, in points (see mean_error).

    words: the source of the list, None for the packaged one. `estimate` is the error of the values that are shown. They
    fall with a guess's promise, which is its expected points by bin sizes times its number of bins. `bins` is the error
    of these expected points alone.
    """
    word_game = read_game(length, words)
    adviser = Adviser(word_game, book=NO_BOOK)
    # It has the expected costs of bins, and the objective whose costs these are.
    strategy = adviser.strategy

    # In the trees that the values are compared with only the most promising guess is tried at each attempt.
    secrets = strategy.start.secrets
    keep_one = [1] * word_game.attempts
    search = LiveSearch(with_fastest_totals(adviser.game), expected=strategy.expected, keep=keep_one)
    ranked = search.most_promising(secrets, word_game.attempts, len(word_game.words))

    by_trees = []
    estimates = []
    by_bins = []
    for rank in ranks:
        guess = int(ranked[int(rank * len(ranked))])
        word = word_game.words.words[guess]

        result = search.evaluate(guess, secrets, word_game.attempts)
        # The search has no limit on costs, so every guess has a tree.
        assert result is not None
        cost, _ = result
        by_trees.append(strategy.objective.points_of(cost, len(secrets)) / len(secrets))

        estimates.append(adviser.evaluate(word, strategy.start).points)
        sizes, is_candidate = adviser.bin_sizes(word, strategy.start)
        by_bins.append(points_by_bins(strategy, sizes, is_candidate, word_game.attempts))

    return {
        "words": len(ranked),
        "compared": len(ranks),
        "estimate": mean_error(estimates, by_trees),
        "bins": mean_error(by_bins, by_trees),
    }


def mean_error(values: Sequence[float], true_values: Sequence[float]) -> float:
    """Return the mean error of the differences between the first value and each other one.

    For example it is 2 for values of 10, 7 and 5 whose true values are 20, 18 and 12: the differences are 3 and 5, and
    should be 2 and 8, so the errors are 1 and 3.
    """
    errors = []
    for value, true_value in zip(values[1:], true_values[1:], strict=True):
        difference = values[0] - value
        true_difference = true_values[0] - true_value
        errors.append(abs(difference - true_difference))
    return mean(errors)
