"""Arguments of Python programs: numbers, choices and word lists, checked."""

import os
from collections.abc import Iterable, Sequence
from typing import Any

from lingo_bot.assistant.steps import checked_word
from lingo_common.errors import DataError, UsageError
from wordlists.reader import WordList, open_list
from wordlists.spelling import Spelling

Words = str | os.PathLike[str] | Iterable[str]
"""A word list file, a directory that holds one, or the words themselves."""


def whole_number_from(least: int, name: str, value: Any, most: int | None = None) -> int:
    """The value; UsageError that names the argument if it is no whole number from `least`, or to `most` if given."""
    if type(value) is not int or value < least or (most is not None and value > most):
        limits = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise UsageError(f"{name} must be a whole number {limits}, not {value!r}")
    return value


def one_of(name: str, value: Any, values: Sequence[str], or_else: str = "") -> str:
    """The value; UsageError if it is none of the values. or_else: another form that is taken, for the message."""
    if value not in values:
        raise UsageError(f"{name} must be {', '.join(values)}{or_else}, not {value!r}")
    return str(value)


def list_of(words: Words | None, length: int, name: str, spelling: Spelling) -> WordList:
    """The words of a source (see wordlists.reader.locate), or those of Python; DataError if they cannot be used.

    name: the argument, for messages.
    """
    if words is None or isinstance(words, str | os.PathLike):
        return open_list(length, words, spelling)
    if not isinstance(words, Iterable):
        raise UsageError(f"{name} must be a path or words, not {words!r}")
    listed = sorted({checked_word(word, length, spelling) for word in words})
    if not listed:
        raise DataError(f"the {name}: there are none")
    return WordList(length, listed, f"the {name}", spelling)
