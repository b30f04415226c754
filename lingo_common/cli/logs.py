"""What a program says on standard error beside its errors: --quiet for nothing, --verbose for what is used and done.

Modules log to a logger of their own name: at INFO what everybody is told, at DEBUG what --verbose adds, warnings and
advice at WARNING. A library that is imported says warnings alone, as Python's own logging does.
"""

import logging
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import click
from click.core import ParameterSource

ROOMS = ("codebreaker", "lingo_bot", "lingo_common", "precompute", "referee", "wordlists")
"""Whose loggers are set up; what other packages log stays at warnings."""

_LEVELS = {"quiet": logging.ERROR, "verbose": logging.DEBUG}
_log = logging.getLogger(__name__)


def options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options --quiet and --verbose, which are done with before the command runs; it is not told of them."""
    told = {
        "verbose": "Say on standard error what is used and done.",
        "quiet": "Say nothing on standard error but errors.",
    }
    for name, text in told.items():
        option = click.option(f"-{name[0]}", f"--{name}", is_flag=True, expose_value=False, callback=_chosen, help=text)
        command = option(command)
    return command


def set_up(program: str, level: int = logging.INFO) -> None:
    """Log from that level on to standard error, one line each after the program's name."""
    handler = _BesideBars() if sys.stderr is not None else logging.NullHandler()
    logging.basicConfig(
        level=max(level, logging.WARNING), format=f"{program}: %(message)s", handlers=[handler], force=True
    )
    for room in ROOMS:
        logging.getLogger(room).setLevel(level)


def quiet() -> bool:
    """Whether nothing but errors is to be said."""
    return not _log.isEnabledFor(logging.WARNING)


def no_bar() -> bool | None:
    """For tqdm's `disable`: True where nothing can or shall be said, else None: no bar without a terminal."""
    return quiet() or sys.stderr is None or None


def _chosen(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    """Set the logs up for the options seen so far, typed ones first; a usage error where both are typed."""
    name = str(parameter.name)
    typed = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    chosen: dict[bool, set[str]] = context.meta.setdefault(__name__, {True: set(), False: set()})
    if value:
        chosen[typed].add(name)
    names = chosen[True] or chosen[False]
    if len(names) > 1:
        raise click.UsageError("--quiet and --verbose exclude each other")
    set_up(str(context.find_root().info_name), *(_LEVELS[each] for each in names))


class _BesideBars(logging.StreamHandler[Any]):
    """Writes to standard error above the progress bars that are shown there, if there are any."""

    def emit(self, record: logging.LogRecord) -> None:
        bars = sys.modules.get("tqdm")
        if bars is None:
            super().emit(record)
            return
        with suppress(OSError):  # as errors.say does: no run is lost for a remark that nobody can read
            bars.tqdm.write(self.format(record), file=self.stream)
