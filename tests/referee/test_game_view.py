"""The text of a person's game: a line for each guess with its reply, the letters, and what is shared afterwards.

It is in colour, or in words for a terminal without colours and for a screen reader.
"""

import pytest

from referee.commands.game_view import GameView
from wordlists.step import Step


@pytest.mark.parametrize(("is_coloured", "step", "line"), [
    (True, Step("ab", "O?"), "1 \x1b[30;42m a \x1b[30;43m b \x1b[0m  O?"),  # on green and on yellow
    (False, Step("geese", "XO?XO"), "Guess 1, geese: g no, e in place, e elsewhere, s no, e in place."),
    (False, Step("ele", "?XX"), "Guess 1, ele: e elsewhere, l no, e no more."),
])  # fmt: skip
def test_a_guess_has_a_line_with_its_reply(is_coloured, step, line):
    assert GameView(is_coloured, 80).line(1, step) == line


def test_a_sigma_is_written_by_its_place_in_the_word():
    green, yellow, grey = "\x1b[30;42m", "\x1b[30;43m", "\x1b[97;100m"

    shown = GameView(True, 20).line(1, Step("σασμοσ", "OOO?XO"))

    assert shown == f"1 {green}σ{green}α{green}σ{yellow}μ{grey}ο{green}ς\x1b[0m  OOO?XO"


@pytest.mark.parametrize(("columns", "tiles"), [
    (56, "\x1b[30;42m c \x1b[30;42m o \x1b[30;42m p "),
    (55, "\x1b[30;42mc\x1b[30;42mo\x1b[30;42mp"),
])  # fmt: skip
def test_a_letter_has_three_columns_where_the_terminal_has_room_for_all(columns, tiles):
    line = GameView(True, columns).line(1, Step("coplanarities", "OOOOOOOOOOOOO"))

    # Thirteen letters need 2 columns for the attempt, 39 for wide tiles, and 15 for the marks.
    assert line.startswith(f"1 {tiles}")


def test_letters_that_are_two_columns_wide_are_counted_so():
    """A letter of Korean takes two columns of a terminal."""
    step = Step("사랑하다", "OOOO")

    # By characters the first line would have one word more.
    assert GameView(False, 20).line(1, step).splitlines() == [
        "Guess 1, 사랑하다:",
        "사 in place, 랑 in",
        "place, 하 in place,",
        "다 in place.",
    ]
    # With blanks in the tiles the line has 24 columns: 2 for the attempt, 16 for the tiles and 6 for the marks.
    assert GameView(True, 24).line(1, step).startswith("1 \x1b[30;42m 사 ")
    assert GameView(True, 23).line(1, step).startswith("1 \x1b[30;42m사\x1b")


def test_the_letters_are_listed_by_what_is_known_of_them():
    letters = GameView(False, 200).letters([Step("dozes", "OX?XX")])

    assert letters.splitlines()[:4] == [
        "in place: d",
        "elsewhere: z",
        "not in the word: e o s",
        "not tried: a b c f g h i j k l m n p q r t u v w x y",
    ]


@pytest.mark.parametrize(("is_coloured", "encoding", "text"), [
    (True, "utf-8", "t\n\U0001f7e9\U0001f7e8\u2b1c"),  # a green, a yellow and a white square
    (True, "ascii", "t\nO?X"),
    (False, "utf-8", "t\nO?X"),
])  # fmt: skip
def test_a_game_is_shared_by_its_replies(is_coloured, encoding, text):
    title = "t"
    assert GameView(is_coloured, 80).share(title, ["O?X"], encoding) == text
