"""Messages on standard error: the options --quiet and --verbose, and the logging set-up behind them.

Modules log to a logger of their own name: INFO is shown by default, DEBUG with --verbose; warnings and advice use
WARNING. A Python program that imports these packages sees only warnings, the default of Python's logging.
"""

import logging
import sys
from contextlib import suppress
from functools import partial
from typing import Any

import click

PACKAGES = ("codebreaker", "lingo_bot", "lingo_common", "precompute", "referee", "wordlists")
"""This project's packages, whose loggers get the chosen level; other packages log warnings only."""

_LEVELS = {"quiet": logging.ERROR, "verbose": logging.DEBUG}
"""The level that each option sets, by the option's name."""

_log = logging.getLogger(__name__)


def add_flags(command: click.Command) -> None:
    """Add --quiet and --verbose to a command. They take effect before it runs and are not passed to it."""
    # Eager options are read before all others, and come last in the help.
    flag = partial(click.Option, is_flag=True, is_eager=True, expose_value=False, callback=_set_level)
    command.params.append(flag(["-q", "--quiet"], help="Print only errors on standard error."))
    command.params.append(flag(["-v", "--verbose"], help="Report on standard error what is used and done."))


def set_up(program: str, level: int) -> None:
    """Write messages of that level and above to standard error, one line each, after the program's name."""
    handler = _BesideBars() if sys.stderr is not None else logging.NullHandler()
    level_of_other_packages = max(level, logging.WARNING)
    # It may be called again, by the second of the two options, and then replaces what it set up before.
    logging.basicConfig(level=level_of_other_packages, format=f"{program}: %(message)s", handlers=[handler], force=True)
    for package in PACKAGES:
        logging.getLogger(package).setLevel(level)


def is_quiet() -> bool:
    """Whether only errors are shown."""
    return not _log.isEnabledFor(logging.WARNING)


def disable_bars() -> bool | None:
    """The value for tqdm's parameter `disable`: True for no bars, None for bars if standard error is a terminal."""
    if is_quiet() or sys.stderr is None:
        return True
    return None


def _set_level(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    """Set the level by the first of the two options that is on.

    click calls this once for each of them, first for an option that is typed.
    """
    if value:
        context.meta.setdefault(__name__, _LEVELS[str(parameter.name)])

    program = str(context.find_root().info_name)
    set_up(program, context.meta.get(__name__, logging.INFO))


class _BesideBars(logging.StreamHandler[Any]):
    """Writes to standard error, above the progress bars if there are any; a plain handler would write into them."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write the record."""
        tqdm_module = sys.modules.get("tqdm")
        if tqdm_module is None:
            # Nobody has imported it, so there are no bars.
            super().emit(record)
            return
        with suppress(OSError):  # a message that cannot be written must not end a run
            tqdm_module.tqdm.write(self.format(record), file=self.stream)
