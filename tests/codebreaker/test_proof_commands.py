"""`codebreaker bound` as it is interrupted, and the goals of `codebreaker optimal`."""

import json
import re

from click.testing import CliRunner

from codebreaker.commands import proofs
from codebreaker.commands.program import codebreaker


def test_ctrl_c_leaves_the_bracket(monkeypatch):
    def interrupted(*arguments, narrow=proofs.narrow_worst_case):
        proof = next(iter(narrow(*arguments)))
        yield proof
        yield proof
        raise KeyboardInterrupt

    monkeypatch.setattr("lingo_common.cli.progress.LINE_SECONDS", 0)
    monkeypatch.setattr(proofs, "narrow_worst_case", interrupted)
    done = CliRunner().invoke(codebreaker, ["bound", "--colours", "6", "--holes", "4"])
    low, high = map(int, re.search(r"bracket +\[(\d), (\d)\]", done.stdout).groups())
    assert low <= 5 <= high  # Knuth 1977
    assert f"least worst case: 1 pieces done, [{low}, {high}]" in done.stderr
    assert done.exit_code != 0


def proof(*options):
    done = CliRunner().invoke(codebreaker, ["optimal", "--colours", "4", "--holes", "3", "--json", *options])
    return done if done.exit_code else json.loads(done.stdout)


def test_the_least_mean_within_a_worst_case():
    """Goddard (2004): 206 guesses for 4 colours in 3 holes; three guesses are not always enough."""
    assert (proof("--worst", "4")["total"], proof("--worst", "4")["worst"]) == (206, 4)
    refused = proof("--worst", "3")
    assert refused.exit_code == 1 and "no tree needs at most 3 guesses" in str(refused.exception)


def test_the_best_first_guesses_and_one_of_them():
    best = proof("--top", "3")
    totals = {opener["first_guess"]: opener["total"] for opener in best["openers"]}
    assert list(totals) == ["112", "123", "111"] and totals["112"] == best["total"] == 206
    assert proof("--first", "123")["total"] == totals["123"]
    assert proof("--first", "123", "--top", "2").exit_code == 2


def test_a_secret_is_identified_without_a_guess():
    identified = proof("--goal", "identify")
    assert identified["total"] < 206 and identified["worst"] == 3
    told = CliRunner().invoke(
        codebreaker, ["play", "--colours", "2", "--holes", "1", "--goal", "identify"], input="0,0\n"
    )
    assert told.stdout.endswith("Solved with 1 guess: 2.\n")
