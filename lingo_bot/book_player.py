"""BookPlayer plays a whole tree from a book; book_for finds the tree for a game."""

from __future__ import annotations

import os

from lingo_bot.book import Book, BookTree, Entry, packaged_books, word_getter
from lingo_bot.dialogue import no_word_fits
from lingo_common.errors import DataError
from wordlists.reply import code_of
from wordlists.word_game import WordGame

TYPE_CHECKING = False  # importing typing would double the launch time; type checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Callable

NO_BOOK, AUTO_BOOK = "", "auto"
"""Values of `book` other than a path: no book; the book in the user's cache directory, if there is one."""


class BookPlayer:
    """Plays one game by a tree of a book."""

    def __init__(self, word: Callable[[int], str], tree: BookTree) -> None:
        """word(index) returns a word of the list that the tree is for, as it is written."""
        self._word, self._tree = word, tree
        self._node = 0

    def guess(self) -> str:
        """The guess of the current node."""
        return self._word(self._tree.guesses[self._node])

    def hear(self, reply: str) -> None:
        """Go to the child node of the reply; DataError if there is none."""
        child = self._tree.child_of(self._node, code_of(reply))
        if child is None:
            raise no_word_fits(self.guess(), reply)
        self._node = child


def book_for(game: WordGame, strategy: str, book: str | None) -> Entry | None:
    """The entry for a game: of the book that `book` names, or of the packaged books where it is None.

    Raises DataError if the named book has no such entry, or is not a book.
    """
    if book == NO_BOOK:
        return None
    if book == AUTO_BOOK:
        path = cache_path(game.fingerprint)
        return (_find(game, strategy, path) if os.path.exists(path) else None) or _find(game, strategy)
    entry = _find(game, strategy, book)
    if entry is None and book:
        of_game = [entry for entry in Book(book).entries if entry.fingerprint == game.fingerprint]
        if not of_game:
            raise DataError(f"{book}: this book is not for the {game.length}-letter words of {game.words.path}")
        made_for = ", ".join(f"{entry.strategy} with {entry.attempts or 'any'} attempts" for entry in of_game)
        name = strategy_key(strategy, game.objective, game.hard)
        raise DataError(f"{book}: this book has {made_for} for that list, not {name} with {game.attempts} attempts")
    return entry


def _find(game: WordGame, strategy: str, path: str | None = None) -> Entry | None:
    """The entry for a game in the file at path, where a tree for other weights serves too, or in the packaged books."""
    books = [Book(path)] if path else packaged_books()
    name = strategy_key(strategy, game.objective, game.hard)

    def look_up(digest: str, any_weights: bool = False) -> Entry | None:
        entries = (book.find(digest, game.length, name, game.attempts, any_weights) for book in books)
        return next(filter(None, entries), None)

    digest = game.file_digest  # a file that a book knows need not be parsed
    return (digest and look_up(digest)) or look_up(game.fingerprint) or look_up(game.list_fingerprint, bool(path))


def word_of(game: WordGame, entry: Entry) -> Callable[[int], str]:
    """The function from an index in the entry's tree to the word as it is written; it raises DataError."""
    digest = game.file_digest
    return word_getter(game.words, entry.fingerprint, entry.book.word_offsets(digest, game.length) if digest else ())


def cache_path(fingerprint: str) -> str:
    """The path in the user's cache directory of the book for the game with that fingerprint."""
    from lingo_common.files import cache_directory  # few players look there

    return os.path.join(cache_directory(), f"{fingerprint}.book")


def strategy_key(strategy: str, objective: str = "points", hard: bool = False) -> str:
    """The STRATEGY of an entry: `score`, or the objective where it is not points, or a criterion; `-hard` after it.

    A file of Python is named by its content. DataError if it cannot be read.
    """
    if strategy.endswith(".py"):
        import hashlib  # a player without such a file starts sooner without it

        from lingo_common.files import read_file

        strategy = f"file-{hashlib.sha256(read_file(strategy)).hexdigest()[:16]}"
    name = objective if strategy == "score" and objective != "points" else strategy
    return f"{name}-hard" if hard else name
