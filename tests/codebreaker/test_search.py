"""The search against a brute-force optimum on small random lists, and against hand-made games."""

import math
from dataclasses import replace

import numpy as np
import pytest
from brute_force import brute_force, fewest_guesses, least_cost, random_words

from codebreaker.games.lingo import lingo
from codebreaker.search.beam import SCALE, HardSearch, Search
from codebreaker.search.bounds import Branching, most_by_size
from codebreaker.search.exact import Exact
from codebreaker.search.learned_values import LearnedValues
from codebreaker.tree import never_missing, pit_points, value
from wordlists.reply import reply_for


def exhaustive(words, answers, payoff) -> Search:
    game = lingo(words, answers)
    return Search(game, payoff, LearnedValues(payoff), [len(words)] * payoff.attempts)


@pytest.mark.parametrize("length", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("payoff", [pit_points(3), pit_points(5), fewest_guesses(6)], ids=["3", "pit", "mean"])
def test_keeping_every_guess_reaches_the_optimum(seed, length, payoff):
    words = random_words(seed, length, 14)
    worth, tree = exhaustive(words, words, payoff).best(np.arange(len(words), dtype=np.int32))
    assert worth == brute_force(words, words, payoff)
    assert value(tree, payoff) == worth


def test_learned_values_by_hand():
    """Bins of an eighth of an octave count together: 21, 22 and 22 secrets with 18,201 points in all."""
    values = LearnedValues(pit_points())
    for size, total in ((5, 1500), (21, 6300), (22, 6000), (22, 5901)):
        values.see(1, size, total)
    first, second, *_ = values.learn()
    assert (first[0], first[-1], second) == ((4.0, 350.0), (65536.0, 0.0), [(5.0, 300.0), (21.67, 280.02)])
    between = 3 * (350 - 50 * math.log(3 / 2) / math.log(5 / 2))
    assert (values(1, 5)[[0, 1, 2, 3, 5]] / SCALE).tolist() == pytest.approx([0, 400, 700, between, 1500], abs=0.1)
    assert (values(4, 3) // SCALE).tolist() == [0, 100, 100, 100]


@pytest.mark.parametrize("shared", ["ab", "ba", "aa"])
def test_keeping_every_guess_of_hard_mode_reaches_its_optimum(shared):
    """Once the shared letters are known, hard mode forbids the words that tell the other letters apart."""
    words, payoff = sorted([*(letter + shared for letter in "cdefg"), "cde", "def", "fgc", "gac"]), fewest_guesses(4)
    secrets, (hard, plain) = np.arange(len(words)), (least_cost(words, words, 4, 1, mode) for mode in (True, False))
    for guess, word in enumerate(words):
        search = HardSearch(lingo(words), payoff, LearnedValues(payoff), [len(words)] * 4)
        total, tree = search.evaluate(guess, secrets, 0)
        assert total == value(tree, payoff) == -hard[word], word
    assert hard != plain


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("attempt", [0, 2, 3])
def test_guesses_are_ranked_by_their_expected_points(attempt, weighted):
    """A bin of weights w counts as one of (sum w)² / sum w² secrets; with two attempts left its heaviest is solved."""
    words, payoff, values = random_words(8, 4, 30), pit_points(), LearnedValues(pit_points())
    weights = np.random.default_rng(8).integers(1, 50, len(words)) if weighted else np.ones(len(words), dtype=np.int64)

    def worth(guess):
        bins = {}
        for secret, weight in zip(words, weights.tolist(), strict=True):
            bins.setdefault(reply_for(guess, secret), []).append(weight)
        total = sum(bins.pop("OOOO")) * payoff.solved[attempt]
        for bin in bins.values():
            size = sum(bin) ** 2 // sum(weight**2 for weight in bin)
            mean = values(attempt + 1, size)[size] / size / SCALE
            total += max(bin) * payoff.solved[4] if attempt == 3 else sum(bin) * mean
        return total

    game = replace(lingo(words), weights=weights if weighted else None)
    chosen = Search(game, payoff, values, [len(words)] * 5).shortlist(np.arange(len(words)), attempt)
    assert len(set(chosen.tolist())) == (1 if attempt == 3 else len(words))
    worths, compared = [worth(word) for word in words], len(chosen) if weighted else 1
    assert [worths[guess] for guess in chosen[:compared]] == pytest.approx(
        sorted(worths)[: -compared - 1 : -1], rel=1e-4
    )


@pytest.mark.parametrize("payoff", [pit_points(4), fewest_guesses(6), never_missing(3)])
def test_nothing_is_found_above_the_optimum_and_the_optimum_above_less(payoff):
    words = random_words(8, 3, 14, "abcd")
    secrets, optimum = np.arange(len(words), dtype=np.int32), brute_force(words, words, payoff)
    for search in (Exact(lingo(words), payoff), exhaustive(words, words, payoff)):
        assert search.better(secrets, 0, optimum) is None
        found = search.better(secrets, 0, optimum - 1)
        assert found and found[0] == value(found[1], payoff) == optimum


def test_sizes_bound_worth_by_hand():
    # Two replies that do not win: one secret at the root, two below it, four below those; the eighth is too many.
    assert most_by_size(fewest_guesses(9), 0, 8, Branching(2, 2)).tolist() == [0, -1, -3, -5, -8, -11, -14, -17, -21]
    assert most_by_size(never_missing(2), 0, 5, Branching(2, 2)).tolist() == [0, 0, 0, 0, -1, -2]
