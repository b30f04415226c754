"""The symmetries of a game that is given by a table: all products of generators, stated or found by pynauty."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from codebreaker.check_proof import first_of_class
from codebreaker.games.reply_table import GameError, describe
from codebreaker.replies import Array
from lingo_common.errors import MissingExtra

Images = Callable[[Any], Any] | Mapping[Any, Any]
Symmetry = tuple[Images, Images]
"""(guess to guess, secret to secret): a renaming that changes no reply."""
Generator = tuple[Array, Array]
"""A symmetry as permutations: the indices of the images of guesses, and of secrets."""
MOST_BYTES = 1 << 26
"""Bytes of the products that are kept. Products beyond that are left out, which costs time and changes no result."""
SAMPLE = 24
"""Elements of the group that are looked at to find the classes of guesses."""
FEWEST = 3
"""Below this many candidates symmetry saves nothing."""
MOST_SEARCHED = 1 << 22
"""Replies of a table that is searched: the graph takes about 100 bytes for each."""


class Automorphisms:
    """The group that the generators produce, as permutations of the indices of guesses and of secrets."""

    def __init__(self, generators: Sequence[Generator], guesses: int, secrets: int) -> None:
        """guesses, secrets: how many there are."""
        self._guesses = guesses
        self._secrets = secrets
        products = _products(generators, guesses, secrets)
        self._guess_images = [guess_images for guess_images, _ in products]
        # [secret, element]: the images of a secret are neighbours in memory, because they are read together.
        self._secret_images = np.stack([secret_images for _, secret_images in products], axis=1)

    def representatives(self, secrets: Array) -> Array | None:
        """The first guess of each class under the symmetries that map those secrets onto themselves, ascending.

        None if no symmetry but the identity does.
        """
        elements = np.arange(len(self._guess_images))
        if len(secrets) < FEWEST or len(elements) == 1:
            return None

        # Keep the elements that map every one of the secrets into the set.
        if len(secrets) < self._secrets:
            member = np.zeros(self._secrets, dtype=bool)
            member[secrets] = True
            for secret in secrets:
                elements = elements[member[self._secret_images[secret, elements]]]
                if len(elements) == 1:
                    return None
        if len(elements) > SAMPLE:
            # Few elements almost always make all the classes. With fewer of them a class can only fall into several,
            # of which each has its representative: that costs time and changes no result.
            elements = np.random.default_rng(0).choice(elements, SAMPLE, replace=False)

        first = first_of_class([self._guess_images[element] for element in elements])
        return np.flatnonzero(first == np.arange(self._guesses))


def _products(generators: Sequence[Generator], guesses: int, secrets: int) -> list[Generator]:
    """All products of the generators, the identity first, up to MOST_BYTES."""
    all_guesses = _indices(guesses)
    all_secrets = _indices(secrets)
    most = MOST_BYTES // (all_guesses.nbytes + all_secrets.nbytes)

    products = [(all_guesses, all_secrets)]
    keys = {all_guesses.tobytes() + all_secrets.tobytes()}

    for guess_images, secret_images in products:  # the list grows while it is walked through
        for generator_of_guess, generator_of_secret in generators:
            if len(products) == most:
                return products

            product = (guess_images[generator_of_guess], secret_images[generator_of_secret])
            key = product[0].tobytes() + product[1].tobytes()
            if key not in keys:
                keys.add(key)
                products.append(product)
    return products


def _indices(count: int) -> Array:
    """0, 1, …, count - 1 in the smallest dtype."""
    return np.arange(count, dtype=np.min_scalar_type(max(count - 1, 0)))


def stated_generators(
    symmetries: Iterable[Symmetry], guesses: Sequence[Any], secrets: Sequence[Any], matrix: Array, weights: Array | None
) -> list[Generator]:
    """The symmetries as permutations of indices.

    matrix: the reply codes [guess, secret]. GameError if a symmetry changes one of them, or a weight.
    """
    try:
        pairs = [(of_guess, of_secret) for of_guess, of_secret in symmetries]
    except (TypeError, ValueError):
        raise GameError("symmetries is no list of pairs (guess to guess, secret to secret)") from None

    generators = []
    for of_guess, of_secret in pairs:
        guess_images = _permutation(of_guess, guesses, "guess")
        secret_images = _permutation(of_secret, secrets, "secret")

        changed_replies = np.argwhere(matrix[np.ix_(guess_images, secret_images)] != matrix)
        if len(changed_replies):
            guess, secret = changed_replies[0]
            raise GameError(
                f"a symmetry changes the reply to the guess {guesses[guess]!r} for the secret {secrets[secret]!r}"
            )

        if weights is not None:
            changed_weights = np.flatnonzero(weights[secret_images] != weights)
            if len(changed_weights):
                raise GameError(f"a symmetry changes the weight of the secret {secrets[changed_weights[0]]!r}")

        generators.append((guess_images, secret_images))
    return generators


def _permutation(images: Images, values: Sequence[Any], what: str) -> Array:
    """The index of the image of each value; GameError if the images are not the values in another order."""
    index_of = {value: number for number, value in enumerate(values)}
    indices = []
    for value in values:
        try:
            image = images(value) if callable(images) else images.get(value, value)
            indices.append(index_of.get(image, -1))
        except Exception as error:
            raise GameError(f"a symmetry cannot map the {what} {value!r}: {describe(error)}") from error
        if indices[-1] < 0:
            raise GameError(f"a symmetry maps the {what} {value!r} to {image!r}, which is no {what}")

    if len(set(indices)) < len(values):
        raise GameError(f"a symmetry maps a {what} to the image of another {what}")
    return np.array(indices)


def found_generators(matrix: Array, weights: Array | None) -> list[Generator]:
    """Generators of all symmetries that change no reply code of the matrix [guess, secret] and no weight.

    They are the automorphisms of a graph whose vertices are guesses and secrets. pynauty knows no colours of edges, so
    there is a layer of the graph for each bit of a code, and each vertex is joined to itself in the next layer: guess
    and secret are joined in the layers of the bits that their reply code has. GameError if the table is too large.
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

    # The most frequent replies get the codes with the fewest bits, because each bit is an edge.
    met, index_of, counts = np.unique(matrix, return_inverse=True, return_counts=True)
    most_frequent_first = np.argsort(-counts, kind="stable")
    fewest_bits_first = sorted(range(len(met)), key=lambda code: (code.bit_count(), code))
    code_of = np.empty(len(met), dtype=np.int32)
    code_of[most_frequent_first] = fewest_bits_first
    codes = code_of[index_of.reshape(matrix.shape)]

    # The graph of the lowest bit alone is much smaller. It has all these symmetries, and sometimes others: then the
    # graph of all bits is needed.
    generators = _generators(pynauty, codes & 1, weights)
    if all((matrix[np.ix_(of_guess, of_secret)] == matrix).all() for of_guess, of_secret in generators):
        return generators
    return _generators(pynauty, codes, weights)


def _generators(pynauty: Any, codes: Array, weights: Array | None) -> list[Generator]:
    """Generators of all symmetries of those codes [guess, secret]."""
    guesses, secrets = codes.shape
    size = guesses + secrets
    layers = max(1, int(codes.max()).bit_length())

    # In each layer the guesses have the first numbers, then the secrets.
    edges: dict[int, list[int]] = {}
    for layer in range(layers):
        start = layer * size
        bits = codes >> layer & 1
        for guess in range(guesses):
            edges[start + guess] = (start + guesses + np.flatnonzero(bits[guess])).tolist()
        if layer + 1 < layers:
            for vertex in range(start, start + size):
                edges.setdefault(vertex, []).append(vertex + size)

    # A guess may be mapped onto another guess, a secret onto a secret of the same weight.
    weight_of = np.zeros(secrets) if weights is None else weights
    kinds: list[Sequence[int]] = [range(guesses)]
    for value in np.unique(weight_of):
        kinds.append((guesses + np.flatnonzero(weight_of == value)).tolist())
    classes = []
    for layer in range(layers):
        for kind in kinds:
            classes.append({layer * size + vertex for vertex in kind})

    graph = pynauty.Graph(layers * size, adjacency_dict=edges, vertex_coloring=classes)
    group, *_ = pynauty.autgrp(graph)
    generators = []
    for images_of_vertices in group:
        # The first layer says it all: each vertex of a layer goes where its namesake of the first layer goes.
        images = np.array(images_of_vertices[:size])
        generators.append((images[:guesses], images[guesses:] - guesses))
    return generators
