"""Files of words: where they are, how they are read, and the words in them. Standard library only.

It imports little, because the player imports it before its first guess.
"""

from __future__ import annotations

import os

from lingo_common.errors import DataError, reason
from wordlists.spelling import PLAIN, Spelling

Source = str | os.PathLike[str] | None
"""A file or directory, None for the usual places (see locate)."""
SHORTEST_PACKAGED, LONGEST_PACKAGED = 4, 13
"""The word lengths of the contest and of the packaged lists."""
SHORTEST_WORD, LONGEST_WORD = 1, 20
"""The word lengths that can be played: the base-3 number of a reply to more letters does not fit in 32 bits."""
LARGEST_LIST = 256 << 20
"""The most bytes of a file of words. Without a limit, reading a device such as /dev/zero would never end."""
PACKAGED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lists")
"""The directory of the packaged lists."""
COMMON = "common.txt"
"""The packaged list of common words of all lengths: secrets for a person."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_WITHIN_A_LINE = " \t\v\f\x1c\x1d\x1e\x1f"
"""The white space of ASCII (see str.split) but for the ends of lines, `\\n` and `\\r`."""


def locate(length: int, source: Source = None) -> str:
    """The path of the file to read: in a directory wordlistN.txt, else wordlist.txt; a file is read itself.

    Without a source it is a file of the working directory, else the packaged list. Raises DataError if there is none.
    """
    directory = "" if source is None else os.fspath(source)
    if source is not None and not os.path.isdir(directory):
        return directory

    for name in (f"wordlist{length}.txt", "wordlist.txt"):
        path = os.path.join(directory, name)
        # A link to nothing is an error later, and no reason to take another list.
        if os.path.lexists(path):
            return path

    if source is not None:
        raise DataError(f"{directory}: the directory holds neither wordlist{length}.txt nor wordlist.txt")

    if not SHORTEST_PACKAGED <= length <= LONGEST_PACKAGED:
        raise DataError(
            f"no packaged list of {length}-letter words, only of {SHORTEST_PACKAGED} to {LONGEST_PACKAGED} letters: "
            "give your own list"
        )
    return os.path.join(PACKAGED, f"wordlist{length}.txt")


def read_bytes(path: str) -> bytes:
    """The content of a word list file; DataError if it cannot be read or is not text."""
    try:
        if 0 < os.path.getsize(path) <= LARGEST_LIST:
            with open(path, "rb") as file:
                data = file.read()
        else:
            # A file that is empty or too large; a pipe, a device or a file of the kernel, which tell the size 0. Most
            # lists are none of these, and importing the module that reads them would delay the player.
            from lingo_common.files import read_file

            data = read_file(path, LARGEST_LIST)
    except (OSError, ValueError) as error:  # a path with a null character is a ValueError
        raise DataError(f"{path}: cannot be read: {reason(error)}") from None

    if b"\0" in data:
        raise DataError(f"{path}: not a text file with one word a line")
    return data


def parse_words(data: bytes, length: int, spelling: Spelling = PLAIN) -> list[str]:
    """The sorted words of that length in a file's content, each once.

    There is a word on each line. Upper case is read as lower case, and white space around a word is dropped.
    """
    words, _ = words_and_non_words(data, length, spelling)
    return words


def words_and_non_words(data: bytes, length: int, spelling: Spelling) -> tuple[list[str], list[str]]:
    """The sorted words of that length, and the lines of that length that are no words, such as `it's` for length 4."""
    non_words: list[str] = []
    # Only lowered letters, for a text in ASCII and a spelling without groups and language. Groups change ASCII letters,
    # and so may a language: Turkish reads I as ı. Dropping accents does not.
    is_only_lowered = data.isascii() and not spelling.groups and not spelling.language
    if is_only_lowered:
        # The fast way, because the player waits for its list.
        lines = _ascii_lines(data)
    else:
        text = data.removeprefix(_BYTE_ORDER_MARK).decode("utf-8", "replace")
        lines = _lines(spelling.read(text))
        non_words += _entries_of_changed_length(_lines(text), lines, length, spelling)

    entries = [line for line in lines if len(line) == length]
    # Asking once for all of them is quick, and in nearly every list all are words.
    if not spelling.is_word("".join(entries)):
        non_words += [entry for entry in entries if not spelling.is_word(entry)]
        entries = [entry for entry in entries if spelling.is_word(entry)]

    # A dict keeps the order, in which most lists are sorted already, so that sorting takes no time; a set does not.
    return sorted(dict.fromkeys(entries)), non_words


def _ascii_lines(data: bytes) -> list[str]:
    """The lines of a text in ASCII, in lower case, without the white space around them; empty lines may be missing."""
    text = data.decode("ascii").lower()
    has_blanks = any(space in text for space in _WITHIN_A_LINE)
    if has_blanks:
        return _lines(text)
    # The only white space is that between lines. Splitting at any white space is faster than finding the lines.
    return text.split()


def _entries_of_changed_length(
    written_lines: list[str], lines: list[str], length: int, spelling: Spelling
) -> list[str]:
    """The written lines of that length that the spelling reads as a non-word of another length.

    lines: the same lines as the spelling reads them. `İzmir` has five characters. In lower case it has six, because `İ`
    becomes an i and a dot above, which is no letter. A user who sees five characters is told why the word is missing.
    """
    entries = []
    # A spelling keeps the ends of lines, so both have the same number of lines.
    for written, line in zip(written_lines, lines, strict=True):
        changes_length = len(written) == length and len(line) != length
        if changes_length and not spelling.is_word(line):
            entries.append(written)
    return entries


def _lines(text: str) -> list[str]:
    """The lines of a text, without the white space around them; white space inside a line stays."""
    return [line.strip() for line in text.replace("\r", "\n").split("\n")]
