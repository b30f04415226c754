"""The keys on the screen, in the order in which the language's typewriters have them."""

import math
import unicodedata
from collections.abc import Collection
from html import escape
from pathlib import Path

from wordlists.spelling import Spelling
from wordlists.word_game import WordGame

MAX_KEYS = 70
"""Above this many letters no keyboard is drawn, because it would cover the screen."""
MAX_KEYS_IN_ROW = 11
"""The longest row of letters that the typewriter does not have."""
_WIDE_KEYS = 3
"""The room that Enter and Backspace take together, in keys of letters."""

QWERTY = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
AZERTY = ("azertyuiop", "qsdfghjklm", "wxcvbn")
QWERTZ = ("qwertzuiopü", "asdfghjklöä", "yxcvbnmß")
TURKISH = ("qwertyuıopğü", "asdfghjklşi", "zxcvbnmöç")
RUSSIAN = ("йцукенгшщзхъ", "фывапролджэ", "ячсмитьбюё")
UKRAINIAN = ("йцукенгшщзхї", "фівапролджє", "ґячсмитьбю")
GREEK = ("ερτυθιοπ", "ασδφγηξκλ", "ζχψωβνμ")

_BY_LANGUAGE = {"de": QWERTZ, "tr": TURKISH}
"""The typewriters of the languages that --language names."""
_BY_LIST = {"french": AZERTY, "german": QWERTZ}
"""The typewriters of the lists that `python -m wordlists.build` writes, which --fold leaves without their accents."""
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
"""(letters that the language has, letters that it lacks, its typewriter); the first that fits a list's letters counts.

A list with ä, ö and ü and without õ, å, ő, ű, ž is German: these are of Estonian, Swedish, Hungarian and Slovak.
"""


def keyboard_html(word_game: WordGame) -> str:
    """The HTML of a keyboard with the letters of the game's words.

    It has Enter and Backspace only if the words have more than MAX_KEYS letters. Tab reaches Enter alone, and from
    there the arrow keys lead to the other keys.
    """
    letters = set("".join(word_game.words.words))
    rows: list[list[str]] = []
    if len(letters) <= MAX_KEYS:
        rows = key_rows(letters, typewriter_of(word_game, letters))

    keys: list[list[str]] = []
    for row in rows:
        keys.append([_letter_key(letter, word_game.spelling) for letter in row])

    # Enter and Backspace stand around the last row, or in a row for themselves.
    if not keys or len(keys[-1]) > MAX_KEYS_IN_ROW - _WIDE_KEYS:
        keys.append([])
    keys[-1].insert(0, '<button class="key wide" value="Enter">Enter</button>')
    keys[-1].append('<button class="key wide" value="Backspace" tabindex="-1" aria-label="Delete a letter">⌫</button>')

    html = [f'<div class="row">{"".join(row)}</div>' for row in keys]
    return "".join(html)


def typewriter_of(word_game: WordGame, letters: Collection[str]) -> tuple[str, ...]:
    """The rows of the typewriter for the language of a game's words.

    The language is the one that --language names, else that of the letters, else that of a list with a known name:
    `french.txt` has AZERTY. All others have QWERTY.
    """
    language = word_game.spelling.language
    if language in _BY_LANGUAGE:
        return _BY_LANGUAGE[language]

    for own_letters, foreign_letters, rows in _BY_LETTERS:
        has_own = all(letter in letters for letter in own_letters)
        has_foreign = any(letter in letters for letter in foreign_letters)
        if has_own and not has_foreign:
            return rows

    return _BY_LIST.get(Path(word_game.words.path).stem.lower(), QWERTY)


def key_rows(letters: Collection[str], typewriter: tuple[str, ...]) -> list[list[str]]:
    """The letters in the typewriter's rows, then those that it lacks, by the alphabet, in rows of equal length.

    key_rows("aez", AZERTY) is [["a", "z", "e"]].
    """
    rows = []
    for typewriter_row in typewriter:
        rows.append([letter for letter in typewriter_row if letter in letters])

    missing = sorted(set(letters).difference(*rows), key=_place_in_alphabet)
    if missing:
        count = math.ceil(len(missing) / MAX_KEYS_IN_ROW)
        width = math.ceil(len(missing) / count)
        rows += [missing[start : start + width] for start in range(0, len(missing), width)]

    return [row for row in rows if row]


def _place_in_alphabet(letter: str) -> tuple[str, str]:
    """A key that sorts é behind e."""
    return unicodedata.normalize("NFKD", letter), letter


def _letter_key(letter: str, spelling: Spelling) -> str:
    """The HTML of the key of a letter."""
    # The capital of a letter depends on the language: Turkish i is İ.
    language = f'lang="{spelling.language}" ' if spelling.language else ""
    text = escape(spelling.write(letter))
    return f'<button class="key letter" tabindex="-1" {language}value="{letter}">{text}</button>'
