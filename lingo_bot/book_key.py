"""What a book's entry is found by: the fingerprints of a game's lists, and the name of what it plays for.

The words that begin with the shown first letter are a list of their own, so a book for such games has an ordinary
entry for each first letter.
"""

from __future__ import annotations

from lingo_common.errors import DataError, reason


def lists_key(words: str, answers: str | None) -> str:
    """The FINGERPRINT of an entry: that of the words, and `+` with that of the answers where these are fewer."""
    return words if answers is None else f"{words}+{answers}"


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
