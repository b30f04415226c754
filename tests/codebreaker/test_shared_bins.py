"""The bounds that bins share, against the slow oracle: exact for two guesses, never too low for three.

They count wins, as codebreaker.search.compiled.shared_bins does: 100 points are a win.
"""

from itertools import product

import numpy as np
import pytest
from brute_force import most_points, random_words

from codebreaker.games.lingo import lingo
from codebreaker.objective import INFINITY
from codebreaker.outcome import POINTS_A_GUESS
from wordlists.reply import reply_for

pytest.importorskip("numba")

from codebreaker.search.compiled import feature_splits, shared_bins

# A bin may take over the bound of a set that contains it. A growth of most_by_three limits how many times as large as
# the bin that set is.
NO_LARGER = np.array([1.0])
"""A bin gets a bound of its own."""
MUCH_LARGER = np.array([9.0, 1.0])
"""A bin gets the bound of a set up to nine times as large; where that is too high, a bound of its own."""
NO_SLACK = 1 << 30
"""A slack_divisor of n has most_by_three pass over guesses that win at most 1/n more than the best one so far.

So with this one it passes over none.
"""


def game_of(words: list[str]) -> feature_splits.GameByFeature:
    """The game with the features of its guesses; a feature is a letter with all its positions in a guess."""
    return feature_splits.game_by_feature(lingo(words))


def split_by(guess: str, words: list[str]) -> feature_splits.Splits:
    """All words, split by the replies to that guess."""
    game = game_of(words)
    splits = feature_splits.new_splits(game)
    feature_splits.begin(splits, game, np.arange(len(words), dtype=np.int32))
    feature_splits.split(splits, game, words.index(guess))
    return splits


def bins_of_guess(splits: feature_splits.Splits) -> list[np.ndarray]:
    """The secrets of each bin of the guess that has split the set.

    Splits holds the bins after the first 0, 1, 2, … features of the guess; those after the last one are the guess's.
    """
    last = len(splits.guess_features)
    return [feature_splits.members_of(splits, last, number) for number in range(splits.counts[last])]


def most_by_two(words: list[str], members: np.ndarray) -> int:
    """What two guesses win at most over those of the words."""
    # most_by_two counts its work in this array, which no test needs.
    work = np.zeros(1, dtype=np.int64)
    return int(shared_bins.most_by_two(game_of(words), members, work))


def most_by_trying(words: list[str], members: np.ndarray) -> int:
    """What three guesses win at most over those of the words, by trying everything."""
    return most_points(words, [words[member] for member in members], 3) // POINTS_A_GUESS


def bound_by_three(words: list[str], members: np.ndarray, growths: np.ndarray, most_bounds: int = 1000) -> int:
    """The bound for three guesses, in a process that knows no set yet; most_bounds: those that its memo keeps."""
    game = game_of(words)
    splits = feature_splits.new_splits(game)
    memo = shared_bins.new_bound_memo(most_bounds)
    return int(shared_bins.most_by_three(game, memo, splits, members, growths, NO_SLACK))


# Up to 40 secrets (shared_bins._FEW) candidates are counted first, and may end the count.
@pytest.mark.parametrize(
    ("seed", "length", "size"), [(1, 3, 7), (2, 4, 30), (3, 4, 41), (4, 5, 90), (5, 3, 60), (6, 6, 9)]
)
def test_two_guesses_win_the_most_bins_and_one_more_for_a_candidate(seed, length, size):
    words = random_words(seed, length, 120, "abcdef")
    members = np.sort(np.random.default_rng(seed).choice(len(words), size, replace=False)).astype(np.int32)
    chosen = [words[member] for member in members]

    gains = []
    for guess in words:
        replies = {reply_for(guess, secret) for secret in chosen}
        gains.append(len(replies) + (guess in chosen))

    assert most_by_two(words, members) == max(gains)


@pytest.mark.parametrize(("length", "size"), [(5, 3), (5, 40), (5, 120), (4, 800), (13, 280)])
def test_no_guess_has_more_bins_than_its_limit_and_in_the_mean_half_as_many(length, size):
    """Lemma 2 of docs/proofs.md gives the limits; they are counted without making the bins."""
    words = random_words(7, length, max(size + 20, 120), "abcdef" if length == 5 else "abcdefghijklmnop")
    members = np.arange(size, dtype=np.int32)
    game = lingo(words)
    bins = np.array([len(np.unique(replies)) for replies in game.replies(np.arange(len(words)), members)])

    by_feature = feature_splits.game_by_feature(game)
    parts, split_off = shared_bins._split_features(by_feature, by_feature.terms[:, members])
    limits = shared_bins._limits(by_feature, size, parts, split_off)

    assert (bins <= limits).all()
    # No guess has more bins than there are secrets either, but that is left to the caller.
    assert np.minimum(limits, size).mean() <= 2 * bins.mean()


@pytest.mark.parametrize("size", [3, 20, 120])
def test_no_guess_has_more_bins_than_its_closer_limit(size):
    words = random_words(7, 5, 120, "abcdef")
    by_feature = game_of(words)
    parts, split_off = shared_bins._split_features(by_feature, by_feature.terms[:, :size])
    for guess, features in zip(words, by_feature.features, strict=True):
        limit = shared_bins._closer_limit(features, parts, split_off, np.empty_like(features))
        assert len({reply_for(guess, secret) for secret in words[:size]}) <= limit


@pytest.mark.parametrize("growths", [NO_LARGER, MUCH_LARGER])
@pytest.mark.parametrize(
    ("seed", "length", "alphabet"), [(1, 2, "abcdefgh"), (2, 3, "abcdefg"), (3, 2, "abcdefghijkl"), (4, 3, "abcde")]
)
def test_three_guesses_win_no_more_than_their_bound(seed, length, alphabet, growths):
    words = random_words(seed, length, 90, alphabet)
    # In the largest of these lists some words are no secrets.
    members = np.arange(min(64, len(words)), dtype=np.int32)
    bound = bound_by_three(words, members, growths)
    assert most_by_trying(words, members) <= bound
    # The first guess solves one secret, for 3 wins, and the second one all others, for 2 each.
    if_all_are_told_apart = 2 * len(members) + 1
    assert bound < if_all_are_told_apart


@pytest.mark.parametrize(("seed", "optimum"), [(1, 43), (2, 46), (5, 44)])
def test_of_some_lists_the_bound_for_three_guesses_is_the_optimum(seed, optimum):
    words = random_words(seed, 3, 60, "abc")
    members = np.arange(len(words), dtype=np.int32)
    assert most_by_trying(words, members) == optimum
    assert bound_by_three(words, members, NO_LARGER) == optimum


@pytest.mark.parametrize("size", range(1, 9))
def test_the_bound_of_few_secrets_is_no_lower_than_their_optimum(size):
    words = random_words(8, 3, 40, "abcd")
    random = np.random.default_rng(size)
    for _ in range(5):
        members = np.sort(random.choice(len(words), size, replace=False)).astype(np.int32)
        assert most_by_trying(words, members) <= bound_by_three(words, members, NO_LARGER)


def test_the_bound_of_a_set_holds_for_its_parts():
    words = random_words(7, 4, 70, "abcd")
    whole = np.arange(len(words), dtype=np.int32)
    part = whole[whole % 3 > 0]
    assert most_by_two(words, part) <= most_by_two(words, whole)


def test_a_letter_may_have_more_than_256_terms():
    """The guess aaaaaaaaa gets another reply from each of the 2**9 = 512 words of nine letters a and b."""
    words = ["".join(letters) for letters in product("ab", repeat=9)]
    assert len(bins_of_guess(split_by("aaaaaaaaa", words))) == 512


def test_a_bin_takes_over_the_bound_of_a_set_that_contains_it_and_is_not_too_large():
    splits = split_by("cat", ["cat", "car", "cot", "dot", "dog"])
    for number, inside in enumerate(bins_of_guess(splits)):
        depth, larger_number = feature_splits.bin_that_contains(splits, number, 2.0)
        larger = feature_splits.members_of(splits, depth, larger_number)
        assert set(inside) <= set(larger)
        assert len(larger) <= 2 * len(inside)


def test_the_whole_set_may_be_the_one_whose_bound_a_bin_takes_over():
    splits = split_by("cat", ["cat", "car", "cot", "dot", "dog"])
    # Before the first feature the whole set is the only one, number 0.
    assert feature_splits.bin_that_contains(splits, 0, growth=5.0) == (0, 0)


# The replies to cat are OOO, OOX twice, XXX and XXO.
FIVE = ["cat", "car", "can", "dog", "dot"]


def test_after_all_features_of_a_guess_the_bins_are_those_of_its_replies():
    splits = split_by("cat", FIVE)
    bins = [members.tolist() for members in bins_of_guess(splits)]
    assert sorted(bins) == [[0], [1, 2], [3], [4]]


@pytest.mark.parametrize(("seed", "length"), [(1, 3), (2, 5)])
def test_a_set_that_is_split_by_another_guess_has_the_bins_of_that_guess(seed, length):
    """Guess after guess, where features that a guess has in common with the one before are not split again."""
    words = random_words(seed, length, 40, "abcd")
    game = game_of(words)
    splits = feature_splits.new_splits(game)
    feature_splits.begin(splits, game, np.arange(len(words), dtype=np.int32))

    for guess, word in enumerate(words):
        feature_splits.split(splits, game, guess)
        bins = bins_of_guess(splits)
        replies = set()
        for members in bins:
            [reply] = {reply_for(word, words[secret]) for secret in members}
            replies.add(reply)
        assert len(replies) == len(bins)


def test_where_there_is_no_room_for_more_bounds_the_result_is_the_same():
    words = random_words(11, 4, 80, "abcd")
    members = np.arange(len(words), dtype=np.int32)
    assert bound_by_three(words, members, NO_LARGER, most_bounds=3) == bound_by_three(words, members, NO_LARGER)


@pytest.mark.parametrize(("fewest", "sizes"), [(1, [2, 1, 1, 1]), (2, [2]), (3, [])])
def test_the_largest_bins_have_at_least_so_many_secrets(fewest, sizes):
    bins = feature_splits.largest_bins(split_by("cat", FIVE), 1.0, fewest)
    assert bins[:, 0].tolist() == sizes


def test_the_key_of_a_bin_is_the_exclusive_or_of_the_keys_of_its_secrets():
    splits = split_by("cat", FIVE)
    car_and_can = game_of(FIVE).secret_keys[[1, 2]]

    [[_, depth, number]] = feature_splits.largest_bins(splits, growth=1.0, fewest=2)

    assert feature_splits.members_of(splits, depth, number).tolist() == [1, 2]
    assert splits.keys[depth, number].tolist() == np.bitwise_xor.reduce(car_and_can).tolist()


def test_a_full_memo_is_emptied_for_the_next_set():
    memo = shared_bins.new_bound_memo(most_bounds=6)
    keys = [np.array([number, 7 * number], dtype=np.uint64) for number in range(1, 8)]

    used = []
    for bound, key in enumerate(keys):
        shared_bins.store_bound(memo, key, bound)
        used.append(len(memo.bounds))

    assert used == [1, 2, 3, 4, 5, 6, 1]
    assert shared_bins.find_bound(memo, keys[-1]) == 6
    assert shared_bins.find_bound(memo, keys[0]) == INFINITY
