"""Keys of the page in a browser: what Enter, letters, marks and Undo do, and where texts are typed or pasted.

`type_keys` types on the keyboard, for the element with the focus; `press` sends keys to the page itself. `click` finds
an element by its id, `tap` by a CSS selector. A blank ends a word, and its marks follow. TARES is the row of tares with
the reply ?xx?o. Which texts are read is shown in test_page_texts.py.
"""

import re

import pytest
from page_in_browser import (
    TARES,
    best,
    click,
    enter_line,
    enter_lines,
    made_page,
    paste,
    press,
    press_tab_until,
    review_game,
    rows,
    show_part,
    take_step,
    tap,
    text,
    type_keys,
    typed_word,
    value,
    words,
)
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from waiting import wait_until

ALL_CANDIDATES = "12 candidates"
"""How many there are before the first step, as the small page shows it: one for each of SMALL_PAGE_ANSWERS."""
COLIN = "c not there, o not there, l not there, i not there, n elsewhere"
"""The row of colin with the reply xxxx?."""
ALTERNATIVES = 5
"""Best guesses that a review names beside each guess, as in lingo_bot/page/program/review_game.js."""
MOST_TABS = 15
"""Presses of Tab with which a person still reaches the keyboard from the top of the page."""


@pytest.mark.parametrize("button", ["assist-new", "assist-undo"])
def test_enter_belongs_to_the_row_after_a_click_on_a_button(opened, small_page, button):
    browser = opened(small_page)
    take_step(browser, "fuzzy", "xxxxx")
    click(browser, button)
    # After Undo the word that was taken back is on the board.
    type_keys(browser, *[Keys.BACKSPACE] * 5, "tares", " ?xx?o", Keys.ENTER)
    assert rows(browser, "assist-board")[0] == TARES


def test_enter_belongs_to_the_row_after_the_help_was_closed_by_a_click(opened, small_page):
    browser = opened(small_page)
    click(browser, "help-open")
    tap(browser, "#help form button")
    type_keys(browser, "tares", " ?xx?o", Keys.ENTER)
    assert rows(browser, "assist-board")[0] == TARES
    assert not browser.find_element(By.ID, "help").is_displayed()


def test_enter_belongs_to_the_row_after_a_click_on_a_tile(opened, small_page):
    browser = opened(small_page)
    type_keys(browser, "tares")
    # The board is drawn again with the new proposals.
    wait_until(lambda: "tares" in dict(best(browser)))
    # A tap turns a mark from not there to elsewhere, and the next one to in place.
    for place in [0, 3, 4, 4]:
        tap(browser, f"#assist-board [value='tile {place}']")
    type_keys(browser, Keys.ENTER)
    assert rows(browser, "assist-board")[0] == TARES


def test_enter_belongs_to_the_row_after_a_click_in_play(opened, small_page):
    browser = opened(small_page, "play")
    click(browser, "play-new")
    type_keys(browser, "crane", Keys.ENTER)
    assert text(browser, "play-status") == "Attempt 2 of 5."


def test_a_button_that_tab_reaches_keeps_its_enter(opened, small_page):
    browser = opened(small_page)
    take_step(browser, "tares", "?xx?o")
    press_tab_until(browser, "#assist-undo")
    type_keys(browser, Keys.ENTER)
    assert text(browser, "assist-count") == ALL_CANDIDATES


def test_the_enter_key_is_a_few_stops_of_tab_away(opened, small_page):
    browser = opened(small_page)
    press(browser, "tares")
    assert press_tab_until(browser, "[value=Enter]") <= MOST_TABS


def test_arrow_keys_lead_to_the_letters_of_the_keyboard(opened, small_page):
    browser = opened(small_page)
    press_tab_until(browser, "[value=Enter]")
    type_keys(browser, Keys.ARROW_RIGHT, Keys.ENTER)
    # In the last row of the keyboard Enter stands before z.
    assert typed_word(browser) == "z"


def test_a_row_without_marks_is_asked_about_once(opened, small_page):
    browser = opened(small_page)
    press(browser, [*"fuzzy", "Enter"])
    assert typed_word(browser) == "fuzzy"
    assert "Are all letters not there?" in text(browser, "assist-error")
    press(browser, ["Enter"])
    assert rows(browser, "assist-board")[0].startswith("f not there, u not there")


def typed_marks(browser):
    """The marks of the row that is being typed, read in one step: the board is drawn again when advice arrives."""
    read = "tile => tile.dataset.mark"
    return browser.execute_script(f"return [...document.querySelectorAll('#assist-board button')].map({read})")


def test_undo_gives_back_the_word_and_its_marks(opened, small_page):
    browser = opened(small_page)
    take_step(browser, "tares", "?xx?o")
    click(browser, "assist-undo")
    assert typed_marks(browser) == ["?", "X", "X", "?", "O"]
    press(browser, ["Enter"])
    assert rows(browser, "assist-board")[0] == TARES


def test_letters_beyond_the_row_are_no_marks(opened, small_page):
    browser = opened(small_page)
    press(browser, [*"tares", *"boxing"])
    assert typed_marks(browser) == ["X"] * 5
    assert "The row is full" in text(browser, "assist-error")


def test_a_blank_begins_the_marks_and_says_what_they_are(opened, small_page):
    browser = opened(small_page)
    press(browser, [*"tares", " "])
    assert text(browser, "assist-error") == "Marks are o in place, ? elsewhere, x not there."
    press(browser, "?k")
    assert text(browser, "assist-error").startswith("‘k’ is no mark.")


PRESS_AND_COUNT = """
document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "1", bubbles: true}))
return document.querySelectorAll(arguments[0]).length
"""
"""Presses a key that no row takes and counts elements in one step: the board is drawn again when advice arrives."""


@pytest.mark.parametrize("part", ["assist", "play"])
def test_the_row_shakes_for_a_key_that_it_cannot_take(opened, small_page, part):
    browser = opened(small_page, part)
    assert browser.execute_script(PRESS_AND_COUNT, f"#{part}-board .shaken") == 1


@pytest.mark.parametrize("part", ["assist", "play"])
def test_a_sign_of_no_word_is_not_taken_as_a_letter(opened, small_page, part):
    browser = opened(small_page, part)
    # Neither the mark nor the digit is a letter of the list.
    press(browser, "xx?1xo")
    assert typed_word(browser, f"{part}-board") == "xxxo"


def test_no_key_is_taken_while_the_help_is_open(opened, small_page):
    browser = opened(small_page)
    click(browser, "help-open")
    press(browser, "tares")
    assert typed_word(browser) == ""


def test_several_steps_are_pasted(opened, small_page):
    browser = opened(small_page)
    paste(browser, "tares ?xx?o\ncolin xxxx?")
    assert rows(browser, "assist-board")[:2] == [TARES, COLIN]


def test_the_field_takes_several_lines(opened, small_page):
    browser = opened(small_page)
    enter_lines(browser, "tares ?xx?o\ncolin xxxx?")
    assert rows(browser, "assist-board")[:2] == [TARES, COLIN]


def test_several_steps_are_undone_one_by_one(opened, small_page):
    browser = opened(small_page)
    paste(browser, "tares ?xx?o\ncolin xxxx?")
    click(browser, "assist-undo")

    assert rows(browser, "assist-board")[0] == TARES
    assert typed_word(browser) == "colin"

    click(browser, "assist-undo")
    assert text(browser, "assist-count") == ALL_CANDIDATES


@pytest.mark.parametrize(("pasted", "reason"), [
    (
        "tares ?xx?o\ncolin xxz",
        "Nothing was taken. Not a reply of 5 marks (O ? X, or g y . for green, yellow, grey): xxz.",
    ),
    (
        "tares ?xx?o\nserve xxxxx",
        "Nothing was taken. No word fits; the replies to tares and serve disagree on the letter s: 1 or none.",
    ),
], ids=["a mistake", "a contradiction"])  # fmt: skip
def test_a_pasted_text_that_is_refused_changes_nothing(opened, small_page, pasted, reason):
    browser = opened(small_page)
    paste(browser, pasted)
    assert text(browser, "assist-error") == reason
    assert text(browser, "assist-count") == ALL_CANDIDATES


def test_enter_in_the_field_takes_its_text(opened, small_page):
    browser = opened(small_page)
    enter_line(browser, "tares ?XX?O")
    assert rows(browser, "assist-board")[0] == TARES


@pytest.fixture(scope="module")
def shown_letter_page(tmp_path_factory):
    """The path of a page of a game in which the first letter is shown; the page asks for it."""
    directory = tmp_path_factory.mktemp("shown letter")
    (directory / "words.txt").write_text("crane\ncrate\nslope\nslate\nstale\n")
    arguments = ["--rules", "television", "--wordlist", str(directory / "words.txt")]
    return made_page(directory / "shown.html", "5", *arguments)


def test_the_first_letter_is_asked_for(opened, shown_letter_page):
    browser = opened(shown_letter_page)
    assert text(browser, "assist-status") == "Which first letter is shown?"
    assert value(browser, "assist-letter") == ""


def test_the_first_letter_is_chosen_in_its_field(opened, shown_letter_page):
    browser = opened(shown_letter_page)
    tap(browser, "#assist-letter option[value=s]")
    assert words(browser, "assist-words") == ["slate", "slope", "stale"]


def test_a_step_before_the_first_letter_is_chosen_is_kept(opened, shown_letter_page):
    browser = opened(shown_letter_page)
    enter_line(browser, "slate ooxxo")
    assert rows(browser, "assist-board")[0].startswith("s in place")
    assert words(browser, "assist-words") == ["slope"]
    assert value(browser, "assist-letter") == "s"


def test_a_first_letter_that_contradicts_a_step_is_refused(opened, shown_letter_page):
    browser = opened(shown_letter_page)
    enter_line(browser, "slate ooxxo")
    tap(browser, "#assist-letter option[value=c]")
    assert "No word fits" in text(browser, "assist-error")
    assert value(browser, "assist-letter") == "s"
    assert words(browser, "assist-words") == ["slope"]


def test_a_refused_first_letter_is_said_to_contradict_the_one_step_that_it_contradicts(opened, shown_letter_page):
    browser = opened(shown_letter_page)
    enter_line(browser, "slate ooxxo")
    enter_line(browser, "fuzzy xxxxx")

    tap(browser, "#assist-letter option[value=c]")

    reason = "No word fits; the first letter given and the reply to slate disagree on letter 1: c or s."
    assert text(browser, "assist-error") == reason


def test_the_first_letter_is_chosen_by_its_key(opened, shown_letter_page):
    browser = opened(shown_letter_page)
    press(browser, "s")
    assert words(browser, "assist-words") == ["slate", "slope", "stale"]


def test_a_whole_word_may_be_typed_where_its_first_letter_is_shown(opened, shown_letter_page):
    browser = opened(shown_letter_page)
    press(browser, "s")  # chooses the first letter, which then stands in the row
    press(browser, "slope")
    assert typed_word(browser) == "slope"


def test_a_whole_word_may_be_typed_in_play_where_its_first_letter_is_shown(opened, shown_letter_page):
    browser = opened(shown_letter_page, "play")
    shown_letter = typed_word(browser, "play-board")
    press(browser, f"{shown_letter}late")
    assert typed_word(browser, "play-board") == f"{shown_letter}late"


def test_a_second_letter_may_be_the_one_that_is_shown(opened, tmp_path):
    (tmp_path / "words.txt").write_text("llama\nlemon\n")
    options = ["--rules", "television", "--first-letter", "l", "--wordlist", str(tmp_path / "words.txt")]
    browser = opened(made_page(tmp_path / "doubled.html", "5", *options))
    press(browser, "lama")
    assert typed_word(browser) == "llama"


def test_the_first_letter_is_read_as_the_language_reads_it(opened, tmp_path):
    """The key I is a dotless ı in Turkish, where another word begins with i."""
    (tmp_path / "words.txt").write_text("ışıkl\nilgaz\n", encoding="utf-8")
    options = ["--rules", "television", "--language", "tr", "--wordlist", str(tmp_path / "words.txt")]
    browser = opened(made_page(tmp_path / "turkish.html", "5", *options))
    press(browser, "I")
    assert words(browser, "assist-words") == ["ışıkl"]


def test_the_opening_of_assist_and_the_best_of_a_review_are_the_same(opened, page):
    browser = opened(page)
    opening = [word for word, _ in best(browser)]
    show_part(browser, "review")
    review_game(browser, "dents", "qajaq dents")
    # The review puts each word that it names between U+2068 and U+2069, and those beside the first guess come first.
    named_words = re.findall("\u2068(.*?)\u2069", text(browser, "review-list"))
    assert named_words[:ALTERNATIVES] == opening[:ALTERNATIVES]
