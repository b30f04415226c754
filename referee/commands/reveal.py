"""`referee reveal`: a committed run is closed, and what was secret is printed."""

from collections.abc import Iterator

import click

from lingo_common.errors import DataError, count_text
from referee.commands import options
from referee.contest.draw import seed_text
from referee.storage.reader import Run
from referee.storage.recorder import Recorder


@click.command()
@options.directory
def reveal(directory: str) -> None:
    """Close the run in DIR, which was played with --commit, and print its nonce, seed and words.

    Until the last game is recorded no command prints them, nor a word that some player still has to play. This command
    prints them before, and from then on every command does. No further game can be played in the run: --resume and
    rerun refuse it.

    \b
    Examples:
      referee reveal results
    """
    with Recorder(directory) as recorder:
        if recorder.conditions.commitment is None:
            raise DataError(f"{directory}: has nothing to reveal: it was played without --commit")

        if recorder.secret_words():
            recorder.reveal()
            recorder.write_leaderboards()

        for line in commitment_lines(recorder):
            click.echo(line)


def commitment_lines(run: Run) -> Iterator[str]:
    """Yield the commitment of a run with what proves it, or with when that will be shown; nothing without one."""
    contest = run.contest
    commitment = run.conditions.commitment
    if commitment is None:
        return

    if run.secret_words():
        yield f"commitment: {commitment}; nonce, seed and words are shown after the last game"
        return

    yield f"commitment: {commitment}, nonce: {run.conditions.nonce}"
    if contest.seed is not None:
        yield f"seed: {seed_text(contest.seed)}"
    for length in contest.lengths:
        words = " ".join(map(contest.spelling.write, contest.words[length]))
        yield f"words of {count_text(length, 'letter')}: {words}"
