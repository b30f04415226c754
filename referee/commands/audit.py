"""`referee verify` and `referee audit`: a recorded run, recomputed, and tested for players that knew its words."""

import dataclasses
import json
import os
import sys
import tempfile

import click

from lingo_common.cli.progress import Progress
from lingo_common.cli.terminal import output_lines
from lingo_common.errors import EXIT_DATA, DataError, count_text
from referee.commands import options
from referee.commands.amend import INDENT, commitment_lines, print_line
from referee.commands.follow import print_leaderboard
from referee.contest.draw import shown_seed
from referee.results.audit import Audit
from referee.results.formats import printable_lines
from referee.storage.resume import reread_lists
from referee.storage.run import Run, open_run
from referee.storage.verify import audit_of, contradictions, doubts, record_hash

_MOST_TESTS = 10
"""Tests that are printed; if more are flagged, all of these are. --format json has all."""
_MOST_PAIRS = 10
"""Pairs of players that played alike that are printed."""


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
            passes = _verify_run(run, wordlist)
            for line in commitment_lines(run):
                print_line(line)
            if passes:
                print_line(f"hash of the record: {record_hash(run)}")

    if not passes:
        sys.exit(EXIT_DATA)


def _verify_run(run: Run, wordlist: str | None, name: str | None = None) -> bool:
    """Print what is wrong with the run, or that nothing is; return whether it is verified.

    name: what messages call the run's directory; None for its path.
    """
    word_games, why_absent = reread_lists(run, wordlist)
    count = 0
    with Progress(has_pieces=False):  # it prints now and then that the command is at work
        for problem in contradictions(run, word_games):
            # It names words as the record has them, where a group such as `ij` is one character.
            text = run.contest.spelling.write(problem)
            print_line(text if name is None else text.replace(run.directory, name))
            count += 1

    games = f"{len(run.finished_numbers())} of {count_text(run.contest.game_count, 'game')}"
    discrepancies = count_text(count, "discrepancy") if count else "no discrepancies"
    print_line(f"{games}: {discrepancies}")

    unverified = list(doubts(run, why_absent))
    for sentence in unverified:
        print_line(f"not verified: {sentence}")

    # An imported run never has its word lists, so that it would never be verified.
    is_complete = not unverified or run.conditions.imported is not None
    return count == 0 and is_complete


def _verify_report(path: str, wordlist: str | None) -> bool:
    """Print what is wrong with a published report, or its result; return whether it is verified."""
    from referee.page.published_record import unpack_report  # the other commands do without it

    with tempfile.TemporaryDirectory(prefix="lingo-report-") as directory:
        unpack_report(path, directory)
        try:
            with open_run(directory) as run:
                return _verify_published(run, wordlist, path)
        except DataError as error:
            # A record that is damaged, or that somebody made up, is named by the page that has it.
            raise DataError(str(error).replace(directory, path)) from None


def _verify_published(run: Run, wordlist: str | None, path: str) -> bool:
    """Print what is wrong with the run of a published report, or its result; return whether it is verified."""
    # Imported games need no word list to be verified. No record that is published says that its games are.
    if run.conditions.imported is not None:
        raise DataError(f"{path}: is a damaged report: its games are called imported")

    passes = _verify_run(run, wordlist, path)
    # Its last game was played, or its words were revealed.
    print_line(shown_seed(run.contest.seed, is_secret=False))
    if run.conditions.commitment is not None:
        print_line(f"commitment, to compare with what was announced: {run.conditions.commitment}")

    if passes:
        click.echo()
        print_leaderboard(run.leaderboard(), "text")

    return passes


@click.command("audit")
@options.directory
@options.wordlist
@options.text_or_json
def audit_command(directory: str, wordlist: str | None, format: str) -> None:
    """Test whether a player knew words of the run in DIR before it played them.

    Each test compares a count with what an honest player reaches on average. A test is flagged if its p-value,
    corrected for the number of tests, is below 0.01: that happens in at most 1 of 100 honest runs. The exit code is 1
    if a test is flagged, else 0.

    \b
    Examples:
      referee audit results
      referee audit results --format json
    """
    with open_run(directory) as run, Progress(has_pieces=False):
        result = audit_of(run, wordlist)

    if format == "json":  # the keys are part of the interface
        value = {
            "verdict": result.verdict,
            "flagged": len(result.flagged_tests),
            "tests": [{**dataclasses.asdict(test), "flagged": test.is_flagged} for test in result.tests],
            "shared": [dataclasses.asdict(pair) for pair in result.shared],
            "left_out": list(result.left_out),
        }
        click.echo(json.dumps(value, indent=2))
    else:
        click.echo(_as_text(result))

    if result.flagged_tests:
        sys.exit(EXIT_DATA)


def _as_text(result: Audit) -> str:
    """Return the verdict, and below it the tests, the pairs of players that played alike, and what was not tested."""
    lines = [*_test_lines(result), *_pair_lines(result)]
    lines += [f"not tested: {reason}" for reason in result.left_out]
    if lines:
        lines = ["", *lines]

    wrapped_lines: list[str] = []
    for text in (result.verdict, *lines):
        wrapped_lines += output_lines(text, INDENT)

    return printable_lines(wrapped_lines)


def _test_lines(result: Audit) -> list[str]:
    """Return a line for each of the first tests, flagged ones first."""
    count = max(_MOST_TESTS, len(result.flagged_tests))
    lines = []
    # The tests come with the smallest p-value first, so flagged ones are at the front.
    for test in result.tests[:count]:
        mark = "FLAGGED " if test.is_flagged else ""
        p_values = f"p {test.p:.2g}, corrected {test.corrected:.2g}"
        lines.append(f"{mark}{test.player}: {test.sentence} ({p_values})")

    return lines


def _pair_lines(result: Audit) -> list[str]:
    """Return a line for each of the first pairs of players that made the same guesses.

    Those with the largest share of words come first.
    """
    if not result.shared:
        return []

    pairs = sorted(result.shared, key=lambda pair: -pair.same / pair.words)
    lines = ["", "players that made the same guesses, as copies of a program or players with the same book do:"]
    for pair in pairs[:_MOST_PAIRS]:
        lines.append(f"  {pair.a} and {pair.b}: {pair.same} of {count_text(pair.words, 'word')}")

    return lines
