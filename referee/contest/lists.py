"""The word games of a run: reading their lists, and what its record calls them."""

import logging
import os
from collections.abc import Iterable

from lingo_common.errors import DataError
from wordlists.lengths import message_for_length
from wordlists.reader import LONGEST_WORD, PACKAGED, SHORTEST_WORD
from wordlists.rules import GameOptions
from wordlists.word_game import WordGame

_log = logging.getLogger(__name__)

PACKAGED_NAME = "packaged"
"""What records and reports call the directory of the packaged lists, which differs by installation."""
IMPORTED = "imported"
"""What the record of an imported run has in place of a word list's path, and of a level of isolation."""
UNKNOWN = "unknown"
"""Stands for the fingerprint of a word list that imported games do not tell."""

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

    word_games, problems = _games_and_problems(lengths, options)
    if problems and len(lengths) > 1:
        playable = list(word_games)
        if not playable:
            # The lengths may be the defaults of a command, and the user may have lists of other lengths.
            games_of_any_length, _ = _games_and_problems(range(SHORTEST_WORD, LONGEST_WORD + 1), options)
            playable = list(games_of_any_length)
        if playable:
            raise DataError(f"{problems[0]}; to play what is there: --lengths {','.join(map(str, playable))}")
    if problems:
        raise problems[0]

    for word_game in word_games.values():
        finish_reading(word_game)
        # The record of a run names its lists by these paths. It may be read from another directory.
        words, answers, frequencies = word_game.paths
        word_game.paths = (_absolute(words), _absolute(answers), _absolute(frequencies))

    return word_games


def _absolute(path: str | None) -> str | None:
    """Return the absolute path; None where there is no file."""
    return None if path is None else os.path.abspath(path)


def _games_and_problems(lengths: Iterable[int], options: GameOptions) -> tuple[WordGames, list[DataError]]:
    """Return the games of the lengths whose lists can be read, and why the other lists cannot."""
    word_games: WordGames = {}
    problems: list[DataError] = []
    for length in lengths:
        try:
            word_game = options.word_game(length)
            # A list is read when its words are first asked for. If it has none of the length, this raises DataError.
            _ = word_game.words.words
        except DataError as error:
            problems.append(error)
        else:
            word_games[length] = word_game

    return word_games, problems


def finish_reading(word_game: WordGame) -> None:
    """Log the remarks on the lists, such as entries that were left out, and forget the content of their files.

    From here on only the words are needed. They stay in memory, and a contest has many lists.
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


def source_name(word_games: WordGames, source: str | None) -> str:
    """Return the name of the lists: the source as the user gave it, else the paths of the files in use.

    The directory of the packaged lists is called 'packaged'.
    """
    if source is not None:
        return source
    names = [path_for_record(word_game.words.path) for word_game in word_games.values()]
    return ", ".join(dict.fromkeys(names))


def path_from_record(path: str) -> str:
    """Return the path by which a list can be read again: the inverse of path_for_record on this installation."""
    return PACKAGED if path == PACKAGED_NAME else path


def path_for_record(path: str) -> str:
    """Return PACKAGED_NAME for the directory of the packaged lists and for a file in it, else the path itself."""
    is_packaged = PACKAGED in (path, os.path.dirname(path))
    return PACKAGED_NAME if is_packaged else path
