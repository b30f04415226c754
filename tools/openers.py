"""The table of first guesses that the player makes before it loads a book (lingo_bot.opener).

usage: python -m tools.openers [PATH]...      known lists besides the packaged ones: files or directories

Run it again whenever a packaged book gets another tree. If the table has another first guess than the tree, the player
leaves the tree with its first move.
"""

import sys
import zlib
from collections.abc import Iterator, Sequence

from lingo_bot.book_player import book_for
from lingo_bot.launch import DEFAULT_STRATEGY
from lingo_bot.opener import TABLE
from lingo_common.files import write_whole
from wordlists.reader import LONGEST_PACKAGED, PACKAGED, SHORTEST_PACKAGED, read_bytes
from wordlists.word_game import read_game


def openers_table(sources: Sequence[str]) -> str:
    """The table of all packaged trees for the lists of the sources, with an empty first line."""
    lines: set[str] = set()
    for source in sources:
        for length in range(SHORTEST_PACKAGED, LONGEST_PACKAGED + 1):
            lines.update(_lines(length, source))

    in_order = sorted(lines, key=_numbers_of)
    return "\n".join(["", *in_order, ""])


def _numbers_of(line: str) -> list[int]:
    """The length, the size and the checksum in a line of the table."""
    length, size, checksum, _ = line.split()
    return [int(length), int(size), int(checksum)]


def _lines(length: int, source: str) -> Iterator[str]:
    """Yield the line of the source's list, and that of a file with just its sorted words, as a referee writes it.

    A line is `LENGTH BYTES CRC32 FIRST_GUESS`: lingo_bot.opener knows a file by its size and checksum.
    """
    word_game = read_game(length, source)
    tree = book_for(word_game, DEFAULT_STRATEGY, None)
    if tree is None:
        return

    words = word_game.words.words
    first = words[tree.guesses[0]]
    just_words = "".join(f"{word}\n" for word in words).encode()
    for data in (read_bytes(word_game.words.path), just_words):
        yield f"{length} {len(data)} {zlib.crc32(data)} {first}"


if __name__ == "__main__":
    write_whole(TABLE, openers_table([PACKAGED, *sys.argv[1:]]))
