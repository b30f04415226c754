"""BookPlayer plays a whole tree from a book; book_for finds the tree for a game, book_word the words that it names."""

from __future__ import annotations

import os

from lingo_bot.book import WORDS_AN_OFFSET, Book, BookTree, packaged_books
from lingo_bot.dialogue import no_word_fits
from lingo_common.errors import DataError
from wordlists.reply import code_of
from wordlists.word_game import POINTS, WORST, WordGame
from wordlists.word_list import WordList

NO_BOOK = ""
"""The value of `book` for no book."""
AUTO_BOOK = "auto"
"""The value of `book` for the book in the user's cache directory, if there is one, else the packaged books."""


class BookPlayer:
    """Plays one game by a tree of a book."""

    def __init__(self, word_game: WordGame, tree: BookTree) -> None:
        """tree: one for this game."""
        self._words = word_game.words
        self._word_offsets = tree.book.word_offsets(word_game.file_digest, word_game.length)
        self._tree = tree
        self._node = 0

    def guess(self) -> str:
        """The guess of the current node."""
        return book_word(self._words, self._word_offsets, self._tree.guesses[self._node])

    def hear(self, reply: str) -> None:
        """Go to the child node of the reply; DataError if there is none."""
        child = self._tree.child_of(self._node, code_of(reply))
        if child is None:
            raise no_word_fits(self.guess(), reply, is_first=self._node == 0)
        self._node = child


def book_for(word_game: WordGame, strategy: str, book: str | None) -> BookTree | None:
    """The tree for a game, None if there is none.

    book: a path, NO_BOOK, AUTO_BOOK, or None for the packaged books. Raises DataError if the file at the path has no
    such tree, or is not a book.
    """
    if book == NO_BOOK:
        return None

    if book == AUTO_BOOK:
        path = cache_path(word_game.fingerprint)
        tree = _find(word_game, strategy, path) if os.path.exists(path) else None
        return tree or _find(word_game, strategy)

    tree = _find(word_game, strategy, book)
    if tree is None and book:
        key = strategy_key(strategy, word_game.objective, word_game.hard)
        rules = f"{key} with {word_game.attempts} attempts"
        words = f"the {word_game.length}-letter words of {word_game.words.path}"
        raise DataError(f"{book}: this book has no tree of {rules} for {words}")
    return tree


def _find(word_game: WordGame, strategy: str, path: str | None = None) -> BookTree | None:
    """The tree for a game in the book at the path, or in the packaged books; None if there is none.

    The first choice is a tree for the game's words and weights (weights come from frequencies). The second one is a
    tree for the words without weights. In a book that the user names, the third is a tree for the words with any other
    weights, because the user wants that book played.
    """
    books = [Book(path)] if path else packaged_books()
    key = strategy_key(strategy, word_game.objective, word_game.hard)

    def look_up(list_hash: str, any_weights: bool = False) -> BookTree | None:
        """The tree in the first book that has one; the arguments are those of Book.find."""
        for book in books:
            tree = book.find(list_hash, word_game.length, key, word_game.attempts, any_weights)
            if tree:
                return tree
        return None

    # First by the hash of the file. The fingerprint is a hash of the words and the weights, for which the file has to
    # be parsed.
    digest = word_game.file_digest
    tree = look_up(digest) if digest else None
    if tree is None:
        tree = look_up(word_game.fingerprint)
    if tree is None:
        # By the hash of the words alone. Trees of other weights are for a book that the user names. The book in the
        # cache has a path too, but is named after words and weights, so it has none.
        tree = look_up(word_game.list_fingerprint, any_weights=bool(path))
    return tree


def cache_path(fingerprint: str) -> str:
    """The path in the user's cache directory of the book for the game with that fingerprint."""
    from lingo_common.files import cache_directory  # few players look there

    return os.path.join(cache_directory(), f"{fingerprint}.book")


def strategy_key(strategy: str, objective: str, hard: bool) -> str:
    """The name of a strategy in a book's list of trees (see lingo_bot.book): `score`, `entropy`, or `guesses-hard`.

    In a game that is not for points, `score` has the name of the objective: `guesses` or `worst`. A file of Python has
    a name from its content, `file-` and 16 hex digits; MODULE:NAME is followed by those of its file. Files beside it
    that it imports count too. DataError if a file cannot be read. In hard mode `-hard` follows.
    """
    if strategy.endswith(".py"):
        name = f"file-{_digest_of_sources(strategy)}"
    elif ":" in strategy:
        name = f"{strategy}-{_digest_of_sources(strategy)}"
    elif strategy == "score" and objective != POINTS:
        name = objective
    elif strategy == "minimax" and objective == WORST:
        # The only criterion that plays differently for another objective (lingo_bot.criterion_strategy).
        name = "minimax-worst"
    else:
        name = strategy

    return f"{name}-hard" if hard else name


def _digest_of_sources(strategy: str) -> str:
    """The first 16 hex digits of the sha256 of the file that FILE.py or MODULE:NAME names, with those that it imports.

    DataError if a file cannot be read.
    """
    import hashlib  # a player without such a file starts sooner without it

    from codebreaker.loading import imported_files, path_of  # slow to load, like the strategy itself
    from lingo_common.files import read_file

    digest = hashlib.sha256(read_file(path_of(strategy)))
    for file in imported_files(strategy):
        # A digest for each file: the contents alone would not tell in which of them a line stands.
        digest.update(hashlib.sha256(read_file(file)).digest())
    return digest.hexdigest()[:16]


def book_word(words: WordList, word_offsets: list[int], index: int) -> str:
    """The word of that index in a list as it is written; DataError if the list has none.

    word_offsets: those that a book has for the list's file (see lingo_bot.book). With them only the part of the file
    that holds the word is read, without them the whole file is parsed.
    """
    try:
        if not word_offsets:
            return words.spelling.write(words.words[index])
        return _word_after_offset(words.data or b"", words.length, word_offsets, index)
    except (IndexError, ValueError):
        raise DataError(f"{words.path}: a book names word {index} of this list, which it does not have") from None


def _word_after_offset(data: bytes, length: int, word_offsets: list[int], index: int) -> str:
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
