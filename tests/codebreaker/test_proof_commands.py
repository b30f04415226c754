"""`codebreaker bound` as it is interrupted: what was found is printed."""

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
