"""Frequencies: a file of word and count, which weighs the secrets of a game. Standard library only."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm

from lingo_common.errors import DataError, count_text, excerpt
from wordlists.reader import read_bytes
from wordlists.spelling import Spelling
from wordlists.word_list import WordList

MAX_WEIGHT = 1 << 24
"""The largest sum of the weights of a game: a criterion keeps a table that is as long."""
_SEPARATORS = str.maketrans(",;", "  ")
"""Commas and semicolons separate a word from its count as blanks do."""
_COUNT = re.compile(r"[0-9]{1,18}(\.[0-9]{1,18})?", re.ASCII)
"""A count, such as `12` or `0.5`. More than 18 digits before or after the point are a mistake."""


class Frequencies:
    """The counts of a file, by word in the form of wordlists.spelling.

    A line is a word and a number, whole or with a decimal point, with white space, a comma or a semicolon between them;
    the counts of lines with the same word are added. A word whose count is 0 may be guessed and is never the secret.
    """

    def __init__(self, path: str, spelling: Spelling) -> None:
        """Read the file; DataError, with the number of the line, for a line that is no word and count."""
        self.path = path
        self._counts: dict[str, Fraction] = {}

        text = read_bytes(path).decode("utf-8-sig", "replace")
        for number, line in enumerate(text.splitlines(), 1):
            fields = line.translate(_SEPARATORS).split()
            if not fields:
                continue
            is_word_and_count = len(fields) == 2 and _COUNT.fullmatch(fields[1])
            if not is_word_and_count:
                raise DataError(f"{path}: line {number}: not a word and a number: '{excerpt(line.strip())}'")
            word = spelling.read(fields[0])
            self._counts[word] = self._counts.get(word, Fraction(0)) + Fraction(fields[1])

    def weights(self, secrets: WordList, letter: str | None) -> tuple[WordList, list[int], list[str]]:
        """The secrets whose count is not 0, the weight of each, 1 at least, and remarks for people.

        Weights are the counts if these are whole numbers whose sum is at most MAX_WEIGHT, else the whole numbers that
        whole_weights makes of them. A secret that the file does not name has weight 1.

        letter: the first letter of all these secrets, None if they begin with any letter. Raises DataError if each
        secret has the count 0, and if the file names none of them, because it is the wrong file then. With a letter
        such a file is accepted, because few words begin with a rare letter: then all secrets count alike.
        """
        of_length = f"words of {count_text(secrets.length, 'letter')}"
        # Words whose count is 0 are left out. Those that the file does not name stay, and get a 0 in `counts`.
        words = [word for word in secrets.words if self._counts.get(word) != 0]
        counts = [self._counts.get(word, Fraction(0)) for word in words]
        counts_none = not any(counts)
        if not words or (counts_none and letter is None):
            raise DataError(f"{self.path}: counts none of the {len(secrets):,} {of_length}")

        missing = counts.count(Fraction(0))
        weights, unit = _weights_of(counts)

        unit_text = f"{float(unit):.4g}"
        remarks: list[str] = []
        if unit != 1:
            remarks.append(f"{self.path}: figures count {unit_text} as 1")
        if len(words) < len(secrets):
            never = f"{len(secrets) - len(words):,} of {len(secrets):,}"
            remarks.append(f"{self.path}: {of_length} with the count 0, which are never the secret: {never}")
            secrets = secrets.with_words(words)

        if missing:
            how_many = f"{missing:,} of {len(words):,}"
            remarks.append(f"{self.path}: {of_length} without a count: {how_many}; each counts {unit_text}")

        return secrets, weights, remarks


def _weights_of(counts: Sequence[Fraction]) -> tuple[list[int], Fraction]:
    """The weights of Frequencies.weights, and the count that 1 stands for, which is 1 if the weights are the counts."""
    if all(count.denominator == 1 for count in counts):
        counts = [max(count, Fraction(1)) for count in counts]
        if sum(counts) <= MAX_WEIGHT:
            return list(map(int, counts)), Fraction(1)

    return whole_weights(counts, MAX_WEIGHT)


def whole_weights(counts: Sequence[Fraction], most: int) -> tuple[list[int], Fraction]:
    """Whole numbers in the proportions of the counts, and the count that 1 stands for.

    They are the smallest numbers in exactly these proportions, unless their sum could exceed `most`. Then the counts
    are scaled down and rounded, so that the sum is at most `most`. A count of 0 becomes 1.

    >>> whole_weights([Fraction("0.5"), Fraction("1.25")], 100)
    ([2, 5], Fraction(1, 4))
    """
    # The gcd of numerators over the lcm of denominators is the largest fraction that divides every count.
    numerator = gcd(*(count.numerator for count in counts))
    denominator = lcm(*(count.denominator for count in counts))
    unit = Fraction(numerator, denominator)

    # To round a count, or to make 1 of 0, adds at most 1 to it.
    room = most - len(counts)
    if sum(counts) > room * unit:
        unit = sum(counts, Fraction(0)) / room
    return [max(1, round(count / unit)) for count in counts], unit
