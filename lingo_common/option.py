"""Options declared as fields of dataclasses.

A field is the whole declaration: its name, help, default and reader make the option of the command line, the key in a
file of options, the check of values from Python, and the attribute that holds the value.
"""

import dataclasses
import os
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from lingo_common.errors import UsageError, value_text

Reader = Callable[[Any], Any]
"""Returns the value of a text or a value; raises ValueError that says what it must be."""
_ADDRESS = re.compile(r"((tcp|tls)://)?([^\s/:]+|\[[0-9A-Fa-f:.]+\]):[0-9]{1,5}")
"""A host or an IPv6 address in brackets, and a port; the protocol may be missing."""
_OPTION = "option"
"""The key of an Option in the metadata of a field."""
_NAMES = {bool: "True or False", int: "a whole number", str: "text", Sequence: "a list"}
"""What messages call the values of a class."""
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
    """What stands for the value in the help, such as SECONDS; None for a name that click makes of the type."""
    shown_default: str = ""
    """The default as users write it, or what it is computed from; empty for a default that the help text tells."""
    choices: tuple[str, ...] = ()
    """The only values, if these can be listed."""
    is_path: bool = False
    """Whether shells complete the value as a file or directory."""
    is_flag: bool = False
    """Whether the command line has the option without a value, which sets it to True."""
    many: bool = False
    """Whether it may be given several times; the value is a tuple then."""


def option(help: str, read: Reader, default: Any = None, **how: Any) -> Any:
    """Return a dataclass field that is an option, for a class that calls read_options; how: other fields of Option."""
    metadata = {_OPTION: Option(help, read, default, **how)}
    if callable(default):
        return dataclasses.field(default_factory=default, metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


def flag_option(help: str, default: bool | None = False, **how: Any) -> Any:
    """Return a field that is an option without a value. With the default None, None says that it is not given."""

    def read(value: Any) -> bool:
        """Return the value; ValueError if it is no bool."""
        if not isinstance(value, bool):
            raise ValueError(f"must be True or False, not {value_text(value)}")
        return value

    return option(help, read, default, is_flag=True, **how)


def choice_option(help: str, choices: tuple[str, ...], default: str | None = None, **how: Any) -> Any:
    """Return a field that takes one of these texts, None by default."""

    def read(value: Any) -> str:
        """Return the value; ValueError if it is none of the choices."""
        if value not in choices:
            raise ValueError(f"must be {either(choices)}, not {value_text(value)}")
        return str(value)

    return option(help, read, default, choices=choices, shown_default=default or "", **how)


def path_option(help: str, metavar: str) -> Any:
    """Return a field that takes a path, None by default."""
    return option(help, read_path, metavar=metavar, is_path=True)


def read_path(value: Any) -> str:
    """Return the path as text; ValueError if it is none."""
    text = os.fspath(value) if isinstance(value, str | os.PathLike) else None
    # os.fspath may return bytes.
    if not isinstance(text, str):
        raise ValueError(f"must be a path, not {value_text(value)}")

    if not text:
        raise ValueError("must not be empty")
    if "\0" in text:
        raise ValueError("must not hold a null character")
    return text


def address_of(text: str) -> str:
    """The text, if it has the form of a scheduler's address; UsageError otherwise."""
    # A caller of referee.run may give a value of any type.
    if not _ADDRESS.fullmatch(str(text)):
        raise UsageError(f"'{text}' is not the address of a scheduler, such as 10.0.0.1:8786 or tls://name:8786")
    return text


def is_file_or_module(text: str) -> bool:
    """Whether the text is FILE.py or MODULE:NAME, and not the name of a value that is built in."""
    return text.endswith(".py") or re.fullmatch(r"[\w.]+:\w+", text) is not None


def number_reader(least: int | None = None, most: int | None = None) -> Reader:
    """Return the reader of whole numbers within bounds; `most` is given with `least` only."""
    bounds = ""
    if most is not None:
        bounds = f" from {least} to {most}"
    elif least is not None:
        bounds = f" of at least {least}"

    def read(value: Any) -> int:
        """Return the number that is given or written as text; ValueError for anything else."""
        number = value
        if isinstance(value, str):
            try:
                number = int(value)
            except ValueError:
                number = None

        # True is an int for isinstance.
        if type(number) is not int:
            raise ValueError(f"must be a whole number{bounds}, not {value_text(value)}")

        is_too_small = least is not None and number < least
        is_too_large = most is not None and number > most
        if is_too_small or is_too_large:
            raise ValueError(f"must be a whole number{bounds}, not {number}")

        return number

    return read


def read_options(holder: Any, by_fields: bool = False) -> None:
    """Read the values of the options of a dataclass, and keep what their readers return in the place of the values.

    holder: a value of the dataclass, which calls this in its __post_init__: so values from Python are checked as those
    of a command line are. A value that is refused raises UsageError, which names the argument that the user wrote and
    says what it takes.

    by_fields: whether users make values of the class themselves, as in Limits(cpu=30). The argument has the name of the
    field then. Otherwise it has that of the option, such as `cpu_seconds`, by which take_options finds it.
    """
    for name, option in options_of(type(holder)).items():
        value = getattr(holder, name)
        if value is None and option.default is None:
            continue

        try:
            checked_value = _read_many(option, value) if option.many else option.read(value)
        except ValueError as error:
            argument = name if by_fields else option.name.replace("-", "_")
            raise UsageError(refusal_text(argument, error)) from None

        # The dataclass may be frozen.
        object.__setattr__(holder, name, checked_value)


def _read_many(option: Option, values: Any) -> tuple[Any, ...]:
    """Return the values of an option that may be given several times; ValueError if they are no list."""
    is_one_value = isinstance(values, str | bytes | os.PathLike)
    if is_one_value or not isinstance(values, Iterable):
        raise ValueError(f"must be a list, not {value_text(values)}")
    return tuple(option.read(value) for value in values)


def take_options(kind: type[T], values: dict[str, Any], without: Collection[str] = (), **fields: Any) -> T:
    """Return a value of that dataclass from the values of its options, which are removed from `values`.

    values: by the names that users see, with underscores, such as `move_timeout`; it may hold other options too.
    without: names of fields whose options stay in `values`. fields: the values of the dataclass's fields that are no
    options.
    """
    option_values = {}
    for field, option in options_of(kind).items():
        name = option.name.replace("-", "_")
        if name in values and field not in without:
            option_values[field] = values.pop(name)

    return kind(**option_values, **fields)


def either(names: Sequence[str]) -> str:
    """The names in words: `text, a number or a list`."""
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} or {names[-1]}"


def refusal_text(name: str, error: object) -> str:
    """Return the message for a refused value: `jobs must be a whole number from 1 to 1024, not 'x'`.

    name: that of the option. An error that does not say what the value must be comes after a colon.
    """
    if str(error).startswith("must "):
        return f"{name} {error}"
    return f"{name}: {error}"


def path_argument(name: str, path: Any) -> str | None:
    """Return the path as text, None for None; UsageError that names the argument."""
    try:
        return None if path is None else read_path(path)
    except ValueError as error:
        raise UsageError(refusal_text(name, error)) from None


def check_instance(name: str, value: T, *kinds: type) -> T:
    """Return the value; UsageError that names the argument if it is of none of these classes."""
    if not isinstance(value, kinds):
        expected = " or ".join(_NAMES.get(kind, f"a {kind.__name__}") for kind in kinds)
        raise UsageError(f"{name} must be {expected}, not {value_text(value)}")
    return value


def options_of(kind: type) -> dict[str, Option]:
    """Return the options among the fields of a dataclass by the names of the fields."""
    options = {}
    for field in dataclasses.fields(kind):
        option = field.metadata.get(_OPTION)
        if option:
            name = option.name or field.name.replace("_", "-")
            options[field.name] = dataclasses.replace(option, name=name)
    return options
