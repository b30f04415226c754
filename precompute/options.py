"""Options that the commands share, and what they stand for."""

import re

import click

from programs.cluster import address_of
from programs.command import PATH, Command, jobs
from wordlists.reader import LONGEST, SHORTEST


def lengths_of(context: click.Context, parameter: click.Parameter, value: str) -> list[int]:
    """The lengths that `4-13`, `5` or `4,6-8` stands for, ascending; a usage error where they are not 4 to 13."""
    lengths: set[int] = set()
    for part in value.split(","):
        ends = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", part.strip())
        if ends is None:
            raise click.BadParameter(f"{value!r} is not a list of lengths such as 4-13 or 5,7", context, parameter)
        lengths |= set(range(int(ends[1]), int(ends[2] or ends[1]) + 1))
    if not lengths or min(lengths) < SHORTEST or max(lengths) > LONGEST:
        raise click.BadParameter(f"{value!r}: lengths are {SHORTEST} to {LONGEST}", context, parameter)
    return sorted(lengths)


def of_list(command: Command) -> Command:
    """--wordlist, --lengths, --jobs and --cluster."""
    cluster = click.option(
        "--cluster",
        type=address_of,
        metavar="ADDRESS",
        help="Work on the Dask cluster whose scheduler is at HOST:PORT, instead of --jobs processes here.",
    )
    lengths = click.option("--lengths", callback=lengths_of, default=f"{SHORTEST}-{LONGEST}", show_default=True)
    source = click.option(
        "--wordlist", metavar="PATH", type=PATH, help="Word list file or directory, as for lingo-bot."
    )
    return source(lengths(jobs("Processes")(cluster(command))))


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
