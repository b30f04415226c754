"""The page of the packaged list in a real browser, pages of other lists and scripts, and no fault for axe."""

from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import NamedTuple
from urllib.parse import quote

import pytest
from local_cluster import wait_until
from page_in_browser import (
    WRONG,
    best,
    click,
    copied_by,
    enter_text,
    guess_words,
    made_page,
    press,
    reload,
    review_game,
    rows,
    set_media,
    set_screen,
    show_day,
    show_part,
    take_step,
    tap,
    text,
    wait_for_review,
    wait_for_rival,
    words,
)
from selenium.webdriver.common.by import By

from wordlists.reply import reply_for
from wordlists.word_list import common_words, read_list

LARGEST_PAGE = 210_000
"""Bytes of a page that a telephone still gets in a moment."""


def fitting(guess, reply):
    """The words of the packaged list that give this reply, as reply_for works it out."""
    return [word for word in read_list(5).words if reply_for(guess, word) == reply]


def test_a_page_is_one_small_file(page):
    source = page.read_text(encoding="utf-8")
    assert len(source.encode()) <= LARGEST_PAGE
    assert "http:" not in source
    assert "https:" not in source


def test_a_game_of_one_attempt_has_a_page(tmp_path):
    page = made_page(tmp_path / "page.html", "5", "--attempts", "1")
    assert "1 attempts" in page.read_text(encoding="utf-8")


@contextmanager
def web_server(directory):
    """A server of a directory's files; its address."""
    handler = partial(SimpleHTTPRequestHandler, directory=directory)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_page_opens_from_a_web_server(opened, page):
    with web_server(page.parent) as address:
        browser = opened(f"{address}/{quote(page.name)}")
        browser.execute_script("document.getElementById('help').close()")
        enter_text(browser, "tares ?XX?O")
        proposals = best(browser)
        # The page is left before its server ends, so that the console stays empty.
        browser.get("about:blank")

    assert proposals[0] == ("neeld", "176.0")


def test_the_help_comes_once(opened, page):
    browser = opened(page, help_read=False)
    dialog = browser.find_element(By.ID, "help")
    assert dialog.is_displayed()

    dialog.find_element(By.TAG_NAME, "button").click()
    # The browser tells the page of a closed dialog a moment later.
    wait_until(lambda: browser.execute_script("return localStorage['lingo-bot.help'] === '\"seen\"'"))
    reload(browser)
    assert not browser.find_element(By.ID, "help").is_displayed()


class TestAssist:
    def test_the_first_guess_is_the_book_s(self, opened, page):
        assert best(opened(page))[0] == ("tares", "200.7")

    def test_keys_of_marks_and_of_colours_set_marks(self, opened, page):
        """The letters b, y and g are the colours black, yellow and green."""
        browser = opened(page)
        take_step(browser, "tares", "b?xyg")
        assert rows(browser, "assist-board")[0] == ("t not there, a elsewhere, r not there, e elsewhere, s in place")

    def test_candidates_are_the_words_that_fit_the_reply(self, opened, page):
        browser = opened(page)
        take_step(browser, "tares", "x?x?o")
        candidates = fitting("tares", "X?X?O")

        assert words(browser, "assist-words") == candidates
        assert text(browser, "assist-count") == f"{len(candidates)} candidates"

    def test_taps_set_marks(self, opened, page):
        browser = opened(page)
        best(browser)
        tap(browser, "#assist-best button")  # puts tares on the board

        # A tap turns a mark from not there to elsewhere, and then to in place.
        tap(browser, "#assist-board [value='tile 0']")
        tap(browser, "#assist-board [value='tile 4']")
        tap(browser, "#assist-board [value='tile 4']")
        first_tile = browser.find_element(By.CSS_SELECTOR, "#assist-board button")
        assert first_tile.get_attribute("aria-label") == "letter 1, t: elsewhere"

        tap(browser, "#assist-keys [value=Enter]")
        assert rows(browser, "assist-board")[0] == ("t elsewhere, a not there, r not there, e not there, s in place")

    def test_undo_brings_all_candidates_back(self, opened, page):
        """The packaged list has 11,192 words of five letters; 75 of them fit the reply."""
        browser = opened(page)
        take_step(browser, "tares", "?xx?o")
        assert text(browser, "assist-count") == "75 candidates"

        click(browser, "assist-undo")
        assert text(browser, "assist-count") == "11,192 candidates"
        assert "Taken back: tares." in text(browser, "assist-status")

    def test_the_best_guess_is_explained_by_its_bins(self, opened, page):
        browser = opened(page)
        enter_text(browser, "tares ?XX?O")
        assert best(browser)[0] == ("neeld", "176.0")

        replies = {reply_for("neeld", word) for word in fitting("tares", "?XX?O")}
        assert f"neeld parts 75 candidates into {len(replies)} bins" in text(browser, "assist-why")

    def test_a_word_of_yours_is_valued(self, opened, page):
        browser = opened(page)
        enter_text(browser, "tares ?XX?X")
        enter_text(browser, "lotic")
        wait_until(lambda: "lotic" in dict(best(browser)))

    def test_a_contradiction_is_named(self, opened, page):
        browser = opened(page)
        enter_text(browser, "tares ?XX?X")
        enter_text(browser, "tonic OXXXX")
        assert text(browser, "assist-text-error") == (
            "no word fits; the replies to tares and tonic disagree on letter 1: t or not."
        )

    def test_a_guess_that_is_repeated_has_a_remark(self, opened, page):
        browser = opened(page)
        enter_text(browser, "tares ?XX?X")
        enter_text(browser, "tares ?XX?X")
        assert "tares was your guess 1 already" in text(browser, "assist-status")


DAY = "2026-01-31"
WORD_OF_DAY = "admit"
"""The word of that day, seen on the page; another list or order of days would change what people have played."""


class TestPlay:
    def test_a_word_outside_the_list_is_refused(self, opened, page):
        browser = opened(page, "play")
        guess_words(browser, "qqqqq")
        assert text(browser, "play-status") == "qqqqq: not in the word list."

    def test_everybody_has_one_word_a_day(self, opened, page):
        browser = opened(page, "play")
        show_day(browser, DAY)
        assert text(browser, "play-status") == f"The word of {DAY}: 5 attempts."

        guess_words(browser, *WRONG)
        wait_for_rival(browser)
        assert f"Not solved. The word was {WORD_OF_DAY}." in text(browser, "play-status")
        assert WORD_OF_DAY in common_words(5)

    def test_the_word_of_the_day_comes_back_after_a_reload(self, opened, page):
        browser = opened(page, "play")
        guess_words(browser, "zowie")
        before = rows(browser, "play-board")
        reload(browser)
        assert rows(browser, "play-board") == before

    def test_a_game_is_shared_as_squares(self, opened, page):
        browser = opened(page, "play")
        show_day(browser, DAY)
        guess_words(browser, "moist", WORD_OF_DAY)
        wait_for_rival(browser)

        title, first, second, *_ = copied_by(browser, "play-share").splitlines()
        assert title == f"Lingo, 5 letters, {DAY}: 2/5"
        assert first == "🟨⬜🟨⬜🟩"
        assert second == "🟩🟩🟩🟩🟩"

    def test_a_finished_game_leads_to_its_review(self, opened, page):
        browser = opened(page, "play")
        show_day(browser, DAY)
        guess_words(browser, "moist", WORD_OF_DAY)
        wait_for_rival(browser)
        click(browser, "play-review")
        wait_for_review(browser)

        assert text(browser, "review-verdict").startswith("You needed 2, ")


def hard_page(directory, listed, answers):
    """The page of Wordle in hard mode over these words and answers."""
    (directory / "words.txt").write_text("\n".join(listed.split()))
    (directory / "answers.txt").write_text("\n".join(answers.split()))
    lists = ["--wordlist", str(directory / "words.txt"), "--answers", str(directory / "answers.txt")]
    return made_page(directory / "hard.html", "5", "--rules", "wordle", "--hard", *lists)


class TestAnswers:
    """Replies that no answer gives: then every word of the list counts."""

    @pytest.fixture
    def browser_of_answers(self, opened, tmp_path):
        """A page of six words, two of which are answers. Its hard mode restricts guesses, not candidates."""
        return opened(hard_page(tmp_path, "aback abbey crane slate trace crate", "crane slate"))

    def test_at_first_answers_alone_are_candidates(self, browser_of_answers):
        assert words(browser_of_answers, "assist-words") == ["crane", "slate"]

    def test_other_words_count_where_no_answer_fits(self, browser_of_answers):
        enter_text(browser_of_answers, "slate XXOXX")
        assert words(browser_of_answers, "assist-words") == ["aback"]
        assert "No answer fits these replies" in text(browser_of_answers, "assist-status")

    def test_after_undo_answers_alone_are_candidates_again(self, browser_of_answers):
        enter_text(browser_of_answers, "slate XXOXX")
        click(browser_of_answers, "assist-undo")
        assert words(browser_of_answers, "assist-words") == ["crane", "slate"]


class TestHardMode:
    @pytest.fixture
    def browser_in_play(self, opened, tmp_path):
        """Play of a page with one answer, crane, after the guess crate."""
        browser = opened(hard_page(tmp_path, "crane crate slope", "crane"), "play")
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
    """A list in some script."""

    words: str
    length: int
    """Letters of a word."""
    secret: str
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

    def test_a_turkish_i_keeps_its_dot_as_a_capital(self, opened_script):
        browser = opened_script("turkish")
        press(browser, "i")
        assert browser.find_element(By.CSS_SELECTOR, "#assist-board .tile").get_property("innerText") == "İ"


FAULTS = """
const done = arguments[0]
for (const each of document.querySelectorAll("details")) each.open = true
axe.run(document, {resultTypes: ["violations"]}).then(result => done(
    result.violations.map(each => `${each.id}: ${each.nodes.map(node => node.html)}`)))
"""
"""What axe finds wrong with the page as it stands, with all its folded parts open."""


@pytest.mark.parametrize(("theme", "palette", "width"), [
    ("light", "calm", 390),
    ("dark", "high", 1280),
    pytest.param("light", "high", 390, marks=pytest.mark.soak),
    pytest.param("dark", "calm", 1280, marks=pytest.mark.soak),
])  # fmt: skip
def test_the_page_is_accessible(opened, page, theme, palette, width):
    """One visit, because loading axe takes long: the help, a guess, a game, its end, and a review."""
    axe = Path(pytest.importorskip("axe_core_python").__file__).with_name("axe.min.js")
    browser = opened(page, help_read=False)
    set_media(browser, prefers_color_scheme=theme, prefers_reduced_motion="reduce")
    set_screen(browser, width, 800)
    browser.execute_script(axe.read_text())

    assert browser.execute_async_script(FAULTS) == []

    if palette == "high":
        click(browser, "palette")
    browser.execute_script("document.getElementById('help').close()")
    enter_text(browser, "tares ?XX?O")
    best(browser)
    press(browser, "colin")
    assert browser.execute_async_script(FAULTS) == []

    show_part(browser, "play")
    click(browser, "play-new")
    guess_words(browser, *WRONG[:4])
    assert browser.execute_async_script(FAULTS) == []

    guess_words(browser, WRONG[4])
    wait_for_rival(browser)
    assert browser.execute_async_script(FAULTS) == []

    show_part(browser, "review")
    review_game(browser, "dents", "tares colin dents")
    assert browser.execute_async_script(FAULTS) == []
