"""The rules of a word game: hard mode by hand, points, and the JSON form."""

import pytest

from codebreaker.rules import PRESETS, GameRules, breaks_hard_mode
from codebreaker.step import Step

HARD = [
    ([("tares", "OXXXX")], "tonic", None),
    ([("tares", "OXXXX")], "colin", "letter 1 must be t"),
    ([("tares", "X?XXX")], "colin", "it must hold a"),
    ([("tares", "X?XXX")], "bravo", None),
    ([("geese", "XO?XO")], "beget", "letter 5 must be e"),
    ([("geese", "XO?XO")], "merge", "it must hold e 3 times"),
    ([("geese", "XO?XO")], "eerie", None),
    ([("tares", "XXXXX")], "tares", None),
    ([("tares", "OXXXX"), ("tonic", "O?XXX")], "table", "it must hold o"),
]


@pytest.mark.parametrize(("steps", "guess", "why"), HARD)
def test_hard_mode(steps, guess, why):
    assert breaks_hard_mode(guess, [Step(*step) for step in steps]) == why


def test_why_a_guess_is_illegal():
    steps = [Step("dares", "OXXXX")]
    assert GameRules().why_illegal("tonic", steps) is None
    assert GameRules(hard=True).why_illegal("tonic", steps) == "letter 1 must be d"
    assert GameRules(first_letter=True).why_illegal("tonic", [], "d") == "letter 1 must be d"
    assert GameRules(first_letter=True).why_illegal("dents", [], "d") is None


def test_points_fall_by_a_hundred_an_attempt():
    assert [GameRules().points_for(attempt) for attempt in range(1, 6)] == [500, 400, 300, 200, 100]
    assert PRESETS["wordle"].points_for(1) == 600
