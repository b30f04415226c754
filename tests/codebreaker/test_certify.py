"""Certificates as they are made from Python: their lines, and the tables of replies that they are about."""

import gzip
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np
import pytest
from brute_force import random_words

from codebreaker.certificate import reply_table_of
from codebreaker.check_proof import Checker
from codebreaker.games.lingo import lingo
from codebreaker.games.mastermind import mastermind
from codebreaker.objective import INFINITY, Objective
from codebreaker.proof import Execution
from codebreaker.proof_file import ProofError, read_certificate
from codebreaker.rank_bounds import RankBounds, ReplyTable
from codebreaker.search.bin_searcher import BinSearcher
from codebreaker.search.certify import Problem, certify, hard_mode_of, writer_of
from codebreaker.search.exact import ExactSearch
from codebreaker.search.fastest import compiled_search
from codebreaker.search.least_mean import narrow_mean, objective_of_mean, searcher_source
from wordlists.reply import code_of, reply_for, reply_of
from wordlists.rules import why_illegal_in_hard_mode
from wordlists.step import Step

pytest.importorskip("numba")

from codebreaker.search.compiled.search import CompiledSearch


def section_of(lines):
    """The only section of a certificate with these lines, as check-proof reads it."""
    [section] = read_certificate(gzip.compress("".join(lines).encode()))
    return section


@pytest.fixture
def mastermind_lines():
    """The lines of a certificate of 142, the least cost of 4 colours in 3 holes; the last one claims it.

    142 is the 206 guesses of Goddard (2004) without the one for each of the 64 codes that solves it. With 64 attempts
    no tree misses one of 64 codes.
    """
    # A problem has a function that builds its game, because other processes may do a part of the work.
    problem = Problem(partial(mastermind, 4, 3), Objective.misses_first(attempts=64, weight=64), 142)
    return list(certify(problem))


def test_a_claim_names_the_permutations_that_save_other_claims(mastermind_lines):
    section = section_of(mastermind_lines)
    all_candidates = section.claims[-1]
    assert (all_candidates.steps, all_candidates.cost) == ((), 142)
    assert all_candidates.permutations


def test_permutations_cannot_be_left_out(mastermind_lines):
    """Without the permutations of the last claim the bins of the other first guesses would need claims of their own."""
    section = section_of([*mastermind_lines[:-1], "claim 142"])
    checker = Checker(section, reply_table_of(mastermind(4, 3)))
    with pytest.raises(ProofError, match="the claim of 142 for 64 candidates is not proved"):
        checker.check_claim(len(section.claims) - 1)


def small_word_game(seed, weighted):
    """About 70 words of three letters out of seven, with weights from 1 to 8 if it is weighted.

    Their bins are large enough for counted claims: longer words leave bins of one or two.
    """
    game = lingo(random_words(seed, 3, 80, "abcdefg"))
    if not weighted:
        return game
    weights = np.random.default_rng(seed).integers(1, 9, len(game.secrets))
    return replace(game, weights=weights)


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("weighted", [False, True])
def test_the_checker_accepts_every_claim_of_a_certificate(monkeypatch, weighted, hard):
    # Compiled code searches even these small games.
    monkeypatch.setattr("codebreaker.search.certify.CERTIFICATE_WORTH_COMPILING", 0)
    for seed in range(4):
        build = partial(small_word_game, seed, weighted)
        game = build()
        secrets = np.arange(len(game.secrets))
        attempts = 3 + seed
        objective = Objective.misses_first(attempts, game.weight(secrets))
        cost = compiled_search(game, objective, hard).least_cost_of(secrets, objective.attempts, INFINITY)

        section = section_of(certify(Problem(build, objective, cost, hard=hard)))
        checker = Checker(section, reply_table_of(game, hard_mode_of(game) if hard else None))
        for number in range(len(section.claims)):
            checker.check_claim(number)


class CountedClaims(NamedTuple):
    """What compiled code shows of the first guesses of a small game by counting bins."""

    table: ReplyTable
    search: CompiledSearch
    """A search that has counted nothing."""
    charge: int
    cost: int
    """What each guess is to be shown to cost."""
    costs_by_rank: np.ndarray
    """int64 (secrets,): what a candidate of rank 0, 1, … in its bin costs, with the charge of the guess."""
    claimed_cost: dict[tuple[int, int], int]
    """By (guess, reply code): what the bin is claimed to cost after the guess."""
    shown_guesses: list[int]
    """The guesses that bins by rank and by claims show to cost enough."""


def counted_claims_of(seed: int, weighted: bool, excess: int = 0) -> CountedClaims:
    """Counted claims about the bins of every first guess of small_word_game in five attempts.

    They are to show that each guess costs at least the least cost of the game, and `excess` more.
    """
    game = small_word_game(seed, weighted)
    secrets = np.arange(len(game.secrets))
    objective = Objective.misses_first(5, game.weight(secrets))
    search = compiled_search(game, objective)
    cost = search.least_cost_of(secrets, 5, INFINITY) + excess
    table = reply_table_of(game)
    guesses = np.arange(table.guesses)
    bounds = RankBounds(table, objective.charge, objective.miss)
    costs_of_guesses, costs_by_rank = bounds.of_guesses(secrets, guesses, guesses_left=4, needed=INFINITY)

    rows, is_shown = compiled_search(game, objective).counted_claims(
        claims={},
        secrets=secrets,
        guesses=guesses,
        guesses_left=4,
        missing=cost - costs_of_guesses,
        costs_by_rank=costs_by_rank - objective.charge,
    )
    claimed_cost = {(guess, code): claimed for guess, code, claimed in rows.tolist()}
    shown_guesses = guesses[is_shown].tolist()
    return CountedClaims(table, search, objective.charge, cost, costs_by_rank, claimed_cost, shown_guesses)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_counted_claims_are_true(seed, weighted):
    counted = counted_claims_of(seed, weighted)

    assert counted.claimed_cost
    for (guess, code), cost in counted.claimed_cost.items():
        members = np.flatnonzero(counted.table.replies[guess] == code)
        assert 0 < cost <= counted.search.least_cost_of(members, 4, INFINITY)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_a_guess_has_counted_claims_only_if_they_show_it(seed, weighted):
    # With so much to show, counting is not enough for some guesses.
    counted = counted_claims_of(seed, weighted, excess=10)
    assert 0 < len(counted.shown_guesses) < counted.table.guesses

    guesses_with_claims = {guess for guess, _ in counted.claimed_cost}
    assert guesses_with_claims <= set(counted.shown_guesses)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_the_bins_of_a_shown_guess_cost_enough_by_rank_and_by_claims(seed, weighted):
    """A claim about a bin holds for the same secrets after any guess."""
    counted = counted_claims_of(seed, weighted)
    table = counted.table
    cost_of_secrets = {}
    for (guess, code), cost in counted.claimed_cost.items():
        members = np.flatnonzero(table.replies[guess] == code)
        cost_of_secrets[tuple(members)] = cost

    assert counted.shown_guesses
    for guess in counted.shown_guesses:
        cost_of_guess = 0
        for _, members in table.open_bins(guess, np.arange(table.secrets)):
            weights = np.ones(len(members)) if table.weights is None else table.weights[members]
            # The heaviest secret has rank 0.
            falling_weights = np.sort(weights)[::-1]
            by_rank = int(counted.costs_by_rank[: len(members)] @ falling_weights)
            by_claim = counted.charge * table.weight(members) + cost_of_secrets.get(tuple(members), 0)
            cost_of_guess += max(by_rank, by_claim)
        assert cost_of_guess >= counted.cost


def test_a_certificate_searches_little_that_its_proof_has_searched(monkeypatch):
    """Four colours in three holes: the proof searches the guesses of many sets, its certificate those of a few."""
    sizes_of_searched_sets = []
    over_guesses = ExactSearch._over_guesses

    def noted(search, secrets, guesses_left, limit):
        sizes_of_searched_sets.append(len(secrets))
        return over_guesses(search, secrets, guesses_left, limit)

    monkeypatch.setattr(ExactSearch, "_over_guesses", noted)
    build = partial(mastermind, 4, 3)
    *_, bracket = narrow_mean(build(), Execution(), build_game=build)
    searched_by_proof = len(sizes_of_searched_sets)
    sizes_of_searched_sets.clear()

    objective = objective_of_mean(build(), worst=None)
    source = searcher_source(build(), build, objective, keep=())
    # A cost leaves out the guess that solves a secret, one for each of the 64 codes.
    list(certify(Problem(build, objective, cost=bracket.lower - 64, searcher=source)))

    assert searched_by_proof > 0
    # A certificate that begins anew searches as many sets as the proof.
    assert len(sizes_of_searched_sets) < searched_by_proof / 2


def test_a_missed_secret_is_looked_for_in_the_largest_bins(monkeypatch):
    """Nine colours in three holes, each at most once, need six guesses, so five miss a secret.

    A miss is found in the largest bins. If the writer began with the smallest, it would search ten of them in vain.
    """
    searched = []
    least_cost_of = BinSearcher.least_cost_of

    def noted(*arguments):
        searched.append(arguments)
        return least_cost_of(*arguments)

    monkeypatch.setattr(BinSearcher, "least_cost_of", noted)
    build = partial(mastermind, 9, 3, secrets="distinct")
    section_of(certify(Problem(build, Objective.misses_only(5), cost=1)))
    assert 1 <= len(searched) <= 3


def test_the_search_of_few_candidates_is_loaded_before_a_certificate_asks_it(monkeypatch):
    """A symmetric game of 10**6 replies or more: its sets of few candidates are searched by compiled code.

    `load` compiles in a thread. Without it the first question would compile in the main one, where numba answers Ctrl-C
    with an error of its own.
    """
    loaded = []
    monkeypatch.setattr(CompiledSearch, "load", lambda search: loaded.append(search))
    monkeypatch.setattr(CompiledSearch, "load_counting", lambda search: None)
    # 5,625 guesses are the least total (docs/proofs.md); the cost leaves out one guess for each of the 1,296 codes.
    cost = 5625 - 1296
    writer = writer_of(Problem(partial(mastermind, 6, 4), Objective.misses_first(attempts=7, weight=1296), cost))

    assert loaded == [writer._search.engine]


WORDS = random_words(3, 4, 30, "abc")


def test_the_replies_of_a_table_of_words_are_those_of_the_oracle():
    secrets = WORDS[::3]
    table = reply_table_of(lingo(WORDS, secrets))
    for number, guess in enumerate(WORDS):
        assert table.replies[number].tolist() == [code_of(reply_for(guess, secret)) for secret in secrets]


def test_the_winning_code_of_a_table_of_words_is_that_of_correct_letters():
    assert reply_table_of(lingo(WORDS)).winning == code_of("OOOO")


def test_what_hard_mode_allows_is_what_the_rule_says():
    game = lingo(WORDS)
    allowed_after = hard_mode_of(game)
    table = reply_table_of(game)
    for number, guess in enumerate(WORDS):
        for code in np.unique(table.replies[number]).tolist():
            step = Step(guess, reply_of(code, 4))
            expected = [why_illegal_in_hard_mode(word, [step]) is None for word in WORDS]
            assert allowed_after(number, code).tolist() == expected
