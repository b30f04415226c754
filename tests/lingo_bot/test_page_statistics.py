"""Statistics of Play that a browser keeps for the page: games, bars, streaks.

The games are on the small page, which hides one of SMALL_PAGE_ANSWERS. The rival is lingo-bot. It plays the word of
Play when the person's game is over, and a game counts from then on.
"""

import pytest
from page_in_browser import (
    SMALL_TELEPHONE,
    WRONG,
    click,
    guess_words,
    hidden_word,
    reload,
    set_screen,
    tap,
    text,
    typed_word,
    wait_for_rival,
)
from selenium.webdriver.common.by import By
from waiting import wait_until


def begin_game_of_first_word(browser):
    """Begin a game that hides the first answer of the page, which lingo-bot finds."""
    browser.execute_script("Math.random = () => 0")
    click(browser, "play-new")


def lose(browser):
    """Lose a game that lingo-bot wins, and wait until it is counted."""
    begin_game_of_first_word(browser)
    guess_words(browser, *WRONG)
    wait_for_rival(browser)


def solve(browser, *guesses):
    """Find a new word after those guesses, and wait until the game is counted."""
    click(browser, "play-new")
    guess_words(browser, *guesses, hidden_word(browser))
    wait_for_rival(browser)


GUESS_AND_PRESS_NEW = """
for (const word of arguments[0])
    for (const key of [...word, "Enter"])
        document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}))
document.getElementById("play-new").click()
"""
"""Guesses words, and presses New word before the worker can answer."""

KEEP_STREAK = """
const name = Object.keys(localStorage).find(name => name.endsWith(".play")).replace(/play$/, "statistics")
const millisecondsOfDay = 24 * 60 * 60 * 1000
const date = new Date(Date.now() - arguments[0] * millisecondsOfDay).toLocaleDateString("sv")
const day = {solved: [0, 1, 2, 0, 0], missed: 0, won: 0, drawn: 3, lost: 0, streak: 3, longest: 7, last: date}
localStorage.setItem(name, JSON.stringify({day}))
"""
"""Keeps statistics of words of the day: the streak is 3, the longest one was 7, and the last word was some days ago.

Swedish, "sv", writes the date as the page does: 2026-01-31."""


def test_finished_games_are_counted_once(opened, small_page):
    browser = opened(small_page, "play")
    lose(browser)
    reload(browser)
    wait_for_rival(browser)
    assert "1 game, 0 % solved; against lingo-bot 0 won, 0 drawn, 1 lost." in text(browser, "play-tallies")


def test_a_game_counts_also_if_the_next_one_begins_at_once(opened, small_page):
    """Before lingo-bot has played. The next game has the same word, and does not count until it is over too."""
    browser = opened(small_page, "play")
    begin_game_of_first_word(browser)
    browser.execute_script(GUESS_AND_PRESS_NEW, WRONG)
    wait_until(lambda: "1 game, 0 % solved" in text(browser, "play-tallies"))

    guess_words(browser, *WRONG)
    wait_for_rival(browser)
    assert "2 games, 0 % solved" in text(browser, "play-tallies")


def test_games_that_are_lost_have_a_bar(opened, small_page):
    browser = opened(small_page, "play")
    lose(browser)
    lose(browser)

    assert "2 games, 0 % solved" in text(browser, "play-tallies")
    *_, last_bar = browser.find_elements(By.CSS_SELECTOR, "#play-tallies meter")
    assert last_bar.get_attribute("aria-label") == "not solved: 2"


def test_a_word_that_is_found_counts_at_its_attempt(opened, small_page):
    browser = opened(small_page, "play")
    solve(browser, "zowie")

    assert text(browser, "play-status").startswith("Solved at attempt 2 of 5: 400 points.")
    _, second_bar, *_ = browser.find_elements(By.CSS_SELECTOR, "#play-tallies meter")
    assert second_bar.get_attribute("aria-label") == "solved at attempt 2: 1"


def test_words_that_are_found_one_after_the_other_are_a_streak(opened, small_page):
    browser = opened(small_page, "play")
    solve(browser)
    solve(browser)
    assert "Streak: 2 games, longest 2 games." in text(browser, "play-tallies")

    lose(browser)
    assert "Streak: 0 games, longest 2 games." in text(browser, "play-tallies")


@pytest.mark.parametrize(("days_ago", "streak"), [(1, 3), (2, 0)])
def test_a_streak_ends_with_a_day_that_was_left_out(opened, small_page, days_ago, streak):
    browser = opened(small_page, "play")
    browser.execute_script(KEEP_STREAK, days_ago)
    reload(browser)
    assert f"Streak: {streak} days, longest 7 days." in text(browser, "play-tallies")


def test_statistics_are_erased_after_a_second_press(opened, small_page):
    browser = opened(small_page, "play")
    lose(browser)
    click(browser, "play-erase")
    assert text(browser, "play-erase") == "Erase for good?"
    assert "1 game" in text(browser, "play-tallies")

    click(browser, "play-erase")
    assert "1 game" not in text(browser, "play-tallies")


def test_open_statistics_cover_no_key(opened, small_page):
    browser = opened(small_page, "play")
    set_screen(browser, *SMALL_TELEPHONE)
    lose(browser)
    click(browser, "play-new")
    for letter in "qpalm":
        # These keys are near the edges of the keyboard. A tap fails where another element lies over the key.
        tap(browser, f"#play-keys [value={letter}]")

    assert typed_word(browser, "play-board") == "qpalm"
