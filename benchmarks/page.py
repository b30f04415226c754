"""The page of lingo-bot --page in headless Chromium: opening, the board, first and refined proposals."""

import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import contest
from benchmarks.tables import figure, table
from lingo_bot.book_player import NO_BOOK
from lingo_bot.launch import DEFAULT_STRATEGY
from lingo_bot.page.write import page
from wordlists.word_game import read_game

LENGTH = 5
FIRST_GUESSES = ("jazzy", "fuzzy", "mound")
"""First guesses, each with a reply of X alone. They leave 6,473, 8,929 and 4,254 words of the contest's list."""
THROTTLES = (1, 4)
"""How many times slower the page's thread is made."""
PATIENCE = 60
"""Seconds within which the page must be ready, and its proposals refined."""
_LOOK_AGAIN_SECONDS = 0.05
"""Seconds between two looks at the page. The moments are noted in the page, so they do not depend on this."""

# The scripts take moments from performance.now(), which counts milliseconds from the start of the page's load.
_NOTE_WHEN_READY = """
new MutationObserver(() => { if (document.body?.className === "ready") window.readyAt ??= performance.now() })
    .observe(document, {attributes: true, subtree: true, childList: true});
localStorage.clear();
sessionStorage.clear();
localStorage.setItem("lingo-bot.help", '"seen"');
"""
"""Runs before each page: notes when it is ready, and begins with empty stores, but with the help read."""
_READY_AT = "return document.body.className === 'ready' && window.readyAt"
"""Returns the milliseconds until the page was ready, false while it is not."""
_TYPE_STEP = """
window.shown = [];
const line = document.getElementById("assist-progress");
new MutationObserver(() => shown.push([performance.now() - begun, line.textContent])).observe(line, {childList: true});
document.getElementById("assist-text").value = arguments[0];
const begun = performance.now();
document.querySelector("#assist-form button").click();
return performance.now() - begun;
"""
"""Enters a step, notes in `shown` all texts of the line about the search, and returns the milliseconds of the click."""


def measure(quick: bool) -> dict[str, Any]:
    """Return the kilobytes of the page and rows of milliseconds: how long it takes to open, and to answer a guess."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "page.html")
        game = read_game(LENGTH, contest.source())
        path.write_text(page(game, DEFAULT_STRATEGY), encoding="utf-8")
        size = path.stat().st_size / 1000

        # The page that is timed has no book, whose tree would give the first proposal at once.
        path.write_text(page(game, DEFAULT_STRATEGY, NO_BOOK), encoding="utf-8")
        rows = _rows(path, THROTTLES[:1] if quick else THROTTLES)
    return {"list": contest.list_name(), "words": len(game.words), "kilobytes": size, "rows": rows}


def _rows(path: Path, throttles: tuple[int, ...]) -> list[dict[str, float]]:
    """Return a row of milliseconds for each throttle and each guess, measured on the page at that path."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for argument in ("headless=new", "no-sandbox", f"user-data-dir={path.parent / 'profile'}"):
        options.add_argument(f"--{argument}")

    browser: Any = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    try:
        browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": _NOTE_WHEN_READY})
        return [_row(browser, path, throttle, guess) for throttle in throttles for guess in FIRST_GUESSES]
    finally:
        browser.quit()


def _row(browser: Any, path: Path, throttle: int, guess: str) -> dict[str, float]:
    """Return the milliseconds until the page is usable, and those from a guess without marks to each of its effects."""
    browser.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": throttle})
    # From an empty page, because a page is not loaded again for its own address.
    browser.get("about:blank")
    browser.get(path.as_uri())
    opened = _wait(lambda: browser.execute_script(_READY_AT))

    # The click returns when the board shows the step.
    board = browser.execute_script(_TYPE_STEP, f"{guess} {'X' * LENGTH}")
    # Of that many words some proposals stay estimates, and the last line says so: "~ marks an estimate".
    refined, *_ = _wait(lambda: [at for at, text in _lines(browser) if "estimate" in text])
    # The first line is "Thinking …"; the second, "A first look", comes with the first proposals.
    _thinking, first_look, *_ = _lines(browser)
    first, _ = first_look

    count = browser.execute_script("return document.getElementById('assist-count').textContent")
    candidates = int(count.split()[0].replace(",", ""))
    times = {"opened": opened, "board": board, "first": first, "refined": refined}
    return {"throttle": throttle, "candidates": candidates, **times}


def _lines(browser: Any) -> list[tuple[float, str]]:
    """Return what the line about the search has said since the guess, each text with its millisecond."""
    return [(at, text) for at, text in browser.execute_script("return shown")]


def _wait(value: Callable[[], Any]) -> Any:
    """Return the value as soon as it is not empty; TimeoutError where that takes too long."""
    deadline = time.monotonic() + PATIENCE
    while True:
        result = value()
        if result:
            return result
        if time.monotonic() > deadline:
            raise TimeoutError("the page did not answer")
        time.sleep(_LOOK_AGAIN_SECONDS)


def tables(results: dict[str, Any]) -> dict[str, str]:
    """Return the table `times`: milliseconds of each stage, by throttle and number of candidates."""
    header = ["throttle", "candidates", "usable, ms", "board, ms", "first proposals, ms", "refined, ms"]
    stages = ("opened", "board", "first", "refined")
    rows = []
    for row in results["rows"]:
        times = [figure(row[stage], 0) for stage in stages]
        rows.append([row["throttle"], row["candidates"], *times])

    size = f"{results['words']:,} words, {results['kilobytes']:,.0f} KB with their tree"
    return {"times": f"{size}.\n\n{table(header, rows)}"}
