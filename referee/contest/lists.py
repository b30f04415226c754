"""The word lists of a run: read once, and named as the user knows them."""

import os
from collections.abc import Iterable, Mapping

from wordlists.reader import PACKAGED, WordList, read

PACKAGED_NAME = "packaged"
"""What the packaged lists are called."""


def read_lists(lengths: Iterable[int], source: str | None) -> dict[int, WordList]:
    """The word list of every length (see wordlists.reader.locate for the source); DataError as there."""
    return {length: read(length, source) for length in lengths}


def called(lists: Mapping[int, WordList], source: str | None) -> str:
    """The source as the user gave it, else 'packaged', else the files of the working directory in use."""
    if source is not None:
        return source
    names = (PACKAGED_NAME if _is_packaged(words) else words.path for words in lists.values())
    return ", ".join(dict.fromkeys(names))


def _is_packaged(words: WordList) -> bool:
    return os.path.dirname(words.path) == PACKAGED


def kept_path(words: WordList) -> str:
    """The path to keep in a record: absolute, or 'packaged', which a later installation has elsewhere."""
    return PACKAGED_NAME if _is_packaged(words) else os.path.abspath(words.path)


def source_of(path: str) -> str:
    """Where to read a list again whose path was kept."""
    return PACKAGED if path == PACKAGED_NAME else path
