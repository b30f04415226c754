"""Reading word lists; all programs use this reader, so they all see the same words.

It imports little: the player imports it before it prints its first guess.
"""

import operator
import os

from lingo_common.errors import DataError, reason

try:  # Python's own sha256: hashlib loads OpenSSL, which takes longer than hashing a list of words
    from _sha2 import sha256 as _sha256  # Python 3.12 and later
except ImportError:
    try:
        from _sha256 import sha256 as _sha256
    except ImportError:
        from hashlib import sha256 as _sha256

SHORTEST, LONGEST = 4, 13
"""The word lengths of the contest."""
PACKAGED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lists")
"""The directory of the packaged lists."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_LINE_END = "\n"
_WITHIN_A_LINE = " \t\v\f\x1c\x1d\x1e\x1f"
"""White space (as str.split has it) that does not end a line."""
_LARGE = 1 << 20
"""Bytes above which OpenSSL's faster sha256 is worth the time to load it (python -m benchmarks launch)."""
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


class WordList:
    """The words of one length of one source, sorted, each once.

    length: letters of every word. words: sorted list, not empty. path: the file that they were read from.
    fingerprint: hex sha256 over the sorted words, each followed by a newline (what `sha256sum` prints for a file of
    these words).
    """

    __slots__ = ("fingerprint", "length", "path", "words")

    def __init__(self, length: int, words: list[str], path: str) -> None:
        self.length, self.words, self.path = length, words, path
        self.fingerprint = fingerprint(words)

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        """Whether the word is in the list; a binary search, so that no set has to be built first."""
        from bisect import bisect_left  # the player needs no look-up before its first guess

        place = bisect_left(self.words, word) if isinstance(word, str) else len(self.words)
        return place < len(self.words) and self.words[place] == word


def fingerprint(words: list[str]) -> str:
    """Hex sha256 over the words in the given order, each followed by a newline."""
    return digest(("\n".join(words) + "\n").encode())


def digest(data: bytes) -> str:
    """Hex sha256 of data."""
    if len(data) > _LARGE:
        import hashlib

        return hashlib.sha256(data).hexdigest()
    return str(_sha256(data).hexdigest())


def read(length: int, source: str | os.PathLike[str] | None = None) -> WordList:
    """The words of that length in the source (see locate).

    Raises DataError, which names the file, if it is missing, unreadable or binary, or has no word of that length.
    """
    path = locate(length, source)
    data = read_bytes(path)
    words = parse(data, length)
    if not words:
        raise no_words(path, data, length)
    return WordList(length, words, path)


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
        raise DataError(f"{source}: the directory holds neither wordlist{length}.txt nor wordlist.txt")
    return found


def no_words(path: str, data: bytes, length: int) -> DataError:
    """The error for a file without words of that length; it names the lengths that the file has."""
    there = [str(other) for other in range(SHORTEST, LONGEST + 1) if parse(data, other)]
    return DataError(f"{path}: no words of {length} letters a-z{', only of ' if there else ''}{', '.join(there)}")


def _in_directory(length: int, directory: str) -> str | None:
    for name in (f"wordlist{length}.txt", "wordlist.txt"):
        path = os.path.join(directory, name)
        if os.path.exists(path):
            return path
    return None


def _packaged(length: int) -> str:
    path = os.path.join(PACKAGED, f"wordlist{length}.txt")
    if not os.path.exists(path):
        raise DataError(f"no packaged list of {length}-letter words: lengths are {SHORTEST} to {LONGEST}")
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


def parse(data: bytes, length: int) -> list[str]:
    """The sorted words of that length in the content of a file, each once; one entry a line.

    Case and white space around an entry are ignored. Entries that are not exactly that many letters a-z are dropped.
    """
    # Only ASCII letters become lower case; every other byte becomes a character that is not a letter a-z.
    text = data.removeprefix(_BYTE_ORDER_MARK).lower().decode("ascii", "replace")
    if any(space in text for space in _WITHIN_A_LINE):  # an entry with white space inside is dropped, not split
        entries = [line.strip() for line in _LINE_END.join(text.split("\r")).split(_LINE_END)]
    else:
        entries = text.split()
    entries = [entry for entry in entries if len(entry) == length]
    joined = "".join(entries)
    if not (joined.isascii() and joined.isalpha()):  # one test for all entries: fast
        entries = [entry for entry in entries if entry.isascii() and entry.isalpha()]
    in_order = all(map(operator.lt, entries, entries[1:]))  # most files are sorted, which saves half the time
    return entries if in_order else sorted(set(entries))
