"""Arrangements of n among 2n colours: replies in numpy, and which of several guesses splits a sample best."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from codebreaker.criteria import CRITERIA, best_guess
from codebreaker.replies import Array
from lingo_common.errors import DataError
from wordlists.step import Step

_GUESSES = 80
"""Candidates that are compared as guesses, where no others are compared."""
_SECRETS = 1500
"""Candidates that they are compared over."""
_CANDIDATES_AMONG_EXTRA = 300
"""Where extra guesses are compared too: the candidates that are compared as guesses, and as many as secrets."""
_EXTRA_GUESSES = 1000
"""The extra guesses that are compared."""
Code = tuple[int, ...]
"""The colours of an arrangement, from 0, hole by hole."""
Try = Step[Code, tuple[int, int]]
"""A guess with its reply, the numbers of (black, white) pegs."""


class NothingFits(DataError):
    """No arrangement fits all tries."""


class Finder(Protocol):
    """Finds an arrangement from the replies to its guesses."""

    def guess(self, tries: Sequence[Try]) -> Code:
        """The next guess after those tries, which only grow from call to call; NothingFits where none is left."""
        ...


def as_code(colours: Array) -> Code:
    """The arrangement whose colours stand in a row of an array."""
    return tuple(int(colour) for colour in colours)


def random_code(holes: int, random: np.random.Generator) -> Code:
    """A random arrangement."""
    return as_code(random.permutation(2 * holes)[:holes])


def masks_of(codes: Array) -> Array:
    """The colours of each code (n, holes) as a set of bits: uint64 (n,)."""
    bits = np.zeros(len(codes), dtype=np.uint64)
    for column in codes.T:  # hole by hole: millions of codes eight times as wide would not fit
        bits |= np.uint64(1) << column.astype(np.uint64)
    return bits


def bit_counts(masks: Array) -> Array:
    """How many bits are set in each uint64: uint8, same shape."""
    if hasattr(np, "bitwise_count"):
        counts: Array = np.bitwise_count(masks)
        return counts
    bits = np.unpackbits(np.ascontiguousarray(masks)[..., None].view(np.uint8), axis=-1)
    return np.asarray(bits.sum(axis=-1, dtype=np.uint8))


def fitting(codes: Array, masks: Array, last: Try) -> Array:
    """Which of the codes (n, holes) with those masks fit the try: bool (n,)."""
    guess = np.array(last.guess, dtype=codes.dtype)
    mask = masks_of(guess[None, :])[0]
    fits: Array = bit_counts(masks & mask) == sum(last.reply)

    black = np.zeros(len(codes), dtype=np.uint8)
    for hole, colour in enumerate(guess):
        black += codes[:, hole] == colour
    fits &= black == last.reply[0]
    return fits


def best_split(codes: Array, random: np.random.Generator, extra_guesses: Array | None = None) -> Code:
    """The code that splits the codes best (entropy), of a sample of them and of extra_guesses, over a sample of them.

    Among equals one of the codes themselves is preferred.
    """
    size = len(codes)
    if size <= 2:
        return as_code(codes[0])

    if extra_guesses is None:
        guesses = codes[random.permutation(size)[:_GUESSES]]
        is_consistent = np.ones(len(guesses), dtype=bool)
        most_secrets = _SECRETS
    else:
        consistent = codes[random.permutation(size)[:_CANDIDATES_AMONG_EXTRA]]
        extra = extra_guesses[random.integers(len(extra_guesses), size=_EXTRA_GUESSES)]
        guesses = np.concatenate((consistent, extra))
        is_consistent = np.arange(len(guesses)) < len(consistent)
        most_secrets = _CANDIDATES_AMONG_EXTRA

    secrets = codes[random.permutation(size)[:most_secrets]]
    cost_of_size = CRITERIA["entropy"].table(len(secrets))
    costs = cost_of_size[bin_sizes(guesses, secrets)].sum(axis=1)
    return as_code(guesses[best_guess(costs, is_consistent)])


def bin_sizes(guesses: Array, secrets: Array) -> Array:
    """How many of the secrets (s, holes) give each reply to each guess (g, holes): int64 (g, replies)."""
    guess_masks = masks_of(guesses)
    secret_masks = masks_of(secrets)
    holes = guesses.shape[1]

    both = bit_counts(guess_masks[:, None] & secret_masks[None, :]).astype(np.int64)
    black = (guesses[:, None, :] == secrets[None, :, :]).sum(axis=2)

    # One count of all codes: those of each guess are shifted beyond those of the guesses before it.
    width = (holes + 1) ** 2
    replies = both * (holes + 1) + black + np.arange(len(guesses))[:, None] * width
    return np.bincount(replies.ravel(), minlength=len(guesses) * width).reshape(len(guesses), width)
