"""The text of a person's game: a line for each guess with its reply, the letters, and what is shared afterwards.

It has one of three looks: `colour`, `shapes` such as [d] and (z) for a terminal without colours, and `words` for a
screen reader.
"""

import pytest

from referee.game.game_view import GameView
from wordlists.step import Step


@pytest.mark.parametrize(("look", "step", "line"), [
    ("shapes", Step("dozes", "OX?XO"), "1 [d] o (z) e [s]  OX?XO"),
    ("colour", Step("ab", "O?"), "1 \x1b[30;42m a \x1b[30;43m b \x1b[0m  O?"),  # on green and on yellow
    ("words", Step("geese", "XO?XO"), "Guess 1, geese: g no, e in place, e elsewhere, s no, e in place."),
    ("words", Step("ele", "?XX"), "Guess 1, ele: e elsewhere, l no, e no more."),
])  # fmt: skip
def test_a_guess_has_a_line_with_its_reply(look, step, line):
    assert GameView(look, 80).line(1, step) == line


@pytest.mark.parametrize(("look", "columns", "line"), [
    ("shapes", 80, "1 [σ][α][σ](μ) ο [ς]  OOO?XO"),
    ("colour", 20, "1 {green}σ{green}α{green}σ{yellow}μ{grey}ο{green}ς\x1b[0m  OOO?XO"),
])  # fmt: skip
def test_a_sigma_is_written_by_its_place_in_the_word(look, columns, line):
    colours = {"green": "\x1b[30;42m", "yellow": "\x1b[30;43m", "grey": "\x1b[97;100m"}

    shown = GameView(look, columns).line(1, Step("σασμοσ", "OOO?XO"))

    assert shown == line.format(**colours)


@pytest.mark.parametrize(("columns", "line"), [
    (200, "1 [c][o][p][l][a][n][a][r][i][t][i][e][s]  OOOOOOOOOOOOO"),
    (40, "1 coplanarities  OOOOOOOOOOOOO"),
])  # fmt: skip
def test_a_letter_has_three_columns_where_the_terminal_has_room_for_all(columns, line):
    assert GameView("shapes", columns).line(1, Step("coplanarities", "OOOOOOOOOOOOO")) == line


@pytest.mark.parametrize(("look", "name", "line"), [
    ("shapes", "a-player-with-a-long-name", "1 a-player-with-~  XX?OX"),
    ("words", "it", "it, guess 1: 1 in place, 1 elsewhere, 3 no."),
])  # fmt: skip
def test_the_opponents_name_stands_in_place_of_its_guess(look, name, line):
    assert GameView(look, 80).hidden_line(name, 1, "XX?OX") == line


def test_the_letters_are_listed_by_what_is_known_of_them():
    letters = GameView("shapes", 200).letters([Step("dozes", "OX?XX")])

    assert letters.splitlines()[:4] == [
        "in place: d",
        "elsewhere: z",
        "not in the word: e o s",
        "not tried: a b c f g h i j k l m n p q r t u v w x y",
    ]


@pytest.mark.parametrize(("look", "encoding", "text"), [
    ("shapes", "utf-8", "t\n\U0001f7e9\U0001f7e8\u2b1c"),  # a green, a yellow and a white square
    ("shapes", "ascii", "t\nO?X"),
    ("words", "utf-8", "t\nO?X"),
])  # fmt: skip
def test_a_game_is_shared_by_its_replies(look, encoding, text):
    title = "t"
    assert GameView(look, 80).share(title, ["O?X"], encoding) == text
