"""Which words a run plays: a draw without replacement that depends on the seed and the list alone.

The words of a length are put in the order of sha256("SEED:WORD") and the first of them are taken. No
random generator is involved, so that any Python version, and any other referee, draws the same words; a
longer draw begins with the shorter one.
"""

import hashlib
import secrets
from collections.abc import Iterable, Mapping

from lingo_common.errors import DataError
from wordlists.reader import WordList, parse, read_bytes

ALL = "all"
"""The number of rounds that plays every word."""
Rounds = int | str
"""A number of words of each length, or ALL."""

_SEEDS = 2**32
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def new_seed() -> int:
    """A seed that nobody can foresee, short enough to be typed again."""
    return secrets.randbelow(_SEEDS)


def in_drawing_order(words: Iterable[str], seed: int) -> list[str]:
    """All the words in the order in which the seed draws them."""
    return sorted(words, key=lambda word: (hashlib.sha256(f"{seed}:{word}".encode()).digest(), word))


def draw(lists: Mapping[int, WordList], rounds: Rounds, seed: int) -> dict[int, list[str]]:
    """Per length the words to play, in drawing order; DataError where a list holds fewer than rounds."""
    ordered = {length: in_drawing_order(listed.words, seed) for length, listed in lists.items()}
    return first(ordered, rounds)


def first(words: Mapping[int, list[str]], rounds: Rounds) -> dict[int, list[str]]:
    """Per length the first `rounds` words; DataError, naming the length, where there are fewer."""
    if not isinstance(rounds, int):
        return dict(words)
    for length, ordered in words.items():
        if len(ordered) < rounds:
            raise DataError(f"only {len(ordered)} words of {length} letters for {rounds} rounds")
    return {length: ordered[:rounds] for length, ordered in words.items()}


def words_of_file(path: str) -> dict[int, list[str]]:
    """Per length, shortest first, the words of a file with one word a line, in the file's order, each once.

    Case, white space around a word and empty lines are forgiven; DataError names a line that is no word.
    """
    words: dict[int, dict[str, None]] = {}
    for number, line in enumerate(read_bytes(path).removeprefix(_BYTE_ORDER_MARK).splitlines(), 1):
        if entry := line.strip():
            parsed = parse(entry, len(entry))
            if not parsed:
                raise DataError(f"{path}: line {number}: not a word of letters a-z")
            words.setdefault(len(entry), {})[parsed[0]] = None
    if not words:
        raise DataError(f"{path}: no words")
    return {length: list(words[length]) for length in sorted(words)}


def check_listed(words: Mapping[int, list[str]], lists: Mapping[int, WordList], path: str) -> None:
    """DataError where a word of the file at path is not in the list: no player could guess it."""
    for length, chosen in words.items():
        listed = set(lists[length].words)
        for word in chosen:
            if word not in listed:
                raise DataError(f"{path}: '{word}' is not in the word list {lists[length].path}")
