"""Games and statistics that a browser keeps for the page, links that hold a game, and texts that are shared."""

import pytest
from local_cluster import wait_until
from page_in_browser import (
    click,
    copied_by,
    enter_review,
    guess_words,
    load,
    press,
    reload,
    rows,
    set_screen,
    show_part,
    take_step,
    text,
    typed_word,
    wait_until_ready,
    words,
)
from selenium.webdriver.common.by import By

TARES = "t elsewhere, a not there, r not there, e elsewhere, s in place"
WRONG = ("zowie", "jazzy", "abaca", "zooid", "vozhd")
"""Guesses that Play does not hide."""


def test_a_game_of_assist_comes_back_after_a_reload(opened, page):
    browser = opened(page)
    take_step(browser, "tares", "?xx?o")
    press(browser, [*"colin", " ", *"x?"])
    reload(browser)
    assert rows(browser, "assist-board")[0] == TARES
    assert typed_word(browser) == "colin"
    assert text(browser, "assist-count") == "75 candidates"


def test_new_can_be_undone_also_after_a_reload(opened, page):
    browser = opened(page)
    take_step(browser, "tares", "?xx?o")
    click(browser, "assist-new")
    assert text(browser, "assist-count") == "11,192 candidates"
    reload(browser)
    click(browser, "assist-undo")
    assert rows(browser, "assist-board")[0] == TARES
    assert text(browser, "assist-status").endswith("The game before is back.")


def test_two_tabs_keep_two_games_of_assist(opened, page):
    browser = opened(page)
    take_step(browser, "tares", "?xx?o")
    browser.execute_script("window.open()")
    first, second = browser.window_handles
    browser.switch_to.window(second)
    load(browser, page.as_uri())
    click(browser, "assist-new")
    take_step(browser, "colin", "xxxx?")
    browser.switch_to.window(first)
    reload(browser)
    assert rows(browser, "assist-board")[0] == TARES
    browser.switch_to.window(second)
    browser.close()
    browser.switch_to.window(first)


def test_two_tabs_go_on_with_one_word_of_the_day(opened, page):
    browser = opened(page, "play")
    browser.execute_script("window.open()")
    first, second = browser.window_handles
    browser.switch_to.window(second)
    load(browser, f"{page.as_uri()}#play")
    guess_words(browser, "zowie")
    browser.switch_to.window(first)
    guess_words(browser, "jazzy")
    names = [row for row in rows(browser, "play-board") if row and "z" in row]
    assert [name.split()[0] for name in names] == ["z", "j"]
    browser.switch_to.window(second)
    wait_until(lambda: len([row for row in rows(browser, "play-board") if row and "z" in row]) == 2)
    browser.close()
    browser.switch_to.window(first)


def test_a_word_of_play_comes_back_after_a_reload(opened, page):
    browser = opened(page, "play")
    click(browser, "play-new")
    guess_words(browser, "zowie", "jazzy")
    before = rows(browser, "play-board")
    reload(browser)
    assert rows(browser, "play-board") == before
    assert "z not there" in before[1]


def test_a_new_word_can_be_undone(opened, page):
    browser = opened(page, "play")
    click(browser, "play-new")
    guess_words(browser, "zowie")
    before = rows(browser, "play-board")
    click(browser, "play-new")
    assert rows(browser, "play-board") != before
    click(browser, "play-undo")
    assert rows(browser, "play-board") == before


def test_the_word_of_the_day_can_be_left_for_the_word_before(opened, page):
    browser = opened(page, "play")
    click(browser, "play-new")
    guess_words(browser, "zowie")
    before = rows(browser, "play-board")
    click(browser, "play-day")
    assert text(browser, "play-status").startswith("The word of 20")
    click(browser, "play-undo")
    assert rows(browser, "play-board") == before
    assert not browser.find_element(By.ID, "play-undo").is_displayed()


WITHOUT_STORES = """
for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(window, name, {get() { throw new DOMException("refused", "SecurityError") }})
"""


def test_a_browser_that_keeps_nothing_plays_all_the_same(opened, page):
    browser = opened(page, "play")
    script = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WITHOUT_STORES})
    load(browser, f"{page.as_uri()}#play")
    browser.execute_script("document.getElementById('help').close()")
    guess_words(browser, *WRONG)
    wait_until(lambda: "lingo-bot" in text(browser, "play-status"))
    browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    assert len([row for row in rows(browser, "play-board") if row]) == 5


def test_a_review_comes_back_after_a_reload(opened, page):
    browser = opened(page, "review")
    enter_review(browser, "dents", "tares colin bends dents")
    wait_until(lambda: "Skill" in text(browser, "review-summary"))
    reload(browser)
    wait_until(lambda: "Skill" in text(browser, "review-summary"))
    assert browser.find_element(By.ID, "review-guesses").get_property("value") == "tares colin bends dents"


def test_typed_guesses_come_back_after_a_reload(opened, page):
    browser = opened(page, "review")
    browser.find_element(By.ID, "review-guesses").send_keys("tares co")
    reload(browser)
    assert browser.find_element(By.ID, "review-guesses").get_property("value") == "tares co"


def lose(browser):
    """Play a word that lingo-bot finds until it is lost and counted."""
    browser.execute_script("Math.random = () => 0.21")
    click(browser, "play-new")
    guess_words(browser, *WRONG)
    wait_until(lambda: "lingo-bot" in text(browser, "play-status"))


def test_finished_games_are_counted_once(opened, page):
    browser = opened(page, "play")
    lose(browser)
    reload(browser)
    wait_until(lambda: "lingo-bot" in text(browser, "play-status"))
    assert "1 game, 0 % solved; against lingo-bot 0 won, 0 drawn, 1 lost." in text(browser, "play-tallies")
    lose(browser)
    assert "2 games, 0 % solved" in text(browser, "play-tallies")
    bars = browser.find_elements(By.CSS_SELECTOR, "#play-tallies meter")
    assert [bar.get_attribute("aria-label") for bar in bars][-1] == "not solved: 2"


SOLVE = """
const kept = JSON.parse(Object.entries(localStorage).find(([name]) => name.endsWith(".play"))[1])
return kept.hidden.secret
"""


def test_a_word_that_is_found_counts_at_its_attempt(opened, page):
    browser = opened(page, "play")
    click(browser, "play-new")
    secret = browser.execute_script(SOLVE)
    guess_words(browser, "zowie", secret)
    wait_until(lambda: "lingo-bot" in text(browser, "play-status"))
    assert text(browser, "play-status").startswith("Solved at attempt 2 of 5: 400 points.")
    bars = browser.find_elements(By.CSS_SELECTOR, "#play-tallies meter")
    assert [bar.get_attribute("aria-label") for bar in bars][1] == "solved at attempt 2: 1"


STATISTICS = """
const name = Object.keys(localStorage).find(name => name.endsWith(".play")).replace(/play$/, "statistics")
const date = new Date(Date.now() - arguments[0] * 86400000).toLocaleDateString("sv")
const day = {solved: [0, 1, 2, 0, 0], missed: 0, won: 0, drawn: 3, lost: 0, streak: 3, longest: 7, last: date}
localStorage.setItem(name, JSON.stringify({day}))
"""


def test_words_that_are_found_one_after_the_other_are_a_streak(opened, page):
    browser = opened(page, "play")
    for _ in range(2):
        click(browser, "play-new")
        guess_words(browser, browser.execute_script(SOLVE))
        wait_until(lambda: "lingo-bot" in text(browser, "play-status"))
    assert "Streak: 2 games, longest 2 games." in text(browser, "play-tallies")
    lose(browser)
    assert "Streak: 0 games, longest 2 games." in text(browser, "play-tallies")


@pytest.mark.parametrize(("days", "streak"), [(1, 3), (2, 0)])
def test_a_streak_ends_with_a_day_that_was_left_out(opened, page, days, streak):
    browser = opened(page, "play")
    browser.execute_script(STATISTICS, days)
    reload(browser)
    assert f"Streak: {streak} days, longest 7 days." in text(browser, "play-tallies")


def test_statistics_are_erased_after_a_second_press(opened, page):
    browser = opened(page, "play")
    lose(browser)
    click(browser, "play-erase")
    assert text(browser, "play-erase") == "Erase for good?"
    assert "1 game" in text(browser, "play-tallies")
    click(browser, "play-erase")
    assert "1 game" not in text(browser, "play-tallies")


def test_open_statistics_cover_no_key(opened, page):
    browser = opened(page, "play")
    set_screen(browser, 360, 640)
    lose(browser)
    click(browser, "play-new")
    for key in browser.find_elements(By.CSS_SELECTOR, "#play-keys button"):
        key.click()
    assert typed_word(browser, "play-board") != ""


def test_lingo_bot_s_game_is_shown_when_yours_is_over(opened, page):
    browser = opened(page, "play")
    browser.execute_script("Math.random = () => 0.21")
    click(browser, "play-new")
    guess_words(browser, *WRONG[:4])
    assert not browser.find_element(By.ID, "play-other").is_displayed()
    guess_words(browser, WRONG[4])
    wait_until(lambda: browser.find_element(By.ID, "play-other").is_displayed())
    assert rows(browser, "play-other")[0].startswith("t ")


def test_assist_leads_to_the_review_with_the_answer(opened, page):
    browser = opened(page)
    set_screen(browser, 390, 844)
    take_step(browser, "tares", "?xx?o")
    take_step(browser, "colin", "xxxx?")
    take_step(browser, "bends", "xoo?o")
    click(browser, "assist-review")
    wait_until(lambda: "Skill" in text(browser, "review-summary"))
    assert browser.find_element(By.ID, "review").is_displayed()
    assert browser.find_element(By.ID, "review-word").get_property("value") == "dents"
    assert text(browser, "review-verdict") == (
        "You did not find it, lingo-bot 3. Two guesses cost 33.0 points; colin cost most."
    )


def test_assist_asks_for_an_answer_that_is_not_known(opened, page):
    browser = opened(page)
    set_screen(browser, 390, 844)
    take_step(browser, "tares", "?xx?o")
    click(browser, "assist-review")
    assert text(browser, "review-word-error") == "Which word was it?"
    assert browser.execute_script("return document.activeElement.id") == "review-word"
    assert browser.find_element(By.ID, "review-guesses").get_property("value") == "tares"


def test_the_verdict_comes_first_and_bars_show_skill_and_luck(opened, page):
    browser = opened(page, "review")
    enter_review(browser, "dents", "tares neeld dents")
    wait_until(lambda: "Skill" in text(browser, "review-summary"))
    assert text(browser, "review-verdict") == "You needed 3, lingo-bot 3. No guess cost anything."
    bars = browser.find_elements(By.CSS_SELECTOR, "#review-list meter")
    assert bars[0].get_attribute("aria-label") == "Skill 99 of 99"
    assert bars[1].get_attribute("aria-label") == "Luck 72 of 99"


def test_a_link_shows_a_review(opened, page):
    browser = opened(page, "review")
    enter_review(browser, "dents", "tares colin bends dents")
    wait_until(lambda: "Skill" in text(browser, "review-summary"))
    link = copied_by(browser, "review-link")
    assert link.endswith("#review=dents.tares.colin.bends.dents")
    browser.execute_script("localStorage.clear(); sessionStorage.clear()")
    load(browser, link)
    wait_until(lambda: "Skill" in text(browser, "review-summary"))
    assert text(browser, "review-verdict").startswith("You needed 4, lingo-bot 3.")


def test_a_link_holds_a_hidden_word(opened, page):
    browser = opened(page, "play")
    click(browser, "play-new")
    secret = browser.execute_script(SOLVE)
    guess_words(browser, secret)
    wait_until(lambda: "lingo-bot" in text(browser, "play-status"))
    link = copied_by(browser, "play-challenge").split("\n")[1]
    assert secret not in link
    browser.execute_script("localStorage.clear(); sessionStorage.clear()")
    load(browser, link)
    assert text(browser, "play-status") == "Somebody chose a word for you."
    guess_words(browser, secret)
    assert text(browser, "play-status").startswith("Solved at attempt 1 of 5")


@pytest.mark.parametrize(("link", "name", "said"), [
    ("review=", "review-word", ""),
    ("review=%E0%A4%A", "review-word-error", "This link cannot be read."),
    ("play=!!!", "play-status", "The word of this link is not in the list of this page."),
    ("play=AAAA", "play-status", "The word of this link is not in the list of this page."),
])  # fmt: skip
def test_a_link_that_cannot_be_read_is_said(opened, page, link, name, said):
    browser = opened(page)
    load(browser, f"{page.as_uri()}#{link}")
    wait_until_ready(browser)
    assert text(browser, name) == said


def test_a_page_without_a_clipboard_shows_a_readable_text(opened, page):
    browser = opened(page, "review")
    enter_review(browser, "dents", "tares colin bends dents")
    wait_until(lambda: "Skill" in text(browser, "review-summary"))
    browser.execute_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    browser.execute_script("document.execCommand = () => false")
    click(browser, "review-share")
    wait_until(lambda: "Copy this text" in text(browser, "review-shared"))
    shown = browser.find_element(By.CSS_SELECTOR, "#review-shared pre")
    assert shown.get_property("innerText").splitlines()[:2] == ["Lingo, 5 letters: 4/5", "🟨⬜⬜🟨🟩 Skill 99, luck 72"]
    assert browser.execute_script("return getSelection().toString()").startswith("Lingo, 5 letters")


def test_a_system_with_a_share_sheet_shares_by_it(opened, page):
    browser = opened(page, "review")
    enter_review(browser, "dents", "tares colin bends dents")
    wait_until(lambda: "Skill" in text(browser, "review-summary"))
    browser.execute_script("navigator.share = async ({text}) => { window.shared = text }")
    click(browser, "review-share")
    wait_until(lambda: text(browser, "review-shared") == "Shared.")
    assert browser.execute_script("return shared").startswith("Lingo, 5 letters: 4/5")


def test_the_review_stands_beside_the_game_on_a_desktop(opened, page):
    browser = opened(page)
    set_screen(browser, 1280, 800)
    take_step(browser, "tares", "?xx?o")
    take_step(browser, "dents", "ooooo")
    click(browser, "assist-review")
    wait_until(lambda: "Skill" in text(browser, "review-summary"))
    assert browser.find_element(By.ID, "assist-board").is_displayed()
    assert words(browser, "assist-words") == ["dents"]
    show_part(browser, "review")
    assert not browser.find_element(By.ID, "assist-board").is_displayed()
