"""The bounds that bins share, against the slow oracle: exact for two guesses, never too low for three."""

import numpy as np
import pytest
from brute_force import most_points, random_words

from codebreaker.games.lingo import lingo
from wordlists.reply import reply_for

pytest.importorskip("numba")

from codebreaker.search.compiled import shared_bins

NO_LARGER = np.array([1.0])
EXACTLY = 1 << 30
MUCH_LARGER = np.array([9.0, 1.0])


def clues_of(words: list[str]) -> shared_bins.Clues:
    return shared_bins.clues_of(lingo(words))


def bins_of(guess: str, words: list[str]) -> tuple[shared_bins.Clues, np.ndarray, shared_bins.Splits]:
    """(clues, members, splits): all words are split by the replies to that guess."""
    clues = clues_of(words)
    splits = shared_bins.new_splits(clues)
    members = np.arange(len(words), dtype=np.int32)
    shared_bins.begin(splits, clues, members)
    shared_bins.split(splits, clues, members, clues.rows[words.index(guess)], 0)
    return clues, members, splits


def by_three(words: list[str], members: np.ndarray, growths: np.ndarray) -> int:
    """The bound for three guesses, in a process that knows no set yet."""
    clues = clues_of(words)
    splits = shared_bins.new_splits(clues)
    return int(shared_bins.most_by_three(clues, shared_bins.new_bounds(10), splits, members, growths, EXACTLY))


@pytest.mark.parametrize(("seed", "length", "size"), [(1, 3, 7), (2, 4, 30), (3, 4, 41), (4, 5, 90), (5, 3, 60)])
def test_two_guesses_win_the_most_bins_and_one_more_for_a_candidate(seed, length, size):
    words = random_words(seed, length, 120, "abcdef")
    members = np.sort(np.random.default_rng(seed).choice(len(words), size, replace=False)).astype(np.int32)
    chosen = [words[member] for member in members]

    gains = []
    for guess in words:
        replies = {reply_for(guess, secret) for secret in chosen}
        gains.append(len(replies) + (guess in chosen))

    assert shared_bins.most_by_two(clues_of(words), shared_bins.new_bounds(10), members) == max(gains)


@pytest.mark.parametrize("growths", [NO_LARGER, MUCH_LARGER])
@pytest.mark.parametrize(
    ("seed", "length", "alphabet"), [(1, 2, "abcdefgh"), (2, 3, "abcdefg"), (3, 2, "abcdefghijkl"), (4, 3, "abcde")]
)
def test_three_guesses_win_no_more_than_their_bound(seed, length, alphabet, growths):
    words = random_words(seed, length, 90, alphabet)
    members = np.arange(len(words), dtype=np.int32)[: 60 + 2 * seed]
    optimum = most_points(words, [words[member] for member in members], 3) // 100
    bound = by_three(words, members, growths)
    assert optimum <= bound
    if_all_are_told_apart = 2 * len(members) + 1
    assert bound < if_all_are_told_apart


@pytest.mark.parametrize(("seed", "optimum"), [(1, 43), (2, 46), (5, 44)])
def test_of_some_lists_the_bound_for_three_guesses_is_the_optimum(seed, optimum):
    words = random_words(seed, 3, 60, "abc")
    assert most_points(words, words, 3) == 100 * optimum
    assert by_three(words, np.arange(len(words), dtype=np.int32), NO_LARGER) == optimum


@pytest.mark.parametrize("size", range(1, 9))
def test_the_bound_of_few_secrets_is_no_lower_than_their_optimum(size):
    words = random_words(8, 3, 40, "abcd")
    random = np.random.default_rng(size)
    for _ in range(5):
        members = np.sort(random.choice(len(words), size, replace=False)).astype(np.int32)
        optimum = most_points(words, [words[member] for member in members], 3) // 100
        assert optimum <= by_three(words, members, NO_LARGER)


def test_the_bound_of_a_set_holds_for_its_parts():
    words = random_words(7, 4, 70, "abcd")
    whole = np.arange(len(words), dtype=np.int32)
    part = whole[whole % 3 > 0]
    clues = clues_of(words)
    known = shared_bins.new_bounds(10)
    assert shared_bins.most_by_two(clues, known, part) <= shared_bins.most_by_two(clues, known, whole)


def test_a_bin_takes_over_the_bound_of_a_set_that_is_not_too_large():
    words = ["cat", "car", "cot", "dot", "dog"]
    _, members, splits = bins_of("cat", words)
    last = len(splits.counts) - 1

    for number in range(splits.counts[last]):
        inside = shared_bins.members_of(splits, members, last, number)
        assert len({reply_for("cat", words[secret]) for secret in inside}) == 1
        depth, above = shared_bins.wider(splits, number, 2.0)
        larger = shared_bins.members_of(splits, members, depth, above)
        assert set(inside) <= set(larger)
        assert len(larger) <= 2 * len(inside)

    assert shared_bins.wider(splits, 0, 5.0) == (0, 0)


def test_where_there_is_no_room_for_more_bounds_the_result_is_the_same():
    words = random_words(11, 4, 80, "abcd")
    clues = clues_of(words)
    members = np.arange(len(words), dtype=np.int32)
    results = []
    for bits in (2, 16):
        known = shared_bins.new_bounds(bits)
        splits = shared_bins.new_splits(clues)
        results.append(shared_bins.most_by_three(clues, known, splits, members, NO_LARGER, EXACTLY))
    assert results[0] == results[1]


@pytest.mark.parametrize(("fewest", "sizes"), [(1, [2, 1, 1, 1]), (2, [2]), (3, [])])
def test_the_largest_bins_have_at_least_so_many_secrets(fewest, sizes):
    # The replies to cat are OOO, OOX twice, XXX and XXO.
    _, _, splits = bins_of("cat", ["cat", "car", "can", "dog", "dot"])

    bins = shared_bins.largest_bins(splits, 1.0, fewest)

    assert bins.sizes.tolist() == sizes


def test_a_bin_is_recognised_by_the_keys_of_its_secrets():
    words = ["cat", "car", "can", "dog", "dot"]
    clues, members, splits = bins_of("cat", words)

    bins = shared_bins.largest_bins(splits, growth=1.0, fewest=2)

    inside = shared_bins.members_of(splits, members, bins.depths[0], bins.numbers[0])
    assert [words[secret] for secret in inside] == ["car", "can"]
    assert bins.marks[0].tolist() == np.bitwise_xor.reduce(clues.keys[[1, 2]]).tolist()
