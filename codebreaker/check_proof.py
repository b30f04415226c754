"""Checks a certificate: the proof that no tree of a guessing game costs less than some number.

This file shares no code with the searches that find trees and proofs. It imports numpy and Python's own library, and it
takes nothing from the certificate on trust: bins are counted anew, permutations are compared on every reply, and the
game is the one that the caller hands over. docs/proofs.md proves the rule and describes the format.

A guess charges every candidate that it leaves open; a candidate that is open after the last guess pays for the miss.
A claim says: these candidates, with so many guesses left, cost at least so much in every tree. It holds if for every
guess the charge and the least costs of its bins add up to no less. The least cost of a bin is that of a claim that
stands before this one, or a bound that depends on how many secrets a tree can solve at all.
"""

import gzip
import hashlib
import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

FORMAT = "codebreaker-proof 1"

REPLIES_AT_A_TIME = 1 << 20
"""Replies that are sorted together; more do not fit the processor's cache."""

LARGEST_NUMBER = 1 << 40
"""No number in a certificate may be larger."""

MOST_DIGITS = 13
"""Digits of a number in a certificate; Python takes long for numbers of many thousands."""

LARGEST_TOTAL = 1 << 62
"""No sum of costs may reach this, so that 64 bits hold it."""

MOST_REMEMBERED = 4096
"""Replies whose allowed guesses are remembered in hard mode."""


class ProofError(ValueError):
    """The certificate does not prove what it says; the message names the line."""


@dataclass(frozen=True)
class Rules:
    """A game. It is made from the command line of the checker, never from the certificate."""

    replies: Array
    """Reply codes [guess, secret], an array of unsigned integers."""
    winning: int | None
    """The code that closes a bin; None where a bin is closed as soon as it has one candidate left."""
    weights: Array | None = None
    """int64 (secrets,): how much each secret counts; None if each counts once."""
    allowed_after: Callable[[int, int], Array] | None = None
    """allowed_after(guess, code): bool (guesses,), which guesses hard mode allows after that reply; None without it."""

    @property
    def guesses(self) -> int:
        """How many guesses there are."""
        return int(self.replies.shape[0])

    @property
    def secrets(self) -> int:
        """How many secrets there are."""
        return int(self.replies.shape[1])


@dataclass(frozen=True)
class Claim:
    """With the candidates that a path leads to, every tree costs at least `cost`."""

    path: tuple[int, ...]
    """Guess, reply code, guess, reply code, …: the candidates are the secrets that give these replies."""
    cost: int
    permutations: tuple[int, ...]
    """Numbers of permutations that map the candidates onto themselves."""
    line: int


@dataclass
class Section:
    """One proof of a certificate."""

    attempts: int
    """Guesses in a game."""
    charge: int
    """What a guess charges every candidate that it leaves open."""
    miss: int
    """What a candidate pays that is open after the last guess."""
    cost: int
    """What every tree costs at least."""
    first: int | None
    """The only guess that trees begin with; None for any."""
    hard: bool
    digest: str
    letter: str
    """The first letter that is shown in a game of words; empty where none is."""
    permutations: list[tuple[str, list[int], list[int], int]] = field(default_factory=list)
    """("permutation", images of guesses, images of secrets, line) or ("product", factors, [], line)."""
    claims: list[Claim] = field(default_factory=list)
    nodes: list[tuple[int, int, int]] = field(default_factory=list)
    """The tree: (number of the node above, reply code that leads here, guess), parents first."""


def digest_of(rules: Rules) -> str:
    """Hex sha256 of the sizes, the winning code, every reply and the weights.

    Numbers have 8 bytes, replies 4, the least significant first.
    """
    winning = -1 if rules.winning is None else rules.winning
    digest = hashlib.sha256(np.array([rules.guesses, rules.secrets, winning], dtype="<i8").tobytes())
    for row in rules.replies:
        digest.update(row.astype("<u4").tobytes())
    if rules.weights is not None:
        digest.update(rules.weights.astype("<i8").tobytes())
    return digest.hexdigest()


# Reading


def read_sections(path: str) -> list[Section]:
    """The proofs of a certificate; ProofError for what is no certificate, OSError for a file that cannot be read."""
    sections: list[Section] = []
    try:
        with gzip.open(path, "rt", encoding="ascii") as file:
            for number, line in enumerate(file, 1):
                _read_line(line, number, sections)
    except (gzip.BadGzipFile, EOFError, zlib.error, UnicodeDecodeError):
        raise ProofError("not a certificate, or cut short: it is no whole file of gzip") from None
    if not sections:
        raise ProofError("not a certificate: it is empty")
    return sections


def _read_line(line: str, number: int, sections: list[Section]) -> None:
    """Add what a line says to the sections."""
    if line.startswith(FORMAT + " "):
        sections.append(_read_header(line.removeprefix(FORMAT), number))
        return
    if not sections:
        raise ProofError(f"line {number}: not a certificate: it does not begin with {FORMAT!r}")
    section = sections[-1]
    kind, _, rest = line.partition(" ")
    before, _, after = rest.partition("/")
    left = _numbers(before, number)
    right = _numbers(after, number)
    if kind == "claim" and len(left) % 2 == 1:
        section.claims.append(Claim(tuple(left[1:]), left[0], tuple(right), number))
    elif kind == "permutation" or (kind == "product" and not right):
        section.permutations.append((kind, left, right, number))
    elif kind == "node" and len(left) == 3:
        section.nodes.append((left[0], left[1], left[2]))
    else:
        raise ProofError(f"line {number}: not a line of a certificate: {line.strip()[:60]!r}")


def _numbers(text: str, line: int) -> list[int]:
    """The whole numbers from 0 in a text."""
    words = text.split()
    if not all(word.isdigit() and len(word) <= MOST_DIGITS for word in words):
        raise ProofError(f"line {line}: not whole numbers: {text.strip()[:60]!r}")
    return list(map(int, words))


def _read_header(text: str, line: int) -> Section:
    """A section without claims."""
    try:
        header = json.loads(text)
        section = Section(**header)
    except (ValueError, TypeError, RecursionError) as error:
        raise ProofError(f"line {line}: not a header of this format: {error}") from None
    numbers = [section.attempts, section.charge, section.miss, section.cost]
    if section.first is not None:
        numbers.append(section.first)
    if not all(type(value) is int and 0 <= value < LARGEST_NUMBER for value in numbers) or section.attempts < 1:
        raise ProofError(f"line {line}: the header has a number that is not whole, is below 0 or too large")
    if len(header) != 8 or type(section.hard) is not bool:
        raise ProofError(f"line {line}: not a header of this format")
    return section


# What bins cost


@dataclass(frozen=True)
class Bounds:
    """What bins cost at least, as the number of bins alone tells."""

    rules: Rules
    charge: int
    miss: int

    def open_bins(self, guess: int, secrets: Array) -> Iterator[tuple[int, Array]]:
        """(reply code, candidates) of each bin that the guess leaves open; the candidates are ascending."""
        codes = self.rules.replies[guess, secrets]
        order = np.argsort(codes, kind="stable")
        sorted_codes = codes[order]
        members = secrets[order]
        ends = [*(np.flatnonzero(sorted_codes[1:] != sorted_codes[:-1]) + 1).tolist(), len(secrets)]
        start = 0
        for end in ends:
            code = int(sorted_codes[start])
            if not self._is_closed(code, end - start):
                yield code, members[start:end]
            start = end

    def _is_closed(self, code: int, size: int) -> bool:
        """Whether no guess is needed any more for a bin of that size with that reply code."""
        return size == 1 if self.rules.winning is None else code == self.rules.winning

    def weight(self, secrets: Array) -> int:
        """How much those secrets count together."""
        return len(secrets) if self.rules.weights is None else int(self.rules.weights[secrets].sum())

    def of_guesses(self, secrets: Array, guesses: Array, left: int, needed: int) -> tuple[Array, Array]:
        """A lower bound on the cost of each guess, int64 (guesses,), and the costs by rank that it is made of.

        left: guesses left after this one. Bounds of at least `needed` may be lower than those that the ranks give.
        """
        parts, winners = self.count(secrets, guesses)
        open_parts = parts - (winners > 0)
        costs = self._costs_by_rank(len(secrets), left, winners, open_parts)
        bounds = np.zeros(len(guesses), dtype=np.int64)
        if self.rules.winning is not None and self.rules.weights is None:
            # As if all candidates of a bin but one cost what the second one does: then only the number of bins counts.
            # They cost no less than that, because costs rise with the rank.
            second = costs[min(1, len(secrets) - 1)]
            bounds = second * (len(secrets) - winners) - (second - costs[0]) * open_parts
        below = np.flatnonzero(bounds < needed)
        bounds[below] = self._by_rank(secrets, guesses[below], costs)
        return bounds, costs

    def _by_rank(self, secrets: Array, guesses: Array, costs: Array) -> Array:
        """The sum of what the candidates of all open bins of each guess cost by their ranks: int64 (guesses,)."""
        bounds = np.empty(len(guesses), dtype=np.int64)
        ranks = np.arange(len(secrets))
        for place, codes, weights in self._sorted_replies(secrets, guesses):
            is_first = np.ones(codes.shape, dtype=bool)
            is_first[:, 1:] = codes[:, 1:] != codes[:, :-1]
            first_of_bin = np.maximum.accumulate(np.where(is_first, ranks, 0), axis=1)
            paid = costs[ranks - first_of_bin] * weights
            if self.rules.winning is None:
                is_last = np.ones(codes.shape, dtype=bool)
                is_last[:, :-1] = is_first[:, 1:]
                paid[is_first & is_last] = 0
            else:
                paid[codes == self.rules.winning] = 0
            bounds[place] = paid.sum(axis=1)
        return bounds

    def count(self, secrets: Array, guesses: Array) -> tuple[Array, Array]:
        """The bins of each guess, those that are closed too, and the secrets that it wins against: int64 (guesses,)."""
        parts = np.empty(len(guesses), dtype=np.int64)
        winners = np.zeros(len(guesses), dtype=np.int64)
        for place, codes, _ in self._sorted_replies(secrets, guesses):
            parts[place] = 1 + np.count_nonzero(codes[:, 1:] != codes[:, :-1], axis=1)
            if self.rules.winning is not None:
                winners[place] = np.count_nonzero(codes == self.rules.winning, axis=1)
        return parts, winners

    def _sorted_replies(self, secrets: Array, guesses: Array) -> Iterator[tuple[slice, Array, Array | int]]:
        """Blocks of guesses: their place, their replies [guess, rank] sorted by code, and the weights in that order.

        Secrets with the same reply are sorted by weight, the heaviest first; the weights are 1 where all count once.
        """
        rules = self.rules
        step = max(1, REPLIES_AT_A_TIME // len(secrets))
        if rules.weights is not None:
            secrets = secrets[np.argsort(-rules.weights[secrets], kind="stable")]
        for start in range(0, len(guesses), step):
            place = slice(start, start + step)
            if len(guesses) == rules.guesses:
                codes = np.take(rules.replies[place], secrets, axis=1)
            else:
                codes = rules.replies[np.ix_(guesses[place], secrets)]
            if rules.weights is None:
                codes.sort(axis=1)
                yield place, codes, 1
            else:
                order = np.argsort(codes, axis=1, kind="stable")
                yield place, np.take_along_axis(codes, order, axis=1), rules.weights[secrets][order]

    def _costs_by_rank(self, size: int, left: int, winners: Array, open_parts: Array) -> Array:
        """What the heaviest, second heaviest, … candidate of a bin costs at least, the charge included: int64 (size,).

        winners, open_parts: how many candidates each guess wins against, and how many bins it leaves open, counted over
        these candidates. The bins of a part of them are parts of their bins, so no guess has more in any bin.
        """
        most_winners = int(winners.max())
        most_parts = int(open_parts.max())
        most_parts_of_winner = int(open_parts[winners > 0].max(initial=0))
        ranks = np.arange(size)
        costs = np.full(size, self.charge, dtype=np.int64)

        # solved: how many candidates of one bin any tree can solve within 1, 2, … guesses.
        solved = 0
        for _ in range(left):
            if self.rules.winning is None:
                # A candidate is solved when it is alone in its bin.
                solved = most_parts * max(solved, 1)
            else:
                solved = max(most_winners + most_parts_of_winner * solved, most_parts * solved)
            costs[ranks >= solved] += self.charge
            if solved >= size:
                break
        costs[ranks >= solved] += self.miss
        return costs


# Checking


class Checker:
    """Checks the claims and the tree of one section against a game.

    Each claim is checked on its own: it may use what stands before it. So any process can check any of them.
    """

    def __init__(self, section: Section, rules: Rules) -> None:
        """Compare the header with the game, check the permutations, and note which candidates each claim is about."""
        self.section = section
        self.rules = rules
        self._bounds = Bounds(rules, section.charge, section.miss)
        self._everything: Array = np.arange(rules.secrets, dtype=np.min_scalar_type(rules.secrets))
        self._all_guesses: Array = np.arange(rules.guesses, dtype=np.int32)
        self._allowed: dict[tuple[int, int], Array] = {}
        """What hard mode allows after some guesses and replies; the last ones that were asked for."""

        if section.hard != (rules.allowed_after is not None):
            raise ProofError("the certificate and the rules given differ in hard mode")
        most_of_secret = section.charge * (section.attempts + 1) + section.miss
        if most_of_secret * self._bounds.weight(self._everything) >= LARGEST_TOTAL:
            raise ProofError("the costs are too large to be added up exactly")
        if section.digest != digest_of(rules):
            raise ProofError("the certificate is of another game than the one given: the digests of replies differ")
        if section.first is not None and section.first >= rules.guesses:
            raise ProofError("the certificate names a first guess that the game does not have")

        self._permutations: list[tuple[Array, Array]] = []
        for permutation in section.permutations:
            self._permutations.append(self._read_permutation(*permutation))

        # By guesses left and candidates: the numbers of the claims about them.
        self._claims_about: dict[tuple[int, bytes], list[int]] = {}
        for number, claim in enumerate(section.claims):
            key = self._key(self._left(claim), self._candidates(claim))
            self._claims_about.setdefault(key, []).append(number)
        if not any(not claim.path and claim.cost >= section.cost for claim in section.claims):
            raise ProofError(f"no claim says that all secrets cost at least {section.cost:,}")

    def check_claim(self, number: int) -> None:
        """ProofError if the claim of that number does not follow from the claims before it."""
        claim = self.section.claims[number]
        secrets = self._candidates(claim)
        left = self._left(claim) - 1
        guesses = self._guesses_to_check(claim, secrets)
        if not len(guesses):
            raise ProofError(f"line {claim.line}: no guess is allowed")

        bounds, costs = self._bounds.of_guesses(secrets, guesses, left, claim.cost)
        below = bounds < claim.cost
        if not claim.path and self.section.first is not None:
            # Only the first guess is given; the bins were counted over all guesses, which may follow.
            below &= guesses == self.section.first

        # Counting bins is not enough for these guesses: earlier claims must say that their bins cost more.
        for index in np.flatnonzero(below).tolist():
            guess = int(guesses[index])
            raised = int(bounds[index])
            for code, members in self._bounds.open_bins(guess, secrets):
                if raised >= claim.cost:
                    break
                raised += self._gain(number, guess, code, members, left, costs)
            if raised < claim.cost:
                raise ProofError(
                    f"line {claim.line}: the claim of {claim.cost:,} for {len(secrets):,} candidates is not proved: "
                    f"after guess {guess} they may cost {raised:,}"
                )

    def tree_cost(self) -> int | None:
        """The cost of the tree, which is played against every secret; None if there is none. ProofError if it fails."""
        section = self.section
        if not section.nodes:
            return None
        above, code, first_guess = section.nodes[0]
        if section.first not in (None, first_guess):
            raise ProofError("the tree begins with another guess than the header names")

        # What a node is expected for, by the number of the node above and the reply: the candidates there, the allowed
        # guesses, and the attempt that is next.
        expected = {(above, code): (self._everything, self._all_guesses, 1)}
        total = 0
        for number, (above, code, guess) in enumerate(section.nodes):
            if (above, code) not in expected:
                raise ProofError(f"node {number} of the tree: no candidates are there")
            secrets, allowed, attempt = expected.pop((above, code))
            if guess not in allowed:
                raise ProofError(f"node {number} of the tree: its guess is none or not allowed")

            for reply, members in self._bounds.open_bins(guess, secrets):
                weight = self._bounds.weight(members)
                total += section.charge * weight
                if attempt == section.attempts:
                    total += section.miss * weight
                else:
                    following = self._still_allowed(allowed, guess, reply)
                    expected[number, reply] = (members, following, attempt + 1)
        if expected:
            raise ProofError(f"the tree has no guess after {len(expected):,} replies")
        return total

    # What a claim is about

    def _left(self, claim: Claim) -> int:
        """The guesses left."""
        left = self.section.attempts - len(claim.path) // 2
        if left < 1:
            raise ProofError(f"line {claim.line}: a claim with no guess left")
        return left

    def _candidates(self, claim: Claim) -> Array:
        """The secrets that the path leads to, ascending."""
        secrets = self._everything
        for guess, code in zip(claim.path[::2], claim.path[1::2], strict=True):
            if guess >= self.rules.guesses:
                raise ProofError(f"line {claim.line}: there is no guess {guess}")
            secrets = secrets[self.rules.replies[guess, secrets] == code]
        if not len(secrets):
            raise ProofError(f"line {claim.line}: no secret gives these replies")
        return secrets

    def _allowed_guesses(self, path: tuple[int, ...]) -> Array:
        """The guesses that are allowed after a path, ascending: all of them without hard mode."""
        allowed = self._all_guesses
        for guess, code in zip(path[::2], path[1::2], strict=True):
            allowed = self._still_allowed(allowed, guess, code)
        return allowed

    def _still_allowed(self, allowed: Array, guess: int, code: int) -> Array:
        """Those of the allowed guesses that are still allowed after that reply to the guess."""
        if self.rules.allowed_after is None:
            return allowed
        if (guess, code) not in self._allowed:
            if len(self._allowed) == MOST_REMEMBERED:
                self._allowed.clear()
            self._allowed[guess, code] = self.rules.allowed_after(guess, code)
        is_allowed: Array = self._allowed[guess, code][allowed]
        return np.asarray(allowed[is_allowed])

    def _guesses_to_check(self, claim: Claim, secrets: Array) -> Array:
        """The allowed guesses, one of each class that the permutations of the claim map onto each other."""
        if not claim.path and self.section.first is not None and claim.permutations:
            raise ProofError(f"line {claim.line}: permutations where the first guess is given")
        if claim.permutations and self.rules.allowed_after is not None:
            raise ProofError(f"line {claim.line}: permutations in hard mode, where they need not keep what is allowed")

        for number in claim.permutations:
            if number >= len(self._permutations):
                raise ProofError(f"line {claim.line}: there is no permutation {number}")
            if not np.array_equal(np.sort(self._permutations[number][1][secrets]), secrets):
                raise ProofError(f"line {claim.line}: permutation {number} does not map the candidates onto themselves")

        # Each guess takes over the least number of its class from its image, until nothing changes.
        first = self._all_guesses
        before: Array | None = None
        while before is None or not np.array_equal(before, first):
            before = first
            for number in claim.permutations:
                guess_images, _ = self._permutations[number]
                first = np.minimum(first, first[guess_images])

        allowed = self._allowed_guesses(claim.path)
        return np.asarray(allowed[first[allowed] == allowed])

    def _read_permutation(self, kind: str, left: list[int], right: list[int], line: int) -> tuple[Array, Array]:
        """(images of guesses, images of secrets), checked on every reply and weight unless it is a product."""
        if kind == "product":
            return self._product(left, line)

        rules = self.rules
        if sorted(left) != list(range(rules.guesses)) or sorted(right) != list(range(rules.secrets)):
            raise ProofError(f"line {line}: not a permutation of all guesses and of all secrets")
        guesses = np.array(left, dtype=np.int32)
        secrets = np.array(right, dtype=np.int32)
        for guess in range(rules.guesses):
            if not np.array_equal(rules.replies[guesses[guess], secrets], rules.replies[guess]):
                raise ProofError(f"line {line}: the permutation changes a reply to guess {guess}")
        if rules.weights is not None and not np.array_equal(rules.weights[secrets], rules.weights):
            raise ProofError(f"line {line}: the permutation changes a weight")
        return guesses, secrets

    def _product(self, factors: list[int], line: int) -> tuple[Array, Array]:
        """(images of guesses, images of secrets) of the permutations of those numbers, the first one applied first."""
        guesses = self._all_guesses
        secrets = self._everything
        for factor in factors:
            if factor >= len(self._permutations):
                raise ProofError(f"line {line}: a product of permutations that stand below it")
            guess_images, secret_images = self._permutations[factor]
            guesses = guess_images[guesses]
            secrets = secret_images[secrets]
        return guesses, secrets

    # What earlier claims add

    def _gain(self, number: int, guess: int, code: int, members: Array, left: int, costs: Array) -> int:
        """By how much an earlier claim about a bin of a guess is more than what its ranks cost."""
        section = self.section
        best = 0
        for other in self._claims_about.get(self._key(left, members), ()):
            earlier = section.claims[other]
            if other >= number or earlier.cost <= best:
                continue
            if self._covers(earlier, section.claims[number], guess, code):
                best = earlier.cost
        if best == 0:
            return 0

        # The bound that is there already is made of the costs by rank, the heaviest candidate first.
        weights = np.ones(len(members), dtype=np.int64)
        if self.rules.weights is not None:
            weights = np.sort(self.rules.weights[members])[::-1]
        by_rank = int((costs[: len(members)] * weights).sum())
        return max(0, section.charge * self._bounds.weight(members) + best - by_rank)

    def _covers(self, earlier: Claim, claim: Claim, guess: int, code: int) -> bool:
        """Whether the earlier claim allows at least the guesses that are allowed after that reply in the later one."""
        if self.rules.allowed_after is None:
            return True
        allowed = self._still_allowed(self._allowed_guesses(claim.path), guess, code)
        return bool(np.isin(allowed, self._allowed_guesses(earlier.path)).all())

    @staticmethod
    def _key(left: int, secrets: Array) -> tuple[int, bytes]:
        """What claims about those candidates with that number of guesses left are looked up by."""
        return left, secrets.tobytes()
