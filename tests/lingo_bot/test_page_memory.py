"""Games that a browser keeps for the page: after a reload, in another tab, and after Undo.

The games are on the small page, which hides one of the twelve SMALL_PAGE_ANSWERS. TARES is the row of
tares after its reply, and WRONG are five guesses that are no secret. The rival is lingo-bot, which plays the word of
Play when the person's game is over.
"""

from page_in_browser import (
    TARES,
    TELEPHONE,
    WRONG,
    before_page,
    best,
    click,
    guess_words,
    load,
    made_page,
    played_rows,
    press,
    reload,
    review_game,
    rows,
    set_screen,
    set_today,
    show_day,
    show_part,
    take_step,
    text,
    typed_word,
    value,
    wait_for_review,
    wait_for_rival,
    words,
)
from selenium.webdriver.common.by import By
from waiting import wait_until

RENAME_DISCARDED_WORD = """
const name = Object.keys(sessionStorage).find((name) => name.endsWith(".play"))
const stored = JSON.parse(sessionStorage[name])
stored.discarded.secret = "qqqqq"
sessionStorage[name] = JSON.stringify(stored)
"""
"""Gives the game that Undo would bring back a word that no page has."""
ANSWER_OF_DAY = """
const name = Object.keys(localStorage).find((name) => name.endsWith(".day"))
return JSON.parse(localStorage[name]).secret
"""
TAKE_STEP_AND_PRESS_NEW = """
for (const key of arguments[0])
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}))
document.getElementById("assist-new").click()
"""
"""Presses keys, and then New before the worker can answer."""


def open_second_tab(browser, address):
    """Open a page in a second tab and go there; return the handles of both."""
    browser.execute_script("window.open()")
    first, second = browser.window_handles
    browser.switch_to.window(second)
    load(browser, address)
    return first, second


def answer_of_day(browser):
    """The word of the day whose game the browser keeps."""
    return browser.execute_script(ANSWER_OF_DAY)


def close_tab(browser, handle, back):
    """Close a tab and go back to another one."""
    browser.switch_to.window(handle)
    browser.close()
    browser.switch_to.window(back)


class TestAssist:
    def test_a_game_comes_back_after_a_reload(self, opened, small_page):
        browser = opened(small_page)
        take_step(browser, "tares", "?xx?o")
        press(browser, [*"colin", " ", *"x?"])
        reload(browser)

        assert rows(browser, "assist-board")[0] == TARES
        assert typed_word(browser) == "colin"
        assert words(browser, "assist-words") == ["cents", "dents", "gents", "vents"]

    def test_new_can_be_undone_also_after_a_reload(self, opened, small_page):
        browser = opened(small_page)
        take_step(browser, "tares", "?xx?o")
        click(browser, "assist-new")

        assert text(browser, "assist-count") == "12 candidates"

        reload(browser)
        click(browser, "assist-undo")
        assert rows(browser, "assist-board")[0] == TARES
        assert text(browser, "assist-status").endswith("The game before is back.")

    def test_advice_that_comes_after_new_is_left_out(self, opened, small_page):
        browser = opened(small_page)
        set_screen(browser, 1280, 800)  # the review stands beside the game
        openers = best(browser)
        browser.execute_script(TAKE_STEP_AND_PRESS_NEW, [*"tares", " ", *"?xx?o", "Enter"])
        # The worker answers in turn: after this review the advice on the step has come.
        review_game(browser, "dents", "tares dents")

        assert text(browser, "assist-count") == "12 candidates"
        assert best(browser) == openers

    def test_two_tabs_keep_two_games(self, opened, small_page):
        browser = opened(small_page)
        take_step(browser, "tares", "?xx?o")
        first, second = open_second_tab(browser, small_page.as_uri())
        click(browser, "assist-new")
        take_step(browser, "colin", "xxxx?")

        browser.switch_to.window(first)
        reload(browser)
        board = rows(browser, "assist-board")
        close_tab(browser, second, back=first)

        assert board[0] == TARES

    def test_it_leads_to_the_review_with_the_answer(self, opened, small_page):
        """On a telephone, where the review takes the place of the game."""
        browser = opened(small_page)
        set_screen(browser, *TELEPHONE)
        take_step(browser, "tares", "?xx?o")
        take_step(browser, "colin", "xxxx?")
        take_step(browser, "bends", "xoo?o")
        click(browser, "assist-review")
        wait_for_review(browser)

        assert value(browser, "review-word") == "dents"
        # The figures of `lingo-bot --review` for the small page.
        assert text(browser, "review-verdict") == (
            "You did not find it, lingo-bot 3. Three guesses cost 125.0 points; colin cost most."
        )

    def test_it_asks_for_an_answer_that_is_not_known(self, opened, small_page):
        browser = opened(small_page)
        set_screen(browser, *TELEPHONE)
        take_step(browser, "tares", "?xx?o")
        click(browser, "assist-review")

        assert text(browser, "review-word-error") == "Which word was it?"
        assert browser.execute_script("return document.activeElement.id") == "review-word"
        assert value(browser, "review-guesses") == "tares"

    def test_the_review_stands_beside_the_game_on_a_desktop(self, opened, small_page):
        browser = opened(small_page)
        set_screen(browser, 1280, 800)
        take_step(browser, "tares", "?xx?o")
        take_step(browser, "dents", "ooooo")
        click(browser, "assist-review")
        wait_for_review(browser)

        assert browser.find_element(By.ID, "assist-board").is_displayed()
        assert words(browser, "assist-words") == ["dents"]

        show_part(browser, "review")
        assert not browser.find_element(By.ID, "assist-board").is_displayed()


class TestPlay:
    def test_two_tabs_go_on_with_one_word_of_the_day(self, opened, small_page):
        browser = opened(small_page, "play")
        first, second = open_second_tab(browser, f"{small_page.as_uri()}#play")
        guess_words(browser, "zowie")

        browser.switch_to.window(first)
        guess_words(browser, "jazzy")
        in_first = played_rows(browser, "play-board")

        browser.switch_to.window(second)
        wait_until(lambda: len(played_rows(browser, "play-board")) == 2)
        in_second = played_rows(browser, "play-board")
        close_tab(browser, second, back=first)

        # The rows of zowie and jazzy.
        assert [row.split()[0] for row in in_first] == ["z", "j"]
        assert in_second == in_first

    def test_a_page_with_other_answers_begins_its_own_word_of_the_day(self, opened, small_page, tmp_path):
        (tmp_path / "answers.txt").write_text("abaca\n")
        lists = ["--wordlist", str(small_page.with_name("words.txt")), "--answers", str(tmp_path / "answers.txt")]
        other_page = made_page(tmp_path / "other.html", "5", *lists)
        browser = opened(small_page, "play")
        guess_words(browser, "zowie")

        load(browser, f"{other_page.as_uri()}#play")

        assert played_rows(browser, "play-board") == []

    def test_a_tab_of_an_earlier_day_leaves_the_game_of_the_day(self, opened, small_page):
        """The first tab has stayed open over midnight, and its game ends after that of the new day."""
        browser = opened(small_page, "play")
        show_day(browser, "2026-01-30")
        guess_words(browser, WRONG[0])
        first, second = open_second_tab(browser, f"{small_page.as_uri()}#play")
        show_day(browser, "2026-01-31")
        guess_words(browser, answer_of_day(browser))
        wait_for_rival(browser)

        browser.switch_to.window(first)
        set_today(browser, "2026-01-31")
        guess_words(browser, *WRONG[1:])
        wait_for_rival(browser)
        browser.switch_to.window(second)
        click(browser, "play-new")
        click(browser, "play-day")
        status = text(browser, "play-status")
        tallies = text(browser, "play-tallies")
        close_tab(browser, first, back=second)

        assert status.startswith("Solved at attempt 1")
        # The word of January 31 was found, and that of January 30 was not. The end of the older game breaks no streak.
        assert "2 games, 50 % solved" in tallies
        assert "Streak: 1 day, longest 1 day." in tallies

    def test_a_word_comes_back_after_a_reload(self, opened, small_page):
        browser = opened(small_page, "play")
        click(browser, "play-new")
        guess_words(browser, "zowie", "jazzy")
        before = rows(browser, "play-board")
        reload(browser)

        assert rows(browser, "play-board") == before
        # The row of jazzy: a row that was only typed has no marks. No answer has a z.
        assert "z not there" in before[1]

    def test_a_new_word_can_be_undone(self, opened, small_page):
        browser = opened(small_page, "play")
        click(browser, "play-new")
        guess_words(browser, "zowie")
        before = rows(browser, "play-board")
        click(browser, "play-new")
        assert played_rows(browser, "play-board") == []

        click(browser, "play-undo")
        assert rows(browser, "play-board") == before

    def test_a_game_whose_word_the_page_lacks_is_not_offered_by_undo(self, opened, small_page):
        browser = opened(small_page, "play")
        click(browser, "play-new")
        guess_words(browser, "zowie")
        click(browser, "play-new")
        assert browser.find_element(By.ID, "play-undo").is_displayed()

        browser.execute_script(RENAME_DISCARDED_WORD)
        reload(browser)

        assert not browser.find_element(By.ID, "play-undo").is_displayed()

    def test_the_word_of_the_day_can_be_left_for_the_word_before(self, opened, small_page):
        browser = opened(small_page, "play")
        click(browser, "play-new")
        guess_words(browser, "zowie")
        before = rows(browser, "play-board")
        click(browser, "play-day")
        # The status names the day, such as 2026-01-31.
        assert text(browser, "play-status").startswith("The word of 20")

        click(browser, "play-undo")
        assert rows(browser, "play-board") == before
        # Undo cannot be undone.
        assert not browser.find_element(By.ID, "play-undo").is_displayed()

    def test_lingo_bot_s_game_is_shown_when_yours_is_over(self, opened, small_page):
        browser = opened(small_page, "play")
        click(browser, "play-new")
        guess_words(browser, *WRONG[:4])

        assert not browser.find_element(By.ID, "play-rival-board").is_displayed()

        guess_words(browser, WRONG[4])
        wait_until(lambda: browser.find_element(By.ID, "play-rival-board").is_displayed())
        # The first guess of lingo-bot on the small page is creek.
        assert rows(browser, "play-rival-board")[0].startswith("c ")


WITHOUT_STORES = """
for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(window, name, {get() { throw new DOMException("refused", "SecurityError") }})
"""


def test_a_browser_that_keeps_nothing_plays_all_the_same(opened, small_page):
    browser = opened(small_page, "play")
    with before_page(browser, WITHOUT_STORES):
        load(browser, f"{small_page.as_uri()}#play")

    # The page shows the help at every visit, because the browser cannot keep that it was read.
    browser.execute_script("document.getElementById('help').close()")
    guess_words(browser, *WRONG)
    wait_for_rival(browser)

    assert len(played_rows(browser, "play-board")) == 5
