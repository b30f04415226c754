"""Reviews on the page: their figures, what the browser keeps of them, and links and texts that people share.

GAME are the guesses tares, colin, bends, dents. The figures of the page are those that `lingo-bot --review` prints for
the same lists; for the packaged list docs/assistant.md has them. On the small page GAME loses 125.0 points, and
lingo-bot finds the word with creek, vozhd, dents. All pages open in the one browser that `opened` returns.
"""

import json

import pytest
from page_in_browser import (
    GAME,
    WRONG,
    before_page,
    best,
    click,
    copied_by,
    enter_review,
    guess_words,
    hidden_word,
    load,
    made_page,
    reload,
    review_game,
    rows,
    show_part,
    take_step,
    text,
    value,
    wait_for_review,
    wait_for_rival,
)
from selenium.webdriver.common.by import By
from waiting import wait_until
from word_games import WORST_CASE_WORDS

COLLECT_SAVED = """
const address = URL.createObjectURL
URL.createObjectURL = blob => address(window.saved = blob)
"""
"""Keeps the last file that the page offers. The page's policy forbids requests, so a test cannot fetch the file."""
REVIEW_TWICE = """
for (const word of ["dents", "dent"]) {
    document.getElementById("review-word").value = word
    document.getElementById("review-guesses").value = "tares dents"
    document.querySelector("#review-form button").click()
}
"""
"""Asks for a review, and before the worker can answer, for that of a game whose word has a letter too few."""


class TestFigures:
    def test_it_has_the_figures_of_the_terminal(self, opened, page):
        browser = opened(page, "review")
        review_game(browser, "dents", GAME)

        assert text(browser, "review-summary") == (
            "Solved at attempt 4 of 5: 200 points. Lost: 33.0 points. Skill 84, luck 67."
        )
        assert len(browser.find_elements(By.CSS_SELECTOR, "#review-list details")) == 4
        assert "a forced guess" in text(browser, "review-list")

    def test_lingo_bot_plays_the_same_word(self, opened, small_page):
        browser = opened(small_page, "review")
        review_game(browser, "dents", GAME)

        assert rows(browser, "review-rival") == [
            "c not there, r not there, e elsewhere, e not there, k not there",
            "v not there, o not there, z not there, h not there, d elsewhere",
            "d in place, e in place, n in place, t in place, s in place",
        ]

    def test_it_is_saved_as_the_terminal_prints_it(self, opened, small_page, run):
        browser = opened(small_page, "review")
        browser.execute_script(COLLECT_SAVED)
        review_game(browser, "dents", GAME)
        saved = json.loads(browser.execute_async_script("saved.text().then(arguments[0])"))

        # The fixture small_page has left its lists beside the page.
        lists = ["--wordlist", "words.txt", "--answers", "answers.txt"]
        review = ["--review", "dents", *GAME.split(), "--json"]
        printed = json.loads(run("lingo-bot", 5, *lists, *review, cwd=small_page.parent).stdout)

        assert saved.keys() == printed.keys()
        for name in ("word", "solved", "points", "skill", "luck", "lingo_bot"):
            assert saved[name] == printed[name]

        for saved_guess, printed_guess in zip(saved["guesses"], printed["guesses"], strict=True):
            assert saved_guess.keys() == printed_guess.keys()
            for name in ("guess", "reply", "before", "after", "candidates", "skill", "luck", "remark"):
                assert saved_guess[name] == printed_guess[name]

    def test_a_guess_that_is_better_than_lingo_bots_is_compared_with_the_best(self, opened, tmp_path):
        """lingo-bot begins with `alga`. For twelve words `gout` needs 28 guesses, 2.333 each, and `folk` 27, 2.250."""
        words = tmp_path / "words"
        words.write_text("\n".join(WORST_CASE_WORDS))
        options = ["4", "--wordlist", str(words), "--objective", "worst", "--attempts", "4"]
        browser = opened(made_page(tmp_path / "page.html", *options), "review")

        review_game(browser, "null", "gout null")

        # A word stands between \u2068 and \u2069, because it may be written from right to left.
        assert "lost 0.083 guesses. Best here: \u2068folk\u2069 2.250" in text(browser, "review-list")

    @pytest.mark.parametrize(("word", "guesses", "field", "error"), [
        ("dent", "tares", "word", "Not a word of 5 letters: dent."),
        ("xxxxx", "tares", "word", "The word xxxxx is not in the list."),
        ("dents", "", "guesses", "Type the guesses of the game."),
        ("dents", "dents tares", "guesses", "The guesses go on after dents was found."),
    ])  # fmt: skip
    def test_what_is_no_game_is_refused(self, opened, small_page, word, guesses, field, error):
        browser = opened(small_page, "review")
        enter_review(browser, word, guesses)
        assert text(browser, f"review-{field}-error") == error


COUNT_ADDRESSES = """
window.addresses = new Set()
const {createObjectURL, revokeObjectURL} = URL
URL.createObjectURL = object => {
    const address = createObjectURL(object)
    addresses.add(address)
    return address
}
URL.revokeObjectURL = address => {
    revokeObjectURL(address)
    addresses.delete(address)
}
"""
"""Keeps the addresses of objects that the page has made and not revoked."""


class TestReview:
    def test_it_comes_back_after_a_reload(self, opened, small_page):
        browser = opened(small_page, "review")
        review_game(browser, "dents", GAME)
        reload(browser)
        wait_for_review(browser)

        assert value(browser, "review-guesses") == GAME

    def test_a_review_that_comes_after_a_refusal_is_left_out(self, opened, small_page):
        browser = opened(small_page, "review")
        browser.execute_script(REVIEW_TWICE)
        # The worker answers in turn: after the advice on this step the first review has come.
        show_part(browser, "assist")
        take_step(browser, "tares", "?xx?o")
        best(browser)

        assert text(browser, "review-word-error") == "Not a word of 5 letters: dent."
        assert text(browser, "review-verdict") == ""

    def test_the_last_review_alone_is_kept_as_a_file(self, opened, small_page):
        """The browser keeps an object until its address is revoked.

        The program of the page's worker is such an object too, and is revoked when the worker has read it.
        """
        browser = opened(small_page)
        # The script has to run before the page's own program, so the page is loaded once more.
        with before_page(browser, COUNT_ADDRESSES):
            load(browser, f"{small_page.as_uri()}#review")

        review_game(browser, "dents", GAME)
        review_game(browser, "dents", "tares dents")

        saved = browser.find_element(By.ID, "review-save").get_attribute("href")
        assert browser.execute_script("return [...addresses]") == [saved]

    def test_typed_guesses_come_back_after_a_reload(self, opened, small_page):
        browser = opened(small_page, "review")
        browser.find_element(By.ID, "review-guesses").send_keys("tares co")
        reload(browser)
        assert value(browser, "review-guesses") == "tares co"

    def test_it_has_a_verdict(self, opened, small_page):
        browser = opened(small_page, "review")
        review_game(browser, "dents", GAME)
        assert text(browser, "review-verdict") == (
            "You needed 4, lingo-bot 3. Three guesses cost 125.0 points; colin cost most."
        )

    def test_bars_show_skill_and_luck_of_a_guess(self, opened, small_page):
        browser = opened(small_page, "review")
        review_game(browser, "dents", GAME)
        skill, luck, *_ = browser.find_elements(By.CSS_SELECTOR, "#review-list meter")
        assert skill.get_attribute("aria-label") == "Skill 58 of 99"
        assert luck.get_attribute("aria-label") == "Luck 16 of 99"

    def test_a_page_without_a_clipboard_shows_a_readable_text(self, opened, small_page):
        browser = opened(small_page, "review")
        review_game(browser, "dents", GAME)
        browser.execute_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
        browser.execute_script("document.execCommand = () => false")
        click(browser, "review-share")
        wait_until(lambda: "Copy this text" in text(browser, "review-shared"))

        lines = browser.find_element(By.CSS_SELECTOR, "#review-shared pre").get_property("innerText").splitlines()
        assert lines[:2] == ["Lingo, 5 letters: 4/5", "🟨⬜⬜🟨🟩 Skill 58, luck 16"]
        assert browser.execute_script("return getSelection().toString()").startswith("Lingo, 5 letters")

    def test_a_system_with_a_share_sheet_shares_by_it(self, opened, small_page):
        browser = opened(small_page, "review")
        review_game(browser, "dents", GAME)
        browser.execute_script("navigator.share = async ({text}) => { window.shared = text }")
        click(browser, "review-share")
        wait_until(lambda: text(browser, "review-shared") == "Shared.")

        assert browser.execute_script("return shared").startswith("Lingo, 5 letters: 4/5")


class TestLinks:
    def test_a_link_shows_a_review(self, opened, small_page):
        browser = opened(small_page, "review")
        review_game(browser, "dents", GAME)
        address, game = copied_by(browser, "review-link").split("#")
        assert address == browser.current_url.split("#")[0]
        assert game == "review=dents.tares.colin.bends.dents"

        opened(small_page, game)
        wait_for_review(browser)
        assert text(browser, "review-verdict").startswith("You needed 4, lingo-bot 3.")

    def test_a_link_holds_a_hidden_word(self, opened, small_page):
        browser = opened(small_page, "play")
        click(browser, "play-new")
        secret = hidden_word(browser)
        guess_words(browser, secret)
        wait_for_rival(browser)
        _, link = copied_by(browser, "play-challenge").split("\n")
        assert secret not in link

        _, game = link.split("#")
        opened(small_page, game)
        assert text(browser, "play-status") == "Somebody chose a word for you."

        guess_words(browser, secret)
        assert text(browser, "play-status").startswith("Solved at attempt 1 of 5")

    def test_beside_a_finished_game_a_link_that_cannot_be_read_gets_a_message(self, opened, small_page):
        browser = opened(small_page, "play")
        guess_words(browser, *WRONG)
        wait_for_rival(browser)
        browser.execute_script("location.hash = '#play=qqqq'")
        wait_until(lambda: browser.execute_script("return location.hash") == "#play")

        status = text(browser, "play-status")
        assert status.startswith("The word of this link is not in the list of this page. Not solved.")

    def test_a_link_without_a_game_opens_its_part(self, opened, small_page):
        browser = opened(small_page, "review=")
        assert browser.find_element(By.ID, "review").is_displayed()
        assert text(browser, "review-word-error") == ""

    @pytest.mark.parametrize(("link", "name", "message"), [
        ("review=%E0%A4%A", "review-word-error", "This link cannot be read."),
        ("play=!!!", "play-status", "The word of this link is not in the list of this page."),  # no base64
        ("play=AAAA", "play-status", "The word of this link is not in the list of this page."),  # bytes of no word
    ])  # fmt: skip
    def test_a_link_that_cannot_be_read_gets_a_message(self, opened, small_page, link, name, message):
        browser = opened(small_page, link)
        assert text(browser, name) == message
