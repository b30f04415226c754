"""Lingo replies in numpy: base-3 codes as wordlists.reply defines them, for many secrets at once.

The marks for a letter depend only on where that letter stands in guess and secret. So a reply code is a sum over
the guess's *letter groups*; a group is a letter with all positions at which the guess holds it. A list of 50,655
nine-letter words has 1,745 groups. Their terms are worked out once for a set of secrets, and every guess is then a
few row additions.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
_BLOCK = 1 << 20
"""Entries of a temporary array: few enough for the cache, many enough to amortise a numpy call."""
_MANY_KEYS = 1 << 18
"""Keys of letter groups from which sorting is faster than a table with a place for each."""


def code_dtype(length: int) -> np.dtype[Any]:
    """The smallest unsigned dtype that holds 3**length - 1: uint8 to 5 letters, uint16 to 10, uint32 to 20."""
    return np.min_scalar_type(3**length - 1)


LATIN: Array = np.arange(ord("a"), ord("z") + 1, dtype=np.uint32)
"""The alphabet a-z, as alphabet_of gives it."""
UNKNOWN = 255
"""The number of a letter that is not in the alphabet."""


def alphabet_of(words: Sequence[str]) -> Array:
    """The alphabet of a list: the code points of its letters, uint32, ascending; a-z for words of ASCII letters.

    Raises ValueError for more than 255 different letters.
    """
    joined = "".join(words)
    if joined.isascii():
        return LATIN
    letters = sorted(map(ord, set(joined)))
    if len(letters) > UNKNOWN:
        raise ValueError(f"{len(letters)} different letters: {UNKNOWN} at most")
    return np.array(letters, dtype=np.uint32)


def letters_of(words: Sequence[str], alphabet: Array = LATIN) -> Array:
    """The words, all of one length, as numbers of letters in the alphabet: shape (words, length), uint8, from 0."""
    if len({len(word) for word in words}) > 1:
        raise ValueError("words of different lengths")
    joined = "".join(words)
    if alphabet is LATIN and joined.isascii():
        return np.frombuffer(joined.encode("ascii"), dtype=np.uint8).reshape(len(words), -1) - np.uint8(ord("a"))
    points = np.frombuffer(joined.encode("utf-32-le"), dtype=np.dtype("<u4"))
    places = np.minimum(np.searchsorted(alphabet, points), len(alphabet) - 1)
    numbers = np.where(alphabet[places] == points, places, UNKNOWN).astype(np.uint8)
    return numbers.reshape(len(words), -1)


def reply_codes(guesses: Array, secrets: Array) -> Array:
    """The reply code of each guess to the secret in the same row, letters (n, length): int64 (n,).

    A single guess or secret, letters (length,), meets all of the other's.
    """
    guesses, secrets = np.broadcast_arrays(np.atleast_2d(guesses), secrets)
    rows = np.arange(len(guesses))
    length = guesses.shape[1]
    placed = guesses == secrets
    letters = 1 + int(max(guesses.max(initial=0), secrets.max(initial=0)))
    unplaced = np.zeros((len(guesses), letters), dtype=np.int8)
    for position in range(length):
        unplaced[rows, secrets[:, position]] += ~placed[:, position]

    # Marks from left to right, the digits of a number in base 3.
    codes = np.zeros(len(guesses), dtype=np.int64)
    for position in range(length):
        letter = guesses[:, position]
        present = (unplaced[rows, letter] > 0) & ~placed[:, position]
        unplaced[rows, letter] -= present
        codes = codes * 3 + 2 * placed[:, position] + present
    return codes


def sum_terms(terms: Array, features: Array) -> Array:
    """Reply codes [guess, secret]: for each row of features (g, k) the sum of those rows of terms (f, n)."""
    codes = terms[features[:, 0]]
    for column in range(1, features.shape[1]):
        codes += terms[features[:, column]]
    return codes


class Groups:
    """The parts of the guesses over which a reply code is a sum: a letter or colour with all positions that hold it."""

    def __init__(self, guesses: Array) -> None:
        """guesses: numbers of letters or colours (guesses, length)."""
        size, self.length = guesses.shape
        columns = np.ascontiguousarray(guesses.T)
        masks = np.zeros(columns.shape, dtype=np.int32)  # of each letter in its guess; position i is bit i
        for position, column in enumerate(columns):
            masks += np.multiply(columns == column, np.int32(1 << position))
        positions = np.ascontiguousarray(masks.T)

        # Each group of a guess gets a key at its first position: the letter, then the positions as bits.
        first = positions & -positions == 1 << np.arange(self.length)
        keys = np.where(first, guesses.astype(np.int32) << self.length | positions, -1)
        used = _distinct(keys[first]) if size else keys[first]

        self.count = len(used)
        self.letters: Array = used >> self.length
        """int (groups,): the letter of each group."""
        self.places: Array = used[:, None] >> np.arange(self.length) & 1
        """int (groups, length): 1 where the group has a position."""
        padded = np.sort(np.where(first, _places(keys, used), self.count).astype(np.int32), axis=1)
        self.features: Array = padded[:, : max(1, int(first.sum(axis=1).max(initial=0)))].copy()
        """int32 (guesses, k): the groups of each guess, padded with `count`, whose terms are 0."""


def _distinct(keys: Array) -> Array:
    """The different keys, ascending; np.unique would load numpy.ma, which the player's first guess does without."""
    return np.unique(keys) if int(keys.max(initial=0)) >= _MANY_KEYS else np.flatnonzero(np.bincount(keys))


def _places(keys: Array, used: Array) -> Array:
    """The place of each key among those used, anything for a key that is not used."""
    if not len(used) or int(used[-1]) >= _MANY_KEYS:
        return np.searchsorted(used, keys)
    table = np.zeros(int(used[-1]) + 2, dtype=np.int32)
    table[used] = np.arange(len(used))
    places: Array = table[keys]
    return places


class LetterGroups(Groups):
    """The letter groups that the guesses are made of."""

    def __init__(self, guesses: Array) -> None:
        super().__init__(guesses)
        self._size = self.places.sum(axis=1)
        # The positions of each group come first in its row.
        self._positions = np.argsort(1 - self.places, axis=1, kind="stable")

    def replies(self, guesses: Array, secrets: Array) -> Array:
        """Reply codes [guess, secret] of guesses by index (g,) to secrets, letters (n, length), from their groups."""
        features = self.features[guesses]
        groups_used = _distinct(features.ravel())
        terms = self.terms(secrets, groups_used[groups_used < self.count])
        # The row of zeros is the last one, and the padding the largest feature: local indices fit.
        return sum_terms(terms, _places(features, groups_used))

    def terms(self, secrets: Array, groups: Array | None = None) -> Array:
        """The term that each group adds to the reply code for each secret, letters (n, length).

        Shape (groups + 1, n), dtype code_dtype; the last row is 0. With groups (int, 1-d) only those rows.
        """
        chosen = np.arange(self.count) if groups is None else groups
        out = np.zeros((len(chosen) + 1, len(secrets)), dtype=code_dtype(self.length))
        step = max(1, _BLOCK // max(1, len(chosen)))
        for start in range(0, len(secrets), step):
            part = np.ascontiguousarray(secrets[start : start + step].T)
            counts = np.zeros((int(self.letters.max(initial=0)) + 1, part.shape[1]), dtype=np.int8)
            for letter in _distinct(self.letters[chosen]):
                (part == letter).sum(axis=0, dtype=np.int8, out=counts[letter])

            for size in _distinct(self._size[chosen]):
                rows = np.flatnonzero(self._size[chosen] == size)
                out[rows, start : start + step] = self._terms(chosen[rows], int(size), part, counts)
        return out

    def _terms(self, groups: Array, size: int, secrets: Array, counts: Array) -> Array:
        """Terms (groups, n) of groups of one size; secrets (length, n), counts of each letter (letters, n)."""
        # Bytes of 0 and 1, and never bool: arithmetic on bool makes eight bytes of each.
        dtype = code_dtype(self.length)
        letter = self.letters[groups]
        positions = self._positions[groups, :size]
        placed = (secrets[positions] == letter[:, None, None].astype(np.uint8)).view(np.int8)
        unplaced = counts[letter]
        for nth in range(size):
            unplaced -= placed[:, nth]

        terms = np.zeros((len(groups), secrets.shape[1]), dtype=dtype)
        for nth in range(size):
            here = placed[:, nth]
            present = ((unplaced > 0) & (here == 0)).view(np.int8)
            unplaced -= present
            weight = (3 ** (self.length - 1 - positions[:, nth])).astype(dtype)
            terms += (2 * here + present).view(np.uint8) * weight[:, None]
        return terms
