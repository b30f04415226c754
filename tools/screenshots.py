"""Writes pictures of the page and of `referee watch` into docs/figures: `python -m tools.screenshots`.

The page is drawn by Chromium with its chromedriver.
"""

import asyncio
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import referee
from lingo_bot.page.content import PageGame
from lingo_bot.page.write import page
from referee.screens.watch_screen import WatchScreen
from wordlists.reader import PACKAGED
from wordlists.word_game import read_game

FIGURES = Path(__file__).parent.parent / "docs" / "figures"
SIZE = (80, 24)
"""Columns and lines of the terminal."""
WIDTHS = {360: 740, 1280: 800}
"""Pixels of the page: widths with their heights."""
_FONTS = re.compile(r"@font-face\s*{[^}]*}")
"""What a picture would fetch from elsewhere."""
_TYPE = (
    "for (const key of arguments[0]) document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}))"
)
_FORGET = """localStorage.clear(); sessionStorage.clear(); localStorage.setItem("lingo-bot.help", '"seen"')"""
_PLAYED = {
    "assist": [*"tares", " ", *"?xx?o", "Enter", *"colin", " ", *"xx?"],
    "play": [*"tares", "Enter", *"colin", "Enter", *"bum"],
}
"""The keys that are pressed before a picture is taken, by part of the page."""


async def watch_picture(run: str) -> None:
    """Write the picture of a run that is watched."""
    screen = WatchScreen(run)
    async with screen.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await screen.workers.wait_for_complete()
        await pilot.pause()
        _write("watch-80.svg", _FONTS.sub("", screen.export_screenshot(title="watch")).encode())


def page_pictures(path: Path) -> None:
    """Write the pictures of the page at that path, each part at each width."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for argument in ("headless=new", "no-sandbox", "hide-scrollbars", f"user-data-dir={path.parent / 'profile'}"):
        options.add_argument(f"--{argument}")
    browser: Any = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    for width, height in WIDTHS.items():
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        for part in ("assist", "review", "play"):
            _show(browser, path, part)
            picture = browser.get_screenshot_as_png()
            _write(f"page-{part}-{width}.png", picture)
    browser.quit()


def _show(browser: Any, path: Path, part: str) -> None:
    """Open a part of the page, as on a first visit without the help, and do something there."""
    browser.get(path.as_uri())
    browser.execute_script(_FORGET)
    browser.get("about:blank")
    browser.get(f"{path.as_uri()}#{part}")
    time.sleep(1)
    if part == "review":
        browser.find_element("id", "review-word").send_keys("dents")
        browser.find_element("id", "review-guesses").send_keys("tares colin bends dents")
        browser.execute_script("document.activeElement.blur(); document.querySelector('#review-form button').click()")
        time.sleep(3)
        browser.execute_script("document.getElementById('review-status').scrollIntoView()")
    else:
        if part == "play":
            browser.execute_script("Math.random = () => 0.21; document.getElementById('play-new').click()")
        browser.execute_script(_TYPE, _PLAYED[part])
    time.sleep(2)


def _write(name: str, content: bytes) -> None:
    (FIGURES / name).write_bytes(content)
    print(FIGURES / name)


def main() -> None:
    """Play a small contest, write a page, and draw both."""
    player = f"lingo-bot={Path(sys.executable).parent / 'lingo-bot'}"
    players = [player, f"entropy={player.partition('=')[2]} --no-book --strategy entropy"]
    with tempfile.TemporaryDirectory() as parent:
        path = Path(parent, "lingo.html")
        path.write_text(page(PageGame(read_game(5, PACKAGED), "score", None, False)), encoding="utf-8")
        page_pictures(path)
        run = f"{parent}/results"
        referee.run(players, lengths=[5, 6], rounds=5, seed=1, out=run)
        asyncio.run(watch_picture(run))


if __name__ == "__main__":
    main()
