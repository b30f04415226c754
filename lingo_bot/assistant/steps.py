"""Reading what a person types or a Python program passes: words, lists of words, replies in marks or colours, steps."""

import os
from collections.abc import Iterable

from lingo_common.errors import DataError, UsageError, count_text, excerpt, printable, value_text
from lingo_common.option import path_argument
from wordlists.reply import ABSENT, PLACED, PRESENT
from wordlists.spelling import PLAIN, Spelling
from wordlists.step import WordStep
from wordlists.word_list import WordList, check_alphabet_size, open_list

_SIGNS_OF_MARKS = {PLACED: "oO0", PRESENT: "?", ABSENT: "xX.-_"}
"""What people type for each mark."""
_SIGNS_OF_COLOURS = {PLACED: "gG🟩🟧", PRESENT: "yY🟨🟦", ABSENT: "bBxX.-_⬛⬜"}
"""Wordle's letters and squares for each mark, and the squares of its colour-blind mode."""


def _by_sign(signs_of: dict[str, str]) -> dict[str, str]:
    """The mark that each sign stands for."""
    marks: dict[str, str] = {}
    for mark, signs in signs_of.items():
        marks |= dict.fromkeys(signs, mark)
    return marks


_ALPHABETS = (_by_sign(_SIGNS_OF_MARKS), _by_sign(_SIGNS_OF_COLOURS))

Words = str | os.PathLike[str] | Iterable[str]
"""A word list file, a directory that holds one, or the words themselves."""


def reply_in(text: str, length: int) -> str | None:
    """The text as a reply in marks `O ? X`, None if it is not a reply of that length.

    There are two alphabets: marks (`O ?`), and colours (g y b, or coloured squares). `X . - _` mean absent in both.
    A reply does not mix the two, so that a word such as booby is not read as a reply. Case does not matter.
    """
    # Some systems write this invisible character after a square, to ask for the coloured form.
    signs = text.replace("\N{VARIATION SELECTOR-16}", "")
    if len(signs) == length:
        for alphabet in _ALPHABETS:
            if all(sign in alphabet for sign in signs):
                return "".join(alphabet[sign] for sign in signs)
    return None


def example_reply(length: int) -> str:
    """A reply of that length for messages: `O?XO?` for 5."""
    return ("O?X" * length)[:length]


def checked_marks(text: str, length: int) -> str:
    """The text as a reply in marks `O ? X`; DataError if it is not a reply of that length."""
    if not isinstance(text, str):
        raise UsageError(f"a reply must be text such as {example_reply(length)}, not {value_text(text)}")

    reply = reply_in(text, length)
    if reply is None:
        marks = f"{count_text(length, 'mark')} (O ? X, or g y . for green, yellow, grey)"
        raise DataError(f"not a reply of {marks}: '{printable(excerpt(text))}'")
    return reply


def checked_word(text: str, length: int, spelling: Spelling) -> str:
    """The text as a word, as the spelling reads it: in lower case, perhaps folded.

    DataError if it has another length or is no word at all, because it has digits, for example.
    """
    if not isinstance(text, str):
        raise UsageError(f"a word must be text, not {value_text(text)}")
    word = spelling.read(text)
    if len(word) != length or not spelling.is_word(word):
        raise DataError(f"not a word of {count_text(length, 'letter')}: '{printable(excerpt(text))}'")
    return word


def step_of(text: str, length: int, spelling: Spelling = PLAIN) -> WordStep:
    """The step that WORD=REPLY or WORD REPLY says; DataError if the text has another form."""
    parts = text.replace("=", " ", 1).split()
    if len(parts) != 2:
        raise DataError(f"not a guess with its reply, as in WORD=REPLY: '{printable(excerpt(text))}'")
    guess = checked_word(parts[0], length, spelling)
    return WordStep(guess, checked_marks(parts[1], length))


def list_of(words: Words | None, length: int, name: str, spelling: Spelling) -> WordList:
    """The list of a file or directory, or of words; DataError if it cannot be used.

    words: None for the list that wordlists.reader.locate finds. name: the argument, for messages.
    """
    if words is None or isinstance(words, str | os.PathLike):
        return open_list(length, path_argument(name, words), spelling)
    if not isinstance(words, Iterable):
        raise UsageError(f"{name} must be a path or words, not {value_text(words)}")

    each_once = sorted({checked_word(word, length, spelling) for word in words})
    if not each_once:
        raise DataError(f"the {name}: there are none")
    check_alphabet_size(each_once, f"the {name}")
    return WordList(length, each_once, f"the {name}", spelling)
