"""Writes certificates: the proof that no tree of a game costs less than some number, for check_proof to check.

The search has found the number, and does not show why nothing is cheaper. The writer does, from the top: of each guess
whose bound by rank is too low, it asks for larger lower bounds of its bins, those with most candidates first. It asks
the bound by rank of the bins of these bins, then the search, until the guess costs enough. Each bound that is used
becomes a claim, which is shown in the same way. docs/proofs.md has the rule and the format.
"""

import gzip
import hashlib
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from codebreaker.check_proof import Array, Bounds, ReplyTable, first_of_class
from codebreaker.game import Game, check_has_all_replies
from codebreaker.objective import Objective
from codebreaker.proof_file import FORMAT
from codebreaker.replies import sum_terms
from codebreaker.tree import Tree
from lingo_common.files import write_whole

LeastCost = Callable[[Array, int, int, Array], int]
"""least_cost(secrets, guesses_left, needed, allowed): the least cost of those secrets, as a search finds it.

If it is not below `needed`, a lower bound of at least `needed` will do. The secrets and the allowed guesses ascend, and
a guess is left.
"""

CountedBound = Callable[[Array, int, Array], int]
"""counted_bound(secrets, guesses_left, allowed): a bound on their cost that the checker finds by counting their bins.

It is 0 if the search knows more.
"""

Product = tuple[int, ...]
"""A permutation as a product of the game's generators: their numbers, the first one is applied first."""

MOST_POOLED_BYTES = 1 << 26
"""Bytes of the products of generators that are tried on each set of candidates."""

REPLIES_AT_A_TIME = 1 << 20
"""Replies that are computed together: more do not fit the processor's cache."""

MOST_REPLIES_OF_EXACT_BOUND = 1 << 18
"""Up to this many replies the bound by rank is worked out exactly."""

FEW_GUESSES = 12
"""Up to this many guesses are shown one by one; with more, it is worth looking for permutations."""

FEWEST_DIVIDED = 3
"""Counting the bins of fewer candidates gains nothing: the costs by rank of one or two are nearly always exact."""


def reply_table_of(game: Game, allowed_after: Callable[[int, int], Array] | None = None) -> ReplyTable:
    """Return the game as the checker takes it, with codes in 16 bits if they fit, else 32.

    numpy takes longer to sort codes of 8 bits. allowed_after: as in ReplyTable, for hard mode.
    """
    check_has_all_replies(game)
    terms = game.terms(np.arange(len(game.secrets)))
    dtype = np.uint16 if game.codes <= 1 << 16 else np.uint32
    replies = np.empty((len(game.guesses), len(game.secrets)), dtype=dtype)
    step = max(1, REPLIES_AT_A_TIME // len(game.secrets))
    for start in range(0, len(replies), step):
        replies[start : start + step] = sum_terms(terms, game.features[start : start + step])

    winning = None if game.identify else game.winning
    weights = None if game.weights is None else game.weights.astype(np.int64)
    return ReplyTable(replies, winning, weights, allowed_after)


def digest_of_table(table: ReplyTable) -> str:
    """Hex sha256 of the sizes, the winning code, every reply and the weights.

    Numbers have 8 bytes, replies 4, the least significant first.
    """
    winning = -1 if table.winning is None else table.winning
    digest = hashlib.sha256(np.array([table.guesses, table.secrets, winning], dtype="<i8").tobytes())
    for row in table.replies:
        digest.update(row.astype("<u4").tobytes())
    if table.weights is not None:
        digest.update(table.weights.astype("<i8").tobytes())
    return digest.hexdigest()


class PermutationPool:
    """The symmetries of a game, as far as they are products of few generators.

    codebreaker.search.symmetry finds classes of guesses as well, but it does not say which permutations make them.
    """

    def __init__(self, generators: Sequence[tuple[Array, Array]], guesses: int, secrets: int) -> None:
        """generators: images of all guesses and of all secrets; guesses, secrets: how many there are."""
        identity = (np.arange(guesses, dtype=np.int32), np.arange(secrets, dtype=np.int32))
        most = MOST_POOLED_BYTES // (identity[0].nbytes + identity[1].nbytes)

        # Each product is made longer by each generator, the shortest products first; both lists grow meanwhile.
        products: list[Product] = [()]
        images = [identity]
        keys = {_key(*identity)}
        number = 0
        while number < len(products):
            guess_images, secret_images = images[number]
            for generator, (of_guess, of_secret) in enumerate(generators):
                longer = (of_guess[guess_images].astype(np.int32), of_secret[secret_images].astype(np.int32))
                if len(products) < most and _key(*longer) not in keys:
                    keys.add(_key(*longer))
                    products.append((*products[number], generator))
                    images.append(longer)
            if len(products) >= most:
                break
            number += 1

        self._products = products
        self._guess_images = [guess_images for guess_images, _ in images]
        self._secret_images = np.stack([secret_images for _, secret_images in images])

    def classes(self, secrets: Array) -> tuple[tuple[Product, ...], Array]:
        """Products that map the secrets onto themselves, and the first guess of each guess's class under these.

        A product that merges no classes is left out: the others make the same classes without it.
        """
        is_member = np.zeros(self._secret_images.shape[1], dtype=bool)
        is_member[secrets] = True
        maps_into = np.flatnonzero(is_member[self._secret_images[:, secrets]].all(axis=1))

        # The first product is the identity, which makes no classes.
        first = np.arange(len(self._guess_images[0]))
        chosen: list[int] = []
        for number in maps_into[1:].tolist():
            merges_classes = (first[self._guess_images[number]] != first).any()
            if merges_classes:
                chosen.append(number)
                first = first_of_class([self._guess_images[product] for product in chosen])
        return tuple(self._products[number] for number in chosen), first


def _key(guess_images: Array, secret_images: Array) -> bytes:
    """The permutation as bytes, to tell it from others."""
    return guess_images.tobytes() + secret_images.tobytes()


@dataclass(frozen=True, eq=False)
class Position:
    """A place in a game: what was guessed and answered, and what follows from it."""

    steps: tuple[tuple[int, int], ...]
    """(guess, reply code) of each guess so far."""
    secrets: Array
    """The candidates, ascending."""
    guesses_left: int
    narrow: Callable[[], Array]
    """Makes `allowed`. In hard mode that takes time, and most positions are done with before it is needed."""

    @cached_property
    def allowed(self) -> Array:
        """The guesses that may be made, ascending: all of them without hard mode."""
        return self.narrow()


def draft_claim(cost: int, steps: tuple[tuple[int, int], ...], products: tuple[Product, ...]) -> str:
    """The line of a claim, where permutations do not have their numbers yet: each stands as its generators.

    With a cost of 5 after the reply 7 to guess 3, and the products (0,) and (2, 1): "claim 5 3 7 / 0 2.1". Without
    products it is the line of the file.
    """
    numbers = [cost]
    for guess, code in steps:
        numbers += [guess, code]
    line = f"claim {_text(numbers)}"
    if products:
        line += " / " + " ".join(".".join(map(str, product)) for product in products)
    return line


def _products_of(draft: str) -> list[Product]:
    """The products at the end of a drafted claim."""
    _, _, products = draft.partition(" / ")
    return [tuple(map(int, product.split("."))) for product in products.split()]


class Writer:
    """Finds the claims that show a cost; the claims of one writer stand in the order in which they are found."""

    def __init__(
        self,
        table: ReplyTable,
        objective: Objective,
        bounds: Bounds,
        least_cost: LeastCost,
        counted_bound: CountedBound | None = None,
        symmetries: PermutationPool | None = None,
    ) -> None:
        """counted_bound: a quick way to count; None to count with `bounds`.

        symmetries: None for a game without, or where hard mode allows guesses that they do not keep.
        """
        self.table = table
        self._objective = objective
        self._bounds = bounds
        self._least_cost = least_cost
        self._counted_bound = counted_bound
        self._symmetries = symmetries
        # A large game has more than a million claims. Held as tuples, with the candidates themselves as keys, each took
        # 0.5 kB more (peak memory of `codebreaker optimal --colours 7 --certificate FILE --jobs 1`).
        self._drafts = bytearray()
        """The claims that take_claims has not returned yet."""
        self._claimed: dict[bytes, int] = {}
        """By _key_of(position): the largest cost that was claimed where all guesses are allowed."""
        self._claimed_in_hard_mode: dict[bytes, list[tuple[int, Array]]] = {}
        """By _key_of(position): the costs that were claimed where some guesses are allowed, each with these guesses."""
        all_secrets = np.arange(table.secrets, dtype=np.min_scalar_type(table.secrets))
        all_guesses = np.arange(table.guesses, dtype=np.int32)
        self._root = Position((), all_secrets, objective.attempts, lambda: all_guesses)
        self._first_bounds: tuple[Array, Array] | None = None
        """The bounds of the first guesses, with their costs by rank, once they were asked for."""

    def guesses_to_show(self, cost: int, first: int | None) -> tuple[list[int], tuple[Product, ...]]:
        """The first guesses whose bins need claims if every tree is to cost so much, and the permutations used."""
        if first is not None:
            return [first], ()
        guesses, products = self._representatives(self._root)
        bounds, _ = self._bounds.of_guesses(self._root.secrets, guesses, self._root.guesses_left - 1, cost)
        return guesses[bounds < cost].tolist(), products

    def show_first_guess(self, guess: int, cost: int) -> None:
        """Add the claims that show that every tree which begins with the guess costs at least so much.

        cost: the same in every call, because the bounds of all first guesses are worked out once, up to this cost.
        """
        root = self._root
        if self._first_bounds is None:
            self._first_bounds = self._bounds.of_guesses(root.secrets, root.allowed, root.guesses_left - 1, cost)
        bounds, costs_by_rank = self._first_bounds
        self._show_guess(root, guess, cost, int(bounds[guess]), costs_by_rank)

    def show(self, position: Position, cost: int) -> None:
        """Add the claim that the candidates cost at least so much, after the claims that it needs."""
        if self._claimed_cost(position) >= cost:
            return

        guesses = position.allowed
        products: tuple[Product, ...] = ()
        bounds, costs_by_rank = self._bounds.of_guesses(position.secrets, guesses, position.guesses_left - 1, cost)
        if np.count_nonzero(bounds < cost) > FEW_GUESSES:
            guesses, products = self._representatives(position)
            bounds = bounds[np.searchsorted(position.allowed, guesses)]

        for index in np.flatnonzero(bounds < cost).tolist():
            self._show_guess(position, int(guesses[index]), cost, int(bounds[index]), costs_by_rank)
        self._claim(position, cost, products)

    def take_claims(self) -> bytes:
        """The claims that were added since the last call: lines as of draft_claim, each with its line end."""
        claims = bytes(self._drafts)
        self._drafts.clear()
        return claims

    def _show_guess(self, position: Position, guess: int, cost: int, bound: int, costs_by_rank: Array) -> None:
        """Add claims about the bins of a guess until it costs so much.

        bound: what it costs at least by rank; costs_by_rank: the costs that this bound adds up.
        """
        bins = [self._after(position, guess, *item) for item in self.table.open_bins(guess, position.secrets)]
        bins.sort(key=lambda bin_position: -len(bin_position.secrets))

        # What each bin costs by its ranks, or by an earlier claim; the charge of the guess is not part of it.
        by_rank = self._costs_by_rank(bins, costs_by_rank - self._objective.charge)
        least = list(map(max, by_rank, map(self._claimed_cost, bins)))
        missing = cost - bound - (sum(least) - sum(by_rank))
        if missing <= 0:
            return

        # A claim that follows from counting bins needs no other claims, so counting comes before the search.
        counted = _raise_costs(bins, least, missing, self._cost_by_counting)
        missing -= sum(counted) - sum(least)

        # The search of the proof began with the smallest bins, so these are the ones that it remembers.
        bins.reverse()
        least.reverse()
        counted.reverse()
        needed = _raise_costs(bins, counted, missing, self._cost_by_search)
        missing -= sum(needed) - sum(counted)
        if missing > 0:
            raise AssertionError("the search says that a guess costs less than the cost that is to be shown")

        for number, bin_position in enumerate(bins):
            if needed[number] > counted[number]:
                self.show(bin_position, needed[number])
            elif counted[number] > least[number]:
                self._claim(bin_position, counted[number], ())

    def _after(self, position: Position, guess: int, code: int, members: Array) -> Position:
        """The position after that reply to the guess, which those candidates give."""
        allowed_after = self.table.allowed_after

        def narrow() -> Array:
            if allowed_after is None:
                return position.allowed
            return np.asarray(position.allowed[allowed_after(guess, code)[position.allowed]])

        return Position((*position.steps, (guess, code)), members, position.guesses_left - 1, narrow)

    def _claim(self, position: Position, cost: int, products: tuple[Product, ...]) -> None:
        """Add a claim that follows from those before it."""
        self._drafts += f"{draft_claim(cost, position.steps, products)}\n".encode("ascii")
        key = _key_of(position)
        if len(position.allowed) == self.table.guesses:
            self._claimed[key] = cost
        else:
            self._claimed_in_hard_mode.setdefault(key, []).append((cost, position.allowed))

    def _claimed_cost(self, position: Position) -> int:
        """The largest cost that was claimed of the candidates where at least these guesses are allowed; 0 for none."""
        key = _key_of(position)
        best = self._claimed.get(key, 0)
        for cost, allowed in self._claimed_in_hard_mode.get(key, ()):
            if cost > best and self._includes(allowed, position):
                best = cost
        return best

    def _includes(self, allowed: Array, position: Position) -> bool:
        """Whether those guesses include all that are allowed in the position."""
        is_allowed = np.zeros(self.table.guesses, dtype=bool)
        is_allowed[allowed] = True
        return bool(is_allowed[position.allowed].all())

    def _costs_by_rank(self, bins: list[Position], costs: Array) -> list[int]:
        """What each bin costs by the ranks of its candidates; costs: that of a candidate of rank 0, 1, …."""
        weights = self.table.weights
        if weights is None:
            sums = np.cumsum(costs)
            return [int(sums[len(bin_position.secrets) - 1]) for bin_position in bins]

        heaviest_first = [np.sort(weights[bin_position.secrets])[::-1] for bin_position in bins]
        return [int(costs[: len(sorted_weights)] @ sorted_weights) for sorted_weights in heaviest_first]

    def _cost_by_counting(self, position: Position, needed: int) -> int:
        """A lower bound on the cost that follows from counting the bins of every guess; 0 where that gains nothing.

        Any bound of `needed` or more will do, so a larger one is not worked out.
        """
        if len(position.secrets) < FEWEST_DIVIDED or position.guesses_left < 1:
            return 0
        if self._counted_bound is not None:
            return self._counted_bound(position.secrets, position.guesses_left, position.allowed)

        has_quick_bound = self.table.weights is None and self.table.winning is not None
        if has_quick_bound and len(position.secrets) * len(position.allowed) > MOST_REPLIES_OF_EXACT_BOUND:
            # The quick bound, from the number of bins, is nearly as good and takes a tenth of the time. of_guesses
            # returns it where it is as much as is needed, and it is at least 0.
            needed = 0
        bounds, _ = self._bounds.of_guesses(position.secrets, position.allowed, position.guesses_left - 1, needed)
        return int(bounds.min())

    def _cost_by_search(self, position: Position, needed: int) -> int:
        """The least cost of the candidates if it is below `needed`, else a lower bound of at least `needed`."""
        return self._least_cost(position.secrets, position.guesses_left, needed, position.allowed)

    def _representatives(self, position: Position) -> tuple[Array, tuple[Product, ...]]:
        """One of each class of allowed guesses, and the permutations that make the classes; all without symmetries."""
        if self._symmetries is None or len(position.allowed) < self.table.guesses:
            return position.allowed, ()
        products, first = self._symmetries.classes(position.secrets)
        return position.allowed[first == position.allowed], products


def _key_of(position: Position) -> bytes:
    """A digest of the candidates and of how many guesses are left; the candidates themselves may be thousands."""
    candidates = position.guesses_left.to_bytes(8, "little") + position.secrets.tobytes()
    return hashlib.blake2b(candidates, digest_size=16).digest()


def _raise_costs(
    bins: list[Position], costs: list[int], missing: int, cost_of: Callable[[Position, int], int]
) -> list[int]:
    """The costs of the bins, raised to what cost_of says, the first bins first, until `missing` is made up.

    cost_of(position, needed): a lower bound; more than `needed` is of no use. With costs [5, 3] and 4 missing, bounds
    of 8 and 9 make [8, 4].
    """
    raised = list(costs)
    for number, position in enumerate(bins):
        if missing == 0:
            break
        needed = costs[number] + missing
        bound = min(cost_of(position, needed), needed)
        raised[number] = max(bound, costs[number])
        missing -= raised[number] - costs[number]
    return raised


@dataclass
class Certificate:
    """A section of a certificate: what is proved, and the claims that prove it."""

    objective: Objective
    cost: int
    first: int | None
    """The only first guess of the trees; None for any."""
    hard: bool
    digest: str
    """That of the game's reply table."""
    letter: str
    """The first letter that a game of words shows, else empty."""
    generators: Sequence[tuple[Array, Array]]
    """The permutations that the products are made of: images of all guesses, and of all secrets."""
    claims: list[bytes]
    """The lines of the claims, as Writer.take_claims returns them: many lines in each item."""
    tree: Tree | None

    def lines(self) -> Iterator[str]:
        """The lines of the section, without line ends."""
        header = {
            "attempts": self.objective.attempts,
            "charge": self.objective.charge,
            "miss": self.objective.miss,
            "cost": self.cost,
            "first": self.first,
            "hard": self.hard,
            "digest": self.digest,
            "letter": self.letter,
        }
        yield f"{FORMAT} {json.dumps(header)}"

        used: set[Product] = set()
        for draft in self._draft_claims():
            used.update(_products_of(draft))
        if used:
            for guess_images, secret_images in self.generators:
                yield f"permutation {_text(guess_images.tolist())} / {_text(secret_images.tolist())}"

        # The generators have the first numbers, longer products the following ones.
        number_of: dict[Product, int] = {(number,): number for number in range(len(self.generators))}
        for product in sorted(used, key=lambda product: (len(product), product)):
            if product not in number_of:
                number_of[product] = len(number_of)
                yield f"product {_text(product)}"

        for draft in self._draft_claims():
            claim, slash, _ = draft.partition(" / ")
            yield claim + slash + _text(number_of[product] for product in _products_of(draft))
        if self.tree is not None:
            yield from _lines_of_tree(self.tree)

    def _draft_claims(self) -> Iterator[str]:
        """The line of each claim as of draft_claim, one at a time."""
        for lines in self.claims:
            for line in io.BytesIO(lines):
                yield line.decode("ascii").rstrip("\n")


def _text(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _lines_of_tree(tree: Tree) -> Iterator[str]:
    """A line for each node, parents first: the number of the node above, the reply that leads here, the guess."""
    stack = [(0, 0, tree)]
    number = 0
    while stack:
        above, code, node = stack.pop()
        yield f"node {above} {code} {node.guess}"
        for reply, child in node.branches:
            stack.append((number, reply, child))
        number += 1


def write_certificate(path: str, sections: Iterable[Certificate]) -> None:
    """Write the certificate whole or not at all; the same sections make the same file. DataError if it cannot be."""
    content = io.BytesIO()
    with gzip.GzipFile("", "wb", 9, content, mtime=0) as packed:
        for section in sections:
            for line in section.lines():
                packed.write(f"{line}\n".encode("ascii"))
    write_whole(path, content.getvalue())
