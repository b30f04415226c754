"""Groups of letters that count as one, such as Dutch ij, and words of other alphabets, in the offline commands."""

import pytest

from lingo_bot import Player


@pytest.fixture
def dutch(tmp_path):
    """The options of six Dutch words of four letters, where `ij` is one of them."""
    path = tmp_path / "dutch"
    path.write_text("bijna\nijver\nijzer\nlijst\nrijst\nlijkt\n", encoding="utf-8")
    return ["--wordlist", path, "--letters", "ij"]


def test_a_first_guess_with_a_group_of_letters_is_read_and_written(dutch, tmp_path, command):
    printed = command("book", *dutch, "--lengths", 4, "--first", "IJVER", "--out", tmp_path / "dutch.book")
    assert "(ijver, written to" in printed


@pytest.fixture
def dutch_book(dutch, tmp_path, command):
    """A book with a tree of these words that begins with `ijver`."""
    command("book", *dutch, "--lengths", 4, "--first", "ijver", "--out", tmp_path / "dutch.book")
    return tmp_path / "dutch.book"


def test_a_tree_with_groups_of_letters_is_checked(dutch, dutch_book, tmp_path, command, evaluated):
    tree = tmp_path / "tree"
    record = evaluated(*dutch, "--book", dutch_book, "--tree", tree)
    assert (record["first_guess"], record["words"]) == ("ijver", 6)
    assert "4 letters: 6 words, ijver" in command("check-tree", tree, *dutch)


def test_a_tree_with_groups_of_letters_is_played(dutch_book, tmp_path):
    player = Player(4, tmp_path / "dutch", letters="ij", book=str(dutch_book))
    assert player.play("rijst")[0].guess == "ijver"


def test_a_group_of_letters_is_shown_as_one_first_letter(dutch, in_json):
    by_letter = in_json("first-guesses", *dutch, "--lengths", 4, "--show-first-letter")["lengths"]["4"]
    assert [guess["word"] for guess in by_letter["ij"]] == ["ijver", "ijzer"]


def test_a_tree_of_korean_words_is_checked(tmp_path, command, in_json):
    korean = tmp_path / "korean"
    korean.write_text("나무\n바다\n", encoding="utf-8")
    in_json("evaluate", "--wordlist", korean, "--lengths", 2, "--tree", tmp_path / "tree")
    assert "2 words" in command("check-tree", tmp_path / "tree", "--wordlist", korean)
