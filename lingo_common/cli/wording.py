"""What is wrong with a command line, in a sentence that names the option and says what it takes."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

import click
from click.core import ParameterSource

from lingo_common.option import either, refusal_text

_REFUSED = re.compile(r"(?P<value>.*) is not (a valid|in the range|one of) ", re.DOTALL)
"""How the messages of click's own types begin for a value that they refuse: `'x' is not a valid integer.`"""


def error_sentence(error: click.ClickException) -> str:
    """The error as one sentence without a full stop: `N must be a whole number from 4 to 13, not 'x'`."""
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return f"{display_name(error.param)} is missing"
    if isinstance(error, click.BadParameter) and error.param is not None:
        return bad_value_text(error, _source_of(error, error.param))
    if isinstance(error, click.NoSuchOption):
        return f"there is no option {error.option_name}{suggestion(error.possibilities or ())}"

    # click's own sentence, which begins with a capital letter.
    text = error.message.rstrip(".")
    sentence = text[:1].lower() + text[1:]
    return sentence + _help_with_command(error, text)


def _help_with_command(error: click.ClickException, text: str) -> str:
    """What to write instead of a command that the program does not have; empty for another error.

    text: click's message, which quotes what was typed.
    """
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None or not isinstance(context.command, click.Group):
        return ""
    # click has one class for this error and for others, and says "No such command" or "Missing command".
    if "command" not in text:
        return ""

    names = context.command.list_commands(context)
    typed = re.search("'(.*?)'", text)
    near = get_close_matches(typed[1], names) if typed else []
    return suggestion(near) or f"; there are {', '.join(names)}"


def bad_value_text(error: click.BadParameter, name: str) -> str:
    """Why the value was refused; for a type of click's own, what the value must be.

    name: the option, the variable of the environment or the key that has the value.
    """
    match = _REFUSED.match(error.message)
    if match and error.param is not None:
        accepted = _accepted_values(error.param.type)
        if accepted:
            return f"{name} must be {accepted}, not {match['value']}"
    return refusal_text(name, error.message.rstrip("."))


def _accepted_values(kind: Any) -> str:
    """The values that the type accepts, in words; empty if click's own message is better."""
    if isinstance(kind, click.Choice):
        return either([str(choice) for choice in kind.choices])
    if isinstance(kind, click.types.BoolParamType):
        return "1 or 0"
    if isinstance(kind, click.IntRange) and kind.min is not None:
        bounds = f"of at least {kind.min}" if kind.max is None else f"from {kind.min} to {kind.max}"
        return f"a whole number {bounds}"
    if isinstance(kind, click.types.IntParamType):
        return "a whole number"
    return ""


def _source_of(error: click.BadParameter, parameter: click.Parameter) -> str:
    """Return where a refused value came from: the option, or the environment variable that has set it."""
    context = error.ctx
    if context is not None:
        source = context.get_parameter_source(str(parameter.name))
        if source is ParameterSource.ENVIRONMENT:
            return str(parameter.envvar or f"{context.auto_envvar_prefix}_{parameter.name}".upper())
    return display_name(parameter)


def display_name(parameter: click.Parameter) -> str:
    """The parameter's name for the user: --attempts, or N for an argument."""
    if isinstance(parameter, click.Option):
        return max(parameter.opts, key=len)
    # A metavar may end with dots, as in `PLAYER...` for several arguments.
    return (parameter.metavar or str(parameter.name).upper()).rstrip(".")


def suggestion(names: Iterable[str]) -> str:
    """The names as a question at the end of a sentence; empty without names."""
    near = " or ".join(sorted(names))
    return f"; did you mean {near}?" if near else ""
