"""The keyboard on the screen, with the layout that keyboards of the language have."""

from collections.abc import Collection
from html import escape
from pathlib import Path

from lingo_bot.page.content import language_of_capitals, letters_of_words
from lingo_common.cli.tiles import KEYS, keys_for
from wordlists.spelling import Spelling
from wordlists.word_game import WordGame

MAX_KEYS = 70
"""Above this many letters no keyboard is drawn, because it would cover the screen."""
MAX_KEYS_IN_ROW = 11
"""The most keys in the last row, together with Enter and Backspace, and in a row of letters that the layout lacks.

They fit on a telephone. A layout's own rows may have more, as RUSSIAN has.
"""
_WIDE_KEYS = 3
"""The width of Enter and Backspace together, in keys of letters."""

AZERTY = ("azertyuiop", "qsdfghjklm", "wxcvbn")
QWERTZ = ("qwertzuiopü", "asdfghjklöä", "yxcvbnmß")
TURKISH = ("qwertyuıopğü", "asdfghjklşi", "zxcvbnmöç")
RUSSIAN = ("йцукенгшщзхъ", "фывапролджэ", "ячсмитьбюё")
UKRAINIAN = ("йцукенгшщзхї", "фівапролджє", "ґячсмитьбю")
GREEK = ("ερτυθιοπ", "ασδφγηξκλ", "ζχψωβνμ")

_BY_LANGUAGE = {"de": QWERTZ, "tr": TURKISH}
"""The layouts of the languages that --language names."""
_BY_LIST = {"french": AZERTY, "german": QWERTZ}
"""The layouts of lists that `python -m wordlists.build` writes, by the name of the file.

With --fold their words have no accents, by which the language could be told.
"""
_BY_LETTERS = (
    ("ґ", "", UKRAINIAN),
    ("ї", "", UKRAINIAN),
    ("й", "", RUSSIAN),
    ("ω", "", GREEK),
    ("ğ", "", TURKISH),
    ("ß", "", QWERTZ),
    ("äöü", "õåőűž", QWERTZ),
    ("èê", "ãđò", AZERTY),
)
"""(letters that the language has, letters that it lacks, its layout); the first that fits a list's letters counts.

A list with ä, ö and ü and without õ, å, ő, ű, ž is German: those are letters of Estonian, Swedish, Hungarian, Slovak.
One with è and ê and without ã, đ, ò is French, and not Portuguese, Vietnamese or Italian.
"""


def keyboard_html(word_game: WordGame) -> str:
    """The HTML of a keyboard with the letters of the game's words, Enter and Backspace.

    If the words have more than MAX_KEYS letters, it has Enter and Backspace alone. The Tab key reaches Enter only, so
    that the keyboard is one stop; arrow keys move from there to the other keys.
    """
    letters = letters_of_words(word_game)
    rows: tuple[str, ...] = ()
    if len(letters) <= MAX_KEYS:
        rows = keys_for(letters, layout_of(word_game, letters), MAX_KEYS_IN_ROW)

    language = language_of_capitals(word_game)
    keys: list[list[str]] = []
    for row in rows:
        keys.append([_letter_key(letter, word_game.spelling, language) for letter in row])

    # Enter and Backspace stand around the last row, or in a row for themselves if that is too long.
    if not keys or len(keys[-1]) + _WIDE_KEYS > MAX_KEYS_IN_ROW:
        keys.append([])
    keys[-1].insert(0, '<button class="key wide" value="Enter">Enter</button>')
    keys[-1].append('<button class="key wide" value="Backspace" tabindex="-1" aria-label="Delete a letter">⌫</button>')

    html = [f'<div class="row">{"".join(row)}</div>' for row in keys]
    return "".join(html)


def layout_of(word_game: WordGame, letters: Collection[str]) -> tuple[str, ...]:
    """The rows of letters of the layout for a game's words.

    It is that of the language which --language names, else of the language that the letters tell, else of a list with a
    known name: `french.txt` has AZERTY. All others have QWERTY.
    """
    language = word_game.spelling.language
    if language in _BY_LANGUAGE:
        return _BY_LANGUAGE[language]

    for own_letters, foreign_letters, rows in _BY_LETTERS:
        has_own = all(letter in letters for letter in own_letters)
        has_foreign = any(letter in letters for letter in foreign_letters)
        if has_own and not has_foreign:
            return rows

    return _BY_LIST.get(Path(word_game.words.path).stem.lower(), KEYS)


def _letter_key(letter: str, spelling: Spelling, language: str) -> str:
    """The HTML of the key of a letter; language: by its rules the browser writes the capital, in Turkish İ for i."""
    # The page itself is in English.
    attribute = "" if language == "en" else f'lang="{language}" '
    text = escape(spelling.write(letter))
    return f'<button class="key letter" tabindex="-1" {attribute}value="{letter}">{text}</button>'
