"""The file that keeps proved bounds: JSON, a bound by `FINGERPRINT:ATTEMPTS`, with `:guesses` after it
where these count."""

import json
import os
from typing import Any

from lingo_common.errors import DataError, reason
from lingo_common.files import write_whole
from precompute.bound import Bound
from wordlists.word_game import POINTS, WordGame

PACKAGED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bounds.json")
"""The bounds that come with the package."""


def find_bound(name: str, path: str = PACKAGED) -> Bound | None:
    """The bound that a file has under a name (see bound_name), None if it has none; DataError if it cannot be read."""
    values = _read(path).get(name)
    try:
        return None if values is None else Bound(**values)
    except TypeError:
        raise _no_bounds(path) from None


def add_bound(path: str, name: str, bound: Bound) -> None:
    """Store the bound in the file, new or not, unless the file has a smaller bound of that name."""
    there = os.path.isfile(path)  # a device or a pipe is only written
    old = find_bound(name, path) if there else None
    if old is None or bound.bound <= old.bound:
        content = (_read(path) if there else {}) | {name: bound._asdict()}
        write_whole(path, json.dumps(content, indent=1, sort_keys=True) + "\n")


def bound_name(game: WordGame) -> str:
    """The name of a game's bound, which holds in hard mode too, where fewer guesses are allowed."""
    objective = "" if game.objective == POINTS else f":{game.objective}"
    return f"{game.fingerprint}:{game.attempts}{objective}"


def _no_bounds(path: str) -> DataError:
    return DataError(f"{path}: not a file of bounds of this version: write a new one with precompute bound --out FILE")


def _read(path: str) -> dict[str, Any]:
    try:
        with open(path, encoding="ascii") as file:
            content = json.load(file)
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {reason(error)}") from None
    except ValueError:
        content = None
    if not isinstance(content, dict):
        raise _no_bounds(path)
    return content
