"""Certificates that commands write of whole games, and what `codebreaker check-proof` says of them."""

import gzip
import json
import os
import re
import subprocess
import sys

import pytest
from click.testing import CliRunner
from codebreaker_runs import FOUR_BY_THREE, printed

from codebreaker.certificate import digest_of_table, reply_table_of
from codebreaker.commands.program import codebreaker
from codebreaker.games.mastermind import mastermind
from lingo_common.errors import DataError, UsageError


@pytest.fixture(autouse=True)
def _own_checkpoints(tmp_path, monkeypatch):
    """Commands keep the checkpoints of their proofs below tmp_path."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def mastermind_proof(tmp_path):
    """The certificate of 4 colours in 3 holes."""
    path = tmp_path / "mastermind.proof"
    printed("optimal", *FOUR_BY_THREE, "--certificate", path)
    return path


def check(path, *options):
    """What check-proof prints of the certificate, with one process."""
    return printed("check-proof", path, "--jobs", 1, *options)


def test_the_least_total_of_a_game_is_checked(mastermind_proof):
    """Goddard (2004): 206 guesses for 4 colours in 3 holes."""
    output = check(mastermind_proof, *FOUR_BY_THREE)
    assert "no tree needs fewer than 206 guesses, and the tree needs 206 guesses;" in output


def test_two_processes_check_the_same(mastermind_proof):
    output = printed("check-proof", mastermind_proof, "--jobs", 2, *FOUR_BY_THREE)
    assert "no tree needs fewer than 206 guesses" in output


def test_a_proof_of_another_game_is_refused(mastermind_proof):
    with pytest.raises(DataError, match="of another game than the one given"):
        check(mastermind_proof, "--colours", 3, "--holes", 4)


def test_the_option_hard_is_refused_for_a_game_that_is_not_of_words(mastermind_proof):
    with pytest.raises(UsageError, match="--hard goes with --game lingo"):
        check(mastermind_proof, *FOUR_BY_THREE, "--hard")


def test_the_option_frequencies_is_refused_for_a_game_that_is_not_of_words(mastermind_proof, tmp_path):
    (tmp_path / "frequencies").write_text("")
    with pytest.raises(UsageError, match="--frequencies goes with --game lingo"):
        check(mastermind_proof, *FOUR_BY_THREE, "--frequencies", tmp_path / "frequencies")


def test_a_certificate_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "full").symlink_to("/dev/full")
    with pytest.raises(DataError, match="full: cannot be written: no space left on device"):
        printed("optimal", *FOUR_BY_THREE, "--certificate", tmp_path / "full")


def test_the_figures_are_printed_although_the_drawing_cannot_be_written(tmp_path):
    (tmp_path / "full.txt").symlink_to("/dev/full")
    drawing = ["--draw", str(tmp_path / "full.txt")]

    result = CliRunner().invoke(codebreaker, ["optimal", *FOUR_BY_THREE, *drawing])

    assert "full.txt: cannot be written: no space left on device" in str(result.exception)
    assert "  total        206\n" in result.stdout


def test_a_certificate_and_a_drawing_cannot_be_one_file(tmp_path):
    file = tmp_path / "both.json"
    with pytest.raises(UsageError, match="two options name the same file"):
        printed("optimal", *FOUR_BY_THREE, "--certificate", f"{tmp_path}/./both.json", "--draw", file)


def test_a_full_output_is_not_an_error_of_the_certificate(mastermind_proof):
    command = [sys.executable, "-m", "codebreaker", "check-proof", mastermind_proof, *FOUR_BY_THREE]
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*command, "--jobs", "1"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "codebreaker: no space left on device\n")


def test_a_certificate_is_read_from_a_pipe(mastermind_proof, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    # While a reader has it open, the pipe keeps what was written.
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with pipe.open("wb") as file:
        file.write(mastermind_proof.read_bytes())

    assert "no tree needs fewer than 206 guesses" in check(pipe, *FOUR_BY_THREE)

    os.close(reader)


def test_one_guess_is_not_called_guesses(tmp_path):
    printed("optimal", "--colours", 1, "--holes", 1, "--certificate", tmp_path / "proof")
    output = check(tmp_path / "proof", "--colours", 1, "--holes", 1)
    assert "no tree needs fewer than 1 guess, and the tree needs 1 guess;" in output


def change(path, pattern, replacement):
    """Change the first match in the lines of a certificate."""
    text = gzip.decompress(path.read_bytes()).decode()
    changed_text = re.sub(pattern, replacement, text, count=1, flags=re.MULTILINE)
    assert changed_text != text
    path.write_bytes(gzip.compress(changed_text.encode()))


# The header of mastermind_proof has the cost 142, and so has its last claim, which is about all codes. It is the 206
# guesses without the one for each of the 64 codes that solves it.


def test_a_cost_that_no_claim_states_is_refused(mastermind_proof):
    change(mastermind_proof, '"cost": 142', '"cost": 143')
    with pytest.raises(DataError, match="no claim says that all secrets cost at least 143"):
        check(mastermind_proof, *FOUR_BY_THREE)


def test_a_claim_of_more_than_the_least_cost_is_refused(mastermind_proof):
    change(mastermind_proof, '"cost": 142', '"cost": 143')
    change(mastermind_proof, r"^claim 142( |$)", r"claim 143\1")
    with pytest.raises(DataError, match="the claim of 143 for 64 candidates is not proved"):
        check(mastermind_proof, *FOUR_BY_THREE)


@pytest.mark.parametrize(("charge", "miss"), [
    (0, 0),  # nothing costs anything: a tree of one guess, which costs 0, would be said to solve every secret
    (1, 0),  # guesses count, and a miss is free
    (100, 0),  # points, which depend on the number of attempts: the verdict on a tree of Mastermind does not state it
    (100, 1),  # points, where a miss costs something too
])  # fmt: skip
def test_costs_that_count_neither_guesses_nor_misses_are_refused(tmp_path, charge, miss):
    """Guesses are counted with a charge of 1 and a miss that costs more than all of them, misses with 0 and 1."""
    header = {
        "attempts": 1,
        "charge": charge,
        "miss": miss,
        "cost": 0,
        "first": None,
        "hard": False,
        "digest": digest_of_table(reply_table_of(mastermind(4, 3))),
        # No first letter is shown.
        "letter": "",
    }
    # The claim that the game costs at least 0, and the root of a tree: it has no node above it and no reply before it,
    # both of which are written as 0, and makes guess 0.
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
        printed("bound", *FOUR_BY_THREE, "--certificate", directory / "proof")
    return check(directory / "proof", *FOUR_BY_THREE).splitlines()


def test_the_first_part_of_a_worst_case_proves_that_one_guess_less_is_too_few(worst_case_lines):
    """Goddard (2004): three guesses are not always enough for 4 colours in 3 holes."""
    assert "no tree solves every secret within 3 guesses" in worst_case_lines[0]


def test_the_second_part_of_a_worst_case_proves_that_its_guesses_are_enough(worst_case_lines):
    """Goddard (2004): four guesses are always enough for 4 colours in 3 holes."""
    assert "the tree solves every secret within 4 guesses" in worst_case_lines[1]


@pytest.fixture
def game_of_words(tmp_path):
    """The options of a game of ten words of four letters."""
    words = tmp_path / "words"
    words.write_text("\n".join(["bale", "bane", "care", "dare", "dote", "lane", "late", "rate", "tale", "tone"]))
    return ["--game", "lingo", "--length", 4, "--wordlist", words]


@pytest.mark.parametrize("options", [["optimal"], ["optimal", "--worst", 4], ["optimal", "--goal", "identify"]])
def test_the_least_total_of_words_is_checked_without_rules_of_word_games(game_of_words, tmp_path, options):
    """These proofs know no rules: a game has as many attempts as there are words, and no points are counted."""
    command, *others = options
    output = printed(command, *game_of_words, *others, "--certificate", tmp_path / "proof")
    total = re.search(r"total +(\d+)", output)[1]
    goal = others if "--goal" in others else []

    verdict = check(tmp_path / "proof", *game_of_words, *goal)

    assert f"needs fewer than {total} guesses, and the tree needs {total} guesses" in verdict


def test_the_least_worst_case_of_words_is_checked_without_rules_of_word_games(game_of_words, tmp_path):
    output = printed("bound", *game_of_words, "--certificate", tmp_path / "proof")
    worst = re.search(r"worst +(\d+)", output)[1]

    verdict = check(tmp_path / "proof", *game_of_words)

    assert f"the tree solves every secret within {worst} guesses" in verdict


def test_rules_of_word_games_are_refused_where_a_word_need_only_be_identified(game_of_words, tmp_path):
    with pytest.raises(UsageError, match="--hard does not go with --goal identify"):
        check(tmp_path / "proof", *game_of_words, "--goal", "identify", "--hard")


@pytest.mark.parametrize(("options", "options_of_check"), [
    (["--goal", "identify"], ["--goal", "identify"]),
    (["--secrets", "distinct"], ["--secrets", "distinct"]),
    # These say what is proved and are not part of the game: the certificate has them.
    (["--worst", 4], []),
    (["--first", "123"], []),
])  # fmt: skip
def test_the_total_that_a_command_prints_is_the_one_that_its_certificate_proves(tmp_path, options, options_of_check):
    output = printed("optimal", *FOUR_BY_THREE, *options, "--certificate", tmp_path / "proof")
    total = re.search(r"total +(\d+)", output)[1]

    verdict = check(tmp_path / "proof", *FOUR_BY_THREE, *options_of_check)

    assert f"needs fewer than {total} guesses, and the tree needs {total} guesses" in verdict
