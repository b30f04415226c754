"""BookPlayer plays a whole tree from a book; find_entry finds the tree for a game."""

from __future__ import annotations

from codebreaker.reply import code_of
from lingo_bot.book import Book, BookTree, Entry, packaged_books
from lingo_bot.dialogue import no_word_fits
from lingo_common.errors import DataError, reason
from wordlists.word_game import WordGame

TYPE_CHECKING = False  # importing typing would double the launch time; type checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Callable


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


def find_entry(game: WordGame, strategy: str, path: str | None = None) -> tuple[Book, Entry] | None:
    """The book and the entry for a game, from the file at path or from the packaged books; None if none has it.

    The hash of the word list's file is tried first, so that a known file is not parsed. Of the file at path a tree for
    other weights serves too. Raises DataError if path is not a book.
    """
    books = [Book(path)] if path else packaged_books()
    name = strategy_key(strategy, game.objective, game.hard)
    digest = game.words.digest if game.is_whole else None
    book_entry = _look_up(books, digest, game, name) if digest else None
    book_entry = book_entry or _look_up(books, game.fingerprint, game, name)
    return book_entry or _look_up(books, game.list_fingerprint, game, name, any_weights=bool(path))


def _look_up(
    books: list[Book], digest: str, game: WordGame, strategy: str, any_weights: bool = False
) -> tuple[Book, Entry] | None:
    for book in books:
        entry = book.find(digest, game.length, strategy, game.attempts, any_weights)
        if entry:
            return book, entry
    return None


def no_entry_error(game: WordGame, strategy: str, path: str) -> DataError:
    """The error that says why the book at path does not serve this game."""
    book, fingerprint = Book(path), game.fingerprint
    of_game = [entry for entry in book.entries if entry.fingerprint == fingerprint]
    if not of_game:
        return DataError(f"{path}: this book is not for the {game.length}-letter words of {game.words.path}")
    made_for = ", ".join(f"{entry.strategy} with {entry.attempts or 'any'} attempts" for entry in of_game)
    name = strategy_key(strategy, game.objective, game.hard)
    return DataError(f"{path}: this book has {made_for} for that list, not {name} with {game.attempts} attempts")


def strategy_key(strategy: str, objective: str = "points", hard: bool = False) -> str:
    """The STRATEGY of an entry: `score`, or the objective where it is not points, or a criterion; `-hard` after it.

    A file of Python is named by its content. DataError if it cannot be read.
    """
    if strategy.endswith(".py"):
        strategy = _name_of_file(strategy)
    name = objective if strategy == "score" and objective != "points" else strategy
    return f"{name}-hard" if hard else name


def _name_of_file(path: str) -> str:
    import hashlib  # a player without such a file starts sooner without it

    try:
        with open(path, "rb") as file:
            return f"file-{hashlib.sha256(file.read()).hexdigest()[:16]}"
    except OSError as error:
        raise DataError(f"{path}: {reason(error)}") from None
