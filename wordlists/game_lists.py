"""The two lists of a game: the words that may be guessed, and the answers. Standard library only."""

from __future__ import annotations

import os

from lingo_common.errors import DataError
from wordlists.reader import WordList, read

TYPE_CHECKING = False  # importing typing would double the player's launch time; type checkers take this name for true
if TYPE_CHECKING:
    from wordlists.spelling import Spelling

    Source = str | os.PathLike[str] | None


class GameLists:
    """The lists of a game for words of one length.

    words: those that may be guessed, every answer included. answers: those that can be the secret, None for all words.
    remarks: what to tell the user once, about entries left out and answers added.
    """

    __slots__ = ("answers", "remarks", "words")

    def __init__(self, words: WordList, answers: WordList | None, remarks: tuple[str, ...]) -> None:
        self.words, self.answers, self.remarks = words, answers, remarks


def read_lists(
    length: int, wordlist: Source = None, answers: Source = None, spelling: Spelling | None = None
) -> GameLists:
    """The lists of a game from two sources (see reader.locate); answers None for all words.

    Raises DataError if a list cannot be read or has no word of that length.
    """
    words = read(length, wordlist, spelling)
    return (
        GameLists(words, None, _left_out(words)) if answers is None else joined(words, read(length, answers, spelling))
    )


def joined(words: WordList, answers: WordList | None) -> GameLists:
    """The lists of a game; answers that the word list lacks are added to it."""
    if answers is None:
        return GameLists(words, None, _left_out(words))
    remarks = (*_left_out(words), *_left_out(answers))
    added = sorted(set(answers.words).difference(words.words))
    if added:
        every = sorted([*words.words, *added])
        words = WordList(words.length, every, words.path, words.spelling)
        count = f"{len(added):,} answer{'s' * (len(added) != 1)} of {answers.path}"
        spelled = added[0] if words.spelling is None else words.spelling.write(added[0])
        remarks += (f"{words.path}: {count} added to the words that may be guessed, such as '{spelled}'",)
    return GameLists(words, None if answers.words == words.words else answers, remarks)


def beginning_with(letter: str, lists: GameLists) -> GameLists:
    """The lists cut to the words that begin with the letter; DataError if one of them has none."""
    words = _cut(lists.words, letter, "word")
    answers = None if lists.answers is None else _cut(lists.answers, letter, "answer")
    whole = answers is None or answers.words == words.words
    return GameLists(words, None if whole else answers, lists.remarks)


def _cut(listed: WordList, letter: str, kind: str) -> WordList:
    found = [word for word in listed.words if word.startswith(letter)]
    if not found:
        shown = letter if listed.spelling is None else listed.spelling.write(letter)
        raise DataError(f"no {kind} of {listed.length} letters begins with {shown}")
    return WordList(listed.length, found, listed.path, listed.spelling)


def _left_out(words: WordList) -> tuple[str, ...]:
    return () if words.left_out is None else (words.left_out,)
