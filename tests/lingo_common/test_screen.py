"""What views of a game share: what is known of letters, squares, rows of keys."""

from lingo_common.cli.terminal import KEYS, alphabet, keys_for, known_letters, squares


def test_the_best_mark_of_a_letter_counts():
    known = known_letters([("eerie", "?XXXX"), ("dozes", "XXXOX"), ("geese", "XXX?X")])
    assert {letter: known[letter] for letter in "ers"} == {"e": "O", "r": "X", "s": "?"}


def test_squares():
    assert squares(["O?X"]) == ["\U0001f7e9\U0001f7e8\u2b1c"]


def test_a_keyboard_has_the_letters_of_the_list():
    assert keys_for("abcdefghijklmnopqrstuvwxyz") == KEYS
    assert keys_for("aeélè") == ("e", "al", "èé")
    assert keys_for("абвгдежзиклмнйё") == ("абвгдеёж", "зийклмн")
    assert alphabet(["fête", "été", "bĳ", "jus"]) == "beéêfĳjstu"
