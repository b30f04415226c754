"""Word games: their lists, and what is kept of them."""

import json
import pickle

import pytest

from lingo_common.errors import DataError, UsageError
from wordlists.spelling import spelling_of
from wordlists.word_game import OWN_LETTER, read_game


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


@pytest.mark.parametrize(("text", "length", "rules", "words"), [
    ("abbey\nabbot\nacorn\n", 5, {}, ["abbey", "abbot", "acorn"]),
    ("kijk\nblij\nijzer\nrijst\n", 4, {"spelling": spelling_of(letters="ij")}, ["rijst", "ijzer"]),
    ("рыба\nщука\nёлка\n", 4, {"letter": "р", "attempts": 6}, ["рыба"]),
    ("été\nâme\n", 3, {"spelling": spelling_of(fold=True), "hard": True, "objective": "worst"}, ["ame", "ete"]),
])  # fmt: skip
def test_a_game_is_the_same_after_pickling_which_holds_no_words(text, length, rules, words, tmp_path):
    (tmp_path / "words").write_text(text, encoding="utf-8")
    game = read_game(length, tmp_path / "words", **rules)
    packed = pickle.dumps(game)
    assert not any(word.encode() in packed for word in words if len(word) > 3)
    again = pickle.loads(packed)
    assert (again, hash(again), again.to_json()) == (game, hash(game), json.loads(json.dumps(game.to_json())))
    assert again.words.written_words == game.words.written_words == words
    (tmp_path / "words").write_text(text + "z" * length, encoding="utf-8")
    if game.letter is None:
        with pytest.raises(DataError, match="the list has changed since the command began"):
            _ = pickle.loads(packed).words
    brought = {game.words.fingerprint: game.words.words}
    last = pickle.loads(packed)
    last.load(brought)
    assert last.words.words == game.words.words


def test_games_differ_by_each_rule(files):
    game = read_game(5, files / "words")
    others = [game.with_rules(**rule) for rule in ({"attempts": 6}, {"hard": True}, {"objective": "worst"})]
    others += [read_game(5, files / "words", files / "answers"), read_game(5, files / "words", letter="a", attempts=4)]
    assert len({game, *others}) == 6
    assert game == game.with_rules() == read_game(5, files / "words")


def test_a_shown_letter_cuts_both_lists(files):
    game = read_game(5, files / "words", files / "answers", letter=OWN_LETTER)
    assert (game.letter_of("zebra"), game.words.words[-1]) == ("z", "zebra")
    assert [(one.name, one.words.words) for one in game.first_letters()] == [
        ("5 letters, a", ["abbey", "abbot", "acorn"]), ("5 letters, b", ["birch"]), ("5 letters, z", ["zebra"]),
    ]  # fmt: skip
    assert next(game.first_letters()).answers.words == ["abbot"]
    (files / "answers").write_text("zebra\n")
    with pytest.raises(DataError, match="no answer of 5 letters begins with a"):
        read_game(5, files / "words", files / "answers", letter="a")
    with pytest.raises(UsageError, match="a first letter is one letter, not 'ab'"):
        game.with_rules(letter="ab")
