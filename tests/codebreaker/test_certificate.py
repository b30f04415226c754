"""Certificates of whole games: written by the commands, checked by `codebreaker check-proof`."""

import gzip
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from functools import partial
from threading import Thread

import click
import numpy as np
import pytest
from brute_force import random_words
from click.testing import CliRunner

from codebreaker.certificate import digest_of_table, reply_table_of
from codebreaker.check_proof import Checker
from codebreaker.commands.program import codebreaker
from codebreaker.games.lingo import lingo
from codebreaker.games.mastermind import mastermind
from codebreaker.objective import INFINITY, Objective
from codebreaker.proof_file import read_certificate
from codebreaker.proof_section import ProofError
from codebreaker.search.certify import Problem, certify, hard_mode_of
from codebreaker.search.fastest import compiled_search
from lingo_common.errors import DataError, UsageError
from wordlists.reply import code_of, reply_for, reply_of
from wordlists.rules import breaks_hard_mode
from wordlists.step import Step


@pytest.fixture(autouse=True)
def _cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def run(*arguments):
    """What a command of codebreaker prints; its errors come out as they are."""
    result = CliRunner().invoke(codebreaker, [str(argument) for argument in arguments], standalone_mode=False)
    if result.exception:
        raise result.exception
    return result.stdout


@pytest.fixture
def mastermind_proof(tmp_path):
    """The certificate of 4 colours in 3 holes."""
    path = tmp_path / "mastermind.proof"
    run("optimal", "--colours", 4, "--holes", 3, "--certificate", path)
    return path


def check(path, *options):
    """What check-proof prints of the certificate, with one process."""
    return run("check-proof", path, "--jobs", 1, *options)


FOUR_BY_THREE = ["--colours", 4, "--holes", 3]


def test_the_least_total_of_a_game_is_checked(mastermind_proof):
    """Goddard (2004): 206 guesses for 4 colours in 3 holes."""
    output = check(mastermind_proof, *FOUR_BY_THREE)
    assert "no tree needs fewer than 206 guesses, and the tree needs 206 guesses;" in output


def test_two_processes_check_the_same(mastermind_proof):
    assert "no tree needs fewer than 206 guesses" in run("check-proof", mastermind_proof, "--jobs", 2, *FOUR_BY_THREE)


def test_a_proof_of_another_game_is_refused(mastermind_proof):
    with pytest.raises(DataError, match="of another game than the one given"):
        check(mastermind_proof, "--colours", 3, "--holes", 4)


def test_rules_of_words_go_with_words(mastermind_proof):
    with pytest.raises(UsageError, match="--hard goes with --game lingo"):
        check(mastermind_proof, *FOUR_BY_THREE, "--hard")


def test_frequencies_of_words_go_with_words(mastermind_proof, tmp_path):
    (tmp_path / "frequencies").write_text("")
    with pytest.raises(UsageError, match="--frequencies goes with --game lingo"):
        check(mastermind_proof, *FOUR_BY_THREE, "--frequencies", tmp_path / "frequencies")


def test_a_certificate_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "full").symlink_to("/dev/full")
    with pytest.raises(DataError, match="full: cannot be written: no space left on device"):
        run("optimal", *FOUR_BY_THREE, "--certificate", tmp_path / "full")


def test_a_certificate_and_a_drawing_cannot_be_one_file(tmp_path):
    file = tmp_path / "both.json"
    with pytest.raises(click.UsageError, match="--certificate and --draw name the same file"):
        run("optimal", *FOUR_BY_THREE, "--certificate", file, "--draw", file)


def test_a_closed_output_is_not_an_error_of_the_certificate(mastermind_proof):
    command = [sys.executable, "-m", "codebreaker", "check-proof", mastermind_proof, *map(str, FOUR_BY_THREE)]
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*command, "--jobs", "1"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "codebreaker: no space left on device\n")


def test_a_certificate_is_read_from_a_pipe(mastermind_proof, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_bytes, args=(mastermind_proof.read_bytes(),))
    writer.start()
    assert "no tree needs fewer than 206 guesses" in check(pipe, *FOUR_BY_THREE)
    writer.join()


def test_one_guess_is_not_called_guesses(tmp_path):
    run("optimal", "--colours", 1, "--holes", 1, "--certificate", tmp_path / "proof")
    output = check(tmp_path / "proof", "--colours", 1, "--holes", 1)
    assert "no tree needs fewer than 1 guess, and the tree needs 1 guess;" in output


def change(path, pattern, replacement):
    """Change the first match in the lines of a certificate."""
    text = gzip.decompress(path.read_bytes()).decode()
    changed_text = re.sub(pattern, replacement, text, count=1, flags=re.MULTILINE)
    assert changed_text != text
    path.write_bytes(gzip.compress(changed_text.encode()))


def test_a_cost_that_no_claim_states_is_refused(mastermind_proof):
    """The certificate has 142: 206 guesses without the one for each of 64 codes that solves it."""
    change(mastermind_proof, '"cost": 142', '"cost": 143')
    with pytest.raises(DataError, match="no claim says that all secrets cost at least 143"):
        check(mastermind_proof, *FOUR_BY_THREE)


def test_a_claim_of_more_than_the_least_cost_is_refused(mastermind_proof):
    change(mastermind_proof, '"cost": 142', '"cost": 143')
    change(mastermind_proof, r"^claim 142( |$)", r"claim 143\1")
    with pytest.raises(DataError, match="the claim of 143 for 64 candidates is not proved"):
        check(mastermind_proof, *FOUR_BY_THREE)


@pytest.mark.parametrize(("charge", "miss"), [(0, 0), (1, 0), (100, 0), (100, 1)])
def test_costs_that_count_nothing_that_is_stated_are_refused(tmp_path, charge, miss):
    """Where nothing costs anything, a tree of one guess has cost 0, and it would be said to solve every secret.

    With a charge of 100 for a guess and none for a miss, points count. How many a tree of Mastermind wins depends on
    the number of attempts, which would not be stated.
    """
    digest = digest_of_table(reply_table_of(mastermind(4, 3)))
    header = {"attempts": 1, "charge": charge, "miss": miss, "cost": 0, "first": None, "hard": False}
    header |= {"digest": digest, "letter": ""}
    lines = [f"codebreaker-proof 1 {json.dumps(header)}", "claim 0", "node 0 0 0"]
    (tmp_path / "proof").write_bytes(gzip.compress("\n".join(lines).encode()))

    with pytest.raises(DataError, match="count neither guesses nor missed secrets"):
        check(tmp_path / "proof", *FOUR_BY_THREE)


@pytest.fixture(scope="module")
def worst_case_lines(tmp_path_factory):
    """What check-proof prints of the worst case of 4 colours in 3 holes, line by line."""
    directory = tmp_path_factory.mktemp("worst_case")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(directory / "cache"))
        run("bound", *FOUR_BY_THREE, "--certificate", directory / "proof")
    return check(directory / "proof", *FOUR_BY_THREE).splitlines()


def test_the_first_part_of_a_worst_case_proves_that_one_guess_less_is_too_few(worst_case_lines):
    """Goddard (2004): three guesses are not always enough for 4 colours in 3 holes."""
    assert "no tree solves every secret within 3 guesses" in worst_case_lines[0]


def test_the_second_part_of_a_worst_case_proves_that_its_guesses_are_enough(worst_case_lines):
    """Goddard (2004): four guesses are always enough for 4 colours in 3 holes."""
    assert "the tree solves every secret within 4 guesses" in worst_case_lines[1]


@pytest.mark.parametrize(("options", "options_of_check"), [
    (["--goal", "identify"], ["--goal", "identify"]),
    (["--secrets", "distinct"], ["--secrets", "distinct"]),
    # These say what is proved and are not part of the game: the certificate has them.
    (["--worst", 4], []),
    (["--first", "123"], []),
])  # fmt: skip
def test_the_total_that_a_command_prints_is_the_one_that_its_certificate_proves(tmp_path, options, options_of_check):
    output = run("optimal", *FOUR_BY_THREE, *options, "--certificate", tmp_path / "proof")
    total = re.search(r"total +(\d+)", output)[1]

    verdict = check(tmp_path / "proof", *FOUR_BY_THREE, *options_of_check)

    assert f"needs fewer than {total} guesses, and the tree needs {total} guesses" in verdict


def section_of(lines):
    """The only section of a certificate with these lines, as check-proof reads it."""
    [section] = read_certificate(gzip.compress("\n".join(lines).encode()))
    return section


@pytest.fixture
def mastermind_lines():
    """The lines of a certificate of 142, the least cost of 4 colours in 3 holes."""
    problem = Problem(partial(mastermind, 4, 3), Objective.misses_first(64, 64), 142)
    return list(certify(problem))


def test_a_claim_names_the_permutations_that_save_other_claims(mastermind_lines):
    section = section_of(mastermind_lines)
    all_candidates = section.claims[-1]
    assert (all_candidates.steps, all_candidates.cost) == ((), 142)
    assert all_candidates.permutations


def test_permutations_cannot_be_left_out(mastermind_lines):
    """Without them the bins of the other first guesses would need claims of their own."""
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
        objective = Objective.misses_first(3 + seed % 3, game.weight(secrets))
        cost = compiled_search(game, objective, hard).at_least(secrets, objective.attempts, INFINITY)

        section = section_of(certify(Problem(build, objective, cost, hard=hard)))
        checker = Checker(section, reply_table_of(game, hard_mode_of(game) if hard else None))
        for number in range(len(section.claims)):
            checker.check_claim(number)


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
            expected = [breaks_hard_mode(word, [step]) is None for word in WORDS]
            assert allowed_after(number, code).tolist() == expected
