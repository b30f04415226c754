"""Checks a certificate: the proof that no tree of a guessing game costs less than some number.

This file shares no code with the searches that find trees and proofs. It imports numpy and Python's own library, and it
takes nothing from the certificate on trust: the caller hands over the game, bins are counted anew, and permutations are
compared on every reply. docs/proofs.md proves the rule; codebreaker/proof_file.py reads the format.

A guess charges every candidate that it leaves open, and a candidate that is open after the last guess pays for a miss.
A claim says that some candidates cost at least so much in every tree. It holds if for every guess the charges and the
least costs of the bins add up to no less. The least cost of a bin is that of an earlier claim, or the bound by rank.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

REPLIES_AT_A_TIME = 1 << 20
"""Replies that are sorted together; more do not fit the processor's cache."""

LARGEST_TOTAL = 1 << 62
"""No sum of costs may reach this, so that 64 bits hold it."""


class ProofError(ValueError):
    """The certificate does not prove what it says; the message names the line."""


# The rule: a game, and claims about it


@dataclass(frozen=True)
class ReplyTable:
    """A game as the table of its replies. The caller makes it; nothing in it comes from the certificate."""

    replies: Array
    """Reply codes [guess, secret], an array of unsigned integers."""
    winning: int | None
    """The code of the reply that wins, which closes a bin. None in a game that ends as soon as one candidate is left:
    there a bin of one candidate is closed."""
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

    def weight(self, secrets: Array) -> int:
        """How much those secrets count together."""
        return len(secrets) if self.weights is None else int(self.weights[secrets].sum())

    def open_bins(self, guess: int, secrets: Array) -> Iterator[tuple[int, Array]]:
        """(reply code, candidates) of each bin that the guess leaves open; the candidates stay in their order."""
        codes = self.replies[guess, secrets]
        order = np.argsort(codes, kind="stable")
        codes = codes[order]
        members = secrets[order]

        starts = [0, *(np.flatnonzero(codes[1:] != codes[:-1]) + 1).tolist()]
        ends = [*starts[1:], len(secrets)]
        for start, end in zip(starts, ends, strict=True):
            code = int(codes[start])
            is_closed = end - start == 1 if self.winning is None else code == self.winning
            if not is_closed:
                yield code, members[start:end]


@dataclass(frozen=True)
class Claim:
    """The secrets that give these replies cost at least `cost` in every tree."""

    steps: tuple[tuple[int, int], ...]
    """(guess, reply code) of each guess before; as many attempts are gone."""
    cost: int
    permutations: tuple[int, ...]
    """Numbers of permutations that map these secrets onto themselves."""
    line: int
    """Where it stands in the file."""


@dataclass(frozen=True)
class PermutationLine:
    """A permutation of guesses and secrets as it stands in the file, before it is checked."""

    guess_images: list[int]
    secret_images: list[int]
    factors: list[int] | None
    """Numbers of earlier permutations whose product it is, the first applied first; None if the images are given."""
    line: int


@dataclass
class Section:
    """One proof of a certificate: what its header says, and its lines."""

    attempts: int
    """Guesses in a game."""
    charge: int
    """What a guess charges every candidate that it leaves open."""
    miss: int
    """What a candidate pays that is open after the last guess."""
    cost: int
    """What every tree costs at least: this is what the section proves."""
    first: int | None
    """The only guess that trees begin with; None for any."""
    hard: bool
    """Whether the game was played in hard mode. The caller compares this and the following fields with the game."""
    digest: str
    letter: str
    permutations: list[PermutationLine] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    nodes: list[tuple[int, int, int]] = field(default_factory=list)
    """The tree: (number of the node above, reply code that leads here, guess), parents first."""


# The bound by rank


@dataclass(frozen=True)
class Bounds:
    """Lower bounds on what guesses cost, from the sizes and the number of bins alone.

    The candidates of a bin have ranks, from 0 for the heaviest. How many candidates of one bin any tree can solve
    within j guesses is limited, so a candidate of a higher rank pays for more guesses.
    """

    table: ReplyTable
    charge: int
    miss: int

    def of_guesses(self, secrets: Array, guesses: Array, guesses_left: int, needed: int) -> tuple[Array, Array]:
        """A lower bound on the cost of each guess, int64 (guesses,), and the costs by rank that it is made of.

        guesses_left: guesses after this one. Bounds below `needed` are sums of costs by rank over the open bins; a
        bound of `needed` or more may be less than that sum.
        """
        bins, winners = self.count(secrets, guesses)
        open_bins = bins - (winners > 0)
        costs = self._costs_by_rank(len(secrets), guesses_left, winners, open_bins)

        bounds = np.zeros(len(guesses), dtype=np.int64)
        if self.table.winning is not None and self.table.weights is None:
            # A quick bound: each open bin has one candidate of rank 0, and all others cost as much as rank 1 at least.
            cost_of_first = costs[0]
            cost_of_others = costs[1] if len(secrets) > 1 else costs[0]
            others = len(secrets) - winners - open_bins
            bounds = cost_of_first * open_bins + cost_of_others * others

        below = np.flatnonzero(bounds < needed)
        bounds[below] = self._sums_by_rank(secrets, guesses[below], costs)
        return bounds, costs

    def count(self, secrets: Array, guesses: Array) -> tuple[Array, Array]:
        """The bins of each guess, those that are closed too, and the secrets that it wins against: int64 (guesses,)."""
        bins = np.empty(len(guesses), dtype=np.int64)
        winners = np.zeros(len(guesses), dtype=np.int64)
        for block, codes, _ in self._sorted_replies(secrets, guesses):
            bins[block] = 1 + np.count_nonzero(codes[:, 1:] != codes[:, :-1], axis=1)
            if self.table.winning is not None:
                winners[block] = np.count_nonzero(codes == self.table.winning, axis=1)
        return bins, winners

    def _costs_by_rank(self, size: int, guesses_left: int, winners: Array, open_bins: Array) -> Array:
        """What a candidate of rank 0, 1, … of a bin costs at least, the guess's charge included: int64 (size,).

        winners, open_bins: how many candidates each guess wins against, and how many bins it leaves open, counted over
        all candidates. The bins of a part of them are parts of their bins, so no guess has more in any bin.
        """
        most_winners = int(winners.max())
        most_open_bins = int(open_bins.max())
        most_open_bins_of_winner = int(open_bins[winners > 0].max(initial=0))
        ranks = np.arange(size)
        costs = np.full(size, self.charge, dtype=np.int64)

        # solved: how many candidates of one bin any tree can solve within 0, 1, 2, … guesses.
        solved = 0
        for _ in range(guesses_left):
            if self.table.winning is None:
                # A candidate is solved when it is alone in its bin.
                solved = most_open_bins * max(solved, 1)
            else:
                solved = max(most_winners + most_open_bins_of_winner * solved, most_open_bins * solved)
            costs[ranks >= solved] += self.charge
            if solved >= size:
                break
        costs[ranks >= solved] += self.miss
        return costs

    def _sums_by_rank(self, secrets: Array, guesses: Array, costs: Array) -> Array:
        """The sum of what the candidates of all open bins of each guess cost by their ranks: int64 (guesses,)."""
        sums = np.empty(len(guesses), dtype=np.int64)
        columns = np.arange(len(secrets))
        for block, codes, weights in self._sorted_replies(secrets, guesses):
            # The replies of a bin are neighbours; the rank is the distance from the first of them.
            is_first = np.ones(codes.shape, dtype=bool)
            is_first[:, 1:] = codes[:, 1:] != codes[:, :-1]
            first_column_of_bin = np.maximum.accumulate(np.where(is_first, columns, 0), axis=1)
            costs_of_candidates = costs[columns - first_column_of_bin] * weights

            if self.table.winning is None:
                is_last = np.ones(codes.shape, dtype=bool)
                is_last[:, :-1] = is_first[:, 1:]
                is_closed = is_first & is_last
            else:
                is_closed = codes == self.table.winning
            costs_of_candidates[is_closed] = 0
            sums[block] = costs_of_candidates.sum(axis=1)
        return sums

    def _sorted_replies(self, secrets: Array, guesses: Array) -> Iterator[tuple[slice, Array, Array | int]]:
        """Blocks of guesses: their slice, their replies sorted by code [guess, column], and the weights in that order.

        Secrets with the same reply are sorted by weight, the heaviest first; the weights are 1 where all count once.
        """
        table = self.table
        if table.weights is not None:
            secrets = secrets[np.argsort(-table.weights[secrets], kind="stable")]

        step = max(1, REPLIES_AT_A_TIME // len(secrets))
        for start in range(0, len(guesses), step):
            block = slice(start, start + step)
            if len(guesses) == table.guesses:
                # All guesses are asked about: taking columns of a slice is faster than naming each guess.
                codes = np.take(table.replies[block], secrets, axis=1)
            else:
                codes = table.replies[np.ix_(guesses[block], secrets)]

            if table.weights is None:
                codes.sort(axis=1)
                yield block, codes, 1
            else:
                order = np.argsort(codes, axis=1, kind="stable")
                yield block, np.take_along_axis(codes, order, axis=1), table.weights[secrets][order]


# Checking


class Checker:
    """Checks the claims and the tree of one section against a game.

    Each claim is checked on its own: it may use what stands before it. So any process can check any of them. The
    section is proved when every claim is checked.
    """

    def __init__(self, section: Section, table: ReplyTable) -> None:
        """Check the header and the permutations, and find the candidates of each claim; ProofError if one is wrong."""
        self.section = section
        self._table = table
        self._bounds = Bounds(table, section.charge, section.miss)
        self._all_secrets: Array = np.arange(table.secrets, dtype=np.min_scalar_type(table.secrets))
        self._all_guesses: Array = np.arange(table.guesses, dtype=np.int32)

        most_for_secret = section.charge * (section.attempts + 1) + section.miss
        if most_for_secret * table.weight(self._all_secrets) >= LARGEST_TOTAL:
            raise ProofError("the costs are too large to be added up exactly")
        if section.first is not None and section.first >= table.guesses:
            raise ProofError("the certificate names a first guess that the game does not have")

        self._permutations: list[tuple[Array, Array]] = []
        for permutation in section.permutations:
            self._permutations.append(self._images(permutation))

        self._claims_about: dict[tuple[int, bytes], list[int]] = {}
        """The numbers of the claims by guesses left and candidates."""
        for number, claim in enumerate(section.claims):
            key = (self._guesses_left(claim), self._candidates(claim).tobytes())
            self._claims_about.setdefault(key, []).append(number)

        costs_of_all = [claim.cost for claim in section.claims if not claim.steps]
        if max(costs_of_all, default=-1) < section.cost:
            raise ProofError(f"no claim says that all secrets cost at least {section.cost:,}")

    def check_claim(self, number: int) -> None:
        """ProofError if the claim of that number does not follow from the claims before it."""
        claim = self.section.claims[number]
        secrets = self._candidates(claim)
        left_after_guess = self._guesses_left(claim) - 1
        guesses = self._guesses_to_check(claim, secrets)

        bounds, costs = self._bounds.of_guesses(secrets, guesses, left_after_guess, claim.cost)
        below = bounds < claim.cost
        if not claim.steps and self.section.first is not None:
            # Trees begin with one guess. The bins were counted over all guesses, because any may follow.
            below &= guesses == self.section.first

        # The bound of these guesses is too low: earlier claims must say that some of their bins cost more.
        for index in np.flatnonzero(below).tolist():
            guess = int(guesses[index])
            least = int(bounds[index])
            for code, members in self._table.open_bins(guess, secrets):
                if least >= claim.cost:
                    break
                cost_in_claims = self._cost_in_earlier_claims(number, guess, code, members, left_after_guess)
                if cost_in_claims > 0:
                    charge = self.section.charge * self._table.weight(members)
                    least += max(0, charge + cost_in_claims - self._cost_by_rank(members, costs))
            if least < claim.cost:
                raise ProofError(
                    f"line {claim.line}: the claim of {claim.cost:,} for {len(secrets):,} candidates is not proved: "
                    f"after guess {guess} they may cost {least:,}"
                )

    def _guesses_left(self, claim: Claim) -> int:
        """The attempts that are not gone."""
        guesses_left = self.section.attempts - len(claim.steps)
        if guesses_left < 1:
            raise ProofError(f"line {claim.line}: a claim with no guess left")
        return guesses_left

    def _candidates(self, claim: Claim) -> Array:
        """The secrets that give the replies of the claim, ascending."""
        secrets = self._all_secrets
        for guess, code in claim.steps:
            if guess >= self._table.guesses:
                raise ProofError(f"line {claim.line}: there is no guess {guess}")
            secrets = secrets[self._table.replies[guess, secrets] == code]
        if not len(secrets):
            raise ProofError(f"line {claim.line}: no secret gives these replies")
        return secrets

    def _cost_by_rank(self, members: Array, costs: Array) -> int:
        """The share of a bin in the bound of its guess: the heaviest candidate has rank 0."""
        weights = np.ones(len(members), dtype=np.int64)
        if self._table.weights is not None:
            weights = np.sort(self._table.weights[members])[::-1]
        return int((costs[: len(members)] * weights).sum())

    def _cost_in_earlier_claims(self, number: int, guess: int, code: int, members: Array, guesses_left: int) -> int:
        """The largest cost of a bin in the claims before that number; 0 if none is about it."""
        claims = self.section.claims
        best = 0
        for earlier in self._claims_about.get((guesses_left, members.tobytes()), ()):
            is_better = earlier < number and claims[earlier].cost > best
            if is_better and self._allows_all(claims[earlier], (*claims[number].steps, (guess, code))):
                best = claims[earlier].cost
        return best

    # Hard mode

    def _allows_all(self, claim: Claim, steps: tuple[tuple[int, int], ...]) -> bool:
        """Whether every guess that is allowed after the steps is allowed after those of the claim too."""
        if self._table.allowed_after is None:
            return True
        return bool(np.isin(self._allowed_guesses(steps), self._allowed_guesses(claim.steps)).all())

    def _allowed_guesses(self, steps: tuple[tuple[int, int], ...]) -> Array:
        """The guesses that are allowed after the steps, ascending: all of them without hard mode."""
        allowed = self._all_guesses
        for guess, code in steps:
            allowed = self._still_allowed(allowed, guess, code)
        return allowed

    def _still_allowed(self, allowed: Array, guess: int, code: int) -> Array:
        """Those of the allowed guesses that are allowed after one more reply."""
        if self._table.allowed_after is None:
            return allowed
        is_allowed = self._table.allowed_after(guess, code)
        return np.asarray(allowed[is_allowed[allowed]])

    # Symmetry

    def _guesses_to_check(self, claim: Claim, secrets: Array) -> Array:
        """The allowed guesses, one of each class that the permutations of the claim map onto each other."""
        allowed = self._allowed_guesses(claim.steps)
        if not len(allowed):
            raise ProofError(f"line {claim.line}: no guess is allowed")
        if not claim.permutations:
            return allowed
        if not claim.steps and self.section.first is not None:
            raise ProofError(f"line {claim.line}: permutations where the first guess is given")
        if self._table.allowed_after is not None:
            raise ProofError(f"line {claim.line}: permutations in hard mode, where they need not keep what is allowed")

        images = []
        for number in claim.permutations:
            if number >= len(self._permutations):
                raise ProofError(f"line {claim.line}: there is no permutation {number}")
            guess_images, secret_images = self._permutations[number]
            if not np.array_equal(np.sort(secret_images[secrets]), secrets):
                raise ProofError(f"line {claim.line}: permutation {number} does not map the candidates onto themselves")
            images.append(guess_images)
        return np.flatnonzero(first_of_class(images) == self._all_guesses).astype(np.int32)

    def _images(self, permutation: PermutationLine) -> tuple[Array, Array]:
        """(images of guesses, images of secrets), checked on every reply and weight unless it is a product."""
        if permutation.factors is not None:
            return self._product(permutation.factors, permutation.line)

        table = self._table
        is_permutation_of_guesses = sorted(permutation.guess_images) == list(range(table.guesses))
        is_permutation_of_secrets = sorted(permutation.secret_images) == list(range(table.secrets))
        if not is_permutation_of_guesses or not is_permutation_of_secrets:
            raise ProofError(f"line {permutation.line}: not a permutation of all guesses and of all secrets")

        guesses = np.array(permutation.guess_images, dtype=np.int32)
        secrets = np.array(permutation.secret_images, dtype=np.int32)
        for guess in range(table.guesses):
            if not np.array_equal(table.replies[guesses[guess], secrets], table.replies[guess]):
                raise ProofError(f"line {permutation.line}: the permutation changes a reply to guess {guess}")
        if table.weights is not None and not np.array_equal(table.weights[secrets], table.weights):
            raise ProofError(f"line {permutation.line}: the permutation changes a weight")
        return guesses, secrets

    def _product(self, factors: list[int], line: int) -> tuple[Array, Array]:
        """(images of guesses, images of secrets) of a product of checked permutations, the first one applied first."""
        guesses = self._all_guesses
        secrets = self._all_secrets
        for factor in factors:
            if factor >= len(self._permutations):
                raise ProofError(f"line {line}: a product of permutations that stand below it")
            guess_images, secret_images = self._permutations[factor]
            guesses = guess_images[guesses]
            secrets = secret_images[secrets]
        return guesses, secrets

    # The tree

    def tree_cost(self) -> int | None:
        """The cost of the tree, which is played against every secret; None if there is none. ProofError if it fails."""
        section = self.section
        if not section.nodes:
            return None
        above, code, first_guess = section.nodes[0]
        if section.first not in (None, first_guess):
            raise ProofError("the tree begins with another guess than the header names")

        # What a node is due for, by the number of the node above and the reply code: the candidates there, the allowed
        # guesses, and the attempt that is next.
        due = {(above, code): (self._all_secrets, self._all_guesses, 1)}
        total = 0
        for number, (above, code, guess) in enumerate(section.nodes):
            if (above, code) not in due:
                raise ProofError(f"node {number} of the tree: no candidates are there")
            secrets, allowed, attempt = due.pop((above, code))
            if guess not in allowed:
                raise ProofError(f"node {number} of the tree: its guess is none or not allowed")

            for reply, members in self._table.open_bins(guess, secrets):
                weight = self._table.weight(members)
                total += section.charge * weight
                if attempt == section.attempts:
                    total += section.miss * weight
                else:
                    due[number, reply] = (members, self._still_allowed(allowed, guess, reply), attempt + 1)
        if due:
            raise ProofError(f"the tree has no guess after {len(due):,} replies")
        return total


def first_of_class(images: list[Array]) -> Array:
    """The first guess of each guess's class under permutations: int (guesses,).

    images: where each permutation maps every guess, at least one permutation. Of two guesses that permutations map onto
    each other, in one step or in several, both have the same first guess: [0, 0, 2] if 0 and 1 change places.
    """
    first = np.arange(len(images[0]), dtype=np.int32)
    while True:
        before = first
        for guess_images in images:
            first = np.minimum(first, first[guess_images])
        if np.array_equal(before, first):
            return first
