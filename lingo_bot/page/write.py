"""The page as one HTML file."""

import unicodedata
from html import escape
from importlib.resources import files

from lingo_bot.page.content import PageGame, content_of, rules_sentence
from lingo_bot.page.keyboard import keyboard_html
from lingo_common.html.page import as_script, joined_modules, policy
from wordlists.spelling import Spelling
from wordlists.word_game import POINTS


def page(game: PageGame, manifest: str = "") -> str:
    """The HTML of a game's page: style, words, tree and program in one text that asks no server for anything.

    manifest: the file beside the page with which a browser can install it, "" for a page that stands alone. Beside it
    are `icon.svg`, `icon-192.png` and the service worker `sw.js` too, as in docs/try.
    """
    content = content_of(game)
    program = joined_modules("lingo_bot.page", "program", "main.js")
    rules = game.word_game
    first_word = rules.words.words[0]
    directory = files("lingo_bot.page")
    parts = {
        "policy": policy(program, worker=True, installable=bool(manifest)),
        "title": escape(content["title"]),
        "links": _links(manifest),
        "style": (directory / "style.css").read_text(encoding="utf-8"),
        "length": str(rules.length),
        "direction": _direction(first_word),
        "asked": "" if game.letters else "hidden",
        "letters": _letter_options(game.letters, rules.spelling),
        "unit": "points" if rules.objective == POINTS else "guesses",
        "example": f"WORD {_example_reply(rules.length)}",
        "keys": keyboard_html(rules),
        "rules": escape(rules_sentence(game)),
        "content": as_script(content),
        "program": program,
    }
    text = (directory / "page.html").read_text(encoding="utf-8")
    for name, part in parts.items():
        text = text.replace(f"{{{{{name}}}}}", part)
    return text


def _links(manifest: str) -> str:
    """The links in the page's head: to what a site has beside it, or to an empty icon, else browsers ask for one."""
    if not manifest:
        return '<link rel="icon" href="data:,">'
    return (
        f'<link rel="manifest" href="{escape(manifest)}">\n'
        '<link rel="icon" href="icon.svg">\n'
        '<link rel="apple-touch-icon" href="icon-192.png">'
    )


def _direction(word: str) -> str:
    """The direction in which a word is written, `rtl` for Hebrew and Arabic, else `ltr`."""
    return "rtl" if unicodedata.bidirectional(word[0]) in ("R", "AL") else "ltr"


def _letter_options(letters: list[str], spelling: Spelling) -> str:
    """The options of the field in which the first letter is chosen."""
    options = [f'<option value="{letter}">{escape(spelling.write(letter))}</option>' for letter in letters]
    return "".join(options)


def _example_reply(length: int) -> str:
    """A reply of that many marks, which shows all kinds: O?X.. for five letters."""
    pattern = "O?X.."
    return (pattern * length)[:length]
