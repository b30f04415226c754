"""The bins of a guess, and the numbers of parts of all guesses, as compiled code makes them.

`by_guess` of a compiled game holds the reply codes [guess, secret]. count_parts compares few secrets in pairs. For many
it flags each code, unless there are more than 256 codes, as with words of six letters: then it goes guess by guess.
"""

from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import numpy.typing as npt
import pytest
from brute_force import random_words

from codebreaker.games.lingo import lingo
from wordlists.reply import code_of, reply_for

pytest.importorskip("numba")

from objectives import guesses_only

from codebreaker.search.compiled.compiled_game import compiled_game
from codebreaker.search.compiled.part_counts import count_parts
from codebreaker.search.compiled.partitions import partition_replies


def some_secrets(words: list[str], size: int) -> npt.NDArray[np.int32]:
    """That many random indices of words, ascending."""
    random = np.random.default_rng(size)
    return np.sort(random.choice(len(words), size, replace=False)).astype(np.int32)


@pytest.mark.parametrize("step", [1, 7], ids=["all guesses", "every seventh guess"])
# Six letters have 729 codes without saying so.
@pytest.mark.parametrize(("size", "length", "says_257_codes"), [
    (3, 5, False), (20, 5, False), (150, 5, False), (150, 6, False), (3, 5, True), (20, 5, True), (150, 5, True),
])  # fmt: skip
def test_a_guess_makes_as_many_parts_as_it_has_different_replies(size, length, says_257_codes, step):
    """A game that says it has 257 codes is counted guess by guess, although it has fewer."""
    words = random_words(seed=12, length=length, count=300, alphabet="abcdef")
    secrets = some_secrets(words, size)
    game = compiled_game(lingo(words), guesses_only(5))
    if says_257_codes:
        game = game._replace(codes=257)
    allowed = np.arange(0, len(words), step, dtype=np.int32)

    parts = count_parts(game, secrets, allowed)

    assert parts.tolist() == [len(set(game.by_guess[guess, secrets])) for guess in allowed]


@pytest.mark.parametrize("says_257_codes", [False, True])
@pytest.mark.parametrize("size", [20, 150])
def test_with_weights_a_part_counts_as_much_as_its_heaviest_secret(size, says_257_codes):
    """The next guess finds one secret of a part, at best the heaviest (Lemma 3 of docs/proofs.md)."""
    words = random_words(seed=12, length=5, count=300, alphabet="abcdef")
    weights = np.random.default_rng(size).integers(1, 100, len(words))
    secrets = some_secrets(words, size)
    game = compiled_game(replace(lingo(words), weights=weights), guesses_only(5))
    if says_257_codes:
        game = game._replace(codes=257)

    parts = count_parts(game, secrets, np.arange(len(words), dtype=np.int32))

    for guess, count in enumerate(parts.tolist()):
        heaviest_by_code: dict[int, int] = {}
        for secret in secrets:
            code = int(game.by_guess[guess, secret])
            heaviest_by_code[code] = max(heaviest_by_code.get(code, 0), int(game.weights[secret]))
        assert count == sum(heaviest_by_code.values())


@pytest.mark.parametrize(("size", "length"), [(3, 5), (20, 5), (150, 5), (150, 6)])
def test_bins_have_the_secrets_of_their_reply_and_the_largest_is_the_first(size, length):
    words = random_words(seed=12, length=length, count=300, alphabet="abcdef")
    secrets = some_secrets(words, size)
    game = compiled_game(lingo(words), guesses_only(5))
    guess = 5

    bins = partition_replies(game, guess, secrets)

    members = [bins.members[start:end].tolist() for start, end in pairwise(bins.starts)]
    assert members == [secrets[game.by_guess[guess, secrets] == code].tolist() for code in bins.codes]
    sizes = [len(secrets_of_bin) for secrets_of_bin in members]
    assert sizes == sorted(sizes, reverse=True)
    assert sum(sizes) == np.count_nonzero(game.by_guess[guess, secrets] != game.winning)


def test_words_of_twenty_letters_take_no_array_of_all_codes():
    """An array with an entry for each of the 3**20 codes has 26 GiB."""
    words = random_words(seed=20, length=20, count=10, alphabet="abcdef")
    game = compiled_game(lingo(words), guesses_only(5))

    codes = {code_of(reply_for(guess, secret)) for guess, secret in product(words, repeat=2)}
    assert game.code_of.tolist() == sorted(codes)
