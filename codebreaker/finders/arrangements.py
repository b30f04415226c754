"""Arrangements of n among 2n colours: which of them fit a reply, and which guess splits them best.

A set of colours is a mask: an integer whose bit i says whether the set holds colour i.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.random import Generator

from codebreaker.bins import count_codes
from codebreaker.contradiction import Contradiction
from codebreaker.criteria import CRITERIA, best_guesses
from codebreaker.replies import Array
from wordlists.step import Step

_GUESSES = 80
"""Guesses that best_split compares if it has no extra guesses. With _SECRETS that is 120,000 replies, which take about
10 ms for 12 holes."""
_SECRETS = 1500
"""Codes that take the part of the secret then."""
_CODES_BESIDE_EXTRA = 300
"""If best_split has extra guesses: the codes that it compares as guesses beside them, and the codes that take the part
of the secret."""
_EXTRA_GUESSES = 1000
"""The extra guesses that it compares. With those codes that is 390,000 replies, about 10 ms for 6 holes."""
NOTHING_FITS = "no arrangement fits all replies"
"""The message of the Contradiction that a finder raises."""
Code = tuple[int, ...]
"""The colours of an arrangement, from 0, hole by hole."""
Try = Step[Code, tuple[int, int]]
"""A step of a finder's game: a guess with its reply, the numbers of (black, white) pegs."""
Finder = Callable[[Sequence[Try]], Code]
"""finder(tries): the next guess after those tries, for one game. From call to call the tries only grow.

Contradiction if it is known that no arrangement fits all of them.
"""


def as_code(colours: Array) -> Code:
    """The arrangement whose colours stand in a row of an array."""
    return tuple(colours.tolist())


def random_code(holes: int, random: Generator) -> Code:
    """A random arrangement."""
    return as_code(random.permutation(2 * holes)[:holes])


def bit_of(colours: Array) -> Array:
    """The mask of each colour alone: uint64, same shape."""
    return np.uint64(1) << colours.astype(np.uint64)


def masks_of(codes: Array) -> Array:
    """The colours of each code (n, holes) as a mask: uint64 (n,)."""
    masks = np.zeros(len(codes), dtype=np.uint64)
    # Hole by hole, because uint64 is eight times as wide as a colour: all holes of millions of codes would not fit.
    for column in codes.T:
        masks |= bit_of(column)
    return masks


def bit_counts(masks: Array) -> Array:
    """How many bits are set in each uint64: uint8, same shape."""
    # numpy has it from version 2 on.
    if hasattr(np, "bitwise_count"):
        counts: Array = np.bitwise_count(masks)
        return counts
    bits = np.unpackbits(np.ascontiguousarray(masks)[..., None].view(np.uint8), axis=-1)
    return np.asarray(bits.sum(axis=-1, dtype=np.uint8))


def have_right_colours(masks: Array, step: Try) -> Array:
    """Which masks (n,) have as many colours in common with the guess as its reply has pegs: bool (n,)."""
    guess_mask = np.bitwise_or.reduce(bit_of(np.array(step.guess)))
    fits: Array = bit_counts(masks & guess_mask) == sum(step.reply)
    return fits


def codes_fit(codes: Array, step: Try) -> Array:
    """Which of the codes (n, holes) fit the try: bool (n,)."""
    black = np.zeros(len(codes), dtype=np.uint8)
    for hole, colour in enumerate(step.guess):
        black += codes[:, hole] == colour

    fits: Array = have_right_colours(masks_of(codes), step) & (black == step.reply[0])
    return fits


def list_finder(
    candidates: Array, fit: Callable[[Array, Try], Array], choose: Callable[[Array, Sequence[Try]], Code]
) -> Finder:
    """A finder that keeps those of a list of candidates which fit all tries, and chooses the guess by them.

    candidates: arrangements, uint8 (n, holes), or sets of colours, uint64 (n,). Games may share the array: it is not
    changed. fit(candidates, step): which of them fit the try, bool (n,). choose(candidates, tries): the guess to make
    where those candidates fit all tries.
    """
    fitting = candidates
    tries_used = 0

    def next_guess(tries: Sequence[Try]) -> Code:
        """The guess after these tries, the first of which are those of the call before."""
        nonlocal fitting, tries_used
        for step in tries[tries_used:]:
            fitting = fitting[fit(fitting, step)]
        tries_used = len(tries)

        if not len(fitting):
            raise Contradiction(NOTHING_FITS)
        return choose(fitting, tries)

    return next_guess


def best_split(codes: Array, random: Generator, extra_guesses: Array | None = None) -> Code:
    """The guess with the largest entropy of its reply, where each of the codes (n, holes) may be the secret.

    The guesses compared are a sample of the codes, and of extra_guesses (m, holes) if there are any. A sample of the
    codes takes the part of the secret. Among equals one of the codes is preferred, because it may be the secret.
    """
    size = len(codes)
    if size <= 2:
        # One of two is the secret, and guessing it tells which.
        return as_code(codes[0])

    if extra_guesses is None:
        guesses = codes[random.permutation(size)[:_GUESSES]]
        is_candidate = np.ones(len(guesses), dtype=bool)
        most_secrets = _SECRETS
    else:
        candidates = codes[random.permutation(size)[:_CODES_BESIDE_EXTRA]]
        extra = extra_guesses[random.integers(len(extra_guesses), size=_EXTRA_GUESSES)]
        guesses = np.concatenate((candidates, extra))
        is_candidate = np.arange(len(guesses)) < len(candidates)
        most_secrets = _CODES_BESIDE_EXTRA

    secrets = codes[random.permutation(size)[:most_secrets]]
    # The least sum of these costs is the largest entropy.
    cost_of_size = CRITERIA["entropy"].table(len(secrets))
    costs = cost_of_size[bin_sizes(guesses, secrets)].sum(axis=1)
    return as_code(guesses[best_guesses(costs, 1, is_candidate)[0]])


def bin_sizes(guesses: Array, secrets: Array) -> Array:
    """How many of the secrets (s, holes) give each reply to each guess (g, holes): int64 [guess, reply code].

    The code of a reply is (holes + 1) x (black + white) + black.
    """
    guess_masks = masks_of(guesses)
    secret_masks = masks_of(secrets)
    holes = guesses.shape[1]

    both = bit_counts(guess_masks[:, None] & secret_masks[None, :]).astype(np.int64)
    black = (guesses[:, None, :] == secrets[None, :, :]).sum(axis=2)
    return count_codes((holes + 1) * both + black, (holes + 1) ** 2)
