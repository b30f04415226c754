"""Writes pictures of the page into docs/figures, and the icons of the page into docs/try.

`python -m tools.screenshots` makes all of them. The page is drawn by Chromium with its chromedriver.
"""

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lingo_bot.launch import DEFAULT_STRATEGY
from lingo_bot.page.write import page
from wordlists.reader import PACKAGED
from wordlists.word_game import read_game

DOCS = Path(__file__).parent.parent / "docs"
FIGURES = DOCS / "figures"
TRY = DOCS / "try"
ICON_SIDES = (192, 512)
"""Pixels of the icons that telephones show; the third one is icon.svg, of which these are made."""
SCREENS = {360: 740, 1280: 800}
"""Pixels of the page: widths with their heights."""
TELEPHONE = 500
"""A page with fewer pixels in width is drawn as on a telephone."""
PATIENCE = 30
"""Seconds until the page must show what a picture is taken of."""
# Scripts that run in the page; a list in `arguments[0]` is what Python passes.
_FORGET = "localStorage.clear(); sessionStorage.clear()"
_HELP_WAS_SEEN = """localStorage.setItem("lingo-bot.help", '"seen"')"""
_TYPE = (
    "for (const key of arguments[0]) document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}))"
)
# A blank begins the marks of a row in Assist, and Enter ends the row (lingo_bot/page/program/row.js).
_ASSIST_KEYS = [*"tares", " ", *"?xx?o", "Enter", *"colin", " ", *"xx?"]
_PLAY_KEYS = [*"tares", "Enter", *"colin", "Enter", *"bum"]
_NEW_GAME = "Math.random = () => 0.21; document.getElementById('play-new').click()"
"""Begins a game of Play whose word is the same in every picture: it lies at 0.21 of the list."""


def page_pictures(browser: Any, path: Path) -> None:
    """Write the pictures of the page at that path, each part at each width."""
    for width, height in SCREENS.items():
        _set_screen(browser, width, height, mobile=width < TELEPHONE)
        for part, use in (("assist", _use_assist), ("review", _use_review), ("play", _use_play)):
            _open(browser, path, part)
            use(browser)
            _write(FIGURES / f"page-{part}-{width}.png", browser.get_screenshot_as_png())


def icon_pictures(browser: Any) -> None:
    """Write the icons of the page."""
    for side in ICON_SIDES:
        _set_screen(browser, side, side, mobile=False)
        browser.get((TRY / "icon.svg").as_uri())
        _write(TRY / f"icon-{side}.png", browser.get_screenshot_as_png())


@contextmanager
def headless_browser(profile: Path) -> Iterator[Any]:
    """Chromium without a window. profile: the directory for its settings, its cache and what pages store."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for argument in ("headless=new", "no-sandbox", "hide-scrollbars", f"user-data-dir={profile}"):
        options.add_argument(f"--{argument}")
    service = webdriver.ChromeService(shutil.which("chromedriver"))
    browser = webdriver.Chrome(options=options, service=service)
    try:
        yield browser
    finally:
        browser.quit()


def _set_screen(browser: Any, width: int, height: int, mobile: bool) -> None:
    """Give the page that many pixels, as on a telephone or on a desktop."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def _open(browser: Any, path: Path, part: str) -> None:
    """Open a part of the page as on a first visit, but without the help, which a first visit begins with."""
    browser.get(path.as_uri())
    browser.execute_script(f"{_FORGET}; {_HELP_WAS_SEEN}")
    # Another page comes between, because a new # alone would not load the page again.
    browser.get("about:blank")
    browser.get(f"{path.as_uri()}#{part}")
    _wait_for(browser, "document.body.className === 'ready'")


def _use_assist(browser: Any) -> None:
    """Type two guesses with replies, and wait for the advice."""
    browser.execute_script(_TYPE, _ASSIST_KEYS)
    _wait_for(browser, "/exact|estimate/.test(document.getElementById('assist-progress').textContent)")
    time.sleep(1)  # the tiles turn


def _use_review(browser: Any) -> None:
    """Review a game of four guesses, and wait for the verdict; on a telephone, scroll to it."""
    browser.find_element("id", "review-word").send_keys("dents")
    browser.find_element("id", "review-guesses").send_keys("tares colin bends dents")
    browser.execute_script("document.activeElement.blur(); document.querySelector('#review-form button').click()")
    _wait_for(browser, "document.getElementById('review-verdict').textContent")
    show_verdict = "document.getElementById('review-verdict').scrollIntoView()"
    browser.execute_script(f"if (innerWidth < {TELEPHONE}) {show_verdict}")


def _use_play(browser: Any) -> None:
    """Make two guesses and begin a third."""
    browser.execute_script(_NEW_GAME)
    browser.execute_script(_TYPE, _PLAY_KEYS)
    time.sleep(1)  # the tiles turn


def _wait_for(browser: Any, condition: str) -> None:
    """Return once a condition in JavaScript holds; TimeoutError where that takes too long."""
    deadline = time.monotonic() + PATIENCE
    while not browser.execute_script(f"return {condition}"):
        if time.monotonic() > deadline:
            raise TimeoutError(f"the page never came to: {condition}")
        time.sleep(0.1)


def _write(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    print(path)


def main() -> None:
    """Write a page and draw it."""
    with tempfile.TemporaryDirectory() as parent:
        path = Path(parent, "lingo.html")
        path.write_text(page(read_game(5, PACKAGED), DEFAULT_STRATEGY), encoding="utf-8")
        with headless_browser(Path(parent, "profile")) as browser:
            icon_pictures(browser)
            page_pictures(browser, path)


if __name__ == "__main__":
    main()
