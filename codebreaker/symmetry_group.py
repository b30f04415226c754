"""The symmetries of a game that are products of a few generators.

A symmetry renames guesses and secrets so that no reply changes. It is a pair of permutations: the indices of the images
of all guesses, and of all secrets. The product of several symmetries does one after the other.
"""

import sys
from collections.abc import Sequence

import numpy as np

from codebreaker.replies import Array

Symmetry = tuple[Array, Array]
"""(images of all guesses, images of all secrets), as indices."""
Product = tuple[int, ...]
"""The numbers of the generators whose product a symmetry is; the first one is applied first."""
MOST_BYTES = 1 << 26
"""Bytes of the products that are kept. Where there are more, some symmetries stay unknown. A class of guesses may then
count as several, so that more guesses than necessary are looked at, but no guess is left out wrongly."""
MOST_PRODUCTS = 50_000
"""Products that are kept, however few bytes each has. Where there are more, some symmetries stay unknown.

A product takes a third of a kilobyte beside its images, and 10 microseconds. A small game may have many: six secrets
and six further guesses that are all alike have 6! x 6! = 518,400 symmetries.
"""
SAMPLE = 24
"""Symmetries, drawn at random, from which the classes of guesses are found.

As long as those drawn first do not generate all symmetries, they generate at most half of them (Lagrange's theorem). So
the next one is new with a probability of at least one half, and 24 almost always generate all. Where they do not, more
guesses than necessary are looked at.
"""
POINTS = 128
"""How many guesses and secrets are drawn at random. Products are told apart by the images of these alone.

To compare all images would take ten times as long. A product that differs from an earlier one only elsewhere stays
unknown. Then more guesses than necessary may be looked at, as with MOST_BYTES.
"""
FEWEST_SECRETS = 3
"""For fewer candidates guesses are not compared by symmetry: it takes longer than to look at all of them."""


class SymmetryGroup:
    """All products of some generators, or as many as MOST_BYTES hold and MOST_PRODUCTS allows."""

    def __init__(
        self, generators: Sequence[Symmetry], guess_count: int, secret_count: int, most: int = sys.maxsize
    ) -> None:
        """List the products, the shortest first: number 0 is the identity.

        most: how many products are listed at most.
        """
        self.generators = generators
        """As they were given. In a certificate they are the first permutations, in this order."""
        # A secret's number is its index after those of all guesses. So each symmetry is a single permutation.
        joined = [
            np.concatenate((guess_images, guess_count + secret_images)) for guess_images, secret_images in generators
        ]
        products = _products(joined, guess_count + secret_count, most)
        self.products = list(products)[1:]
        """The factors of each product except the identity, which comes first. In a certificate the numbers of products
        follow those of the generators."""
        self._guess_images = [images[:guess_count] for images in products.values()]
        # [secret, symmetry]: the images of a secret are neighbours in memory, because they are read together.
        self._secret_images = np.stack([images[guess_count:] - guess_count for images in products.values()], axis=1)

    def representatives(self, secrets: Array) -> Array | None:
        """The guesses to look at for those candidates, ascending: the function `representatives` of a Game.

        They are the first guesses of the classes under the symmetries that map these secrets onto themselves. None if
        no symmetry but the identity does.
        """
        if len(secrets) < FEWEST_SECRETS:
            return None
        numbers = self._mapping_onto_themselves(secrets)
        if len(numbers) == 1:
            return None

        # The seed is fixed, so that every run of a search looks at the same guesses.
        if len(numbers) > SAMPLE:
            numbers = np.random.default_rng(0).choice(numbers, SAMPLE, replace=False)
        first = _first_of_class([self._guess_images[number] for number in numbers])
        return np.flatnonzero(first == np.arange(len(first)))

    def classes(self, secrets: Array) -> tuple[list[int], Array]:
        """(permutations, first) for the symmetries that map the secrets onto themselves.

        permutations: the numbers that a certificate gives these symmetries. One that merges no classes is left out: the
        others make the same classes without it. first: for each guess the first guess of its class.
        """
        first = np.arange(len(self._guess_images[0]))
        chosen: list[int] = []
        numbers = self._mapping_onto_themselves(secrets)
        if len(numbers) == len(self._guess_images):
            # The generators, which follow the identity, make the same classes as all their products.
            numbers = numbers[: 1 + len(self.generators)]

        # `representatives` draws a sample, because a search calls it for each set of candidates. Here all symmetries
        # are looked at: a certificate needs no claims for a guess that is not the first of its class. The first number
        # is left out: it is that of the identity, which merges nothing.
        for product in numbers[1:].tolist():
            merges_classes = (first[self._guess_images[product]] != first).any()
            if merges_classes:
                chosen.append(product)
                first = _first_of_class([self._guess_images[number] for number in chosen])
        # In a certificate product 1 has the number after those of the generators. The identity, product 0, has none.
        number_of_product_1 = len(self.generators)
        return [number_of_product_1 + product - 1 for product in chosen], first

    def _mapping_onto_themselves(self, secrets: Array) -> Array:
        """The numbers of the symmetries that map the secrets onto themselves, ascending; the identity is always one."""
        secret_count, count = self._secret_images.shape
        numbers = np.arange(count)
        if len(secrets) == secret_count:
            return numbers

        # A symmetry maps the secrets onto themselves if it maps each into the set, because it maps no two onto the same
        # one. Most symmetries fail at one of the first secrets.
        is_member = np.zeros(secret_count, dtype=bool)
        is_member[secrets] = True
        for secret in secrets:
            if len(numbers) == 1:
                break
            numbers = numbers[is_member[self._secret_images[secret, numbers]]]
        return numbers


def _first_of_class(images: list[Array]) -> Array:
    """The first guess of each guess's class: int (guesses,), [0, 0, 2] if 0 and 1 change places.

    images: where each permutation maps every guess. The checker of certificates has a function of its own for this, so
    that a fault here cannot make a wrong proof pass there.
    """
    first = np.arange(len(images[0]), dtype=np.int32)
    has_changed = True
    while has_changed:
        before = first.copy()
        # A guess and its image are in one class, so the guess takes over the image's first guess if that is smaller. By
        # repetition it gets that of the image's image, and so on around the cycle, until nothing changes any more.
        for guess_images in images:
            np.minimum(first, first[guess_images], out=first)
        has_changed = not np.array_equal(first, before)
    return first


def _products(generators: Sequence[Array], size: int, most: int) -> dict[Product, Array]:
    """The products of the generators, the identity first; not all if there are too many (MOST_BYTES, MOST_PRODUCTS).

    A generator, like a product, is the images of `size` things: of all guesses, then of all secrets, whose numbers
    follow those of the guesses. most: as for SymmetryGroup.
    """
    # 0, 1, …, size - 1 in the smallest dtype.
    identity = np.arange(size, dtype=np.min_scalar_type(size - 1))
    most = min(most, MOST_PRODUCTS, MOST_BYTES // identity.nbytes)
    products: dict[Product, Array] = {(): identity}
    if not generators:
        return products

    # Products are told apart by where they map the points, which are drawn at random. The first guess or secret that
    # each generator moves is one of them, so that no generator is taken for the identity.
    all_images = np.stack(generators)
    drawn = np.random.default_rng(0).choice(size, min(POINTS, size), replace=False)
    points = np.union1d(drawn, (all_images != identity).argmax(axis=1))
    images_of_points = all_images[:, points]

    # A key is the images of all points as bytes. The identity maps each point onto itself.
    keys = {points.astype(identity.dtype).tobytes()}
    # The list grows while it is walked: each product is multiplied with each generator once.
    to_multiply: list[Product] = [()]
    for product in to_multiply:
        images = products[product]
        # The generator is applied first, then the product. All generators at once: [generator, point].
        new_images_of_points = images[images_of_points]
        for number, generator in enumerate(generators):
            if len(products) == most:
                return products

            key = new_images_of_points[number].tobytes()
            if key not in keys:
                keys.add(key)
                products[number, *product] = images[generator]
                to_multiply.append((number, *product))
    return products
