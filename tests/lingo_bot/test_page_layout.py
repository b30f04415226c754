"""How the page looks in a browser: small screens, large text, forced colours, targets, and where errors stand.

The class `typed` marks the row in play: the one on the board that is being typed.
"""

from itertools import product

import pytest
from page_in_browser import (
    NARROWEST_DESKTOP,
    PHONES,
    SMALL_TELEPHONE,
    TELEPHONE,
    best,
    enter_line,
    enter_review,
    made_page,
    played_rows,
    press,
    review_game,
    set_media,
    set_screen,
    show_part,
    take_step,
    text,
    wait_for_best,
)
from selenium.webdriver.common.by import By
from waiting import wait_until

BEST = 2
"""Proposals that every telephone shows, as in lingo_bot/page/program/proposals.js."""
HIDDEN_ROWS = """
scrollTo(0, 0)
const proposals = [...document.querySelectorAll("#assist-best tr")].slice(0, arguments[0])
const keys = document.querySelector("#assist-keys").getBoundingClientRect()
return [document.querySelector("#assist-board .typed"), ...proposals].filter(each => {
    const box = each.getBoundingClientRect()
    const isOverKeys = box.bottom > keys.top && box.right > keys.left && box.left < keys.right
    return !box.height || box.top < 0 || box.bottom > innerHeight || box.right > innerWidth || isOverKeys
}).map(each => each.textContent)
"""
"""The row in play and the first proposals, as many as are asked for, that cannot be seen without scrolling."""
MARK_STYLES = """
return ["O", "?", "X"].map(mark => {
    const style = getComputedStyle(document.querySelector(`#assist-board [data-mark="${mark}"]`))
    return {
        shape: style.borderTopLeftRadius,
        border: style.borderTopStyle + style.borderTopWidth,
        text: style.textDecorationLine + style.fontStyle,
    }
})
"""
"""How tiles of the three marks are drawn, apart from their colours."""
LEAST_HEIGHT = 40
"""Pixels of the lowest button: min-height of buttons in lingo_bot/page/style.css."""
SMALL_TARGETS = """
const [leastHeight, leastWidth] = arguments
return [...document.querySelectorAll("main button, main summary, main input, main textarea, nav a, #help-open")]
    .filter(each => each.offsetParent && !each.matches(".letter"))
    .map(each => [each.getBoundingClientRect(), each.outerHTML.slice(0, 60)])
    .filter(([box]) => box.height < leastHeight || box.width < leastWidth)
    .map(([box, html]) => `${box.width} x ${box.height}: ${html}`)
"""
"""Buttons, fields and links that are too low or too narrow, apart from keys of letters."""
BROKEN_WORDS = """
const range = document.createRange()
const broken = []
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
while (texts.nextNode()) {
    const node = texts.currentNode
    if (!node.parentElement.offsetParent) continue
    for (const found of node.data.matchAll(/\\S+/g)) {
        range.setStart(node, found.index)
        range.setEnd(node, found.index + found[0].length)
        if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) broken.push(found[0])
    }
}
return broken
"""
"""Visible words that run over the end of a line."""
SCROLL_WIDTH = "return document.documentElement.scrollWidth"
"""The width of all that the page shows; where it is above that of the screen, the page scrolls sideways."""

WIDTHS = "return [...arguments].map(each => document.querySelector(each).getBoundingClientRect().width)"
"""The widths in pixels of the elements that CSS selectors find."""
COLOURS = """
const edge = getComputedStyle(document.querySelector(arguments[0])).borderTopColor
return [edge, getComputedStyle(document.body).backgroundColor]
"""
"""The colours of a field's edge and of the page around it."""

ROOM_BESIDE_ROW = """
const box = document.querySelector("#review-list .box")
const lastTile = box.querySelector(".tile:last-child")
return box.getBoundingClientRect().right - lastTile.getBoundingClientRect().right
"""
"""Pixels between the first row of a review and the edge of its box."""

TABLET = (768, 1024)
"""Width and height in pixels of a screen with two columns."""
DESKTOP = (1000, 740)
"""Width and height in pixels of a screen that is wide enough for three columns (NARROWEST_DESKTOP)."""

ABSENT = ("jazzy", "fuzzy", "mound", "light")
"""Guesses that have no letter of the word "press", which is an answer of the small page."""


def assert_best_visible_on_phones(browser, count):
    """Assert on each telephone that the row in play and that many proposals can be seen without scrolling."""
    wait_for_best(browser)
    for width, height in sorted(PHONES):
        set_screen(browser, width, height)
        assert browser.execute_script(HIDDEN_ROWS, count) == []


def test_the_row_and_two_best_guesses_are_visible_at_the_first_attempt(opened, page):
    browser = opened(page)
    assert_best_visible_on_phones(browser, BEST)


def test_the_row_and_two_best_guesses_are_visible_at_every_attempt(opened, small_page):
    """One page changes its screen, because its advice does not depend on it."""
    browser = opened(small_page)
    assert_best_visible_on_phones(browser, BEST)

    for guess in ABSENT:
        take_step(browser, guess, "xxxxx")
        assert_best_visible_on_phones(browser, BEST)


@pytest.mark.parametrize("guesses", [(), ABSENT], ids=["first attempt", "last attempt"])
def test_a_word_on_the_board_is_visible_above_the_two_best_guesses(opened, small_page, guesses):
    browser = opened(small_page)
    for guess in guesses:
        take_step(browser, guess, "xxxxx")

    # A bad guess, which is among the proposals only because it is on the board.
    press(browser, "qajaq")
    wait_until(lambda: "qajaq" in dict(best(browser)))

    # The word on the board is always listed, above the best guesses.
    first_word, _ = best(browser)[0]
    assert first_word == "qajaq"
    assert_best_visible_on_phones(browser, 1 + BEST)


def test_marks_are_told_apart_without_colours(opened, small_page):
    browser = opened(small_page)
    set_media(browser, forced_colors="active")
    take_step(browser, "tares", "?xx?o")
    styles = browser.execute_script(MARK_STYLES)
    for kind in ["shape", "border", "text"]:
        assert len({style[kind] for style in styles}) == 3, styles


def test_the_chosen_part_is_told_apart_without_colours(opened, small_page):
    browser = opened(small_page)
    set_media(browser, forced_colors="active")
    border = "getComputedStyle(document.getElementById(arguments[0])).borderTopStyle"
    borders = [browser.execute_script(f"return {border}", f"to-{part}") for part in ["assist", "review", "play"]]
    assert borders == ["double", "solid", "solid"]


class TestLargeText:
    """Letters of twice the usual size break no word, and make no part wider than the screen or its column."""

    def test_in_assist(self, opened, page):
        browser = opened(page)
        set_large_text(browser)
        take_step(browser, "tares", "?xx?o")
        wait_for_best(browser)
        assert_fits_screen(browser)

    def test_in_play(self, opened, small_page):
        browser = opened(small_page, "play")
        set_large_text(browser)
        press(browser, [*"crane", "Enter"])
        assert_fits_screen(browser)

    def test_in_a_review(self, opened, small_page):
        browser = opened(small_page, "review")
        set_large_text(browser)
        review_game(browser, "dents", "tares colin dents")
        assert_fits_screen(browser)

    def test_in_two_columns(self, opened, page):
        browser = opened(page)
        set_large_text(browser, TABLET)
        wait_for_best(browser)
        assert_fits_screen(browser, TABLET)

    def test_in_three_columns(self, opened, page):
        """A table that is wider than its column lies over the review, and the page does not scroll."""
        browser = opened(page)
        set_large_text(browser, DESKTOP)
        wait_for_best(browser)

        table, column = browser.execute_script(WIDTHS, "#assist table", "#assist .advice")
        assert table <= column


def set_large_text(browser, screen=TELEPHONE):
    """Double the size of all letters on a screen of that size."""
    set_screen(browser, *screen)
    browser.execute_script("document.documentElement.style.fontSize = '32px'")  # the browser's default is 16


def assert_fits_screen(browser, screen=TELEPHONE):
    """Assert that nothing is wider than the screen, and that no word is broken."""
    width, _ = screen
    assert browser.execute_script(SCROLL_WIDTH) <= width
    assert browser.execute_script(BROKEN_WORDS) == []


def test_korean_words_are_not_broken(opened, tmp_path):
    """Browsers break Hangul after any letter unless a page asks them not to."""
    candidates = ["".join(letters) for letters in product("가나다", repeat=4)]
    (tmp_path / "words.txt").write_text("\n".join(candidates), encoding="utf-8")
    browser = opened(made_page(tmp_path / "page.html", "4", "--wordlist", str(tmp_path / "words.txt")))
    set_screen(browser, *SMALL_TELEPHONE)
    assert browser.execute_script(BROKEN_WORDS) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_edge_of_a_field_has_the_contrast_that_wcag_asks_for(opened, small_page, theme):
    browser = opened(small_page, "review")
    set_media(browser, prefers_color_scheme=theme)

    edge, page_colour = browser.execute_script(COLOURS, "#review-word")

    # Success criterion 1.4.11 of WCAG 2.2
    assert contrast(edge, page_colour) >= 3


def contrast(colour, other):
    """The contrast of two colours as WCAG 2.2 defines it: 1 for equal ones, 21 for black and white."""
    darker, lighter = sorted([luminance(colour), luminance(other)])
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour):
    """The relative luminance, 0 to 1, of a colour as browsers write it: `rgb(251, 250, 248)`."""
    parts = [int(part) / 255 for part in colour.removeprefix("rgb(").removesuffix(")").split(",")]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


NARROWEST = {5: 40, 13: 24}
"""By the length of words: pixels of the narrowest button. Thirteen tiles share the width of a telephone."""


@pytest.fixture(scope="module", params=NARROWEST)
def page_of_length(request, tmp_path_factory):
    """(the path of a page, pixels of the narrowest button that it may have), for short and for long words."""
    length = request.param
    path = made_page(tmp_path_factory.mktemp("length") / "page.html", str(length))
    return path, NARROWEST[length]


def test_targets_are_large_enough_for_a_thumb(opened, page_of_length):
    path, narrowest = page_of_length
    browser = opened(path)
    set_screen(browser, *SMALL_TELEPHONE)
    wait_for_best(browser)
    # With a word on the board its tiles are buttons too.
    browser.execute_script("document.querySelector('#assist-best button').click()")
    for part in ["assist", "review", "play"]:
        show_part(browser, part)
        assert browser.execute_script(SMALL_TARGETS, LEAST_HEIGHT, narrowest) == []


def test_the_figures_of_the_longest_words_stand_beside_them_on_the_smallest_telephone(opened, tmp_path):
    # 26 words: 20 letters of the alphabet, beginning at each of its letters.
    letters = "abcdefghijklmnopqrstuvwxyz" * 2
    words = [letters[start : start + 20] for start in range(26)]
    (tmp_path / "words.txt").write_text("\n".join(words))
    browser = opened(made_page(tmp_path / "page.html", "20", "--wordlist", str(tmp_path / "words.txt")))
    set_screen(browser, 320, 640)

    wait_for_best(browser)

    assert browser.execute_script(SCROLL_WIDTH) <= 320


def test_no_part_is_wider_than_the_screen(opened, page_of_length):
    path, _ = page_of_length
    browser = opened(path)
    # Letters on the board, five of a longer word too.
    press(browser, "abcde")
    # A telephone, a tablet, and desktops.
    for width in [360, 768, NARROWEST_DESKTOP, 1280, 1920]:
        set_screen(browser, width, 740)
        for part in ["assist", "review", "play"]:
            show_part(browser, part)
            assert browser.execute_script(SCROLL_WIDTH) <= width


@pytest.mark.parametrize("width", [SMALL_TELEPHONE[0], NARROWEST_DESKTOP, 1280])
def test_the_rows_of_a_review_are_no_wider_than_their_boxes(opened, page_of_length, width):
    path, _ = page_of_length
    browser = opened(path)
    set_screen(browser, width, 740)
    # The review stands in a column beside Assist where the screen is wide enough for it.
    guess, _ = best(browser)[0]
    if width < NARROWEST_DESKTOP:
        show_part(browser, "review")
    review_game(browser, guess, guess)
    assert browser.execute_script(ROOM_BESIDE_ROW) >= 0


def test_board_advice_and_review_stand_side_by_side_on_a_desktop(opened, small_page):
    browser = opened(small_page)
    set_screen(browser, *DESKTOP)
    board, advice, review = [
        browser.find_element(By.ID, name).rect for name in ("assist-board", "assist-advice", "review-form")
    ]

    assert board["x"] + board["width"] <= advice["x"]
    assert advice["x"] + advice["width"] <= review["x"]
    # All three begin in the upper part of the screen, so they are in one row.
    _, height = DESKTOP
    assert max(board["y"], advice["y"], review["y"]) < height / 3


LARGEST_GAP = 20
"""Pixels between a field and its error."""


def gap_between(browser, upper, lower):
    """Pixels between the lower edge of an element and the upper edge of another one."""
    box = browser.find_element(By.CSS_SELECTOR, upper).rect
    return browser.find_element(By.CSS_SELECTOR, lower).rect["y"] - (box["y"] + box["height"])


def test_an_error_of_the_row_stands_below_the_row(opened, small_page):
    browser = opened(small_page)
    set_screen(browser, *SMALL_TELEPHONE)
    press(browser, [*"tar", "Enter"])
    assert text(browser, "assist-error") == "A guess has 5 letters."
    assert 0 <= gap_between(browser, "#assist-board .typed", "#assist-error") < LARGEST_GAP


def test_an_error_of_the_field_stands_below_the_field(opened, small_page):
    browser = opened(small_page)
    enter_line(browser, "tar xxxxx")
    assert text(browser, "assist-text-error") == "Not a word of 5 letters: tar."
    assert 0 <= gap_between(browser, "#assist-text", "#assist-text-error") < LARGEST_GAP


def test_an_error_of_the_review_stands_below_its_field_which_has_the_focus(opened, small_page):
    browser = opened(small_page, "review")
    enter_review(browser, "dents", "tares colin dent")

    assert 0 <= gap_between(browser, "#review-guesses", "#review-guesses-error") < LARGEST_GAP
    assert text(browser, "review-guesses-error") == "Not a word of 5 letters: dent."
    assert browser.execute_script("return document.activeElement.id") == "review-guesses"


def animations(browser, selector):
    """The names of the animations that the elements have."""
    names = "[...document.querySelectorAll(arguments[0])].map(each => getComputedStyle(each).animationName)"
    return set(browser.execute_script(f"return {names}", selector))


@pytest.mark.parametrize(("motion", "animation"), [("reduce", "none"), ("no-preference", "turn")])
def test_tiles_turn_unless_motion_is_to_be_reduced(opened, small_page, motion, animation):
    browser = opened(small_page)
    set_media(browser, prefers_reduced_motion=motion)
    take_step(browser, "tares", "?xx?o")
    assert animations(browser, "#assist-board .played .tile") == {animation}


@pytest.mark.parametrize(("motion", "animation"), [("reduce", "none"), ("no-preference", "shake")])
def test_a_row_that_cannot_be_taken_shakes_unless_motion_is_to_be_reduced(opened, small_page, motion, animation):
    browser = opened(small_page, "play")
    set_media(browser, prefers_reduced_motion=motion)
    press(browser, [*"qqqqq", "Enter"])
    assert animations(browser, "#play-board .typed") == {animation}
    assert played_rows(browser, "play-board") == []
