"""Values from outside, checked against a type by msgspec; what is wrong is said in plain words."""

import re
from typing import Any

import msgspec

from lingo_common.option import either

# The messages of msgspec.
_EXPECTED = re.compile(r"Expected `(?P<wanted>[^`]*)`, got `(?P<got>[^`]*)`")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`")
_MISSING = re.compile(r"Object missing required field `(.*)`")
_EMPTY_TEXT = "Expected `str` of length >= 1"

_WORDS = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "object": "a table",
    "array": "a list",
    "null": "nothing",
}
"""Plain words for the types that msgspec names."""


def convert(value: Any, kind: Any) -> Any:
    """Return the value as that type; ValueError that names the key: `points must be a whole number, not text`."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        # Such as "Expected `int`, got `str` - at `$.points`"; for the value as a whole there is no place.
        what, _, place = str(error).partition(" - at `")

    key = place.removesuffix("`").removeprefix("$").removeprefix(".")
    raise ValueError(_plain_message(what, key, kind))


def _plain_message(what: str, key: str, kind: Any) -> str:
    """Return msgspec's message in plain words; key: the key of the refused value, empty for the value as a whole."""
    unknown = _UNKNOWN.fullmatch(what)
    if unknown:
        names = ", ".join(getattr(kind, "__struct_encode_fields__", ()))
        there_are = f"; there are {names}" if names else ""
        return f"unknown key '{unknown[1]}'{there_are}"

    missing = _MISSING.fullmatch(what)
    if missing:
        return f"the key '{missing[1]}' is missing"

    name = key or "the value"
    if what == _EMPTY_TEXT:
        return f"{name} must not be empty"

    expected = _EXPECTED.fullmatch(what)
    if expected:
        accepted = expected["wanted"].split(" | ")
        got = expected["got"]
        # Nobody writes `null`, and "a number" includes whole ones.
        redundant = {"null", "int"} if "float" in accepted else {"null"}
        kinds = [_WORDS.get(kind_name, kind_name) for kind_name in accepted if kind_name not in redundant]
        return f"{name} must be {either(kinds)}, not {_WORDS.get(got, got)}"

    # A type may refuse a value in a sentence of its own.
    return f"{key}: {what}" if key else what
