"""The oracle against replies worked out by hand."""

import pytest

from codebreaker.reply import code_of, reply_for, reply_of, winning_reply

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
    assert code_of("OX?") == 2 * 9 + 0 * 3 + 1
    assert reply_of(19, 3) == "OX?"
    assert code_of(winning_reply(5)) == 3**5 - 1
