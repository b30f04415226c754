"""The lists of a game for Python: words and answers from files or from Python itself, checked."""

import os
from collections.abc import Iterable

from lingo_bot.assistant.steps import checked_word
from lingo_common.errors import DataError, UsageError
from wordlists.reader import WordList, open_list
from wordlists.spelling import Spelling

Words = str | os.PathLike[str] | Iterable[str]
"""A word list file, a directory that holds one, or the words themselves."""


def list_of(words: Words | None, length: int, name: str, spelling: Spelling) -> WordList:
    """The words of a source (see wordlists.reader.locate), or those of Python; DataError if they cannot be used.

    name: what messages call them.
    """
    if words is None or isinstance(words, str | os.PathLike):
        return open_list(length, words, spelling)
    if not isinstance(words, Iterable):
        raise UsageError(f"{name} must be a path or words, not {words!r}")
    found = sorted({checked_word(word, length, spelling) for word in words})
    if not found:
        raise DataError(f"the {name}: there are none")
    return WordList(length, found, f"the {name}", spelling)
