"""The options that several commands share."""

import click

from lingo_common.cli.command import PATH, Command, jobs
from lingo_common.cli.lengths import lengths_of
from lingo_common.cluster import address_of
from wordlists.reader import LONGEST, SHORTEST


def of_list(command: Command) -> Command:
    """--wordlist, --lengths, --jobs and --cluster."""
    source: Command = click.option(
        "--wordlist", metavar="PATH", type=PATH, help="Word list file or directory, as for lingo-bot."
    )
    command = of_lengths(f"{SHORTEST}-{LONGEST}")(parallel(command))
    return source(command)  # type: ignore[no-any-return]


def of_lengths(default: str) -> Command:
    """--lengths, with that default."""
    option: Command = click.option(
        "--lengths",
        type=lengths_of,
        default=default,
        show_default=True,
        help="Lengths to work on, such as 5 or 4,7-9.",
    )
    return option


def parallel(command: Command) -> Command:
    """--jobs and --cluster."""
    cluster = click.option(
        "--cluster",
        type=address_of,
        metavar="ADDRESS",
        help="Work on the Dask cluster whose scheduler is at HOST:PORT, instead of --jobs processes on this machine.",
    )
    command = cluster(command)
    return jobs("Processes")(command)


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
