"""Values from outside, checked against a type by msgspec; what is wrong is said in plain words."""

import re
from typing import Any

import msgspec

from lingo_common.option import either

_PARTS = re.compile(r"(?P<what>.*?)(?: - at `(?P<where>.*)`)?", re.DOTALL)
_EXPECTED = re.compile(r"Expected `(?P<wanted>[^`]*)`, got `(?P<got>[^`]*)`")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`")
_MISSING = re.compile(r"Object missing required field `(.*)`")
_WORDS = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "object": "a table",
    "array": "a list",
    "null": "nothing",
}


def convert(value: Any, kind: Any) -> Any:
    """Return the value as that type; ValueError that names the key: `points must be a whole number, not text`."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        parts = _PARTS.fullmatch(str(error))
    assert parts is not None  # the pattern takes any text
    what, key = parts["what"], (parts["where"] or "").removeprefix("$").removeprefix(".")
    if unknown := _UNKNOWN.fullmatch(what):
        names = ", ".join(getattr(kind, "__struct_encode_fields__", ()))
        raise ValueError(f"unknown key '{unknown[1]}'{names and f'; there are {names}'}")
    if missing := _MISSING.fullmatch(what):
        raise ValueError(f"the key '{missing[1]}' is missing")
    if what == "Expected `str` of length >= 1":
        what = "must not be empty"
    elif expected := _EXPECTED.fullmatch(what):
        accepted, got = expected["wanted"].split(" | "), expected["got"]
        redundant = {"null", "int"} if "float" in accepted else {"null"}  # a number includes whole ones
        kinds = [_WORDS.get(name, name) for name in accepted if name not in redundant]
        what = f"must be {either(kinds)}, not {_WORDS.get(got, got)}"
    raise ValueError(f"{key or 'the value'} {what}" if what.startswith("must ") else f"{key}: {what}" if key else what)
