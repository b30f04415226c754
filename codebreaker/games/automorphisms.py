"""The symmetries of a game with a table of replies: those that a user states, or those that pynauty finds.

They are generators: the other symmetries of the game are compositions of them (codebreaker.symmetry_group).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from codebreaker.games.reply_table import describe
from codebreaker.replies import Array
from codebreaker.symmetry_group import Symmetry
from lingo_common.errors import DataError, missing_extra

Images = Callable[[Any], Any] | Mapping[Any, Any]
"""The image of each guess, or of each secret, as a function or a mapping."""
StatedSymmetry = tuple[Images, Images]
"""(guess to guess, secret to secret): a renaming that changes no reply, of values instead of indices."""
MOST_SEARCHED = 1 << 22
"""Replies of a table that is searched: the graph takes about 100 bytes for each."""


def generators_of(
    symmetries: Iterable[StatedSymmetry],
    guesses: Sequence[Any],
    secrets: Sequence[Any],
    matrix: Array,
    weights: Array | None,
) -> list[Symmetry]:
    """The symmetries that a user states, as permutations of indices, after checking that they are symmetries.

    matrix: the reply codes [guess, secret]. DataError if a symmetry changes one of them, or a weight.
    """
    try:
        pairs = [(map_guess, map_secret) for map_guess, map_secret in symmetries]
    except (TypeError, ValueError):
        raise DataError("symmetries is no list of pairs (guess to guess, secret to secret)") from None

    generators = []
    for map_guess, map_secret in pairs:
        guess_images = _permutation(map_guess, guesses, "guess")
        secret_images = _permutation(map_secret, secrets, "secret")

        changed_replies = np.argwhere(matrix[np.ix_(guess_images, secret_images)] != matrix)
        if len(changed_replies):
            guess, secret = changed_replies[0]
            raise DataError(
                f"a symmetry changes the reply to the guess {guesses[guess]!r} for the secret {secrets[secret]!r}"
            )

        if weights is not None:
            changed_weights = np.flatnonzero(weights[secret_images] != weights)
            if len(changed_weights):
                raise DataError(f"a symmetry changes the weight of the secret {secrets[changed_weights[0]]!r}")

        generators.append((guess_images, secret_images))
    return generators


def _permutation(images: Images, values: Sequence[Any], what: str) -> Array:
    """The index of the image of each value; DataError if the images are not the values in another order.

    A mapping may leave out the values that are mapped onto themselves. what: "guess" or "secret", for errors.
    """
    index_of = {value: number for number, value in enumerate(values)}
    indices = []
    for value in values:
        try:
            image = images(value) if callable(images) else images.get(value, value)
            index = index_of.get(image, -1)
        except Exception as error:
            raise DataError(f"a symmetry cannot map the {what} {value!r}: {describe(error)}") from error

        indices.append(index)
        if index < 0:
            raise DataError(f"a symmetry maps the {what} {value!r} to {image!r}, which is no {what}")

    if len(set(indices)) < len(values):
        raise DataError(f"a symmetry maps a {what} to the image of another {what}")
    return np.array(indices)


def find_generators(matrix: Array, weights: Array | None) -> list[Symmetry]:
    """Generators of all symmetries that change no reply code of the matrix [guess, secret] and no weight.

    DataError if the table is too large, or pynauty is not installed.
    """
    guesses, secrets = matrix.shape
    if matrix.size > MOST_SEARCHED:
        raise DataError(
            f'symmetry="find" searches up to {MOST_SEARCHED:,} replies, and {guesses:,} guesses x {secrets:,} secrets '
            f"are {matrix.size:,}: state generators (symmetries=)"
        )

    # The codes get other numbers: each bit is an edge of the graph, so the most frequent reply gets the number with the
    # fewest bits, the next one the number with the next fewest, and so on.
    replies, index_of_reply, counts = np.unique(matrix, return_inverse=True, return_counts=True)
    most_frequent_first = np.argsort(-counts, kind="stable")
    fewest_bits_first = sorted(range(len(replies)), key=lambda code: (code.bit_count(), code))
    new_codes = np.empty(len(replies), dtype=np.int32)
    new_codes[most_frequent_first] = fewest_bits_first
    codes = new_codes[index_of_reply.reshape(matrix.shape)]

    # The graph of the lowest bit alone is much smaller. It has all symmetries of the game, and sometimes others: then
    # the graph of all bits is needed.
    generators = _generators_of_graph(codes & 1, weights)
    for guess_images, secret_images in generators:
        if (matrix[np.ix_(guess_images, secret_images)] != matrix).any():
            return _generators_of_graph(codes, weights)
    return generators


def _generators_of_graph(codes: Array, weights: Array | None) -> list[Symmetry]:
    """Generators of all symmetries that change none of the codes [guess, secret] and no weight.

    They are the automorphisms of a graph whose vertices are guesses and secrets, with the code of a guess and a secret
    as the colour of the edge between them. pynauty knows no colours of edges. So the graph has a layer for each bit of
    a code, and each layer has a vertex for each guess and each secret. A guess and a secret are joined in the layers of
    the bits that their code has. Each vertex is joined to the vertex of the same guess or secret in the next layer.
    """
    try:
        import pynauty
    except ImportError as error:
        raise missing_extra('symmetry="find"', "symmetry", error) from None

    guesses, secrets = codes.shape
    layer_size = guesses + secrets
    layers = max(1, int(codes.max()).bit_length())

    # Vertices are numbered layer by layer, in each layer the guesses first and then the secrets. edges: by vertex the
    # vertices with higher numbers that it is joined to.
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
