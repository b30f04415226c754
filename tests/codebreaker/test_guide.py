"""The examples in docs/guessing-games.md are run."""

import doctest
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[2] / "docs" / "guessing-games.md"


def test_the_examples_print_what_they_say():
    pytest.importorskip("pynauty")
    text = GUIDE.read_text().replace("```", "")
    test = doctest.DocTestParser().get_doctest(text, {}, GUIDE.name, str(GUIDE), 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.tries >= 10 and runner.failures == 0
