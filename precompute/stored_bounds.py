"""The file that keeps proved bounds: JSON, a bound by `FINGERPRINT:ATTEMPTS`, with `:guesses` after it
where these count."""

import json
import os
from typing import Any

import msgspec

from lingo_common.errors import DataError, reason
from lingo_common.files import write_whole
from precompute.bound import Bound
from wordlists.word_game import POINTS, WordGame

PACKAGED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bounds.json")
"""The bounds that come with the package."""


_StoredBound = msgspec.defstruct("_StoredBound", Bound.__annotations__.items(), forbid_unknown_fields=True)


def find_bound(name: str, path: str = PACKAGED) -> Bound | None:
    """The bound that a file has under a name (see bound_name), None if it has none; DataError if it cannot be read."""
    return _read(path).get(name)


def add_bound(path: str, name: str, bound: Bound) -> None:
    """Store the bound in the file, new or not, unless the file has a smaller bound of that name."""
    bounds = _read(path) if os.path.isfile(path) else {}  # a device or a pipe is only written
    if name not in bounds or bound.bound <= bounds[name].bound:
        content = {key: stored._asdict() for key, stored in (bounds | {name: bound}).items()}
        write_whole(path, json.dumps(content, indent=1, sort_keys=True) + "\n")


def bound_name(game: WordGame) -> str:
    """The name of a game's bound, which holds in hard mode too, where fewer guesses are allowed."""
    objective = "" if game.objective == POINTS else f":{game.objective}"
    return f"{game.fingerprint}:{game.attempts}{objective}"


def _read(path: str) -> dict[str, Bound]:
    kind: Any = dict[str, _StoredBound]  # type: ignore[valid-type]
    try:
        with open(path, "rb") as file:
            bounds = msgspec.json.decode(file.read(), type=kind)
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {reason(error)}") from None
    except msgspec.DecodeError:
        remedy = "write a new one with precompute bound --out FILE"
        raise DataError(f"{path}: not a file of bounds of this version: {remedy}") from None
    return {name: Bound(**msgspec.structs.asdict(bound)) for name, bound in bounds.items()}
