"""BookPlayer plays a whole tree from a book; find_entry finds the tree for a list."""

from __future__ import annotations

from codebreaker.reply import code_of
from lingo_bot.book import Book, BookTree, Entry, packaged_books
from lingo_bot.dialogue import contradiction
from lingo_bot.words import RawList
from lingo_common.errors import DataError

TYPE_CHECKING = False  # importing typing would double the launch time; type checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Callable


class BookPlayer:
    """Plays one game by a tree of a book."""

    def __init__(self, word: Callable[[int], str], tree: BookTree) -> None:
        """word(index) returns a word of the list that the tree is for."""
        self._word, self._tree = word, tree
        self._node = 0

    def guess(self) -> str:
        """The guess of the current node."""
        return self._word(self._tree.guesses[self._node])

    def hear(self, reply: str) -> None:
        """Go to the child node of the reply; DataError if there is none."""
        child = self._tree.child(self._node, code_of(reply))
        if child is None:
            raise contradiction(self.guess(), reply)
        self._node = child


def find_entry(words: RawList, strategy: str, attempts: int, path: str | None = None) -> tuple[Book, Entry] | None:
    """The book and the entry for a list, from the file at path or from the packaged books; None if none has it.

    The raw file's hash is tried first, so that a known file is not parsed. Raises DataError if path is not a book.
    """
    if strategy.endswith(".py"):
        from lingo_bot.book_key import strategy_key

        strategy = strategy_key(strategy)
    books = [Book(path)] if path else packaged_books()
    return _look_up(books, words.digest, words.length, strategy, attempts) or _look_up(
        books, words.parsed().fingerprint, words.length, strategy, attempts
    )


def _look_up(books: list[Book], digest: str, length: int, strategy: str, attempts: int) -> tuple[Book, Entry] | None:
    for book in books:
        entry = book.find(digest, length, strategy, attempts)
        if entry:
            return book, entry
    return None


def refusal(words: RawList, strategy: str, attempts: int, path: str) -> DataError:
    """The error that says why the book at path does not serve this list."""
    book = Book(path)
    fingerprint = words.parsed().fingerprint
    of_list = [entry for entry in book.entries if entry.fingerprint == fingerprint]
    if not of_list:
        return DataError(f"{path}: this book is not for the {words.length}-letter words of {words.path}")
    made_for = ", ".join(f"{entry.strategy} with {entry.attempts or 'any'} attempts" for entry in of_list)
    return DataError(f"{path}: this book has {made_for} for that list, not {strategy} with {attempts} attempts")
