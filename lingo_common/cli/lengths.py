"""Word lengths as typed on a command line: `4-13`, `5` or `4, 7-9`."""

import re

import click

_RANGE = re.compile(r"([0-9]{1,3})(?:\s*-\s*([0-9]{1,3}))?")


def lengths_of(text: str, shortest: int, longest: int) -> tuple[int, ...]:
    """The lengths in ascending order, each once; a usage error for a length outside shortest to longest."""
    chosen: set[int] = set()
    for part in text.split(","):
        ends = _RANGE.fullmatch(part.strip())
        several = range(int(ends[1]), int(ends[2] or ends[1]) + 1) if ends else ()
        if not several:
            raise click.BadParameter(f"'{text}' is not a list of lengths such as 4-13 or 5,7")
        chosen.update(several)
    if min(chosen) < shortest or max(chosen) > longest:
        raise click.BadParameter(f"'{text}': lengths are {shortest} to {longest}")
    return tuple(sorted(chosen))
