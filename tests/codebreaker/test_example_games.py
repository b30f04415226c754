"""The games and criteria in examples/ and docs/guessing-games.md: loaded and run as a user does, with their figures."""

import doctest
import sys
from pathlib import Path

import numpy as np
import pytest

from codebreaker import DataError, greedy, lingo, lower_bound, optimal
from codebreaker.loading import criterion_of, load
from lingo_common.option import is_file_or_module

GAMES = Path(__file__).parents[2] / "examples" / "games"


def game_of(name):
    return load(str(GAMES / f"{name}.py"), "game")


def test_higher_or_lower_is_halving():
    """A full tree finds 63 numbers within six guesses; the other 37 of the hundred take seven."""
    assert optimal(game_of("higher_or_lower")).distribution == {1: 1, 2: 2, 3: 4, 4: 8, 5: 16, 6: 32, 7: 37}


def test_seven_guesses_are_the_least_worst_case_of_higher_or_lower():
    """With six guesses 63 numbers can be found, and there are 100."""
    assert lower_bound(game_of("higher_or_lower")) == 7


def test_battleship_takes_three_shots():
    """A shot hits three of the ten ships at most. The first shot hits 3 ships, and the second shots hit 4 together."""
    assert optimal(game_of("battleship")).distribution == {1: 3, 2: 4, 3: 3}


def test_a_shot_beside_the_battleship_is_a_splash():
    """The secret of index 4 is the ship on the cells 5, 6 and 7, and the shot goes to the cell 4."""
    game = game_of("battleship")
    assert game.reply_text(game.reply_code(game.parse_guess("4"), 4)) == "splash"


@pytest.mark.parametrize(("entry", "atoms", "reply"), [
    (0, ((3, 3), (3, 2)), "out at 4"),
    (0, ((2, 0), (3, 3)), "absorbed"),
    # The ray is deflected to the left in the second row.
    (0, ((2, 1), (3, 3)), "out at 9"),
    (0, ((0, 1), (3, 3)), "back"),
    (1, ((2, 0), (2, 2)), "back"),
])  # fmt: skip
def test_rays_of_black_box_by_hand(entry, atoms, reply):
    """The box has 4 x 4 cells; an atom ahead absorbs a ray, and one diagonally ahead deflects it away.

    A ray that is deflected before it enters, or has atoms on both sides ahead, comes back. Atoms are (row, column),
    from 0. The entries 0 to 3 are above, 4 to 7 below, 8 to 11 left, 12 to 15 right.
    """
    ray = load(str(GAMES / "black_box.py"), "ray")
    assert ray(entry, atoms) == reply


def test_every_black_box_is_found_within_six_guesses():
    """The figures of docs/guessing-games.md."""
    tree = greedy(game_of("black_box"))
    assert sum(tree.distribution.values()) == len(tree.game.secrets)
    assert tree.worst == 6


def test_twelve_coins_take_three_weighings():
    """The puzzle's known answer. Two weighings have 9 outcomes, and each of 12 coins may be heavier or lighter."""
    tree = optimal(game_of("coins"))
    assert tree.distribution == {3: 24}
    assert len(tree.worst_case()) == 3
    assert lower_bound(tree.game) == 3


@pytest.fixture(scope="module")
def isograms():
    return game_of("isograms")


@pytest.mark.parametrize(("secret", "reply"), [("team", "2b2c"), ("meat", "4b0c"), ("mate", "1b3c"), ("rush", "0b0c")])
def test_the_guess_meat_gets_bulls_and_cows(isograms, secret, reply):
    index_of = list(isograms.guesses).index
    code = isograms.reply_code(index_of("meat"), index_of(secret))
    assert isograms.reply_text(code) == reply


def test_isograms_takes_no_list_of_the_working_directory(tmp_path, monkeypatch):
    (tmp_path / "wordlist4.txt").write_text("meat\nteam\n")
    monkeypatch.chdir(tmp_path)

    assert len(game_of("isograms").secrets) == 3876


def test_every_code_of_isograms_is_a_reply(isograms):
    """The replies to 200 of the 3,876 words (examples/games/isograms.py) have every code among them."""
    assert len(isograms.secrets) == 3876
    replies = isograms.replies(np.arange(200), np.arange(3876))
    assert len(np.unique(replies)) == isograms.codes


GUIDE = Path(__file__).parents[2] / "docs" / "guessing-games.md"


def test_the_examples_print_what_they_say():
    # One example looks for symmetries.
    pytest.importorskip("pynauty")
    # The line after an example is what it prints, so the line that ends a block of code would belong to it.
    text = GUIDE.read_text().replace("```", "")
    test = doctest.DocTestParser().get_doctest(text, {}, GUIDE.name, str(GUIDE), 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    # If no examples were found, none would fail.
    assert runner.tries >= 10
    assert runner.failures == 0


STRATEGIES = Path(__file__).parents[2] / "examples" / "strategies"
WORDS = ["bade", "bead", "beak", "dabs", "fade", "lake", "leak", "made", "seal", "teak"]


def criterion(name):
    return criterion_of(str(STRATEGIES / f"{name}.py"))


@pytest.mark.parametrize("name", ["unique", "confusion_entropy", "minimax", "positional_histogram"])
def test_every_word_is_found_by_an_example_strategy(name):
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


@pytest.fixture
def path_as_before(monkeypatch):
    """Loading a file adds its folder to sys.path; afterwards the path is as before."""
    monkeypatch.setattr(sys, "path", [*sys.path])


def test_a_file_imports_what_stands_beside_it(tmp_path, monkeypatch, path_as_before):
    (tmp_path / "beside_me.py").write_text("criterion = lambda sizes, hit: -len(sizes)\n")
    (tmp_path / "mine.py").write_text("from beside_me import criterion\n")
    by_file = criterion_of(str(tmp_path / "mine.py"))

    monkeypatch.chdir(tmp_path)
    by_module = criterion_of("beside_me:criterion")
    game = lingo(WORDS)
    all_words = np.arange(len(WORDS))
    assert by_file.costs(game, all_words).tolist() == by_module.costs(game, all_words).tolist()


def test_a_criterion_of_a_module_has_its_own_name(tmp_path, monkeypatch, path_as_before):
    (tmp_path / "of_mine.py").write_text("most_bins = lambda sizes, hit: -len(sizes)\n")
    monkeypatch.chdir(tmp_path)
    assert criterion_of("of_mine:most_bins").name == "most_bins"


def test_a_text_without_a_module_names_no_source():
    """A source is a file or MODULE:NAME; other texts are names of criteria."""
    assert not is_file_or_module(":criterion")
