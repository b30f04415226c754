"""Runs of codebreaker's commands in the process of the tests, and the game that most of them prove."""

from click.testing import CliRunner

from codebreaker.commands.program import codebreaker

FOUR_BY_THREE = ["--colours", "4", "--holes", "3"]
"""Options for Mastermind with 4 colours in 3 holes."""
LEAST_TOTAL = 206
"""The least total of guesses over its 64 secrets: Goddard, Mastermind Revisited (2004)."""


def printed(*arguments):
    """What the command prints on standard output; the exception that it ends with is raised."""
    result = CliRunner().invoke(codebreaker, list(map(str, arguments)), standalone_mode=False)
    if result.exception:
        raise result.exception
    return result.stdout


def run_optimal(*options):
    """The finished run of `codebreaker optimal --json` for FOUR_BY_THREE; an error is in its output and exit code."""
    return CliRunner().invoke(codebreaker, ["optimal", *FOUR_BY_THREE, "--json", *options])
