"""The options that several commands share."""

import click

from lingo_common.cli.command import PATH, Command, jobs
from lingo_common.cli.lengths import lengths_of
from lingo_common.cluster import address_of
from wordlists.reader import LONGEST, SHORTEST


def lengths(text: str) -> tuple[int, ...]:
    """The word lengths in a text such as 4-13 or 5,7."""
    return lengths_of(text, SHORTEST, LONGEST)


def of_list(command: Command) -> Command:
    """--wordlist, --lengths, --jobs and --cluster."""
    cluster = click.option(
        "--cluster",
        type=address_of,
        metavar="ADDRESS",
        help="Work on the Dask cluster whose scheduler is at HOST:PORT, instead of --jobs processes on this machine.",
    )
    of_lengths = click.option(
        "--lengths",
        type=lengths,
        default=f"{SHORTEST}-{LONGEST}",
        show_default=True,
        help="Lengths to work on, such as 5 or 4,7-9.",
    )
    source = click.option(
        "--wordlist", metavar="PATH", type=PATH, help="Word list file or directory, as for lingo-bot."
    )
    return source(of_lengths(jobs("Processes")(cluster(command))))


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
