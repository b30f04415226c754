"""The criteria in examples/strategies: loaded as a user loads them, and compared with their definitions."""

import sys
from pathlib import Path

import pytest

from codebreaker import DataError, greedy, lingo, mastermind
from codebreaker.loading import criterion_of, names_source

STRATEGIES = Path(__file__).parents[2] / "examples" / "strategies"
WORDS = ["bade", "bead", "beak", "dabs", "fade", "lake", "leak", "made", "seal", "teak"]


def criterion(name):
    return criterion_of(str(STRATEGIES / f"{name}.py"))


@pytest.mark.parametrize("name", ["unique", "confusion_entropy", "minimax", "positional_histogram"])
def test_every_word_is_found(name):
    tree = greedy(lingo(WORDS), criterion(name))
    assert sum(tree.distribution.values()) == len(WORDS)


def test_minimax_from_a_file_is_the_built_in_one():
    game = mastermind(4, 3)
    assert greedy(game, criterion("minimax")).mean == greedy(game, "minimax").mean


def test_the_positional_histogram_by_hand():
    """b d f l m s t begin 3 1 1 2 1 1 1 words; the second letter of five is e, the third of six is a."""
    game = lingo(WORDS)
    histograms = [[word[place] for word in WORDS] for place in range(4)]
    best = max(WORDS, key=lambda word: sum(histograms[place].count(letter) for place, letter in enumerate(word)))
    assert greedy(game, criterion("positional_histogram")).opener == best


@pytest.mark.parametrize(("body", "said"), [
    ("criterion = 3", "`criterion` is of type int"),
    ("x = 1\n1 / 0", "empty.py, line 2, while it was run: ZeroDivisionError"),
    ("criterion = lambda sizes hit: 1", "empty.py, line 1: SyntaxError: invalid syntax"),
    ("import sys\nsys.exit(sys.argv)", r"empty.py, line 2, while it was run: SystemExit: \['.*empty.py'\]"),
])  # fmt: skip
def test_a_file_that_defines_no_criterion(tmp_path, body, said):
    source = tmp_path / "empty.py"
    source.write_text(f"{body}\n")
    with pytest.raises(DataError, match=said):
        criterion_of(str(source))


def test_a_file_imports_what_stands_beside_it(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "beside_me.py").write_text("criterion = lambda sizes, hit: -len(sizes)\n")
    (tmp_path / "mine.py").write_text("from beside_me import criterion\n")
    by_file = criterion_of(str(tmp_path / "mine.py"))
    monkeypatch.chdir(tmp_path)
    assert by_file.cost is criterion_of("beside_me:criterion").cost
    assert not names_source(":criterion")
