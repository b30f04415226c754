"""`codebreaker bound` as it is interrupted, and the goals of `codebreaker optimal`."""

import json
import re
import sys

from click.testing import CliRunner
from codebreaker_runs import LEAST_TOTAL, run_optimal
from waiting import wait_until

from codebreaker.commands import proof_run, proofs
from codebreaker.commands.program import codebreaker


def test_ctrl_c_leaves_the_bracket(monkeypatch):
    narrow_worst_case = proofs.narrow_worst_case

    def has_line_of_progress():
        """Whether a line with the first bracket is on standard error."""
        sys.stderr.flush()
        return b"1 piece [" in sys.stderr.buffer.getvalue()

    def interrupted(*arguments):
        """The first bracket, and Ctrl-C when the next one is asked for."""
        yield next(iter(narrow_worst_case(*arguments)))
        wait_until(has_line_of_progress)
        raise KeyboardInterrupt

    # Seconds between two lines of progress.
    monkeypatch.setattr("lingo_common.cli.progress.LINE_SECONDS", 0.01)
    monkeypatch.setattr("lingo_common.cli.progress.LONGEST_PAUSE", 0.01)
    monkeypatch.setattr(proofs, "narrow_worst_case", interrupted)

    done = CliRunner().invoke(codebreaker, ["bound", "--colours", "6", "--holes", "4"])

    low, high = map(int, re.search(r"bracket +\[(\d), (\d)\]", done.stdout).groups())
    least_worst_case = 5  # Knuth 1977
    assert low <= least_worst_case <= high
    assert re.search(rf"least worst case: 1 piece \[\d\d:\d\d, .*, \[{low}, {high}\]\]", done.stderr)
    assert done.exit_code != 0


def proved(*options):
    """The JSON that `codebreaker optimal` prints for 4 colours in 3 holes."""
    done = run_optimal(*options)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_ctrl_c_during_the_certificate_leaves_the_tree_and_the_checkpoint(monkeypatch, tmp_path):
    def interrupted(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(proof_run, "certify", interrupted)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    certificate = tmp_path / "mastermind.proof"

    done = run_optimal("--certificate", str(certificate))

    proof = json.loads(done.stdout)
    assert (proof["proved"], proof["total"]) == ("least total", LEAST_TOTAL)
    assert done.exit_code != 0
    assert not certificate.exists()

    [checkpoint] = (tmp_path / "cache" / "lingo-bot" / "checkpoints").iterdir()
    assert checkpoint.stat().st_size > 0


def test_four_guesses_are_enough_for_the_least_total():
    proof = proved("--worst", "4")
    assert (proof["total"], proof["worst"]) == (LEAST_TOTAL, 4)


def test_three_guesses_are_not_always_enough():
    done = run_optimal("--worst", "3")
    assert done.exit_code == 1
    assert "no tree needs at most 3 guesses" in str(done.exception)


def test_the_best_first_guesses_have_their_totals():
    best = proved("--top", "3")
    totals = {opener["first_guess"]: opener["total"] for opener in best["openers"]}

    assert list(totals) == ["112", "123", "111"]
    assert totals["112"] == best["total"] == LEAST_TOTAL
    assert totals["123"] == proved("--first", "123")["total"]


def test_a_first_guess_and_the_best_first_guesses_are_not_asked_at_once():
    assert run_optimal("--first", "123", "--top", "2").exit_code == 2


def test_to_identify_secrets_takes_fewer_guesses_than_to_guess_them():
    proof = proved("--goal", "identify")
    assert proof["total"] < LEAST_TOTAL
    # One less than the four guesses with which every secret can be guessed.
    assert proof["worst"] == 3


def test_the_last_candidate_need_not_be_guessed():
    """Of the secrets 1 and 2, the reply 0,0 to the guess 1 leaves 2."""
    command = ["play", "--colours", "2", "--holes", "1", "--goal", "identify"]
    done = CliRunner().invoke(codebreaker, command, input="0,0\n")
    assert done.stdout.endswith("Solved with 1 guess: 2.\n")
