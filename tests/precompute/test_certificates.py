"""The certificates that `precompute optimal` writes, checked by `codebreaker check-proof`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from codebreaker.commands.program import codebreaker

pytest.importorskip("numba")


def check_proof(path: Path, *options: object) -> Result:
    """What `codebreaker check-proof` makes of a certificate for words of four letters."""
    arguments = ["check-proof", path, "--game", "lingo", "--length", 4, "--jobs", 1, *options]
    return CliRunner().invoke(codebreaker, list(map(str, arguments)))


@pytest.mark.parametrize("rules", [
    [], ["--hard"], ["--rules", "lingo"], ["--objective", "worst"], ["--show-first-letter"], ["--attempts", 2],
    ["--rules", "lingo", "--hard"],
])  # fmt: skip
def test_the_certificate_is_checked_under_the_same_rules(lists, in_json, tmp_path, rules):
    """The rules of `optimal` are Wordle's unless others are named, and those of `check-proof` are the pit's."""
    options = lists.options
    record = in_json("optimal", *options, *rules, "--lengths", 4, "--jobs", 1, "--certificate", tmp_path / "proof")

    checked = check_proof(tmp_path / "proof", *options, "--rules", "wordle", *rules)
    assert checked.exit_code == 0, checked.stderr

    # Where the first letter is shown, there is a record for each letter.
    records = [record] if "total" in record else list(record.values())
    for game in records:
        assert f" {game['total']:,} " in checked.stdout


def test_the_cost_of_heavy_words_that_are_missed_is_checked(command, tmp_path):
    """Of four words that differ in one place, two attempts solve two. The others cost more than 2**40 together.

    Each of the words weighs 4 million, and a miss costs as much as two attempts for all four.
    """
    (tmp_path / "words").write_text("ball\ncall\nfall\nhall\n")
    (tmp_path / "counts").write_text("ball 4000000\ncall 4000000\nfall 4000000\nhall 4000000\n")
    options = ["--wordlist", tmp_path / "words", "--frequencies", tmp_path / "counts", "--attempts", 2]
    rules = [*options, "--objective", "guesses"]
    command("optimal", *rules, "--lengths", 4, "--jobs", 1, "--certificate", tmp_path / "proof")

    checked = check_proof(tmp_path / "proof", *rules)
    assert checked.exit_code == 0, checked.exception
    assert "8,000,000 missed secrets" in checked.stdout


def test_two_processes_write_the_claims_of_what_they_have_searched(lists, in_json, tmp_path):
    """The checker misses no claim, whichever process has written it."""
    options = lists.options
    record = in_json("optimal", *options, "--lengths", 4, "--jobs", 2, "--certificate", tmp_path / "proof")
    checked = check_proof(tmp_path / "proof", *options, "--rules", "wordle")
    assert checked.exit_code == 0, checked.stderr
    assert f" {record['total']:,} " in checked.stdout


def test_the_certificate_is_written_although_the_tree_cannot_be(lists, run, tmp_path):
    options = [*lists.options, "--lengths", 4, "--jobs", 1, "--certificate", tmp_path / "proof"]
    done = run("precompute", "optimal", *options, "--tree", "/dev/full")
    assert "no space left on device" in done.stderr
    assert check_proof(tmp_path / "proof", *lists.options, "--rules", "wordle").exit_code == 0


def test_the_record_is_printed_although_the_certificate_cannot_be_written(lists, run):
    options = [*lists.options, "--lengths", 4, "--jobs", 1, "--certificate", "/dev/full"]
    done = run("precompute", "optimal", *options, "--json")
    assert "no space left on device" in done.stderr
    assert json.loads(done.stdout)["proved"]


@pytest.mark.parametrize("rules", [
    ["--rules", "lingo"], ["--rules", "wordle", "--hard"], ["--rules", "wordle", "--attempts", 5],
])  # fmt: skip
def test_a_certificate_of_wordles_rules_is_refused_under_others(lists, command, tmp_path, rules):
    options = lists.options
    command("optimal", *options, "--lengths", 4, "--jobs", 1, "--certificate", tmp_path / "proof")
    assert check_proof(tmp_path / "proof", *options, *rules).exit_code == 1
