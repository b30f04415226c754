"""The reader of word lists, used by all programs. Standard library only.

It imports little, because the player imports it before its first guess.
"""

from __future__ import annotations

import operator
import os

from lingo_common.errors import DataError, reason
from wordlists.spelling import PLAIN, Spelling, why_no_word

try:  # Python's own sha256: hashlib loads OpenSSL, which takes longer than hashing a list of words
    from _sha2 import sha256 as _sha256  # Python 3.12 and later
except ImportError:
    try:
        from _sha256 import sha256 as _sha256
    except ImportError:
        from hashlib import sha256 as _sha256

SHORTEST, LONGEST = 4, 13
"""The word lengths of the contest and of the packaged lists."""
SHORTEST_WORD, LONGEST_WORD = 1, 20
"""The word lengths that can be played: a reply to more letters does not fit in 32 bits."""
WORDS_AN_OFFSET = 1024
"""A book holds the byte offset of every 1024th word of a known file."""
MOST_LETTERS = 255
"""The most different letters of a list: in the search a letter is one byte."""
TYPE_CHECKING = False  # importing typing would double the launch time; type checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
PACKAGED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lists")
"""The directory of the packaged lists."""
COMMON = "common.txt"
"""The packaged list of common words of all lengths: secrets for a person."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_LINE_END = "\n"
_WITHIN_A_LINE = " \t\v\f\x1c\x1d\x1e\x1f"
"""White space (as str.split has it) that does not end a line."""
_LARGE = 1 << 20
"""Bytes above which OpenSSL's faster sha256 is worth the time to load it (python -m benchmarks launch)."""
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


class WordList:
    """The words of one length of one source, sorted, each once, in the form of wordlists.spelling.

    length: letters of every word. path: the file, or what messages call the words. spelling: how they are written.
    A file is read at once, because a pipe cannot be read again, and parsed when its words are first asked for.
    """

    __slots__ = ("_data", "_digest", "_fingerprint", "_left_out", "_words", "length", "path", "spelling")

    def __init__(self, length: int, words: list[str], path: str, spelling: Spelling = PLAIN) -> None:
        """words: sorted, each once, never empty."""
        self.length, self.path, self.spelling = length, path, spelling
        self._words: list[str] | None = words
        self._data: bytes | None = None
        self._digest: str | None = None
        self._fingerprint: str | None = None
        self._left_out: str | None = None

    @property
    def words(self) -> list[str]:
        """The words; DataError if the file has none of this length."""
        if self._words is None:
            assert self._data is not None
            words, others = _words_and_others(self._data, self.length, self.spelling)
            if not words:
                raise no_words(self.path, self._data, self.length, self.spelling)
            if not self._data.isascii():
                _check_alphabet(words, self.path)
            self._left_out = _left_out(others, self.length, self.path) if others else None
            self._words = words
        return self._words

    @property
    def left_out(self) -> str | None:
        """A sentence about the entries that are not words, None where there are none."""
        return self._left_out if self.words else None

    @property
    def fingerprint(self) -> str:
        """Hex sha256 over the words as they are written, each followed by a newline.

        It is what `sha256sum` prints for a file that holds just the words.
        """
        if self._fingerprint is None:
            self._fingerprint = fingerprint(self.written_words)
        return self._fingerprint

    @property
    def written_words(self) -> list[str]:
        """The words as they are written."""
        if "".join(self.words).isascii() and not self.spelling.groups:
            return self.words
        return list(map(self.spelling.write, self.words))

    def with_words(self, words: list[str]) -> WordList:
        """Other words of the same source; what was left out stays known."""
        listed = WordList(self.length, words, self.path, self.spelling)
        listed._left_out = self.left_out
        return listed

    @property
    def digest(self) -> str | None:
        """Hex sha256 of the file's content; None if the words are not those of a file that is read plainly."""
        if self._digest is None and self._data is not None and self.spelling == PLAIN:
            self._digest = hex_digest(self._data)
        return self._digest

    def word_at(self, fingerprint: str, word_offsets: Sequence[int] = ()) -> Callable[[int], str]:
        """The function from an index to a written word of this list, which has that fingerprint; it raises DataError.

        An ASCII file whose digest is the fingerprint holds just the sorted words: a word's place is computed. With word
        offsets (see the method word_offsets) a part of the file is searched. Otherwise the file is parsed.
        """
        if self._data is not None and self._data.isascii() and self.digest == fingerprint:
            word = self._by_arithmetic
        elif word_offsets:
            word = lambda index: self._after_offset(index, word_offsets)  # noqa: E731
        else:
            word = lambda index: self.spelling.write(self.words[index])  # noqa: E731

        def checked(index: int) -> str:
            try:
                text = word(index)
            except (IndexError, ValueError):
                text = ""
            if not text:
                raise DataError(f"{self.path}: a book names word {index} of this list, which it does not have")
            return text

        return checked

    def forget_file(self) -> None:
        """Keep the words alone in memory: a contest has many lists."""
        if self.words:
            self._data = None

    def _by_arithmetic(self, index: int) -> str:
        assert self._data is not None
        start = index * (self.length + 1)
        return self._data[start : start + self.length].decode("ascii")

    def _after_offset(self, index: int, word_offsets: Sequence[int]) -> str:
        assert self._data is not None
        block, further = divmod(index, WORDS_AN_OFFSET)
        [start, *stop] = word_offsets[block : block + 2]
        lines = self._data[start : stop[0] if stop else None].split(b"\n")
        words = dict.fromkeys(line for line in lines if len(line) == self.length)
        return list(words)[further].decode("ascii")

    def word_offsets(self) -> list[int]:
        """The byte offsets of every WORDS_AN_OFFSET-th word in the file, repetitions not counted.

        Empty if the lines of this length are not the sorted words.
        """
        starts: dict[bytes, int] = {}
        position = 0
        for line in (self._data or b"").split(b"\n"):
            if len(line) == self.length:
                starts.setdefault(line, position)
            position += len(line) + 1
        in_order = list(starts) == [word.encode() for word in self.words]
        return list(starts.values())[::WORDS_AN_OFFSET] if in_order else []

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        """Whether the word is in the list; a binary search, so that no set has to be built first."""
        from bisect import bisect_left  # the player needs no look-up before its first guess

        index = bisect_left(self.words, word) if isinstance(word, str) else len(self.words)
        return index < len(self.words) and self.words[index] == word


def fingerprint(words: list[str]) -> str:
    """Hex sha256 over the words in the given order, each followed by a newline."""
    return hex_digest(("\n".join(words) + "\n").encode())


def common_words(length: int) -> list[str]:
    """The common words of that length of the packaged list, sorted; empty where it has none."""
    return parse_words(read_bytes(os.path.join(PACKAGED, COMMON)), length)


def person_secrets(secrets: WordList) -> list[str]:
    """The words that a person is asked to guess: the common ones of a packaged list, else all."""
    if os.path.dirname(secrets.path) != PACKAGED:
        return secrets.words
    return sorted(set(secrets.words).intersection(common_words(secrets.length)))


def hex_digest(data: bytes) -> str:
    """Hex sha256 of data."""
    if len(data) > _LARGE:
        import hashlib

        return hashlib.sha256(data).hexdigest()
    return str(_sha256(data).hexdigest())


def open_list(length: int, source: str | os.PathLike[str] | None = None, spelling: Spelling = PLAIN) -> WordList:
    """The list of that length in the source (see locate), not parsed yet; DataError if it cannot be read."""
    path = locate(length, source)
    return word_list(read_bytes(path), length, path, spelling)


def read_list(length: int, source: str | os.PathLike[str] | None = None, spelling: Spelling = PLAIN) -> WordList:
    """The words of that length in the source (see locate), read by the spelling.

    Raises DataError, which names the file, if it is missing, unreadable or binary, or has no word of that length.
    """
    listed = open_list(length, source, spelling)
    listed.words  # noqa: B018 (parses the file)
    listed.forget_file()
    return listed


def word_list(data: bytes, length: int, path: str, spelling: Spelling = PLAIN) -> WordList:
    """The words of that length in the content of the file at path, parsed when they are first asked for."""
    listed = WordList(length, [], path, spelling)
    listed._words, listed._data = None, data
    return listed


def _check_alphabet(words: list[str], path: str) -> None:
    letters = len(set("".join(words)))
    if letters > MOST_LETTERS:
        raise DataError(f"{path}: the words use {letters} different letters: {MOST_LETTERS} at most")


def _left_out(entries: list[str], length: int, path: str) -> str:
    """One sentence that counts the entries that are not words, with a reason and an example."""
    count = f"{len(entries):,} entr{'y' if len(entries) == 1 else 'ies'} of {length} characters"
    return f"{path}: {count} left out: {why_no_word(entries[0])}, as in '{entries[0]}'"


def locate(length: int, source: str | os.PathLike[str] | None = None) -> str:
    """The path of the file to read: in a directory wordlistN.txt, else wordlist.txt; a file is read itself.

    Without a source it is a file of the working directory, else the packaged list. Raises DataError if there is none.
    """
    if source is None:
        return _in_directory(length, "") or _packaged(length)
    source = os.fspath(source)
    if not os.path.isdir(source):
        return source
    found = _in_directory(length, source)
    if not found:
        if not os.access(source, os.X_OK):
            raise DataError(f"{source}: cannot be read: permission denied")
        raise DataError(f"{source}: the directory holds neither wordlist{length}.txt nor wordlist.txt")
    return found


def no_words(path: str, data: bytes, length: int, spelling: Spelling = PLAIN) -> DataError:
    """The error that a file has no words of that length; it names the lengths that the file has."""
    there = [str(other) for other in range(SHORTEST_WORD, LONGEST_WORD + 1) if parse_words(data, other, spelling)]
    letters = f"{length} letter{'s' * (length != 1)}"
    return DataError(f"{path}: no words of {letters}{', only of ' if there else ''}{', '.join(there)}")


def no_length(typed: object) -> str:
    """What a message says of a length that cannot be played."""
    limits = f"words have {SHORTEST_WORD} to {LONGEST_WORD} letters"
    return f"{limits}, not {typed}"


def _in_directory(length: int, directory: str) -> str | None:
    for name in (f"wordlist{length}.txt", "wordlist.txt"):
        path = os.path.join(directory, name)
        if os.path.exists(path):
            return path
    return None


def _packaged(length: int) -> str:
    path = os.path.join(PACKAGED, f"wordlist{length}.txt")
    if not os.path.exists(path):
        raise DataError(
            f"no packaged list of {length}-letter words, only of {SHORTEST} to {LONGEST} letters: give your own list"
        )
    return path


def read_bytes(path: str) -> bytes:
    """The content of a word list file; DataError if it cannot be read or is not text."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {reason(error)}") from None
    if b"\0" in data or data.startswith(_UTF16_MARKS):
        raise DataError(f"{path}: not a text file with one word a line")
    return data


def parse_words(data: bytes, length: int, spelling: Spelling = PLAIN) -> list[str]:
    """The sorted words of that length in the content of a file: one entry a line, case and white space forgiven.

    Entries that are not that many letters are dropped, and repetitions counted once.
    """
    return _words_and_others(data, length, spelling)[0]


def _words_and_others(data: bytes, length: int, spelling: Spelling) -> tuple[list[str], list[str]]:
    """The sorted words of that length, and the entries of as many characters that are not words."""
    is_word: Callable[[str], bool]
    others: list[str] = []
    if data.isascii() and not spelling.groups:  # the hot path of the player
        text, is_word, every_line = data.decode("ascii").lower(), str.isalpha, False
    else:
        raw = data.removeprefix(_BYTE_ORDER_MARK).decode("utf-8", "replace")
        text = spelling.read(raw)
        is_word, every_line = spelling.is_word, True
        others = _other_lengths(raw, text, length, is_word)
    entries = _entries(text, length, every_line)
    if not is_word("".join(entries)):  # asked once for all entries, because it is quick
        others += [entry for entry in entries if not is_word(entry)]
        entries = [entry for entry in entries if is_word(entry)]
    in_order = all(map(operator.lt, entries, entries[1:]))  # most lists are sorted; then there is nothing to do
    # A dict keeps the order, so that a list that is nearly sorted is sorted fast; a set does not.
    return (entries if in_order else sorted(dict.fromkeys(entries))), others


def _other_lengths(raw: str, text: str, length: int, is_word: Callable[[str], bool]) -> list[str]:
    """The entries of that many characters that are read as more or fewer, and then are no words: `İzmir` as Turkish."""
    pairs = zip(_lines(raw), _lines(text), strict=False)
    return [entry for entry, line in pairs if len(entry) == length != len(line) and not is_word(line)]


def _lines(text: str) -> list[str]:
    """The lines of a text, without the white space around them."""
    return [line.strip() for line in _LINE_END.join(text.split("\r")).split(_LINE_END)]


def _entries(text: str, length: int, every_line: bool) -> list[str]:
    """The lines of the text that have that many characters, without the white space around them.

    White space inside a line does not separate words. every_line: look for it in each line; slow, and not needed for
    ASCII text without such white space.
    """
    lines = every_line or any(space in text for space in _WITHIN_A_LINE)
    entries = _lines(text) if lines else text.split()
    return [entry for entry in entries if len(entry) == length]
