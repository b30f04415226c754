"""The launch of a player: reads the rules in rules.json, and chooses between a book's tree and the live player."""

from __future__ import annotations

import os

from lingo_bot.book_player import NO_BOOK, BookPlayer, book_for
from lingo_bot.live_player import LivePlayer
from lingo_common.errors import DataError, UsageError, count_text, say
from wordlists.word_game import POINTS, WordGame, rules_from_json

TYPE_CHECKING = False  # importing typing would double the launch time; type checkers take this name for true
if TYPE_CHECKING:
    from typing import Any

    from wordlists.guesser import Guesser

STRATEGIES = ("score", "expected", "entropy", "minimax", "parts")
"""The names of the strategies (see lingo_bot.strategy), the default first."""
DEFAULT_STRATEGY = STRATEGIES[0]
RULES_FILE = "rules.json"
"""The file in a player's working directory that describes a game by other rules than the pit's."""
_LARGEST_RULES = 1 << 20
"""Bytes of rules.json: far more than any rules need."""


def read_rules_file(length: int) -> dict[str, Any]:
    """The rules in rules.json as arguments of wordlists.word_game.read_game, with answersN.txt as answers if it exists.

    Raises DataError for a file that does not describe a game of that length.
    """
    import json  # few games have the file

    from lingo_common.files import read_file

    try:
        values = json.loads(read_file(RULES_FILE, _LARGEST_RULES).decode())
        rules = rules_from_json(values)
        if values.get("length", length) != length or type(values.get("hard", False)) is not bool:
            raise ValueError
        # The referee writes the letter that all words begin with, or null. rules_from_json takes more than that: stored
        # games have true where each secret shows its own first letter, and a player is not told that letter.
        if values.get("first_letter") in (True, False, ""):
            raise ValueError
    except (DataError, ValueError, AttributeError, RecursionError):
        # The last two come from JSON that is no object, and from JSON that is nested too deeply.
        raise DataError(
            f"{RULES_FILE}: does not describe a game with words of {count_text(length, 'letter')} as the referee "
            "writes it; remove it, or start in another directory"
        ) from None

    answers = f"answers{length}.txt"
    return {"answers": answers if os.path.exists(answers) else None, **rules}


def player_for(
    word_game: WordGame,
    strategy: str = DEFAULT_STRATEGY,
    first_guess: str | None = None,
    book: str | None = None,
    advise: bool = True,
) -> Guesser:
    """The player of one game.

    first_guess: the guess to begin with, as it is written; a book is played only if its tree begins so. book: a path,
    NO_BOOK, AUTO_BOOK for the one in the user's cache directory, or None for the packaged books. advise: print on
    standard error how to make a book where none has the game. Raises DataError for a list, a book or a first guess that
    cannot be used, UsageError for a first guess of another length.
    """
    tree = book_for(word_game, strategy, book)
    if tree is not None:
        book_player = BookPlayer(word_game, tree)
        book_guess = book_player.guess()
        if first_guess is None or first_guess == book_guess:
            return book_player if tree.plays_whole_games else LivePlayer(word_game, strategy, book_guess)

    could_have_book = book != NO_BOOK and strategy in STRATEGIES and first_guess is None
    if tree is None and could_have_book and advise:
        _advise(word_game, strategy)

    return LivePlayer(word_game, strategy, checked_first_guess(first_guess, word_game))


def checked_first_guess(first_guess: str | None, word_game: WordGame) -> str | None:
    """The guess, or None; DataError if it is not a guess of the game, UsageError if it has another length."""
    if first_guess is None:
        return None

    word = word_game.spelling.read(first_guess)
    if len(word) != word_game.length:
        raise UsageError(f"first guess {first_guess!r} has {count_text(len(word), 'letter')}, not {word_game.length}")
    if word_game.letter and not word.startswith(word_game.letter):
        raise DataError(f"first guess '{first_guess}' cannot be made: letter 1 must be {word_game.written_letter}")
    if word not in word_game.words:
        raise DataError(f"first guess {first_guess!r} is not in {word_game.words.path}")
    return first_guess


def _advise(word_game: WordGame, strategy: str) -> None:
    """Print how to make a book, if `precompute book` can make one: for the pit's rules and a list in a file."""
    path = word_game.words.path
    # A game has a digest of its file if every word of the file may be the secret and counts alike.
    has_other_words = word_game.file_digest is None
    has_other_rules = word_game.hard or word_game.objective != POINTS
    if has_other_words or has_other_rules or not os.path.isfile(path):
        return

    import shlex  # few games lack a book

    made_by = "book" if strategy == DEFAULT_STRATEGY else f"book --strategy {strategy}"
    # FILE and not the cache directory, which a player in a contest cannot see.
    how = f"precompute {made_by} --wordlist {shlex.quote(path)} --lengths {word_game.length} --out FILE"
    say("lingo-bot", f"no book for {path}; to make one: {how}, then lingo-bot --book FILE")
