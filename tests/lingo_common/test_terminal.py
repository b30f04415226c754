"""Colours, widths, tables, tiles, squares, rows of keys, lists of words and bars of progress."""

import io
import sys
from types import SimpleNamespace

import pytest
from waiting import wait_until

from lingo_common.cli import terminal
from lingo_common.cli.progress import Progress
from lingo_common.cli.tiles import KEYS, alphabet, keys_for, known_letters, squares, tiles

A_TERMINAL = SimpleNamespace(closed=False, isatty=lambda: True)
CLOSED = None
"""What Python has in the place of a standard stream that was closed when it started."""
COLOURS = {
    "a terminal": (A_TERMINAL, {"TERM": "xterm-256color"}, True),
    "a terminal that knows no colours": (A_TERMINAL, {"TERM": "dumb"}, False),
    "NO_COLOR": (A_TERMINAL, {"TERM": "xterm", "NO_COLOR": "1"}, False),
    "an empty NO_COLOR": (A_TERMINAL, {"TERM": "xterm", "NO_COLOR": ""}, True),
    "a file": (io.StringIO(), {"TERM": "xterm"}, False),
    "a closed stream": (CLOSED, {"TERM": "xterm"}, False),
    "FORCE_COLOR for a file": (io.StringIO(), {"FORCE_COLOR": "1"}, True),
    "FORCE_COLOR for a closed stream": (CLOSED, {"FORCE_COLOR": "1"}, False),
    "both variables": (io.StringIO(), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
}
"""A stream, variables of the environment, and whether the stream gets colours, by the name of the case."""


@pytest.mark.parametrize(("stream", "variables", "expected"), COLOURS.values(), ids=COLOURS)
def test_colours_go_where_they_are_known_and_wanted(stream, variables, expected, monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)

    assert terminal.use_colours(stream) is expected


@pytest.mark.parametrize(("columns", "expected"), [("40", 40), ("200", 200), ("3", 20)])
def test_the_width_is_the_terminals_and_at_least_20(columns, expected, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    assert terminal.width() == expected


def test_a_tile_for_each_letter():
    black_on_green, black_on_yellow, white_on_grey = "\x1b[30;42m", "\x1b[30;43m", "\x1b[97;100m"
    plain = "\x1b[0m"
    assert tiles("abc", "O?X") == f"{black_on_green} a {black_on_yellow} b {white_on_grey} c {plain}"


@pytest.mark.parametrize(("columns", "lines", "rows"), [
    (11, None, ["able bath", "cats dogs"]),
    (14, 1, ["able bath cats", "and 1 more"]),
    (9, 1, ["able bath", "and 2", "more"]),
    (3, 3, ["able", "bath", "cats", "and", "1", "more"]),
])  # fmt: skip
def test_words_stand_side_by_side_and_those_left_out_are_counted(columns, lines, rows):
    words = ["able", "bath", "cats", "dogs"]
    assert terminal.word_lines(words, columns=columns, lines=lines) == rows


def test_lines_of_wide_letters_are_as_long_as_the_terminal_allows():
    # Each letter takes two columns, so each word takes four.
    assert terminal.word_lines(["가을", "나비", "다리"], columns=10, lines=None) == ["가을 나비", "다리"]


def test_the_best_mark_of_a_letter_counts():
    marks = known_letters([("eerie", "?XXXX"), ("dozes", "XXXOX"), ("geese", "XXX?X")])
    assert marks["e"] == "O"
    assert marks["r"] == "X"
    assert marks["s"] == "?"


def test_a_reply_is_a_row_of_green_yellow_and_white_squares():
    assert squares(["O?X"]) == ["🟩🟨⬜"]


@pytest.mark.parametrize(("letters", "rows"), [
    ("abcdefghijklmnopqrstuvwxyz", KEYS),
    ("aeélè", ("e", "al", "èé")),  # e is in the first row of KEYS, a and l are in the second
    ("абвгдежзиклмнйё", ("абвгдеёж", "зийклмн")),  # two rows of nearly equal lengths
])  # fmt: skip
def test_a_keyboard_has_the_letters_of_the_list(letters, rows):
    assert keys_for(letters) == rows


def test_an_alphabet_has_accents_beside_their_letters():
    assert alphabet(["fête", "été", "bĳ", "jus"]) == "beéêfĳjstu"


def make_terminal(monkeypatch):
    """Make standard error a terminal that keeps what is written.

    No fixture, because pytest sets standard error anew between a fixture and its test.
    """
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", stream)
    return stream


@pytest.mark.parametrize("counts", [{}, {"total": 5}, {"total": 5, "work": 12.0}], ids=["unknown", "pieces", "work"])
def test_one_colon_stands_behind_the_name_on_a_bar(counts, monkeypatch):
    stream = make_terminal(monkeypatch)

    with Progress(**counts) as progress:
        progress.begin("13 letters")
        progress.step()

    # The form of the bar has a colon after the name, and tqdm's set_description would add another one.
    text = stream.getvalue()
    assert "13 letters: " in text and ": :" not in text


@pytest.mark.parametrize(("count", "shown"), [(1, "1 first guess ["), (2, "2 first guesses [")])
def test_one_finished_piece_is_named_in_the_singular(count, shown, monkeypatch):
    stream = make_terminal(monkeypatch)

    with Progress(unit="first guess", leave=True) as progress:
        progress.step(count=count)

    assert shown in stream.getvalue()


def test_the_clock_of_a_bar_goes_on_while_no_piece_is_finished(monkeypatch):
    stream = make_terminal(monkeypatch)
    monkeypatch.setattr("lingo_common.cli.progress.REDRAWN_SECONDS", 0.01)

    with Progress(total=5) as progress:
        progress.begin("13 letters")

        wait_until(lambda: stream.getvalue().count("13 letters") > 5)


def test_columns_that_do_not_fit_follow_below():
    rows = [["", "100", "20000", "Total"], ["first", "1", "2", "3"], ["second", "12345", "23", "12368"]]

    assert terminal.table_lines(rows, 20) == [
        "          100  20000",
        "first       1      2",
        "second  12345     23",
        "",
        "        Total",
        "first       3",
        "second  12368",
    ]


def test_a_wide_letter_takes_two_columns_of_a_table():
    assert terminal.table_lines([["", "left"], ["가을", "1.0"], ["e\u0301te", "2.0"]]) == [
        "      left",
        "가을   1.0",
        "e\u0301te    2.0",
    ]


@pytest.mark.parametrize(("columns", "text"), [
    (None, "12  player  0.123 s"),
    (12, "12  player\n  0.123 s"),
    (1, "12\n  player\n  0.123 s"),
])  # fmt: skip
def test_a_line_is_folded_between_whole_cells(columns, text):
    assert terminal.join_cells(["12", "  player", "  0.123 s"], columns) == text


def test_a_terminal_has_its_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr("sys.stdout", io.StringIO())
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)

    assert terminal.table_columns() == 60


def test_a_file_has_no_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr("sys.stdout", io.StringIO())

    assert terminal.table_columns() is None
