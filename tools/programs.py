"""The four programs as click commands, by the name that is typed."""

import click

from codebreaker.commands.program import codebreaker
from lingo_bot.commands.program import lingo_bot
from precompute.commands.program import precompute
from referee.commands.program import referee

PROGRAMS: dict[str, click.Command] = {
    "lingo-bot": lingo_bot,
    "referee": referee,
    "precompute": precompute,
    "codebreaker": codebreaker,
}
