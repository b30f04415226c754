"""Which of the finders are measured."""

import sys

from benchmarks import find
from codebreaker.finders.methods import METHODS


def test_without_the_solver_the_others_are_measured(monkeypatch):
    monkeypatch.setitem(sys.modules, "ortools", None)
    assert {method for method, _, _ in find.runs(quick=False)} == {*METHODS} - {"constraint"}
    assert {holes for _, holes, _ in find.runs(quick=True)} == {5, 6}
    assert all(games > 0 for _, _, games in find.runs(quick=True))
