"""player_for makes the player of a game: from a book that has the list, else the live player.

Nothing slow is imported before it is needed.
"""

from __future__ import annotations

import os

from lingo_bot.book_player import BookPlayer, find_entry, refusal
from lingo_bot.words import RawList
from lingo_common.errors import DataError, UsageError, say
from lingo_common.files import cache_directory

TYPE_CHECKING = False  # importing typing would double the launch time; type checkers take this name for true
if TYPE_CHECKING:
    from lingo_bot.dialogue import Player
    from lingo_bot.other_rules import OtherRules

STRATEGIES = ("score", "expected", "entropy", "minimax", "parts")
"""The names of the strategies (see lingo_bot.strategy), the default first."""
DEFAULT_STRATEGY = STRATEGIES[0]
NO_BOOK, AUTO_BOOK = "", "auto"
"""Values of `book` other than a path: no book; the book in the user's cache directory, if there is one."""


def player_for(
    length: int,
    source: str | RawList | None = None,
    strategy: str = DEFAULT_STRATEGY,
    attempts: int = 5,
    first_guess: str | None = None,
    book: str | None = None,
    advise: bool = True,
    rules: OtherRules | None = None,
) -> Player:
    """The player of one game over a list: that of a source (see wordlists.reader.locate), or one already read.

    first_guess: the guess to begin with; a book is played only if its tree begins so. book: None for the packaged
    books. advise: print on standard error which entries of the list are left out, and how to make a book where none
    has the list. rules: None for the pit's. Raises DataError for a list, a book or a first guess that cannot be used,
    UsageError for a first guess of another length.
    """
    words = source if isinstance(source, RawList) else RawList(length, source, rules.spelling if rules else None)
    if rules is not None and rules.differ:
        from lingo_bot.other_rules import player_under

        return player_under(rules, words, strategy, attempts, first_guess, book, advise)
    path = cached_book(words, strategy, attempts) if book == AUTO_BOOK else book or None
    found = None if book == NO_BOOK else find_entry(words, strategy, attempts, path)
    if found is None:
        if path:
            raise refusal(words, strategy, attempts, path)
        if advise and first_guess is None:
            _advise(words, strategy, book)
        return _live(words, strategy, attempts, _checked(first_guess, words))
    opened, entry = found
    tree = opened.tree(entry)
    word = words.by_index(entry.fingerprint, opened.word_offsets(words.digest, length))
    by_book = word(tree.guesses[0])
    if first_guess not in (None, by_book):
        return _live(words, strategy, attempts, _checked(first_guess, words))
    return BookPlayer(word, tree) if entry.depth > 1 else FirstGuessPlayer(words, by_book, strategy, attempts)


class FirstGuessPlayer:
    """Plays the first guess of a book at once, and loads the live player while the reply is awaited."""

    def __init__(self, words: RawList, first_guess: str, strategy: str, attempts: int) -> None:
        self._words, self._first, self._rest = words, first_guess, (strategy, attempts)
        self._live: Player | None = None

    def guess(self) -> str:
        return self._live.guess() if self._live else self._first

    def hear(self, reply: str) -> None:
        if self._live is None:
            self._live = _live(self._words, *self._rest, self._first)
            self._live.guess()
        self._live.hear(reply)


def _live(words: RawList, strategy: str, attempts: int, first_guess: str | None) -> Player:
    from lingo_common.processors import one_thread_for_algebra

    one_thread_for_algebra()
    from lingo_bot.live_player import LivePlayer  # imports numpy, which takes longer than a whole game by book

    return LivePlayer(words.parsed().words, strategy, attempts, first_guess)


def _checked(first_guess: str | None, words: RawList) -> str | None:
    if first_guess is None:
        return None
    if len(first_guess) != words.length:
        raise UsageError(f"first guess {first_guess!r} has {len(first_guess)} letters, not {words.length}")
    if first_guess not in words.parsed().words:
        raise DataError(f"first guess {first_guess!r} is not in {words.path}")
    return first_guess


def _advise(words: RawList, strategy: str, book: str | None) -> None:
    """Say which entries of the list are left out, and how to make a book."""
    if remark := words.parsed().left_out:
        say("lingo-bot", remark)
    if book == NO_BOOK or strategy not in STRATEGIES:
        return
    of_list = f"--wordlist {words.path} --lengths {words.length}"
    made_by = "book" if strategy == DEFAULT_STRATEGY else f"book --strategy {strategy}"
    # Not the cache directory, which a player in a contest cannot see.
    how = f"precompute {made_by} {of_list} --out FILE, then lingo-bot --book FILE"
    say("lingo-bot", f"no book for {words.path}; to make one: {how}")


def cached_book(words: RawList, strategy: str, attempts: int) -> str | None:
    """The path of the book in the user's cache directory that has this game, None if there is none."""
    path = cache_path(words.parsed().fingerprint)
    return path if os.path.exists(path) and find_entry(words, strategy, attempts, path) else None


def cache_path(fingerprint: str) -> str:
    """The path in the user's cache directory of the book for the list with that fingerprint."""
    return os.path.join(cache_directory(), f"{fingerprint}.book")
