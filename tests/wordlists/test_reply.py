"""reply_for and the rules of a word game against replies, hard mode and points worked out by hand."""

import pytest

from wordlists.reply import code_of, reply_for, reply_of, winning_reply
from wordlists.rules import PIT, why_illegal, why_illegal_in_hard_mode
from wordlists.step import Step
from wordlists.word_game import WordGame

BY_HAND = [
    # (guess, secret, reply); the first two are the contest's own examples
    ("dozes", "dents", "OXX?O"),
    ("tosses", "cozies", "XOXXOO"),
    ("eerie", "there", "?X?XO"),  # two e in the secret, one placed: the first e of the guess has the other
    ("there", "eerie", "XX??O"),
    ("speed", "erase", "?X??X"),
    ("erase", "speed", "?XX??"),
    ("geese", "elegy", "??OXX"),  # the placed e and one more, so the third e is too many
    ("llama", "small", "??O?X"),
    ("mamma", "amass", "??XX?"),
    ("banana", "ananas", "X?????"),
    ("sassy", "missa", "X?OOX"),  # both s placed: the s before them gets nothing
    ("aaab", "baaa", "?OO?"),
    ("aabb", "abab", "O??O"),
    ("aaaa", "abcd", "OXXX"),
    ("abcd", "aaaa", "OXXX"),
    ("x", "y", "X"),
]


@pytest.mark.parametrize(("guess", "secret", "reply"), BY_HAND)
def test_reply_by_hand(guess, secret, reply):
    assert reply_for(guess, secret) == reply


def test_the_first_mark_is_the_most_significant_digit():
    assert code_of("OX?") == 19  # 2 · 9 + 0 · 3 + 1
    assert reply_of(19, 3) == "OX?"


def test_the_winning_reply_has_the_largest_code():
    assert code_of(winning_reply(5)) == 242  # 3 to the power of 5, less 1


HARD = [
    ([("tares", "OXXXX")], "tonic", None),
    ([("tares", "OXXXX")], "colin", "letter 1 must be t"),
    ([("tares", "X?XXX")], "colin", "it must hold a"),
    ([("tares", "X?XXX")], "bravo", None),
    ([("geese", "XO?XO")], "beget", "letter 5 must be e"),
    ([("geese", "XO?XO")], "merge", "it must hold e 3 times"),
    ([("geese", "XO?XO")], "eerie", None),
    ([("tares", "XXXXX")], "tares", None),  # letters that are ruled out may be guessed again
    ([("tares", "OXXXX"), ("tonic", "O?XXX")], "table", "it must hold o"),
]


@pytest.mark.parametrize(("steps", "guess", "why"), HARD)
def test_hard_mode(steps, guess, why):
    assert why_illegal_in_hard_mode(guess, [Step(*step) for step in steps]) == why


DARES = Step("dares", "OXXXX")


def test_in_a_plain_game_a_guess_need_not_use_what_replies_have_shown():
    assert why_illegal(PIT, "tonic", [DARES], None) is None


def test_in_hard_mode_it_must():
    hard = WordGame.from_json({"hard": True})
    assert why_illegal(hard, "tonic", [DARES], None) == "letter 1 must be d"


@pytest.mark.parametrize(("guess", "why"), [("tonic", "letter 1 must be d"), ("dents", None)])
def test_a_guess_begins_with_the_letter_that_is_shown(guess, why):
    assert why_illegal(PIT, guess, [], "d") == why


def test_points_fall_by_a_hundred_an_attempt():
    assert [PIT.points_for(attempt) for attempt in range(1, 6)] == [500, 400, 300, 200, 100]


def test_a_game_of_six_attempts_begins_with_600_points():
    assert WordGame.from_json({"attempts": 6}).points_for(1) == 600
