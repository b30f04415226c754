"""The lists of a game for Python: words and answers from files or from Python itself, checked."""

import os
from collections.abc import Iterable

from lingo_bot.assistant.steps import checked_word
from lingo_bot.words import RawList
from lingo_common.errors import DataError
from wordlists.game_lists import GameLists, beginning_with, joined
from wordlists.reader import WordList, read
from wordlists.spelling import Spelling

Words = str | os.PathLike[str] | Iterable[str]
"""A word list file, a directory that holds one, or the words themselves."""


def lists_of(
    words: RawList | Iterable[str],
    answers: Words | None,
    first_letter: str | None,
    length: int,
    spelling: Spelling | None,
) -> GameLists:
    """The lists of a game, cut to the words that begin with the first letter; DataError if one cannot be used."""
    every = words.parsed() if isinstance(words, RawList) else _checked(words, length, "the words", spelling)
    if answers is None:
        some = None
    elif isinstance(answers, str | os.PathLike):
        some = read(length, answers, spelling)
    else:
        some = _checked(answers, length, "the answers", spelling)
    lists = joined(every, some)
    return lists if first_letter is None else beginning_with(first_letter, lists)


def _checked(words: Iterable[str], length: int, name: str, spelling: Spelling | None) -> WordList:
    found = sorted({checked_word(word, length, spelling) for word in words})
    if not found:
        raise DataError(f"{name}: there are none")
    return WordList(length, found, name, spelling)
