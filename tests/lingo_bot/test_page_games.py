"""Whole games on the page by touch and by the keys of a keyboard, with presses between them that mean nothing."""

import random

import pytest
from page_in_browser import best, click, rows, set_screen, tap_all, text, type_keys, wait_for_review, wait_for_rival
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from wordlists.reader import common_words
from wordlists.reply import reply_for

MARKS = "X?O"
"""The marks of a tile in the order in which taps turn it."""
SEED = 41
COUNTS = [1, pytest.param(15, marks=pytest.mark.soak)]
"""Games of each kind: one, and in the soak tests so many that thirty are played by touch and by keys."""


def tap(browser, selector):
    """Tap on an element, which must be in sight."""
    browser.find_element(By.CSS_SELECTOR, selector).click()


def tap_word(browser, part, word):
    """Write a word on the keys of the screen, with a letter too many that is taken back, and enter it."""
    keys = [*word[:2], word[0], "Backspace", *word[2:], "Enter"]
    tap_all(browser, *[f"#{part}-keys [value={key}]" for key in keys])


def secrets(count):
    """Words that games of Assist are played for."""
    return random.Random(SEED).sample(sorted(common_words(5)), count)


@pytest.mark.parametrize("count", COUNTS)
def test_games_of_assist_by_touch(opened, page, count):
    browser = opened(page)
    set_screen(browser, 360, 640)
    for secret in secrets(count):
        for attempt in range(1, 6):
            guess, _ = best(browser)[0]
            tap(browser, "#assist-best button")
            reply = reply_for(guess, secret)
            for place, mark in enumerate(reply):
                for _ in range(MARKS.index(mark)):
                    tap(browser, f"#assist-board [value='tile {place}']")

            tap(browser, "#assist-keys [value=Enter]")
            if reply == "XXXXX":
                tap(browser, "#assist-keys [value=Enter]")

            assert len([row for row in rows(browser, "assist-board") if row != "Your guess"]) == attempt

            if guess == secret:
                break

        assert text(browser, "assist-status").startswith(("Solved at", "The attempts are used up"))

        click(browser, "assist-new")


@pytest.mark.parametrize("count", COUNTS)
def test_games_of_assist_by_keys(opened, page, count):
    browser = opened(page)
    for secret in secrets(count):
        for attempt in range(1, 6):
            guess, _ = best(browser)[0]
            reply = reply_for(guess, secret).lower()
            type_keys(browser, guess, "zz", " ", reply[:3], Keys.BACKSPACE, reply[2:], Keys.ENTER)
            assert len([row for row in rows(browser, "assist-board") if row != "Your guess"]) == attempt
            if guess == secret:
                break

        assert text(browser, "assist-status").startswith(("Solved at", "The attempts are used up"))

        click(browser, "assist-new")


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("way", ["touch", "keys"])
def test_games_of_play(opened, page, way, count):
    browser = opened(page, "play")
    set_screen(browser, 360, 640)
    dice = random.Random(SEED)

    for _ in range(count):
        click(browser, "play-new")
        words = dice.sample(sorted(common_words(5)), 5)
        for attempt, word in enumerate(words, 1):
            if way == "touch":
                tap_word(browser, "play", word)
            else:
                type_keys(browser, word, "q", Keys.ENTER)
            if text(browser, "play-status").startswith(("Solved", "Not solved")):
                break
            assert text(browser, "play-status") == f"Attempt {attempt + 1} of 5."

        wait_for_rival(browser)
        tap(browser, "#play-review")
        wait_for_review(browser)

        assert text(browser, "review-verdict").startswith("You ")

        tap(browser, "#to-play")
