"""The words of a run: the games with their lists, the draw, and the commitment that is published before the first game.

Words are drawn without replacement; the draw is a function of the seed and the word list. The words of a length are
sorted by sha256("SEED:WORD"), and the first ones are taken. Every Python version, and any other referee, draws the same
words. A longer draw begins with the shorter one.
"""

import hashlib
import logging
import os
import re
import secrets
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from lingo_common.errors import DataError, count_text
from lingo_common.option import number_reader
from wordlists.lengths import message_for_length
from wordlists.reader import LONGEST_WORD, PACKAGED, SHORTEST_WORD, read_bytes
from wordlists.rules import GameOptions
from wordlists.spelling import PLAIN, Spelling
from wordlists.word_game import WordGame

_log = logging.getLogger(__name__)

PACKAGED_NAME = "packaged"
"""What records and reports call the directory of the packaged lists, which differs by installation."""
IMPORTED = "imported"
"""What the record of an imported run has in place of a word list's path, and of a level of isolation."""

WordGames = dict[int, WordGame]
"""The word game of each length; all have the same rules."""


def read_word_games(lengths: Iterable[int], options: GameOptions) -> WordGames:
    """Return the games of every length with these options.

    Raises DataError if there is no list of a length, or it cannot be read. Where several lengths are asked for, it says
    which can be played.
    """
    lengths = list(lengths)
    if lengths and max(lengths) > LONGEST_WORD:
        raise DataError(message_for_length(max(lengths)))

    games, problems = _games_and_problems(lengths, options)
    if problems and len(lengths) > 1:
        # Perhaps none of the lengths asked for is there: these may be the defaults of a command.
        playable = games or _games_and_problems(range(SHORTEST_WORD, LONGEST_WORD + 1), options)[0]
        if playable:
            raise DataError(f"{problems[0]}; to play what is there: --lengths {','.join(map(str, playable))}")
    if problems:
        raise problems[0]

    for game in games.values():
        finish_reading(game)
        # The record of a run names its lists by these paths. It may be read from another directory.
        words, answers, frequencies = map(_absolute, game.paths)
        game.paths = (words, answers, frequencies)

    return games


def _absolute(path: str | None) -> str | None:
    """Return the absolute path; None where there is no file."""
    return None if path is None else os.path.abspath(path)


def _games_and_problems(lengths: Iterable[int], options: GameOptions) -> tuple[WordGames, list[DataError]]:
    """Return the games of the lengths whose lists can be read, and why the other lists cannot."""
    games: WordGames = {}
    problems: list[DataError] = []
    for length in lengths:
        try:
            game = options.word_game(length)
            # Only now is its list read.
            if game.size > 0:
                games[length] = game
        except DataError as error:
            problems.append(error)

    return games, problems


def finish_reading(word_game: WordGame) -> None:
    """Log the remarks on the lists, such as entries that were left out, and forget the content of their files.

    A contest has many lists, whose words stay in memory.
    """
    for remark in word_game.remarks:
        _log.warning("%s", remark)
    word_game.words.forget_file()


def read_word(word: str, word_game: WordGame) -> str:
    """Return the word in the form of wordlists.spelling; DataError if it may not be guessed in the game."""
    secret = word_game.spelling.read(word)
    if secret not in word_game.words:
        raise DataError(f"'{word}' is not in the word list {word_game.words.path}")
    return secret


def source_name(games: WordGames, source: str | None) -> str:
    """Return the name of the lists: the source as the user gave it, else the paths of the files in use.

    The directory of the packaged lists is called 'packaged'.
    """
    if source is not None:
        return source
    paths = [game.words.path for game in games.values()]
    names = [PACKAGED_NAME if is_packaged(path) else path for path in paths]
    return ", ".join(dict.fromkeys(names))


def path_from_record(path: str) -> str:
    """Return the path by which a list can be read again: the inverse of path_for_record on this installation."""
    return PACKAGED if path == PACKAGED_NAME else path


def path_for_record(path: str) -> str:
    """Return the path that a record keeps: PACKAGED_NAME for a packaged list, else the path itself."""
    return PACKAGED_NAME if is_packaged(path) else path


def is_packaged(path: str) -> bool:
    """Return whether it is the directory of the packaged lists, or a file in it."""
    return PACKAGED in (path, os.path.dirname(path))


ALL = "all"
"""The number of rounds that plays every word."""
_log = logging.getLogger(__name__)

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
    return sorted(words, key=lambda word: (hashlib.sha256(f"{seed}:{word}".encode()).digest(), word))


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
