"""Guesses that differ only by names: one representative of each class of them for a set of candidates.

Renaming colours and reordering holes, in guess and secret alike, changes no reply. If that maps the candidates onto
themselves, it maps any strategy for them onto another one with the same distribution. So of guesses that are mapped
onto each other one is enough. For instance, all colours are alike before the first guess: of the guesses 0011, 1122 and
2211 only 0011 is looked at.
"""

from itertools import combinations, permutations

import numpy as np

from codebreaker.replies import Array
from codebreaker.symmetry_group import FEWEST_SECRETS

_MOST_REORDERED = 6
"""Up to this many holes all their orders (720) are tried, above it only renamings of colours."""


def _exchange(size: int, first: int, second: int) -> Array:
    """The permutation of 0 … size - 1 that exchanges two numbers."""
    images = np.arange(size)
    images[[first, second]] = second, first
    return images


class CodeSymmetries:
    """The renamings of colours and the orders of holes that change no reply of a game of codes."""

    def __init__(self, guesses: Array, secrets: Array, colours: int) -> None:
        """guesses (g, holes) and secrets (s, holes): codes of colours from 0 to colours - 1, in lexicographic order.

        Codes of many holes are not reordered.
        """
        holes = guesses.shape[1]
        self.guesses = guesses
        self.secrets = secrets
        self.colours = colours
        self._place_values = colours ** np.arange(holes - 1, -1, -1, dtype=np.int64)
        self._guess_numbers = self._numbers(guesses)
        self._secret_numbers = self._numbers(secrets)

        orders = permutations(range(holes)) if holes <= _MOST_REORDERED else [tuple(range(holes))]
        self._orders = np.array(list(orders))
        self._hole_weights = np.random.default_rng(0).integers(1, 1 << 40, holes)
        """A random number for each hole, by which _renamings tells colours apart.

        With 40 bits the sums that it compares are hardly ever equal by chance. Where they are, it misses a renaming.
        """

    def _numbers(self, codes: Array) -> Array:
        """Each code (n, holes) as a number in base `colours`, in the same order: int64 (n,)."""
        numbers: Array = codes @ self._place_values
        return numbers

    def generators(self) -> list[tuple[Array, Array]]:
        """All exchanges of two colours and of two holes, as pairs of index arrays: int64 (guesses,) and (secrets,).

        Their products are all renamings of colours and all orders of holes.
        """
        holes = self.guesses.shape[1]
        all_colours = np.arange(self.colours)
        all_holes = np.arange(holes)
        generators = []
        for first, second in combinations(range(self.colours), 2):
            generators.append(self._images(_exchange(self.colours, first, second), all_holes))
        for first, second in combinations(range(holes), 2):
            generators.append(self._images(all_colours, _exchange(holes, first, second)))
        return generators

    def _images(self, names: Array, order: Array) -> tuple[Array, Array]:
        """The indices of all guesses and of all secrets with their colours renamed and their holes in that order."""
        guess_numbers = self._numbers(names[self.guesses[:, order]])
        secret_numbers = self._numbers(names[self.secrets[:, order]])
        return (
            np.searchsorted(self._guess_numbers, guess_numbers),
            np.searchsorted(self._secret_numbers, secret_numbers),
        )

    def representatives(self, secrets: Array) -> Array | None:
        """The first guess of each class, ascending, for those secret indices; None if each guess is a class of its own.

        The guesses of a class are mapped onto each other by symmetries that map these secrets onto themselves.
        """
        if len(secrets) < FEWEST_SECRETS:
            # To compare guesses takes longer than to look at all of them.
            return None

        # A flag for each number in base `colours`, also for those of codes that may not be made. There are 8**8, or 17
        # million, at most: 8 colours in 8 holes without repeated colours. In games with more numbers there are too many
        # codes to be listed (MOST_LISTED of codebreaker.games.mastermind).
        is_member = np.zeros(self.colours ** self.guesses.shape[1], dtype=bool)
        is_member[self._secret_numbers[secrets]] = True
        codes = self.secrets[secrets]
        # How many of the codes hold each colour in each hole: int64 (holes, colours).
        counts = np.stack([np.bincount(column, minlength=self.colours) for column in codes.T])
        swaps = self._swaps(codes, is_member, counts)
        renamings = self._renamings(codes, is_member, counts)
        if len(renamings) == 1 and not swaps:
            return None

        # A guess that is mapped onto one with a lower number is not the first of its class. A symmetry is one of the
        # renamings, followed by swaps; with these _least_numbers makes the lowest number that there is.
        chosen = np.arange(len(self.guesses))
        for order, names in renamings:
            renamed = names[self.guesses[chosen][:, order]]
            images = self._least_numbers(renamed, swaps)
            chosen = chosen[images >= self._guess_numbers[chosen]]
        return chosen

    def _swaps(self, codes: Array, is_member: Array, counts: Array) -> list[Array]:
        """The exchanges of two colours, as new names of all colours, that map the codes (n, holes) onto themselves.

        is_member: bool, whether each number is that of one of the codes. counts: (holes, colours), how many of the
        codes hold each colour in each hole.
        """
        # Colours that stand in different numbers of codes cannot be exchanged; that is quicker to see.
        counts_of_colour = counts.T
        are_alike = (counts_of_colour[:, None] == counts_of_colour).all(axis=2)
        pairs = np.argwhere(np.triu(are_alike, k=1))

        swaps = []
        for first, second in pairs:
            names = _exchange(self.colours, first, second)
            if is_member[self._numbers(names[codes])].all():
                swaps.append(names)
        return swaps

    def _least_numbers(self, codes: Array, swaps: list[Array]) -> Array:
        """The lowest number that the swaps can make of each of the codes (n, holes): int64 (n,).

        Where colours 1, 2 and 3 can be exchanged, the lowest for 3132 is the number of 1213.
        """
        # A swap makes a code less if it brings the smaller colour to the front. The swaps come in the order of their
        # colours, (0, 1), (0, 2), … (1, 2), …: after the swaps of colour 0 the least colour is in front of the others
        # that it is exchanged with, then the next, as in an exchange sort. So one pass is enough.
        numbers = self._numbers(codes)
        for names in swaps:
            swapped = names[codes]
            swapped_numbers = self._numbers(swapped)
            less = swapped_numbers < numbers
            codes = np.where(less[:, None], swapped, codes)
            numbers = np.where(less, swapped_numbers, numbers)
        return numbers

    def _renamings(self, codes: Array, is_member: Array, counts: Array) -> list[tuple[Array, Array]]:
        """(order of holes, new names of colours) that map the codes (n, holes) onto themselves, the identity first.

        Only one renaming is tried for each order. There may be more if two colours stand equally often in every hole,
        but these differ by swaps of such colours, which `_swaps` finds. Where a renaming is missed, more guesses than
        necessary are looked at. is_member, counts: as in _swaps.
        """
        counts_by_order: Array = counts[self._orders]

        # With the holes in another order, a colour can only be mapped onto one that stands as often in each hole. To
        # compare these counts at once, each colour has a key: the sum over the holes of its count times the hole's
        # random number. Colours with equal counts have equal keys. So the sorted keys of an order must be those of the
        # first order, in which the holes stay where they are.
        keys: Array = np.einsum("ohc,h->oc", counts_by_order, self._hole_weights)
        sorted_colours = np.argsort(keys, axis=1, kind="stable")
        sorted_keys = np.take_along_axis(keys, sorted_colours, axis=1)
        has_equal_keys = (sorted_keys == sorted_keys[0]).all(axis=1)

        renamings = []
        for row in np.flatnonzero(has_equal_keys):
            order = self._orders[row]
            # In the order of their keys, the colours in the holes of this order become those of the first order.
            names = np.empty(self.colours, dtype=np.uint8)
            names[sorted_colours[row]] = sorted_colours[0]
            images = self._numbers(names[codes[:, order]])
            if is_member[images].all():
                renamings.append((order, names))
        return renamings
