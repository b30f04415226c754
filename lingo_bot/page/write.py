"""The page as one HTML file."""

import unicodedata
from html import escape
from importlib.resources import files

from lingo_bot.page.content import content_of, rules_sentence
from lingo_bot.page.keyboard import keyboard_html
from lingo_bot.page.word_data import letters_to_choose
from lingo_common.html.page import as_script, joined_modules, joined_styles, policy
from wordlists.spelling import Spelling
from wordlists.word_game import OWN_LETTER, POINTS, WordGame


def page(word_game: WordGame, strategy: str, book: str | None = None, manifest: str = "") -> str:
    """The HTML of a game's page: style, words, tree and program in one text that asks no server for anything.

    book: the path of one, NO_BOOK, AUTO_BOOK for the user's own, or None for the packaged books. manifest: the file
    beside the page with which a browser can install it, "" for a page that stands alone. Beside it are `icon.svg`,
    `icon-192.png` and the service worker `sw.js` too, as in docs/try.
    """
    content = content_of(word_game, strategy, book)
    program = joined_modules("lingo_bot.page", "program", "main.js")
    first_word = word_game.words.words[0]
    directory = files("lingo_bot.page")
    # What stands in place of `{{name}}` in page.html.
    parts = {
        "policy": policy(program, worker=True, installable=bool(manifest)),
        "title": escape(content["title"]),
        "links": _links(manifest),
        "style": joined_styles("lingo_bot.page", folder="", names=["style.css", "layout.css"]),
        "length": str(word_game.length),
        "direction": _direction(first_word),
        # The page asks for the first letter only in a game where each secret shows its own. Else this hides the field.
        "hidden": "" if word_game.letter == OWN_LETTER else "hidden",
        "letters": _letter_options(letters_to_choose(word_game), word_game.spelling),
        "unit": "points" if word_game.objective == POINTS else "guesses",
        # A text that the field for guesses and replies takes: `WORD O?X..` for five letters. It has each kind of mark,
        # and a point, which is an X too.
        "example": "WORD " + ("O?X.." * word_game.length)[: word_game.length],
        "keys": keyboard_html(word_game),
        "rules": escape(rules_sentence(word_game)),
        "content": as_script(content),
        "program": program,
    }

    text = (directory / "page.html").read_text(encoding="utf-8")
    for name, part in parts.items():
        text = text.replace(f"{{{{{name}}}}}", part)
    return text


def _links(manifest: str) -> str:
    """The links in the page's head: to the files that a site has beside the page, else to an empty icon.

    Without a link to an icon browsers would ask for one.
    """
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
    """The options of the field in which the first letter is chosen, as HTML."""
    options = [f'<option value="{letter}">{escape(spelling.write(letter))}</option>' for letter in letters]
    return "".join(options)
