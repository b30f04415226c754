"""Every fast form of replies and bins against the oracle."""

import numpy as np
import pytest
from brute_force import all_replies
from hypothesis import given
from hypothesis import strategies as st

from codebreaker import bins
from codebreaker.candidates import partition
from codebreaker.games.lingo import lingo
from codebreaker.letters import alphabet_of, letters_of, reply_codes
from codebreaker.replies import code_dtype
from codebreaker.search import kernels
from lingo_common.errors import DataError
from wordlists.reply import code_of, reply_for


@st.composite
def word_lists(draw, longest=20):
    """Sorted words of one length with few distinct letters, so that letters repeat a lot.

    Letters are from the ends of a-z, from other alphabets, and from the code points that no script uses.
    """
    length = draw(st.integers(1, longest))
    alphabet = draw(st.sampled_from(["ab", "abc", "eest", "azm", "ёжя", "éa\ue000"]))
    return sorted(draw(st.sets(st.text(alphabet, min_size=length, max_size=length), min_size=1, max_size=25)))


@given(word_lists())
def test_codes_are_the_oracles(words):
    letters = letters_of(words, alphabet_of(words))
    every = np.arange(len(words))
    matrix = lingo(words).replies(every, every)
    expected = [list(map(code_of, replies)) for replies in all_replies(words, words)]
    assert matrix.tolist() == expected
    assert reply_codes(letters[-1], letters).tolist() == expected[-1]


@pytest.mark.parametrize(
    ("length", "dtype"), [(1, "uint8"), (5, "uint8"), (6, "uint16"), (10, "uint16"), (11, "uint32")]
)
def test_the_smallest_dtype(length, dtype):
    assert code_dtype(length) == dtype
    assert lingo(["a" * length]).replies(np.array([0]), np.array([0])).dtype == dtype


@given(word_lists(), st.randoms(use_true_random=False))
def test_partition_groups_secrets_by_the_oracles_reply(words, random):
    count = random.randint(1, len(words))
    secrets = np.array(sorted(random.sample(range(len(words)), count)))
    guess = random.randrange(len(words))

    expected = {}
    for secret in secrets:
        code = code_of(reply_for(words[guess], words[secret]))
        expected.setdefault(code, []).append(int(secret))

    secrets_by_code = partition(lingo(words), guess, secrets)
    assert {code: members.tolist() for code, members in secrets_by_code} == expected
    assert [code for code, _ in secrets_by_code] == sorted(expected)


@pytest.mark.parametrize("totals", [bins.bin_totals, kernels.compiled_bin_totals])
# Up to 7 letters, because some arrays have an entry for each of the 3**length codes.
@given(words=word_lists(longest=7), largest=st.booleans())
def test_totals_over_bins_are_those_of_the_oracle(totals, words, largest):
    """A total is the sum of table[size] over the bins of a guess, or the size of its largest bin."""
    game = lingo(words)
    secrets = np.arange(len(words))
    table = np.concatenate(([0], np.random.default_rng(1).integers(-50, 50, len(words))))
    expected = []
    for guess in words:
        replies = [reply_for(guess, secret) for secret in words]
        sizes = [replies.count(reply) for reply in set(replies)]
        expected.append(max(sizes) if largest else sum(table[size] for size in sizes))

    assert totals(game.terms(secrets), game.features, table, game.codes, largest).tolist() == expected


@pytest.mark.parametrize("size", [1, 7, 100, 400, 3000])
@pytest.mark.parametrize("largest", [False, True])
def test_numpy_and_numba_agree_to_the_bit(size, largest):
    """Six letters have 729 codes. numpy compares 7 secrets, sorts 100, and counts each code for 400 or more."""
    random = np.random.default_rng(size)
    words = sorted({"".join(random.choice(list("abcdefgh"), 6)) for _ in range(4000)})
    game = lingo(words)
    secrets = np.sort(random.choice(len(words), size, replace=False))
    cubes = np.arange(size + 1) ** 3
    arguments = game.terms(secrets), game.features, cubes, game.codes, largest
    assert np.array_equal(bins.bin_totals(*arguments), kernels.compiled_bin_totals(*arguments))


@pytest.mark.parametrize("totals", [bins.bin_totals, kernels.compiled_bin_totals])
def test_a_bin_may_have_more_secrets_than_16_bits_count(totals):
    """One guess, whose reply is 1 for two secrets and 0 for the other 65,537."""
    size = (1 << 16) + 3
    # A reply code is the sum of the terms of a guess's features. This guess has the first feature alone. The second row
    # is that of zeros, which the terms of every game have.
    terms = np.zeros((2, size), dtype=np.uint8)
    terms[0, :2] = 1
    features = np.array([[0]], dtype=np.int32)
    squares = np.arange(size + 1, dtype=np.int64) ** 2

    assert totals(terms, features, squares, 2, True).tolist() == [65_537]
    assert totals(terms, features, squares, 2, False).tolist() == [65_537**2 + 2**2]


def test_totals_over_no_secrets_are_0():
    game = lingo(["ab", "ba"])
    no_secrets = np.arange(0)
    assert bins.bin_totals(game.terms(no_secrets), game.features, np.array([0]), game.codes).tolist() == [0, 0]


def test_no_secrets_have_no_bins():
    assert partition(lingo(["ab", "ba"]), 0, np.arange(0)) == []


def test_a_letter_outside_the_alphabet_is_in_no_secret():
    words = ["рыба", "щука"]
    alphabet = alphabet_of(words)
    codes = reply_codes(letters_of(["рожь"], alphabet)[0], letters_of(words, alphabet))
    assert codes.tolist() == [code_of(reply_for("рожь", secret)) for secret in words]


@pytest.mark.parametrize(("words", "answers"), [(["aab", "aba", "aab"], None), (["aab", "aba"], ["aba", "aba"])])
def test_a_word_that_is_listed_twice_is_refused(words, answers):
    """Searches counted it as two secrets, and proved false totals."""
    with pytest.raises(DataError, match=r"the word 'a[ab][ab]' is listed twice"):
        lingo(words, answers)


def test_an_alphabet_has_at_most_255_letters():
    first_syllable = 0xAC00  # the first of some 11,000 Korean letters
    letters = [chr(first_syllable + number) for number in range(256)]

    assert len(alphabet_of(letters[:255])) == 255
    with pytest.raises(ValueError, match="256 different letters"):
        alphabet_of(letters)
