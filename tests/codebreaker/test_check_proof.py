"""The checker of certificates: whatever a certificate says, what is accepted is true. Brute force is the judge."""

import dataclasses
import gzip
from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from codebreaker.certificate import CertificateSection, draft_claim
from codebreaker.check_proof import Checker, Claim, PermutationLine, ProofError, Section
from codebreaker.claim_writer import ClaimWriter
from codebreaker.objective import Objective
from codebreaker.proof_file import read_certificate
from codebreaker.rank_bounds import RankBounds, ReplyTable
from codebreaker.symmetry_group import SymmetryGroup

GAMES = 500
"""Random games of the tests. Nine faults put into the checker each show within the first 30; soak has 1,500 more."""


class Puzzle:
    """A random small game with everything that a game can have, and its costs by trying every tree."""

    def __init__(self, seed: int) -> None:
        """The game of that seed: up to six secrets, three ways to end, weights and hard mode in some."""
        random = np.random.default_rng(seed)
        secrets = int(random.integers(2, 7))
        guesses = secrets + int(random.integers(0, 3))
        self.codes = int(random.integers(2, 5))
        self.kind = random.choice(["win", "several winners", "identify"])

        # Reply code 0 wins. A random game has it only where its kind says so.
        replies = random.integers(1, self.codes, (guesses, secrets)).astype(np.uint16)
        if self.kind == "win":
            replies[np.arange(secrets), np.arange(secrets)] = 0
        elif self.kind == "several winners":
            replies = random.integers(0, self.codes, (guesses, secrets)).astype(np.uint16)
        weights = random.integers(0, 5, secrets) if random.random() < 0.4 else None

        # What hard mode allows is any function here: the checker must not rely on more. Guess 0 is always allowed.
        self.hard = bool(random.random() < 0.3)
        self.allowed = random.random((guesses, self.codes, guesses)) < 0.7
        self.allowed[:, :, 0] = True
        allowed_after = (lambda guess, code: self.allowed[guess, code]) if self.hard else None

        winning = None if self.kind == "identify" else 0
        self.table = ReplyTable(replies, winning, weights, allowed_after)
        self.objective = Objective(
            attempts=int(random.integers(1, 5)),
            charge=int(random.choice([0, 1, 1, 100])),
            miss=int(random.integers(0, 9)),
        )
        self.random = random
        """For what a test changes in the proof of this game."""
        self.least = cache(self._least)
        self.all_secrets = tuple(range(secrets))
        self.all_guesses = tuple(range(guesses))

    def weight(self, secrets: tuple[int, ...]) -> int:
        weights = self.table.weights
        return len(secrets) if weights is None else sum(int(weights[secret]) for secret in secrets)

    def open_bins(self, guess: int, secrets: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
        """The secrets by reply code, where the reply does not end the game."""
        bins: dict[int, list[int]] = {}
        for secret in secrets:
            bins.setdefault(int(self.table.replies[guess, secret]), []).append(secret)

        if self.kind == "identify":
            return {code: tuple(members) for code, members in bins.items() if len(members) > 1}
        return {code: tuple(members) for code, members in bins.items() if code != 0}

    def still_allowed(self, allowed: tuple[int, ...], guess: int, code: int) -> tuple[int, ...]:
        if not self.hard:
            return allowed
        return tuple(later_guess for later_guess in allowed if self.allowed[guess, code, later_guess])

    def _least(self, secrets: tuple[int, ...], guesses_left: int, allowed: tuple[int, ...]) -> int:
        """The least cost of any tree, by trying every guess; more than any tree costs where no guess is allowed."""
        if guesses_left == 0:
            return self.objective.miss * self.weight(secrets)

        least = 10**9
        for guess in allowed:
            cost = 0
            for code, members in self.open_bins(guess, secrets).items():
                cost += self.objective.charge * self.weight(members)
                cost += self.least(members, guesses_left - 1, self.still_allowed(allowed, guess, code))
            least = min(least, cost)
        return least

    @property
    def optimum(self) -> int:
        """The least cost of the whole game."""
        return self.least(self.all_secrets, self.objective.attempts, self.all_guesses)

    def at_least(self, secrets, guesses_left, needed, allowed) -> int:
        """The least cost, with the arguments that a writer gives to a search."""
        return self.least(tuple(secrets.tolist()), guesses_left, tuple(allowed.tolist()))

    def is_true(self, claim: Claim) -> bool:
        """Whether the claim holds; of no secrets nothing is claimed."""
        secrets = self.all_secrets
        allowed = self.all_guesses
        for guess, code in claim.steps:
            secrets = tuple(secret for secret in secrets if self.table.replies[guess, secret] == code)
            allowed = self.still_allowed(allowed, guess, code)

        guesses_left = self.objective.attempts - len(claim.steps)
        return claim.cost <= self.least(secrets, guesses_left, allowed)

    def section(self, claims: list[Claim], cost: int) -> Section:
        """The section with these claims that says that every tree costs at least so much."""
        objective = self.objective
        header = {
            "attempts": objective.attempts,
            "charge": objective.charge,
            "miss": objective.miss,
            "cost": cost,
            "first": None,
            "hard": self.hard,
        }
        return Section(**header, digest="", letter="", claims=claims)

    def written(self, cost: int) -> Section:
        """The section that a writer makes for that cost."""
        bounds = RankBounds(self.table, self.objective.charge, self.objective.miss)
        symmetries = SymmetryGroup((), self.table.guesses, self.table.secrets)
        writer = ClaimWriter(self.table, self.objective, cost, symmetries, bounds, self.at_least)
        guesses, _ = writer.guesses_to_show(None)
        for guess in guesses:
            writer.show_first_guess(guess)

        claims = [writer.take_claims(), draft_claim(cost, (), ()).encode()]
        certificate = CertificateSection(self.objective, cost, None, self.hard, "", "", [], claims, None)
        [section] = read_certificate(gzip.compress("\n".join(certificate.lines()).encode()))
        return section

    def every_claim(self) -> list[Claim]:
        """The true claims about all sets that two guesses at most lead to, those after two guesses first."""
        claims = []

        def collect(steps, secrets, guesses_left, allowed):
            """Add the claims about these secrets, and about their bins."""
            claims.append(Claim(steps, self.least(secrets, guesses_left, allowed), (), 0))
            if guesses_left == 1 or len(steps) == 2:
                return

            for guess in allowed:
                for code, members in self.open_bins(guess, secrets).items():
                    allowed_then = self.still_allowed(allowed, guess, code)
                    collect((*steps, (guess, code)), members, guesses_left - 1, allowed_then)

        collect((), self.all_secrets, self.objective.attempts, self.all_guesses)
        return sorted(claims, key=lambda claim: -len(claim.steps))


def is_accepted(puzzle: Puzzle, section: Section) -> bool:
    """Whether the checker accepts every claim."""
    try:
        checker = Checker(section, puzzle.table)
        for number in range(len(section.claims)):
            checker.check_claim(number)
    except ProofError:
        return False
    return True


def raised(claim: Claim) -> Claim:
    """The claim that the cost is larger by one."""
    return dataclasses.replace(claim, cost=claim.cost + 1)


SEEDS = pytest.mark.parametrize("seeds", [range(GAMES), pytest.param(range(GAMES, 4 * GAMES), marks=pytest.mark.soak)])


@SEEDS
def test_one_more_than_the_optimum_is_refused_after_every_true_claim(seeds):
    for seed in seeds:
        puzzle = Puzzle(seed)
        *smaller, all_secrets = puzzle.every_claim()
        section = puzzle.section([*smaller, raised(all_secrets)], puzzle.optimum + 1)
        assert not is_accepted(puzzle, section), seed


@SEEDS
def test_one_more_than_the_optimum_is_refused_after_the_claims_of_the_writer(seeds):
    for seed in seeds:
        puzzle = Puzzle(seed)
        *smaller, all_secrets = puzzle.written(puzzle.optimum).claims
        section = puzzle.section([*smaller, raised(all_secrets)], puzzle.optimum + 1)
        assert not is_accepted(puzzle, section), seed


def test_what_the_writer_writes_is_accepted():
    for seed in range(400):
        puzzle = Puzzle(seed)
        assert is_accepted(puzzle, puzzle.written(puzzle.optimum)), seed


def changed_proofs(claims: list[Claim], random: np.random.Generator, codes: int) -> Iterator[list[Claim]]:
    """The claims reversed; and with each claim raised by one, left out, moved to the end, or given other steps.

    codes: a number of the steps is replaced by a random one below it.
    """
    yield claims[::-1]
    for number, claim in enumerate(claims):
        before = claims[:number]
        after = claims[number + 1 :]
        yield [*before, raised(claim), *after]
        yield [*before, *after]
        yield [*before, *after, claim]

        random_claim = claims[int(random.integers(len(claims)))]
        yield [*before, dataclasses.replace(claim, steps=random_claim.steps), *after]

        if claim.steps:
            # Another reply, or another guess: the claim is about a set that is not what it says.
            numbers = np.array(claim.steps).ravel()
            numbers[int(random.integers(len(numbers)))] = int(random.integers(codes))
            steps = tuple(map(tuple, numbers.reshape(-1, 2).tolist()))
            yield [*before, dataclasses.replace(claim, steps=steps), *after]


@pytest.mark.parametrize("seeds", [range(start, start + 100) for start in range(0, 300, 100)])
def test_no_changed_claim_makes_a_false_claim_pass(seeds):
    """What is accepted is true. Some changes do no harm, so that more than 100 are accepted and more refused."""
    accepted = 0
    refused = 0
    for seed in seeds:
        puzzle = Puzzle(seed)
        section = puzzle.written(puzzle.optimum)
        for claims in changed_proofs(section.claims, puzzle.random, puzzle.codes):
            if is_accepted(puzzle, puzzle.section(claims, section.cost)):
                accepted += 1
                assert all(map(puzzle.is_true, claims)), (seed, claims)
            else:
                refused += 1

    assert accepted > 100
    assert refused > 100


def test_every_false_claim_about_a_small_set_is_refused():
    """The false claim is the last one, where it can use every true claim; about twenty of each game are tried."""
    for seed in range(150):
        puzzle = Puzzle(seed)
        claims = puzzle.every_claim()
        *smaller, all_secrets = claims
        for claim in smaller[:: max(1, len(claims) // 20)]:
            section = puzzle.section([*claims, raised(claim)], all_secrets.cost)
            checker = Checker(section, puzzle.table)
            with pytest.raises(ProofError, match="is not proved"):
                checker.check_claim(len(claims))


def test_a_claim_is_not_used_with_another_number_of_guesses_left():
    """The same claims under a game with one attempt more or fewer prove nothing that is false there."""
    for seed in range(300):
        puzzle = Puzzle(seed)
        section = puzzle.written(puzzle.optimum)
        attempts = puzzle.objective.attempts
        for other_attempts in (attempts - 1, attempts + 1) if attempts > 1 else (attempts + 1,):
            other_puzzle = Puzzle(seed)
            other_puzzle.objective = puzzle.objective.with_attempts(other_attempts)
            if is_accepted(other_puzzle, dataclasses.replace(section, attempts=other_attempts)):
                assert section.cost <= other_puzzle.optimum, seed


HIDDEN = ReplyTable(
    np.array([[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0], [2, 3, 4, 5]], dtype=np.uint16), 0
)
"""Four secrets that guesses rule out one by one, and a fifth guess that tells which secret it is."""


def hidden_section(claims: list[Claim], table: ReplyTable, cost: int) -> Section:
    """The section with these claims for a table like HIDDEN: four attempts, a charge of 1, and a miss costs no more."""
    return Section(4, 1, 0, cost, None, table.allowed_after is not None, "", "", [], claims)


@pytest.fixture
def forbidding_checker() -> Checker:
    """The checker of a hard mode where guess 0 forbids guess 4, the one that tells all secrets apart.

    Its first claim is about the two secrets that guesses 0 and 1 leave.
    """

    def allowed_after(guess, code):
        allowed = np.ones(5, dtype=bool)
        allowed[4] = guess != 0
        return allowed

    table = dataclasses.replace(HIDDEN, allowed_after=allowed_after)
    claims = [Claim(((0, 1), (1, 1)), 1, (), 1), Claim((), 0, (), 2)]
    return Checker(hidden_section(claims, table, 0), table)


def test_a_claim_is_not_used_where_more_guesses_are_allowed(forbidding_checker):
    claim = forbidding_checker.section.claims[0]
    assert not forbidding_checker._allows_all(claim, ((1, 1), (2, 1)))


def test_a_claim_is_used_where_the_same_guesses_are_allowed(forbidding_checker):
    claim = forbidding_checker.section.claims[0]
    assert forbidding_checker._allows_all(claim, ((0, 1), (1, 1)))


def test_a_permutation_that_changes_a_reply_is_refused():
    section = hidden_section([Claim((), 3, (0,), 1)], HIDDEN, 3)
    section.permutations.append(PermutationLine([1, 0, 2, 3, 4], [1, 0, 2, 3], None, 7))
    with pytest.raises(ProofError, match="line 7: the permutation changes a reply to guess 4"):
        Checker(section, HIDDEN)


def symmetric_table(weights=None) -> ReplyTable:
    """HIDDEN without its telling guess: any permutation of the secrets is one of the guesses too."""
    return ReplyTable(HIDDEN.replies[:4], 0, weights)


def test_a_permutation_that_changes_a_weight_is_refused():
    table = symmetric_table(np.array([1, 2, 1, 1]))
    section = hidden_section([Claim((), 3, (0,), 1)], table, 3)
    section.permutations.append(PermutationLine([1, 0, 2, 3], [1, 0, 2, 3], None, 7))
    with pytest.raises(ProofError, match="line 7: the permutation changes a weight"):
        Checker(section, table)


@pytest.mark.parametrize("images", [[0, 0, 2, 3], [0, 1, 2], [0, 1, 2, 4]])
def test_what_is_no_permutation_is_refused(images):
    table = symmetric_table()
    section = hidden_section([Claim((), 3, (0,), 1)], table, 3)
    section.permutations.append(PermutationLine(images, [0, 1, 2, 3], None, 7))
    with pytest.raises(ProofError, match="line 7: not a permutation"):
        Checker(section, table)


def test_a_permutation_that_moves_the_candidates_is_refused():
    table = symmetric_table()
    # Secret 0 is ruled out; the permutation maps secret 1 to it.
    section = hidden_section([Claim(((0, 1),), 3, (0,), 1), Claim((), 0, (), 2)], table, 0)
    section.permutations.append(PermutationLine([1, 0, 2, 3], [1, 0, 2, 3], None, 7))
    with pytest.raises(ProofError, match="line 1: permutation 0 does not map the candidates onto themselves"):
        Checker(section, table).check_claim(0)


def test_permutations_in_hard_mode_are_refused():
    table = dataclasses.replace(symmetric_table(), allowed_after=lambda guess, code: np.ones(4, dtype=bool))
    section = hidden_section([Claim((), 3, (0,), 1)], table, 3)
    section.permutations.append(PermutationLine([1, 0, 2, 3], [1, 0, 2, 3], None, 7))
    with pytest.raises(ProofError, match="line 1: permutations in hard mode"):
        Checker(section, table).check_claim(0)


def test_claims_are_checked_against_the_game_that_is_given():
    """A claim that is true of HIDDEN: where guess 4 wins against the last secret, trees that begin with it cost 3."""
    section = hidden_section([Claim((), 4, (), 1)], HIDDEN, 4)
    replies = HIDDEN.replies.copy()
    replies[4, 3] = 0
    checker = Checker(section, ReplyTable(replies, 0))

    message = "the claim of 4 for 4 candidates is not proved: after guess 4 they may cost 3"
    with pytest.raises(ProofError, match=message):
        checker.check_claim(0)


def test_a_true_claim_of_a_game_is_accepted():
    """Guess 4 tells the four secrets apart and wins against none, so each costs one charge: 4."""
    section = hidden_section([Claim((), 4, (), 1)], HIDDEN, 4)
    Checker(section, HIDDEN).check_claim(0)


def test_a_proof_without_its_last_claim_is_refused():
    with pytest.raises(ProofError, match="no claim says that all secrets cost at least 3"):
        Checker(hidden_section([Claim((), 2, (), 1)], HIDDEN, 3), HIDDEN)


def test_costs_that_cannot_be_added_up_exactly_are_refused():
    section = dataclasses.replace(hidden_section([Claim((), 3, (), 1)], HIDDEN, 3), miss=(1 << 40) - 1)
    heavy = ReplyTable(HIDDEN.replies, 0, np.full(4, 1 << 22))
    with pytest.raises(ProofError, match="too large to be added up exactly"):
        Checker(section, heavy)


def test_the_tree_is_played_against_every_secret():
    """The fifth guess tells the secret, so every secret costs one charge."""
    section = hidden_section([Claim((), 3, (), 1)], HIDDEN, 3)
    section.nodes += [(0, 0, 4), (0, 2, 0), (0, 3, 1), (0, 4, 2), (0, 5, 3)]
    assert Checker(section, HIDDEN).tree_cost() == 4


@pytest.mark.parametrize(("nodes", "why"), [
    ([(0, 0, 4), (0, 2, 0), (0, 3, 1), (0, 4, 2)], "no guess after 1 replies"),
    ([(0, 0, 4), (0, 2, 0), (0, 2, 0), (0, 3, 1)], "node 2 of the tree: no candidates are there"),
    ([(0, 0, 9)], "node 0 of the tree: its guess is none or not allowed"),
    ([(0, 0, 4), (1, 2, 0)], "node 1 of the tree: no candidates are there"),
])  # fmt: skip
def test_a_tree_that_is_none_is_refused(nodes, why):
    section = hidden_section([Claim((), 3, (), 1)], HIDDEN, 3)
    section.nodes += nodes
    with pytest.raises(ProofError, match=why):
        Checker(section, HIDDEN).tree_cost()
