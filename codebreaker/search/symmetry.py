"""Guesses that differ only by names: one representative of each kind for a set of candidates.

Renaming colours and reordering holes changes no reply. A renaming that maps the candidates onto themselves
maps any strategy for them onto another one with the same distribution, so of all guesses that such renamings
turn into each other one needs to be looked at. Colours and holes that no guess has told apart are renamed freely.
"""

from itertools import combinations, permutations

import numpy as np

from codebreaker.replies import Array

_MOST_REORDERED = 6
"""Up to this many holes all their orders (720) are tried, above it only renamings of colours."""
_FEWEST = 3
"""Below this many candidates symmetry saves nothing."""


def numbers(codes: Array, colours: int) -> Array:
    """Each code (n, holes) as a number in base `colours`: int64 (n,), ascending for codes in lexicographic order."""
    place_values = colours ** np.arange(codes.shape[1] - 1, -1, -1, dtype=np.int64)
    values: Array = codes @ place_values
    return values


class Symmetry:
    """The renamings of a board of codes; guesses (g, holes) and secrets (s, holes) in lexicographic order."""

    def __init__(self, guesses: Array, secrets: Array, colours: int) -> None:
        holes = guesses.shape[1]
        self.guesses, self.secrets, self.colours = guesses, secrets, colours
        self._guess_numbers, self._secret_numbers = numbers(guesses, colours), numbers(secrets, colours)
        orders = permutations(range(holes)) if holes <= _MOST_REORDERED else [tuple(range(holes))]
        self._orders = np.array(list(orders))
        # Random weights make one number of how often a colour stands in each hole.
        self._hash = np.random.default_rng(0).integers(1, 1 << 40, holes)

    def representatives(self, secrets: Array) -> Array | None:
        """The first of each kind of guess over those secret indices, ascending; None if all kinds differ."""
        if len(secrets) < _FEWEST:
            return None
        member = np.zeros(self.colours ** self.guesses.shape[1], dtype=bool)
        member[self._secret_numbers[secrets]] = True
        codes = self.secrets[secrets]
        alike = self._alike_colours(codes, member)
        renamings = self._renamings(codes, member)
        if len(renamings) == 1 and not alike:
            return None
        chosen = np.arange(len(self.guesses))
        for order, names in renamings:
            images = names[self.guesses[chosen][:, order]]
            chosen = chosen[numbers(_least_names(images, alike), self.colours) >= self._guess_numbers[chosen]]
        return chosen

    def _colour_counts(self, codes: Array) -> Array:
        """How many of the codes (n, holes) hold each colour in each hole: int64 (holes, colours)."""
        return np.stack([np.bincount(column, minlength=self.colours) for column in codes.T])

    def _alike_colours(self, codes: Array, member: Array) -> list[Array]:
        """The classes, of two colours or more, within which colours can be exchanged: ascending arrays.

        member says of each number whether it is that of one of the codes (n, holes).
        """
        columns = self._colour_counts(codes).T
        class_of = np.arange(self.colours)
        for first, second in combinations(range(self.colours), 2):
            if class_of[second] == second and class_of[first] == first and (columns[first] == columns[second]).all():
                names = np.arange(self.colours)
                names[[first, second]] = second, first
                if member[numbers(names[codes], self.colours)].all():
                    class_of[second] = first
        classes = (np.flatnonzero(class_of == first) for first in np.unique(class_of))
        return [colours for colours in classes if len(colours) > 1]

    def _renamings(self, codes: Array, member: Array) -> list[tuple[Array, Array]]:
        """(order of holes, new names of colours) that map the codes (n, holes) onto themselves, the identity first."""
        reordered: Array = self._colour_counts(codes)[self._orders]
        keys: Array = np.einsum("ohc,h->oc", reordered, self._hash)
        colours = np.argsort(keys, axis=1, kind="stable")
        fits = np.take_along_axis(keys, colours, axis=1)
        renamings = []
        for row in np.flatnonzero((fits == fits[0]).all(axis=1)):
            names = np.empty(self.colours, dtype=np.uint8)
            names[colours[row]] = colours[0]
            if member[numbers(names[codes[:, self._orders[row]]], self.colours)].all():
                renamings.append((self._orders[row], names))
        return renamings


def _least_names(codes: Array, alike: list[Array]) -> Array:
    """The codes (n, holes) with the colours of each class renamed so that they appear in ascending order."""
    renamed = codes.copy()
    rows = np.arange(len(codes))
    for colours in alike:
        position = np.full(int(max(codes.max(initial=0), colours[-1])) + 1, -1)
        position[colours] = np.arange(len(colours))
        index_in_class = position[codes]
        new_names = np.full((len(codes), len(colours)), -1)
        used = np.zeros(len(codes), dtype=np.int64)
        for hole in range(codes.shape[1]):
            here = index_in_class[:, hole]
            mine = here >= 0
            new = mine & (new_names[rows, here] < 0)
            new_names[rows[new], here[new]] = used[new]
            used += new
            renamed[mine, hole] = colours[new_names[rows[mine], here[mine]]]
    return renamed
