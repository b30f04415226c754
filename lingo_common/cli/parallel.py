"""The options --jobs and --cluster: where the pieces of a command run."""

from collections.abc import Callable

import click

from lingo_common.cli.command import Command
from lingo_common.cluster import address_of
from lingo_common.processors import MOST_JOBS, processors


def jobs(what: str, default: int | None = None) -> Callable[[Command], Command]:
    """The option --jobs, by default the number of processors; what: its help text, what runs at the same time."""
    return click.option(
        "--jobs",
        type=click.IntRange(1, MOST_JOBS),
        default=processors if default is None else default,
        show_default="cores" if default is None else True,
        metavar="N",
        help=f"{what}.",
    )


def cluster(what: str, more: str) -> Callable[[Command], Command]:
    """The option --cluster; its help begins with what is done on the cluster, and ends with more about it."""
    return click.option(
        "--cluster",
        type=address_of,
        metavar="ADDRESS",
        help=f"{what} on the Dask cluster whose scheduler is at HOST:PORT{more}.",
    )
