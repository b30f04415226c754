"""rules.json: the file in a player's working directory that describes a game by other rules than the pit's."""

from __future__ import annotations

import json
import os

from lingo_common.errors import DataError, UsageError
from wordlists.spelling import spelling_of
from wordlists.word_game import ATTEMPTS, OBJECTIVES, POINTS, checked_letter

TYPE_CHECKING = False  # importing typing would double the launch time; type checkers take this name for true
if TYPE_CHECKING:
    from typing import Any

RULES_FILE = "rules.json"


def read_rules_file(length: int) -> dict[str, Any]:
    """The arguments of wordlists.word_game.read_game in the file, with the answers of answersN.txt where there are any.

    Raises DataError for a file that does not describe a game of that length.
    """
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
