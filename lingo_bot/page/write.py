"""The page as one HTML file."""

import unicodedata
from html import escape
from importlib.resources import files

from lingo_bot.page.content import PageGame, content_of, rules_sentence
from lingo_common.html.page import as_script, joined_modules, policy
from wordlists.spelling import Spelling
from wordlists.word_game import POINTS

TYPEWRITER = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
MAX_KEYS, MAX_KEYS_IN_ROW = 70, 11
"""A keyboard on a screen of more keys would cover it; other letters stand in rows of at most this many."""
MAX_BESIDE = 6
"""Letters up to which lingo-bot's board stands beside yours on a phone; of longer words it stands below."""


def page(game: PageGame) -> str:
    """The HTML of a game's page: style, words, tree and program in one text that asks nobody for anything."""
    content, program = content_of(game), joined_modules("lingo_bot.page", "program", "main.js")
    rules, directory = game.word_game, files("lingo_bot.page")
    spelling, words = rules.spelling, rules.words.words
    options = (f'<option value="{letter}">{escape(spelling.write(letter))}</option>' for letter in game.letters)
    parts = {
        "policy": policy(program, worker=True),
        "title": escape(content["title"]),
        "style": (directory / "style.css").read_text(encoding="utf-8"),
        "length": str(rules.length),
        "direction": "rtl" if unicodedata.bidirectional(words[0][0]) in ("R", "AL") else "ltr",
        "beside": "142px" if rules.length <= MAX_BESIDE else "32px",
        "asked": "" if game.letters else "hidden",
        "letters": "".join(options),
        "unit": "points" if rules.objective == POINTS else "guesses",
        "example": f"WORD {('O?X..' * 4)[: rules.length]}",
        "keys": _keyboard(sorted(set("".join(words))), spelling),
        "rules": escape(rules_sentence(game)),
        "content": as_script(content),
        "program": program,
    }
    text = (directory / "page.html").read_text(encoding="utf-8")
    for name, part in parts.items():
        text = text.replace(f"{{{{{name}}}}}", part)
    return text


def _keyboard(letters: list[str], spelling: Spelling) -> str:
    """The rows of a keyboard: the letters of a typewriter, then the others in order; none of very many."""
    letters = letters if len(letters) <= MAX_KEYS else []
    rows = [[letter for letter in row if letter in letters] for row in TYPEWRITER]
    untyped = sorted(set(letters).difference(*rows), key=lambda letter: (unicodedata.normalize("NFKD", letter), letter))
    count = -(-len(untyped) // MAX_KEYS_IN_ROW)
    width = -(-len(untyped) // max(count, 1))
    rows = [row for row in [*rows, *(untyped[width * row : width * (row + 1)] for row in range(count))] if row]
    language = f'lang="{spelling.language}" ' if spelling.language else ""  # Turkish i is İ in capitals
    keys = [
        [f'<button class="key letter" {language}value="{key}">{escape(spelling.write(key))}</button>' for key in row]
        for row in rows
    ]
    if not keys or len(keys[-1]) > MAX_KEYS_IN_ROW - 3:
        keys.append([])
    keys[-1].insert(0, '<button class="key wide" value="Enter" aria-label="Enter">↵</button>')
    keys[-1].append('<button class="key wide" value="Backspace" aria-label="Delete a letter">⌫</button>')
    return "".join(f'<div class="row">{"".join(row)}</div>' for row in keys)
