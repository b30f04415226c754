"""What the screens share: the row that is typed, what is known of letters, squares, and the errors before a screen."""

import sys

import pytest

from lingo_common.errors import MissingExtra, UsageError
from lingo_common.screen.letters import KEYS, alphabet, keys_for, known_letters, squares
from lingo_common.screen.row import Row
from lingo_common.screen.screens import check_screen
from wordlists.spelling import Spelling


def test_a_row_is_typed_and_corrected():
    row = Row(5)
    for letter in "tarx":
        row.type(letter)
    row.erase()
    assert (row.word, row.cursor) == ("tar  ", 3)
    row.type("e")
    row.type("s")
    assert row.complete
    row.type("c")
    assert (row.word, row.reply, row.cursor) == ("c    ", "XXXXX", 1)


def test_a_mark_turns_through_all_three():
    row = Row(3, "ab")
    seen = []
    for _ in range(3):
        row.turn(1)
        seen.append(row.reply)
    assert seen == ["X?X", "XOX", "XXX"]


def test_the_best_mark_of_a_letter_counts():
    known = known_letters([("eerie", "?XXXX"), ("dozes", "XXXOX"), ("geese", "XXX?X")])
    assert {letter: known[letter] for letter in "ers"} == {"e": "O", "r": "X", "s": "?"}


def test_squares():
    assert squares(["O?X"]) == ["\U0001f7e9\U0001f7e8\u2b1c"]


def test_a_screen_without_textual_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "textual", None)
    with pytest.raises(MissingExtra, match=r"--screen .* pip install .*\[screen\]'"):
        check_screen("--screen")


def test_a_screen_without_a_terminal_is_refused(monkeypatch):
    pytest.importorskip("textual")
    monkeypatch.delenv("TEXTUAL_DRIVER", raising=False)
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(UsageError, match="--screen needs a terminal"):
        check_screen("--screen")


def test_characters_of_a_group_become_one_letter():
    row = Row(4, spelling=Spelling(groups=("ij", "sch")))
    for letter in "blij":
        row.type(letter)
    assert (row.word, row.complete) == ("blĳ ", False)
    row.type("e")
    assert row.word == "blĳe" and row.complete
    for letter in "schij":
        row.type(letter)
    assert (len(row.word.strip()), Spelling(groups=("ij", "sch")).write(row.word)) == (2, "schij  ")


def test_a_keyboard_has_the_letters_of_the_list():
    assert keys_for("abcdefghijklmnopqrstuvwxyz") == KEYS
    assert keys_for("aeélè") == ("e", "al", "èé")
    assert keys_for("абвгдежзиклмнйё") == ("абвгдеёж", "зийклмн")
    assert alphabet(["fête", "été", "bĳ", "jus"]) == "beéêfĳjstu"
