"""WordList: the words of one length of one source. Standard library only.

It imports little, because the player imports it early.
"""

from __future__ import annotations

import os

from lingo_common.errors import DataError, count_text
from wordlists.reader import (
    COMMON,
    LONGEST_WORD,
    PACKAGED,
    SHORTEST_WORD,
    Source,
    locate,
    parse_words,
    read_bytes,
    words_and_non_words,
)
from wordlists.spelling import MAX_LETTERS, NOT_UTF8, PLAIN, Spelling

try:  # Python's own sha256: hashlib loads OpenSSL, which takes longer than hashing a list of words
    from _sha2 import sha256 as _sha256
except ImportError:  # Python 3.11
    from _sha256 import sha256 as _sha256

_LARGE = 1 << 20
"""Bytes above which OpenSSL's faster sha256 is worth the time to load it (see python -m benchmarks launch)."""


class WordList:
    """The words of one length of one source, sorted, each once, in the form of wordlists.spelling.

    length: letters of every word. path: the file, or what messages call the words. spelling: how they are written.
    data: the content of the file, which is parsed when the words are first asked for; None for words that come from no
    file, and after forget_file.
    """

    def __init__(
        self,
        length: int,
        words: list[str] | None,
        path: str,
        spelling: Spelling = PLAIN,
        data: bytes | None = None,
        left_out: str | None = None,
    ) -> None:
        """words: sorted, each once, never empty; None for those in data. left_out: see the property."""
        self.length = length
        self.path = path
        self.spelling = spelling
        self.data = data
        self._words = words
        self._left_out = left_out
        self._digest: str | None = None

    @property
    def words(self) -> list[str]:
        """The words; DataError if the file has none of this length, or they have more than MAX_LETTERS letters."""
        if self._words is None:
            self._words = self._parse()
        return self._words

    @property
    def left_out(self) -> str | None:
        """A sentence about the entries that are not words, None where there are none."""
        # Asking for the words parses the file, which sets `_left_out`.
        _ = self.words
        return self._left_out

    def _parse(self) -> list[str]:
        """Return the words in `data`; also sets `_left_out`."""
        assert self.data is not None
        words, non_words = words_and_non_words(self.data, self.length, self.spelling)
        if not words:
            raise self._no_words()

        # ASCII has fewer than MAX_LETTERS letters, but groups count as letters too. Where there cannot be too many they
        # are not counted, because the player waits for its list.
        has_few_letters = self.data.isascii() and not self.spelling.groups
        if not has_few_letters:
            check_alphabet_size(words, self.path)

        if non_words:
            self._left_out = f"{self.path}: {_sentence_about(non_words, self.length)}"

        return words

    def _no_words(self) -> DataError:
        """The error that the file has no words of this length; it names the lengths that it has."""
        assert self.data is not None
        message = f"{self.path}: no words of {count_text(self.length, 'letter')}"

        lengths = range(SHORTEST_WORD, LONGEST_WORD + 1)
        present = [str(length) for length in lengths if parse_words(self.data, length, self.spelling)]
        if present:
            message += f", only of {', '.join(present)}"

        try:
            self.data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = self.data.count(b"\n", 0, error.start) + 1
            message += f"; it is not text in UTF-8 (line {line}): iconv -f LATIN1 -t UTF-8 may convert it"

        return DataError(message)

    @property
    def fingerprint(self) -> str:
        """Hex sha256 over the words as they are written, each followed by a newline.

        It is what `sha256sum` prints for a file that holds just the words.
        """
        return fingerprint(self.written_words)

    @property
    def written_words(self) -> list[str]:
        """The words as they are written."""
        # Only letters that stand for groups, and ς, which is read as σ, are written otherwise than they are read.
        if "".join(self.words).isascii() and not self.spelling.groups:
            return self.words
        return list(map(self.spelling.write, self.words))

    def including(self, answers: WordList) -> tuple[WordList, list[str]]:
        """The list with the answers that it lacks, and remarks for people: one if it lacks any, else none.

        DataError if they have more than MAX_LETTERS letters together.
        """
        added = sorted(set(answers.words).difference(self.words))
        if not added:
            return self, []

        all_words = sorted([*self.words, *added])
        check_alphabet_size(all_words, f"{self.path} with {answers.path}")

        count = count_text(len(added), "answer")
        example = self.spelling.write(added[0])
        remark = f"{self.path}: {count} of {answers.path} added to the words that may be guessed, such as '{example}'"
        return self.with_words(all_words), [remark]

    def beginning_with(self, letter: str, kind: str) -> WordList:
        """The words with that first letter; kind: what messages call them. DataError if there are none."""
        words = [word for word in self.words if word.startswith(letter)]
        if not words:
            letters = count_text(self.length, "letter")
            raise DataError(f"no {kind} of {letters} begins with {self.spelling.write(letter)}")
        return self.with_words(words)

    def with_words(self, words: list[str]) -> WordList:
        """A list of those words, sorted, from the same source."""
        return WordList(self.length, words, self.path, self.spelling, left_out=self.left_out)

    @property
    def digest(self) -> str | None:
        """Hex sha256 of the file's content, for books, which know a file by it.

        None without a file, and under a spelling that is not plain, which reads other words in the same file.
        """
        if self._digest is None and self.data is not None and self.spelling.is_plain:
            self._digest = hex_digest(self.data)
        return self._digest

    def forget_file(self) -> None:
        """Keep the words in memory and not the file's content: a contest has many lists."""
        self._words = self.words
        self.data = None

    def __len__(self) -> int:
        return len(self.words)

    def index_of(self, word: str) -> int | None:
        """The index of the word, None if the list lacks it. It is a binary search, so that no set has to be built."""
        # The player needs no look-up before its first guess.
        from bisect import bisect_left

        index = bisect_left(self.words, word)
        is_there = index < len(self.words) and self.words[index] == word
        return index if is_there else None

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.index_of(word) is not None


def _sentence_about(non_words: list[str], length: int) -> str:
    """The sentence on entries left out: `2 entries of 5 characters left out: not letters only, as in 'it's'`."""
    count = count_text(len(non_words), "entry")
    example = non_words[0]
    # Outside Turkish `İ` becomes an i and a dot above, which is no letter.
    if "İ" in example:
        why = "İ is a letter of Turkish, which --language tr reads"
    elif NOT_UTF8 in example:
        why = "not valid UTF-8"
    else:
        why = "not letters only"

    return f"{count} of {count_text(length, 'character')} left out: {why}, as in '{example}'"


def check_alphabet_size(words: list[str], path: str) -> None:
    """Raise DataError if the words use more than MAX_LETTERS different letters; path: what the message calls them."""
    letters = len(set("".join(words)))
    if letters > MAX_LETTERS:
        raise DataError(f"{path}: the words use {letters} different letters: {MAX_LETTERS} at most")


def fingerprint(words: list[str]) -> str:
    """Hex sha256 over the words in the given order, each followed by a newline."""
    return hex_digest(("\n".join(words) + "\n").encode())


def hex_digest(data: bytes) -> str:
    """Hex sha256 of data."""
    if len(data) > _LARGE:
        import hashlib

        return hashlib.sha256(data).hexdigest()
    digest: str = _sha256(data).hexdigest()
    return digest


def open_list(length: int, source: Source = None, spelling: Spelling = PLAIN) -> WordList:
    """The list of that length in the source (see locate), not parsed yet; DataError if it cannot be read."""
    path = locate(length, source)
    # The file is read now though it is parsed later: a pipe cannot be read again, and a file could change.
    data = read_bytes(path)
    return WordList(length, None, path, spelling, data)


def read_list(length: int, source: Source = None, spelling: Spelling = PLAIN) -> WordList:
    """The words of that length in the source (see locate); DataError if it cannot be read or has none."""
    word_list = open_list(length, source, spelling)
    word_list.forget_file()
    return word_list


def common_words(length: int) -> list[str]:
    """The common words of that length of the packaged list, sorted; empty where it has none."""
    return parse_words(read_bytes(os.path.join(PACKAGED, COMMON)), length)


def person_secrets(secrets: WordList) -> list[str]:
    """The words that a person is asked to guess: the common ones of a packaged list, else all."""
    if os.path.dirname(secrets.path) != PACKAGED:
        return secrets.words
    return sorted(set(secrets.words).intersection(common_words(secrets.length)))
