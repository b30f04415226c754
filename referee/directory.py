"""The directory that players run in: the word lists of the run, read-only, in one canonical form."""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping

from wordlists.reader import WordList

_READ_ONLY = 0o444


@contextlib.contextmanager
def working_directory(lists: Mapping[int, WordList]) -> Iterator[str]:
    """The path of a new directory with wordlist.txt and every wordlistN.txt; it is removed afterwards."""
    path = tempfile.mkdtemp(prefix="lingo-")
    try:
        furnish(path, lists)
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def furnish(path: str, lists: Mapping[int, WordList]) -> None:
    """Write wordlistN.txt for every length, and wordlist.txt with all their words: sorted, one a line."""
    for length, words in lists.items():
        _write(os.path.join(path, f"wordlist{length}.txt"), words.words)
    every = sorted(word for words in lists.values() for word in words.words)
    _write(os.path.join(path, "wordlist.txt"), every)


def _write(path: str, words: list[str]) -> None:
    with open(path, "w", encoding="ascii", newline="\n") as file:
        file.writelines(f"{word}\n" for word in words)
    os.chmod(path, _READ_ONLY)
