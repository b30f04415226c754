"""The live rules: against their definitions on small lists, within their budget on large ones."""

from collections import Counter
from itertools import pairwise, product

import numpy as np
import pytest
from brute_force import most_points
from slow_player import SlowPlayer
from word_games import game_of, guesses_of, words_of_few_letters

from codebreaker.candidates import partition
from codebreaker.criteria import CRITERIA
from codebreaker.games.lingo import lingo
from codebreaker.objective import Objective
from codebreaker.search.beam import SCALE
from codebreaker.search.worst_case import least_worst_case
from lingo_bot.criterion_strategy import strategy_of
from lingo_bot.expected_costs import ANSWERS, LETTER, WORDS, expected_costs, kind_of
from lingo_bot.launch import STRATEGIES
from lingo_bot.live_player import LivePlayer
from lingo_bot.shortlist import MAX_REPLIES, shortlist
from lingo_bot.strategy import GamePosition
from wordlists import reader
from wordlists.reply import reply_for
from wordlists.word_game import WORST
from wordlists.word_list import read_list

CRITERION_NAMES = [name for name in STRATEGIES if name != "score"]


def fits(word: str, guesses: list[str], secret: str) -> bool:
    """Whether a word gives the same replies to the guesses as the secret."""
    return all(reply_for(guess, word) == reply_for(guess, secret) for guess in guesses)


def live_guesses(words, secret, strategy, attempts=5, first_guess=None):
    """The guesses of a live player for the secret; first_guess: None for the strategy's own."""
    return guesses_of(LivePlayer(game_of(words, attempts=attempts), strategy, first_guess), secret, attempts)


@pytest.mark.parametrize("strategy", CRITERION_NAMES)
@pytest.mark.parametrize(("length", "letters", "attempts"), [(3, "abcd", 5), (4, "abcdef", 3), (5, "abc", 4)])
def test_every_game_of_a_small_list_is_the_slow_players(strategy, length, letters, attempts):
    words = words_of_few_letters(seed=length, length=length, count=45, letters=letters)
    slow = SlowPlayer(words, strategy, attempts)
    assert all(live_guesses(words, word, strategy, attempts) == slow.game(word) for word in words)


def test_a_candidate_that_tells_all_others_apart_comes_before_other_guesses():
    """Each of the three does: the replies to cat are XOO for bat, OOX for car and OOO for itself. dig tells nothing."""
    words = ["bat", "car", "cat", "dig"]
    strategy = strategy_of("score", game_of(words))
    bat_car_cat = GamePosition(np.array([0, 1, 2], dtype=np.int32), (), guesses_left=3)

    best = [words[guess] for guess in strategy.best(bat_car_cat, 4)]

    assert sorted(best[:3]) == ["bat", "car", "cat"]
    assert best[3:] == ["dig"]


def test_no_thread_gets_the_search_for_the_position_of_another_one(monkeypatch):
    """The threads of a cluster's worker share a strategy, which keeps the last search.

    Here a number stands for a search: that of its candidates. While the search for the first position is made, the
    other thread asks for that of the second one.
    """
    words = words_of_few_letters(seed=1, length=4, count=40, letters="abcdef")
    strategy = strategy_of("score", game_of(words))
    first = np.arange(10, dtype=np.int32)
    second = np.arange(10, 30, dtype=np.int32)

    def search_of(game, secrets, guesses_left, trees):
        if len(secrets) == 10:
            strategy.tree_search(game, second, guesses_left)
        return len(secrets)

    monkeypatch.setattr(strategy, "_new_tree_search", search_of)
    assert strategy.tree_search(strategy.game, first, guesses_left=4) == 10
    assert strategy.tree_search(strategy.game, second, guesses_left=4) == 20


def by_most_bins(words: list[str], candidates: list[str]) -> str:
    """Best play with two guesses left, by the oracle: the guess with the most bins, one more for a candidate.

    The last guess finds one word of each bin; a guess that is itself a candidate finds one before. Of equally good
    guesses a candidate comes first, then the alphabet decides.
    """

    def rank(word: str) -> tuple[int, bool, str]:
        bins = len(Counter(reply_for(word, secret) for secret in candidates))
        return -bins - (word in candidates), word not in candidates, word

    return min(words, key=rank)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("attempts", [2, 3, 5])
def test_score_takes_the_most_bins_with_two_guesses_left(seed, attempts):
    words = words_of_few_letters(seed, length=4, count=70)
    strategy = strategy_of("score", game_of(words, attempts=attempts))

    for size in (3, 5, 11, 40, 70):
        sample = np.random.default_rng(size).choice(len(words), size, replace=False)
        secrets = np.sort(sample).astype(np.int32)

        guess = words[strategy.choice(GamePosition(secrets, steps=(), guesses_left=2))]

        assert guess == by_most_bins(words, [words[secret] for secret in secrets])


@pytest.mark.parametrize("seed", range(4))
def test_score_reaches_the_most_points_there_are_on_tiny_lists(seed):
    words = words_of_few_letters(seed, length=3, count=16, letters="abc")

    points = 0
    for word in words:
        guesses = live_guesses(words, word, "score", attempts=3)
        if guesses[-1] == word:
            points += 100 * (4 - len(guesses))

    assert points == most_points(words, words, 3)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("attempts", [1, 2, 5])
def test_the_last_guess_fits_every_reply_and_no_guess_is_outside_the_list(strategy, attempts):
    # Two places differ, so that no guess of these words tells much and most games reach the last attempt.
    alike = {f"{first}{second}ils" for first, second in product("bfhmprst", "ae")}
    # One further word tells nothing of them. The other one tells their first letters apart, and fits few replies.
    words = sorted(alike | {"zzzzz", "bfhjm"})
    for secret in words:
        guesses = live_guesses(words, secret, strategy, attempts)

        assert set(guesses) <= set(words)
        assert len(guesses) <= attempts
        assert fits(guesses[-1], guesses[:-1], secret)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("attempts", [1, 2, 5, 7])
def test_as_many_words_are_found_as_there_are_attempts(strategy, attempts):
    words = sorted(f"{letter}ails" for letter in "bfhmprstw")
    solved = [secret for secret in words if live_guesses(words, secret, strategy, attempts)[-1] == secret]
    assert len(solved) >= attempts


def test_the_shortlist_has_the_guess_that_leaves_the_fewest_candidates():
    game = lingo(read_list(4, reader.PACKAGED).words)
    secrets = np.arange(len(game.secrets))
    costs = CRITERIA["expected"].costs(game, secrets)

    guesses, part, secrets_to_try_on = shortlist(game, secrets)

    assert len(guesses) < len(game.guesses) / 10  # so most guesses are left out
    assert part.guesses == [game.guesses[guess] for guess in guesses]
    # The secrets are few enough for all of them to be tried on.
    assert part.secrets == game.secrets
    assert np.array_equal(secrets_to_try_on, secrets)
    assert int(costs.argmin()) in guesses


@pytest.mark.parametrize("seed", range(4))
def test_the_worst_case_of_a_few_candidates_is_the_least(seed):
    words = words_of_few_letters(seed, length=4, count=14, letters="abcd")
    game = lingo(words)
    strategy = strategy_of("minimax", game_of(words, attempts=6, objective=WORST))

    def worst(secrets, guesses_left):
        """The most guesses that the strategy needs for one of the secrets, this attempt included."""
        guess = strategy.choice(GamePosition(secrets, steps=(), guesses_left=guesses_left))
        bins = [members for code, members in partition(game, guess, secrets) if code != game.winning]
        return 1 + max((worst(members, guesses_left - 1) for members in bins), default=0)

    assert worst(strategy.start.secrets, guesses_left=6) == least_worst_case(game).worst


def test_the_shortlist_of_a_large_list_has_few_enough_guesses_and_secrets():
    game = lingo(read_list(5, reader.PACKAGED).words)
    secrets = np.arange(len(game.secrets))

    guesses, part, secrets_to_try_on = shortlist(game, secrets)

    assert 0 < len(guesses) * len(secrets_to_try_on) <= MAX_REPLIES
    assert set(part.secrets) <= set(game.secrets)
    assert len(secrets_to_try_on) == len(part.secrets)
    for indices in (guesses, secrets_to_try_on):
        assert np.all(np.diff(indices) > 0)  # ascending, each once


def test_the_shortlist_is_always_the_same():
    game = lingo(read_list(5, reader.PACKAGED).words)
    secrets = np.arange(len(game.secrets))

    first, *_ = shortlist(game, secrets)
    second, *_ = shortlist(game, secrets)

    assert np.array_equal(first, second)


def test_the_first_guess_given_is_played_and_then_the_rule():
    words = words_of_few_letters(seed=3, length=4, count=40)
    secret = words[7]
    first_guess = words[30]
    fitting = [word for word in words if fits(word, [first_guess], secret)]

    guesses = live_guesses(words, secret, "expected", first_guess=first_guess)

    assert guesses[0] == first_guess
    assert guesses[1] == SlowPlayer(words, "expected", attempts=5).guess(tuple(fitting), attempt=2)


@pytest.mark.parametrize("length", range(4, 14))
@pytest.mark.parametrize("guesses_left", [5, 2])
def test_expected_costs_of_none_one_and_two_words_are_exact(length, guesses_left):
    """expected(guesses_left, 2) are the costs of bins of 0, 1 and 2 words, in points times SCALE.

    One word costs nothing, because it is solved at once; of two words one stays open, for 100 points.
    """
    expected = expected_costs(length, Objective.points())
    assert list(expected(guesses_left, 2)) == [0, 0, 100 * SCALE]


def test_with_one_guess_left_one_word_is_found_however_many_there_are():
    expected = expected_costs(5, Objective.points())
    assert list(expected(1, 5)) == [0, 0, 100 * SCALE, 200 * SCALE, 300 * SCALE, 400 * SCALE]


SMALL = 20
"""The most words of a small bin. For larger ones some tables expect less of two guesses than one guess wins."""


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("kind", [WORDS, ANSWERS, LETTER])
@pytest.mark.parametrize("length", range(4, 14))
def test_the_mean_points_of_a_word_fall_with_the_size_of_its_bin_and_with_the_guesses_left(length, kind, hard):
    costs = expected_costs(length, Objective.points(), kind, hard)
    sizes = np.arange(1, 1_001)
    means = []
    for guesses_left in (5, 4, 3, 2, 1):
        mean_costs = costs(guesses_left, 1_000)[1:] / sizes
        means.append(100 * guesses_left * SCALE - mean_costs)

    for by_size in means:
        assert np.all(np.diff(by_size) < 1)  # tables are rounded to whole numbers of 1/SCALE
    for with_more, with_fewer in pairwise(means):
        assert np.all(with_more[:SMALL] > with_fewer[:SMALL])


@pytest.mark.parametrize(("words", "answers", "kind"), [
    (["bat", "cat", "hat"], ["bat", "hat"], WORDS),  # most words can be the secret
    (["bat", "cat", "hat"], ["bat"], ANSWERS),
    (["bat", "bet"], ["bet"], LETTER),  # all words begin with one letter
])  # fmt: skip
def test_the_kind_of_a_game(words, answers, kind):
    assert kind_of(words, answers) == kind


def test_hard_mode_has_expected_costs_of_its_own():
    costs = expected_costs(5, Objective.points())
    hard_costs = expected_costs(5, Objective.points(), hard=True)
    assert list(costs(3, 100)) != list(hard_costs(3, 100))
