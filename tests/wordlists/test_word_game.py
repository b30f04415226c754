"""Word games: their lists, and what is kept of them."""

import pytest

from wordlists.word_game import read_game


@pytest.fixture
def files(tmp_path):
    (tmp_path / "words").write_text("abbey\nabbot\nit's5\nacorn\n")
    (tmp_path / "answers").write_text("zebra\nabbot\nbirch\n")
    return tmp_path


def test_answers_that_lack_in_the_list_are_added_and_told(files):
    game = read_game(5, files / "words", files / "answers")
    assert game.words.words == ["abbey", "abbot", "acorn", "birch", "zebra"]
    assert game.answers.words == ["abbot", "birch", "zebra"]
    assert game.remarks == (
        f"{files}/words: 1 entry of 5 characters left out: not letters only, as in 'it's5'",
        f"{files}/words: 2 answers of {files}/answers added to the words that may be guessed, such as 'birch'",
    )


def test_answers_that_are_the_whole_list_are_none(files):
    assert read_game(5, files / "answers", files / "answers").answers is None
    assert read_game(5, files / "answers").answers is None
