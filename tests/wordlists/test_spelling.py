"""Spelling: how words of other alphabets are read in one form, and groups of letters that count as one."""

import pytest

from lingo_common.errors import UsageError
from wordlists.spelling import PLAIN, Spelling, spelling_of


@pytest.mark.parametrize(("spelling", "text", "word"), [
    (PLAIN, "ΛΌΓΟΣ", "λόγοσ"),
    (PLAIN, "λόγος", "λόγοσ"),
    (Spelling(fold=True), "Ήλιος", "ηλιοσ"),
    (Spelling(fold=True), "προϊόν", "προιον"),
    (Spelling(language="tr"), "ILICA", "ılıca"),
    (Spelling(language="tr"), "İzmir", "izmir"),
    (Spelling(language="tr"), "I\N{COMBINING DOT ABOVE}zmir", "izmir"),
    (Spelling(language="de"), "Größe", "groesse"),
    (Spelling(language="de"), "u\N{COMBINING DIAERESIS}bel", "uebel"),
    # A group counts as one letter, so it is read as one character: the first one that Unicode leaves to private use.
    (Spelling(fold=True, groups=("ch",), language="de"), "Bäche", "bae\ue000e"),
    # Only Latin and Greek letters lose their marks.
    (Spelling(fold=True), "й", "й"),
])  # fmt: skip
def test_words_are_read_in_small_letters_by_the_rules_of_the_spelling(spelling, text, word):
    assert spelling.read(text) == word
    # What is written is read as the same word.
    assert spelling.read(spelling.write(word)) == word


def test_sigma_is_written_as_people_write_it():
    assert PLAIN.write("λόγοσ") == "λόγος"
    assert PLAIN.write("letter 1 must be σ") == "letter 1 must be σ"


def test_a_group_with_marks_is_found_in_words_whose_marks_are_dropped():
    spelling = spelling_of(fold=True, letters="čh")

    word = spelling.read("čhata")

    assert len(word) == 4
    assert spelling.write(word) == "chata"


def test_groups_that_folding_makes_the_same_are_one_group():
    spelling = spelling_of(fold=True, letters="éé,ee")
    assert spelling.groups == ("ee",)
    assert spelling.read("Méér") == spelling.read("meer")
    assert len(spelling.read("meer")) == 3


@pytest.mark.parametrize("word", ["αστρο", "λους"])
def test_a_sigma_beside_a_group_is_written_by_its_place_in_the_word(word):
    """A group is held as a private character, which is no letter to Unicode, but does not end the word."""
    spelling = spelling_of(letters="τρ,ου")
    assert spelling.write(spelling.read(word)) == word


@pytest.mark.parametrize("letters", ["i", "i1", "a b"])
def test_groups_that_are_no_letters_are_refused(letters):
    with pytest.raises(UsageError, match="--letters takes"):
        spelling_of(letters=letters)


def test_a_group_that_is_refused_is_quoted_as_it_was_typed():
    with pytest.raises(UsageError, match=r"not 'Ñ'$"):
        spelling_of(fold=True, letters="ij, Ñ")


def test_a_language_that_is_not_known_is_refused():
    with pytest.raises(UsageError, match="--language knows de and tr, not 'fr'"):
        spelling_of(language="fr")
