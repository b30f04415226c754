"""opener: the first guess of the packaged books for a word list file that is known by its size and CRC-32.

The table `books/openers.txt` has a line `LENGTH SIZE CRC32 WORD` for each known file (`python -m tools.openers`).
The player writes this guess before it loads a book: the book, its tree and the whole hash of the list come while the
reply is awaited. A file that has this size and CRC-32 and is another list is noticed then, and played without a book.
"""

import os
import zlib

from lingo_common.errors import DataError
from wordlists.reader import locate

# lingo_bot.book has this directory too, but importing it would delay the first guess.
TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "books", "openers.txt")


def opener(length: int, source: str | None) -> str | None:
    """The first guess for the words of that length in a list, None if it is not known.

    source: the list's file, or the directory that holds it; None for the list that wordlists.reader.locate finds.

    Only a file whose size is in the table is read. A pipe has the size 0, which is in no line. It can be read only
    once, so it is left to the player, which reads the list later.
    """
    try:
        path = locate(length, source)
        with open(TABLE, encoding="ascii") as file:
            table = file.read()

        # A line is found in the text of the table by its beginning, after a line break. The first line of the table is
        # empty, so a line break stands before each of the others.
        length_and_size = f"\n{length} {os.path.getsize(path)} "
        if length_and_size not in table:
            return None

        with open(path, "rb") as words:
            checksum = zlib.crc32(words.read())
    except (OSError, DataError):
        return None  # whoever reads the list says why it cannot be read

    _, _, from_word = table.partition(f"{length_and_size}{checksum} ")
    word, _, _ = from_word.partition("\n")
    return word or None
