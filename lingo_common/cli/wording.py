"""Click's errors about a command line, reworded as one plain sentence."""

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from lingo_common.option import either, refusal_text

T = TypeVar("T")
V = TypeVar("V")
_REFUSED = re.compile(r"(?P<value>.*) is not (a valid|in the range|one of) ", re.DOTALL)
"""The message of click's own types; it begins with the value."""


def error_sentence(error: click.ClickException) -> str:
    """The error as one sentence without a full stop: `N must be a whole number from 4 to 13, not 'x'`."""
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return f"{display_name(error.param)} is missing"
    if isinstance(error, click.BadParameter) and error.param is not None:
        name, context = display_name(error.param), error.ctx
        source = context.get_parameter_source(str(error.param.name)) if context else None
        if context is not None and source is ParameterSource.ENVIRONMENT:
            name = str(error.param.envvar or f"{context.auto_envvar_prefix}_{error.param.name}".upper())
        return bad_value_text(error, name)
    if isinstance(error, click.NoSuchOption):
        return f"there is no option {error.option_name}{suggestion(error.possibilities or ())}"
    text = error.message.rstrip(".")
    sentence = text[:1].lower() + text[1:]
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None or not isinstance(context.command, click.Group) or "command" not in text:
        return sentence
    names, typed = context.command.commands, re.search("'(.*?)'", text)
    near = get_close_matches(typed[1], names) if typed else []
    return sentence + (suggestion(near) or f"; there are {', '.join(names)}")


def bad_value_text(error: click.BadParameter, name: str) -> str:
    """Why the value was refused; where the type is known, what the value must be."""
    match = _REFUSED.match(error.message)
    accepted = _accepted_values(error.param.type) if match and error.param is not None else ""
    if match and accepted:
        return f"{name} must be {accepted}, not {match['value']}"
    return refusal_text(name, error.message.rstrip("."))


def click_reader(read: Callable[[T], V]) -> Callable[[T], V]:
    """Turn a reader's ValueError into click.BadParameter."""

    def read_or_refuse(text: T) -> V:
        try:
            return read(text)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None

    return read_or_refuse


def display_name(parameter: click.Parameter) -> str:
    """The parameter's name for the user: --attempts, or N for an argument."""
    if isinstance(parameter, click.Option):
        return max(parameter.opts, key=len)
    return (parameter.metavar or str(parameter.name).upper()).rstrip(".")


def _accepted_values(kind: Any) -> str:
    """The values that the type accepts, in words; empty if click's own message is better."""
    if isinstance(kind, click.Choice):
        return either([str(choice) for choice in kind.choices])
    if isinstance(kind, click.types.BoolParamType):
        return "1 or 0"
    if isinstance(kind, click.IntRange) and kind.min is not None:
        return f"a whole number {f'of at least {kind.min}' if kind.max is None else f'from {kind.min} to {kind.max}'}"
    if isinstance(kind, click.FloatRange) and kind.min_open:
        return f"a number above {kind.min}"
    return "a whole number" if isinstance(kind, click.types.IntParamType) else ""


def suggestion(names: Iterable[str]) -> str:
    """The names as a question at the end of a sentence; empty without names."""
    near = " or ".join(sorted(names))
    return f"; did you mean {near}?" if near else ""
