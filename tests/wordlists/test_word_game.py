"""Word games: their lists, and what is kept of them."""

import json
import pickle

import pytest

from lingo_common.errors import DataError, UsageError
from wordlists.spelling import spelling_of
from wordlists.word_game import OWN_LETTER, WordGame, read_game

KOREAN = [chr(0xAC00 + number) for number in range(300)]
"""Korean syllables, each of which is one letter: 300 of the 11,172 that follow U+AC00."""


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


def test_answers_that_are_added_count_among_the_letters(tmp_path):
    # 200 words, and 200 answers of which 100 are among them.
    (tmp_path / "words").write_text("\n".join(KOREAN[:200]), encoding="utf-8")
    (tmp_path / "answers").write_text("\n".join(KOREAN[100:]), encoding="utf-8")
    with pytest.raises(DataError, match="answers: the words use 300 different letters: 255 at most"):
        read_game(1, tmp_path / "words", tmp_path / "answers")


def test_a_game_whose_answers_are_the_whole_list_has_no_answers(files):
    assert read_game(5, files / "answers", files / "answers").answers is None


def test_without_answers_all_words_may_be_hidden(files):
    game = read_game(5, files / "answers")
    assert game.answers is None
    assert game.secrets.words == ["abbot", "birch", "zebra"]


# With `ij` as one letter, which comes after z in the order of characters, kijk and blij have three letters.
@pytest.mark.parametrize(("text", "length", "rules", "words"), [
    ("abbey\nabbot\nacorn\n", 5, {}, ["abbey", "abbot", "acorn"]),
    ("kijk\nblij\nijzer\nrijst\n", 4, {"spelling": spelling_of(letters="ij")}, ["rijst", "ijzer"]),
    ("рыба\nщука\nёлка\n", 4, {"letter": "р", "attempts": 6}, ["рыба"]),
    ("été\nâme\n", 3, {"spelling": spelling_of(fold=True), "hard": True, "objective": "worst"}, ["ame", "ete"]),
])  # fmt: skip
def test_a_game_is_the_same_after_pickling(text, length, rules, words, tmp_path):
    (tmp_path / "words").write_text(text, encoding="utf-8")
    game = read_game(length, tmp_path / "words", **rules)
    again = pickle.loads(pickle.dumps(game))
    # Before the words are read: after that the size would be counted from them, and not come from the pickle.
    assert again.size == len(words)
    assert again == game
    assert hash(again) == hash(game)
    assert again.words.written_words == words


def test_the_value_of_a_game_is_the_same_after_it_was_stored_as_json(files):
    value = read_game(5, files / "words", spelling=spelling_of(letters="ij")).to_json()
    assert json.loads(json.dumps(value)) == value


def test_a_pickled_game_holds_no_words(files):
    game = read_game(5, files / "words")
    packed = pickle.dumps(game)
    assert b"abbey" not in packed
    assert b"acorn" not in packed


def test_a_list_that_has_changed_since_pickling_is_refused(files):
    packed = pickle.dumps(read_game(5, files / "words"))
    (files / "words").write_text("abbey\nzebra\n")
    with pytest.raises(DataError, match="the list has changed since the command began"):
        _ = pickle.loads(packed).words


def test_a_pickled_game_takes_its_words_where_its_file_is_missing(files):
    game = read_game(5, files / "words")
    packed = pickle.dumps(game)
    (files / "words").unlink()

    again = pickle.loads(packed)
    again.load({game.words.fingerprint: ["abbey", "abbot", "acorn"]})
    assert again.words.words == ["abbey", "abbot", "acorn"]


def test_a_game_that_took_its_words_and_weights_keeps_them_under_other_rules(files):
    (files / "counts").write_text("abbey 3\nabbot 2\nacorn 7\n")
    game = read_game(5, files / "words", frequencies=str(files / "counts"))
    fingerprints = game.to_json()
    packed = pickle.dumps(game)
    (files / "words").unlink()
    (files / "counts").unlink()

    again = pickle.loads(packed)
    again.load({fingerprints["words"]: ["abbey", "abbot", "acorn"], fingerprints["weights"]: [3, 2, 7]})
    assert again.with_rules(attempts=6).weights == [3, 2, 7]


def test_games_differ_by_each_rule(files):
    game = read_game(5, files / "words")
    games = {
        game,
        game.with_rules(attempts=6),
        game.with_rules(hard=True),
        game.with_rules(objective="worst"),
        game.with_rules(letter=OWN_LETTER),
        read_game(5, files / "words", files / "answers"),
    }

    assert len(games) == 6


def test_games_with_the_same_lists_and_rules_are_equal(files):
    game = read_game(5, files / "words")
    assert game == game.with_rules()
    assert game == read_game(5, files / "words")


def test_a_game_that_shows_each_secrets_own_letter_is_a_game_for_each_letter(files):
    game = read_game(5, files / "words", files / "answers", letter=OWN_LETTER)
    assert game.letter_of("zebra") == "z"
    assert [(of_letter.name, of_letter.words.words) for of_letter in game.games_by_first_letter()] == [
        ("5 letters, a", ["abbey", "abbot", "acorn"]),
        ("5 letters, b", ["birch"]),
        ("5 letters, z", ["zebra"]),
    ]


def test_a_shown_letter_cuts_words_and_answers(files):
    game = read_game(5, files / "words", files / "answers", letter="a")
    assert game.words.words == ["abbey", "abbot", "acorn"]
    assert game.answers.words == ["abbot"]


def test_a_letter_with_which_no_answer_begins_is_refused(files):
    (files / "answers").write_text("zebra\n")
    with pytest.raises(DataError, match="no answer of 5 letters begins with a"):
        read_game(5, files / "words", files / "answers", letter="a")


def test_a_first_letter_is_one_letter(files):
    with pytest.raises(UsageError, match="a first letter is one letter, not 'ab'"):
        read_game(5, files / "words", letter="ab")


@pytest.mark.parametrize(("letter", "stored"), [("b", "b"), (OWN_LETTER, True), (None, None)])
def test_a_stored_game_has_its_first_letter_again(files, letter, stored):
    game = read_game(5, files / "answers", letter=letter)
    assert game.to_json()["first_letter"] == stored
    assert WordGame.from_json(game.to_json()).letter == letter


def test_a_value_of_rules_alone_makes_a_game_without_length_and_words():
    game = WordGame.from_json({"attempts": 6, "hard": True})
    assert (game.length, game.size) == (0, 0)  # the size is the number of words
