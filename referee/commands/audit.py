"""`referee verify` and `referee audit`: a recorded run, recomputed, and tested for players that knew its words."""

import dataclasses
import json
import sys

import click

from lingo_common.cli import logs
from lingo_common.cli.progress import Progress
from lingo_common.errors import DATA
from referee.commands import options
from referee.commands.reveal import commitment_lines
from referee.results.audit import Audit
from referee.storage.reader import open_run
from referee.storage.resume import games_at_hand
from referee.storage.verify import audit_of, contradictions, doubts, record_hash

_MIN_TESTS_SHOWN = 10
"""Tests that are shown at least."""


@click.command()
@options.directory
@options.wordlist
@logs.options
def verify(directory: str, wordlist: str | None) -> None:
    """Recompute every reply, point and total of the run in DIR; name each discrepancy.

    A run that lacks games of any player, disqualified ones too, or whose word list cannot be read, is not verified: the
    exit code is 1. A run with --until-decided lacks none once the leader is clear, nor does an imported run. If all is
    verified and there is no discrepancy, the last line is a hash of the record. Publish it: whoever has the record can
    then show that it was not changed.

    \b
    Examples:
      referee verify results
      referee verify results --wordlist wordlist.txt
    """
    with open_run(directory) as run:
        word_games, absent = games_at_hand(run, wordlist)
        count = 0
        with Progress(has_bar=False):
            for problem in contradictions(run, word_games):
                click.echo(run.contest.spelling.write(problem))
                count += 1
        games = f"{len(run.finished_numbers())} of {run.contest.games} games"
        click.echo(f"{games}: {count or 'no'} discrepanc{'y' if count == 1 else 'ies'}")
        sentences = list(doubts(run, absent))
        for sentence in sentences:
            click.echo(f"not verified: {sentence}")
        for line in commitment_lines(run):
            click.echo(line)
        passes = not count and (not sentences or run.conditions.imported is not None)
        if passes:
            click.echo(f"hash of the record: {record_hash(run)}")
    if not passes:
        sys.exit(DATA)


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
    with open_run(directory) as run:
        logs.set_up("referee")
        with Progress(has_bar=False):
            result = audit_of(run, wordlist)
    if format == "json":  # the keys are part of the interface
        tests = [{**dataclasses.asdict(test), "flagged": test.is_flagged} for test in result.tests]
        shared, left_out = [dataclasses.asdict(pair) for pair in result.shared], list(result.left_out)
        value = {"flagged": len(result.flagged_tests), "tests": tests, "shared": shared, "left_out": left_out}
        click.echo(json.dumps(value, indent=2))
    else:
        click.echo(_as_text(result))
    if result.flagged_tests:
        sys.exit(DATA)


def _as_text(result: Audit) -> str:
    """A line for each test, flagged ones first, then pairs that played alike and what was not tested."""
    tests = result.tests[: max(_MIN_TESTS_SHOWN, len(result.flagged_tests))]
    lines = [
        f"{'FLAGGED ' * test.is_flagged}{test.player}: {test.sentence} (p {test.p:.2g}, corrected {test.corrected:.2g})"
        for test in tests
    ]
    if len(result.tests) > len(lines):
        lines.append(f"{len(result.tests) - len(lines)} more tests have the same p-value or a larger one")
    if result.shared:
        lines += ["", "players that made the same guesses, as copies of a program or players with the same book do:"]
        pairs = sorted(result.shared, key=lambda pair: -pair.same / pair.words)[:_MIN_TESTS_SHOWN]
        lines += [f"  {pair.a} and {pair.b}: {pair.same} of {pair.words} words" for pair in pairs]
    lines += [f"not tested: {reason}" for reason in result.left_out]
    return "\n".join([*lines, f"flagged: {len(result.flagged_tests)} of {len(result.tests)} tests"])
