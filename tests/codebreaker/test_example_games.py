"""The games and criteria in examples/ and docs/guessing-games.md: loaded and run as a user does, with their figures."""

import doctest
import sys
from pathlib import Path

import numpy as np
import pytest

from codebreaker import DataError, greedy, lingo, lower_bound, optimal
from codebreaker.loading import criterion_of, load, names_source

GAMES = Path(__file__).parents[2] / "examples" / "games"


def game_of(name):
    return load(str(GAMES / f"{name}.py"), "game")


def test_higher_or_lower_is_halving():
    assert lower_bound(game_of("higher_or_lower")) == 7
    # A full tree of 63 numbers within six guesses, and 37 at the seventh.
    assert optimal(game_of("higher_or_lower")).mean == (sum(n * 2 ** (n - 1) for n in range(1, 7)) + 7 * 37) / 100


def test_battleship_by_hand():
    """A shot hits three of the ten ships at most. The first one of the tree hits 3, the second ones of its bins 4."""
    game = game_of("battleship")
    tree = optimal(game)
    assert tree.distribution == {1: 3, 2: 4, 3: 3}
    # A shot at the cell 4, and the secret of index 4: the ship on 5, 6 and 7.
    assert game.reply_text(game.reply_code(game.parse_guess("4"), 4)) == "splash"


def test_rays_by_hand():
    ray = load(str(GAMES / "black_box.py"), "ray")
    # Atoms are (row, column), from 0.
    # Rays 0-3 enter from above, 4-7 from below, 8-11 from the left, 12-15 from the right.
    assert ray(0, ((3, 3), (3, 2))) == "out at 4"
    assert ray(0, ((2, 0), (3, 3))) == "absorbed"
    assert ray(0, ((2, 1), (3, 3))) == "out at 9"  # deflected to the left in the second row
    assert ray(0, ((0, 1), (3, 3))) == "back"
    assert ray(1, ((2, 0), (2, 2))) == "back"


@pytest.mark.parametrize(("name", "worst"), [("black_box", 6)])
def test_each_secret_is_found(name, worst):
    tree = greedy(game_of(name))
    assert sum(tree.distribution.values()) == len(tree.game.secrets)
    assert tree.worst == worst


def test_twelve_coins_take_three_weighings():
    """The puzzle's known answer; each of the 24 secrets takes three, as three weighings have at most 27 outcomes."""
    tree = optimal(game_of("coins"))
    assert tree.distribution == {3: 24}
    assert len(tree.worst_case()) == lower_bound(tree.game) == 3


def test_isograms_reply_bulls_and_cows():
    game = game_of("isograms")
    assert len(game.secrets) == 3876
    place = list(game.guesses).index
    replies = {"team": "2b2c", "meat": "4b0c", "mate": "1b3c", "rush": "0b0c"}
    for secret, reply in replies.items():
        assert game.reply_text(game.reply_code(place("meat"), place(secret))) == reply
    assert game.codes == len(np.unique(game.replies(np.arange(200), np.arange(3876))))


GUIDE = Path(__file__).parents[2] / "docs" / "guessing-games.md"


def test_the_examples_print_what_they_say():
    pytest.importorskip("pynauty")
    text = GUIDE.read_text().replace("```", "")
    test = doctest.DocTestParser().get_doctest(text, {}, GUIDE.name, str(GUIDE), 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.tries >= 10 and runner.failures == 0


STRATEGIES = Path(__file__).parents[2] / "examples" / "strategies"
WORDS = ["bade", "bead", "beak", "dabs", "fade", "lake", "leak", "made", "seal", "teak"]


def criterion(name):
    return criterion_of(str(STRATEGIES / f"{name}.py"))


@pytest.mark.parametrize("name", ["unique", "confusion_entropy", "minimax", "positional_histogram"])
def test_every_word_is_found(name):
    tree = greedy(lingo(WORDS), criterion(name))
    assert sum(tree.distribution.values()) == len(WORDS)


def test_the_positional_histogram_by_hand():
    """beak has the most matches, 16: 3 words begin with b, 5 have e second, 5 have a third, and 3 end with k."""
    assert greedy(lingo(WORDS), criterion("positional_histogram")).opener == "beak"


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
    # MODULE:NAME needs a module.
    assert not names_source(":criterion")
