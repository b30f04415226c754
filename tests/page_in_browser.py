"""Steps of the tests of the page in a browser: open a page, press keys, paste, and read the screen."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from waiting import wait_until

from lingo_bot.commands.program import lingo_bot
from lingo_common.html.page import as_script, joined_modules

SMALL_PAGE_ANSWERS = [
    "breve", "cents", "creek", "creep", "crepe", "dents", "gents", "press", "serve", "sever", "verbs", "vents",
]  # fmt: skip
"""The words that the small page hides. After tares=?XX?O four of them are left, and then after colin=XXXX? three."""
SMALL_PAGE_GUESSES = [
    "abaca", "bends", "boxer", "colin", "crane", "fuzzy", "jazzy", "light", "lotic", "mound", "neeld", "qajaq", "slope",
    "tares", "vozhd", "zooid", "zowie",
]  # fmt: skip
"""Further words of the small page. All words together have every letter of the alphabet."""
GAME = "tares colin bends dents"
"""The guesses of a game for `dents`."""
TARES = "t elsewhere, a not there, r not there, e elsewhere, s in place"
"""The row of tares with the reply ?xx?o, as a screen reader says it."""
WRONG = ("zowie", "jazzy", "abaca", "zooid", "vozhd")
"""As many guesses as a game has attempts, none of them right.

Play hides one of the answers of its game, or a common word if the game has none. These are neither on any page here.
"""
SMALL_TELEPHONE = (360, 640)
TELEPHONE = (390, 844)
"""Width and height of two telephones' screens in pixels. A telephone shows one part of the page at a time."""
PHONES = {SMALL_TELEPHONE, TELEPHONE, (412, 915), (844, 390)}
"""The telephones on which the page is tried; the last one lies on its side."""
NARROWEST_DESKTOP = 900
"""Pixels of width from which on the page has three columns (lingo_bot/page/layout.css)."""
_PRESS = """
for (const key of arguments[0])
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}))
"""
_PASTE = """
const clipboardData = new DataTransfer()
clipboardData.setData("text", arguments[0])
document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true}))
"""
_FILL_REVIEW = """
document.getElementById("review-word").value = arguments[0]
document.getElementById("review-guesses").value = arguments[1]
document.querySelector("#review-form button").click()
"""


_HIDDEN_WORD = """
const name = Object.keys(localStorage).find(name => name.endsWith(".play"))
return JSON.parse(localStorage[name]).hidden.secret
"""


def made_page(path: Path, *arguments: str) -> Path:
    """The page that `lingo-bot ARGUMENTS --page` writes."""
    result = CliRunner().invoke(lingo_bot, [*arguments, "--page", str(path)])
    assert result.exit_code == 0, result.output
    return path


def program_with_globals(main: str, *names: str) -> str:
    """The script of the module `main` and of all that it imports, with functions of those names as globals."""
    script = joined_modules("lingo_bot.page", "program", main)
    # The script is the call of one function, whose end is `})();`. The statement that makes the globals goes before it.
    end = "})();\n"
    assert script.endswith(end)
    return script.removesuffix(end) + f"Object.assign(window, {{{', '.join(names)}}});\n{end}"


def load_program(browser: Any, path: Path, script: str, content: Any) -> None:
    """Write a page without elements that runs a script, load it, and open the game of its content.

    script: that of program_with_globals, with openGame among the globals. content: an object of lingo_bot.page.content,
    which the script reads from the page. Its game is then the global `game`. No game is opened if content is None.
    """
    path.write_text(
        '<!doctype html><meta charset="utf-8">'
        f'<script type="application/json" id="content">{as_script(content)}</script><script>{script}</script>',
        encoding="utf-8",
    )
    browser.get(path.as_uri())
    if content is not None:
        browser.execute_async_script("openGame().then(game => { window.game = game }).then(arguments[0])")


def load(browser: Any, address: str) -> None:
    """Load a page and wait until it can be used.

    The address must differ from that of the page before, not only in what follows #: else the browser loads nothing.
    """
    browser.get(address)
    wait_until_ready(browser)


@contextmanager
def before_page(browser: Any, script: str) -> Iterator[None]:
    """Run a script in each page that is loaded, before the page's own program."""
    added = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
    yield
    browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


def reload(browser: Any) -> None:
    """Load the page of the browser again and wait until it can be used."""
    browser.refresh()
    wait_until_ready(browser)


def wait_until_ready(browser: Any) -> None:
    """Wait until the program of the page has begun."""
    wait_until(lambda: browser.execute_script("return document.body.className") == "ready")


def text(browser: Any, name: str) -> str:
    """The text of an element, also where it is hidden."""
    return browser.find_element(By.ID, name).get_property("textContent")


def value(browser: Any, name: str) -> str:
    """The text in a field."""
    return browser.find_element(By.ID, name).get_property("value")


def words(browser: Any, name: str) -> list[str]:
    """The words in an element."""
    return text(browser, name).split()


def rows(browser: Any, name: str) -> list[str | None]:
    """The rows of a board in words, as a screen reader says them; None for an empty row."""
    read = "each => each.getAttribute('aria-label')"
    return browser.execute_script(f"return [...document.querySelectorAll('#{name} > .row')].map({read})")


def played_rows(browser: Any, name: str) -> list[str]:
    """The rows of a board whose guesses were made, in words."""
    # The row that is typed has this name, and no word is read from it.
    return [row for row in rows(browser, name) if row not in (None, "Your guess")]


def typed_word(browser: Any, name: str = "assist-board") -> str:
    """The letters of the row that is being typed."""
    return browser.execute_script(f"return document.querySelector('#{name} .typed')?.textContent ?? ''")


def click(browser: Any, name: str) -> None:
    """Click on the element of that id, which must be in sight."""
    browser.find_element(By.ID, name).click()


def tap(browser: Any, selector: str) -> None:
    """Tap on the first element that the CSS selector finds, which must be in sight."""
    browser.find_element(By.CSS_SELECTOR, selector).click()


def tap_all(browser: Any, *selectors: str) -> None:
    """Tap on elements one after the other; all must be there, in sight, before the first tap."""
    taps = ActionChains(browser, duration=0)  # the pointer is at each element at once
    for selector in selectors:
        taps.click(browser.find_element(By.CSS_SELECTOR, selector))
    taps.perform()


def press(browser: Any, keys: str | Sequence[str]) -> None:
    """Press keys while nothing has the focus."""
    browser.execute_script(_PRESS, list(keys))


def type_keys(browser: Any, *keys: str) -> None:
    """Type on the keyboard; what has the focus gets the keys."""
    ActionChains(browser).send_keys(*keys).perform()


def press_tab_until(browser: Any, selector: str, most: int = 60) -> int:
    """Press Tab until an element has the focus, and return how often."""
    for count in range(1, most + 1):
        type_keys(browser, Keys.TAB)
        if browser.execute_script("return document.activeElement.matches(arguments[0])", selector):
            return count
    raise AssertionError(f"{most} stops of Tab, and {selector} is none of them")


def paste(browser: Any, pasted: str) -> None:
    """Paste a text while no field has the focus."""
    browser.execute_script(_PASTE, pasted)


def take_step(browser: Any, guess: str, reply: str) -> None:
    """Type a guess on the board, the space that ends it, and the marks of its reply; and enter them."""
    press(browser, [*guess, " ", *reply, "Enter"])


def guess_words(browser: Any, *guesses: str) -> None:
    """Guess words in Play."""
    for guess in guesses:
        press(browser, [*guess, "Enter"])


def enter_line(browser: Any, line: str) -> None:
    """Type a line into the field of Assist, and Enter."""
    field = browser.find_element(By.ID, "assist-text")
    field.clear()
    field.send_keys(line, Keys.ENTER)


def enter_lines(browser: Any, lines: str) -> None:
    """Put a text of several lines into the field of Assist, and submit it. Typing them would submit the first alone."""
    field = browser.find_element(By.ID, "assist-text")
    browser.execute_script("arguments[0].value = arguments[1]; arguments[0].form.requestSubmit()", field, lines)


def enter_review(browser: Any, word: str, guesses: str) -> None:
    """Ask for the review of a game."""
    browser.execute_script(_FILL_REVIEW, word, guesses)


def review_game(browser: Any, word: str, guesses: str) -> None:
    """Ask for the review of a game and wait until it is there."""
    enter_review(browser, word, guesses)
    wait_for_review(browser)


def wait_for_review(browser: Any) -> None:
    """Wait until a review is there."""
    wait_until(lambda: browser.find_element(By.ID, "review-result").is_displayed())


def wait_for_rival(browser: Any) -> None:
    """Wait until lingo-bot has played the word of Play, which is done when the person's game is over."""
    wait_until(lambda: "lingo-bot" in text(browser, "play-status"))


def set_today(browser: Any, day: str) -> None:
    """Let the page take a day, as in 2026-01-31, for today until a reload."""
    browser.execute_script("Date.prototype.toLocaleDateString = () => arguments[0]", day)


def show_day(browser: Any, day: str) -> None:
    """Show the word of a day in Play; until a reload the page takes that day for today."""
    set_today(browser, day)
    click(browser, "play-day")


def hidden_word(browser: Any) -> str:
    """The word that Play hides, read from what the browser keeps; the word of the day is not kept there."""
    return browser.execute_script(_HIDDEN_WORD)


def show_part(browser: Any, part: str) -> None:
    """Show a part of the page."""
    browser.execute_script(f"location.hash = '#{part}'")
    wait_until(lambda: browser.find_element(By.ID, part).is_displayed())


def copied_by(browser: Any, button: str) -> str:
    """The text that a button puts on the clipboard."""
    browser.execute_script("navigator.clipboard.writeText = async text => { window.copied = text }")
    browser.execute_script("delete window.copied")
    click(browser, button)
    wait_until(lambda: browser.execute_script("return window.copied !== undefined"))
    return browser.execute_script("return copied")


def wait_for_best(browser: Any) -> None:
    """Wait until the proposals are final."""
    wait_until(lambda: text(browser, "assist-progress").startswith(("~ marks an estimate", "All exact")))


def best(browser: Any) -> list[tuple[str, str]]:
    """The proposals when they are final, as (word, value)."""
    wait_for_best(browser)
    cells = "row => [...row.cells].slice(0, 2).map(cell => cell.textContent)"
    proposals = browser.execute_script(f"return [...document.querySelectorAll('#assist-best tr')].map({cells})")
    return [(word, value) for word, value in proposals]


def set_screen(browser: Any, width: int, height: int) -> None:
    """Give the page a screen of that size; one narrower than NARROWEST_DESKTOP is a telephone's."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < NARROWEST_DESKTOP}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def set_media(browser: Any, **features: str) -> None:
    """Set preferences, as in forced_colors="active"."""
    named = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": named})


def reset_screen(browser: Any) -> None:
    """Give the page the browser's own screen and preferences again."""
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def addresses_asked(browser: Any) -> list[str]:
    """The addresses that the browser has asked since the log was read."""
    addresses = []
    for entry in browser.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            addresses.append(message["params"]["request"]["url"])
    return addresses
