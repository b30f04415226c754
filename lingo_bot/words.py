"""The words of a list by index, without parsing a file that has them sorted, one a line."""

from __future__ import annotations

import os

from lingo_common.errors import DataError
from wordlists import reader

LANDMARK = 1024
"""Of every so many words of a list the first is a landmark: a book says at which byte of a known file it begins."""

TYPE_CHECKING = False  # typing itself takes as long to load as the whole interpreter; type checkers know the name
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class RawList:
    """A word list file as it was read: its hash first, its words when they are asked for."""

    def __init__(self, length: int, source: str | os.PathLike[str] | None = None) -> None:
        self.length = length
        self.path = reader.locate(length, source)
        self._data = reader.read_bytes(self.path)
        self.digest = reader.digest(self._data)
        self._parsed: reader.WordList | None = None

    def parsed(self) -> reader.WordList:
        """The list itself; DataError where the file holds no word of this length."""
        if self._parsed is None:
            words = reader.parse(self._data, self.length)
            if not words:
                raise reader.no_words(self.path, self._data, self.length)
            self._parsed = reader.WordList(self.length, words, self.path)
        return self._parsed

    def by_index(self, fingerprint: str, landmarks: Sequence[int] = ()) -> Callable[[int], str]:
        """What gives the word of an index in the list of that fingerprint, which this is; DataError for no word.

        A file whose hash is the fingerprint holds the sorted words and nothing else: there words are found by
        arithmetic. Where landmarks are known (see landmarks), a word is looked for from the one before it.
        """
        if self.digest == fingerprint:
            return lambda index: self._checked(self._by_arithmetic, index)
        if landmarks:
            return lambda index: self._checked(self._after_landmark, index, landmarks)
        return lambda index: self._checked(self._of_parsed, index)

    def _checked(self, word: Callable[..., str], index: int, *how: Sequence[int]) -> str:
        try:
            found = word(index, *how)
        except (IndexError, ValueError):
            found = ""
        if not found:
            raise DataError(f"{self.path}: a book names word {index} of this list, which it does not have")
        return found

    def _of_parsed(self, index: int) -> str:
        return self.parsed().words[index]

    def _by_arithmetic(self, index: int) -> str:
        start = index * (self.length + 1)
        return self._data[start : start + self.length].decode("ascii")

    def _after_landmark(self, index: int, landmarks: Sequence[int]) -> str:
        place, further = divmod(index, LANDMARK)
        [start, *stop] = landmarks[place : place + 2]
        lines = self._data[start : stop[0] if stop else None].split(b"\n")
        words = dict.fromkeys(line for line in lines if len(line) == self.length)
        return list(words)[further].decode("ascii")

    def landmarks(self) -> list[int]:
        """The bytes at which every LANDMARK-th word begins, repetitions not counted.

        An empty list where the lines of its length are not the sorted words.
        """
        starts: dict[bytes, int] = {}
        position = 0
        for line in self._data.split(b"\n"):
            if len(line) == self.length:
                starts.setdefault(line, position)
            position += len(line) + 1
        in_order = list(starts) == [word.encode() for word in self.parsed().words]
        return list(starts.values())[::LANDMARK] if in_order else []
