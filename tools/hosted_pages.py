"""The pages of the site's folder `try`: Lingo of every packaged length, each of which can be installed as an app.

The folder docs/try has what they share: icons, and the worker that keeps them for visits without a network.
"""

import json
from collections.abc import Iterable

from lingo_bot.launch import DEFAULT_STRATEGY
from lingo_bot.page.content import title_of
from lingo_bot.page.write import page
from wordlists.reader import LONGEST_PACKAGED, PACKAGED, SHORTEST_PACKAGED
from wordlists.word_game import WordGame, read_game

FOLDER = "try"
BUTTON_LENGTH = 5
"""The length for which the front page has a button."""
LENGTHS = range(SHORTEST_PACKAGED, LONGEST_PACKAGED + 1)
"""The lengths of the packaged lists."""
ICONS = {"icon-192.png": "192x192", "icon-512.png": "512x512", "icon.svg": "any"}
"""The icons with the sizes for which they are made."""
_PAPER = "#fbfaf8"
_ACCENT = "#0b6b66"
"""Colours of a light page, as --paper and --accent in lingo_bot/page/style.css."""


def hosted_files(lengths: Iterable[int] = LENGTHS) -> dict[str, str]:
    """The pages and their manifests for these lengths, by name in the folder: `lingo-5.html`, `lingo-5.webmanifest`."""
    files = {}
    for length in lengths:
        word_game = read_game(length, PACKAGED)
        name = f"lingo-{length}"
        files[f"{name}.html"] = page(word_game, DEFAULT_STRATEGY, manifest=f"{name}.webmanifest")
        files[f"{name}.webmanifest"] = json.dumps(_manifest(word_game, f"{name}.html"))
    return files


def _manifest(word_game: WordGame, address: str) -> dict[str, object]:
    """The manifest of a page, which a browser reads to install it (W3C, Web Application Manifest)."""
    # "maskable": a system may cut the icon to a shape of its own, because the picture is all in the middle.
    icons = [{"src": name, "sizes": sizes, "purpose": "any maskable"} for name, sizes in ICONS.items()]
    return {
        "name": title_of(word_game),
        "short_name": f"Lingo {word_game.length}",
        "id": address,
        "start_url": address,
        "display": "standalone",
        "background_color": _PAPER,
        "theme_color": _ACCENT,
        "icons": icons,
    }


def try_now() -> str:
    """The links to the pages in Markdown, a button for BUTTON_LENGTH and the others below it."""
    button = "{ .md-button .md-button--primary }"
    first = f"[Try now: Lingo with {BUTTON_LENGTH} letters]({_address(BUTTON_LENGTH)}){button}"
    further = [f"[{length}]({_address(length)})" for length in LENGTHS if length != BUTTON_LENGTH]
    return f'<div class="try-now" markdown>\n{first}\n\nOther lengths: {" ".join(further)}\n</div>'


def _address(length: int) -> str:
    return f"{FOLDER}/lingo-{length}.html"
