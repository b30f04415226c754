"""`referee verify` and `referee reveal`: what proves that nobody changed a recorded run or knew its words before."""

import os
import sys
import tempfile
from collections.abc import Iterator

import click

from lingo_common.cli.progress import Progress
from lingo_common.cli.terminal import output_lines
from lingo_common.errors import EXIT_DATA, DataError, count_text, printable
from referee.commands import options
from referee.commands.follow import print_leaderboard
from referee.contest.draw import shown_seed
from referee.storage.resume import reread_lists
from referee.storage.run import Recorder, Run, open_run
from referee.storage.verify import contradictions, doubts, record_hash

_INDENT = "    "
"""Before the second and each further line of a text that is wrapped."""


@click.command()
@options.directory
@options.wordlist
def verify(directory: str, wordlist: str | None) -> None:
    """Recompute every reply, point and total of the run in DIR; name each discrepancy.

    In place of DIR the file of a report that was written with --public can be given: it has all that is checked.

    A run that lacks games of any player, disqualified ones too, or whose word list cannot be read, is not verified: the
    exit code is 1. A run with --until-decided lacks none once the leader is clear, nor does an imported run. If all is
    verified and there is no discrepancy, the last line is a hash of the record. Publish it: whoever has the record can
    then show that it was not changed. Of a report the last lines are who leads and the standings.

    \b
    Examples:
      referee verify results
      referee verify results --wordlist wordlist.txt
      referee verify result.html
    """
    if os.path.isfile(directory):
        passes = _verify_report(directory, wordlist)
    else:
        with open_run(directory) as run:
            passes = _verify_run(run, wordlist, directory)
            for line in commitment_lines(run):
                print_line(line)
            if passes:
                print_line(f"hash of the record: {record_hash(run)}")

    if not passes:
        sys.exit(EXIT_DATA)


def _verify_run(run: Run, wordlist: str | None, shown_path: str) -> bool:
    """Print what is wrong with the run, or that nothing is; return whether it is verified.

    shown_path: what messages call the run's directory.
    """
    word_games, why_absent = reread_lists(run, wordlist)
    count = 0
    # A large run takes minutes, in which a line now and then says that the command is at work.
    with Progress(has_pieces=False):
        for problem in contradictions(run, word_games):
            # The problem names words as the record has them, where a group such as `ij` is one character.
            text = run.contest.spelling.write(problem)
            print_line(text.replace(run.directory, shown_path))
            count += 1

    games = f"{len(run.finished_numbers())} of {count_text(run.contest.game_count, 'game')}"
    discrepancies = count_text(count, "discrepancy") if count else "no discrepancies"
    print_line(f"{games}: {discrepancies}")

    for sentence in run.contest.late_sentences:
        print_line(sentence)

    unverified = list(doubts(run, why_absent))
    for sentence in unverified:
        print_line(f"not verified: {sentence}")

    # An imported run has no word lists, so something is always left unverified. That does not count against it.
    is_complete = not unverified or run.conditions.imported is not None
    return count == 0 and is_complete


def _verify_report(path: str, wordlist: str | None) -> bool:
    """Print what is wrong with the report in the file at `path`, or its result; return whether it is verified."""
    from referee.page.published_record import unpack_report  # to verify a directory it need not be loaded

    with tempfile.TemporaryDirectory(prefix="lingo-report-") as directory:
        unpack_report(path, directory)
        try:
            with open_run(directory) as run:
                return _verify_published(run, wordlist, path)
        except DataError as error:
            # The error names the temporary directory, which means nothing to the user.
            raise DataError(str(error).replace(directory, path)) from None


def _verify_published(run: Run, wordlist: str | None, path: str) -> bool:
    """Print what is wrong with the run of the report at `path`, or its result; return whether it is verified."""
    # An imported run is verified without its word lists. A forger could call the games of a report imported to be
    # spared the check of the lists; `report --public` never calls them so.
    if run.conditions.imported is not None:
        raise DataError(f"{path}: is a damaged report: its games are called imported")

    passes = _verify_run(run, wordlist, path)
    # Only a run that is finished or revealed is published, so the seed is no secret.
    print_line(shown_seed(run.contest.seed, is_secret=False))
    if run.conditions.commitment is not None:
        print_line(f"commitment, to compare with what was announced: {run.conditions.commitment}")

    if passes:
        click.echo()
        print_leaderboard(run.leaderboard(), "text")

    return passes


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

        # Of a finished or revealed run nothing is secret: its proof is printed again.
        if recorder.secret_words():
            with recorder.changes_leaderboards():
                recorder.reveal()

        for line in commitment_lines(recorder):
            print_line(line)


def print_line(text: str) -> None:
    """Print a text in printable characters: in one line, or on a terminal wrapped to its width."""
    for line in output_lines(printable(text), _INDENT):
        click.echo(line)


def commitment_lines(run: Run) -> Iterator[str]:
    """Yield the commitment of a run and its proof: nonce, seed and words. Nothing for a run without a commitment.

    While words are secret, a line says when the proof will be shown.
    """
    contest = run.contest
    commitment = run.conditions.commitment
    if commitment is None:
        return

    if run.secret_words():
        yield f"commitment: {commitment}; nonce, seed and words are shown after the last game"
        return

    yield f"commitment: {commitment}, nonce: {run.conditions.nonce}"
    if contest.seed is not None:
        yield shown_seed(contest.seed, is_secret=False)
    for length in contest.lengths:
        words = " ".join(map(contest.spelling.write, contest.words[length]))
        yield f"words of {count_text(length, 'letter')}: {words}"
