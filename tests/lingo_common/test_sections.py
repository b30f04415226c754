"""The sections of options in --help."""

import click
import pytest

from codebreaker.commands.program import codebreaker
from lingo_bot.commands.program import lingo_bot
from lingo_common.cli.command import long_name
from lingo_common.cli.options import sections
from precompute.commands.program import precompute
from referee.commands.program import referee

COMMANDS = [lingo_bot, *(each for program in (codebreaker, precompute, referee) for each in program.commands.values())]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_option_is_shown_once(command):
    context = click.Context(command)
    shown = [long_name(option) for options in sections(command, context).values() for option in options]
    options = [each for each in command.get_params(context) if isinstance(each, click.Option) and not each.hidden]
    assert sorted(shown) == sorted(map(long_name, options))
