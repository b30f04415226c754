"""The table of first guesses that the player makes before it loads a book (lingo_bot.opener).

usage: python -m precompute.openers [PATH]...      known lists besides the packaged ones: files or directories

Run it again whenever a packaged book gets another tree; a table that is out of date costs the player its book.
"""

import sys
import zlib
from collections.abc import Iterator, Sequence

from lingo_bot.book_player import book_for
from lingo_bot.launch import DEFAULT_STRATEGY
from lingo_bot.opener import TABLE
from lingo_common.files import write_whole
from wordlists.reader import LONGEST, PACKAGED, SHORTEST, read_bytes
from wordlists.word_game import read_game


def openers_table(sources: Sequence[str]) -> str:
    """The table of all packaged trees for the lists of the sources, with an empty first line."""
    lines = {line for source in sources for length in range(SHORTEST, LONGEST + 1) for line in _lines(length, source)}
    return "\n".join(["", *sorted(lines, key=lambda line: [int(field) for field in line.split()[:3]]), ""])


def _lines(length: int, source: str) -> Iterator[str]:
    """The lines of the file itself and of the file that holds just its sorted words, as a referee writes it."""
    game = read_game(length, source)
    entry = book_for(game, DEFAULT_STRATEGY, None)
    if entry is None:
        return
    listed = game.words.words
    first = listed[entry.tree().guesses[0]]
    for data in (read_bytes(game.words.path), "".join(f"{word}\n" for word in listed).encode()):
        yield f"{length} {len(data)} {zlib.crc32(data)} {first}"


if __name__ == "__main__":
    write_whole(TABLE, openers_table([PACKAGED, *sys.argv[1:]]))
