"""The bins of a set of secrets after each feature of a guess; compiled.

A reply code is a sum of terms, one for each *feature* of the guess; in Lingo a feature is a letter with all its
positions in the guess. A guess splits a set by one feature after the other, the one that tells most first. After all
features there are the bins of the guess. After fewer features there are larger sets, which contain these bins and which
many guesses have in common. A bound of such a set holds for every bin in it (Lemma 4 of docs/proofs.md), so one search
bounds bins of many guesses.
"""

from typing import NamedTuple

import numpy as np

from codebreaker.game import Game
from codebreaker.replies import Array
from codebreaker.search.compiled.compiler import njit

_SEED = 2026
"""The seed of the random numbers in the keys: a set has the same key in every process."""


class GameByFeature(NamedTuple):
    """A game in arrays that numba can pass on. A guess wins against one secret at most, and each secret counts once."""

    features: Array
    """int32 (guesses, k): the features of each guess, the one that tells most first.

    A guess with fewer than k features is padded with the last feature, whose terms are all 0.
    """
    guesses_by_features: Array
    """int32 (guesses,): the guesses in the order of their rows in `features`: neighbours begin with the same ones."""
    features_by_place: Array
    """int32 (k, guesses): `features` transposed, for loops over the first features of all guesses, then the second."""
    terms: Array
    """[feature, secret]: the terms that make up reply codes (Game.terms)."""
    term_numbers: Array
    """[feature, secret]: the terms of each feature, numbered from 0; uint8 if no feature has more than 256."""
    term_counts: Array
    """int32 (features,): how many different terms each feature has."""
    different_terms: Array
    """[feature, number]: the term with each number. A feature with few terms has them repeated to fill its row."""
    codes: int
    """Reply codes are below this."""
    secret_of: Array
    """int32 (guesses,): the secret that a guess wins against, or -1."""
    guess_of: Array
    """int32 (secrets,): the guess that wins against a secret."""
    secret_keys: Array
    """uint64 (secrets, 2): the key of each secret, which is two random numbers.

    The key of a set, uint64 (2,), is the exclusive or of its secrets' keys: it identifies the set in memos, and can be
    worked out secret by secret.
    """


class Splits(NamedTuple):
    """The bins of a set after the first 0, 1, … k features of a guess.

    The depth is the number of features: at depth 0 the whole set is one bin, and at depth k the bins are those of the
    guess. At each depth the bins have numbers from 0. `begin` and `split` fill these arrays.
    """

    members: Array
    """int32 (secrets,): the secrets of the set, ascending; there are sizes[0, 0] of them."""
    guess_features: Array
    """int32 (k,): the features of the guess that has split the set; -1 before the first guess."""
    counts: Array
    """int32 (k + 1,): the number of bins at each depth."""
    bin_of: Array
    """int32 (k + 1, secrets): the number of each member's bin, in the order of `members`."""
    sizes: Array
    """int32 (k + 1, secrets): the number of secrets in each bin."""
    keys: Array
    """uint64 (k + 1, secrets, 2): the key of each bin."""
    parents: Array
    """int32 (k + 1, secrets): the number of the bin at the depth before that each bin is a part of."""
    bin_of_pair: Array
    """int32 (secrets * most terms,): used by _split_by_feature alone, which explains it; all 0 before and after."""


def game_by_feature(game: Game) -> GameByFeature:
    """The arrays of a game in which every secret is a guess; without weights and without hard mode."""
    # numba compiles anew for each layout of an array.
    terms = np.ascontiguousarray(game.terms(game.all_secrets))
    different_terms = []
    term_numbers = []
    # A feature tells most if most secrets do not have its most frequent term.
    split_off = np.empty(len(terms), dtype=np.int64)
    for feature, row in enumerate(terms):
        different, numbers, counts = np.unique(row, return_inverse=True, return_counts=True)
        different_terms.append(different)
        # In the narrowest type that holds the numbers, because a large game has thousands of features.
        term_numbers.append(numbers.astype(np.min_scalar_type(len(different) - 1)))
        split_off[feature] = len(game.secrets) - counts.max()
    term_counts = np.array([len(different) for different in different_terms], dtype=np.int32)
    # The last feature is the padding. It comes after other features that split nothing off.
    split_off[-1] = -1

    # Rank 0 is the feature that tells most. The features of each guess are sorted by their ranks, which are then
    # replaced by the features again.
    most_telling_first = np.argsort(-split_off, kind="stable")
    rank = np.argsort(most_telling_first)
    sorted_ranks = np.sort(rank[game.features], axis=1)
    features = most_telling_first[sorted_ranks].astype(np.int32)
    random = np.random.default_rng(_SEED)
    return GameByFeature(
        features=features,
        # np.lexsort sorts by its last row first.
        guesses_by_features=np.lexsort(features.T[::-1]).astype(np.int32),
        features_by_place=np.ascontiguousarray(features.T),
        terms=terms,
        term_numbers=np.stack(term_numbers),
        term_counts=term_counts,
        different_terms=np.stack([np.resize(different, term_counts.max()) for different in different_terms]),
        codes=game.codes,
        secret_of=game.secret_of.astype(np.int32),
        guess_of=game.guess_of.astype(np.int32),
        secret_keys=random.integers(1, 1 << 63, (len(game.secrets), 2), dtype=np.uint64),
    )


def new_splits(game: GameByFeature) -> Splits:
    """Splits with room for a set of all secrets."""
    secrets = len(game.guess_of)
    features = game.features.shape[1]
    shape = features + 1, secrets
    return Splits(
        members=np.zeros(secrets, dtype=np.int32),
        guess_features=np.full(features, -1, dtype=np.int32),
        counts=np.zeros(features + 1, dtype=np.int32),
        bin_of=np.zeros(shape, dtype=np.int32),
        sizes=np.zeros(shape, dtype=np.int32),
        keys=np.zeros((*shape, 2), dtype=np.uint64),
        parents=np.zeros(shape, dtype=np.int32),
        bin_of_pair=np.zeros(secrets * game.term_counts.max(), dtype=np.int32),
    )


@njit
def begin(splits: Splits, game: GameByFeature, members: Array) -> None:
    """Make those secrets (int32, ascending) the set that is split."""
    splits.members[: len(members)] = members
    splits.guess_features[:] = -1
    splits.counts[0] = 1
    splits.bin_of[0, : len(members)] = 0
    splits.sizes[0, 0] = len(members)
    splits.keys[0, 0] = 0
    for secret in members:
        splits.keys[0, 0, 0] ^= game.secret_keys[secret, 0]
        splits.keys[0, 0, 1] ^= game.secret_keys[secret, 1]


@njit
def split(splits: Splits, game: GameByFeature, guess: int) -> None:
    """Split the set by a guess; its bins replace those of the last guess that split the set.

    If both guesses begin with the same features, the bins after these are there already. That saves time where guesses
    come in the order of game.guesses_by_features.
    """
    features = game.features[guess]
    shared = 0
    while shared < len(features) and splits.guess_features[shared] == features[shared]:
        shared += 1
    for depth in range(shared, len(features)):
        splits.guess_features[depth] = features[depth]
        _split_by_feature(splits, game, features[depth], depth)


@njit
def _split_by_feature(splits: Splits, game: GameByFeature, feature: int, depth: int) -> None:
    """Split each bin at a depth by the terms of a feature, into the bins of the next depth."""
    next_depth = depth + 1
    numbers = game.term_numbers[feature]
    term_count = game.term_counts[feature]
    members = splits.members[: splits.sizes[0, 0]]

    count = 0
    for index, secret in enumerate(members):
        # A bin and a term make a new bin, whose number is found by the number of this pair. In bin_of_pair it is one
        # higher, because 0 stands for a pair that no secret before had.
        parent = splits.bin_of[depth, index]
        pair = parent * term_count + numbers[secret]
        if splits.bin_of_pair[pair] == 0:
            splits.sizes[next_depth, count] = 0
            splits.keys[next_depth, count] = 0
            splits.parents[next_depth, count] = parent
            count += 1
            splits.bin_of_pair[pair] = count

        number = splits.bin_of_pair[pair] - 1
        splits.bin_of[next_depth, index] = number
        splits.sizes[next_depth, number] += 1
        splits.keys[next_depth, number, 0] ^= game.secret_keys[secret, 0]
        splits.keys[next_depth, number, 1] ^= game.secret_keys[secret, 1]
    splits.counts[next_depth] = count

    for index, secret in enumerate(members):
        splits.bin_of_pair[splits.bin_of[depth, index] * term_count + numbers[secret]] = 0


@njit
def bin_that_contains(splits: Splits, number: int, growth: float) -> tuple[int, int]:
    """(depth, number) of the largest set that contains a bin of the guess and is at most `growth` times as large.

    The larger the set, the more guesses share it, and the weaker its bound is for the bin. number: that of the bin.
    """
    depth = len(splits.guess_features)
    most = growth * splits.sizes[depth, number]
    while depth > 0 and splits.sizes[depth - 1, splits.parents[depth, number]] <= most:
        number = splits.parents[depth, number]
        depth -= 1
    return depth, number


@njit
def largest_bins(splits: Splits, growth: float, fewest: int) -> Array:
    """The bins of the guess that have at least `fewest` secrets, the largest first: int64 (n, 3).

    A row has the size of a bin, and the depth and the number of the set that contains it (bin_that_contains). The bins
    come in the same order for every growth, so a caller knows a bin by its row.
    """
    last = len(splits.guess_features)
    sizes = splits.sizes[last, : splits.counts[last]]
    numbers = np.argsort(-sizes, kind="mergesort")[: (sizes >= fewest).sum()]

    bins = np.empty((len(numbers), 3), dtype=np.int64)
    for index, number in enumerate(numbers):
        bins[index, 0] = sizes[number]
        bins[index, 1], bins[index, 2] = bin_that_contains(splits, number, growth)
    return bins


@njit
def members_of(splits: Splits, depth: int, number: int) -> Array:
    """int32: the secrets of a bin, ascending."""
    secrets = np.empty(splits.sizes[depth, number], dtype=np.int32)
    count = 0
    for index, secret in enumerate(splits.members[: splits.sizes[0, 0]]):
        if splits.bin_of[depth, index] == number:
            secrets[count] = secret
            count += 1
    return secrets
