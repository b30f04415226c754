"""The launch of a player: reads the rules in rules.json, and chooses between a book's tree and the live player."""

from __future__ import annotations

import os

from lingo_bot.book_player import BookPlayer, book_for
from lingo_bot.live_player import LivePlayer
from lingo_common.errors import DataError, count_text
from wordlists.word_game import WordGame, rules_from_json

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
        # The referee writes a letter or null. rules_from_json takes more, because it reads stored games too: in these
        # true means that each secret shows its own letter, which does not tell a player the letter of its game.
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
) -> Guesser:
    """The player of one game.

    first_guess: the guess to begin with, as it is written; a book is played only if its tree begins so. book: a path,
    NO_BOOK, AUTO_BOOK for the one in the user's cache directory, or None for the packaged books. Raises DataError for a
    list, a book or a first guess that cannot be used.
    """
    tree = book_for(word_game, strategy, book)
    if tree is not None:
        book_player = BookPlayer(word_game, tree)
        book_guess = book_player.guess()
        if first_guess is None or first_guess == book_guess:
            return book_player if tree.plays_whole_games else LivePlayer(word_game, strategy, book_guess)

    if first_guess is not None:
        word_game.index_of(first_guess)  # DataError where the list lacks it
    return LivePlayer(word_game, strategy, first_guess)
