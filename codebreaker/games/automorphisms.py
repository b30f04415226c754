"""The symmetries of a game that is given by a table: all products of generators."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from codebreaker.games.reply_table import GameError, said
from codebreaker.replies import Array

Images = Callable[[Any], Any] | Mapping[Any, Any]
Symmetry = tuple[Images, Images]
"""(guess to guess, secret to secret): a renaming that changes no reply."""
Generator = tuple[Array, Array]
"""The same as permutations: the indices of the images of guesses, and of secrets."""
MOST_ENTRIES = 1 << 28
"""Entries of the group's permutations; products beyond that are left out, which costs time and no result."""
SAMPLE = 24
"""Elements of the group that are looked at to find the classes of guesses."""
MARKS = 64
"""Values whose images tell the elements of the group apart."""
FEWEST = 3
"""Below this many candidates symmetry saves nothing."""


class Automorphisms:
    """The group that the generators produce, as permutations of the indices of guesses and of secrets."""

    def __init__(self, generators: Sequence[Generator], guesses: int, secrets: int) -> None:
        """guesses, secrets: how many there are."""
        self._guesses, self._secrets = guesses, secrets
        joined = [np.concatenate((mine, theirs + guesses)) for mine, theirs in generators]
        # images[value, element]: the images of a value are neighbours in memory, because they are read together.
        self._images = np.ascontiguousarray(_products(joined, guesses + secrets).T)

    def representatives(self, secrets: Array) -> Array | None:
        """The first guess of each class under the symmetries that map those secrets onto themselves, ascending.

        None if no symmetry but the identity does.
        """
        elements = self._images.shape[1]
        if len(secrets) < FEWEST or elements == 1:
            return None
        left = np.arange(elements)
        if len(secrets) < self._secrets:
            member = np.zeros(self._guesses + self._secrets, dtype=bool)
            member[secrets + self._guesses] = True
            for secret in secrets:
                left = left[member[self._images[secret + self._guesses, left]]]
                if len(left) == 1:
                    return None
        return self._firsts(left)

    def _firsts(self, elements: Array) -> Array:
        """The first guess of each class under those elements of the group, ascending indices.

        Of many elements a sample is taken, which almost always has the same classes and never larger ones.
        """
        if len(elements) > SAMPLE:
            elements = np.random.default_rng(0).choice(elements, SAMPLE, replace=False)
        first = np.arange(self._guesses)
        images = self._images[: self._guesses, elements].T
        before = None
        while before is None or (first != before).any():
            before = first.copy()
            for image in images:
                first = np.minimum(first, first[image])
        return np.flatnonzero(first == np.arange(self._guesses))


def stated_generators(
    symmetries: Iterable[Symmetry],
    guesses: Sequence[Any],
    secrets: Sequence[Any],
    matrix: Array,
    weights: Array | None,
) -> list[Generator]:
    """The symmetries as permutations; GameError if one changes a reply code of the matrix [guess, secret] or a
    weight."""
    try:
        pairs = [(of_guess, of_secret) for of_guess, of_secret in symmetries]
    except (TypeError, ValueError):
        raise GameError("symmetries is no list of pairs (guess to guess, secret to secret)") from None
    generators = []
    for of_guess, of_secret in pairs:
        mine, theirs = _permutation(of_guess, guesses, "guess"), _permutation(of_secret, secrets, "secret")
        _check(mine, theirs, guesses, secrets, matrix, weights)
        generators.append((mine, theirs))
    return generators


def _permutation(images: Images, values: Sequence[Any], what: str) -> Array:
    """The index of the image of each value; GameError if the images are not the values in another order."""
    place = {value: number for number, value in enumerate(values)}
    found = []
    for value in values:
        try:
            image = images(value) if callable(images) else images.get(value, value)
            found.append(place.get(image, -1))
        except Exception as error:
            raise GameError(f"a symmetry cannot map the {what} {value!r}: {said(error)}") from error
        if found[-1] < 0:
            raise GameError(f"a symmetry maps the {what} {value!r} to {image!r}, which is no {what}")
    if len(set(found)) < len(values):
        raise GameError(f"a symmetry maps a {what} to the image of another {what}")
    return np.array(found)


def _check(
    mine: Array, theirs: Array, guesses: Sequence[Any], secrets: Sequence[Any], matrix: Array, weights: Array | None
) -> None:
    """GameError if the renaming changes a reply or a weight."""
    changed = np.argwhere(matrix[np.ix_(mine, theirs)] != matrix)
    if len(changed):
        guess, secret = changed[0]
        raise GameError(
            f"a symmetry changes the reply to the guess {guesses[guess]!r} for the secret {secrets[secret]!r}"
        )
    if weights is not None and (weights[theirs] != weights).any():
        secret = int((weights[theirs] != weights).argmax())
        raise GameError(f"a symmetry changes the weight of the secret {secrets[secret]!r}")


def _products(generators: Sequence[Array], size: int) -> Array:
    """All products of the generators, the identity first: (group, size), up to MOST_ENTRIES entries.

    Products are told apart by the images of MARKS values; of products that agree on all of those one is kept.
    """
    identity = np.arange(size, dtype=np.min_scalar_type(max(size - 1, 0)))
    marks = identity if size <= MARKS else np.random.default_rng(0).choice(identity, MARKS, replace=False)
    moved = [(generator, generator[marks]) for generator in generators]
    found, order = {identity[marks].tobytes()}, [identity]
    for element in order:  # grows while it is walked through
        for generator, images in moved:
            key = element[images].tobytes()
            if key not in found and (len(order) + 1) * size <= MOST_ENTRIES:
                found.add(key)
                order.append(element[generator])
    return np.array(order)
