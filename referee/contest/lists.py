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
            # This reads the list, and refuses one without words of the length.
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
