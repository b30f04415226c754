"""The checker of certificates on a game of four secrets: what each line of a certificate may say of it.

test_random_proofs.py compares the checker with brute force.
"""

import dataclasses

import numpy as np
import pytest

from codebreaker import check_proof
from codebreaker.check_proof import Checker
from codebreaker.proof_file import Claim, PermutationLine, ProofError, Section
from codebreaker.rank_bounds import RankBounds, ReplyTable

FOUR_SECRETS = ReplyTable(
    np.array(
        [
            [0, 1, 1, 1],
            [1, 0, 1, 1],
            [1, 1, 0, 1],
            [1, 1, 1, 0],
            [2, 3, 4, 5],
        ],
        dtype=np.uint16,
    ),
    winning=0,
)
"""Replies [guess, secret]. Each of the guesses 0 to 3 wins against one secret and tells nothing about the others.

Guess 4 tells which secret it is and wins against none.
"""


def without_telling_guess(weights=None) -> ReplyTable:
    """FOUR_SECRETS without guess 4: whatever permutes the secrets permutes the guesses too."""
    return ReplyTable(FOUR_SECRETS.replies[:4], winning=0, weights=weights)


def claim(cost: int, steps=(), permutations=()) -> Claim:
    """The claim of this cost for the secrets that give these replies; steps: (guess, reply code) each."""
    return Claim(steps, cost, permutations, line=0)


def section_of(table: ReplyTable, *claims: Claim, permutations=(), nodes=()) -> Section:
    """A section that proves the cost of its last claim, which is about all secrets.

    A game has four attempts, a guess charges 1, and a miss costs no more. The claims stand in the lines 1, 2, 3, ….
    nodes: those of the tree, as `node` makes them. The digest and the first letter of a game of words are compared by
    the commands, not by the checker.
    """
    numbered_claims = [dataclasses.replace(claim, line=line) for line, claim in enumerate(claims, start=1)]
    return Section(
        attempts=4,
        charge=1,
        miss=0,
        cost=claims[-1].cost,
        first=None,
        hard=table.allowed_after is not None,
        digest="",
        letter="",
        permutations=list(permutations),
        claims=numbered_claims,
        nodes=list(nodes),
    )


# What is claimed of costs


def test_a_true_claim_of_a_game_is_accepted():
    """Guess 4 tells the four secrets apart and wins against none, so each costs one charge: 4."""
    section = section_of(FOUR_SECRETS, claim(4))
    Checker(section, FOUR_SECRETS).check_claim(0)


def test_claims_are_checked_against_the_game_that_is_given():
    """The claim is true of FOUR_SECRETS. If guess 4 wins against the last secret, trees that begin with it cost 3."""
    replies = FOUR_SECRETS.replies.copy()
    replies[4, 3] = 0
    checker = Checker(section_of(FOUR_SECRETS, claim(4)), ReplyTable(replies, winning=0))

    message = "the claim of 4 for 4 candidates is not proved: after guess 4 they may cost 3"
    with pytest.raises(ProofError, match=message):
        checker.check_claim(0)


def test_a_wrong_claim_about_one_candidate_is_refused_in_the_singular():
    """Secret 1 alone gives the reply 3 to guess 4. Guess 1 wins against it, so that it costs nothing more."""
    section = section_of(FOUR_SECRETS, claim(1, steps=((4, 3),)), claim(4))
    with pytest.raises(ProofError, match="the claim of 1 for 1 candidate is not proved"):
        Checker(section, FOUR_SECRETS).check_claim(0)


def test_a_proof_without_its_last_claim_is_refused():
    section = dataclasses.replace(section_of(FOUR_SECRETS, claim(2)), cost=3)
    with pytest.raises(ProofError, match="no claim says that all secrets cost at least 3"):
        Checker(section, FOUR_SECRETS)


def test_costs_that_cannot_be_added_up_exactly_are_refused():
    """A miss with its charges costs at least 2**40. Four of the weight 2**22 cost 2**64, more than 64 bits hold."""
    section = dataclasses.replace(section_of(FOUR_SECRETS, claim(3)), miss=(1 << 40) - 1)
    heavy = dataclasses.replace(FOUR_SECRETS, weights=np.full(4, 1 << 22))
    with pytest.raises(ProofError, match="too large to be added up exactly"):
        Checker(section, heavy)


def test_a_very_large_number_of_attempts_takes_no_time():
    """Guess 4 alone tells the secrets apart and wins against none, so no attempt solves a secret: a miss for each."""
    table = ReplyTable(FOUR_SECRETS.replies[4:], winning=0)
    section = dataclasses.replace(section_of(table, claim(4)), attempts=1 << 59, charge=0, miss=1)
    Checker(section, table).check_claim(0)


# Claims about the same candidates

AFTER_0 = ((0, 1),)
"""The reply to guess 0 that leaves the secrets 1, 2 and 3."""
LEFT_AFTER_0 = np.array([1, 2, 3], dtype=np.uint8)


def cost_before(checker: Checker, number: int) -> int:
    """The largest cost of the bin LEFT_AFTER_0 in the claims before that number, the first of which is number 0."""
    return checker._cost_in_earlier_claims(number, guess=0, code=1, members=LEFT_AFTER_0, guesses_left=3)


@pytest.mark.parametrize(("number", "largest"), [(0, 0), (1, 3), (2, 3), (3, 4), (4, 4)])
def test_of_earlier_claims_about_a_bin_the_one_that_says_most_counts(number, largest):
    claims = [claim(cost, AFTER_0) for cost in (3, 1, 4, 2)]
    checker = Checker(section_of(FOUR_SECRETS, *claims, claim(4)), FOUR_SECRETS)
    assert cost_before(checker, number) == largest


def test_of_very_many_claims_about_a_bin_few_are_looked_at():
    """Else the time to check them would grow with the square of their number."""
    looked_at = []

    class Claims(list):
        def __getitem__(self, number):
            looked_at.append(number)
            return super().__getitem__(number)

    section = section_of(FOUR_SECRETS, *(claim(cost, AFTER_0) for cost in range(1000)), claim(4))
    section.claims = Claims(section.claims)
    checker = Checker(section, FOUR_SECRETS)
    looked_at.clear()

    assert cost_before(checker, 1000) == 999
    assert len(looked_at) < 10


def test_a_claim_that_is_repeated_is_checked_once(monkeypatch):
    counted = []
    count = RankBounds.count

    def count_and_note(self, secrets, guesses):
        counted.append(len(secrets))
        return count(self, secrets, guesses)

    monkeypatch.setattr(RankBounds, "count", count_and_note)
    checker = Checker(section_of(FOUR_SECRETS, claim(4), claim(4), claim(3), claim(4)), FOUR_SECRETS)
    for number in range(4):
        checker.check_claim(number)

    assert counted == [4]


# Hard mode

AFTER_0_AND_1 = ((0, 1), (1, 1))
"""The replies to the guesses 0 and 1 that leave the secrets 2 and 3."""


@pytest.fixture
def forbidding_checker() -> Checker:
    """The checker of a hard mode where guess 0 forbids guess 4, the one that tells all secrets apart."""

    def allowed_after(guess, code):
        allowed = np.ones(5, dtype=bool)
        allowed[4] = guess != 0
        return allowed

    table = dataclasses.replace(FOUR_SECRETS, allowed_after=allowed_after)
    return Checker(section_of(table, claim(1, AFTER_0_AND_1), claim(0)), table)


def test_a_claim_is_not_used_where_more_guesses_are_allowed(forbidding_checker):
    after_1_and_2 = ((1, 1), (2, 1))
    assert not forbidding_checker._allows_all(claim(1, AFTER_0_AND_1), after_1_and_2)


def test_a_claim_is_used_where_the_same_guesses_are_allowed(forbidding_checker):
    assert forbidding_checker._allows_all(claim(1, AFTER_0_AND_1), AFTER_0_AND_1)


def test_a_claim_is_used_where_a_higher_one_is_about_fewer_guesses():
    """Two claims are about the secrets 2 and 3 after two guesses, and only one holds where all guesses are allowed.

    The claim of 2 is made after the guesses 0 and 1: guess 0 forbids guess 4, so it says nothing about trees with
    guess 4. The claim of 1 is made after guess 5 twice, which forbids nothing. Guess 5 tells the secrets 0 and 1, by
    the reply 1, from the secrets 2 and 3, by the reply 2.
    """
    after_5 = ((5, 2),)
    after_5_twice = ((5, 2), (5, 2))

    def allowed_after(guess, code):
        return np.array([True, True, True, True, guess != 0, True])

    replies_to_5 = np.array([[1, 1, 2, 2]], dtype=np.uint16)
    replies = np.vstack([FOUR_SECRETS.replies, replies_to_5])
    table = ReplyTable(replies, winning=0, allowed_after=allowed_after)
    claims = [claim(2, AFTER_0_AND_1), claim(1, after_5_twice), claim(0, after_5), claim(0)]
    checker = Checker(section_of(table, *claims), table)

    # Number 2, the claim about the secrets after guess 5, is checked: guess 5 is tried for the second time.
    left = np.array([2, 3], dtype=np.uint8)
    assert checker._cost_in_earlier_claims(2, guess=5, code=2, members=left, guesses_left=2) == 1


# Permutations


def line_7(guess_images, secret_images) -> PermutationLine:
    """Line 7 of a certificate: guess 0 is mapped to guess_images[0] and so on, and secrets likewise.

    A line may give a permutation as a product of factors instead.
    """
    return PermutationLine(guess_images, secret_images, factors=None, line=7)


SWAP = line_7([1, 0, 2, 3], [1, 0, 2, 3])
"""Swaps the guesses 0 and 1, and the secrets 0 and 1: all replies of without_telling_guess stay."""


def test_a_permutation_that_changes_a_reply_is_refused():
    swap = line_7([1, 0, 2, 3, 4], [1, 0, 2, 3])
    section = section_of(FOUR_SECRETS, claim(3, permutations=(0,)), permutations=[swap])
    with pytest.raises(ProofError, match="line 7: the permutation changes a reply to guess 4"):
        Checker(section, FOUR_SECRETS)


def test_a_permutation_that_changes_a_weight_is_refused():
    table = without_telling_guess(weights=np.array([1, 2, 1, 1]))
    section = section_of(table, claim(3, permutations=(0,)), permutations=[SWAP])
    with pytest.raises(ProofError, match="line 7: the permutation changes a weight"):
        Checker(section, table)


@pytest.mark.parametrize("guess_images", [[0, 0, 2, 3], [0, 1, 2], [0, 1, 2, 4]])
def test_what_is_no_permutation_is_refused(guess_images):
    table = without_telling_guess()
    section = section_of(table, claim(3, permutations=(0,)), permutations=[line_7(guess_images, [0, 1, 2, 3])])
    with pytest.raises(ProofError, match="line 7: not a permutation"):
        Checker(section, table)


def test_a_permutation_that_moves_the_candidates_is_refused():
    """Guess 0 has ruled secret 0 out, and the permutation maps secret 1 to it."""
    table = without_telling_guess()
    without_secret_0 = claim(3, steps=((0, 1),), permutations=(0,))
    section = section_of(table, without_secret_0, claim(0), permutations=[SWAP])
    with pytest.raises(ProofError, match="line 1: permutation 0 does not map the candidates onto themselves"):
        Checker(section, table).check_claim(0)


def test_permutations_that_would_fill_the_memory_are_refused(monkeypatch):
    """Each of the products is made of 4 images of guesses and 4 of secrets."""
    monkeypatch.setattr(check_proof, "MOST_IMAGES", 800)
    table = without_telling_guess()
    product = PermutationLine([], [], factors=[0], line=8)

    Checker(section_of(table, claim(3), permutations=[SWAP, *[product] * 99]), table)
    with pytest.raises(ProofError, match="the permutations have more than 800 images together"):
        Checker(section_of(table, claim(3), permutations=[SWAP, *[product] * 100]), table)


def test_permutations_in_hard_mode_are_refused():
    table = dataclasses.replace(without_telling_guess(), allowed_after=lambda guess, code: np.ones(4, dtype=bool))
    section = section_of(table, claim(3, permutations=(0,)), permutations=[SWAP])
    with pytest.raises(ProofError, match="line 1: permutations in hard mode"):
        Checker(section, table).check_claim(0)


# The tree


def node(above: int, code: int, guess: int) -> tuple[int, int, int]:
    """A node of a tree. above: the number of the node above, where the root has 0; code: the reply that leads here."""
    return above, code, guess


ROOT = node(above=0, code=0, guess=4)
"""Guess 4, which tells the secret: 0 by the reply 2, 1 by 3, 2 by 4, 3 by 5. A root has 0 for what leads to it."""


def after_root(code: int, guess: int) -> tuple[int, int, int]:
    return node(0, code, guess)


def test_the_tree_is_played_against_every_secret():
    """The first guess tells the secret, which the next guess finds, so every secret costs one charge."""
    nodes = [ROOT, after_root(2, guess=0), after_root(3, guess=1), after_root(4, guess=2), after_root(5, guess=3)]
    section = section_of(FOUR_SECRETS, claim(3), nodes=nodes)
    assert Checker(section, FOUR_SECRETS).tree_cost() == 4


BROKEN_TREES = {
    "no guess after the reply 5": (
        [ROOT, after_root(2, guess=0), after_root(3, guess=1), after_root(4, guess=2)],
        "no guess after 1 of its replies",
    ),
    "two guesses after the reply 2": (
        [ROOT, after_root(2, guess=0), after_root(2, guess=0), after_root(3, guess=1)],
        "node 2 of the tree: no candidates are there",
    ),
    "a guess that the game does not have": (
        [node(above=0, code=0, guess=9)],
        "node 0 of the tree: its guess is none or not allowed",
    ),
    "a node above itself": (
        [ROOT, node(above=1, code=2, guess=0)],
        "node 1 of the tree: no candidates are there",
    ),
    "a guess after the winning reply": (
        [node(above=0, code=0, guess=0), after_root(0, guess=1)],
        "node 1 of the tree: no candidates are there",
    ),
}
"""The nodes of a broken tree with the error, by what is wrong."""


@pytest.mark.parametrize("what_is_wrong", BROKEN_TREES)
def test_a_broken_tree_is_refused(what_is_wrong):
    nodes, error = BROKEN_TREES[what_is_wrong]
    section = section_of(FOUR_SECRETS, claim(3), nodes=nodes)
    with pytest.raises(ProofError, match=error):
        Checker(section, FOUR_SECRETS).tree_cost()
