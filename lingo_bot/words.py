"""RawList: a word list file, whose words can be found by index without parsing a sorted file."""

from __future__ import annotations

import os

from lingo_common.errors import DataError
from wordlists import reader

WORDS_AN_OFFSET = 1024
"""A book holds the byte offset of every 1024th word of a known file."""

TYPE_CHECKING = False  # importing typing would double the launch time; type checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordlists.spelling import Spelling


class RawList:
    """The content of a word list file: its hash, and its words on demand."""

    def __init__(
        self, length: int, source: str | os.PathLike[str] | None = None, spelling: Spelling | None = None
    ) -> None:
        self.length, self.spelling = length, spelling
        self.path = reader.locate(length, source)
        self._data = reader.read_bytes(self.path)
        self.digest = reader.digest(self._data)
        self._parsed: reader.WordList | None = None

    def parsed(self) -> reader.WordList:
        """The words; DataError if the file has none of this length."""
        if self._parsed is None:
            self._parsed = reader.word_list(self._data, self.length, self.path, self.spelling)
        return self._parsed

    def by_index(self, fingerprint: str, word_offsets: Sequence[int] = ()) -> Callable[[int], str]:
        """The function from an index to a word of this list, which has that fingerprint; it raises DataError.

        An ASCII file whose hash is the fingerprint holds just the sorted words: a word's place is computed. With word
        offsets (see the method word_offsets) a part of the file is searched. Otherwise the file is parsed.
        """
        if self.digest == fingerprint and self._data.isascii() and self.spelling is None:
            return lambda index: self._checked(self._by_arithmetic, index)
        if word_offsets:
            return lambda index: self._checked(self._after_offset, index, word_offsets)
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

    def _after_offset(self, index: int, word_offsets: Sequence[int]) -> str:
        place, further = divmod(index, WORDS_AN_OFFSET)
        [start, *stop] = word_offsets[place : place + 2]
        lines = self._data[start : stop[0] if stop else None].split(b"\n")
        words = dict.fromkeys(line for line in lines if len(line) == self.length)
        return list(words)[further].decode("ascii")

    def word_offsets(self) -> list[int]:
        """The byte offsets of every WORDS_AN_OFFSET-th word, repetitions not counted.

        Empty if the lines of this length are not the sorted words.
        """
        starts: dict[bytes, int] = {}
        position = 0
        for line in self._data.split(b"\n"):
            if len(line) == self.length:
                starts.setdefault(line, position)
            position += len(line) + 1
        in_order = list(starts) == [word.encode() for word in self.parsed().words]
        return list(starts.values())[::WORDS_AN_OFFSET] if in_order else []
