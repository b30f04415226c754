"""The symmetries of a game that is given by a table: all products of generators, stated or found by pynauty."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from codebreaker.games.reply_table import GameError, describe
from codebreaker.replies import Array
from lingo_common.errors import MissingExtra

Images = Callable[[Any], Any] | Mapping[Any, Any]
Symmetry = tuple[Images, Images]
"""(guess to guess, secret to secret): a renaming that changes no reply."""
Generator = tuple[Array, Array]
"""A symmetry as permutations: the indices of the images of guesses, and of secrets."""
MOST_BYTES = 1 << 26
"""Bytes of the products that are kept; products beyond that are left out, which costs time and no result."""
SAMPLE = 24
"""Elements of the group that are looked at to find the classes of guesses."""
MARKS = 64
"""Guesses, and secrets, whose images tell the elements of the group apart."""
FEWEST = 3
"""Below this many candidates symmetry saves nothing."""


class Automorphisms:
    """The group that the generators produce, as permutations of the indices of guesses and of secrets."""

    def __init__(self, generators: Sequence[Generator], guesses: int, secrets: int) -> None:
        """guesses, secrets: how many there are."""
        self._guesses, self._secrets = guesses, secrets
        products = _products(generators, guesses, secrets)
        self._guess_images = [mine for mine, _ in products]
        # [secret, element]: the images of a secret are neighbours in memory, because they are read together.
        self._secret_images = np.stack([theirs for _, theirs in products], axis=1)

    def representatives(self, secrets: Array) -> Array | None:
        """The first guess of each class under the symmetries that map those secrets onto themselves, ascending.

        None if no symmetry but the identity does.
        """
        elements = len(self._guess_images)
        if len(secrets) < FEWEST or elements == 1:
            return None
        stabiliser = np.arange(elements)
        if len(secrets) < self._secrets:
            member = np.zeros(self._secrets, dtype=bool)
            member[secrets] = True
            for secret in secrets:
                stabiliser = stabiliser[member[self._secret_images[secret, stabiliser]]]
                if len(stabiliser) == 1:
                    return None
        return self._firsts(stabiliser)

    def _firsts(self, elements: Array) -> Array:
        """The first guess of each class under those elements of the group, ascending indices.

        Of many elements a sample is taken, which almost always has the same classes and never larger ones.
        """
        if len(elements) > SAMPLE:
            elements = np.random.default_rng(0).choice(elements, SAMPLE, replace=False)
        first = np.arange(self._guesses)
        images = [self._guess_images[element] for element in elements]
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
    index_of = {value: number for number, value in enumerate(values)}
    images_found = []
    for value in values:
        try:
            image = images(value) if callable(images) else images.get(value, value)
            images_found.append(index_of.get(image, -1))
        except Exception as error:
            raise GameError(f"a symmetry cannot map the {what} {value!r}: {describe(error)}") from error
        if images_found[-1] < 0:
            raise GameError(f"a symmetry maps the {what} {value!r} to {image!r}, which is no {what}")
    if len(set(images_found)) < len(values):
        raise GameError(f"a symmetry maps a {what} to the image of another {what}")
    return np.array(images_found)


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


def _products(generators: Sequence[Generator], guesses: int, secrets: int) -> list[Generator]:
    """All products of the generators, the identity first, up to MOST_BYTES.

    Products are told apart by the images of MARKS guesses and MARKS secrets; of products that agree on all of those one
    is kept.
    """
    identity = _identity(guesses), _identity(secrets)
    marks = [_marks(values) for values in identity]
    keys, products = {_key(identity, marks)}, [identity]
    most = MOST_BYTES // sum(values.nbytes for values in identity)
    for mine, theirs in products:  # grows while it is walked through
        for of_guess, of_secret in generators:
            if len(products) == most:
                return products
            key = _key((mine, theirs), [of_guess[marks[0]], of_secret[marks[1]]])
            if key not in keys:
                keys.add(key)
                products.append((mine[of_guess], theirs[of_secret]))
    return products


def _identity(size: int) -> Array:
    return np.arange(size, dtype=np.min_scalar_type(max(size - 1, 0)))


def _marks(values: Array) -> Array:
    """MARKS of the values, drawn; all if they are fewer."""
    return values if len(values) <= MARKS else np.random.default_rng(0).choice(values, MARKS, replace=False)


def _key(element: Generator, marks: Sequence[Array]) -> bytes:
    """The images of the marks under an element of the group."""
    return b"".join(images[mark].tobytes() for images, mark in zip(element, marks, strict=True))


MOST_SEARCHED = 1 << 22
"""Replies of a table that is searched: the graph takes about 100 bytes for each."""


def found_generators(matrix: Array, weights: Array | None) -> list[Generator]:
    """Generators of all symmetries that change no reply code of the matrix [guess, secret] and no weight.

    They are the automorphisms of a graph whose vertices are guesses and secrets. pynauty knows no colours of edges, so
    there is a layer of the graph for each bit of a code, and each vertex is joined to itself in the next layer.
    GameError if the table is too large.
    """
    guesses, secrets = matrix.shape
    if matrix.size > MOST_SEARCHED:
        raise GameError(
            f'symmetry="find" searches up to {MOST_SEARCHED:,} replies, and {guesses:,} guesses x {secrets:,} secrets '
            f"are {matrix.size:,}: state generators (symmetries=)"
        )
    try:
        import pynauty
    except ImportError:
        raise MissingExtra('symmetry="find"', "symmetry") from None
    codes = _few_bits(matrix)
    likely = _generators(pynauty, codes & 1, weights)  # a much smaller graph, which has these symmetries and others
    if all((matrix[np.ix_(mine, theirs)] == matrix).all() for mine, theirs in likely):
        return likely
    return _generators(pynauty, codes, weights)


def _generators(pynauty: Any, codes: Array, weights: Array | None) -> list[Generator]:
    """Generators of all symmetries of those codes [guess, secret]."""
    guesses, secrets = codes.shape
    size, layers = guesses + secrets, max(1, int(codes.max()).bit_length())
    edges = {}
    for layer in range(layers):
        start, bits = layer * size, codes >> layer & 1
        for guess in range(guesses):
            edges[start + guess] = (start + guesses + np.flatnonzero(bits[guess])).tolist()
        if layer + 1 < layers:
            for vertex in range(start, start + size):
                edges.setdefault(vertex, []).append(vertex + size)
    classes = [
        {layer * size + vertex for vertex in kind}
        for layer in range(layers)
        for kind in _kinds(guesses, secrets, weights)
    ]
    group = pynauty.autgrp(pynauty.Graph(layers * size, adjacency_dict=edges, vertex_coloring=classes))[0]
    permutations = (np.array(images[:size]) for images in group)
    return [(images[:guesses], images[guesses:] - guesses) for images in permutations]


def _few_bits(matrix: Array) -> Array:
    """The matrix with its codes renamed, so that the most frequent ones have the fewest bits: fewer edges."""
    met, codes, counts = np.unique(matrix, return_inverse=True, return_counts=True)
    names = sorted(range(len(met)), key=lambda name: (name.bit_count(), name))
    name_of = np.empty(len(met), dtype=np.int32)
    name_of[np.argsort(-counts, kind="stable")] = names
    return name_of[codes.reshape(matrix.shape)]


def _kinds(guesses: int, secrets: int, weights: Array | None) -> list[list[int]]:
    """The vertices that may be mapped onto each other: guesses, and secrets of one weight."""
    weight = np.zeros(secrets) if weights is None else weights
    hidden = [(guesses + np.flatnonzero(weight == value)).tolist() for value in np.unique(weight)]
    return [list(range(guesses)), *hidden]
