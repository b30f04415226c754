"""Certificates as they are made from Python: their lines, and the tables of replies that they are about."""

import gzip
from dataclasses import replace
from functools import partial

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
from codebreaker.rank_bounds import RankBounds
from codebreaker.search.bin_searcher import BinSearcher
from codebreaker.search.certify import Problem, certify, hard_mode_of, writer_of
from codebreaker.search.exact import ExactSearch
from codebreaker.search.fastest import compiled_search
from codebreaker.search.least_mean import narrow_mean, objective_of_mean, searcher_source
from wordlists.reply import code_of, reply_for, reply_of
from wordlists.rules import why_illegal_in_hard_mode
from wordlists.step import Step


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
    """About 40 words of four letters out of four, with weights from 1 to 8 if it is weighted."""
    game = lingo(random_words(seed, 4, 40, "abcd"))
    if not weighted:
        return game
    weights = np.random.default_rng(seed).integers(1, 9, len(game.secrets))
    return replace(game, weights=weights)


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("weighted", [False, True])
def test_the_checker_counts_what_compiled_code_counts(monkeypatch, weighted, hard):
    """Compiled code counts bins and searches even these small games, and the checker accepts every claim."""
    monkeypatch.setattr("codebreaker.search.certify.CERTIFICATE_WORTH_COMPILING", 0)
    for seed in range(8):
        build = partial(small_word_game, seed, weighted)
        game = build()
        secrets = np.arange(len(game.secrets))
        attempts = 3 + seed % 3
        objective = Objective.misses_first(attempts, game.weight(secrets))
        cost = compiled_search(game, objective, hard).least_cost_of(secrets, objective.attempts, INFINITY)

        section = section_of(certify(Problem(build, objective, cost, hard=hard)))
        checker = Checker(section, reply_table_of(game, hard_mode_of(game) if hard else None))
        for number in range(len(section.claims)):
            checker.check_claim(number)


@pytest.mark.parametrize("weighted", [False, True])
def test_counted_claims_are_true_and_show_the_guesses_that_they_say(weighted):
    """Guess by guess they are compared with the bins of the table, and each claim with the least cost of its bin."""
    shown = 0
    for seed in range(8):
        game = small_word_game(seed, weighted)
        secrets = np.arange(len(game.secrets))
        objective = Objective.misses_first(5, game.weight(secrets))
        engine = compiled_search(game, objective)
        table = reply_table_of(game)
        bounds = RankBounds(table, objective.charge, objective.miss)
        guesses = np.arange(table.guesses)
        cost = engine.least_cost_of(secrets, 5, INFINITY)
        by_rank, costs_by_rank = bounds.of_guesses(secrets, guesses, guesses_left=4, needed=INFINITY)

        counting = compiled_search(game, objective)
        missing = cost - by_rank
        claims, is_shown = counting.counted_claims({}, secrets, guesses, 4, missing, costs_by_rank - objective.charge)
        shown += np.count_nonzero(is_shown)

        claimed_costs = {(guess, code): claimed_cost for guess, code, claimed_cost in claims.tolist()}
        claimed_sets = {}
        for (guess, code), claimed_cost in claimed_costs.items():
            members = secrets[table.replies[guess] == code]
            assert 0 < claimed_cost <= engine.least_cost_of(members, 4, INFINITY)
            claimed_sets[members.tobytes()] = claimed_cost

        assert not set(guesses[~is_shown]) & {guess for guess, _ in claimed_costs}
        for guess in guesses[is_shown].tolist():
            total = 0
            for _, members in table.open_bins(guess, secrets):
                weights = np.ones(len(members)) if table.weights is None else np.sort(table.weights[members])[::-1]
                cost_by_rank = int(costs_by_rank[: len(members)] @ weights)
                charge = objective.charge * table.weight(members)
                total += max(cost_by_rank, charge + claimed_sets.get(members.tobytes(), 0))
            assert total >= cost
    assert shown > 20


def test_compiled_claims_with_another_number_of_guesses_left_are_not_taken():
    """Four guesses are as good as five for four secrets, but the checker looks for a claim with the same number."""
    game = small_word_game(0, weighted=False)
    engine = compiled_search(game, Objective.points(6))
    claims = {}
    engine.add_claim(claims, np.arange(4), guesses_left=4, cost=300)
    assert engine.claimed_cost(claims, np.arange(4), guesses_left=4) == 300
    assert engine.claimed_cost(claims, np.arange(4), guesses_left=5) == 0


def test_a_certificate_searches_little_that_its_proof_has_searched(monkeypatch):
    """Four colours in three holes: the proof searches the guesses of many sets, its certificate those of a few."""
    searched = []
    over_guesses = ExactSearch._over_guesses

    def count(search, secrets, guesses_left, limit):
        searched.append(len(secrets))
        return over_guesses(search, secrets, guesses_left, limit)

    monkeypatch.setattr(ExactSearch, "_over_guesses", count)
    build = partial(mastermind, 4, 3)
    *_, bracket = narrow_mean(build(), Execution(), source=build)
    searched_by_proof = len(searched)
    searched.clear()

    objective = objective_of_mean(build(), worst=None)
    source = searcher_source(build(), build, objective, ())
    list(certify(Problem(build, objective, bracket.lower - 64, searcher=source)))

    assert searched_by_proof > 0
    assert len(searched) < searched_by_proof / 2


def test_a_missed_secret_is_looked_for_in_the_largest_bins(monkeypatch):
    """Nine colours in three holes, each at most once, need six guesses: smaller bins are searched without finding it.

    The largest bins have a miss at two places, the smallest were searched ten times.
    """
    searched = []
    least_cost_of = BinSearcher.least_cost_of

    def note(*arguments):
        searched.append(arguments)
        return least_cost_of(*arguments)

    monkeypatch.setattr(BinSearcher, "least_cost_of", note)
    build = partial(mastermind, 9, 3, secrets="distinct")
    section_of(certify(Problem(build, Objective.misses_only(5), cost=1)))
    assert len(searched) <= 3


def test_the_search_of_few_candidates_is_loaded_before_a_certificate_asks_it(monkeypatch):
    """A symmetric game of 10**6 replies or more: its sets of few candidates are searched by compiled code.

    `load` compiles in a thread. Without it the first question would compile in the main one, where numba answers Ctrl-C
    with an error of its own.
    """
    pytest.importorskip("numba")
    from codebreaker.search.compiled.search import CompiledSearch

    loaded = []
    monkeypatch.setattr(CompiledSearch, "load", lambda search: loaded.append(search))
    monkeypatch.setattr(CompiledSearch, "load_counting", lambda search: None)
    writer = writer_of(Problem(partial(mastermind, 6, 4), Objective.misses_first(attempts=7, weight=1296), 4329))

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
