"""The checker of certificates against brute force on random small games: what is accepted is true."""

import dataclasses
import gzip
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from codebreaker.certificate import claim_line, section_lines
from codebreaker.check_proof import Checker
from codebreaker.objective import Objective
from codebreaker.proof_file import Claim, ProofError, Section, read_certificate
from codebreaker.rank_bounds import RankBounds, ReplyTable
from codebreaker.search.claim_writer import ClaimWriter
from codebreaker.symmetry_group import SymmetryGroup

GAMES = 150
"""Random games of a test, more than enough: nine faults were put into the checker, and 30 games showed each one."""


class Puzzle:
    """A random small game with everything that a game can have, and its costs by trying every tree."""

    def __init__(self, seed: int) -> None:
        """The game of that seed: up to six secrets; weights and hard mode in some.

        It ends in one of three ways: each secret has one guess that wins against it, a guess wins against any secrets,
        or the game ends when one candidate is left.
        """
        random = np.random.default_rng(seed)
        secrets = int(random.integers(2, 7))
        guesses = secrets + int(random.integers(0, 3))
        self.codes = int(random.integers(2, 5))
        end = random.choice(["one winner", "several winners", "one candidate"])
        self.ends_with_one_candidate = end == "one candidate"

        # Replies [guess, secret]. Code 0 wins.
        replies = random.integers(1, self.codes, (guesses, secrets)).astype(np.uint16)
        if end == "one winner":
            replies[np.arange(secrets), np.arange(secrets)] = 0
        elif end == "several winners":
            replies = random.integers(0, self.codes, (guesses, secrets)).astype(np.uint16)
        weights = random.integers(0, 5, secrets) if random.random() < 0.4 else None

        # Which guesses a reply allows in hard mode: [guess, reply code, next guess]. Any rule will do, so it is random.
        # Only guess 0 is always allowed.
        self.hard = bool(random.random() < 0.3)
        self.allowed = random.random((guesses, self.codes, guesses)) < 0.7
        self.allowed[:, :, 0] = True
        allowed_after = (lambda guess, code: self.allowed[guess, code]) if self.hard else None

        winning = None if self.ends_with_one_candidate else 0
        self.table = ReplyTable(replies, winning, weights, allowed_after)
        # A charge of 0 counts misses alone, and one of 100 counts points.
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

        if self.ends_with_one_candidate:
            return {code: tuple(members) for code, members in bins.items() if len(members) > 1}
        return {code: tuple(members) for code, members in bins.items() if code != 0}

    def still_allowed(self, allowed: tuple[int, ...], guess: int, code: int) -> tuple[int, ...]:
        """Those of the allowed guesses that are allowed after one more reply."""
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

    # A ClaimWriter asks its search for costs, by the next two methods. Here brute force answers.

    def least_cost_of(self, secrets, guesses_left, needed, allowed) -> int:
        """The least cost. From `needed` on the writer takes a lower bound too, but brute force has the cost itself."""
        return self.least(tuple(secrets.tolist()), guesses_left, tuple(allowed.tolist()))

    def known_bound_of(self, secrets, guesses_left, allowed) -> int:
        """A lower bound that an earlier search left behind: none."""
        return 0

    def is_true(self, claim: Claim) -> bool:
        """Whether the claim holds by brute force. A claim about no secrets says nothing, so it holds."""
        secrets = self.all_secrets
        allowed = self.all_guesses
        for guess, code in claim.steps:
            secrets = tuple(secret for secret in secrets if self.table.replies[guess, secret] == code)
            allowed = self.still_allowed(allowed, guess, code)

        guesses_left = self.objective.attempts - len(claim.steps)
        return claim.cost <= self.least(secrets, guesses_left, allowed)

    def section(self, claims: list[Claim], cost: int) -> Section:
        """The section with these claims, which says that every tree costs at least so much."""
        return Section(**self.header(cost), claims=claims)

    def header(self, cost: int) -> dict[str, Any]:
        """What a section says beside its claims: the objective, and that every tree costs at least so much."""
        return {
            "attempts": self.objective.attempts,
            "charge": self.objective.charge,
            "miss": self.objective.miss,
            "cost": cost,
            "first": None,
            "hard": self.hard,
            # Checker reads neither of these two. Its caller compares them with the game.
            "digest": "",
            "letter": "",
        }

    def written(self, cost: int) -> Section:
        """The section that a ClaimWriter makes for that cost, as it is read from a file."""
        bounds = RankBounds(self.table, self.objective.charge, self.objective.miss)
        identity_alone = SymmetryGroup((), self.table.guesses, self.table.secrets)
        writer = ClaimWriter(
            self.objective,
            cost,
            identity_alone,
            bounds,
            search=self,
        )
        # Symmetries map other guesses onto these. Here there are none.
        guesses, _symmetries = writer.guesses_to_show(first=None)
        for guess in guesses:
            writer.show_first_guess(guess)

        # The last claim is the one about all secrets.
        claims = [writer.take_claims(), claim_line(cost, steps=(), permutations=()).encode()]
        lines = section_lines(self.header(cost), identity_alone, claims, tree=None)
        text = "".join(lines)
        [section] = read_certificate(gzip.compress(text.encode()))
        return section

    def every_claim(self) -> list[Claim]:
        """The largest true claim about each set that at most two guesses lead to, those after two guesses first.

        So the last one is about all secrets.
        """
        claims = []

        def collect(steps, secrets, guesses_left, allowed):
            """Add the claims about these secrets, and about their bins."""
            cost = self.least(secrets, guesses_left, allowed)
            claims.append(Claim(steps, cost, permutations=(), line=0))
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


SEEDS = pytest.mark.parametrize("seeds", [range(GAMES), pytest.param(range(GAMES, 2000), marks=pytest.mark.soak)])


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
    for seed in range(GAMES):
        puzzle = Puzzle(seed)
        assert is_accepted(puzzle, puzzle.written(puzzle.optimum)), seed


def changed_proofs(claims: list[Claim], random: np.random.Generator, codes: int) -> Iterator[list[Claim]]:
    """The claims in reverse order; and with each claim raised by one, left out, moved to the end, or given other steps.

    codes: a number in the steps, a guess or a reply code, is replaced by a random one below this.
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
            # With another guess or reply the claim is about another set. The numbers are guess, reply, guess, reply, ….
            numbers = np.array(claim.steps).ravel()
            place = int(random.integers(len(numbers)))
            numbers[place] = int(random.integers(codes))
            steps = tuple(map(tuple, numbers.reshape(-1, 2).tolist()))
            yield [*before, dataclasses.replace(claim, steps=steps), *after]


@pytest.mark.parametrize("seeds", [range(75), range(75, 150)])
def test_no_changed_claim_makes_a_false_claim_pass(seeds):
    """Whatever is accepted is true. Some changes do no harm, so some proofs are accepted and some are refused.

    On average there is more than one of either kind for each game.
    """
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

    assert accepted > len(seeds)
    assert refused > len(seeds)


def test_every_false_claim_about_a_small_set_is_refused():
    """The false claim is the last one, where it can use every true claim. About twenty of each game are tried."""
    for seed in range(GAMES):
        puzzle = Puzzle(seed)
        claims = puzzle.every_claim()
        *smaller, all_secrets = claims
        distance = max(1, len(claims) // 20)
        for claim in smaller[::distance]:
            section = puzzle.section([*claims, raised(claim)], all_secrets.cost)
            checker = Checker(section, puzzle.table)
            with pytest.raises(ProofError, match="is not proved"):
                checker.check_claim(len(claims))


def test_claims_of_a_game_with_another_number_of_attempts_prove_nothing_false():
    """If they are accepted, what they prove is true of this game too.

    With one attempt fewer, some claims have no guess left.
    """
    for seed in range(GAMES):
        puzzle = Puzzle(seed)
        section = puzzle.written(puzzle.optimum)
        true_attempts = puzzle.objective.attempts
        for attempts in (true_attempts - 1, true_attempts + 1):
            if attempts == 0:
                continue

            changed_puzzle = Puzzle(seed)
            changed_puzzle.objective = puzzle.objective.with_attempts(attempts)
            if is_accepted(changed_puzzle, dataclasses.replace(section, attempts=attempts)):
                assert section.cost <= changed_puzzle.optimum, seed
