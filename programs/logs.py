"""Levels of what a program says on standard error: --quiet for errors alone, --verbose for what it does."""

import logging
import sys
from collections.abc import Callable
from typing import Any

import click

Command = Callable[..., Any]


def options(command: Command) -> Command:
    """The options --quiet and --verbose, which the command gets as the keywords quiet and verbose."""
    verbose = click.option("-v", "--verbose", is_flag=True, help="Say on standard error what is used and done.")
    quiet = click.option("-q", "--quiet", is_flag=True, help="Say nothing on standard error but errors.")
    return quiet(verbose(command))


def set_up(program: str, quiet: bool, verbose: bool) -> None:
    """Log to standard error, one line each after the program's name: errors, advice and warnings too, or everything."""
    if quiet and verbose:
        raise click.UsageError("--quiet and --verbose exclude each other")
    level = logging.ERROR if quiet else logging.INFO if verbose else logging.WARNING
    handler = logging.StreamHandler(sys.stderr) if sys.stderr is not None else logging.NullHandler()
    logging.basicConfig(level=level, format=f"{program}: %(message)s", handlers=[handler], force=True)
