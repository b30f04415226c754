"""Reading and checking of words, answers and the first letter, from files or from Python."""

import os
from collections.abc import Iterable

from lingo_bot.assistant.steps import checked_word
from lingo_bot.words import RawList
from lingo_common.errors import DataError, UsageError
from wordlists import reader

Words = str | os.PathLike[str] | Iterable[str]
"""A word list file, a directory that holds one, or the words themselves."""


def words_of(source: Words | RawList | None, length: int) -> tuple[list[str], RawList | None]:
    """The words that may be guessed, sorted, and the file that they come from, None where they come from Python."""
    if isinstance(source, RawList):
        return source.parsed().words, source
    if source is None or isinstance(source, str | os.PathLike):
        listed = RawList(length, source)
        return listed.parsed().words, listed
    return _checked(source, length, "the words"), None


def answers_of(source: Words, words: list[str], length: int) -> list[str]:
    """The words that can be the secret, sorted; DataError where the word list lacks one."""
    if isinstance(source, str | os.PathLike):
        name, found = os.fspath(source), reader.read(length, source).words
    else:
        name, found = "the answers", _checked(source, length, "the answers")
    unknown = sorted(set(found) - set(words))
    if unknown:
        more = f" and {len(unknown) - 1:,} more" if len(unknown) > 1 else ""
        raise DataError(f"{name}: not in the word list: {unknown[0]}{more}")
    return words if len(found) == len(words) else found


def beginning_with(letter: str | None, words: list[str], kind: str) -> list[str]:
    """The words that begin with the letter, all words where it is None; DataError where no word does."""
    if letter is None:
        return words
    found = [word for word in words if word.startswith(letter)]
    if not found:
        raise DataError(f"no {kind} of {len(words[0])} letters begins with {letter}")
    return found


def checked_letter(text: str | None) -> str | None:
    """The text as one lower-case letter, None for None; UsageError for any other text."""
    if text is None:
        return None
    letter = text.lower()
    if not (len(letter) == 1 and letter.isascii() and letter.isalpha()):
        raise UsageError(f"a first letter is one of a-z, not {text[:40]!a}")
    return letter


def _checked(words: Iterable[str], length: int, name: str) -> list[str]:
    found = sorted({checked_word(word, length) for word in words})
    if not found:
        raise DataError(f"{name}: there are none")
    return found
