"""Whole games on the page by touch and by keys, with presses between them that mean nothing.

In Assist the guesses are those that the page proposes, and the oracle answers them. In Play they are words at random;
the rival is lingo-bot, which plays the same word when the game is over.
"""

import random

import pytest
from page_in_browser import (
    SMALL_PAGE_ANSWERS,
    SMALL_PAGE_GUESSES,
    SMALL_TELEPHONE,
    best,
    click,
    played_rows,
    set_screen,
    tap,
    tap_all,
    text,
    type_keys,
    wait_for_review,
    wait_for_rival,
)
from selenium.webdriver.common.keys import Keys

from wordlists.reply import reply_for
from wordlists.word_list import common_words

ATTEMPTS = 5
TAPS = {"X": 0, "?": 1, "O": 2}
"""How many taps on a tile give it a mark; each tile begins with X."""
SEED = 41
"""Chooses the words; any seed will do."""
COUNTS = [1, pytest.param(15, marks=pytest.mark.soak)]
"""Games by each way: one, and fifteen in the soak tests."""


def enter_step_by_touch(browser, guess, reply):
    """Put the guess, the first proposal, on the board, tap its tiles until they show the reply, and enter it."""
    tap(browser, "#assist-best button")
    for place, mark in enumerate(reply):
        for _ in range(TAPS[mark]):
            tap(browser, f"#assist-board [value='tile {place}']")

    tap(browser, "#assist-keys [value=Enter]")
    if reply == "XXXXX":
        # The page asks whether really no letter is there.
        tap(browser, "#assist-keys [value=Enter]")


def enter_step_by_keys(browser, guess, reply):
    """Type a guess and its reply, with letters for which there is no room and a mark that is taken back."""
    marks = reply.lower()
    wrong_mark = "o" if marks[2] == "x" else "x"
    type_keys(browser, guess, "zz")
    # After a blank the keys are marks.
    type_keys(browser, " ", marks[:2], wrong_mark, Keys.BACKSPACE, marks[2:], Keys.ENTER)


# A whole game of taps takes eleven seconds. Other tests tap the tiles of one guess.
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("enter_step", [pytest.param(enter_step_by_touch, marks=pytest.mark.soak), enter_step_by_keys])
def test_assist_helps_to_the_end_of_a_game(opened, page, enter_step, count):
    browser = opened(page)
    set_screen(browser, *SMALL_TELEPHONE)

    for secret in random.Random(SEED).sample(sorted(common_words(5)), count):
        for attempt in range(1, ATTEMPTS + 1):
            guess, _ = best(browser)[0]
            enter_step(browser, guess, reply_for(guess, secret))
            assert len(played_rows(browser, "assist-board")) == attempt
            if guess == secret:
                break

        end = f"Solved at attempt {attempt}" if guess == secret else "The attempts are used up"
        assert text(browser, "assist-status").startswith(end)

        click(browser, "assist-new")


def enter_word_by_touch(browser, word):
    """Write a word on the keys of the screen, with a letter that is taken back, and enter it."""
    keys = [*word[:2], word[0], "Backspace", *word[2:], "Enter"]
    tap_all(browser, *[f"#play-keys [value={key}]" for key in keys])


def enter_word_by_keys(browser, word):
    """Type a word, with a letter for which there is no room, and enter it."""
    type_keys(browser, word, "q", Keys.ENTER)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("enter_word", [pytest.param(enter_word_by_touch, marks=pytest.mark.soak), enter_word_by_keys])
def test_play_goes_on_to_the_review_of_a_game(opened, small_page, enter_word, count):
    browser = opened(small_page, "play")
    set_screen(browser, *SMALL_TELEPHONE)
    dice = random.Random(SEED)

    for _ in range(count):
        click(browser, "play-new")
        guesses = dice.sample(SMALL_PAGE_ANSWERS + SMALL_PAGE_GUESSES, ATTEMPTS)
        for attempt, word in enumerate(guesses, 1):
            enter_word(browser, word)
            # One of the guesses may be the hidden word.
            if text(browser, "play-status").startswith(("Solved", "Not solved")):
                break
            assert text(browser, "play-status") == f"Attempt {attempt + 1} of 5."

        wait_for_rival(browser)
        tap(browser, "#play-review")
        wait_for_review(browser)
        assert text(browser, "review-verdict").startswith("You ")

        # The next game begins there.
        tap(browser, "#to-play")
