"""The words that the indices in a book's tree stand for, found without parsing the list where that is possible."""

from __future__ import annotations

from lingo_bot.book import WORDS_AN_OFFSET, BookTree
from lingo_common.errors import DataError

TYPE_CHECKING = False  # importing typing would double the launch time; type checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordlists.word_game import WordGame
    from wordlists.word_list import WordList


def word_of(word_game: WordGame, tree: BookTree) -> Callable[[int], str]:
    """The function from an index in the tree to the word as it is written; it raises DataError."""
    digest = word_game.file_digest
    word_offsets = tree.book.word_offsets(digest, word_game.length) if digest else ()
    return word_getter(word_game.words, tree.fingerprint, word_offsets)


def word_getter(words: WordList, fingerprint: str, word_offsets: Sequence[int]) -> Callable[[int], str]:
    """The function from an index to a written word of the list with that fingerprint; it raises DataError.

    A fingerprint is the sha256 of the sorted words, one a line. So a file with this sha256 holds just these words. If
    they are ASCII, all lines are equally long, and where a word begins is computed. With word offsets a part of the
    file is searched. Otherwise all of it is parsed.
    """
    data = words.data or b""
    length = words.length
    holds_just_words = bool(data) and data.isascii() and words.digest == fingerprint

    def word(index: int) -> str:
        """The word of that index as it is written."""
        try:
            if holds_just_words:
                start = index * (length + 1)  # each word with its line end
                text = data[start : start + length].decode("ascii")
            elif word_offsets:
                text = _word_after_offset(data, length, word_offsets, index)
            else:
                text = words.spelling.write(words.words[index])
        except (IndexError, ValueError):
            text = ""

        # A slice beyond the end of the data is empty.
        if not text:
            raise DataError(f"{words.path}: a book names word {index} of this list, which it does not have")
        return text

    return word


def _word_after_offset(data: bytes, length: int, word_offsets: Sequence[int], index: int) -> str:
    """The word of that index in a file with words of several lengths; IndexError if there is none.

    A book has offsets only if the lines of that many bytes are the words, sorted. A word may be repeated.
    """
    block, index_in_block = divmod(index, WORDS_AN_OFFSET)
    start = word_offsets[block]
    is_last_block = block + 1 == len(word_offsets)
    end = len(data) if is_last_block else word_offsets[block + 1]

    lines = [line for line in data[start:end].split(b"\n") if len(line) == length]
    words = list(dict.fromkeys(lines))
    return words[index_in_block].decode("ascii")
