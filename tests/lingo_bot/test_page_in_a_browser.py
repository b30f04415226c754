"""The page in a real browser: each part by keys and by taps, no request, nothing on the console, no fault for axe."""

import json
import re
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import quote

import pytest
from local_cluster import wait_until
from page_in_browser import (
    best,
    click,
    copied_by,
    enter_review,
    enter_text,
    guess_words,
    made_page,
    press,
    reload,
    rows,
    set_media,
    set_screen,
    show_part,
    take_step,
    text,
    words,
)
from selenium.webdriver.common.by import By

from wordlists.reader import common_words, read_list
from wordlists.reply import reply_for


def test_a_page_is_one_small_file(page):
    source = page.read_text(encoding="utf-8")
    assert len(source.encode()) <= 210_000
    assert "http:" not in source and "https:" not in source
    made_page(page.with_name("one attempt.html"), "5", "--attempts", "1")


def test_a_page_opens_from_a_web_server(opened, page):
    handler = partial(SimpleHTTPRequestHandler, directory=page.parent)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        browser = opened(f"http://127.0.0.1:{server.server_port}/{quote(page.name)}")
        browser.execute_script("document.getElementById('help').close()")
        enter_text(browser, "tares ?XX?O")
        assert best(browser)[0] == ("neeld", "176.0")
        browser.get("about:blank")
        server.shutdown()


def test_the_help_comes_once(opened, page):
    browser = opened(page, help_read=False)
    dialog = browser.find_element(By.ID, "help")
    assert dialog.is_displayed()
    dialog.find_element(By.TAG_NAME, "button").click()
    reload(browser)
    assert not browser.find_element(By.ID, "help").is_displayed()


def test_advice_by_keys(opened, page):
    browser = opened(page)
    assert best(browser)[0] == ("tares", "200.7")

    take_step(browser, "tares", "b?xyg")
    assert rows(browser, "assist-board")[0] == "t not there, a elsewhere, r not there, e elsewhere, s in place"

    fitting = [word for word in read_list(5).words if reply_for("tares", word) == "X?X?O"]
    assert words(browser, "assist-words") == fitting
    assert text(browser, "assist-count") == f"{len(fitting)} candidates"
    assert best(browser)[0][1][0] != "~"


def test_advice_by_taps(opened, page):
    browser = opened(page)
    best(browser)
    browser.find_element(By.CSS_SELECTOR, "#assist-best button").click()
    tiles = lambda: browser.find_elements(By.CSS_SELECTOR, "#assist-board button")  # noqa: E731
    tiles()[0].click()
    for _ in range(2):
        tiles()[4].click()

    assert tiles()[0].get_attribute("aria-label") == "letter 1, t: elsewhere"

    browser.find_element(By.CSS_SELECTOR, "#assist-keys [value=Enter]").click()
    assert rows(browser, "assist-board")[0] == "t elsewhere, a not there, r not there, e not there, s in place"

    click(browser, "assist-undo")
    assert text(browser, "assist-count") == "11,192 candidates"
    assert "Taken back: tares." in text(browser, "assist-status")


def test_advice_by_typed_text(opened, page):
    browser = opened(page)
    enter_text(browser, "tares ?XX?O")
    assert text(browser, "assist-count") == "75 candidates"
    assert best(browser)[0] == ("neeld", "176.0")
    bins = len({reply_for("neeld", word) for word in read_list(5).words if reply_for("tares", word) == "?XX?O"})
    assert f"neeld parts 75 candidates into {bins} bins" in text(browser, "assist-why")


def test_a_word_of_yours_is_valued_and_a_contradiction_is_named(opened, page):
    browser = opened(page)
    enter_text(browser, "tares ?XX?X")
    enter_text(browser, "lotic")
    wait_until(lambda: "lotic" in dict(best(browser)))
    enter_text(browser, "tonic OXXXX")
    said = "no word fits; the replies to tares and tonic disagree on letter 1: t or not."

    assert text(browser, "assist-text-error") == said

    enter_text(browser, "tares ?XX?X")
    assert "tares was your guess 1 already" in text(browser, "assist-status")


def test_a_review_is_shown_and_saved(opened, page):
    browser = opened(page, "review")
    browser.execute_script("const url = URL.createObjectURL; URL.createObjectURL = blob => url(window.saved = blob)")
    enter_review(browser, "dents", "tares colin bends dents")
    wait_until(lambda: "Solved" in text(browser, "review-summary"))
    said = text(browser, "review-summary")

    assert re.fullmatch(r"Solved at attempt 4 of 5: 200 points\. Lost: \d+\.\d points\. Skill 8\d, luck 67\.", said)
    assert len(browser.find_elements(By.CSS_SELECTOR, "#review-list details")) == 4
    assert "a forced guess" in text(browser, "review-list")
    assert [row.split(",")[0] for row in rows(browser, "review-rival")] == ["t elsewhere", "n elsewhere", "d in place"]
    assert browser.find_element(By.ID, "review-save").get_attribute("href").startswith("blob:")

    saved = json.loads(browser.execute_async_script("saved.text().then(arguments[0])"))
    assert (saved["word"], saved["solved"], saved["points"]) == ("dents", True, 200)
    assert f"Skill {saved['skill']}," in said
    assert [each["after"] for each in saved["guesses"]] == [75, 13, 1, 1]
    assert saved["guesses"][2]["candidates"] == ["dents"]


def test_what_is_no_game_is_said(opened, page):
    browser = opened(page, "review")
    for word, guesses, field, said in [
        ("dent", "tares", "word", "Not a word of 5 letters: dent."),
        ("xxxxx", "tares", "word", "The word xxxxx is not in the list."),
        ("dents", "", "guesses", "Type the guesses of the game."),
        ("dents", "dents tares", "guesses", "The guesses go on after dents was found."),
    ]:
        enter_review(browser, word, guesses)
        assert text(browser, f"review-{field}-error") == said


def test_a_game_beside_lingo_bot(opened, page):
    browser = opened(page, "play")
    day = text(browser, "play-status")
    guess_words(browser, "qqqqq")

    assert text(browser, "play-status") == "qqqqq: not in the word list."

    press(browser, ["Backspace"] * 5)
    # The word of the day may be one of these.
    guess_words(browser, "crane", "moist", "bulky", "fetch")
    assert text(browser, "play-status") == "Attempt 5 of 5." or "Solved" in text(browser, "play-status")

    guess_words(browser, "vivid")
    wait_until(lambda: "lingo-bot" in text(browser, "play-status"))
    ended = text(browser, "play-status")
    secret = ended.split("The word was ")[1].split(".")[0] if "The word was" in ended else None

    assert secret is None or secret in common_words(5)

    name, first, *_ = copied_by(browser, "play-share").splitlines()
    assert name.startswith("Lingo, 5 letters, 20") and set(first) <= set("🟩🟨⬜") and len(first) == 5
    assert day.startswith("The word of 20")

    click(browser, "play-review")
    wait_until(lambda: "Skill" in text(browser, "review-summary"))
    reload(browser)  # the game of the day is kept

    assert len([row for row in rows(browser, "play-board") if row and "c " in row]) >= 1


def hard_page(directory, words, answers):
    """The page of Wordle in hard mode over these lists."""
    (directory / "words.txt").write_text(words.replace(" ", "\n"))
    (directory / "answers.txt").write_text(answers.replace(" ", "\n"))
    lists = ["--wordlist", str(directory / "words.txt"), "--answers", str(directory / "answers.txt")]
    return made_page(directory / "hard.html", "5", "--rules", "wordle", "--hard", *lists)


def test_a_secret_outside_the_answers(opened, tmp_path):
    browser = opened(hard_page(tmp_path, "aback abbey crane slate trace crate", "crane slate"))
    assert text(browser, "assist-count") == "2 candidates"

    enter_text(browser, "slate XXOXX")
    assert words(browser, "assist-words") == ["aback"]
    assert "No answer fits these replies" in text(browser, "assist-status")

    click(browser, "assist-undo")
    assert text(browser, "assist-count") == "2 candidates"

    enter_text(browser, "slate XXOXO")
    assert "crane" in words(browser, "assist-words")


def test_hard_mode_is_held_in_play_and_marked_in_the_shared_text(opened, tmp_path):
    browser = opened(hard_page(tmp_path, "crane crate slope", "crane"), "play")
    guess_words(browser, "crate", "slope")
    assert text(browser, "play-status") == "slope: letter 1 must be c."

    press(browser, ["Backspace"] * 5)
    guess_words(browser, "crane")
    wait_until(lambda: "lingo-bot needed" in text(browser, "play-status"))

    assert text(browser, "play-status").startswith("Solved in 2 guesses.")
    assert "2/6*" in copied_by(browser, "play-share")


SCRIPTS = {
    "dutch": (["bijter", "bijten", "lijster", "wijten"], ["--letters", "ij", "--fold"], "bijter"),
    "french": (["élève", "êtres", "écran", "étage"], ["--fold"], "élève"),
    "german": (["äpfel", "übung", "nudeln", "beeren"], ["--language", "de"], "übung"),
    "greek": (["λόγος", "νόμος", "ΤΟΠΟΣ", "ήλιος"], ["--fold"], "νόμος"),
    "turkish": (["ILICA", "İzmir", "ışıma", "izine"], ["--language", "tr"], "izmir"),
    "ukrainian": (["слово", "олово", "осоки", "цукор"], [], "слово"),
    "hebrew": (["שלום", "מלון", "חלום", "שלוש"], [], "שלום"),
    "korean": (["대한민국", "한국어를", "민주주의", "국한민대"], [], "대한민국"),
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_game_of_each_script(opened, tmp_path, name):
    listed, options, secret = SCRIPTS[name]
    length = {"german": 6, "hebrew": 4, "korean": 4}.get(name, 5)
    (tmp_path / "words.txt").write_text("\n".join(listed), encoding="utf-8")
    path = made_page(tmp_path / f"{name}.html", str(length), "--wordlist", str(tmp_path / "words.txt"), *options)
    browser = opened(path)

    assert best(browser)[0][0] in words(browser, "assist-words")

    show_part(browser, "review")
    enter_review(browser, secret, secret)
    wait_until(lambda: "Solved" in text(browser, "review-summary"))
    direction = browser.find_element(By.CSS_SELECTOR, "#review-rival .row").value_of_css_property("direction")

    assert direction == ("rtl" if name == "hebrew" else "ltr")

    if name == "turkish":
        assert browser.find_element(By.CSS_SELECTOR, "#review-list .tile").get_property("innerText") == "İ"
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 1400


def test_the_shown_first_letter_is_asked_for(opened, tmp_path):
    (tmp_path / "words.txt").write_text("crane\ncrate\nslope\nslate\n")
    path = made_page(tmp_path / "shown.html", "5", "--rules", "television", "--wordlist", str(tmp_path / "words.txt"))
    browser = opened(path)
    assert text(browser, "assist-status") == "Which first letter is shown?"
    select = browser.find_element(By.ID, "assist-letter")
    select.find_element(By.CSS_SELECTOR, "option[value=s]").click()
    assert words(browser, "assist-words") == ["slate", "slope"]


AXE = """
const done = arguments[0]
for (const each of document.querySelectorAll("details")) each.open = true
axe.run(document, {resultTypes: ["violations"]}).then(found => done(
    found.violations.map(each => `${each.id}: ${each.nodes.map(node => node.html)}`)))
"""


@pytest.mark.parametrize(("theme", "palette", "width"), [
    ("light", "calm", 390),
    ("dark", "high", 1280),
    pytest.param("light", "high", 390, marks=pytest.mark.soak),
    pytest.param("dark", "calm", 1280, marks=pytest.mark.soak),
])  # fmt: skip
def test_the_page_is_accessible(opened, page, theme, palette, width):
    axe = Path(pytest.importorskip("axe_core_python").__file__).with_name("axe.min.js")
    browser = opened(page, help_read=False)
    set_media(browser, prefers_color_scheme=theme, prefers_reduced_motion="reduce")
    set_screen(browser, width, 800)
    browser.execute_script(axe.read_text())

    assert browser.execute_async_script(AXE) == []

    if palette == "high":
        click(browser, "palette")
    browser.execute_script("document.getElementById('help').close()")
    enter_text(browser, "tares ?XX?O")
    best(browser)
    press(browser, "colin")

    assert browser.execute_async_script(AXE) == []

    show_part(browser, "play")
    click(browser, "play-new")
    guess_words(browser, "zowie", "jazzy", "abaca", "zooid")

    assert browser.execute_async_script(AXE) == []

    guess_words(browser, "vozhd")
    wait_until(lambda: "lingo-bot" in text(browser, "play-status"))
    assert browser.execute_async_script(AXE) == []

    show_part(browser, "review")
    enter_review(browser, "dents", "tares colin dents")
    wait_until(lambda: "Skill" in text(browser, "review-summary"))

    assert browser.execute_async_script(AXE) == []
