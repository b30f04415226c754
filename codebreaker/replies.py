"""Reply codes in numpy, for many guesses and secrets at once: each is a sum of terms of the guess's features.

In Lingo, whose codes wordlists.reply defines, the features are letter groups. The marks for a letter depend only on
where that letter stands in guess and secret. So a reply code is a sum over the guess's *letter groups*; a group is a
letter with all positions at which the guess holds it. A list of 50,655 nine-letter words has 1,745 groups. Their terms
are worked out once for a set of secrets, and every guess is then a few row additions.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
"""A numpy array. Its axes and its type are said where it is used."""
_BLOCK = 1 << 20
"""Entries of a temporary array of 1 to 4 bytes each: few enough for the processor's cache, and so many that the time
of a call of numpy itself does not matter."""
_MANY_KEYS = 1 << 18
"""If a key of a letter group is this large, keys are sorted. Else a table has an entry for each key below, which is
faster while it is small. All keys of words over a-z with up to 13 letters are smaller: 26 * 2**13 is 212,992."""


def code_dtype(length: int) -> np.dtype[Any]:
    """The smallest unsigned dtype that holds 3**length - 1: uint8 to 5 letters, uint16 to 10, uint32 to 20."""
    return np.min_scalar_type(3**length - 1)


def sum_terms(terms: Array, features: Array) -> Array:
    """Reply codes [guess, secret]: for each guess the sum of the terms of its features.

    terms (f, n): a row for each feature, a column for each secret. features (g, k): the rows that each guess sums up.
    """
    codes = terms[features[:, 0]]
    for column in range(1, features.shape[1]):
        codes += terms[features[:, column]]
    return codes


def reply_blocks(terms: Array, features: Array, replies_at_a_time: int) -> Iterator[tuple[slice, Array]]:
    """Yield blocks of guesses as slices of `features`, each with its reply codes, which sum_terms returns."""
    guesses_in_block = max(1, replies_at_a_time // terms.shape[1])
    for start in range(0, len(features), guesses_in_block):
        block = slice(start, start + guesses_in_block)
        yield block, sum_terms(terms, features[block])


class Groups:
    """The parts of the guesses over which a reply code is a sum: a letter or colour with all positions that hold it.

    The guess `geese` has three groups: g at position 0, e at 1, 2 and 4, s at 3.
    """

    def __init__(self, guesses: Array) -> None:
        """guesses: numbers of letters or colours, uint8 (guesses, length)."""
        self.length = guesses.shape[1]

        # [guess, position]: all positions at which the guess holds the same letter as at this one, position i as bit i.
        # They are computed column by column, because numpy is fastest on the long contiguous columns.
        columns = np.ascontiguousarray(guesses.T)
        bits_by_column = np.zeros(columns.shape, dtype=np.int32)
        for position, column in enumerate(columns):
            bits_by_column += np.multiply(columns == column, np.int32(1 << position))
        position_bits = np.ascontiguousarray(bits_by_column.T)

        # [guess, position]: the key of the group that begins there, -1 where none begins. A key is the letter, then the
        # positions as bits. The first position of a group is that of its lowest bit.
        lowest_bit = position_bits & -position_bits
        is_first = lowest_bit == 1 << np.arange(self.length)
        letter_bits = guesses.astype(np.int32) << self.length
        keys = np.where(is_first, letter_bits | position_bits, -1)
        used_keys = _distinct(keys[is_first])

        self.count = len(used_keys)
        self.letters: Array = used_keys >> self.length
        """int (groups,): the letter of each group."""
        self.holds: Array = used_keys[:, None] >> np.arange(self.length) & 1
        """int (groups, length): 1 where the group has a position."""

        # The index of the group at its first position, and `count`, which no group has, at its other positions.
        groups_of_guess = np.where(is_first, _indices_of(keys, used_keys), self.count).astype(np.int32)

        # Sorting moves the groups to the front of each row. Columns that have nothing but `count` are cut off.
        groups_of_guess.sort(axis=1)
        most_groups = max(1, int(is_first.sum(axis=1).max(initial=0)))
        self.features: Array = groups_of_guess[:, :most_groups].copy()
        """int32 (guesses, k): the groups of each guess, padded with `count`, the index of the terms that are 0."""

    @cached_property
    def sizes(self) -> Array:
        """int (groups,): how many positions each group has."""
        return np.asarray(self.holds.sum(axis=1))

    @cached_property
    def positions(self) -> Array:
        """int (groups, length): first the positions of each group, ascending, then those that it does not have.

        So the first `size` columns are the positions of groups of that size.
        """
        return np.argsort(1 - self.holds, axis=1, kind="stable")


def _distinct(keys: Array) -> Array:
    """The different keys, ascending."""
    if int(keys.max(initial=0)) >= _MANY_KEYS:
        return np.unique(keys)
    # np.unique would import numpy.ma, which takes time before the player's first guess.
    return np.flatnonzero(np.bincount(keys))


def _indices_of(keys: Array, used_keys: Array) -> Array:
    """The index of each key among the used ones, which ascend; any number for a key that is not used, such as -1."""
    if not len(used_keys) or int(used_keys[-1]) >= _MANY_KEYS:
        return np.searchsorted(used_keys, keys)

    # The extra last entry is for the key -1.
    index_of_key = np.zeros(int(used_keys[-1]) + 2, dtype=np.int32)
    index_of_key[used_keys] = np.arange(len(used_keys))
    indices: Array = index_of_key[keys]
    return indices


def letter_replies(groups: Groups, guesses: Array, secrets: Array) -> Array:
    """Reply codes [guess, secret] of guesses by index (g,) to secrets, letters uint8 (n, length), from their groups."""
    features = groups.features[guesses]
    used_features = _distinct(features.ravel())

    # Only the groups of these guesses get terms. The feature groups.count is no group: it pads the features of guesses
    # with few groups, and its terms are 0.
    used_groups = used_features[used_features < groups.count]
    terms = letter_terms(groups, secrets, used_groups)

    # The row of a feature is its index among the used ones. groups.count is larger than any group, so its row is the
    # last one, the row of zeros.
    rows = _indices_of(features, used_features)
    return sum_terms(terms, rows)


def letter_terms(groups: Groups, secrets: Array, chosen: Array | None = None) -> Array:
    """The term that each letter group adds to the reply code for each secret, letters uint8 (n, length).

    Shape (groups + 1, n), dtype code_dtype; the last row is 0. chosen: the indices of the groups that get a row, in
    this order; None for all groups.
    """
    if chosen is None:
        chosen = np.arange(groups.count)
    terms = np.zeros((len(chosen) + 1, len(secrets)), dtype=code_dtype(groups.length))

    step = max(1, _BLOCK // max(1, len(chosen)))
    for start in range(0, len(secrets), step):
        columns = np.ascontiguousarray(secrets[start : start + step].T)

        # [letter, secret]: how often each secret holds each letter of a chosen group.
        counts = np.zeros((int(groups.letters.max(initial=0)) + 1, columns.shape[1]), dtype=np.int8)
        for letter in _distinct(groups.letters[chosen]):
            (columns == letter).sum(axis=0, dtype=np.int8, out=counts[letter])

        # Groups of one size are worked out together, because their arrays have the same shape.
        for size in _distinct(groups.sizes[chosen]):
            rows = np.flatnonzero(groups.sizes[chosen] == size)
            terms[rows, start : start + step] = _terms_of_one_size(groups, chosen[rows], int(size), columns, counts)
    return terms


def _terms_of_one_size(groups: Groups, chosen: Array, size: int, columns: Array, counts: Array) -> Array:
    """Terms (chosen, n) of groups that have `size` positions.

    columns: the letters of the secrets (length, n). counts: how often each secret holds each letter (letters, n).
    """
    dtype = code_dtype(groups.length)
    letter = groups.letters[chosen]
    positions = groups.positions[chosen, :size]

    # [group, nth position, secret]: 1 where the secret holds the letter there. Letters are compared as bytes, which is
    # fastest. The result is viewed as bytes, because numpy makes eight bytes of each bool in a sum.
    placed = (columns[positions] == letter[:, None, None].astype(np.uint8)).view(np.int8)

    # How many of the letter each secret holds elsewhere: each of them allows one `?`, from left to right.
    unplaced = counts[letter]
    for nth in range(size):
        unplaced -= placed[:, nth]

    terms = np.zeros((len(chosen), columns.shape[1]), dtype=dtype)
    for nth in range(size):
        is_placed = placed[:, nth]
        is_present = ((unplaced > 0) & (is_placed == 0)).view(np.int8)
        unplaced -= is_present

        weight = (3 ** (groups.length - 1 - positions[:, nth])).astype(dtype)
        terms += (2 * is_placed + is_present).view(np.uint8) * weight[:, None]
    return terms
