"""Frequencies: a file of word and count, which weighs the secrets of a game. Standard library only."""

from __future__ import annotations

from lingo_common.errors import DataError
from wordlists.reader import WordList, read_bytes
from wordlists.spelling import Spelling

MAX_WEIGHT = 1 << 24
"""The largest sum of the weights of a game: a criterion keeps a table that is as long."""
_SEPARATORS = str.maketrans(",;", "  ")
_MAX_DIGITS = 18
"""A count of more digits is a mistake; the sum of such counts fits in 64 bits."""


class Frequencies:
    """The counts of a file, by word in the form of wordlists.spelling.

    A line is a word and a whole number, with white space, a comma or a semicolon between them; the counts of lines
    with the same word are added.
    """

    __slots__ = ("_counts", "path")

    def __init__(self, path: str, spelling: Spelling) -> None:
        """Read the file; DataError, with the number of the line, for a line that is no word and count."""
        self.path = path
        self._counts: dict[str, int] = {}
        text = read_bytes(path).decode("utf-8-sig", "replace")

        for number, line in enumerate(text.splitlines(), 1):
            fields = line.translate(_SEPARATORS).split()
            if not fields:
                continue
            if len(fields) != 2 or not _is_count(fields[1]):
                raise DataError(f"{path}: line {number}: not a word and a whole number: '{line.strip()[:40]}'")
            word = spelling.read(fields[0])
            count = int(fields[1])
            self._counts[word] = self._counts.get(word, 0) + count

    def weights(self, secrets: WordList) -> tuple[list[int], list[str]]:
        """The count of each secret, 1 at least, and a remark if some have none; DataError if the file does not fit."""
        of_length = f"words of {secrets.length} letters"
        counts = [self._counts.get(word, 0) for word in secrets.words]
        if not any(counts):
            raise DataError(f"{self.path}: counts none of the {len(counts):,} {of_length}")

        weights = [max(1, count) for count in counts]
        if sum(weights) > MAX_WEIGHT:
            # Each quotient is rounded up to 1 at least, which adds less than one for each secret.
            room = MAX_WEIGHT - len(counts)
            by = (sum(counts) - 1) // room + 1
            raise DataError(
                f"{self.path}: the counts of {secrets.length}-letter words add up to {sum(weights):,}, more than "
                f"{MAX_WEIGHT:,}: divide them all by {by:,} or more"
            )

        if all(counts):
            return weights, []

        example = secrets.spelling.write(secrets.words[counts.index(0)])
        missing = f"{counts.count(0):,} of {len(counts):,} {of_length}"
        return weights, [f"{self.path}: {missing} have no count and count once, such as '{example}'"]


def _is_count(text: str) -> bool:
    """Whether the text is a whole number of at most _MAX_DIGITS of the digits 0 to 9."""
    return text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS
