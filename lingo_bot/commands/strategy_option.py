"""The option --strategy: a name, or a file of Python that defines a criterion."""

from collections.abc import Sequence
from typing import Any

import click

from lingo_bot.launch import DEFAULT_STRATEGY, STRATEGIES
from lingo_common.cli.command import Command, click_reader, name_completion


def name_or_file(names: Sequence[str], *flags: str, default: str, several: bool = False) -> Command:
    """The option of those flags that takes one of the names, or a file of Python that defines `criterion`.

    several: the option may be given more than once, and its value is a tuple.
    """

    def read(value: str) -> str:
        if value not in names:
            from codebreaker.loading import criterion_of, names_source  # imports numpy

            if not names_source(value):
                raise ValueError(f"must be {', '.join(names)} or FILE.py, not {value!r}")
            criterion_of(value)
        return value

    how: dict[str, Any] = {"default": [default] if several else default, "multiple": several, "show_default": True}
    again = " Give it again to compare." * several
    how["help"] = f"{', '.join(names)}, or FILE.py that defines `criterion`.{again}"
    complete = name_completion(list(names))
    return click.option(*flags, type=click_reader(read), metavar="NAME", shell_complete=complete, **how)


strategy = name_or_file(STRATEGIES, "--strategy", default=DEFAULT_STRATEGY)
strategies = name_or_file(STRATEGIES, "--strategy", "strategies", default=DEFAULT_STRATEGY, several=True)
