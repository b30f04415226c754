"""The option --strategy: a name, or a file of Python that defines a criterion."""

from collections.abc import Callable, Sequence

import click

from lingo_bot.launch import DEFAULT_STRATEGY, STRATEGIES
from lingo_common.cli.command import Command
from lingo_common.cli.option_types import click_reader, name_completion


def name_or_file(
    names: Sequence[str], *flags: str, default: str, several: bool = False
) -> Callable[[Command], Command]:
    """The option of those flags that takes one of the names, or a file of Python that defines `criterion`.

    several: the option may be given more than once, and its value is a tuple.
    """

    def read(value: str) -> str:
        """Return the value; ValueError if it is no name and no file, DataError if the file defines no criterion."""
        if value not in names:
            from codebreaker.loading import criterion_of, is_file_or_module  # imports numpy

            if not is_file_or_module(value):
                raise ValueError(f"must be {', '.join(names)} or FILE.py, not {value!r}")
            criterion_of(value)
        return value

    help_text = f"{', '.join(names)}, or FILE.py that defines `criterion`."
    if several:
        help_text += " Give it again to compare."

    return click.option(
        *flags,
        type=click_reader(read),
        default=[default] if several else default,
        show_default=True,
        multiple=several,
        metavar="NAME",
        help=help_text,
        shell_complete=name_completion(list(names)),
    )


strategy = name_or_file(STRATEGIES, "--strategy", default=DEFAULT_STRATEGY)
strategies = name_or_file(STRATEGIES, "--strategy", "strategies", default=DEFAULT_STRATEGY, several=True)
