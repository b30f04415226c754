"""The word list of a computation, shared by its processes: each process reads it and computes its terms once."""

import hashlib
import logging
import os
from bisect import bisect_left
from concurrent.futures import Executor
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from codebreaker.game import Game
from codebreaker.games.lingo import lingo
from codebreaker.loading import provide, text_of
from codebreaker.replies import Array
from codebreaker.search.bounds import BinBound
from codebreaker.search.fastest import fastest_bounds
from lingo_bot.book_key import lists_key
from lingo_common.cluster import Cluster
from lingo_common.errors import DataError
from wordlists.game_lists import GameLists, beginning_with, read_lists
from wordlists.reader import WordList
from wordlists.spelling import PLAIN, Spelling

_log = logging.getLogger(__name__)
_brought: dict[str, list[str]] = {}
"""On a cluster worker: the word lists that were sent to it, by fingerprint."""


class ListKey(NamedTuple):
    """Names the lists of a piece of work; the fingerprints ensure that every process uses the same words."""

    length: int
    source: str | None
    fingerprint: str
    answers: str | None = None
    """The path of the answers, None if every word can be the secret."""
    answers_fingerprint: str | None = None
    spelling: tuple[bool, tuple[str, ...], str] | None = None
    """Whether words are folded, and the groups that count as one letter; None for one character a letter."""
    first_letter: str | None = None
    """The letter that all words of the game begin with; None for no such letter."""

    @property
    def letters(self) -> Spelling:
        """How words are read and written."""
        return PLAIN if self.spelling is None else Spelling(*self.spelling)

    @property
    def shown_letter(self) -> str:
        """The first letter as people write it; empty if none is shown."""
        return self.letters.write(self.first_letter or "")

    @property
    def name(self) -> str:
        """What messages call the game: `5 letters`, or `5 letters, d` where that first letter is shown."""
        return f"{self.length} letters{f', {self.shown_letter}' if self.first_letter else ''}"

    @property
    def label(self) -> str:
        """What tables call the game: `5`, or `5 d`."""
        return f"{self.length} {self.shown_letter}".rstrip()


def list_key(
    length: int,
    source: str | None,
    executor: Executor | None = None,
    answers: str | None = None,
    spelling: Spelling | None = None,
    criterion: str | None = None,
) -> tuple[ListKey, list[str]]:
    """The key of a game's lists and the words that may be guessed; DataError if they cannot be read.

    If the executor is a cluster, the lists are sent to its workers with the next pieces, and the text of the file that
    defines the criterion.
    """
    lists = read_lists(length, source, answers, spelling)
    found = check_files(lists)
    for each in found:
        _log.debug("%s: %d words of %d letters, %s", each.path, len(each.words), length, each.fingerprint)
    for remark in lists.remarks:
        _log.info(remark)
    fingerprints = [each.fingerprint for each in found]
    if isinstance(executor, Cluster):
        name = "-".join(["lingo-words", *fingerprints, digest_of(criterion)])
        texts = {criterion: text_of(criterion)} if criterion and digest_of(criterion) else {}
        executor.bring(name, take, ({each.fingerprint: each.words for each in found}, texts))
    answers_fingerprint = None if lists.answers is None else lists.answers.fingerprint
    path = None if lists.answers is None else answers
    spelled = None if spelling is None else spelling.arguments
    return ListKey(length, source, lists.words.fingerprint, path, answers_fingerprint, spelled), lists.words.words


def check_files(lists: GameLists) -> list[WordList]:
    """The lists that were read; DataError if one was read from something that cannot be read again."""
    both = [lists.words] if lists.answers is None else [lists.words, lists.answers]
    for listed in both:
        if not os.path.isfile(listed.path):
            raise DataError(f"{listed.path}: several processes read the list: give a file, not a pipe")
    return both


def place_of(word: str, key: ListKey, words: list[str]) -> int:
    """The index of the word in the list, upper and lower case alike; DataError if it is not in the list."""
    wanted = key.letters.read(word)
    place = bisect_left(words, wanted)
    if words[place : place + 1] != [wanted]:
        raise DataError(f"{word!r} is not in the list of {key.length} letters")
    return place


def number_of_words(count: int) -> str:
    """The number in words for people: `1 word`, `12 words`."""
    return f"{count} word{'s' * (count != 1)}"


def digest_of(criterion: str | None) -> str:
    """The sha256 of the file that defines the criterion; empty for a criterion that has a name."""
    if criterion is None or not criterion.endswith(".py"):
        return ""
    return hashlib.sha256(text_of(criterion).encode()).hexdigest()


def take(value: tuple[dict[str, list[str]], dict[str, str]]) -> None:
    """Keep what was sent to this process: the words of lists by fingerprint, and the texts of files by path."""
    lists, texts = value
    _brought.update(lists)
    provide(texts)


def words_of(key: ListKey) -> tuple[list[str], list[str]]:
    """The words that may be guessed and those that can be the secret; DataError if a file has changed meanwhile."""
    words, answers = _lists(key)
    if key.first_letter is not None:
        words, answers = ([word for word in some if word[0] == key.first_letter] for some in (words, answers))
    return words, answers


@lru_cache(maxsize=1)
def _whole_lists(key: ListKey) -> GameLists:
    return read_lists(key.length, key.source, key.answers, Spelling(*key.spelling) if key.spelling else None)


def lists_of(key: ListKey) -> GameLists:
    """The lists of a game, read from their files, cut to the words that begin with the first letter shown."""
    lists = _whole_lists(key._replace(first_letter=None))
    return lists if key.first_letter is None else beginning_with(key.first_letter, lists)


def fingerprint_of(key: ListKey) -> str:
    """The fingerprint of a game's lists, as a book holds it."""
    lists = lists_of(key)
    return lists_key(lists.words.fingerprint, lists.answers.fingerprint if lists.answers else None)


def _lists(key: ListKey) -> tuple[list[str], list[str]]:
    wanted = key.answers_fingerprint or key.fingerprint
    if key.fingerprint in _brought and wanted in _brought:
        return _brought[key.fingerprint], _brought[wanted]
    lists = _whole_lists(key._replace(first_letter=None))
    secrets = lists.answers or lists.words
    if lists.words.fingerprint != key.fingerprint or secrets.fingerprint != wanted:
        raise DataError(f"{lists.words.path}: the list has changed since the command began")
    return lists.words.words, secrets.words


@lru_cache(maxsize=1)
def game_of(key: ListKey) -> Game:
    """The game over those lists, sent or read from their files; DataError if a file has changed meanwhile."""
    words, answers = words_of(key)
    return lingo(words, None if key.answers_fingerprint is None else answers)


@lru_cache(maxsize=1)
def all_terms(key: ListKey) -> Array:
    """The terms of the whole list, (features + 1, words); up to 300 MB for the contest's list."""
    game = game_of(key)
    return game.terms(np.arange(len(game.secrets)))


@lru_cache(maxsize=1)
def bin_bounds(key: ListKey) -> BinBound:
    """The function bin_bound for that list, compiled if numba is installed."""
    return fastest_bounds(game_of(key), all_terms(key))
