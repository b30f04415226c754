"""The HTML file that --page writes, without a browser: where it goes, its size, its texts and its keyboard."""

import re

import pytest
from page_in_browser import made_page
from word_games import game_of

from lingo_bot.page.content import rules_sentence, title_of

LARGEST_PAGE = 212_000
"""The most bytes of a page of five letters, which has 209,000: a page that grows is to be noticed."""


def test_a_dash_is_standard_output(run, tmp_path):
    done = run("lingo-bot", 5, "--page", "-", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("<!doctype html>")
    assert not list(tmp_path.iterdir())


def test_a_page_does_not_overwrite_a_word_list(run, tmp_path):
    (tmp_path / "words.txt").write_text("crane\n")
    done = run("lingo-bot", 5, "--page", "words.txt", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (
        1,
        "lingo-bot: words.txt: is a file of another kind, which is not overwritten\n",
    )
    assert (tmp_path / "words.txt").read_text() == "crane\n"


def test_a_page_is_one_small_file(page):
    source = page.read_text(encoding="utf-8")
    assert len(source.encode()) <= LARGEST_PAGE
    assert "http:" not in source
    assert "https:" not in source


def test_a_game_of_one_attempt_has_a_page(tmp_path):
    page = made_page(tmp_path / "page.html", "5", "--attempts", "1")
    # The page says so of its file; the text is the same for any number.
    assert "1 attempt, " in page.read_text(encoding="utf-8")


def test_a_page_of_one_word_of_one_letter_counts_in_the_singular():
    word_game = game_of(["a"], attempts=1)
    assert title_of(word_game) == "Lingo, 1 letter"
    assert rules_sentence(word_game).startswith("This file: 1 word, 1 attempt, ")


def test_two_keys_of_a_turkish_list_that_is_not_read_as_turkish_have_different_capitals(tmp_path):
    """By English rules a browser would write an I on both."""
    path = tmp_path / "words.txt"
    path.write_text("ilica\nkısık\nçiçek\n", encoding="utf-8")

    page = made_page(tmp_path / "page.html", "5", "--wordlist", str(path)).read_text(encoding="utf-8")

    assert 'lang="tr" value="i">i</button>' in page
    assert 'lang="tr" value="ı">ı</button>' in page
    assert '"tileLanguage":"tr"' in page


def first_row_of_keys(path):
    """The letters in the first row of the keyboard of a page."""
    source = path.read_text(encoding="utf-8")
    row = source.split('id="assist-keys"')[1].split("</div>")[0]
    return "".join(re.findall('value="(.)"', row))


EVERY_LETTER = "tares quiza wxyzk bcdfg hjlmn opvab"
"""Words that have all letters from a to z."""
KEYBOARDS = {
    "french.txt without accents": ("french", EVERY_LETTER, ["--fold"], "azertyuiop"),
    "French by its letters": ("liste", "élève fêter mèche tasse zebre quiza", [], "azertui"),
    "german.txt": ("german", EVERY_LETTER, [], "qwertzuiop"),
    "German by its letters": ("liste", "größe übung tasse zweig quart ypern hängt opium", [], "qwertzuiopü"),
    "Russian": ("liste", "йцуке нгшщз хъфыв апрол", [], "йцукенгшщзхъ"),
    "Ukrainian": ("liste", "їжаке нгшщз йцуке хвиля", [], "йцукенгшщзхї"),
    "Greek": ("liste", "ερτυθ ιοπας ωδφγη ξκλζχ", [], "ερτυθιοπ"),
    "Turkish by its option": ("liste", "ığüşi öçqwe rtyuo pabcd", ["--language", "tr"], "qwertyuıopğü"),
}
"""The name of the list's file, its words, options, and the first row of keys, which has letters of these words alone.

The language is that of --language, else the letters tell it, else the name of the file does, as in french.txt.
"""


@pytest.mark.parametrize(("name", "listed", "options", "row"), KEYBOARDS.values(), ids=KEYBOARDS)
def test_keys_stand_in_the_order_of_the_language(tmp_path, name, listed, options, row):
    path = tmp_path / f"{name}.txt"
    path.write_text("\n".join(listed.split()), encoding="utf-8")
    page = made_page(tmp_path / "page.html", "5", "--wordlist", str(path), *options)
    assert first_row_of_keys(page) == row
