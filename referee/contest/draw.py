"""The draw of the words, and the commitment to it that is published before the first game.

Words are drawn without replacement; the draw is a function of the seed and the word list. The words of a length are
sorted by sha256("SEED:WORD"), and the first ones are taken. Every Python version, and any other referee, draws the same
words. A longer draw begins with the shorter one.
"""

import hashlib
import logging
import re
import secrets
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from lingo_common.errors import DataError, count_text
from lingo_common.option import number_reader
from wordlists.reader import read_bytes
from wordlists.spelling import PLAIN, Spelling
from wordlists.word_game import WordGame

_log = logging.getLogger(__name__)

ALL = "all"
"""The number of rounds that plays every word."""
_LEAST_LONG_SEED = 10**10
"""Seeds below have at most ten digits, which people can retype. Others are written in hexadecimal."""
_HEXADECIMAL = re.compile("0[xX][0-9a-fA-F]{1,32}")
"""A seed in hexadecimal, of up to the 128 bits of a secret one."""
_LEAST_TOO_LONG = 2**128
"""Seeds from here on have too many digits for _HEXADECIMAL."""

Rounds = int | str
"""A number of words of each length, or ALL."""


def read_rounds(value: str | int) -> Rounds:
    """Return a number of words of each length, or ALL; ValueError for anything else."""
    try:
        return ALL if value == ALL else number_reader(1)(value)
    except ValueError:
        raise ValueError(f"must be a number of rounds, 1 or more, or '{ALL}', not {value!r}") from None


def new_seed(is_secret: bool = False) -> int:
    """Return a random seed: of at most ten digits, or a secret one of 128 bits.

    Words that are committed to need a secret one. Whoever has seen some words of a run can try all seeds of ten digits.
    """
    return secrets.randbits(128) if is_secret else secrets.randbelow(_LEAST_LONG_SEED)


def read_seed(value: str | int) -> int:
    """Return the seed that is written in decimal, or with 0x before it in hexadecimal; ValueError for other values.

    A decimal seed may be any whole number, also a negative one.
    """
    if isinstance(value, str) and _HEXADECIMAL.fullmatch(value):
        return int(value, 16)
    read_any_number = number_reader()
    seed: int = read_any_number(value)
    return seed


def seed_text(seed: int) -> str:
    """Return the seed as people read it: with up to ten digits in decimal, else with up to 128 bits as 0x1f… .

    One of more bits, which somebody must have typed in decimal, is in decimal again. read_seed reads all of them. The
    draw hashes the seed in decimal, however it is written.
    """
    is_hexadecimal = _LEAST_LONG_SEED <= seed < _LEAST_TOO_LONG
    return hex(seed) if is_hexadecimal else str(seed)


def shown_seed(seed: int | None, is_secret: bool) -> str:
    """Return what is said of the seed of a run: "seed: 7", that it is secret still, or that there is none."""
    if seed is None:
        return "words as given"
    return f"seed: {'secret until the last game' if is_secret else seed_text(seed)}"


def seed_in_json(seed: int) -> int | str:
    """Return the seed as JSON has it: a number, or the text of a long one, which many programs would round."""
    return seed if seed < _LEAST_LONG_SEED else seed_text(seed)


def in_drawing_order(words: Iterable[str], seed: int) -> list[str]:
    """Return all the words in the order of the draw: by sha256("SEED:WORD")."""
    return sorted(words, key=lambda word: hashlib.sha256(f"{seed}:{word}".encode()).digest())


def draw_words(games: Mapping[int, WordGame], rounds: Rounds, seed: int) -> dict[int, list[str]]:
    """Return the words of each length in the order of the draw; DataError if a game has fewer secrets than `rounds`."""
    ordered = {length: in_drawing_order(game.secrets.words, seed) for length, game in games.items()}
    return first_words(ordered, rounds)


def first_words(words: Mapping[int, list[str]], rounds: Rounds) -> dict[int, list[str]]:
    """Return the first `rounds` words of each length; DataError that names the length if there are fewer."""
    if not isinstance(rounds, int):
        return dict(words)  # all of them

    for length, ordered in words.items():
        if len(ordered) < rounds:
            words_of_length = f"{count_text(len(ordered), 'word')} of {count_text(length, 'letter')}"
            raise DataError(f"only {words_of_length} for {count_text(rounds, 'round')}")

    return {length: ordered[:rounds] for length, ordered in words.items()}


def words_of_file(path: str, spelling: Spelling = PLAIN) -> dict[int, list[str]]:
    """Return the words of a file with one word a line, by length, each once; a word that is repeated is logged.

    DataError names a line that is no word.
    """
    counts: Counter[str] = Counter()
    for number, line in enumerate(read_bytes(path).splitlines(), 1):
        # A byte-order mark is dropped. Bytes that are not UTF-8 become a character that is no letter.
        entry = line.decode("utf-8-sig", "replace").strip()
        if not entry:
            continue

        word = spelling.read(entry)
        if not spelling.is_word(word):
            raise DataError(f"{path}: line {number}: not a word of letters")

        counts[word] += 1

    if not counts:
        raise DataError(f"{path}: no words")

    repeated = [word for word, count in counts.items() if count > 1]
    if repeated:
        what = count_text(len(repeated), "repeated word")
        example = spelling.write(repeated[0])
        _log.warning("%s: %s, such as '%s'; each word is played once", path, what, example)

    words: dict[int, list[str]] = {}
    for word in counts:
        words.setdefault(len(word), []).append(word)
    return dict(sorted(words.items()))


def commitment_of(words: Mapping[int, Sequence[str]], nonce: str) -> str:
    """Return hex sha256 over the nonce and all words by length, in the order of the draw, a newline after each."""
    lines = [nonce]
    for length in sorted(words):
        lines += words[length]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
