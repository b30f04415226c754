"""Build the packaged lists from SCOWL: python -m tools.packaged_lists [SCOWL_DIRECTORY] (Debian package `scowl`)."""

import sys
from collections.abc import Sequence
from pathlib import Path

from lingo_common.errors import DataError
from lingo_common.files import write_whole
from wordlists.reader import COMMON, LONGEST_PACKAGED, PACKAGED, SHORTEST_PACKAGED, parse_words

SCOWL = Path("/usr/share/dict/scowl")
NOTICE = Path("/usr/share/doc/scowl/copyright")
CATEGORIES = ("english", "american", "british")
"""The spellings that are taken; a file of SCOWL holds the words of one spelling and one size."""
SIZES = (10, 20, 35, 40, 50, 55, 60, 70, 80)
"""SCOWL's sizes: the larger, the rarer the words. SCOWL's largest size, 95, is left out."""
COMMON_SIZES = (10, 20, 35)
"""The sizes of words that most people know."""


def words_by_length(directory: Path, sizes: Sequence[int]) -> dict[int, list[str]]:
    """The sorted words of the letters a-z of each length; DataError if SCOWL is missing."""
    files = []
    for category in CATEGORIES:
        files += [directory / f"{category}-words.{size}" for size in sizes]
    missing = [file for file in files if not file.exists()]
    if missing:
        raise DataError(f"{missing[0]}: not found; install SCOWL first (Debian: apt-get install scowl)")

    entries: list[str] = []
    for file in files:
        entries += file.read_text(encoding="iso-8859-1").splitlines()

    # A capital marks a name.
    text = "\n".join(entry for entry in entries if entry == entry.lower()).encode()

    by_length = {}
    for length in range(SHORTEST_PACKAGED, LONGEST_PACKAGED + 1):
        words = parse_words(text, length)
        by_length[length] = [word for word in words if word.isascii()]

    return by_length


def _lines_of(words: Sequence[str]) -> str:
    """The words, one a line."""
    return "".join(f"{word}\n" for word in words)


def main(directory: Path = SCOWL) -> None:
    """Write wordlistN.txt for every length, the common words, and SCOWL's notice, to the package."""
    common = words_by_length(directory, COMMON_SIZES)
    common_text = ""
    for length, words in words_by_length(directory, SIZES).items():
        write_whole(Path(PACKAGED) / f"wordlist{length}.txt", _lines_of(words))
        print(f"{length:2} letters: {len(words):6} words, {len(common[length]):5} of them common")
        common_text += _lines_of(common[length])

    write_whole(Path(PACKAGED) / COMMON, common_text)
    if NOTICE.exists():
        write_whole(Path(PACKAGED) / "NOTICE", NOTICE.read_bytes())


if __name__ == "__main__":
    try:
        main(*map(Path, sys.argv[1:2]))
    except DataError as error:
        sys.exit(f"packaged_lists: {error}")
