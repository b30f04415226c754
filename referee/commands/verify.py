"""`referee verify`: a recorded run, recomputed."""

import sys

import click

from lingo_common.cli import logs
from lingo_common.errors import DATA
from referee.commands import options
from referee.storage.reader import open_run
from referee.storage.resume import games_at_hand
from referee.storage.verify import contradictions, doubts, record_hash


@click.command()
@options.directory
@options.wordlist
@logs.options
def verify(directory: str, wordlist: str | None) -> None:
    """Recompute every reply, point and total of the run in DIR; name each discrepancy.

    A run that lacks games, or whose word list cannot be read, is not verified: the exit code is 1. If all is verified
    and there is no discrepancy, the last line is a hash of the record. Publish it: whoever has the record can then show
    that it was not changed.

    \b
    Examples:
      referee verify results
      referee verify results --wordlist wordlist.txt
    """
    with open_run(directory) as run:
        word_games, absent = games_at_hand(run, wordlist)
        count = 0
        for problem in contradictions(run, word_games):
            click.echo(run.contest.spelling.write(problem))
            count += 1
        games = f"{len(run.finished_numbers())} of {run.contest.games} games"
        click.echo(f"{games}: {count or 'no'} discrepanc{'y' if count == 1 else 'ies'}")
        sentences = list(doubts(run, absent))
        for sentence in sentences:
            click.echo(f"not verified: {sentence}")
        if run.conditions.commitment:
            click.echo(f"commitment: {run.conditions.commitment}, nonce: {run.conditions.nonce}")
        passes = not count and (not sentences or run.conditions.imported is not None)
        if passes:
            click.echo(f"hash of the record: {record_hash(run)}")
    if not passes:
        sys.exit(DATA)
