"""The option --strategy: a name, or a file of Python that defines a criterion."""

from collections.abc import Callable, Sequence
from typing import Any

import click

from lingo_bot.launch import DEFAULT_STRATEGY, STRATEGIES
from lingo_common.cli.command import Command, name_completion


def name_or_file(
    names: Sequence[str], *flags: str, default: str, several: bool = False
) -> Callable[[Command], Command]:
    """The option of those flags that takes one of the names, or a file of Python that defines `criterion`.

    several: the option may be given more than once, and its value is a tuple.
    """

    def check(context: click.Context, parameter: click.Parameter, value: str | tuple[str, ...]) -> Any:
        """The value; BadParameter for an unknown name, DataError for a file that defines no criterion."""
        if isinstance(value, tuple):
            return tuple(check(context, parameter, name) for name in dict.fromkeys(value))
        if value in names or context.resilient_parsing:
            return value
        from codebreaker.loading import criterion_of, names_source  # imports numpy

        if not names_source(value):
            raise click.BadParameter(f"must be {', '.join(names)} or FILE.py, not {value!r}", context, parameter)
        criterion_of(value)
        return value

    return click.option(
        *flags,
        shell_complete=name_completion(list(names)),
        default=[default] if several else default,
        multiple=several,
        show_default=True,
        metavar="NAME",
        callback=check,
        help=f"{', '.join(names)}, or FILE.py that defines `criterion`.{' Give it again to compare.' * several}",
    )


strategy = name_or_file(STRATEGIES, "--strategy", default=DEFAULT_STRATEGY)
strategies = name_or_file(STRATEGIES, "--strategy", "strategies", default=DEFAULT_STRATEGY, several=True)
