"""The option --strategy: a name, or a file of Python that defines a criterion."""

import click

from lingo_bot.launch import DEFAULT_STRATEGY, STRATEGIES
from lingo_common.cli.command import completed


def _checked(context: click.Context, parameter: click.Parameter, value: str) -> str:
    """The value; BadParameter for an unknown name, DataError for a file that defines no criterion."""
    if value in STRATEGIES or context.resilient_parsing:
        return value
    from codebreaker.loading import criterion_of, is_source  # imports numpy

    if not is_source(value):
        names = ", ".join(map(repr, STRATEGIES))
        raise click.BadParameter(f"{value!r} is not one of {names}, nor a FILE.py.", context, parameter)
    criterion_of(value)
    return value


strategy = click.option(
    "--strategy",
    shell_complete=completed(list(STRATEGIES)),
    default=DEFAULT_STRATEGY,
    show_default=True,
    metavar="NAME",
    callback=_checked,
    help=f"{', '.join(STRATEGIES)}, or FILE.py that defines `criterion`.",
)
