"""The words that the indices in a book's tree stand for, found without parsing the list where that is possible."""

from __future__ import annotations

from lingo_bot.book import WORDS_AN_OFFSET
from lingo_common.errors import DataError

TYPE_CHECKING = False  # importing typing would double the launch time; type checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordlists.word_list import WordList


def word_getter(words: WordList, word_offsets: Sequence[int]) -> Callable[[int], str]:
    """The function from an index to a word of the list as it is written; it raises DataError.

    word_offsets: those that a book has for the list's file (see lingo_bot.book). With them only the part of the file
    that holds the word is read, without them the whole file is parsed.
    """

    def word(index: int) -> str:
        """The word of that index as it is written."""
        try:
            if not word_offsets:
                return words.spelling.write(words.words[index])
            return _word_after_offset(words.data or b"", words.length, word_offsets, index)
        except (IndexError, ValueError):
            raise DataError(f"{words.path}: a book names word {index} of this list, which it does not have") from None

    return word


def _word_after_offset(data: bytes, length: int, word_offsets: Sequence[int], index: int) -> str:
    """The word of that index in a file that may have words of other lengths too; IndexError if there is none.

    A book has offsets only if every line of `length` bytes is a word and these lines are sorted. Of lines that repeat a
    word the first one counts.
    """
    block, index_in_block = divmod(index, WORDS_AN_OFFSET)
    start = word_offsets[block]
    is_last_block = block + 1 == len(word_offsets)
    end = len(data) if is_last_block else word_offsets[block + 1]

    lines = [line for line in data[start:end].split(b"\n") if len(line) == length]
    words = list(dict.fromkeys(lines))
    return words[index_in_block].decode("ascii")
