"""The word lists of a run: reading them, and the names that users know them by."""

import os
from collections.abc import Iterable, Mapping

from lingo_common.errors import DataError
from wordlists.reader import PACKAGED, WordList, read

PACKAGED_NAME = "packaged"
"""The name of the packaged lists."""


def read_lists(lengths: Iterable[int], source: str | None) -> dict[int, WordList]:
    """The word list of every length (see wordlists.reader.locate for the source); DataError as there."""
    return {length: read(length, source) for length in lengths}


def list_with(word: str, source: str | None) -> WordList:
    """The word list of the word's length; DataError if it does not have the word."""
    words = read(len(word), source)
    if word not in words:
        raise DataError(f"'{word}' is not in the word list {words.path}")
    return words


def called(lists: Mapping[int, WordList], source: str | None) -> str:
    """The source as the user gave it, else 'packaged', else the paths of the files in use."""
    if source is not None:
        return source
    names = (PACKAGED_NAME if _is_packaged(words) else words.path for words in lists.values())
    return ", ".join(dict.fromkeys(names))


def _is_packaged(words: WordList) -> bool:
    return os.path.dirname(words.path) == PACKAGED


def kept_path(words: WordList) -> str:
    """The path that a record keeps: absolute, or 'packaged', because installations differ in that directory."""
    return PACKAGED_NAME if _is_packaged(words) else os.path.abspath(words.path)


def source_of(path: str) -> str:
    """Where to read the list again that a record names by this path."""
    return PACKAGED if path == PACKAGED_NAME else path
