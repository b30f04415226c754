"""The search against a brute-force optimum on small random lists, and against hand-made games."""

import math
from dataclasses import replace

import numpy as np
import pytest
from brute_force import brute_force, least_guesses, random_words

from codebreaker.games.lingo import lingo
from codebreaker.objective import Objective
from codebreaker.search.beam import SCALE, BeamSearch
from codebreaker.search.bounds import Branching, least_by_size
from codebreaker.search.exact import ExactSearch
from codebreaker.search.learned_values import LearnedValues
from codebreaker.tree import cost_of
from wordlists.reply import reply_for


def exhaustive(words, answers, objective) -> BeamSearch:
    game = lingo(words, answers)
    return BeamSearch(game, objective, LearnedValues(objective), [len(words)] * objective.attempts)


@pytest.mark.parametrize("length", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "objective", [Objective.points(3), Objective.points(5), Objective.fewest_guesses(6)], ids=["3", "pit", "mean"]
)
def test_keeping_every_guess_reaches_the_optimum(seed, length, objective):
    words = random_words(seed, length, 14)
    cost, tree = exhaustive(words, words, objective).best(np.arange(len(words), dtype=np.int32))
    assert cost == brute_force(words, words, objective)
    assert cost_of(tree, lingo(words), objective) == cost


def test_learned_values_by_hand():
    """Bins of an eighth of an octave count together: 21, 22 and 22 secrets with 18,201 points in all."""
    values = LearnedValues(Objective.points())
    for size, points in ((5, 1500), (21, 6300), (22, 6000), (22, 5901)):
        values.see(4, size, 400 * size - points)
    first, second, *_ = values.learn()
    assert (first[0], first[-1], second) == ((4.0, 350.0), (65536.0, 0.0), [(5.0, 300.0), (21.67, 280.02)])
    between = 3 * (350 - 50 * math.log(3 / 2) / math.log(5 / 2))
    costs = [0, 0, 800 - 700, 1200 - between, 2000 - 1500]
    assert (values(4, 5)[[0, 1, 2, 3, 5]] / SCALE).tolist() == pytest.approx(costs, abs=0.1)
    assert (values(1, 3) // SCALE).tolist() == [0, 0, 100, 200]


@pytest.mark.parametrize("shared", ["ab", "ba", "aa"])
def test_keeping_every_guess_of_hard_mode_reaches_its_optimum(shared):
    """Once the shared letters are known, hard mode forbids the words that tell the other letters apart."""
    words = sorted([*(letter + shared for letter in "cdefg"), "cde", "def", "fgc", "gac"])
    objective = Objective.fewest_guesses(4)
    secrets = np.arange(len(words))
    hard, plain = (least_guesses(words, words, 4, 1, mode) for mode in (True, False))
    for guess, word in enumerate(words):
        search = BeamSearch(lingo(words), objective, LearnedValues(objective), [len(words)] * 4, hard=True)
        cost, tree = search.evaluate(guess, secrets, 4)
        assert cost == cost_of(tree, lingo(words), objective) == hard[word] - len(words), word
    assert hard != plain


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("attempt", [0, 2, 3])
def test_guesses_are_ranked_by_their_expected_points(attempt, weighted):
    """A bin of weights w counts as one of (sum w)² / sum w² secrets; with two attempts left its heaviest is solved."""
    words = random_words(8, 4, 30)
    values = LearnedValues(Objective.points())
    weights = np.random.default_rng(8).integers(1, 50, len(words)) if weighted else np.ones(len(words), dtype=np.int64)
    left = 5 - attempt

    def points(guess):
        bins = {}
        for secret, weight in zip(words, weights.tolist(), strict=True):
            bins.setdefault(reply_for(guess, secret), []).append(weight)
        total = sum(bins.pop("OOOO")) * 100 * left
        for bin in bins.values():
            size = sum(bin) ** 2 // sum(weight**2 for weight in bin)
            mean = 100 * (left - 1) - values(left - 1, size)[size] / size / SCALE
            total += max(bin) * 100 if attempt == 3 else sum(bin) * mean
        return total

    game = replace(lingo(words), weights=weights if weighted else None)
    search = BeamSearch(game, Objective.points(), values, [len(words)] * 5)
    chosen = search.shortlist(np.arange(len(words)), left)
    assert len(set(chosen.tolist())) == (1 if attempt == 3 else len(words))
    points_of = [points(word) for word in words]
    compared = len(chosen) if weighted else 1
    assert [points_of[guess] for guess in chosen[:compared]] == pytest.approx(
        sorted(points_of)[: -compared - 1 : -1], rel=1e-4
    )


@pytest.mark.parametrize("objective", [Objective.points(4), Objective.fewest_guesses(6), Objective.misses_only(3)])
def test_nothing_is_found_below_the_optimum_and_the_optimum_below_more(objective):
    words = random_words(8, 3, 14, "abcd")
    secrets = np.arange(len(words), dtype=np.int32)
    optimum = brute_force(words, words, objective)
    for search in (ExactSearch(lingo(words), objective), exhaustive(words, words, objective)):
        assert search.better(secrets, objective.attempts, optimum) is None
        found = search.better(secrets, objective.attempts, optimum + 1)
        assert found and found[0] == cost_of(found[1], lingo(words), objective) == optimum


def test_sizes_bound_costs_by_hand():
    # Two replies that do not win: one secret at the root, two below it, four below those; the eighth is too many.
    guesses = Objective.fewest_guesses(9)
    assert least_by_size(guesses, 9, 8, Branching(2, 2)).tolist() == [0, 0, 1, 2, 4, 6, 8, 10, 13]
    assert least_by_size(Objective.misses_only(2), 2, 5, Branching(2, 2)).tolist() == [0, 0, 0, 0, 1, 2]
