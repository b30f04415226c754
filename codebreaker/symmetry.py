"""Guesses that differ only by names: one representative of each kind for a set of candidates.

Renaming colours and reordering holes changes no reply. A renaming that maps the candidates onto themselves
maps any strategy for them onto another one with the same distribution, so of all guesses that such renamings
turn into each other one needs to be looked at. Colours and holes that no guess has told apart are renamed freely.
"""

from itertools import combinations, permutations

import numpy as np

from codebreaker.replies import Array

_MOST_ORDERS = 720
"""Orders of holes that are tried: all of them up to 6 holes, beyond that only renamings of colours."""
_FEWEST = 3
"""Below so many candidates there is nothing to gain."""


class Symmetry:
    """The renamings of a board of codes; guesses (g, holes) and secrets (s, holes) in lexicographic order."""

    def __init__(self, guesses: Array, secrets: Array, colours: int) -> None:
        holes = guesses.shape[1]
        self.guesses, self.secrets, self.colours = guesses, secrets, colours
        self._weights = colours ** np.arange(holes - 1, -1, -1, dtype=np.int64)
        self._own = guesses @ self._weights
        self._numbers = secrets @ self._weights
        orders = list(permutations(range(holes))) if holes <= 6 else [tuple(range(holes))]
        self._orders = np.array(orders[:_MOST_ORDERS])
        # Random weights make one number of how often a colour stands in each hole.
        self._hash = np.random.default_rng(0).integers(1, 1 << 40, holes)

    def representatives(self, secrets: Array) -> Array | None:
        """The first of each kind of guess over those secret indices, ascending; None where all kinds differ."""
        if len(secrets) < _FEWEST:
            return None
        member = np.zeros(self.colours ** self.guesses.shape[1], dtype=bool)
        member[self._numbers[secrets]] = True
        codes = self.secrets[secrets]
        alike = self._alike_colours(codes, member)
        renamings = self._renamings(codes, member)
        if len(renamings) == 1 and not alike:
            return None
        kept = np.arange(len(self.guesses))
        for order, names in renamings:
            images = names[self.guesses[kept][:, order]]
            kept = kept[_least_names(images, alike) @ self._weights >= self._own[kept]]
        return kept

    def _held(self, codes: Array) -> Array:
        """How many of the codes hold each colour in each hole: int64 (holes, colours)."""
        return np.stack([np.bincount(column, minlength=self.colours) for column in codes.T])

    def _alike_colours(self, codes: Array, member: Array) -> list[Array]:
        """The classes, of two colours or more, within which colours can be exchanged: ascending arrays."""
        columns = self._held(codes).T
        class_of = np.arange(self.colours)
        for first, second in combinations(range(self.colours), 2):
            if class_of[second] == second and class_of[first] == first and (columns[first] == columns[second]).all():
                names = np.arange(self.colours)
                names[[first, second]] = second, first
                if member[names[codes] @ self._weights].all():
                    class_of[second] = first
        classes = (np.flatnonzero(class_of == first) for first in np.unique(class_of))
        return [colours for colours in classes if len(colours) > 1]

    def _renamings(self, codes: Array, member: Array) -> list[tuple[Array, Array]]:
        """(order of holes, new names of colours) that map the codes onto themselves, the identity first."""
        reordered: Array = self._held(codes)[self._orders]
        keys: Array = np.einsum("ohc,h->oc", reordered, self._hash)
        colours = np.argsort(keys, axis=1, kind="stable")
        fits = np.take_along_axis(keys, colours, axis=1)
        found = []
        for row in np.flatnonzero((fits == fits[0]).all(axis=1)):
            names = np.empty(self.colours, dtype=np.uint8)
            names[colours[row]] = colours[0]
            if member[names[codes[:, self._orders[row]]] @ self._weights].all():
                found.append((self._orders[row], names))
        return found


def _least_names(codes: Array, alike: list[Array]) -> Array:
    """The codes (n, holes) with the colours of each class renamed so that they appear in ascending order."""
    renamed = codes.copy()
    every = np.arange(len(codes))
    for colours in alike:
        position = np.full(int(max(codes.max(initial=0), colours[-1])) + 1, -1)
        position[colours] = np.arange(len(colours))
        place = position[codes]
        given = np.full((len(codes), len(colours)), -1)
        used = np.zeros(len(codes), dtype=np.int64)
        for hole in range(codes.shape[1]):
            here = place[:, hole]
            mine = here >= 0
            new = mine & (given[every, here] < 0)
            given[every[new], here[new]] = used[new]
            used += new
            renamed[mine, hole] = colours[given[every[mine], here[mine]]]
    return renamed
