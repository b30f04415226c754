"""The word list of a computation, shared by its processes: each process reads it and computes its terms once."""

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
"""On a cluster worker: the word lists that were sent to it, by fingerprint."""


class ListKey(NamedTuple):
    """Names the list of a piece of work; the fingerprint ensures that every process uses the same words."""

    length: int
    source: str | None
    fingerprint: str


def list_key(length: int, source: str | None, executor: Executor | None = None) -> tuple[ListKey, list[str]]:
    """The key of a list and its words; DataError if it cannot be read.

    If the executor is a cluster, the list is sent to its workers with the next pieces.
    """
    found = reader.read(length, source)
    if not os.path.isfile(found.path):
        raise DataError(f"{found.path}: several processes read the list: give a file, not a pipe")
    _log.debug("%s: %d words of %d letters, %s", found.path, len(found.words), length, found.fingerprint)
    if isinstance(executor, Cluster):
        executor.bring(f"lingo-words-{found.fingerprint}", take, found.words)
    return ListKey(length, source, found.fingerprint), found.words


def place_of(word: str, key: ListKey, words: list[str]) -> int:
    """The index of the word in the list, upper and lower case alike; DataError if it is not in the list."""
    place = bisect_left(words, word.lower())
    if words[place : place + 1] != [word.lower()]:
        raise DataError(f"{word!r} is not in the list of {key.length} letters")
    return place


def take(words: list[str]) -> None:
    """Keep a list that was sent to this process."""
    _brought[reader.fingerprint(words)] = words


@lru_cache(maxsize=1)
def game_of(key: ListKey) -> Game:
    """The game over that list, sent or read from its file; DataError if the file has changed meanwhile."""
    if key.fingerprint in _brought:
        return lingo(_brought[key.fingerprint])
    found = reader.read(key.length, key.source)
    if found.fingerprint != key.fingerprint:
        raise DataError(f"{found.path}: the list has changed since the command began")
    return lingo(found.words)


@lru_cache(maxsize=1)
def all_terms(key: ListKey) -> Array:
    """The terms of the whole list, (features + 1, words); up to 300 MB for the contest's list."""
    game = game_of(key)
    return game.terms(np.arange(len(game.secrets)))


@lru_cache(maxsize=1)
def bin_bounds(key: ListKey) -> BinBound:
    """The function bin_bound for that list, compiled if numba is installed."""
    return fastest_bounds(game_of(key), all_terms(key))
