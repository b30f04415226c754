"""The file that keeps proved bounds: JSON, a bound by `FINGERPRINT:ATTEMPTS`."""

import json
import os
from typing import Any

from lingo_common.errors import DataError, reason
from lingo_common.files import write_whole
from precompute.bound import Bound

PACKAGED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bounds.json")
"""The bounds that come with the package."""


def stored(fingerprint: str, attempts: int, path: str = PACKAGED) -> Bound | None:
    """The bound that a file holds for a list, None if it holds none; DataError if it cannot be read."""
    found = _read(path).get(f"{fingerprint}:{attempts}")
    try:
        return None if found is None else Bound(**found)
    except TypeError:
        raise _no_bounds(path) from None


def store(path: str, fingerprint: str, attempts: int, bound: Bound) -> None:
    """Store the bound in the file, new or not, unless the file has a smaller bound for the list."""
    there = os.path.isfile(path)  # a device or a pipe is only written
    known = stored(fingerprint, attempts, path) if there else None
    if known is None or bound.bound <= known.bound:
        content = (_read(path) if there else {}) | {f"{fingerprint}:{attempts}": bound._asdict()}
        write_whole(path, json.dumps(content, indent=1, sort_keys=True) + "\n")


def _no_bounds(path: str) -> DataError:
    return DataError(f"{path}: not a file of bounds")


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
