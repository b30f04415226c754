"""`referee audit`: tests whether the players of a recorded run knew its words beforehand."""

import dataclasses
import json
import sys
from collections.abc import Iterator

import click

from lingo_common.cli.progress import Progress
from lingo_common.errors import EXIT_DATA, count_text
from referee.commands import options
from referee.commands.verify import print_line
from referee.results.audit import Audit
from referee.storage.run import open_run
from referee.storage.verify import audit_of

_MOST_TESTS = 10
"""How many tests are printed, flagged ones first. More are printed only if more are flagged; --format json has all."""
_MOST_PAIRS = 10
"""How many pairs of players that played alike are printed."""


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

    if format == "json":
        # The keys are part of the interface.
        value = {
            "verdict": result.verdict,
            "flagged": len(result.flagged_tests),
            "tests": [{**dataclasses.asdict(test), "flagged": test.is_flagged} for test in result.tests],
            "shared": [dataclasses.asdict(pair) for pair in result.shared],
            "left_out": list(result.left_out),
        }
        click.echo(json.dumps(value, indent=2))
    else:
        for line in _text_lines(result):
            print_line(line)

    if result.flagged_tests:
        sys.exit(EXIT_DATA)


def _text_lines(result: Audit) -> list[str]:
    """Return the verdict, and below it the tests, the pairs of players that played alike, and what was not tested."""
    lines = [*_test_lines(result), *_pair_lines(result)]
    lines += [f"not tested: {reason}" for reason in result.left_out]
    return [result.verdict, "", *lines] if lines else [result.verdict]


def _test_lines(result: Audit) -> Iterator[str]:
    """Yield a line for each of the first tests, flagged ones first."""
    # The tests come with the smallest p-value first, so flagged ones are at the front.
    count = max(_MOST_TESTS, len(result.flagged_tests))
    for test in result.tests[:count]:
        mark = "FLAGGED " if test.is_flagged else ""
        p_values = f"p {test.p:.2g}, corrected {test.corrected:.2g}"
        yield f"{mark}{test.player}: {test.sentence} ({p_values})"


def _pair_lines(result: Audit) -> Iterator[str]:
    """Yield a heading and a line for each of the first pairs of players that made the same guesses for some word.

    The pairs that did so for the largest share of their words come first.
    """
    if not result.shared:
        return

    yield ""
    yield "players that made the same guesses, as copies of a program or players with the same book do:"

    pairs = sorted(result.shared, key=lambda pair: -pair.same / pair.words)
    for pair in pairs[:_MOST_PAIRS]:
        yield f"  {pair.a} and {pair.b}: {pair.same} of {count_text(pair.words, 'word')}"
