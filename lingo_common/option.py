"""Options declared as fields of dataclasses.

A field is the whole declaration: its name, help, default and reader make the option of the command line, the key in a
file of options, the check of values from Python, and the attribute that holds the value.
"""

import dataclasses
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from lingo_common.errors import UsageError

Reader = Callable[[Any], Any]
"""Returns the value of a text or a value; raises ValueError that says what it must be."""
_OPTION = "option"
_NAMES = {bool: "True or False", int: "a whole number", str: "text", Sequence: "a list"}
T = TypeVar("T")


@dataclass(frozen=True)
class Option:
    """How users see a field."""

    help: str
    read: Reader
    """Reads the text of a command line, and checks a value from Python."""
    default: Any = None
    """The value where none is given, or a function that returns it."""
    name: str = ""
    """The name without dashes in front, such as `move-timeout`; that of the field, if empty."""
    metavar: str | None = None
    shown_default: str = ""
    """The default as users write it, or what it is computed from; empty for a default that the help text tells."""
    choices: tuple[str, ...] = ()
    """The only values, if these can be listed."""
    is_path: bool = False
    is_flag: bool = False
    many: bool = False
    """Whether it may be given several times; the value is a tuple then."""


def option(help: str, read: Reader, default: Any = None, **how: Any) -> Any:
    """Return a dataclass field that is an option; how: the other fields of Option."""
    metadata = {_OPTION: Option(help, read, default, **how)}
    if callable(default):
        return dataclasses.field(default_factory=default, metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


def flag_option(help: str, default: bool | None = False, **how: Any) -> Any:
    """Return a field that is an option without a value."""

    def read(value: Any) -> bool:
        if not isinstance(value, bool):
            raise ValueError(f"must be True or False, not {value!r}")
        return value

    return option(help, read, default, is_flag=True, **how)


def choice_option(help: str, choices: tuple[str, ...], default: str | None = None, **how: Any) -> Any:
    """Return a field that takes one of these texts, None by default."""

    def read(value: Any) -> str:
        if value not in choices:
            raise ValueError(f"must be {either(choices)}, not {value!r}")
        return str(value)

    return option(help, read, default, choices=choices, shown_default=default or "", **how)


def path_option(help: str, metavar: str) -> Any:
    """Return a field that takes a path, None by default."""
    return option(help, read_path, metavar=metavar, is_path=True)


def read_path(value: Any) -> str:
    """Return the path as text."""
    text = os.fspath(value) if isinstance(value, str | os.PathLike) else None
    if not isinstance(text, str):
        raise ValueError(f"must be a path, not {value!r}")
    if not text or "\0" in text:
        raise ValueError("must not be empty" if not text else "must not hold a null character")
    return text


def number_reader(least: int | None = None, most: int | None = None) -> Reader:
    """Return the reader of whole numbers within bounds."""
    bounds = "" if least is None else f" of at least {least}" if most is None else f" from {least} to {most}"

    def read(value: Any) -> int:
        try:
            number = int(value) if isinstance(value, str) else value
        except ValueError:
            number = None
        if type(number) is not int:
            raise ValueError(f"must be a whole number{bounds}, not {value!r}")
        if (least is not None and number < least) or (most is not None and number > most):
            raise ValueError(f"must be a whole number{bounds}, not {number}")
        return number

    return read


class OptionGroup:
    """A dataclass with options among its fields; their values are read when it is made."""

    def __post_init__(self) -> None:
        """Read each value; UsageError names the field and says what it takes."""
        for name, option in options_of(type(self)).items():
            value = getattr(self, name)
            if value is None and option.default is None:
                continue
            try:
                if option.many and (isinstance(value, str | bytes | os.PathLike) or not isinstance(value, Iterable)):
                    raise ValueError(f"must be a list, not {value!r}")
                read = tuple(map(option.read, value)) if option.many else option.read(value)
            except ValueError as error:
                raise UsageError(refusal_text(option.name.replace("-", "_"), error)) from None
            object.__setattr__(self, name, read)


def take_options(kind: type[T], values: dict[str, Any], **fields: Any) -> T:
    """Return a value of that class from the values of its options, by name, which are removed from `values`.

    fields: the values of its fields that are no options.
    """
    names = {option.name.replace("-", "_"): field for field, option in options_of(kind).items()}
    return kind(**{names[name]: values.pop(name) for name in names.keys() & values.keys()}, **fields)


def either(names: Sequence[str]) -> str:
    """The names in words: `text, a number or a list`."""
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def refusal_text(called: str, error: object) -> str:
    """Return the message for a refused value: `jobs must be a whole number from 1 to 1024, not 'x'`."""
    return f"{called} {error}" if str(error).startswith("must ") else f"{called}: {error}"


def path_argument(name: str, path: Any) -> str | None:
    """Return the path as text, None for None; UsageError that names the argument."""
    try:
        return None if path is None else read_path(path)
    except ValueError as error:
        raise UsageError(refusal_text(name, error)) from None


def instance(name: str, value: T, *kinds: type) -> T:
    """Return the value; UsageError that names the argument if it is of none of these classes."""
    if not isinstance(value, kinds):
        expected = " or ".join(_NAMES.get(kind, f"a {kind.__name__}") for kind in kinds)
        raise UsageError(f"{name} must be {expected}, not {value!r}")
    return value


def options_of(kind: type) -> dict[str, Option]:
    """Return the options among the fields of a dataclass by the names of the fields."""
    options = {field.name: field.metadata.get(_OPTION) for field in dataclasses.fields(kind)}
    return {
        field: dataclasses.replace(option, name=option.name or field.replace("_", "-"))
        for field, option in options.items()
        if option
    }
