"""`codebreaker check-tree`: a tree in JSON is played against every secret of the game of the command line."""

import json

import pytest
from codebreaker_runs import FOUR_BY_THREE, printed

from lingo_common.errors import DataError


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """The optimal tree of 4 colours in 3 holes, as the file of JSON that --draw writes."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    file = tmp_path / "tree.json"
    printed("optimal", *FOUR_BY_THREE, "--draw", file)
    return file


def test_the_figures_of_a_tree_are_computed_anew(tree):
    """Goddard (2004): 206 guesses for 4 colours in 3 holes."""
    assert printed("check-tree", tree, *FOUR_BY_THREE) == (
        "mastermind 4 x 3, guesses any, secrets any: 64 secrets, first guess 112, 206 guesses, mean 3.2188, worst 4\n"
    )


def test_the_tree_of_a_game_by_need_is_played(tmp_path):
    """Seven numbers take 1 + 2 * 2 + 4 * 3 = 17 guesses by halving."""
    (tmp_path / "numbers.py").write_text(
        "from codebreaker import own_game\n"
        "def compared(guess, secret):\n"
        "    return 'low' if guess < secret else 'high' if guess > secret else 'right'\n"
        "game = own_game('numbers', range(7), range(7), compared, by_need=True)\n"
    )
    game = ["--game", tmp_path / "numbers.py"]
    assert "  longest      3 [high] 1 [high] 0 [right]\n" in printed("tree", *game, "--draw", tmp_path / "tree.json")
    assert "7 secrets, first guess 3, 17 guesses" in printed("check-tree", tmp_path / "tree.json", *game)


@pytest.mark.parametrize("kind", ["svg", "dot", "txt", "json"])
def test_a_drawing_replaces_an_earlier_drawing(tmp_path, kind):
    file = tmp_path / f"tree.{kind}"
    printed("tree", *FOUR_BY_THREE, "--draw", file)
    printed("tree", *FOUR_BY_THREE, "--draw", file)


@pytest.mark.parametrize("kind", ["svg", "dot", "txt", "json"])
def test_a_drawing_does_not_replace_a_file_of_another_kind(tmp_path, kind):
    file = tmp_path / f"tree.{kind}"
    file.write_text("salet\nreast\ncrate\n")
    with pytest.raises(DataError, match=f"tree.{kind}: is a file of another kind"):
        printed("tree", *FOUR_BY_THREE, "--draw", file)


def lose_a_branch(document):
    document["tree"]["replies"].popitem()


def add_a_branch(document):
    """Go on after the reply of three black pegs. It finds the secret 112, so no secret is left that gets it."""
    document["tree"]["replies"]["3,0"] = {"guess": "111", "replies": {}}


def name_no_guess(document):
    document["tree"]["guess"] = "119"


def name_a_list(document):
    document["tree"]["guess"] = ["112"]


def add_a_field(document):
    document["points"] = 500


def end_early(document):
    document["tree"] = {"guess": "112", "replies": {}}


@pytest.mark.parametrize(("change", "why"), [
    (lose_a_branch, "after 112 there is no guess for the reply"),
    (add_a_branch, "after 112 no secret gets the reply '3,0'"),
    (name_no_guess, "'119' is not a guess"),
    (name_a_list, "is not a guess"),
    (add_a_field, "unknown field: 'points'"),
    (end_early, "after 112 there is no guess for the reply"),
])  # fmt: skip
def test_a_changed_tree_is_refused(tree, change, why):
    document = json.loads(tree.read_text())
    change(document)
    tree.write_text(json.dumps(document))

    with pytest.raises(DataError, match=why):
        printed("check-tree", tree, *FOUR_BY_THREE)


def test_a_tree_of_another_game_is_refused(tree):
    with pytest.raises(DataError, match="it says that it is a tree of 'mastermind 4 x 3, guesses any"):
        printed("check-tree", tree, "--colours", 3, "--holes", 3)


def test_a_file_that_cannot_be_read_is_named_once(tmp_path):
    with pytest.raises(DataError) as error:
        printed("check-tree", tmp_path)
    assert str(error.value) == f"{tmp_path}: cannot be read: is a directory"


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b"\xff", b'{"format": "codebreaker-tree 1"}', b"[" * 100_000])
def test_a_file_that_holds_no_tree_is_refused(tmp_path, content):
    """No JSON, JSON of another form, bytes that are no text, a tree without a node, and JSON too deep for a parser."""
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(DataError, match="file: "):
        printed("check-tree", tmp_path / "file")
