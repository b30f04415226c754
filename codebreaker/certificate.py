"""Writes certificates: the proof that no tree of a game costs less than some number, for check_proof to check.

The search has found the number. What it cannot show is why nothing is cheaper: that is written down here, from the top.
For every guess the bins that cost the most are asked for a lower bound, first from counting bins, then from the search,
until the guess costs enough; each bound that was used becomes a claim of its own, which is shown in the same way.
docs/proofs.md has the rule and the format.
"""

import gzip
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from codebreaker.check_proof import FORMAT, Array, Bounds, Rules
from codebreaker.game import Game
from codebreaker.objective import Objective
from codebreaker.replies import sum_terms
from codebreaker.tree import Tree

Word = tuple[int, ...]
"""A permutation as a product: numbers of the game's generators, the first one is applied first."""

MOST_POOLED_BYTES = 1 << 26
"""Bytes of the products of generators that are tried on each set of candidates."""

FEW_REPLIES = 1 << 18
"""Up to this many replies the bound from counting bins is worked out exactly."""

FEW_GUESSES = 12
"""Up to this many guesses are shown one by one; with more, it is worth looking for permutations."""


class Values(Protocol):
    """What a search knows: the least costs of sets of candidates."""

    def at_least(self, secrets: Array, left: int, needed: int, allowed: Array) -> int:
        """The least cost of those secrets (ascending, open) if it is below `needed`, else a number from `needed` to it.

        left: guesses left, at least 1. allowed: the guesses that may be made, ascending.
        """
        ...


class Entry(NamedTuple):
    """A claim as the writer makes it."""

    path: tuple[int, ...]
    cost: int
    words: tuple[Word, ...]
    """Permutations that map the candidates onto themselves."""


def rules_of(game: Game, allowed_after: Callable[[int, int], Array] | None = None) -> Rules:
    """The game as the checker takes it: a table of all replies, int codes in the smallest dtype of 16 bits or more."""
    Game.check_whole(game)
    terms = game.terms(np.arange(len(game.secrets)))
    dtype = np.uint16 if game.codes <= 1 << 16 else np.uint32
    replies = np.empty((len(game.guesses), len(game.secrets)), dtype=dtype)
    step = max(1, (1 << 20) // len(game.secrets))
    for start in range(0, len(replies), step):
        replies[start : start + step] = sum_terms(terms, game.features[start : start + step])
    weights = None if game.weights is None else game.weights.astype(np.int64)
    return Rules(replies, None if game.identify else game.winning, weights, allowed_after)


class Symmetries:
    """The symmetries of a game, as far as they are products of few generators."""

    def __init__(self, generators: Sequence[tuple[Array, Array]], guesses: int, secrets: int) -> None:
        """generators: images of all guesses and of all secrets; guesses, secrets: how many there are."""
        identity = np.arange(guesses, dtype=np.int32), np.arange(secrets, dtype=np.int32)
        most = MOST_POOLED_BYTES // (4 * (guesses + secrets))
        self.words: list[Word] = [()]
        """The products, the shortest first; the first one is the identity."""
        products = [identity]
        met = {identity[0].tobytes() + identity[1].tobytes()}
        for word, product in zip(self.words, products, strict=False):  # both grow while they are walked through
            for number, (of_guess, of_secret) in enumerate(generators):
                if len(products) >= most:
                    break
                longer = of_guess[product[0]].astype(np.int32), of_secret[product[1]].astype(np.int32)
                key = longer[0].tobytes() + longer[1].tobytes()
                if key not in met:
                    met.add(key)
                    self.words.append((*word, number))
                    products.append(longer)
        self._guess_images = [guess_images for guess_images, _ in products]
        self._secret_images = np.stack([secret_images for _, secret_images in products])

    def of(self, secrets: Array) -> tuple[tuple[Word, ...], Array]:
        """Products that map the secrets onto themselves, and the first guess of each guess's class under these.

        They are as few as make the classes that all such products of the pool make.
        """
        member = np.zeros(self._secret_images.shape[1], dtype=bool)
        member[secrets] = True
        keeps = np.flatnonzero(member[self._secret_images[:, secrets]].all(axis=1))
        first = np.arange(len(self._guess_images[0]))
        chosen: list[int] = []
        for element in keeps[1:].tolist():
            if (first[self._guess_images[element]] != first).any():
                chosen.append(element)
                first = self._classes(chosen)
        return tuple(self.words[element] for element in chosen), first

    def _classes(self, elements: list[int]) -> Array:
        """The first guess of each guess's class under those products: int (guesses,)."""
        first = np.arange(len(self._guess_images[0]))
        before = np.zeros_like(first)
        while not np.array_equal(before, first):
            before = first
            for element in elements:
                first = np.minimum(first, first[self._guess_images[element]])
        return first


class Writer:
    """Finds the claims that show a cost; the claims of one writer stand in the order in which they are found."""

    def __init__(
        self, rules: Rules, objective: Objective, values: Values, bounds: Bounds, symmetries: Symmetries | None
    ) -> None:
        self.rules = rules
        self._objective = objective
        self._values = values
        self._bounds = bounds
        self._symmetries = symmetries
        self.entries: list[Entry] = []
        self._claimed: dict[tuple[int, bytes], list[tuple[int, Array]]] = {}
        """By guesses left and candidates: what was claimed, and the guesses that were allowed."""
        self._at_root: tuple[Array, Array] | None = None
        """The bounds of the first guesses, once they were asked for."""
        self._all_secrets = np.arange(rules.secrets, dtype=np.min_scalar_type(rules.secrets))
        self._all_guesses = np.arange(rules.guesses, dtype=np.int32)

    def guesses_to_show(self, cost: int, first: int | None) -> tuple[list[int], tuple[Word, ...]]:
        """The first guesses whose bins need claims if every tree is to cost so much, and the permutations used."""
        if first is not None:
            return [first], ()
        guesses, words = self._representatives(self._all_secrets, self._all_guesses)
        bounds, _ = self._bounds.of_guesses(self._all_secrets, guesses, self._objective.attempts - 1, cost)
        return guesses[bounds < cost].tolist(), words

    def show_first_guess(self, guess: int, cost: int) -> None:
        """Add the claims that show that every tree which begins with the guess costs at least so much."""
        everything = self._all_guesses
        if self._at_root is None:
            self._at_root = self._bounds.of_guesses(self._all_secrets, everything, self._objective.attempts - 1, cost)
        bounds, by_rank = self._at_root
        self._show_guess(
            (), self._all_secrets, self._objective.attempts, everything, guess, cost, int(bounds[guess]), by_rank
        )

    def show(self, path: tuple[int, ...], secrets: Array, left: int, allowed: Array, cost: int) -> None:
        """Add the claim that those secrets cost at least so much, after the claims that it needs."""
        if self._known(left, secrets, allowed) >= cost:
            return
        guesses = allowed
        words: tuple[Word, ...] = ()
        bounds, by_rank = self._bounds.of_guesses(secrets, guesses, left - 1, cost)
        if np.count_nonzero(bounds < cost) > FEW_GUESSES:
            guesses, words = self._representatives(secrets, allowed)
            bounds = bounds[np.searchsorted(allowed, guesses)]
        for index in np.flatnonzero(bounds < cost).tolist():
            self._show_guess(path, secrets, left, allowed, int(guesses[index]), cost, int(bounds[index]), by_rank)
        self._claim(path, secrets, left, allowed, cost, words)

    def _show_guess(
        self,
        path: tuple[int, ...],
        secrets: Array,
        left: int,
        allowed: Array,
        guess: int,
        cost: int,
        bound: int,
        by_rank: Array,
    ) -> None:
        """Add claims about the bins of a guess until it costs so much.

        bound: what it costs at least by its number of bins; by_rank: the costs that this bound adds up.
        """
        missing = cost - bound
        bins = []
        for code, members in self._bounds.open_bins(guess, secrets):
            least = self._cost_by_rank(members, by_rank)
            following = self._still_allowed(allowed, guess, code)
            known = self._known(left - 1, members, following)
            missing -= max(0, known - least)
            bins.append((code, members, following, max(known, least)))
        if missing <= 0:
            return
        bins.sort(key=lambda item: -len(item[1]))

        # What counting the bins of its bins tells: such a claim needs no others below it.
        counted = [least for _, _, _, least in bins]
        for number, (_, members, following, least) in enumerate(bins):
            by_counting = self._by_counting(members, left - 1, following, least + missing)
            counted[number] = max(least, min(by_counting, least + missing))
            missing -= counted[number] - least
            if missing == 0:
                break

        # Where that is not enough, the search says what they cost.
        needed = list(counted)
        for number, (_, members, following, _) in enumerate(bins):
            if missing == 0:
                break
            most = counted[number] + missing
            value = min(most, self._values.at_least(members, left - 1, most, following))
            needed[number] = max(value, counted[number])
            missing -= needed[number] - counted[number]
        if missing > 0:
            raise AssertionError("the search says that a guess costs less than the cost that is to be shown")

        for number, (code, members, following, least) in enumerate(bins):
            path_of_bin = (*path, guess, code)
            if needed[number] > counted[number]:
                self.show(path_of_bin, members, left - 1, following, needed[number])
            elif counted[number] > least:
                self._claim(path_of_bin, members, left - 1, following, counted[number], ())

    def _claim(
        self, path: tuple[int, ...], secrets: Array, left: int, allowed: Array, cost: int, words: tuple[Word, ...]
    ) -> None:
        """Add a claim that follows from those before it."""
        self.entries.append(Entry(path, cost, words))
        self._claimed.setdefault((left, secrets.tobytes()), []).append((cost, allowed))

    def _cost_by_rank(self, members: Array, by_rank: Array) -> int:
        """The cost of a bin that is part of the bound of its guess, the guess's own charge left out."""
        weights = np.ones(len(members), dtype=np.int64)
        if self.rules.weights is not None:
            weights = np.sort(self.rules.weights[members])[::-1]
        return int(((by_rank[: len(members)] - self._objective.charge) * weights).sum())

    def _known(self, left: int, secrets: Array, allowed: Array) -> int:
        """The most that was claimed of those secrets where at least these guesses are allowed; 0 for nothing."""
        best = 0
        for cost, others in self._claimed.get((left, secrets.tobytes()), ()):
            is_covered = len(others) == self.rules.guesses or bool(np.isin(allowed, others).all())
            if cost > best and is_covered:
                best = cost
        return best

    def _by_counting(self, secrets: Array, left: int, allowed: Array, needed: int) -> int:
        """The least bound of any guess from its number of bins; any number from `needed` on if that is less."""
        if len(secrets) < 3 or left < 1:
            return 0
        if len(secrets) * len(allowed) > FEW_REPLIES and self.rules.weights is None and self.rules.winning is not None:
            # The number of bins alone is nearly as good, and takes a tenth of the time.
            needed = 0
        bounds, _ = self._bounds.of_guesses(secrets, allowed, left - 1, needed)
        return int(bounds.min())

    def _representatives(self, secrets: Array, allowed: Array) -> tuple[Array, tuple[Word, ...]]:
        """One of each class of allowed guesses, and the permutations that make the classes; all without symmetries."""
        if self._symmetries is None or len(allowed) < self.rules.guesses:
            return allowed, ()
        words, first = self._symmetries.of(secrets)
        return allowed[first == allowed], words

    def _still_allowed(self, allowed: Array, guess: int, code: int) -> Array:
        if self.rules.allowed_after is None:
            return allowed
        return allowed[self.rules.allowed_after(guess, code)[allowed]]


@dataclass
class Certificate:
    """A section of a certificate: what is proved, and the claims that prove it."""

    objective: Objective
    cost: int
    first: int | None
    hard: bool
    digest: str
    letter: str
    generators: Sequence[tuple[Array, Array]]
    entries: Iterable[Entry]
    tree: Tree | None

    def lines(self) -> Iterator[str]:
        """The lines of the section, without line ends."""
        objective = self.objective
        header = {
            "attempts": objective.attempts,
            "charge": objective.charge,
            "miss": objective.miss,
            "cost": self.cost,
            "first": self.first,
            "hard": self.hard,
        }
        yield f"{FORMAT} {json.dumps(header | {'digest': self.digest, 'letter': self.letter})}"

        entries = list(self.entries)
        number_of: dict[Word, int] = {(number,): number for number in range(len(self.generators))}
        used = {word for entry in entries for word in entry.words}
        if used:
            for guess_images, secret_images in self.generators:
                yield f"permutation {_text(guess_images.tolist())} / {_text(secret_images.tolist())}"
        for word in sorted(used, key=lambda word: (len(word), word)):
            if word not in number_of:
                number_of[word] = len(number_of)
                yield f"product {_text(word)}"
        for entry in entries:
            permutations = _text(number_of[word] for word in entry.words)
            yield f"claim {_text((entry.cost, *entry.path))}{' / ' if permutations else ''}{permutations}"
        if self.tree is not None:
            yield from _lines_of_tree(self.tree)


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
    """Write the certificate; the same sections make the same file."""
    with open(path, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        for section in sections:
            for line in section.lines():
                packed.write(f"{line}\n".encode("ascii"))
