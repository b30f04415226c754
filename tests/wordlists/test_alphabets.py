"""The alphabets of Greek, Turkish and German: how words are read, and what is said of entries that are not."""

import pytest

from lingo_common.errors import UsageError
from wordlists.reader import read_list
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
    (Spelling(True, ("ch",), "de"), "Bäche", "bae\ue000e"),
    (Spelling(fold=True), "й", "й"),
])  # fmt: skip
def test_words_are_read(spelling, text, word):
    assert spelling.read(text) == word
    assert spelling.read(spelling.write(word)) == word


def test_sigma_is_written_as_people_write_it():
    assert PLAIN.write("λόγοσ") == "λόγος"
    assert PLAIN.write("letter 1 must be σ") == "letter 1 must be σ"


def test_a_turkish_word_vanishes_from_no_list_in_silence(tmp_path):
    path = tmp_path / "turkish.txt"
    path.write_text("ILICA\nİzmir\nizine\n", encoding="utf-8")
    plain = read_list(5, path)
    assert plain.words == ["ilica", "izine"]
    assert "1 entry of 5 characters left out: İ is a letter of Turkish, which --language tr reads" in plain.left_out
    assert read_list(5, path, Spelling(language="tr")).words == ["izine", "izmir", "ılıca"]
    assert read_list(5, path, Spelling(language="tr")).left_out is None


def test_a_language_that_is_not_known():
    with pytest.raises(UsageError, match="--language knows de and tr, not 'fr'"):
        spelling_of(language="fr")
