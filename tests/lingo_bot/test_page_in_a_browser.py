"""The page in a real browser: advice, a game, and no fault for axe, the checker of accessibility.

Games on the packaged list have the fixture `page`; the values of guesses are those that the terminal shows for it
(docs/assistant.md). What does not depend on the list has `small_page`, which hides one of SMALL_PAGE_ANSWERS. TARES is
the row of tares with the reply ?xx?o. WRONG are five guesses, as many as a game has attempts, none of them right. The
rival is lingo-bot, which plays the word of Play when the person's game is over.
"""

from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import quote

import pytest
from page_in_browser import (
    TARES,
    WRONG,
    best,
    click,
    copied_by,
    enter_line,
    guess_words,
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
from urllib3.exceptions import ReadTimeoutError
from waiting import wait_until

from wordlists.reply import reply_for
from wordlists.word_list import common_words, read_list


def fitting(guess, reply):
    """The words of the packaged list that give this reply, as reply_for works it out."""
    return [word for word in read_list(5).words if reply_for(guess, word) == reply]


def test_a_browser_that_does_not_answer_fails_one_test_and_not_those_after_it(browser, page, monkeypatch):
    """The fixture `browser` of tests/conftest.py ends such a browser and starts another one."""

    def hang(command, parameters):
        raise ReadTimeoutError(None, None, "no answer within two minutes")

    hanging_process = browser.capabilities["goog:processID"]
    with monkeypatch.context() as patch:
        patch.setattr(browser.command_executor, "execute", hang)
        with pytest.raises(ReadTimeoutError):
            browser.get(page.as_uri())

    browser.get(page.as_uri())
    assert browser.title
    assert browser.capabilities["goog:processID"] != hanging_process


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
        enter_line(browser, "tares ?XX?O")
        proposals = best(browser)
        # The page is left before its server ends, so that the console stays empty.
        browser.get("about:blank")

    # The best guess after this reply, and its points.
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

    def test_keys_of_marks_and_of_colours_set_marks(self, opened, small_page):
        """On a board, unlike in a text, both may be mixed: yellow, x, black, ?, green."""
        browser = opened(small_page)
        take_step(browser, "tares", "yxb?g")
        assert rows(browser, "assist-board")[0] == TARES

    def test_candidates_are_the_words_that_fit_the_reply(self, opened, page):
        browser = opened(page)
        take_step(browser, "tares", "x?x?o")
        candidates = fitting("tares", "X?X?O")

        assert words(browser, "assist-words") == candidates
        assert text(browser, "assist-count") == f"{len(candidates)} candidates"

    def test_taps_set_marks(self, opened, small_page):
        browser = opened(small_page)
        best(browser)  # waits until the proposals are final
        tap(browser, "#assist-best button")  # puts creek on the board

        # A tap turns a mark from not there to elsewhere, and the next one to in place. These are the marks for breve.
        for place in [1, 1, 2, 2, 3]:
            tap(browser, f"#assist-board [value='tile {place}']")
        tile = browser.find_element(By.CSS_SELECTOR, "#assist-board [value='tile 3']")
        assert tile.get_attribute("aria-label") == "letter 4, e: elsewhere"

        tap(browser, "#assist-keys [value=Enter]")
        assert rows(browser, "assist-board")[0] == "c not there, r in place, e in place, e elsewhere, k not there"

    def test_undo_brings_all_candidates_back(self, opened, small_page):
        browser = opened(small_page)
        take_step(browser, "tares", "?xx?o")
        # They are cents, dents, gents and vents.
        assert text(browser, "assist-count") == "4 candidates"

        click(browser, "assist-undo")
        assert text(browser, "assist-count") == "12 candidates"
        assert "Taken back: tares." in text(browser, "assist-status")

    def test_the_best_guess_is_explained_by_its_bins(self, opened, page):
        browser = opened(page)
        enter_line(browser, "tares ?XX?O")
        assert best(browser)[0] == ("neeld", "176.0")

        replies = {reply_for("neeld", word) for word in fitting("tares", "?XX?O")}
        assert f"neeld parts 75 candidates into {len(replies)} bins" in text(browser, "assist-why")

    def test_a_word_of_yours_is_valued(self, opened, small_page):
        browser = opened(small_page)
        enter_line(browser, "tares ?XX?O")
        enter_line(browser, "lotic")
        # It is added to the proposals when its value has been worked out.
        wait_until(lambda: "lotic" in dict(best(browser)))

    def test_a_contradiction_is_named(self, opened, small_page):
        browser = opened(small_page)
        enter_line(browser, "tares ?XX?O")
        enter_line(browser, "tonic OXXXX")
        why = "No word fits; the replies to tares and tonic disagree on letter 1: t or not."
        assert text(browser, "assist-text-error") == why

    def test_a_guess_that_is_repeated_has_a_remark(self, opened, small_page):
        browser = opened(small_page)
        enter_line(browser, "tares ?XX?O")
        enter_line(browser, "tares ?XX?O")
        assert "tares was your guess 1 already" in text(browser, "assist-status")


DAY = "2026-01-31"
WORD_OF_DAY = "admit"
"""The word of that day, seen on the page; another list or order of days would change what people have played."""


class TestPlay:
    def test_a_word_outside_the_list_is_refused(self, opened, small_page):
        browser = opened(small_page, "play")
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

    def test_the_word_of_the_day_comes_back_after_a_reload(self, opened, small_page):
        browser = opened(small_page, "play")
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

        # What lingo-bot needed follows.
        assert text(browser, "review-verdict").startswith("You needed 2, ")


FAULTS = """
const done = arguments[0]
for (const each of document.querySelectorAll("details")) each.open = true
axe.run(document, {resultTypes: ["violations"]}).then(result => done(
    result.violations.map(each => `${each.id}: ${each.nodes.map(node => node.html)}`)))
"""
"""What axe finds wrong with the page as it stands, with all its folded parts open."""


TELEPHONE = 390
DESKTOP = 1280
"""Widths of screens in pixels."""


# Two combinations have each theme, palette and width once; two more have each theme with the other palette.
@pytest.mark.parametrize(("theme", "palette", "width"), [
    ("light", "calm", TELEPHONE),
    ("dark", "high", DESKTOP),
    pytest.param("light", "high", TELEPHONE, marks=pytest.mark.soak),
    pytest.param("dark", "calm", DESKTOP, marks=pytest.mark.soak),
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
    enter_line(browser, "tares ?XX?O")
    best(browser)  # waits until the proposals are final
    press(browser, "colin")  # on the board, not entered
    assert browser.execute_async_script(FAULTS) == []

    show_part(browser, "play")
    click(browser, "play-new")
    *first_guesses, last_guess = WRONG
    guess_words(browser, *first_guesses)
    assert browser.execute_async_script(FAULTS) == []

    guess_words(browser, last_guess)
    wait_for_rival(browser)
    assert browser.execute_async_script(FAULTS) == []

    show_part(browser, "review")
    review_game(browser, "dents", "tares colin dents")
    assert browser.execute_async_script(FAULTS) == []
