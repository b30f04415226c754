"""The tool that counts the random faults that tests catch."""

import subprocess

from tools import random_faults
from tools.random_faults import Fault, faults, first_failure, make_environment, nearest_tests


def test_the_same_seed_draws_the_same_faults():
    assert faults(seed=7, count=3, under="wordlists") == faults(seed=7, count=3, under="wordlists")
    assert faults(seed=7, count=3, under="wordlists") != faults(seed=8, count=3, under="wordlists")


def test_faults_are_drawn_under_a_path_alone():
    [fault] = faults(seed=1, count=1, under="referee/game/head_and_tail")
    assert fault.file == "referee/game/head_and_tail.py"


def test_tests_that_import_the_changed_module_run_first():
    """Tests of the stopping rule import it, those of the leaderboard a module that does, those of starters neither."""
    tests = nearest_tests("referee/results/stopping_rule.py")
    assert tests[0] == "tests/referee/test_stopping_rule.py"
    assert tests.index("tests/referee/test_leaderboard.py") < tests.index("tests/referee/test_starters.py")


def test_all_tests_of_the_package_run():
    tests = nearest_tests("wordlists/reply.py")
    assert "tests/wordlists/test_reply.py" in tests
    assert all(test.startswith("tests/wordlists/") for test in tests)


def test_a_fault_is_caught_by_a_test_that_passes_without_it(monkeypatch):
    """Without the fault `test_flaky` fails too, so it says nothing about the fault."""

    passed = subprocess.CompletedProcess([], returncode=0, stdout="")
    flaky_failed = subprocess.CompletedProcess([], returncode=1, stdout="FAILED test_flaky - AssertionError")
    good_failed = subprocess.CompletedProcess([], returncode=1, stdout="FAILED test_good - AssertionError")

    def run_tests(*arguments, fault=None):
        """Run both tests, without a deselected one; or the one that is named, without the fault."""
        if fault:
            return good_failed if "--deselect=test_flaky" in arguments else flaky_failed
        return flaky_failed if "test_flaky" in arguments else passed

    monkeypatch.setattr(random_faults, "_run_tests", run_tests)
    assert first_failure(Fault("wordlists/reply.py", "1: 0 -> 1", "")) == "test_good"


def test_the_programs_of_a_copy_import_the_copy(tmp_path):
    package = tmp_path / "lingo_bot"
    package.mkdir()
    (package / "__main__.py").write_text("def main(): print('the copy')")

    make_environment(tmp_path)
    program = tmp_path / ".venv/bin/lingo-bot"
    assert subprocess.check_output([program], cwd="/", text=True) == "the copy\n"
