"""The symmetries of a reply table, found by pynauty (the `symmetry` extra)."""

from typing import Any

import numpy as np

from codebreaker.games.automorphisms import Generator
from codebreaker.games.reply_table import GameError
from codebreaker.replies import Array
from lingo_common.errors import MissingExtra

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
