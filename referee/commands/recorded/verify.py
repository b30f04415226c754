"""`referee verify`: a recorded run, recomputed."""

import sys
from collections.abc import Mapping

import click

from lingo_common.cli import logs
from lingo_common.errors import DATA
from referee.commands.options import common as options
from referee.storage.reader import Run, open_run
from referee.storage.verify import lists_at_hand, problems, record_hash


@click.command()
@options.directory
@options.wordlist
@logs.options
def verify(directory: str, wordlist: str | None) -> None:
    """Recompute every reply, point and total of the run in DIR; name each discrepancy.

    If there is no discrepancy, the last line is a hash of the record. Publish it: whoever has the record can then show
    that it was not changed.

    \b
    Examples:
      referee verify results
      referee verify results --wordlist wordlist.txt
    """
    with open_run(directory) as run:
        lists = lists_at_hand(run, wordlist)
        found = 0
        for problem in problems(run, lists):
            click.echo(run.contest.spelling.write(problem))
            found += 1
        click.echo(f"{_asked(run, lists)}: {found or 'no'} discrepanc{'y' if found == 1 else 'ies'}")
        if run.conditions.commitment:
            click.echo(f"commitment: {run.conditions.commitment}, nonce: {run.conditions.nonce}")
        if not found:
            click.echo(f"hash of the record: {record_hash(run)}")
    if found:
        sys.exit(DATA)


def _asked(run: Run, lists: Mapping[int, object]) -> str:
    """How much was there to be verified, and what could not be."""
    missing = [str(length) for length in run.contest.lengths if length not in lists]
    games = f"{len(run.played())} of {run.contest.games} games"
    if not missing:
        return games
    return f"{games} (without the word list of {', '.join(missing)} letters: legality and draw are not verified)"
