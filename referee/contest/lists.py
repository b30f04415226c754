"""The word lists of a run: reading them, and the names that users know them by."""

import logging
import os
from collections.abc import Iterable, Mapping

from codebreaker.rules import GameOptions, GameRules
from lingo_common.errors import DataError
from lingo_common.option import instance, path_argument
from wordlists.reader import LONGEST_WORD, PACKAGED, WordList, no_length

_log = logging.getLogger(__name__)

Path = str | os.PathLike[str]
PACKAGED_NAME = "packaged"
"""The name of the packaged lists."""


class ContestLists(dict[int, WordList]):
    """The word list of each length, with the rules and the answers of the games."""

    def __init__(
        self,
        lists: Mapping[int, WordList],
        rules: GameRules = GameRules(),  # noqa: B008 (immutable)
        answers: Mapping[int, WordList] | None = None,
        fold: bool = False,
    ) -> None:
        """answers: the words that may be drawn, by length, where these are fewer. fold: see wordlists.spelling."""
        super().__init__(lists)
        self.rules, self.answers, self.fold = rules, dict(answers or {}), fold

    @property
    def secrets(self) -> dict[int, WordList]:
        """The words that may be drawn, by length."""
        return {**self, **self.answers}


def rules_of(lists: Mapping[int, WordList]) -> GameRules:
    """The rules of the games with these lists; the pit's where the lists say none."""
    return lists.rules if isinstance(lists, ContestLists) else GameRules()


def only(length: int, lists: Mapping[int, WordList]) -> Mapping[int, WordList]:
    """The lists of that length alone, with their rules and answers."""
    listed = {length: lists[length]}
    if not isinstance(lists, ContestLists):
        return listed
    answers = {size: words for size, words in lists.answers.items() if size == length}
    return ContestLists(listed, lists.rules, answers, lists.fold)


def read_lists(lengths: Iterable[int], options: GameOptions | str | None) -> ContestLists:
    """The lists of every length for a game of these options, or of this word list alone; DataError as read_game."""
    if not isinstance(options, GameOptions):
        options = GameOptions(wordlist=options)
    lengths = list(lengths)
    if lengths and max(lengths) > LONGEST_WORD:
        raise DataError(no_length(max(lengths)))
    games = {length: options.word_game(length) for length in lengths}
    for game in games.values():
        for remark in game.remarks:
            _log.warning("%s", remark)
        game.words.forget_file()
    hidden = {length: game.answers for length, game in games.items() if game.answers}
    words = {length: game.words for length, game in games.items()}
    return ContestLists(words, options.rules, hidden, options.spelling.fold)


def options_from_python(rules: GameRules, wordlist: Path | None, answers: Path | None, fold: bool) -> GameOptions:
    """The options of a game that Python gives; UsageError that names an argument of a wrong type."""
    spelling = instance("rules", rules, GameRules).spelling(instance("fold", fold, bool))
    return GameOptions(rules, path_argument("wordlist", wordlist), path_argument("answers", answers), spelling)


def list_with(word: str, lists: Mapping[int, WordList]) -> str:
    """The word in the form of wordlists.spelling; DataError if the list of its length does not have it."""
    [words] = lists.values()
    read = words.spelling.read(word)
    if read not in words:
        raise DataError(f"'{word}' is not in the word list {words.path}")
    return read


def source_name(lists: Mapping[int, WordList], source: str | None) -> str:
    """The source as the user gave it, else 'packaged', else the paths of the files in use."""
    if source is not None:
        return source
    names = (PACKAGED_NAME if _is_packaged(words) else words.path for words in lists.values())
    return ", ".join(dict.fromkeys(names))


def _is_packaged(words: WordList) -> bool:
    return os.path.dirname(words.path) == PACKAGED


def kept_path(words: WordList) -> str:
    """The path that a record keeps: absolute, or 'packaged', because installations differ in that directory."""
    return PACKAGED_NAME if _is_packaged(words) else os.path.abspath(words.path)


def source_of(path: str) -> str:
    """Where to read the list again that a record names by this path."""
    return PACKAGED if path == PACKAGED_NAME else path
