"""Steps as people type them, and what replies say of the secret."""

import itertools

import pytest

from lingo_bot.assistant.clues import clue_of, disagreement
from lingo_bot.assistant.steps import reply_in, step_of
from lingo_common.errors import DataError
from wordlists.reply import MARKS, reply_for
from wordlists.step import Step


@pytest.mark.parametrize("text", [
    "OX?XX", "ox?xx", "0X?Xx", "O.?.-", "gXyxx", "gbybb", "GBYBB", "g.y..", "g-y_b", "🟩⬛🟨⬜⬜", "🟧⬛🟦⬛⬛",
    "🟩⬛\N{VARIATION SELECTOR-16}🟨⬜⬜",
])  # fmt: skip
def test_ways_to_write_a_reply(text):
    assert reply_in(text, 5) == "OX?XX"


@pytest.mark.parametrize("text", ["", "OX?X", "OX?XXX", "booby", "goxyx", "O.yXX", "tares", "O X?X"])
def test_what_is_no_reply(text):
    """A reply has marks or colours and no mixture: else words such as booby would be replies."""
    assert reply_in(text, 5) is None


@pytest.mark.parametrize("text", ["tares OX?XX", "TARES=g.y..", "tares   ox?xx ", "tares= gbybb"])
def test_ways_to_write_a_step(text):
    assert step_of(text, 5) == Step("tares", "OX?XX")


@pytest.mark.parametrize(("text", "why"), [
    ("tares", "not a guess with its reply"),
    ("", "not a guess with its reply"),
    ("tares OX?XX now", "not a guess with its reply"),
    ("tare OX?XX", "not a word of 5 letters"),
    ("tar3s OX?XX", "not a word of 5 letters"),
    ("tär3s OX?XX", "not a word of 5 letters"),
    ("tares OX?", "not a reply of 5 marks"),
    ("tares " + "X" * 999, "not a reply of 5 marks"),
])  # fmt: skip
def test_what_is_no_step(text, why):
    with pytest.raises(DataError, match=why) as caught:
        step_of(text, 5)
    # The message quotes the beginning of a long text alone.
    assert len(str(caught.value)) < 160


DISAGREE = [
    ([("tares", "OXXXX"), ("colin", "OXXXX")], "the replies to tares and colin disagree on letter 1: t or c"),
    ([("tares", "OXXXX"), ("tonic", "?XXXX")], "the replies to tares and tonic disagree on letter 1: t or not"),
    ([("tares", "X?XXX"), ("bravo", "XXXXX")], "the replies to tares and bravo disagree on the letter a: 1 or none"),
    (
        [("geese", "X??XX"), ("crepe", "XX?XX")],
        "the replies to geese and crepe disagree on the letter e: 2 or no more than 1",
    ),
    (
        [("tares", "???XX"), ("colin", "???XX")],
        "the replies to tares and colin disagree on how many letters there are: together they ask for 6",
    ),
    ([("tares", "XXXXX"), ("colin", "XX?XX")], None),
]


@pytest.mark.parametrize(("steps", "said"), DISAGREE)
def test_what_replies_disagree_on(steps, said):
    assert disagreement(*(clue_of(Step(*step)) for step in steps), length=5) == said


def fits_all(word, steps):
    """Whether the oracle gives every reply of the steps, if the word is the secret."""
    return all(reply_for(step.guess, word) == step.reply for step in steps)


def test_a_disagreement_is_never_found_where_a_word_fits():
    """Every pair of guesses and replies over two letters and three places, against a trial of all words."""
    words = ["".join(letters) for letters in itertools.product("ab", repeat=3)]
    replies = ["".join(marks) for marks in itertools.product(MARKS, repeat=3)]
    first_guesses = words[:2]  # aaa and aab: the test stays short

    disagreements = 0
    for guesses in itertools.product(first_guesses, words):
        for pair in itertools.product(replies, repeat=2):
            steps = [Step(guess, reply) for guess, reply in zip(guesses, pair, strict=True)]
            if disagreement(*map(clue_of, steps), length=3):
                disagreements += 1
                assert [word for word in words if fits_all(word, steps)] == []

    assert disagreements > 500  # so the test is not empty
