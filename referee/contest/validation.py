"""Dataclass values out of a file that anybody may have edited: are they of the types that their class states?"""

import dataclasses
from types import UnionType
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_origin

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


def typed(value: T) -> T:
    """The value itself; ValueError that names the first field that holds something of another type."""
    for field in dataclasses.fields(value):
        held = getattr(value, field.name)
        if not _fits(held, field.type):
            raise ValueError(f"{field.name} is {held!r}")
    return value


def _fits(held: Any, kind: Any) -> bool:
    """Whether it is of that type; what a tuple holds is looked at too, what a mapping holds is not."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is tuple:
        return isinstance(held, tuple) and all(_fits(one, inner[0]) for one in held)
    if origin is UnionType:
        return any(_fits(held, one) for one in inner)
    return isinstance(held, int | float if kind is float else origin or kind)
