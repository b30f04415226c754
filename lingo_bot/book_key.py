"""What a book's entry is found by: the fingerprints of a game's lists, and the name of what it plays for.

The words that begin with the shown first letter are a list of their own, so a book for such games has an ordinary
entry for each first letter.
"""

from __future__ import annotations


def lists_key(words: str, answers: str | None) -> str:
    """The FINGERPRINT of an entry: that of the words, and `+` with that of the answers where these are fewer."""
    return words if answers is None else f"{words}+{answers}"


def strategy_key(strategy: str, objective: str, hard: bool) -> str:
    """The STRATEGY of an entry: `score`, or the objective where it is not points, or a criterion; `-hard` after it."""
    name = objective if strategy == "score" and objective != "points" else strategy
    return f"{name}-hard" if hard else name
