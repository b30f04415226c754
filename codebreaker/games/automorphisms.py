"""The symmetries of a game with a table of replies.

A symmetry renames guesses and secrets so that no reply changes. A user states some, the generators, or pynauty finds
them; the symmetries of the game are their products, which are what several generators do one after the other.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from codebreaker.check_proof import first_of_class
from codebreaker.games.reply_table import GameError, describe
from codebreaker.replies import Array
from lingo_common.errors import missing_extra

Images = Callable[[Any], Any] | Mapping[Any, Any]
Symmetry = tuple[Images, Images]
"""(guess to guess, secret to secret): a renaming that changes no reply."""
Generator = tuple[Array, Array]
"""A symmetry as permutations: the indices of the images of guesses, and of secrets."""
MOST_BYTES = 1 << 26
"""Bytes of the products that are kept. Where there are more, some symmetries stay unknown: see _representatives."""
SAMPLE = 24
"""Symmetries, drawn at random, from which the classes of guesses are found. So many almost always generate all others;
where they do not, more guesses than necessary are looked at."""
FEWEST_SECRETS = 3
"""Below this many candidates symmetry saves nothing."""
MOST_SEARCHED = 1 << 22
"""Replies of a table that is searched: the graph takes about 100 bytes for each."""


def representatives_by(
    generators: Sequence[Generator], guess_count: int, secret_count: int
) -> Callable[[Array], Array | None]:
    """The function `representatives` of a Game whose symmetries are all products of those generators."""
    products = _products(generators, guess_count, secret_count)
    guess_images = [images for images, _ in products]
    # [secret, symmetry]: the images of a secret are neighbours in memory, because they are read together.
    secret_images = np.stack([images for _, images in products], axis=1)
    return partial(_representatives, guess_images, secret_images)


def _representatives(guess_images: list[Array], secret_images: Array, secrets: Array) -> Array | None:
    """The first guess of each class under the symmetries that map those secrets onto themselves, ascending.

    None if no symmetry but the identity does. guess_images: an array (guesses,) for each symmetry. secret_images:
    [secret, symmetry].

    If some of the symmetries are not known, a class falls into several, each of which has its representative: more
    guesses than necessary are looked at, and none is missing.
    """
    symmetries = np.arange(len(guess_images))
    if len(secrets) < FEWEST_SECRETS or len(symmetries) == 1:
        return None

    # Keep the symmetries that map every one of the secrets into the set. Most of them fail at one of the first secrets.
    if len(secrets) < len(secret_images):
        is_member = np.zeros(len(secret_images), dtype=bool)
        is_member[secrets] = True
        for secret in secrets:
            symmetries = symmetries[is_member[secret_images[secret, symmetries]]]
            if len(symmetries) == 1:
                return None

    # The seed is fixed, so that every run of a search looks at the same guesses.
    if len(symmetries) > SAMPLE:
        symmetries = np.random.default_rng(0).choice(symmetries, SAMPLE, replace=False)
    first = first_of_class([guess_images[symmetry] for symmetry in symmetries])
    return np.flatnonzero(first == np.arange(len(first)))


def _products(generators: Sequence[Generator], guess_count: int, secret_count: int) -> list[Generator]:
    """All products of the generators, the identity first; not all of them if they take more than MOST_BYTES."""
    identity = (_indices(guess_count), _indices(secret_count))
    bytes_of_product = identity[0].nbytes + identity[1].nbytes
    most = MOST_BYTES // bytes_of_product

    products = [identity]
    keys = {_key(identity)}
    # The list grows while it is walked: each product is multiplied with each generator once.
    for guess_images, secret_images in products:
        for guess_generator, secret_generator in generators:
            if len(products) == most:
                return products

            product = (guess_images[guess_generator], secret_images[secret_generator])
            if _key(product) not in keys:
                keys.add(_key(product))
                products.append(product)
    return products


def _indices(count: int) -> Array:
    """0, 1, …, count - 1 in the smallest dtype."""
    return np.arange(count, dtype=np.min_scalar_type(max(count - 1, 0)))


def _key(product: Generator) -> bytes:
    """The permutations as bytes; equal products have equal keys."""
    guess_images, secret_images = product
    return guess_images.tobytes() + secret_images.tobytes()


def generators_of(
    symmetries: Iterable[Symmetry], guesses: Sequence[Any], secrets: Sequence[Any], matrix: Array, weights: Array | None
) -> list[Generator]:
    """The symmetries that a user states, as permutations of indices, after checking that they are symmetries.

    matrix: the reply codes [guess, secret]. GameError if a symmetry changes one of them, or a weight.
    """
    try:
        pairs = [(map_guess, map_secret) for map_guess, map_secret in symmetries]
    except (TypeError, ValueError):
        raise GameError("symmetries is no list of pairs (guess to guess, secret to secret)") from None

    generators = []
    for map_guess, map_secret in pairs:
        guess_images = _permutation(map_guess, guesses, "guess")
        secret_images = _permutation(map_secret, secrets, "secret")

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
    """The index of the image of each value; GameError if the images are not the values in another order.

    A mapping may leave out the values that are mapped onto themselves.
    """
    index_of = {value: number for number, value in enumerate(values)}
    indices = []
    for value in values:
        try:
            image = images(value) if callable(images) else images.get(value, value)
            index = index_of.get(image, -1)
        except Exception as error:
            raise GameError(f"a symmetry cannot map the {what} {value!r}: {describe(error)}") from error

        indices.append(index)
        if index < 0:
            raise GameError(f"a symmetry maps the {what} {value!r} to {image!r}, which is no {what}")

    if len(set(indices)) < len(values):
        raise GameError(f"a symmetry maps a {what} to the image of another {what}")
    return np.array(indices)


def find_generators(matrix: Array, weights: Array | None) -> list[Generator]:
    """Generators of all symmetries that change no reply code of the matrix [guess, secret] and no weight.

    GameError if the table is too large, DataError without pynauty.
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
        raise missing_extra('symmetry="find"', "symmetry") from None

    # The most frequent replies get the codes with the fewest bits, because each bit is an edge of the graph.
    replies, index_of_reply, counts = np.unique(matrix, return_inverse=True, return_counts=True)
    most_frequent_first = np.argsort(-counts, kind="stable")
    fewest_bits_first = sorted(range(len(replies)), key=lambda code: (code.bit_count(), code))
    new_codes = np.empty(len(replies), dtype=np.int32)
    new_codes[most_frequent_first] = fewest_bits_first
    codes = new_codes[index_of_reply.reshape(matrix.shape)]

    # The graph of the lowest bit alone is much smaller. It has all symmetries of the game, and sometimes others: then
    # the graph of all bits is needed.
    generators = _generators_of_graph(pynauty, codes & 1, weights)
    for guess_images, secret_images in generators:
        if (matrix[np.ix_(guess_images, secret_images)] != matrix).any():
            return _generators_of_graph(pynauty, codes, weights)
    return generators


def _generators_of_graph(pynauty: Any, codes: Array, weights: Array | None) -> list[Generator]:
    """Generators of all symmetries that change none of the codes [guess, secret] and no weight.

    They are the automorphisms of a graph whose vertices are guesses and secrets, with the code of a guess and a secret
    as the colour of the edge between them. pynauty knows no colours of edges. So the graph has a layer for each bit of
    a code, and each layer has a vertex for each guess and each secret. A guess and a secret are joined in the layers of
    the bits that their code has. Each vertex is joined to the vertex of the same guess or secret in the next layer.
    """
    guesses, secrets = codes.shape
    layer_size = guesses + secrets
    layers = max(1, int(codes.max()).bit_length())

    # In each layer the guesses have the first numbers, then the secrets.
    edges: dict[int, list[int]] = {}
    for layer in range(layers):
        start = layer * layer_size
        has_bit = codes >> layer & 1
        for guess in range(guesses):
            edges[start + guess] = (start + guesses + np.flatnonzero(has_bit[guess])).tolist()
        if layer + 1 < layers:
            for vertex in range(start, start + layer_size):
                edges.setdefault(vertex, []).append(vertex + layer_size)

    # pynauty maps a vertex only onto one of the same class: guesses onto guesses, secrets onto secrets of the same
    # weight, and each layer onto itself.
    weight_of = np.zeros(secrets) if weights is None else weights
    kinds: list[Sequence[int]] = [range(guesses)]
    for weight in np.unique(weight_of):
        kinds.append((guesses + np.flatnonzero(weight_of == weight)).tolist())
    classes = []
    for layer in range(layers):
        for kind in kinds:
            classes.append({layer * layer_size + vertex for vertex in kind})

    graph = pynauty.Graph(layers * layer_size, adjacency_dict=edges, vertex_coloring=classes)
    automorphisms, *_ = pynauty.autgrp(graph)

    generators = []
    for vertex_images in automorphisms:
        # All vertices of a guess or secret are joined, so they move alike: the first layer tells everything.
        images = np.array(vertex_images[:layer_size])
        generators.append((images[:guesses], images[guesses:] - guesses))
    return generators
