"""The words of a list by index, without parsing the file where it is just those words, sorted, one a line."""

import hashlib
import os

from programs.errors import DataError
from wordlists import reader


class RawList:
    """A word list file as it was read: its hash first, its words when they are asked for."""

    def __init__(self, length: int, source: str | os.PathLike[str] | None = None) -> None:
        self.length = length
        self.path = reader.locate(length, source)
        self._data = reader.read_bytes(self.path)
        self.digest = hashlib.sha256(self._data).hexdigest()
        self._parsed: reader.WordList | None = None

    def parsed(self) -> reader.WordList:
        """The list itself; DataError where the file holds no word of this length."""
        if self._parsed is None:
            words = reader.parse(self._data, self.length)
            if not words:
                raise DataError(f"{self.path}: no words of {self.length} letters a-z")
            self._parsed = reader.WordList(self.length, words, self.path)
        return self._parsed

    def word(self, index: int, fingerprint: str) -> str:
        """The word of that index in the list of that fingerprint.

        A file whose hash is the fingerprint holds the sorted words and nothing else: the word is found by arithmetic.
        """
        if self.digest == fingerprint:
            start = index * (self.length + 1)
            return self._data[start : start + self.length].decode("ascii")
        return self.parsed().words[index]
