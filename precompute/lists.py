"""A word list as the offline programs share it between processes: read once in each, its terms worked out once."""

import logging
import os
from bisect import bisect_left
from concurrent.futures import Executor
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from codebreaker.game import Game
from codebreaker.games.lingo import lingo
from codebreaker.replies import Array
from codebreaker.search.bounds import BinBound
from codebreaker.search.fastest import fastest_bounds
from lingo_common.cluster import Cluster
from lingo_common.errors import DataError
from wordlists import reader

_log = logging.getLogger(__name__)
_brought: dict[str, list[str]] = {}
"""In a worker of a cluster: the words of the lists that came to it, by fingerprint."""


class ListKey(NamedTuple):
    """What a piece of work says of its list; the fingerprint makes sure that every process has the same."""

    length: int
    source: str | None
    fingerprint: str


def list_key(length: int, source: str | None, executor: Executor | None = None) -> tuple[ListKey, list[str]]:
    """The key of a list and its words; DataError where it cannot be read.

    Where the executor is a cluster, its workers get the list with the next pieces, wherever they run.
    """
    found = reader.read(length, source)
    if not os.path.isfile(found.path):
        raise DataError(f"{found.path}: the list is read by several processes: give a file, no pipe")
    _log.debug("%s: %d words of %d letters, %s", found.path, len(found.words), length, found.fingerprint)
    if isinstance(executor, Cluster):
        executor.bring(f"lingo-words-{found.fingerprint}", take, found.words)
    return ListKey(length, source, found.fingerprint), found.words


def place_of(word: str, key: ListKey, words: list[str]) -> int:
    """The word's index in the list, however it is written; DataError where it is not in it."""
    place = bisect_left(words, word.lower())
    if words[place : place + 1] != [word.lower()]:
        raise DataError(f"{word!r} is not in the list of {key.length} letters")
    return place


def take(words: list[str]) -> None:
    """Keep a list that came from elsewhere."""
    _brought[reader.fingerprint(words)] = words


@lru_cache(maxsize=1)
def game_of(key: ListKey) -> Game:
    """The game over that list, which was brought here or is read; DataError where the file has changed since."""
    if key.fingerprint in _brought:
        return lingo(_brought[key.fingerprint])
    found = reader.read(key.length, key.source)
    if found.fingerprint != key.fingerprint:
        raise DataError(f"{found.path}: the list changed while it was worked on")
    return lingo(found.words)


@lru_cache(maxsize=1)
def all_terms(key: ListKey) -> Array:
    """The terms of the whole list, (features + 1, words); up to 300 MB for the contest's list."""
    game = game_of(key)
    return game.terms(np.arange(len(game.secrets)))


@lru_cache(maxsize=1)
def bin_bounds(key: ListKey) -> BinBound:
    """bin_bound over that list, compiled where it can be."""
    return fastest_bounds(game_of(key), all_terms(key))
