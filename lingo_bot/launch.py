"""The launch of a player: its rules where rules.json has them, its book, else the live player."""

from __future__ import annotations

import os

from lingo_bot.book_player import NO_BOOK, BookPlayer, book_for, word_of
from lingo_bot.live_player import LivePlayer
from lingo_common.errors import DataError, UsageError, say
from wordlists.word_game import POINTS, WordGame, rules_of

TYPE_CHECKING = False  # importing typing would double the launch time; type checkers take this name for true
if TYPE_CHECKING:
    from typing import Any

    from lingo_bot.dialogue import Player

STRATEGIES = ("score", "expected", "entropy", "minimax", "parts")
"""The names of the strategies (see lingo_bot.strategy), the default first."""
DEFAULT_STRATEGY = STRATEGIES[0]
RULES_FILE = "rules.json"
"""The file in a player's working directory that describes a game by other rules than the pit's."""
_LARGEST_RULES = 1 << 20


def read_rules_file(length: int) -> dict[str, Any]:
    """The arguments of read_game in rules.json, with the answers of answersN.txt where there are any.

    Raises DataError for a file that does not describe a game of that length.
    """
    import json  # few games have the file

    from lingo_common.files import read_file

    try:
        values = json.loads(read_file(RULES_FILE, _LARGEST_RULES).decode())
        rules, answers = rules_of(values), f"answers{length}.txt"
        if values.get("length", length) != length or type(values.get("hard", False)) is not bool:
            raise ValueError
        if values.get("first_letter") in (True, False, ""):  # the file names the letter, or has null
            raise ValueError
        return {"answers": answers if os.path.exists(answers) else None, **rules}
    except (DataError, ValueError, AttributeError, RecursionError):
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

    first_guess: the guess to begin with, as it is written; a book is played only if its tree begins so. book: see
    book_for. advise: print on standard error how to make a book where none has the game. Raises DataError for a list, a
    book or a first guess that cannot be used, UsageError for a first guess of another length.
    """
    entry = book_for(game, strategy, book)
    if entry is not None:
        tree, word = entry.tree(), word_of(game, entry)
        by_book = word(tree.guesses[0])
        if first_guess in (None, by_book):
            return BookPlayer(word, tree) if entry.depth > 1 else LivePlayer(game, strategy, by_book)
    elif advise and first_guess is None and book != NO_BOOK and strategy in STRATEGIES:
        _advise(game, strategy)
    return LivePlayer(game, strategy, checked_first_guess(first_guess, game))


def checked_first_guess(first_guess: str | None, game: WordGame) -> str | None:
    """The guess, or None; DataError if it is not a guess of the game, UsageError if it has another length."""
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


def _advise(game: WordGame, strategy: str) -> None:
    """Print how to make a book, where the rules are those of the pit and the list can be read again."""
    path = game.words.path
    if game.file_digest is None or game.hard or game.objective != POINTS or not os.path.isfile(path):
        return
    import shlex  # few games lack a book

    made_by = "book" if strategy == DEFAULT_STRATEGY else f"book --strategy {strategy}"
    # Not the cache directory, which a player in a contest cannot see.
    how = f"precompute {made_by} --wordlist {shlex.quote(path)} --lengths {game.length} --out FILE"
    say("lingo-bot", f"no book for {path}; to make one: {how}, then lingo-bot --book FILE")
