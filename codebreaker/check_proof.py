"""Checks a certificate: the proof that no tree of a guessing game costs less than some number.

This file shares no code with the searches that find trees and proofs. It imports numpy, Python's own library,
codebreaker/proof_file.py, which says what is in a certificate and reads it, and codebreaker/rank_bounds.py; these two
import no more. It takes nothing from the certificate on trust: the caller hands over the game, bins are counted anew,
and permutations are compared on every reply. docs/proofs.md proves the rule.

A guess charges every candidate that it leaves open, and a candidate that is open after the last guess pays for a miss.
A claim says that some candidates cost at least so much in every tree. It holds if for every guess the charges and the
least costs of the bins add up to no less. The least cost of a bin is that of an earlier claim, or the *bound by rank*:
any tree can solve only so many candidates of a bin within one guess, two guesses, …, and the others pay for more.
"""

from bisect import bisect_left

import numpy as np

from codebreaker.proof_file import Claim, PermutationLine, ProofError, Section, Steps
from codebreaker.rank_bounds import Array, RankBounds, ReplyTable

LARGEST_TOTAL = 1 << 62
"""No sum of costs may reach this, so that 64 bits hold it."""
MOST_IMAGES = 1 << 27
"""The most images in all permutations of a section. At 4 bytes each they take half a gigabyte.

Each permutation has an image of every guess and secret. A product has them too, though its line is as short as
`product 0`, so a small file could fill all memory. The products that `codebreaker` writes have half as many images at
most (codebreaker.symmetry_group.MOST_BYTES).
"""


class Checker:
    """Checks the claims and the tree of one section against a game.

    Each claim is checked on its own: it may use what stands before it. So any process can check any of them. The
    section is proved when every claim is checked.
    """

    def __init__(self, section: Section, table: ReplyTable) -> None:
        """Check the header and the permutations, and find the candidates of each claim; ProofError if one is wrong."""
        self.section = section
        self._table = table
        self._bounds = RankBounds(table, section.charge, section.miss)
        # The smallest type, because _claims_about keeps the candidates of every claim as bytes.
        self._all_secrets: Array = np.arange(table.secrets, dtype=np.min_scalar_type(table.secrets))
        self._all_guesses: Array = np.arange(table.guesses, dtype=np.int32)

        # No bound says more of one secret than a charge for every attempt and a miss. To be safe this limit counts one
        # charge more.
        most_for_secret = section.charge * (section.attempts + 1) + section.miss
        if most_for_secret * table.weight(self._all_secrets) >= LARGEST_TOTAL:
            raise ProofError("the costs are too large to be added up exactly")
        if section.first is not None and section.first >= table.guesses:
            raise ProofError("the certificate names a first guess that the game does not have")

        if len(section.permutations) * (table.guesses + table.secrets) > MOST_IMAGES:
            raise ProofError(f"the permutations have more than {MOST_IMAGES:,} images together")
        self._permutations: list[tuple[Array, Array]] = []
        for permutation in section.permutations:
            self._permutations.append(self._images(permutation))

        self._claims_about: dict[tuple[int, bytes], dict[Steps, list[int]]] = {}
        """_claims_about[guesses left, candidates as bytes][steps]: the numbers of the claims about these, ascending.

        Outside hard mode the steps are (). A claim is left out if one before it in its list costs as much or more. So
        costs ascend too, and of all claims below some number the last one in the list has the highest cost.
        """
        self._implied: set[int] = set()
        """The numbers of the claims that are left out of `_claims_about`. They follow from earlier claims, so they are
        not checked: a small file may repeat a claim a million times."""
        self._enter_claims()

        costs_of_all_secrets = [claim.cost for claim in section.claims if not claim.steps]
        if max(costs_of_all_secrets, default=-1) < section.cost:
            raise ProofError(f"no claim says that all secrets cost at least {section.cost:,}")

    def _enter_claims(self) -> None:
        """Enter each claim of the section in `_claims_about`, or in `_implied`."""
        for number, claim in enumerate(self.section.claims):
            key = (self._guesses_left(claim), self._candidates(claim).tobytes())
            # Only in hard mode do the steps decide which guesses may follow.
            steps = () if self._table.allowed_after is None else claim.steps
            numbers = self._claims_about.setdefault(key, {}).setdefault(steps, [])
            if not numbers or claim.cost > self.section.claims[numbers[-1]].cost:
                numbers.append(number)
            else:
                self._implied.add(number)

    def check_claim(self, number: int) -> None:
        """ProofError if the claim of that number does not follow from the claims before it."""
        if number in self._implied:
            return

        claim = self.section.claims[number]
        secrets = self._candidates(claim)
        guesses = self._guesses_to_check(claim, secrets)

        # bounds[i]: what guesses[i] costs at least. It is a sum over the candidates in its open bins, and
        # costs_by_rank[r] is what the candidate of rank r in its bin adds to it.
        left_after_guess = self._guesses_left(claim) - 1
        bounds, costs_by_rank = self._bounds.of_guesses(secrets, guesses, left_after_guess, claim.cost)
        too_low = bounds < claim.cost
        if not claim.steps and self.section.first is not None:
            # Trees begin with this guess alone, so only this guess must cost enough. The others were bounded with it
            # because any of them may come second, and the costs by rank depend on how many bins the guesses have.
            too_low &= guesses == self.section.first

        # After these guesses earlier claims must say that some of the bins cost more.
        for index in np.flatnonzero(too_low).tolist():
            guess = int(guesses[index])
            least = self._raise_by_claims(int(bounds[index]), number, guess, secrets, costs_by_rank)
            if least < claim.cost:
                candidates = "1 candidate" if len(secrets) == 1 else f"{len(secrets):,} candidates"
                raise ProofError(
                    f"line {claim.line}: the claim of {claim.cost:,} for {candidates} is not proved: "
                    f"after guess {guess} they may cost {least:,}"
                )

    def _raise_by_claims(self, bound: int, number: int, guess: int, secrets: Array, costs_by_rank: Array) -> int:
        """The bound on the cost of a guess, raised by what earlier claims say of its open bins.

        number: that of the claim to check; earlier claims have smaller numbers. secrets: the candidates before the
        guess. Once the bound reaches the cost of the claim, the other bins are not looked at.
        """
        claim = self.section.claims[number]
        left_after_guess = self._guesses_left(claim) - 1
        for code, members in self._table.open_bins(guess, secrets):
            if bound >= claim.cost:
                break

            cost_in_claims = self._cost_in_earlier_claims(number, guess, code, members, left_after_guess)
            if cost_in_claims > 0:
                # The bound holds the cost of the bin by rank, which includes the guess's charge. A claim does not
                # include it.
                charge = self.section.charge * self._table.weight(members)
                cost_by_rank = self._cost_by_rank(members, costs_by_rank)
                bound += max(0, charge + cost_in_claims - cost_by_rank)
        return bound

    def _guesses_left(self, claim: Claim) -> int:
        """How many attempts are left after the steps of the claim; ProofError if none is."""
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

    def _cost_by_rank(self, members: Array, costs_by_rank: Array) -> int:
        """The amount that a bin adds to the bound of its guess; the heaviest member has rank 0."""
        weights = np.ones(len(members), dtype=np.int64)
        if self._table.weights is not None:
            weights = np.sort(self._table.weights[members])[::-1]
        return int((costs_by_rank[: len(members)] * weights).sum())

    def _cost_in_earlier_claims(self, number: int, guess: int, code: int, members: Array, guesses_left: int) -> int:
        """The largest cost of a bin in the claims before that number; 0 if none is about it."""
        claims = self.section.claims
        steps = (*claims[number].steps, (guess, code))
        best = 0
        for numbers in self._claims_about.get((guesses_left, members.tobytes()), {}).values():
            earlier = bisect_left(numbers, number)
            if earlier > 0:
                claim = claims[numbers[earlier - 1]]
                if claim.cost > best and self._allows_all(claim, steps):
                    best = claim.cost
        return best

    # Hard mode

    def _allows_all(self, claim: Claim, steps: Steps) -> bool:
        """Whether every guess that is allowed after the steps is allowed after those of the claim too.

        Then each tree of the candidates after these steps is one of those that the claim is about, and costs as much.
        """
        if self._table.allowed_after is None:
            return True
        return bool(np.isin(self._allowed_guesses(steps), self._allowed_guesses(claim.steps)).all())

    def _allowed_guesses(self, steps: Steps) -> Array:
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
        """The allowed guesses; of those that the permutations of the claim map onto each other, only the first."""
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
        # Each of them once: a line may repeat the same number a million times.
        for number in dict.fromkeys(claim.permutations):
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
        # The first line is the root. Nothing is above it, so its first two numbers mean nothing.
        above, code, first_guess = section.nodes[0]
        if section.first not in (None, first_guess):
            raise ProofError("the tree begins with another guess than the header names")

        # The nodes that must still come, by the number of the node above and the reply code. For each: its candidates,
        # the guesses that are allowed there, and which attempt its guess is.
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
            raise ProofError(f"the tree has no guess after {len(due):,} of its replies")
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
