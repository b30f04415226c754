"""Words as arrays of numbers of letters, and the Lingo replies to them, pair by pair."""

from collections.abc import Sequence

import numpy as np

from codebreaker.replies import Array

LATIN: Array = np.arange(ord("a"), ord("z") + 1, dtype=np.uint32)
"""The alphabet a-z, as alphabet_of returns it."""
UNKNOWN = 255
"""The number of a letter that is not in the alphabet: no secret holds it."""


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


def letters_of(words: Sequence[str], alphabet: Array | None = None) -> Array:
    """The words, all of one length, as numbers of letters, which are indices in the alphabet: uint8 (words, length).

    alphabet: None for that of these words (alphabet_of).
    """
    if alphabet is None:
        alphabet = alphabet_of(words)
    if len(set(map(len, words))) > 1:
        raise ValueError("words of different lengths")

    joined = "".join(words)
    if alphabet is LATIN and joined.isascii():
        # A letter's number is its distance from `a`, so none is looked up. This must be fast: the player does it before
        # its first guess.
        return np.frombuffer(joined.encode("ascii"), dtype=np.uint8).reshape(len(words), -1) - np.uint8(ord("a"))

    code_points = np.frombuffer(joined.encode("utf-32-le"), dtype=np.dtype("<u4"))
    nearest = np.minimum(np.searchsorted(alphabet, code_points), len(alphabet) - 1)
    numbers = np.where(alphabet[nearest] == code_points, nearest, UNKNOWN).astype(np.uint8)
    return numbers.reshape(len(words), -1)


def reply_codes(guesses: Array, secrets: Array) -> Array:
    """The reply code of each guess for the secret in the same row: int64 (n,).

    guesses, secrets: (n, length), as letters_of returns them. Either may be a single word, (length,): it is compared
    with each row of the other argument.
    """
    guesses, secrets = np.broadcast_arrays(np.atleast_2d(guesses), secrets)
    rows = np.arange(len(guesses))
    length = guesses.shape[1]
    placed = guesses == secrets

    # [row, letter]: how often the secret holds the letter where the guess does not have it.
    letter_count = 1 + int(max(guesses.max(initial=0), secrets.max(initial=0)))
    unplaced = np.zeros((len(guesses), letter_count), dtype=np.int8)
    for position in range(length):
        letter = secrets[:, position]
        unplaced[rows, letter] += ~placed[:, position]

    # Marks from left to right, the digits of a number in base 3: 2 for a letter in its place, 1 for one that the secret
    # holds elsewhere. Each letter of the secret allows one such mark.
    codes = np.zeros(len(guesses), dtype=np.int64)
    for position in range(length):
        letter = guesses[:, position]
        present = (unplaced[rows, letter] > 0) & ~placed[:, position]
        unplaced[rows, letter] -= present

        mark = 2 * placed[:, position] + present
        codes = codes * 3 + mark
    return codes
