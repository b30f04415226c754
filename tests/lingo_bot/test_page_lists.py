"""Pages of other word lists and rules in a browser: answers, hard mode, other scripts, and names."""

import re
from typing import NamedTuple

import pytest
from page_in_browser import (
    best,
    click,
    copied_by,
    enter_line,
    guess_words,
    made_page,
    press,
    press_tab_until,
    review_game,
    show_part,
    text,
    type_keys,
    typed_word,
    wait_for_best,
    wait_for_rival,
    words,
)
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


def wordle_page(directory, listed, answers, *options):
    """The page of a game by Wordle's rules over these words and answers."""
    (directory / "words.txt").write_text("\n".join(listed.split()))
    (directory / "answers.txt").write_text("\n".join(answers.split()))
    lists = ["--wordlist", str(directory / "words.txt"), "--answers", str(directory / "answers.txt")]
    return made_page(directory / "wordle.html", "5", "--rules", "wordle", *lists, *options)


class TestAnswers:
    """Only answers are candidates, until replies come that no answer gives: then every word of the list is one."""

    @pytest.fixture
    def browser_of_answers(self, opened, tmp_path):
        """A page of six words, two of which are answers."""
        return opened(wordle_page(tmp_path, "aback abbey crane slate trace crate", "crane slate"))

    def test_at_first_answers_alone_are_candidates(self, browser_of_answers):
        assert words(browser_of_answers, "assist-words") == ["crane", "slate"]

    def test_other_words_count_where_no_answer_fits(self, browser_of_answers):
        enter_line(browser_of_answers, "slate XXOXX")
        assert words(browser_of_answers, "assist-words") == ["aback"]
        assert "No answer fits these replies" in text(browser_of_answers, "assist-status")

    def test_after_undo_answers_alone_are_candidates_again(self, browser_of_answers):
        enter_line(browser_of_answers, "slate XXOXX")
        click(browser_of_answers, "assist-undo")
        assert words(browser_of_answers, "assist-words") == ["crane", "slate"]


def test_every_word_counts_where_no_answer_begins_with_the_first_letter(opened, tmp_path):
    (tmp_path / "words.txt").write_text("apple\nbrand\nbrawn\nbread\ncrane\n")
    (tmp_path / "answers.txt").write_text("apple\ncrane\n")
    lists = ["--wordlist", str(tmp_path / "words.txt"), "--answers", str(tmp_path / "answers.txt")]
    browser = opened(made_page(tmp_path / "page.html", "5", "--rules", "television", *lists))

    press(browser, "b")

    assert words(browser, "assist-words") == ["brand", "brawn", "bread"]
    assert "every word of the list counts" in text(browser, "assist-status")
    assert best(browser)


def test_the_order_of_guesses_is_explained_where_their_figures_do_not_show_it(opened, tmp_path):
    """A guess with fewer misses stands above one with a lower mean of guesses."""
    browser = opened(wordle_page(tmp_path, "crane crate slope", "crane"))
    wait_for_best(browser)
    assert text(browser, "assist-progress") == "All exact. Guesses that miss the fewest words come first."


class TestHardMode:
    @pytest.fixture
    def browser_in_play(self, opened, tmp_path):
        """Play of a page with one answer, crane, after the guess crate."""
        browser = opened(wordle_page(tmp_path, "crane crate slope", "crane", "--hard"), "play")
        guess_words(browser, "crate")
        return browser

    def test_a_guess_must_use_what_is_known(self, browser_in_play):
        guess_words(browser_in_play, "slope")
        assert text(browser_in_play, "play-status") == "slope: letter 1 must be c."

    def test_a_shared_text_has_an_asterisk(self, browser_in_play):
        guess_words(browser_in_play, "crane")
        wait_for_rival(browser_in_play)
        assert copied_by(browser_in_play, "play-share").splitlines()[0].endswith(": 2/6*")


class Script(NamedTuple):
    """A list of words in some language and script, and the options with which its page is made."""

    words: str
    length: int
    """Letters of the words that count; a group such as `ij` is one."""
    secret: str
    """The word whose game is reviewed."""
    options: tuple[str, ...] = ()


SCRIPTS = {
    "dutch": Script("bijter bijten lijster wijten", 5, "bijter", ("--letters", "ij", "--fold")),
    "french": Script("élève êtres écran étage", 5, "élève", ("--fold",)),
    "german": Script("äpfel übung nudeln beeren", 6, "übung", ("--language", "de")),
    "greek": Script("λόγος νόμος ΤΟΠΟΣ ήλιος", 5, "νόμος", ("--fold",)),
    "turkish": Script("ILICA İzmir ışıma izine", 5, "izmir", ("--language", "tr")),
    "ukrainian": Script("слово олово осоки цукор", 5, "слово"),
    "hebrew": Script("שלום מלון חלום שלוש", 4, "שלום"),
    "korean": Script("대한민국 한국어를 민주주의 국한민대", 4, "대한민국"),
}


class TestScripts:
    @pytest.fixture
    def opened_script(self, opened, tmp_path):
        """opened_script(name): the browser with the page of a script."""

        def open_script(name):
            script = SCRIPTS[name]
            path = tmp_path / "words.txt"
            path.write_text("\n".join(script.words.split()), encoding="utf-8")
            arguments = [str(script.length), "--wordlist", str(path), *script.options]
            return opened(made_page(tmp_path / f"{name}.html", *arguments))

        return open_script

    @pytest.mark.parametrize("name", SCRIPTS)
    def test_a_word_is_advised_and_reviewed(self, opened_script, name):
        browser = opened_script(name)
        advised, _ = best(browser)[0]
        assert advised in words(browser, "assist-words")

        secret = SCRIPTS[name].secret
        show_part(browser, "review")
        review_game(browser, secret, secret)
        assert text(browser, "review-summary").startswith("Solved at attempt 1 of 5: 500 points.")
        # Nothing is wider than the window.
        assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")

    @pytest.mark.parametrize(("name", "direction"), [("hebrew", "rtl"), ("greek", "ltr")])
    def test_a_row_has_the_direction_of_the_script(self, opened_script, name, direction):
        browser = opened_script(name)
        row = browser.find_element(By.CSS_SELECTOR, "#assist-board .row")
        assert row.value_of_css_property("direction") == direction

    def test_an_arrow_key_moves_to_its_side_where_keys_run_from_right_to_left(self, opened_script):
        browser = opened_script("hebrew")
        press_tab_until(browser, "[value=Enter]")
        type_keys(browser, Keys.ARROW_LEFT, Keys.ENTER)
        # The keys stand in one row, and to the left of Enter is the first letter of the alphabet that the words have.
        assert typed_word(browser) == "ו"

    def test_a_turkish_i_keeps_its_dot_as_a_capital(self, opened_script):
        browser = opened_script("turkish")
        press(browser, "i")
        assert browser.find_element(By.CSS_SELECTOR, "#assist-board .tile").get_property("innerText") == "İ"


def test_a_page_of_wordle_s_rules_is_called_wordle_like(opened, tmp_path):
    (tmp_path / "words.txt").write_text("crane\nslope\n")
    arguments = ["5", "--rules", "wordle", "--wordlist", str(tmp_path / "words.txt")]
    browser = opened(made_page(tmp_path / "page.html", *arguments), "play")
    assert browser.title == "lingo-bot: Wordle-like, 5 letters"

    # One of the two is the word of the day. A text can be shared once lingo-bot has played the word too.
    guess_words(browser, "crane", "slope")
    wait_for_rival(browser)
    first_line, *_ = copied_by(browser, "play-share").splitlines()
    assert re.match(r"Wordle-like, 5 letters, \d{4}-\d\d-\d\d", first_line)
