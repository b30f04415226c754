"""The sections of options in --help."""

import click
import pytest

from codebreaker.commands.program import codebreaker
from lingo_bot.commands.program import lingo_bot
from lingo_common.cli.command import long_name
from lingo_common.cli.options import Sectioned, add_options, section, sections
from precompute.commands.program import precompute
from referee.commands.program import referee

BOTH = add_options("Both", click.option("--left", help="One."), click.option("--right", help="Other."))


@click.command(cls=Sectioned)
@click.option("--plain", help="In no section.")
@section("Upper")
@click.option("--high", help="Up.")
@BOTH
@click.option("--higher", help="Further up.")
@click.version_option("1")
def command(**options: object) -> None:
    """A command."""


def titles(command, name="x"):
    context = click.Context(command, info_name=name)
    return {title: [long_name(option) for option in options] for title, options in sections(command, context).items()}


def test_sections():
    assert titles(command) == {
        "Options": ["plain"], "Upper": ["high", "higher"], "Both": ["left", "right"], "General": ["version", "help"]
    }  # fmt: skip


def test_help_shows_them():
    said = command.get_help(click.Context(command, info_name="x", terminal_width=30))
    assert [line for line in said.splitlines() if line.endswith(":")] == ["Options:", "Upper:", "Both:", "General:"]
    assert max(map(len, said.splitlines())) <= 30


COMMANDS = [lingo_bot, *(each for program in (codebreaker, precompute, referee) for each in program.commands.values())]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_option_is_shown_once(command):
    shown = [name for names in titles(command).values() for name in names]
    options = [
        long_name(each)
        for each in command.get_params(click.Context(command))
        if isinstance(each, click.Option) and not each.hidden
    ]
    assert sorted(shown) == sorted(options)
