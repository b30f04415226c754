"""OtherRules: the rules of a game that differ from the pit's, and the player under such rules.

Nothing slow is imported before it is needed: a book that has the game is played by look-up alone.
"""

from __future__ import annotations

import os

from lingo_bot.book import Book, Entry, packaged_books
from lingo_bot.book_key import lists_key, strategy_key
from lingo_bot.book_player import BookPlayer
from lingo_bot.words import RawList
from lingo_common.errors import DataError, UsageError, say
from lingo_common.files import cache_directory
from wordlists.game_lists import GameLists, beginning_with, joined
from wordlists.reader import WordList, read

TYPE_CHECKING = False  # importing typing would double the launch time; type checkers take this name for true
if TYPE_CHECKING:
    from lingo_bot.dialogue import Player
    from wordlists.spelling import Spelling

RULES_FILE = "rules.json"
"""The file in a player's working directory that describes rules other than the pit's."""


class OtherRules:
    """The rules of a game apart from its length, its word list and its attempts.

    answers: the path of the list of answers, None for all words. first_letter: the letter that is shown, None where
    none is. objective: one of codebreaker.rules.OBJECTIVES. spelling: how words are read and written.
    """

    __slots__ = ("answers", "first_letter", "hard", "objective", "spelling")

    def __init__(
        self,
        answers: str | None = None,
        first_letter: str | None = None,
        hard: bool = False,
        objective: str = "points",
        spelling: Spelling | None = None,
    ) -> None:
        self.answers, self.hard, self.objective, self.spelling = answers, hard, objective, spelling
        self.first_letter = checked_letter(first_letter, spelling)

    @property
    def differ(self) -> bool:
        """Whether anything is not as in the pit."""
        return bool(self.answers or self.first_letter or self.hard or self.spelling) or self.objective != "points"

    def lists(self, words: RawList) -> GameLists:
        """The lists of the game, cut to the words that begin with the letter shown; DataError if none is left."""
        lists = joined(words.parsed(), read(words.length, self.answers, self.spelling) if self.answers else None)
        return lists if self.first_letter is None else beginning_with(self.first_letter, lists)


def checked_letter(text: str | None, spelling: Spelling | None) -> str | None:
    """The text as one letter, None for None; UsageError for any other text."""
    if text is None:
        return None
    from wordlists.spelling import PLAIN  # most players are told no letter

    letter = (spelling or PLAIN).read(text)
    if len(letter) != 1 or not (spelling or PLAIN).is_word(letter):
        raise UsageError(f"a first letter is one letter, not '{text[:40]}'")
    return letter


def read_rules_file(length: int) -> tuple[OtherRules, int]:
    """The rules and the attempts of rules.json in the working directory, with the answers of answersN.txt.

    Raises DataError for a file that does not describe a game of that length.
    """
    import json

    from wordlists.spelling import spelling_of

    try:
        with open(RULES_FILE, encoding="utf-8") as file:
            found = json.load(file)
        attempts, objective = found.get("attempts", 5), found.get("objective", "points")
        if found.get("length", length) != length or type(attempts) is not int or attempts < 1:
            raise ValueError
        spelling = spelling_of(letters=",".join(found.get("letters") or ()))
        answers = f"answers{length}.txt"
        rules = OtherRules(
            answers if os.path.exists(answers) else None,
            found.get("first_letter"),
            bool(found.get("hard", False)),
            objective if objective in ("points", "guesses", "worst") else "",
            spelling if spelling.groups else None,
        )
        if not rules.objective:
            raise ValueError
    except (OSError, ValueError, AttributeError, TypeError, UsageError):
        raise DataError(
            f"{RULES_FILE}: does not describe a game with words of {length} letters (docs/protocol.md); remove it, or "
            "start in another directory"
        ) from None
    return rules, attempts


def player_under(
    rules: OtherRules,
    words: RawList,
    strategy: str,
    attempts: int,
    first_guess: str | None,
    book: str | None,
    advise: bool,
) -> Player:
    """The player of one game under other rules; the arguments are those of launch.player_for."""
    lists = rules.lists(words)
    if advise:
        for remark in lists.remarks:
            say("lingo-bot", remark)
    found = None if book == "" or first_guess else book_for(rules, lists, strategy, attempts, book)
    if found and found[1].depth > 1:
        return _by_book(lists.words, *found)
    from lingo_bot.assistant.live_game import LiveGame  # imports numpy

    return LiveGame(rules, words, strategy, attempts, first_guess, book)


def _by_book(listed: WordList, book: Book, entry: Entry) -> BookPlayer:
    words, spelling = listed.words, listed.spelling
    word = words.__getitem__ if spelling is None else lambda index: spelling.write(words[index])
    return BookPlayer(word, book.tree_over(len(words), entry))


def book_for(
    rules: OtherRules, lists: GameLists, strategy: str, attempts: int, book: str | None
) -> tuple[Book, Entry] | None:
    """The book and its entry for a game, from the file that `book` names or from the packaged books; else None.

    Raises DataError if the named book has no such entry.
    """
    key = lists_key(lists.words.fingerprint, lists.answers.fingerprint if lists.answers else None)
    name = strategy_key(strategy, rules.objective, rules.hard)
    path = book
    if book == "auto":
        own = os.path.join(cache_directory(), f"{key}.book")
        path = own if os.path.exists(own) and Book(own).find(key, lists.words.length, name, attempts) else None
    for opened in [Book(path)] if path else packaged_books():
        entry = opened.find(key, lists.words.length, name, attempts)
        if entry:
            return opened, entry
    if path:
        raise DataError(f"{path}: this book has no tree for these lists, {name} and {attempts} attempts")
    return None
