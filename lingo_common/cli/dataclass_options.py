"""The click options of a dataclass whose fields declare options; see lingo_common.option."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from lingo_common.cli.command import Command, NonEmptyPath
from lingo_common.cli.sections import FIRST, together
from lingo_common.option import Option, options_of


def dataclass_options(
    kind: type, parameter: str, title: str = FIRST, without: tuple[str, ...] = ()
) -> Callable[[Command], Command]:
    """Add the options of a dataclass to a command, which takes one value of that class as `parameter` in their place.

    title: their section in --help; without: fields whose options the command does not have.
    """
    fields = {name: option for name, option in options_of(kind).items() if name not in without}

    def decorate(command: Command) -> Command:
        @wraps(command)
        def with_value(**values: Any) -> Any:
            value = kind(**{name: values.pop(_parameter(option)) for name, option in fields.items()})
            return command(**{parameter: value}, **values)

        return together(title, *map(_click_option, fields.values()))(with_value)

    return decorate


def _parameter(option: Option) -> str:
    """The name of the option's parameter."""
    return option.name.replace("-", "_")


def _click_option(option: Option) -> Callable[[Command], Command]:
    """The click option of a field."""
    if option.is_flag:
        return click.option(f"--{option.name}", is_flag=True, help=option.help)
    computed = callable(option.default)
    return click.option(
        f"--{option.name}",
        type=_type_of(option),
        default=option.default if computed else option.shown_default or option.default,
        show_default=option.shown_default if computed else bool(option.shown_default),
        multiple=option.many,
        metavar=option.metavar,
        help=option.help,
    )


def _type_of(option: Option) -> "click.ParamType[Any]":
    if option.choices:
        return click.Choice(option.choices)
    return _PathValue(option) if option.is_path else _Value(option)


class _Value(click.types.StringParamType):
    """A value that the option's reader reads."""

    name = "text"

    def __init__(self, option: Option) -> None:
        self._read = option.read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return self._read(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


class _PathValue(NonEmptyPath):
    """A path that the option's reader reads; shells complete it."""

    def __init__(self, option: Option) -> None:
        super().__init__(readable=False)
        self._value = _Value(option)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return self._value.convert(super().convert(value, param, ctx), param, ctx)
