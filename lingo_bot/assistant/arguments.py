"""Checks of what a Python program passes: each returns the value, or raises UsageError that names the argument."""

import os
from collections.abc import Sequence
from typing import Any

from lingo_common.errors import UsageError


def whole_number(name: str, value: Any, least: int, most: int | None = None) -> int:
    """A whole number of at least `least`, and of at most `most` if that is given."""
    if type(value) is not int or value < least or (most is not None and value > most):
        limits = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise UsageError(f"{name} must be a whole number {limits}, not {value!r}")
    return value


def one_of(name: str, value: Any, values: Sequence[str], or_else: str = "") -> str:
    """One of those values; or_else: what else may be given, for the message."""
    if value not in values:
        raise UsageError(f"{name} must be {', '.join(values)}{or_else}, not {value!r}")
    return str(value)


def path(name: str, value: Any) -> str | None:
    """A path, None for None."""
    if not (value is None or isinstance(value, str | os.PathLike)):
        raise UsageError(f"{name} must be a path, not {value!r}")
    return None if value is None else os.fspath(value)
