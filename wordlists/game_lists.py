"""The two lists of a game: the words that may be guessed, and the answers. Standard library only."""

from __future__ import annotations

import os
from typing import NamedTuple

from wordlists.reader import WordList, read
from wordlists.spelling import Spelling

Source = str | os.PathLike[str] | None


class GameLists(NamedTuple):
    """The lists of a game for words of one length."""

    words: WordList
    """The words that may be guessed, every answer included."""
    answers: WordList | None
    """The words that can be the secret, None for all words."""
    remarks: tuple[str, ...]
    """What to tell the user once: entries left out, answers added."""


def read_lists(
    length: int, wordlist: Source = None, answers: Source = None, spelling: Spelling | None = None
) -> GameLists:
    """The lists of a game from two sources (see reader.locate); answers None for all words.

    Raises DataError where a list cannot be read or has no word of that length.
    """
    words = read(length, wordlist, spelling)
    return (
        GameLists(words, None, _left_out(words)) if answers is None else joined(words, read(length, answers, spelling))
    )


def joined(words: WordList, answers: WordList) -> GameLists:
    """The lists of a game whose answers may lack in the word list; these are added to it."""
    remarks = (*_left_out(words), *_left_out(answers))
    added = sorted(set(answers.words).difference(words.words))
    if added:
        every = sorted([*words.words, *added])
        words = WordList(words.length, every, words.path, words.spelling)
        count = f"{len(added):,} answer{'s' * (len(added) != 1)} of {answers.path}"
        spelled = added[0] if words.spelling is None else words.spelling.write(added[0])
        remarks += (f"{words.path}: {count} added to the words that may be guessed, such as '{spelled}'",)
    return GameLists(words, None if answers.words == words.words else answers, remarks)


def _left_out(words: WordList) -> tuple[str, ...]:
    return () if words.left_out is None else (words.left_out,)
