"""The launch of a player: its rules where rules.json has them, its book, else the live player.

Nothing slow is imported before it is needed.
"""

from __future__ import annotations

import os

from lingo_bot.book import word_getter
from lingo_bot.book_player import BookPlayer, find_entry, no_entry_error
from lingo_common.errors import DataError, UsageError, say
from wordlists.spelling import spelling_of
from wordlists.word_game import ATTEMPTS, OBJECTIVES, POINTS, WordGame, checked_letter

TYPE_CHECKING = False  # importing typing would double the launch time; type checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from lingo_bot.book import Book, Entry
    from lingo_bot.dialogue import Player

STRATEGIES = ("score", "expected", "entropy", "minimax", "parts")
"""The names of the strategies (see lingo_bot.strategy), the default first."""
DEFAULT_STRATEGY = STRATEGIES[0]
RULES_FILE = "rules.json"
"""The file in a player's working directory that describes a game by other rules than the pit's."""
NO_BOOK, AUTO_BOOK = "", "auto"
"""Values of `book` other than a path: no book; the book in the user's cache directory, if there is one."""


def read_rules_file(length: int) -> dict[str, Any]:
    """The arguments of read_game in rules.json, with the answers of answersN.txt where there are any.

    Raises DataError for a file that does not describe a game of that length.
    """
    import json  # few games have the file

    try:
        with open(RULES_FILE, encoding="utf-8") as file:
            values = json.load(file)
        attempts, objective = values.get("attempts", ATTEMPTS), values.get("objective", POINTS)
        if values.get("length", length) != length or type(attempts) is not int or attempts < 1:
            raise ValueError
        if objective not in OBJECTIVES:
            raise ValueError
        groups, letter = ",".join(values.get("letters") or ()), values.get("first_letter")
        spelling = spelling_of(letters=groups, language=values.get("language") or "")
        answers = f"answers{length}.txt"
        return {
            "answers": answers if os.path.exists(answers) else None,
            "spelling": spelling,
            "attempts": attempts,
            "letter": None if letter is None else checked_letter(letter, spelling),
            "hard": bool(values.get("hard", False)),
            "objective": objective,
        }
    except (OSError, ValueError, AttributeError, TypeError, UsageError):
        raise DataError(
            f"{RULES_FILE}: does not describe a game with words of {length} letters (docs/protocol.md); remove it, or "
            "start in another directory"
        ) from None


def player_for(
    game: WordGame,
    strategy: str = DEFAULT_STRATEGY,
    first_guess: str | None = None,
    book: str | None = None,
    advise: bool = True,
) -> Player:
    """The player of one game.

    first_guess: the guess to begin with, as it is written; a book is played only if its tree begins so. book: None for
    the packaged books. advise: print on standard error how to make a book where none has the game. Raises DataError for
    a list, a book or a first guess that cannot be used, UsageError for a first guess of another length.
    """
    book_entry = book_for(game, strategy, book)
    if book_entry is None:
        if advise and game.is_plain and first_guess is None:
            _advise(game, strategy, book)
        return _live(game, strategy, _checked_word(first_guess, game))
    trees, entry = book_entry
    tree = trees.tree(entry)
    word = word_of(game, trees, entry)
    by_book = word(tree.guesses[0])
    if first_guess not in (None, by_book):
        return _live(game, strategy, _checked_word(first_guess, game))
    return BookPlayer(word, tree) if entry.depth > 1 else FirstGuessPlayer(game, by_book, strategy)


def book_for(game: WordGame, strategy: str, book: str | None) -> tuple[Book, Entry] | None:
    """The book and its entry for a game: of the file that `book` names, or of the packaged books; None for neither.

    Raises DataError if the named book has no such entry.
    """
    if book == NO_BOOK:
        return None
    path = cached_book(game, strategy) if book == AUTO_BOOK else book
    book_entry = find_entry(game, strategy, path)
    if book_entry is None and path:
        raise no_entry_error(game, strategy, path)
    return book_entry


class FirstGuessPlayer:
    """Plays the first guess of a book at once, and loads the live player while the reply is awaited."""

    def __init__(self, game: WordGame, first_guess: str, strategy: str) -> None:
        self._game, self._first, self._strategy = game, first_guess, strategy
        self._live: Player | None = None

    def guess(self) -> str:
        """The first guess, afterwards the live player's."""
        return self._live.guess() if self._live else self._first

    def hear(self, reply: str) -> None:
        """Take in the reply; DataError if no word of the list gives it."""
        if self._live is None:
            self._live = _live(self._game, self._strategy, self._first)
            self._live.guess()
        self._live.hear(reply)


def word_of(game: WordGame, book: Book, entry: Entry) -> Callable[[int], str]:
    """The function from an index in the entry's tree to the word as it is written; it raises DataError."""
    digest = game.words.digest if game.is_whole else None
    return word_getter(game.words, entry.fingerprint, book.word_offsets(digest, game.length) if digest else ())


def _live(game: WordGame, strategy: str, first_guess: str | None) -> Player:
    from lingo_common.processors import one_thread_for_algebra

    one_thread_for_algebra()
    from lingo_bot.live_player import LivePlayer  # imports numpy, which takes longer than a whole game by book

    return LivePlayer(game, strategy, first_guess)


def _checked_word(first_guess: str | None, game: WordGame) -> str | None:
    if first_guess is None:
        return None
    word = game.spelling.read(first_guess)
    if len(word) != game.length:
        raise UsageError(f"first guess {first_guess!r} has {len(word)} letters, not {game.length}")
    if game.letter and not word.startswith(game.letter):
        raise DataError(f"first guess '{first_guess}' cannot be made: letter 1 must be {game.shown_letter}")
    if word not in game.words:
        raise DataError(f"first guess {first_guess!r} is not in {game.words.path}")
    return first_guess


def _advise(game: WordGame, strategy: str, book: str | None) -> None:
    """Print how to make a book."""
    if book == NO_BOOK or strategy not in STRATEGIES:
        return
    of_list = f"--wordlist {game.words.path} --lengths {game.length}"
    made_by = "book" if strategy == DEFAULT_STRATEGY else f"book --strategy {strategy}"
    # Not the cache directory, which a player in a contest cannot see.
    how = f"precompute {made_by} {of_list} --out FILE, then lingo-bot --book FILE"
    say("lingo-bot", f"no book for {game.words.path}; to make one: {how}")


def cached_book(game: WordGame, strategy: str) -> str | None:
    """The path of the book in the user's cache directory that has this game, None if there is none."""
    path = cache_path(game.fingerprint)
    return path if os.path.exists(path) and find_entry(game, strategy, path) else None


def cache_path(fingerprint: str) -> str:
    """The path in the user's cache directory of the book for the game with that fingerprint."""
    from lingo_common.files import cache_directory  # few players look there

    return os.path.join(cache_directory(), f"{fingerprint}.book")
