"""The word games of a run: reading their lists, and what its record keeps of them."""

import logging
import os
from collections.abc import Iterable
from dataclasses import dataclass

from codebreaker.rules import GameOptions, GameRules
from lingo_common.errors import DataError
from lingo_common.option import instance, path_argument
from wordlists.reader import LONGEST_WORD, PACKAGED, WordList, no_length
from wordlists.word_game import WordGame

_log = logging.getLogger(__name__)

Path = str | os.PathLike[str]
PACKAGED_NAME = "packaged"


class WordGames(dict[int, WordGame]):
    """The word game of each length, and the rules that they share."""

    def __init__(self, games: Iterable[WordGame], rules: GameRules = GameRules()) -> None:  # noqa: B008 (immutable)
        super().__init__((game.length, game) for game in games)
        self.rules = rules


@dataclass(frozen=True)
class ListUsed:
    """A word list of a run, as it was when the run began."""

    fingerprint: str
    """See wordlists.reader.WordList."""
    words: int
    path: str
    """The absolute path of the file that it was read from, or 'packaged'."""
    answers: str | None = None
    """The fingerprint of the words that may be drawn; None where that is every word."""
    answers_path: str | None = None
    fold: bool = False
    """Whether marks were dropped when the list was read (see wordlists.spelling)."""


def lists_used(games: WordGames) -> dict[int, ListUsed]:
    """Return what a record keeps of the lists of each game."""
    used = {}
    for length, game in games.items():
        words, answers = game.words, game.answers
        hidden, path = (answers.fingerprint, _kept_path(answers)) if answers else (None, None)
        used[length] = ListUsed(words.fingerprint, len(words), _kept_path(words), hidden, path, game.spelling.fold)
    return used


def read_word_games(lengths: Iterable[int], options: GameOptions | str | None) -> WordGames:
    """The games of every length with these options, or with this word list alone; DataError as read_game."""
    if not isinstance(options, GameOptions):
        options = GameOptions(wordlist=options)
    lengths = list(lengths)
    if lengths and max(lengths) > LONGEST_WORD:
        raise DataError(no_length(max(lengths)))
    games = WordGames(map(options.word_game, lengths), options.rules)
    for game in games.values():
        for remark in game.remarks:
            _log.warning("%s", remark)
        game.words.forget_file()
    return games


def options_from_python(rules: GameRules, wordlist: Path | None, answers: Path | None, fold: bool) -> GameOptions:
    """The options of a game that Python gives; UsageError that names an argument of a wrong type."""
    spelling = instance("rules", rules, GameRules).spelling(instance("fold", fold, bool))
    return GameOptions(rules, path_argument("wordlist", wordlist), path_argument("answers", answers), spelling)


def read_word(word: str, game: WordGame) -> str:
    """The word in the form of wordlists.spelling; DataError if it may not be guessed in the game."""
    read = game.spelling.read(word)
    if read not in game.words:
        raise DataError(f"'{word}' is not in the word list {game.words.path}")
    return read


def source_name(games: WordGames, source: str | None) -> str:
    """The source as the user gave it, else 'packaged', else the paths of the files in use."""
    if source is not None:
        return source
    lists = [game.words for game in games.values()]
    return ", ".join(dict.fromkeys(PACKAGED_NAME if _is_packaged(words) else words.path for words in lists))


def source_of(path: str) -> str:
    """Where to read the list again that a record names by this path."""
    return PACKAGED if path == PACKAGED_NAME else path


def _is_packaged(words: WordList) -> bool:
    return os.path.dirname(words.path) == PACKAGED


def _kept_path(words: WordList) -> str:
    """The path that a record keeps: absolute, or 'packaged', because installations differ in that directory."""
    return PACKAGED_NAME if _is_packaged(words) else os.path.abspath(words.path)
